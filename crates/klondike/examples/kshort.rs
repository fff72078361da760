//! Experiment.
#![allow(missing_docs, clippy::all)]
use patience_core::*;
use patience_klondike::engines::Shortest;
use patience_klondike::*;
use std::time::Duration;
struct Obs(bool);
impl Observer for Obs {
    fn observe(&mut self, event: Event, stats: &Stats) {
        if self.0 && !matches!(event, Event::Tick) { println!("   {:?} expanded {} generated {} dup {} cpu {:.2}", event, stats.expanded, stats.generated, stats.duplicates, cpu()); }
    }
}
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
    (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    let line = args.iter().any(|a| a == "-l");
    let turns = args.iter().any(|a| a == "-t");
    let secs: u64 = args.iter().find_map(|a| a.strip_prefix("-s")?.parse().ok()).unwrap_or(600);
    let widest: usize = args.iter().find_map(|a| a.strip_prefix("-w")?.parse().ok()).unwrap_or(8192);
    let nodes: Option<u64> = args.iter().find_map(|a| a.strip_prefix("-n")?.parse().ok());
    for seed in args.iter().filter_map(|a| a.parse::<u64>().ok()) {
        let mut game = Klondike::of_seed(seed, Rules::default()).unwrap();
        if turns { game.metric = Metric::Turns; }
        let limits = Limits { time: Some(Duration::from_secs(secs)), memory: Some(2 << 30), nodes, ..Limits::default() };
        let before = cpu();
        let root = DetourHeuristic.estimate(&game, &Node::root(&game.start())).unwrap();
        let report = solve(&Shortest { widest, ..Shortest::default() }, &game, &game.start(), &limits, &Cancel::new(), &mut Obs(verbose));
        let what = match &report.outcome {
            Outcome::Solved(s) => format!("{} {}", s.cost, if s.optimal { "optimal" } else { "open" }),
            other => format!("{}", if matches!(other, Outcome::LimitReached(..)) {"limit"} else {"lost"}),
        };
        println!("{seed}: {what}, root {root}, expanded {}, generated {}, {:.2} s cpu, {} MB", report.stats.expanded, report.stats.generated, cpu() - before, report.stats.peak_bytes >> 20);
        if line && let Outcome::Solved(s) = &report.outcome {
            let mut state = game.start();
            let mut g = 0;
            for &mv in &s.moves {
                let h = DetourHeuristic.estimate(&game, &Node::root(&state)).unwrap();
                println!("  g {g} h {h} f {}  {:?}  {:?}", g + h, mv, state);
                g += game.cost(&state, mv);
                game.apply(&mut state, mv);
            }
        }
    }
}
