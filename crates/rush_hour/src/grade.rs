//! The grade of a board: how unlikely it is to play a shortest solution by chance.

use std::ops::RangeInclusive;

use patience_core::{Meter, Puzzle as _, Stop};
use patience_kit::{End, Fault, Grade, Graded, Grading, Named};

use crate::engines::cluster::Cluster;
use crate::engines::engine::Engine;
use crate::rules::board::Board;
use crate::rules::game::{Metric, RushHour};

/// The sample is the 40 cards of the original game, in four levels of ten.
pub(crate) static GRADING: Grading = Grading {
    definition: "The grade follows from the chance that somebody who makes random moves plays a shortest solution, as a number of bits: each \
                 bit is a choice between two moves of which one is right. It grows with the length of the solution and with the number of wrong \
                 moves on the way",
    sample: "the 40 cards JAM01 to JAM40",
    measures: &[
        Named::new(
            "bits",
            "Choices between two moves, one of them right, that lead to a shortest solution",
        ),
        Named::new("slides", "Slides of a shortest solution"),
        Named::new("branching", "Slides of a position, on average over all that can be reached"),
        Named::new(
            "effort",
            "Positions that IDA* with the heuristic BlockersLowerBound expands, at most 1,000,000",
        ),
    ],
    quartiles: [37.37, 64.33, 81.78],
};

/// Nodes after which the effort is not counted any further.
const MOST_EFFORT: u64 = 1_000_000;

/// The slides of the cards of a grade, and what lies between them.
pub(crate) fn usual_slides(grade: Grade) -> RangeInclusive<u16> {
    match grade {
        Grade::Easy => 5..=14,
        Grade::Medium => 14..=24,
        Grade::Hard => 24..=32,
        Grade::Expert => 33..=u16::MAX,
    }
}

/// The cluster of a board of up to 8×8 cells; larger boards are an error.
fn explored(board: &Board, meter: &mut Meter<'_>) -> Result<Cluster, Fault> {
    let game: RushHour = RushHour::new(board.clone()).map_err(Fault::input)?;
    Cluster::explore(&game, &game.start(), meter).map_err(Fault::limit)
}

/// The grade without the measures that do not decide it; `None` if the board has none.
pub(crate) fn quickly(board: &Board, meter: &mut Meter<'_>) -> Result<Option<Grade>, Fault> {
    let bits = explored(board, meter)?.choice_bits();
    Ok(bits.map(|bits| GRADING.grade(bits)))
}

/// The grade of a board; `None` if it cannot be solved.
pub(crate) fn grade(board: &Board, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
    let cluster = explored(board, meter)?;
    let (Some(bits), Some(slides)) = (cluster.choice_bits(), cluster.distance()) else {
        return Ok(None);
    };
    let before = meter.expanded();
    let engine = Engine::named("ida-star", Metric::Slides)?;
    let answer = meter.within(MOST_EFFORT, |meter| Ok(engine.answer(board, meter)));
    let effort = meter.expanded() - before;
    match answer.map_err(Fault::limit)?.transpose()?.map(|answer| answer.end) {
        // The limit of this search, not that of the meter.
        Some(End::Limit(Stop::Nodes)) if effort == MOST_EFFORT => {}
        Some(End::Limit(stop)) => return Err(Fault::limit(stop)),
        _ => {}
    }
    // Counts are far below 2^52.
    #[allow(clippy::cast_precision_loss)]
    let effort = effort as f64;
    Ok(Some(GRADING.graded(vec![bits, slides.into(), cluster.branching(), effort])))
}
