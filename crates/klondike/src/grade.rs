//! The grade of a position: how far plain play gets.

use patience_core::{Meter, Outcome, Puzzle as _, solve_with};
use patience_kit::{Fault, Graded, Grading, Named, RandomPlayouts};

use crate::engines::Exact;
use crate::{Instance, Move, State};

/// The sample is the winnable deals among the seeds 1 to 200 by the standard rules.
pub(crate) static GRADING: Grading = Grading {
    definition: "Plain play sends a card home if it can, else turns a face-down card over, else moves a card of the stock to a column, else \
                 makes any move, at random and never back to an earlier position. The grade follows from the cards that it leaves, on average \
                 over 100 games",
    sample: "the winnable deals of the seeds 1 to 200 by the standard rules",
    measures: &[
        Named::new("left", "Cards that are not home after plain play, on average"),
        Named::new("wins", "Share of games of plain play that win"),
        Named::new("branching", "Moves of a position in plain play, on average"),
        Named::new("moves", "Moves of a solution (of the engine `exact`)"),
        Named::new("nodes", "States that the engine `exact` visits"),
    ],
    quartiles: [28.75, 41.33, 46.71],
};

/// How plain play is sampled. The first seed and the number are part of the definition.
const PLAY_OUTS: RandomPlayouts = RandomPlayouts { count: 100, moves: 300, seed: 1 };

/// The grade of a position with all cards known; `None` if it cannot be won.
pub(crate) fn grade(position: &Instance, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
    let game = position.game()?;
    let before = meter.expanded();
    let moves = match solve_with(&Exact::default(), &game, &game.start(), meter) {
        Outcome::Solved(solution) => solution.cost,
        Outcome::LimitReached(stop) => return Err(Fault::limit(stop)),
        Outcome::ProvenUnsolvable | Outcome::Exhausted => return Ok(None),
    };
    let nodes = meter.expanded() - before;
    let all = 4 * u32::from(position.rules.ranks);
    let left =
        |state: &State| all - state.foundations.iter().map(|&rank| u32::from(rank)).sum::<u32>();
    let played = PLAY_OUTS.run(&game, rank, left, meter).map_err(Fault::limit)?;
    // Counts are far below 2^52.
    #[allow(clippy::cast_precision_loss)]
    let nodes = nodes as f64;
    let values = vec![played.left, played.wins, played.branching, f64::from(moves), nodes];
    Ok(Some(GRADING.graded(values)))
}

/// Which moves plain play prefers.
fn rank(state: &State, mv: Move) -> u8 {
    match mv {
        Move::Home { .. } | Move::StockHome { .. } => 0,
        Move::Run { from, count, .. } => {
            let pile = state.pile(from);
            let turns = usize::from(count) == pile.run().count() && 0 < pile.down();
            if turns { 1 } else { 3 }
        }
        Move::StockColumn { .. } => 2,
        Move::Back { .. } => 4,
    }
}
