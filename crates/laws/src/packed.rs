//! Laws of puzzles whose states can be rebuilt from their keys.

use patience_core::Packed;

use crate::Walks;
use crate::successors::successors;

/// Checks the laws of [`Packed`] on random walks: an unpacked state has the same key, goal status, successor keys and costs.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::{Walks, check_packed};
///
/// check_packed(&Countdown { from: 20, most: 3 }, &Walks::default());
/// ```
///
/// # Panics
///
/// If a law is broken.
pub fn check_packed<P: Packed>(puzzle: &P, walks: &Walks) {
    walks.visit(puzzle, |node| {
        let state = node.state;
        let key = puzzle.key(state);
        let unpacked = puzzle.unpack(key);
        let pair = format!("{state:?} of key {key:?} was unpacked as {unpacked:?}");
        let again = puzzle.key(&unpacked);
        assert!(again == key, "an unpacked state must have the same key: {pair} of key {again:?}");
        assert!(
            puzzle.is_goal(&unpacked) == puzzle.is_goal(state),
            "an unpacked state must have the same goal status: {pair}"
        );
        assert!(
            successors(puzzle, &unpacked) == successors(puzzle, state),
            "an unpacked state must have equal successors and costs: {pair}"
        );
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    fn check_toy(toy: &Toy) {
        check_packed(toy, &Walks::default());
    }

    #[test]
    fn sound_puzzles_pass() {
        check_toy(&Toy::default());
    }

    #[test]
    #[should_panic(expected = "must have the same key: 6 of key 6 was unpacked as 5 of key 5")]
    fn wrong_key_is_caught() {
        check_toy(&Toy { unpack: |key| key.min(5), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "must have the same goal status: 1 of key 1 was unpacked as 0")]
    fn lost_goal_is_caught() {
        check_toy(&Toy {
            from: 1,
            key: |left| left.max(1),
            unpack: |key| key - 1,
            ..Toy::default()
        });
    }

    #[test]
    #[should_panic(expected = "must have equal successors and costs: 6 of key 5")]
    fn lost_state_is_caught() {
        check_toy(&Toy { key: |left| left.min(5), ..Toy::default() });
    }
}
