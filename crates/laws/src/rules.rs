//! The laws of every puzzle.

use std::collections::BTreeMap;
use std::fmt::Debug;

use patience_core::{Cost, Puzzle, replay};

use crate::successors::{listed, successors};
use crate::{Walks, reference};

/// Checks the laws of [`Puzzle`] on random walks.
///
/// In every state:
/// - `moves` appends the same moves in the same order each time, none twice;
/// - `is_legal` accepts the moves that `moves` lists and no others;
/// - `apply` does the same each time, and it changes the state; `child`, `child_key` and `pay` agree with it;
/// - `key` and `cost` answer the same each time, and looking at a state changes nothing.
///
/// Over all states: those of equal keys are goals together, and lead to the same keys at the same costs. Along each walk: the
/// keys alone are enough to [`replay`] it.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::{Walks, check};
///
/// check(&Countdown { from: 20, most: 3 }, &Walks::default());
/// ```
///
/// # Panics
///
/// If a law is broken.
pub fn check<P: Puzzle>(puzzle: &P, walks: &Walks) {
    let mut laws = Laws { puzzle, known: BTreeMap::new(), others: Vec::new() };
    for walk in walks.iter(puzzle) {
        for step in &walk {
            laws.check_state(&step.state);
        }
        let states: Vec<P::State> = walk.into_iter().map(|step| step.state).collect();
        check_replay(puzzle, &states);
    }
}

/// Checks the laws of [`Puzzle`] on every state that can be reached: for tiny instances.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::check_everywhere;
///
/// check_everywhere(&Countdown { from: 20, most: 3 });
/// ```
///
/// # Panics
///
/// If a law is broken, or if there are more than [`reference::CAP`] states.
pub fn check_everywhere<P: Puzzle>(puzzle: &P) {
    let mut laws = Laws { puzzle, known: BTreeMap::new(), others: Vec::new() };
    for state in reference::reachable_states(puzzle) {
        laws.check_state(&state);
    }
}

/// What is known of a key: the first state that had it, whether that is a goal, and what it leads to.
struct Known<P: Puzzle> {
    state: P::State,
    is_goal: bool,
    successors: BTreeMap<P::Key, Cost>,
}

struct Laws<'p, P: Puzzle> {
    puzzle: &'p P,
    known: BTreeMap<P::Key, Known<P>>,
    /// Moves of some other states, which need not be legal here.
    others: Vec<P::Move>,
}

/// Moves of other states that are tried in every state.
const MOST_OTHERS: usize = 200;

impl<P: Puzzle> Laws<'_, P> {
    fn check_state(&mut self, state: &P::State) {
        let before = (state.clone(), format!("{state:?}"));
        let legal = listed("moves", state, |out| self.puzzle.moves(state, out));
        for &mv in &legal {
            self.check_move(state, mv);
        }
        for &mv in legal.iter().chain(&self.others) {
            let is_listed = legal.contains(&mv);
            agree(
                "`is_legal` and `moves`",
                &self.puzzle.is_legal(state, mv),
                &is_listed,
                state,
                mv,
            );
        }
        for mv in legal {
            if self.others.len() < MOST_OTHERS && !self.others.contains(&mv) {
                self.others.push(mv);
            }
        }
        self.check_key(state);
        let after = (state.clone(), format!("{state:?}"));
        assert!(
            before == after,
            "looking at a state must not change it: {} became {}",
            before.1,
            after.1
        );
    }

    fn check_move(&self, state: &P::State, mv: P::Move) {
        let puzzle = self.puzzle;
        let mut child = state.clone();
        puzzle.apply(&mut child, mv);
        let mut again = state.clone();
        puzzle.apply(&mut again, mv);
        agree("`apply` and `apply` once more", &child, &again, state, mv);
        agree("`child` and `apply`", &puzzle.child(state, mv), &child, state, mv);
        agree(
            "`child_key` and the key of the child",
            &puzzle.child_key(state, mv),
            &puzzle.key(&child),
            state,
            mv,
        );
        agree(
            "`cost` and `cost` once more",
            &puzzle.cost(state, mv),
            &puzzle.cost(state, mv),
            state,
            mv,
        );
        let mut paid = state.clone();
        let cost = puzzle.pay(&mut paid, mv);
        agree("`pay` and `cost`", &cost, &puzzle.cost(state, mv), state, mv);
        agree("`pay` and `apply`", &paid, &child, state, mv);
        assert!(
            child != *state,
            "a move must change the state, but {mv:?} leaves {state:?} as it is"
        );
    }

    fn check_key(&mut self, state: &P::State) {
        let puzzle = self.puzzle;
        let key = puzzle.key(state);
        assert!(key == puzzle.key(state), "`key` must answer the same each time in {state:?}");
        let here = Known {
            state: state.clone(),
            is_goal: puzzle.is_goal(state),
            successors: successors(puzzle, state),
        };
        let Some(there) = self.known.get(&key) else {
            self.known.insert(key, here);
            return;
        };
        let pair = format!("{:?} and {:?}, both of key {key:?}", there.state, here.state);
        assert!(
            here.is_goal == there.is_goal,
            "states of equal keys must be goals together: {pair}"
        );
        assert!(
            here.successors == there.successors,
            "states of equal keys must lead to the same keys at the same costs: {pair}, lead to {:?} and {:?}",
            there.successors,
            here.successors
        );
    }
}

fn agree<T: PartialEq + Debug>(
    names: &str,
    one: &T,
    other: &T,
    state: &impl Debug,
    mv: impl Debug,
) {
    assert!(one == other, "{names} must agree on {mv:?} in {state:?}: {one:?}, {other:?}");
}

fn check_replay<P: Puzzle>(puzzle: &P, walk: &[P::State]) {
    let start = &walk[0];
    let keys: Vec<P::Key> = walk[1..].iter().map(|state| puzzle.key(state)).collect();
    let Some(played) = replay(puzzle, start, &keys) else {
        panic!("the keys of a walk must be enough to replay it, but not {keys:?} from {start:?}");
    };
    let mut state = start.clone();
    for (&key, mv) in keys.iter().zip(played) {
        puzzle.apply(&mut state, mv);
        assert!(puzzle.key(&state) == key, "a replay must pass through {key:?}, not {state:?}");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;
    use crate::toy::Toy;

    fn check_toy(toy: &Toy) {
        check(toy, &Walks::default());
    }

    #[test]
    fn sound_puzzles_pass() {
        check_toy(&Toy::default());
        check_everywhere(&Toy::default());
    }

    #[test]
    #[should_panic(expected = "`moves` must append")]
    fn moves_that_clear_the_buffer_are_caught() {
        check_toy(&Toy {
            moves: |left, out| {
                out.clear();
                out.extend(1..=left.min(3));
            },
            ..Toy::default()
        });
    }

    #[test]
    #[should_panic(expected = "the same order each time")]
    fn moves_in_changing_order_are_caught() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        check_toy(&Toy {
            moves: |left, out| match CALLS.fetch_add(1, Relaxed) % 2 {
                0 => out.extend(1..=left.min(3)),
                _ => out.extend((1..=left.min(3)).rev()),
            },
            ..Toy::default()
        });
    }

    #[test]
    #[should_panic(expected = "`moves` lists 1 twice")]
    fn duplicate_moves_are_caught() {
        check_toy(&Toy { moves: |left, out| out.extend((0..left).map(|_| 1)), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`apply` and `apply` once more must agree")]
    fn moods_of_apply_are_caught() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        check_toy(&Toy { apply: |left, _| *left = CALLS.fetch_add(1, Relaxed), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "a move must change the state, but 1 leaves 6")]
    fn apply_that_does_nothing_is_caught() {
        check_toy(&Toy { apply: |_, _| (), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`child` and `apply` must agree on 1 in 6: 4, 5")]
    fn wrong_child_is_caught() {
        check_toy(&Toy { child: Some(|left, taken| left - taken.min(1) - 1), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`is_legal` and `moves` must agree on 2 in 1: true, false")]
    fn wrong_is_legal_is_caught() {
        check_toy(&Toy { is_legal: Some(|_, _| true), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`child_key` and the key of the child must agree on 1 in 6: 6, 5")]
    fn wrong_child_key_is_caught() {
        check_toy(&Toy { child_key: Some(|left, _| left), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`cost` and `cost` once more must agree")]
    fn moods_of_cost_are_caught() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        check_toy(&Toy { cost: |_, _| CALLS.fetch_add(1, Relaxed), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`key` must answer the same each time in 0")]
    fn moods_of_key_are_caught() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let key = |left| if left == 0 { 100 + CALLS.fetch_add(1, Relaxed) } else { left };
        // A heap of nothing: no child could be compared before the state itself.
        check_toy(&Toy { from: 0, key, ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "states of equal keys must be goals together")]
    fn key_that_forgets_the_goal_is_caught() {
        check_toy(&Toy { key: |left| left.max(1), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "must lead to the same keys at the same costs")]
    fn key_that_forgets_a_state_is_caught() {
        check_toy(&Toy { key: |left| left.min(5), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "must lead to the same keys at the same costs")]
    fn key_that_forgets_a_price_is_caught() {
        // Heaps of 4 and 5 must be emptied at once, but at different prices.
        check_everywhere(&Toy {
            moves: |left, out| match left {
                6 => out.extend([1, 2]),
                0 => (),
                _ => out.push(left),
            },
            cost: |left, _| left,
            key: |left| if left == 5 { 4 } else { left },
            ..Toy::default()
        });
    }

    #[test]
    #[should_panic(
        expected = "the keys of a walk must be enough to replay it, but not [4, 1] from 6"
    )]
    fn walks_that_cannot_be_replayed_are_caught() {
        // Heaps of 4 and 5 look the same, but only the former leads to 1: the replay tries the latter.
        let toy = Toy { key: |left| if left == 5 { 4 } else { left }, ..Toy::default() };
        check_replay(&toy, &[6, 4, 1]);
    }

    #[test]
    #[should_panic(expected = "a replay must pass through 4, not 5")]
    fn replays_that_go_astray_are_caught() {
        check_replay(&Toy { child_key: Some(|_, _| 4), ..Toy::default() }, &[6, 4]);
    }

    #[test]
    #[should_panic(expected = "looking at a state must not change it: Shy(0) became Shy(")]
    fn states_that_change_when_looked_at_are_caught() {
        check(&Hide, &Walks::default());
    }

    /// A state that counts how often its moves are asked for.
    #[derive(Debug)]
    struct Shy(AtomicU32);

    impl Clone for Shy {
        fn clone(&self) -> Self {
            Self(AtomicU32::new(self.0.load(Relaxed)))
        }
    }

    impl PartialEq for Shy {
        fn eq(&self, other: &Self) -> bool {
            self.0.load(Relaxed) == other.0.load(Relaxed)
        }
    }

    impl Eq for Shy {}

    struct Hide;

    impl Puzzle for Hide {
        type State = Shy;
        type Move = ();
        type Key = ();

        fn start(&self) -> Shy {
            Shy(AtomicU32::new(0))
        }

        fn is_goal(&self, _: &Shy) -> bool {
            true
        }

        fn moves(&self, state: &Shy, _: &mut Vec<()>) {
            state.0.fetch_add(1, Relaxed);
        }

        fn apply(&self, _: &mut Shy, (): ()) {}

        fn key(&self, _: &Shy) {}
    }
}
