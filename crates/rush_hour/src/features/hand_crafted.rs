//! The hand-crafted heuristic: rules that choose and scale an estimate by the phase of the game.

use patience_core::{Cost, Heuristic, Node};

use crate::features::{blockers, dead_end, is_move_to_secluded, phase};
use crate::rules::game::RushHour;
use crate::rules::word::Word;

/// A policy in the form of those that evolution makes: the first rule whose condition holds names the estimate.
///
/// 1. IF `BlockersLowerBound` ≤ 1 THEN `BlockersLowerBound`: the way is free, and nothing but the last move is left.
/// 2. IF `PhaseByBlockers` ≥ 0.8 THEN `BlockersLowerBound`: after many moves the rest must be short, or this is not
///    the way; no more than what is certain.
/// 3. IF `PhaseByBlockers` ≥ 0.6 THEN 2 × `BlockersLowerBound`: in the middle, a blocker seldom costs one move only.
/// 4. IF `IsMoveToSecluded` THEN 4 × `BlockersLowerBound`: early on nothing is near, and every blocker costs several moves; but
///    a vehicle that is out of everybody's way is a good beginning.
/// 5. DEFAULT 4 × `BlockersLowerBound` + 1.
///
/// It is not admissible: a search that trusts it expands fewer nodes and finds longer solutions. The numbers were chosen by trial on
/// boards of 6×6, played by slides; `GoalDistance`, `Hybrid` and `IsReleasingMove` were tried and did not help.
///
/// ```
/// use patience_core::{Heuristic, Node, Puzzle};
/// use patience_rush_hour::{Board, HandCrafted, RushHour};
///
/// let game: RushHour = RushHour::new(Board::parse("AA.B\n...B\n....\n....")?)?;
/// assert_eq!(HandCrafted.estimate(&game, &Node::root(&game.start())), Some(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandCrafted;

impl<W: Word> Heuristic<RushHour<W>> for HandCrafted {
    /// None where the recursive blockers prove that there is no solution.
    fn estimate(&self, game: &RushHour<W>, node: &Node<'_, RushHour<W>>) -> Option<Cost> {
        let blockers = blockers(game, node.state);
        if blockers == dead_end(game) {
            return None;
        }
        let phase = phase(node.g, blockers);
        Some(if blockers <= 1 || 0.8 <= phase {
            blockers
        } else if 0.6 <= phase {
            2 * blockers
        } else if is_move_to_secluded(game, node) {
            4 * blockers
        } else {
            4 * blockers + 1
        })
    }

    fn is_admissible(&self, _: &RushHour<W>) -> bool {
        false
    }
}
