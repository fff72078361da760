//! What a generation of evolution costs: the first ones of the default run of FreeCell, and of Rush Hour.
//!
//! ```sh
//! cargo bench -p patience-benches --bench evolve                         # ten generations of FreeCell on all cores
//! cargo bench -p patience-benches --bench evolve -- rushhour --generations 3 --threads 1
//! ```
//!
//! The first generations are the dearest: random genomes fail often, and searches of the baseline are made when their case first comes up.

use std::time::Instant;

use cpu_time::ProcessTime;
use patience_core::Cancel;
use patience_learn::{Evolution, Executor, Policies, Table};
use patience_workbench::batch::all_cores;
use patience_workbench::evolution::{Threads, arena, usual_settings};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |name: &str, usual: usize| {
        let at = words.iter().position(|word| word == name);
        let value = at.and_then(|at| words.get(at + 1));
        value.map_or(usual, |value| {
            value.parse().unwrap_or_else(|_| panic!("{name} {value}: expected a number"))
        })
    };
    let (generations, threads) = (number("--generations", 10), number("--threads", all_cores()));
    let puzzle =
        words.first().filter(|word| !word.starts_with("--")).map_or("freecell", String::as_str);
    let settings = usual_settings(puzzle, &Table::new())
        .unwrap_or_else(|| panic!("nothing is evolved for {puzzle}"));
    let arena = arena(&settings).unwrap_or_else(|error| panic!("{error}"));
    let (workers, cancel) = (Threads(threads), Cancel::new());
    let mut run = Evolution::begin(Policies::new(settings, arena.into()));
    let mut executor = Executor { workers: &workers, cancel: &cancel, watcher: &mut () };
    println!(
        "{puzzle} on {threads} threads: seconds of the clock and of CPU, searches, mean nodes of those that solved"
    );
    for _ in 0..generations {
        let (clock, cpu) = (Instant::now(), ProcessTime::now());
        let done = run.step(&mut executor).expect("nobody cancels it");
        println!(
            "generation {:2} {:6.1} {:7.1} {:5} {:9.0}",
            done.generation,
            clock.elapsed().as_secs_f64(),
            cpu.elapsed().as_secs_f64(),
            done.searches + done.validation.cases,
            done.nodes
        );
    }
}
