//! Laws of puzzles with backward play.

use patience_core::{Backward, Reversed};

use crate::successors::{listed, moves};
use crate::{Walks, check};

/// Checks the laws of [`Backward`] on random walks from the start and, backwards, from the goals.
///
/// - `goals` lists goals only, each key once, and every goal that a walk meets.
/// - Every move is among the `moves_into` of its child, and `retract` returns to the parent's key.
/// - Every move of `moves_into`, retracted, is legal in the parent and leads back to the state.
/// - The reversed puzzle obeys [`check`].
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::{Walks, check_backward};
///
/// check_backward(&Countdown { from: 20, most: 3 }, &Walks::default());
/// ```
///
/// # Panics
///
/// If a law is broken.
pub fn check_backward<P: Backward>(puzzle: &P, walks: &Walks) {
    let goals = checked_goals(puzzle);
    walks.visit(puzzle, |node| {
        let state = node.state;
        let is_listed = || goals.iter().any(|goal| puzzle.key(goal) == puzzle.key(state));
        assert!(
            !puzzle.is_goal(state) || is_listed(),
            "`goals` must list every goal, including {state:?}"
        );
        check_state(puzzle, state);
        for mv in moves(puzzle, state) {
            check_move(puzzle, state, mv);
        }
    });
    let share = Walks { count: walks.count.div_ceil(goals.len().max(1)), ..*walks };
    for goal in goals.into_iter().take(walks.count) {
        let reversed = Reversed { puzzle, goal };
        share.visit(&reversed, |node| check_state(puzzle, node.state));
        check(&reversed, &share);
    }
}

fn checked_goals<P: Backward>(puzzle: &P) -> Vec<P::State> {
    let mut goals = Vec::new();
    puzzle.goals(&mut goals);
    for (index, goal) in goals.iter().enumerate() {
        assert!(puzzle.is_goal(goal), "`goals` must list goals only, not {goal:?}");
        for other in &goals[..index] {
            assert!(
                puzzle.key(other) != puzzle.key(goal),
                "`goals` must list each key once, not both {other:?} and {goal:?}"
            );
        }
    }
    goals
}

fn check_state<P: Backward>(puzzle: &P, state: &P::State) {
    for mv in listed("moves_into", state, |out| puzzle.moves_into(state, out)) {
        let before = retracted(puzzle, state, mv);
        assert!(
            moves(puzzle, &before).contains(&mv),
            "a move into a state must be legal in the parent: not {mv:?} from {before:?} into {state:?}"
        );
        let after = puzzle.child(&before, mv);
        assert!(
            puzzle.key(&after) == puzzle.key(state),
            "a move into a state must lead there: {mv:?} leads from {before:?} to {after:?}, not to {state:?}"
        );
    }
}

/// Checks that `mv`, played in `state`, can be retracted.
fn check_move<P: Backward>(puzzle: &P, state: &P::State, mv: P::Move) {
    let child = puzzle.child(state, mv);
    let mut leading = Vec::new();
    puzzle.moves_into(&child, &mut leading);
    assert!(
        leading.contains(&mv),
        "`moves_into` must list every move that leads there: {mv:?} from {state:?} to {child:?} is missing"
    );
    let back = retracted(puzzle, &child, mv);
    assert!(
        puzzle.key(&back) == puzzle.key(state),
        "`retract` must undo `apply`: {mv:?} leads from {state:?} to {child:?} and back to {back:?}"
    );
    check_state(puzzle, &child);
}

fn retracted<P: Backward>(puzzle: &P, state: &P::State, mv: P::Move) -> P::State {
    let mut before = state.clone();
    puzzle.retract(&mut before, mv);
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    fn check_toy(toy: &Toy) {
        check_backward(toy, &Walks::default());
    }

    #[test]
    fn sound_puzzles_pass() {
        check_toy(&Toy::default());
    }

    #[test]
    #[should_panic(expected = "`goals` must list goals only, not 1")]
    fn false_goals_are_caught() {
        check_toy(&Toy { goals: &[0, 1], ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`goals` must list each key once, not both 0 and 0")]
    fn goals_of_equal_keys_are_caught() {
        check_toy(&Toy { goals: &[0, 0], ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`goals` must list every goal, including 0")]
    fn missing_goals_are_caught() {
        check_toy(&Toy { goals: &[], ..Toy::default() });
    }

    #[test]
    #[should_panic(
        expected = "`moves_into` must list every move that leads there: 3 from 6 to 3 is missing"
    )]
    fn missing_moves_are_caught() {
        check_toy(&Toy {
            moves_into: |left, out| out.extend(1..=(6 - left).min(2)),
            ..Toy::default()
        });
    }

    #[test]
    #[should_panic(expected = "`moves_into` must append")]
    fn moves_into_that_clears_the_buffer_is_caught() {
        check_toy(&Toy {
            moves_into: |left, out| {
                out.clear();
                out.extend(1..=(6 - left).min(3));
            },
            ..Toy::default()
        });
    }

    #[test]
    #[should_panic(expected = "must be legal in the parent: not 4 from 6 into 2")]
    fn illegal_moves_into_a_state_are_caught() {
        check_toy(&Toy { moves_into: |left, out| out.extend(1..=(6 - left)), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`retract` must undo `apply`: 1 leads from 6 to 5 and back to 5")]
    fn retract_that_does_nothing_is_caught() {
        check_toy(&Toy { retract: |_, _| (), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "a move into a state must lead there: 1 leads from 2 to 1, not to 0")]
    fn retract_that_goes_too_far_is_caught() {
        check_state(&Toy { retract: |left, taken| *left += taken + 1, ..Toy::default() }, &0);
    }

    #[test]
    #[should_panic(expected = "two calls of `cost` must agree")]
    fn broken_laws_of_the_reverse_are_caught() {
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
        static CALLS: AtomicU32 = AtomicU32::new(0);
        check_toy(&Toy { cost: |_, _| CALLS.fetch_add(1, Relaxed), ..Toy::default() });
    }
}
