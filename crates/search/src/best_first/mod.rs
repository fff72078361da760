//! Best-first searches: expand the most promising open state.

mod a_star;
mod attempts;
mod beam;
mod beams_and_a_star;
mod buckets;
mod chunks;
mod eager_a_star;
mod greedy;
mod improve;
mod move_order;
mod open_list;
mod pace;
mod stored;
mod widening;

pub use a_star::AStar;
pub use attempts::{Attempt, Attempts};
pub use beam::{Beam, LastLevel, beam_below};
pub use beams_and_a_star::BeamsAndAStar;
pub use eager_a_star::EagerAStar;
pub use greedy::BestFirst;
pub use improve::{Improved, improve};
pub use move_order::{AnyOrder, MoveOrder};
pub use open_list::OpenList;
pub use widening::Widening;

/// The steps (moves or keys) from the root to the state in a slot, then `last`; `before` returns the parent's slot and the step from there.
///
/// ```
/// use patience_search::best_first::trail;
///
/// let before = |slot: u32| [None, Some((0, 'a')), Some((1, 'b'))][slot as usize];
/// assert_eq!(trail(2, 'c', before), ['a', 'b', 'c']);
/// ```
pub fn trail<T>(slot: u32, last: T, before: impl Fn(u32) -> Option<(u32, T)>) -> Vec<T> {
    let mut steps = vec![last];
    let mut at = slot;
    while let Some((parent, step)) = before(at) {
        steps.push(step);
        at = parent;
    }
    steps.reverse();
    steps
}
