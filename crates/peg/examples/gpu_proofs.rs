//! Proves the fewest moves of problems with the search of the engine `gpu`, one line each, and follows it iteration by iteration.
//!
//! `gpu_proofs [--emulate] [--most STATES] [--time SECONDS] [--layers N] [--no-bounds] [--one-way] [--decide] BOARD EMPTY LAST …` prints
//! `BOARD EMPTY LAST MOVES SOLUTION`, as in `data/peg-answers.txt`, or `# BOARD EMPTY LAST: at least MOVES` where a limit came first. With
//! `--no-bounds` it searches breadth-first from both ends, or with `--one-way` from the start. With `--layers` it counts the states of the
//! first layers instead, with `--decide` it finds out whether there is a solution. `--gpu-memory BYTES`, `--memory BYTES` and `--disk FOLDER`
//! say what layers may take.
#![allow(clippy::unwrap_used, reason = "a tool for measurements")]

use std::time::{Duration, Instant};

use patience_core::{Cancel, Event, Limits, Meter, Stats};
use patience_gpu::{Device, Memory, Method, NO_CUTOFF, search};
use patience_peg::engines::layered::{Options, jump_game, path_to_jumps};
use patience_peg::{Board, Line, Metric, Position, Problem, read_hole};
use patience_search::layered::LayerStoreSettings;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut limits = Limits::default();
    let (mut device, mut layers, mut decides) = (Device::Cuda, None, false);
    let mut method = Method::default();
    let mut memory = Memory::default();
    while let Some(option) = arguments.first().filter(|it| it.starts_with("--")).cloned() {
        arguments.remove(0);
        match &option[..] {
            "--layers" => layers = Some(arguments.remove(0).parse().unwrap()),
            "--least" => {
                let Method::Best(pace) = &mut method else { panic!("--least needs bounds") };
                pace.least = arguments.remove(0).parse().unwrap();
            }
            "--no-bounds" if matches!(method, Method::Brute) => {}
            "--no-bounds" => method = Method::BruteBoth,
            "--one-way" => method = Method::Brute,
            "--decide" => decides = true,
            "--emulate" => device = Device::Emulation,
            "--most" => limits.nodes = Some(arguments.remove(0).parse().unwrap()),
            "--gpu-memory" => memory.device = Some(arguments.remove(0).parse().unwrap()),
            "--memory" => memory.host = Some(arguments.remove(0).parse().unwrap()),
            "--disk" => {
                let (folder, problem) = (arguments.remove(0).into(), "gpu_proofs".to_owned());
                memory.disk = Some(LayerStoreSettings { folder, problem, limit: None });
            }
            "--time" => {
                limits.time = Some(Duration::from_secs_f64(arguments.remove(0).parse().unwrap()));
            }
            other => panic!("there is no option {other}"),
        }
    }
    let (begin, mut on_device) = (Instant::now(), 0.0);
    for words in arguments.chunks(3) {
        let [name, empty, last] = words else { panic!("BOARD EMPTY LAST") };
        if let Some(layers) = layers {
            count(name, empty, last, (device, &memory), layers);
            continue;
        }
        if decides {
            decide(name, empty, last, (device, &memory));
            continue;
        }
        on_device += prove([name, empty, last], (device, &memory), method, &limits);
    }
    eprintln!("all: {on_device:.3} s in searches, {:.3} s in all", begin.elapsed().as_secs_f64());
}

/// Counts the states of the first layers, without a bound.
fn count(name: &str, empty: &str, last: &str, (device, memory): (Device, &Memory), layers: usize) {
    let game = jump_game(&problem(name, empty, last), Options::brute(Metric::Moves));
    let mut made = device.open(&game, memory).unwrap();
    let (mut all, mut seconds, mut steps) = (1, 0.0, 0);
    print!("{name} {empty} {last}: 1");
    for _ in 1..layers {
        let it = made.advance(0, NO_CUTOFF, None).unwrap();
        print!(", {}", it.states);
        (all, seconds, steps) = (all + it.states, seconds + it.seconds, steps + it.generated);
    }
    let partitioned = made.partitioned();
    println!(": {all} states, {steps} steps in {seconds:.3} s, {partitioned} layers in partitions");
}

/// Finds out whether there is a solution: breadth-first from both sides, the smaller layer first, with the invariants only.
fn decide(name: &str, empty: &str, last: &str, (device, memory): (Device, &Memory)) {
    let options = Options { metric: Metric::Jumps, ..Options::default() };
    let game = jump_game(&problem(name, empty, last), options);
    let mut made = device.open(&game, memory).unwrap();
    let (mut sizes, mut seconds) = ([1, 1], 0.0);
    while made.count(0) + made.count(1) - 2 < game.steps {
        let side = usize::from(sizes[1] < sizes[0]);
        let it = match made.advance(side, NO_CUTOFF, None) {
            Ok(it) => it,
            Err(error) => return println!("# {name} {empty} {last}: {error}"),
        };
        sizes[side] = it.states;
        seconds += it.seconds;
        eprintln!(
            "  side {side} layer {}: {} states, {seconds:.3} s",
            made.count(side) - 1,
            it.states
        );
        if it.meeting().is_some() {
            return println!("# {name} {empty} {last}: there is a solution");
        }
        if it.states == 0 {
            break;
        }
    }
    println!("# {name} {empty} {last}: no solution");
}

fn problem(name: &str, empty: &str, last: &str) -> Problem {
    let board = Board::named(name).unwrap();
    let [start, end] = [empty, last].map(|hole| read_hole(hole, &board).unwrap());
    Problem::vacancy(board, start, end).unwrap()
}

/// Proves one problem, and returns the seconds of its search.
fn prove(
    [name, empty, last]: [&str; 3],
    (device, memory): (Device, &Memory),
    method: Method,
    limits: &Limits,
) -> f64 {
    let problem = problem(name, empty, last);
    let options = match method {
        Method::Best(_) => Options::default(),
        Method::Brute | Method::BruteBoth => Options::brute(Metric::Moves),
    };
    let game = jump_game(&problem, options);
    let mut layers = device.open(&game, memory).unwrap();
    eprintln!(
        "{name} {empty} {last}: {:?}, {} symmetries, {} regions, bounds {} and {}",
        layers.device(),
        game.symmetries.len(),
        game.sides[0].regions.len(),
        layers.estimate(0),
        layers.estimate(1),
    );
    let mut seen: Option<Iteration> = None;
    let (begin, mut iteration) = (Instant::now(), Instant::now());
    let mut watch = |event: Event, _: &Stats| match event {
        Event::Iteration { .. } => {
            if let Some(seen) = seen.take() {
                seen.print(iteration);
            }
            iteration = Instant::now();
        }
        Event::Layer { forward, bound, layer, states, memory, .. } => {
            if !matches!(method, Method::Best(_)) {
                let (side, seconds) = (usize::from(!forward), begin.elapsed().as_secs_f64());
                let bytes = memory as f64 / 1e9;
                eprintln!(
                    "  side {side} layer {layer}: {states} states, {bytes:.1} GB, {seconds:.3} s"
                );
            }
            let it = seen.get_or_insert_default();
            (it.forward, it.bound, it.layers) = (forward, bound, layer);
            it.states += states;
            it.largest = it.largest.max(states);
            it.memory = it.memory.max(memory);
        }
        _ => {}
    };
    let mut meter = Meter::start(limits, &Cancel::new(), &mut watch);
    let proof = search(&game, &mut layers, method, &mut meter);
    let stats = meter.finish();
    if let Some(seen) = seen {
        seen.print(iteration);
    }
    let seconds = begin.elapsed().as_secs_f64();
    match proof {
        Err(error) => println!("# {name} {empty} {last}: {error}"),
        Ok(proof) => {
            if let Some(path) = &proof.path {
                let jumps = path_to_jumps(&problem, &path.keys).unwrap();
                let line = Line::solution(&Position::new(&problem), &jumps).unwrap();
                let is_proven = proof.stop.is_none() || path.cost <= proof.lower;
                let mark = if is_proven { "" } else { "# at most: " };
                println!("{mark}{name} {empty} {last} {} {}", path.cost, line.notation().join(" "));
            }
            if proof.stop.is_none() && proof.path.is_none() {
                println!("# {name} {empty} {last}: no solution");
            }
            if proof.stop.is_some() {
                println!("# {name} {empty} {last}: at least {} moves", proof.lower);
            }
        }
    }
    eprintln!(
        "{name} {empty} {last}: {} states, {seconds:.3} s, {} layers in partitions",
        stats.expanded,
        layers.partitioned()
    );
    seconds
}

#[derive(Default)]
struct Iteration {
    forward: bool,
    bound: u32,
    layers: usize,
    states: u64,
    largest: u64,
    memory: u64,
}

impl Iteration {
    fn print(&self, begin: Instant) {
        let side = if self.forward { "forward" } else { "backward" };
        eprintln!(
            "  {side} {}: {} states in {} layers, the largest {}, {:.2} GB, {:.3} s",
            self.bound,
            self.states,
            self.layers,
            self.largest,
            self.memory as f64 / 1e9,
            begin.elapsed().as_secs_f64()
        );
    }
}
