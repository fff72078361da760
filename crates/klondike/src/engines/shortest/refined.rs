//! The estimate of A*: refined by landmarks where a state would be expanded, and inherited by its children.

use std::sync::{Mutex, PoisonError};

use patience_core::{Cost, Heuristic, Node, Puzzle};

use crate::engines::shortest::trimmed::Trimmed;
use crate::features::landmarks::{Landmarks, Relaxed};
use crate::{DetourHeuristic, Key, Metric, Move, State};

/// [`DetourHeuristic`], and the landmarks of the state that was last refined.
///
/// A landmark of a state is one of its child too, unless the move is in it. So a child that is reached by an extra move outside all landmarks
/// costs one more than its parent's estimate says, and A* may prune it without an estimate of its own.
#[derive(Debug, Default)]
pub(super) struct RefinedDetours {
    last: Mutex<Option<(Key, Landmarks)>>,
}

impl RefinedDetours {
    fn landmarks(&self, trimmed: &Trimmed<'_>, state: &State) -> Option<Landmarks> {
        let landmarks = Relaxed::new(trimmed.game, state).landmarks();
        let known = landmarks.map(|landmarks| (trimmed.key(state), landmarks));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = known;
        landmarks
    }

    /// The landmarks of the state that was last refined, if it is this one.
    fn known(&self, trimmed: &Trimmed<'_>, state: &State) -> Option<Landmarks> {
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.filter(|(key, _)| *key == trimmed.key(state)).map(|(_, landmarks)| landmarks)
    }
}

impl<'g> Heuristic<Trimmed<'g>> for RefinedDetours {
    fn estimate(&self, trimmed: &Trimmed<'g>, node: &Node<'_, Trimmed<'g>>) -> Option<Cost> {
        DetourHeuristic.estimate(trimmed, node)
    }

    fn refine(
        &self,
        trimmed: &Trimmed<'g>,
        node: &Node<'_, Trimmed<'g>>,
        estimate: Cost,
    ) -> Option<Cost> {
        let landmarks = self.landmarks(trimmed, node.state)?;
        Some(estimate.max(landmarks.total(trimmed.game, node.state)))
    }

    fn bound_children(
        &self,
        trimmed: &Trimmed<'g>,
        node: &Node<'_, Trimmed<'g>>,
        _: Cost,
        moves: &[Move],
        bounds: &mut Vec<Cost>,
    ) {
        let (game, state) = (trimmed.game, node.state);
        // A move may also change the turns that are left.
        if game.metric != Metric::Moves || moves.len() < 2 {
            return;
        }
        let known = self.known(trimmed, state);
        let Some(landmarks) = known.or_else(|| self.landmarks(trimmed, state)) else { return };
        let total = landmarks.total(game, state);
        bounds.extend(moves.iter().map(|&mv| landmarks.after(game, state, mv, total)));
    }

    fn is_admissible(&self, _: &Trimmed<'g>) -> bool {
        true
    }
}
