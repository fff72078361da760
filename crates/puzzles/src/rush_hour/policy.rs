//! The hand-crafted policy.

use patience_core::{Cost, Heuristic, Node};

use super::features::{blockers, dead_end};
use super::game::RushHour;
use super::word::Word;

/// placeholder
#[derive(Clone, Copy, Debug, Default)]
pub struct HandCrafted;

impl<W: Word> Heuristic<RushHour<W>> for HandCrafted {
    fn estimate(&self, game: &RushHour<W>, node: &Node<'_, RushHour<W>>) -> Option<Cost> {
        let h = blockers(game, node.state);
        (h < dead_end(game)).then_some(h)
    }

    fn is_admissible(&self, _: &RushHour<W>) -> bool {
        false
    }
}
