//! The grade of a board: the length of a shortest solution.

use patience_core::Meter;
use patience_kit::{End, Fault, Game as _, Graded, Grading, Named, Setup};

use crate::{Referee, SlidingTiles, Tiles};

/// The sample is 400 boards of three rows and columns.
pub(crate) static GRADING: Grading = Grading {
    definition: "The grade follows from the number of moves of a shortest solution",
    sample: "the boards of the seeds 1 to 400 with three rows and columns",
    measures: &[
        Named::new("moves", "Moves of a shortest solution"),
        Named::new("branching", "Moves of a position, on average along the solution"),
        Named::new("nodes", "Positions that IDA* expands"),
    ],
    quartiles: [20.0, 23.0, 24.0],
};

/// The grade of a board; `None` if it cannot be solved.
pub(crate) fn grade(board: &SlidingTiles, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
    let engines = Tiles.engines();
    let Some(about) = engines.first() else { return Ok(None) };
    let engine = Tiles.prepare(about, &Setup::default())?;
    let before = meter.expanded();
    let answer = Tiles.solve(&engine, board, meter)?;
    let nodes = meter.expanded() - before;
    let (moves, line) = match (answer.end, answer.line) {
        (End::Solved { cost, .. }, Some(line)) => (cost, line),
        (End::Limit(stop), _) => return Err(Fault::limit(stop)),
        _ => return Ok(None),
    };
    let (mut referee, mut choices) = (Referee::new(board), 0);
    for tile in line.notation() {
        choices += referee.moves().len();
        let tile = tile.parse().map_err(Fault::environment)?;
        referee.play(tile).map_err(Fault::environment)?;
    }
    // Counts are far below 2^52.
    #[allow(clippy::cast_precision_loss)]
    let (branching, nodes) = (choices as f64 / f64::from(moves.max(1)), nodes as f64);
    Ok(Some(GRADING.graded(vec![moves.into(), branching, nodes])))
}
