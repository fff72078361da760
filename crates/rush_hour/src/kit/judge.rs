//! The value of every legal move: distances from all positions that can be reached, or by a search after every move.

use patience_core::{Cost, Meter, Puzzle};
use patience_kit::{End, Fault, Judged, Judgement, Verdict};

use super::slides;
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
    let ((verdict, distance), values) = match explored(&engine, board, meter)? {
        Some(explored) => explored,
        None => searched(&engine, board, meter)?,
    };
    let cost = |step: Step| match metric {
        Metric::Slides => 1,
        Metric::Steps => Cost::from(step.by.unsigned_abs()),
    };
    let totals = values.iter().filter_map(|&(step, (_, distance))| Some((step, distance?)));
    let best = totals.min_by_key(|&(step, distance)| distance + cost(step));
    let moves = values.into_iter().map(|(step, (verdict, distance))| Judged {
        mv: step.to_string(),
        verdict,
        distance,
    });
    let best = best.map(|(step, _)| step.to_string());
    Ok(Judgement { verdict, distance, best, moves: moves.collect() })
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

/// The same by a search from the board and after every move. All positions are lost together, because moves can be taken back.
fn searched(engine: &Engine, board: &Board, meter: &mut Meter<'_>) -> Result<Values, Fault> {
    let mut value = |board: &Board| -> Result<Value, Fault> {
        let end = engine.answer(board, meter)?.end;
        let distance = if let End::Solved { cost, .. } = end { Some(cost) } else { None };
        Ok((Verdict::from(&end), distance))
    };
    let here = value(board)?;
    let mut values = Vec::new();
    for (index, &vehicle) in board.vehicles().iter().enumerate() {
        for (step, to) in slides(board, vehicle) {
            let mut offsets: Vec<u8> = board.vehicles().iter().map(|it| it.offset()).collect();
            offsets[index] = to.offset();
            let is_lost = here.0 == Verdict::Loses;
            let after = if is_lost { here } else { value(&board.with_offsets(&offsets))? };
            values.push((step, after));
        }
    }
    Ok((here, values))
}
