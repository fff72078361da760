//! Rush Hour in figures: how long the exact engine and the enumeration of 6×6 take, and how many nodes the engines of *GP-Rush*
//! (Hauptman, Elyasaf, Sipper and Karmon, 2009) need, as a table like its Table 2.
//!
//! ```sh
//! cargo bench -p patience-benches --bench rush_hour
//! ```
//!
//! The boards are the forty of the original game, a hundred of those in `data/rush-hour-hardest-slides.txt`, and, for the table, forty of
//! 8×8 cells in `data/rush-hour-8x8.txt`, evenly taken from the hardest to the easiest.

use std::time::Instant;

use patience_core::{Cancel, Limits, Outcome, Puzzle, Solver, SplitMix, solve};
use patience_kit::Guide;
use patience_rush_hour::{BitBoardBfs, Board, JAM, Metric, MoveSet, RushHour, Space};
use patience_search::{IdaStar, IterativeDeepening};

/// The nodes after which a search of the paper gives up.
const NODES: u64 = 1_500_000;

/// Rounds of the exact engine: the first one finds cold caches.
const ROUNDS: usize = 20;

/// Boards a line: the name, the letters, and the slides of a shortest solution; the hardest first.
const HARDEST: &str = include_str!("../data/rush-hour-hardest-slides.txt");

/// How many of them are taken.
const HARD: usize = 100;

/// Boards of 8×8 cells that evolution made, the hardest first, and how many of them are taken.
const EVOLVED: &str = include_str!("../data/rush-hour-8x8.txt");
const LARGE: usize = 40;

/// The slides of the very hardest.
const VERY_HARD: u16 = 50;

/// One unit of the enumeration in so many is explored.
const EVERY: usize = 400;

/// Which units, and the positions that they have.
const SEED: u64 = 5;
const POSITIONS: u64 = 110_322_078;

/// The positions of all units.
const ALL_POSITIONS: u64 = 21_257_977_980;

fn main() {
    let jam: Vec<Board> = JAM.iter().map(|known| parse(known.letters)).collect();
    let hardest: Vec<(Board, u16)> = HARDEST.lines().filter_map(read).collect();
    let hard = (0..HARD).map(|at| hardest[at * hardest.len() / HARD].0.clone()).collect::<Vec<_>>();
    let very_hard: Vec<Board> = hardest
        .iter()
        .filter(|(_, slides)| VERY_HARD <= *slides)
        .map(|(board, _)| board.clone())
        .collect();
    println!("exact, one core: the board is read and prepared, solved and replayed");
    time("JAM01 to JAM40", &jam);
    time(&format!("{HARD} boards of 36 to 51 slides"), &hard);
    time(&format!("{} boards of {VERY_HARD} slides and more", very_hard.len()), &very_hard);
    println!();
    enumerate();
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
    table(&format!("{HARD} boards of 36 to 51 slides"), &hard);
    println!(
        "{:32} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "the paper, 8×8", "100", "69", "75", "70", "50"
    );
    let lines: Vec<&str> = EVOLVED.lines().filter(|line| !line.starts_with('#')).collect();
    let large = (0..LARGE).map(|at| lines[at * lines.len() / LARGE]);
    let large = large.filter_map(|line| line.split_whitespace().nth(1)).map(parse);
    table(&format!("{LARGE} boards of 8×8"), &large.collect::<Vec<_>>());
}

fn parse(letters: &str) -> Board {
    Board::parse(letters).expect("a board of a known list")
}

/// The board and its slides of a line; none of a comment.
fn read(line: &str) -> Option<(Board, u16)> {
    if line.starts_with('#') {
        return None;
    }
    let mut words = line.split_whitespace().skip(1);
    Some((parse(words.next()?), words.next()?.parse().ok()?))
}

/// Prints how long the exact engine takes.
fn time(name: &str, boards: &[Board]) {
    let mut best = vec![f64::INFINITY; boards.len()];
    for _ in 0..ROUNDS {
        for (board, best) in boards.iter().zip(&mut best) {
            let started = Instant::now();
            let game: RushHour = RushHour::new(board.clone()).expect("6×6 cells");
            let outcome = run(&BitBoardBfs, &game, &Limits::default()).0;
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

/// Prints how long a part of the enumeration takes, and what that means for the whole.
///
/// Few units have most of the positions, so a part is measured by its positions, not by its units.
fn enumerate() {
    let space = Space::new(6, Metric::Slides).expect("a side from 3 to 6");
    let mut rng = SplitMix::new(SEED);
    let units: Vec<usize> = (0..space.units()).filter(|_| rng.below(EVERY) == 0).collect();
    let started = (Instant::now(), cpu_seconds());
    let seen = units.iter().filter_map(|&unit| space.explore(unit, &Cancel::new()));
    let positions: u64 = seen.map(|seen| seen.positions).sum();
    assert_eq!(positions, POSITIONS, "the same units have the same positions");
    let seconds = match (started.1, cpu_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => started.0.elapsed().as_secs_f64(),
    };
    let share = positions as f64 / ALL_POSITIONS as f64;
    println!(
        "enumeration of 6×6 in slides: {} of {} units with {:.2} per cent of the positions take {seconds:.1} s of a core; \
         the whole would take {:.0} minutes",
        units.len(),
        space.units(),
        100.0 * share,
        seconds / share / 60.0
    );
}

/// CPU seconds of this thread, where the system reports them.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
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
        let mut game: RushHour = RushHour::new(board.clone()).expect("at most 8×8 cells");
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
