//! Best-first searches: expand the most promising open state.

mod a_star;
mod attempts;
mod beam;
mod buckets;
mod eager_a_star;
mod greedy;
mod widening;

pub use a_star::AStar;
pub use attempts::{Attempt, Attempts};
pub use beam::Beam;
pub use eager_a_star::EagerAStar;
pub use greedy::BestFirst;
pub use widening::Widening;

/// The moves from the root to the state in a slot, then `mv`; `before` returns the parent's slot and the move from there.
pub(crate) fn trail<M>(slot: u32, mv: M, before: impl Fn(u32) -> Option<(u32, M)>) -> Vec<M> {
    let mut moves = vec![mv];
    let mut at = slot;
    while let Some((parent, last)) = before(at) {
        moves.push(last);
        at = parent;
    }
    moves.reverse();
    moves
}
