//! The grade of a position: how far plain play gets.

use patience_core::Meter;
use patience_kit::{End, Fault, Game as _, Graded, Grading, Named, RandomPlayouts, Setup};

use crate::engines::FAST;
use crate::{Board, FreeCell, FreeCellGame, Move, MoveSet, Place, State};

/// The sample is the standard deals 1 to 200 that can be won.
pub(crate) static GRADING: Grading = Grading {
    definition: "Plain play sends cards home if it can, else builds on a card, else makes any move, at random and never back to an earlier \
                 position. The grade follows from the cards that it leaves, on average over 100 games",
    sample: "the deals 1 to 200 by the standard rules",
    measures: &[
        Named::new("left", "Cards that are not home after plain play, on average"),
        Named::new("wins", "Share of games of plain play that win"),
        Named::new("branching", "Moves of a position in plain play, on average"),
        Named::new("moves", "Moves of a solution (M2 of the engine `fast`)"),
        Named::new("nodes", "States that the engine `fast` visits"),
    ],
    quartiles: [45.37, 48.04, 49.85],
};

/// How plain play is sampled. The first seed and the number are part of the definition.
const PLAY_OUTS: RandomPlayouts = RandomPlayouts { count: 100, moves: 200, seed: 1 };

/// The grade of a position; `None` if it cannot be won.
pub(crate) fn grade(board: &Board, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
    let engines = FreeCellGame.engines();
    let Some(about) = engines.iter().find(|engine| engine.name == FAST) else { return Ok(None) };
    let engine = FreeCellGame.prepare(about, &Setup::default())?;
    let before = meter.expanded();
    let answer = FreeCellGame.solve(&engine, board, meter)?;
    let nodes = meter.expanded() - before;
    let line = match (answer.end, answer.line) {
        (End::Solved { .. }, Some(line)) => line,
        (End::Limit(stop), _) => return Err(Fault::limit(stop)),
        _ => return Ok(None),
    };
    let mut game = FreeCell::new(*board.rules(), board.position()).map_err(Fault::input)?;
    game.moves = MoveSet::AutoPlay;
    let all = 4 * u32::from(board.rules().ranks);
    let left = |state: &State| all - state.homes().iter().map(|&rank| u32::from(rank)).sum::<u32>();
    let played = PLAY_OUTS.run(&game, rank, left, meter).map_err(Fault::limit)?;
    // Counts are far below 2^52.
    #[allow(clippy::cast_precision_loss)]
    let counts = [line.lengths().0.get(1).copied().unwrap_or(0) as f64, nodes as f64];
    let [moves, nodes] = counts;
    Ok(Some(GRADING.graded(vec![played.left, played.wins, played.branching, moves, nodes])))
}

/// Which moves plain play prefers.
fn rank(state: &State, mv: Move) -> u8 {
    match mv.to {
        Place::Home => 0,
        Place::Column(to) if state.tops()[usize::from(to)].is_some() => 1,
        Place::Column(_) | Place::Cell(_) => 2,
    }
}
