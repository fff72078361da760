//! Rush Hour in figures: how long the exact engine takes, and how many nodes the engines of *GP-Rush* (Hauptman, Elyasaf, Sipper and
//! Karmon, 2009) need, as a table like its Table 2.
//!
//! ```sh
//! cargo bench -p patience-benches --bench rush_hour
//! ```
//!
//! The boards are the forty of the original game and a hundred hard ones that the generator makes.

use std::time::Instant;

use patience_catalog::rush_hour::Guide;
use patience_core::{Cancel, Limits, Outcome, Puzzle, Solver, solve};
use patience_puzzles::rush_hour::{Board, JAM, MoveSet, Recipe, RushHour, Sweep};
use patience_search::{IdaStar, IterativeDeepening};

/// The nodes after which a search of the paper gives up.
const NODES: u64 = 1_500_000;

/// Rounds of the exact engine: the first one finds cold caches.
const ROUNDS: usize = 20;

/// How many hard boards are made, and how long their shortest solutions are at least.
const HARD: usize = 100;
const LENGTH: u16 = 30;

fn main() {
    let jam: Vec<Board> = JAM.iter().map(|known| parse(known.letters)).collect();
    println!("exact, one core: the board is read and prepared, solved and replayed");
    time("JAM01 to JAM40", &jam);
    let recipe = Recipe { length: LENGTH..=u16::MAX, ..Recipe::default() };
    let made = (0..).filter_map(|seed| recipe.make(seed, &Cancel::new()).ok().flatten());
    let mut hard: Vec<Board> = Vec::new();
    for board in made.map(|made| made.board) {
        if !hard.contains(&board) {
            hard.push(board);
        }
        if hard.len() == HARD {
            break;
        }
    }
    time(&format!("{HARD} boards of {LENGTH} slides and more"), &hard);
    println!();
    println!(
        "nodes, on average over the boards, in per cent of iterative deepening; unsolved within {NODES} nodes"
    );
    println!("{:32} {:>12} {:>12} {:>12} {:>12} {:>12}", "", "none", "H1", "H2", "H3", "Hc");
    println!(
        "{:32} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "the paper, 6×6", "100", "72", "94", "102", "70"
    );
    table("JAM01 to JAM40", &jam);
    table("hard boards", &hard);
}

fn parse(letters: &str) -> Board {
    Board::parse(letters).expect("a board of the original game")
}

/// Prints how long the exact engine takes.
fn time(name: &str, boards: &[Board]) {
    let mut best = vec![f64::INFINITY; boards.len()];
    for _ in 0..ROUNDS {
        for (board, best) in boards.iter().zip(&mut best) {
            let started = Instant::now();
            let game: RushHour = RushHour::new(board.clone()).expect("6×6 cells");
            let outcome = run(&Sweep, &game, &Limits::default()).0;
            *best = best.min(started.elapsed().as_secs_f64() * 1e3);
            assert!(outcome.is_some(), "every board has a solution");
        }
    }
    // At most a hundred boards.
    #[allow(clippy::cast_precision_loss)]
    let mean = best.iter().sum::<f64>() / best.len() as f64;
    let most = best.iter().copied().fold(0.0, f64::max);
    println!("{name:40} mean {mean:.3} ms, at most {most:.3} ms");
}

/// The length of the solution that a solver finds, and its nodes.
fn run(solver: &impl Solver<RushHour>, game: &RushHour, limits: &Limits) -> (Option<u32>, u64) {
    let report = solve(solver, game, &game.start(), limits, &Cancel::new(), &mut ());
    let length = match report.outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        _ => None,
    };
    (length, report.stats.expanded)
}

/// Prints a row of the table.
fn table(name: &str, boards: &[Board]) {
    let guides = ["BlockersLowerBound", "GoalDistance", "Hybrid", "Hc"];
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (mut shares, mut unsolved) = ([0.0; 5], [0; 5]);
    for board in boards {
        let mut game: RushHour = RushHour::new(board.clone()).expect("6×6 cells");
        game.moves = MoveSet::Macros;
        let mut runs = vec![run(&IterativeDeepening::default(), &game, &limits)];
        for guide in guides {
            let heuristic = Guide::named(guide).expect("a heuristic of the paper");
            runs.push(run(&IdaStar { ordered: true, ..IdaStar::new(heuristic) }, &game, &limits));
        }
        let none = runs[0].1;
        for (at, (length, nodes)) in runs.into_iter().enumerate() {
            // Counts of nodes are far below 2^52.
            #[allow(clippy::cast_precision_loss)]
            let share = nodes as f64 / none as f64;
            shares[at] += share;
            unsolved[at] += usize::from(length.is_none());
        }
    }
    // At most a hundred boards.
    #[allow(clippy::cast_precision_loss)]
    let mean = |sum: f64| 100.0 * sum / boards.len() as f64;
    let cells =
        (0..5).map(|at| format!("{:>12}", format!("{:.0} ({})", mean(shares[at]), unsolved[at])));
    println!("{name:32} {}", cells.collect::<Vec<_>>().join(" "));
}
