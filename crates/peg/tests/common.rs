//! Solving problems through the kit.

use patience_core::{Cancel, Limits};
use patience_kit::{Answer, Kit, Setup, Values};
use patience_peg::{Board, Hole, KIT, Metric, Position, Problem, read_hole};

/// The answer of an engine under limits; its settings are switches.
pub(crate) fn answer_within(
    problem: &Problem,
    metric: Metric,
    engine: &str,
    switches: &[&str],
    limits: &Limits,
) -> Answer {
    let text = Position::new(problem).to_string();
    let loaded = KIT.read(&text, &Values::default()).unwrap();
    let settings = switches.iter().map(|name| (*name, true)).collect();
    let setup = Setup {
        engine: Some(engine),
        metric: Some(metric.name()),
        settings: Some(&settings),
        ..Setup::default()
    };
    let engine = KIT.prepare(&setup).unwrap();
    engine.solve(&*loaded[0].position, limits, &Cancel::new(), &mut ()).unwrap()
}

/// The answer of an engine without limits.
pub(crate) fn answer(problem: &Problem, metric: Metric, engine: &str, switches: &[&str]) -> Answer {
    answer_within(problem, metric, engine, switches, &Limits::default())
}

/// A named board with one hole empty at the start, and one peg to be left.
pub(crate) fn vacancy(board: &str, start: &str, end: &str) -> Problem {
    let board = Board::named(board).unwrap();
    let [start, end] = [start, end].map(|hole| read_hole(hole, &board).unwrap());
    Problem::vacancy(board, start, end).unwrap()
}

/// A board of full rows.
pub(crate) fn rectangle(rows: u8, columns: u8) -> Board {
    let holes = (0..rows).flat_map(|row| (0..columns).map(move |column| Hole { row, column }));
    Board::new(holes).unwrap()
}
