//! The value of every legal move: distances from all positions that can be reached, or by a search after every move.

use patience_core::{Cost, Meter, Puzzle, Stop};
use patience_kit::{End, Fault, Game as _, Judged, Judgement, Verdict};

use super::{RushHourGame, slides};
use crate::engines::cluster::Cluster;
use crate::engines::engine::Engine;
use crate::rules::board::Board;
use crate::rules::game::Metric;
use crate::text::notation::Step;

/// With more positions than this, a search after every move is likely to be faster than exploring all; each position is expanded twice.
const MOST_EXPLORED: u64 = 2_000_000;

/// A verdict, and the distance where it is known.
type Value = (Verdict, Option<Cost>);

/// The value of a position, and those of its moves.
type Values = (Value, Vec<(Step, Value)>);

/// Judges every slide.
pub(super) fn judge(
    board: &Board,
    metric: Metric,
    meter: &mut Meter<'_>,
) -> Result<Judgement, Fault> {
    let engine = Engine::exact(metric);
    let mut stop = None;
    let ((verdict, distance), values) = match explored(&engine, board, meter)? {
        Some(explored) => explored,
        None => searched(&engine, board, meter, &mut stop)?,
    };
    let moves = values.into_iter().map(|(step, (verdict, distance))| Judged {
        mv: step.to_string(),
        verdict,
        distance,
        at_most: None,
    });
    let mut judgement = Judgement {
        verdict,
        distance,
        at_most: None,
        best: None,
        stop,
        line: Vec::new(),
        reason: None,
        moves: moves.collect(),
    };
    judgement.settle(|mv| RushHourGame.cost(board, mv, metric.name()))?;
    Ok(judgement)
}

/// The values by exploring all reachable positions; `None` if there are too many, or the board is too large.
fn explored(
    engine: &Engine,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Result<Option<Values>, Fault> {
    let game = engine.game(board.clone()).map_err(Fault::input)?;
    let Some(game) = game.small() else { return Ok(None) };
    let explore = |meter: &mut Meter<'_>| Cluster::explore(game, &game.start(), meter);
    let Ok(Some(cluster)) = meter.within(MOST_EXPLORED, explore) else { return Ok(None) };
    let value = |distance: Option<u16>| match distance {
        Some(distance) => (Verdict::Wins, Some(distance.into())),
        None => (Verdict::Loses, None),
    };
    let choices = cluster.choices().into_iter();
    let values = choices.filter_map(|(mv, distance)| Some((Step::of(mv, board)?, value(distance))));
    Ok(Some((value(cluster.distance()), values.collect())))
}

/// The same by a search from the board and after every move. Moves can be taken back, so all positions are won together or lost together.
fn searched(
    engine: &Engine,
    board: &Board,
    meter: &mut Meter<'_>,
    stop: &mut Option<Stop>,
) -> Result<Values, Fault> {
    let mut value = |board: &Board| -> Result<Value, Fault> {
        let end = engine.answer(board, meter)?.end;
        if let End::Limit(reached) = end {
            *stop = Some(reached);
        }
        let distance = if let End::Solved { cost, .. } = end { Some(cost) } else { None };
        Ok((Verdict::from(&end), distance))
    };
    let mut here = value(board)?;
    let mut values = Vec::new();
    for (index, &vehicle) in board.vehicles().iter().enumerate() {
        for (step, to) in slides(board, vehicle) {
            let mut offsets: Vec<u8> = board.vehicles().iter().map(|it| it.offset()).collect();
            offsets[index] = to.offset();
            let is_lost = here.0 == Verdict::Loses;
            let after = if is_lost { here } else { value(&board.with_offsets(&offsets))? };
            if after.0 != Verdict::Unknown {
                here.0 = after.0;
            }
            values.push((step, after));
        }
    }
    for (_, (verdict, _)) in &mut values {
        *verdict = here.0;
    }
    Ok((here, values))
}
