//! Laws of every puzzle.

use std::collections::BTreeMap;
use std::fmt::Debug;

use patience_core::{Cost, Puzzle, replay};

use crate::successors::{listed, successors};
use crate::{Walks, reference};

/// Checks the laws of [`Puzzle`] on random walks.
///
/// In every state:
/// - `moves` appends the same moves in the same order each time, none twice;
/// - `is_legal` accepts exactly the moves that `moves` lists;
/// - `apply` is deterministic and changes the state; `child`, `child_key` and `pay` agree with it;
/// - `key` and `cost` are deterministic, and no query changes a state.
///
/// Over all states: equal keys have equal goal status, successor keys and costs. Along each walk: the keys suffice to [`replay`] it.
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

/// Checks the laws of [`Puzzle`] on every reachable state, for tiny instances.
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

/// Facts about a key: the first state that had it, its goal status and its successors.
struct Known<P: Puzzle> {
    state: P::State,
    is_goal: bool,
    successors: BTreeMap<P::Key, Cost>,
}

struct Laws<'p, P: Puzzle> {
    puzzle: &'p P,
    known: BTreeMap<P::Key, Known<P>>,
    /// Moves of other states, which need not be legal here.
    others: Vec<P::Move>,
}

/// Number of moves of other states tried in every state.
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
            "queries must not change a state: {} became {}",
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
        agree("two calls of `apply`", &child, &again, state, mv);
        agree("`child` and `apply`", &puzzle.child(state, mv), &child, state, mv);
        agree(
            "`child_key` and the key of the child",
            &puzzle.child_key(state, mv),
            &puzzle.key(&child),
            state,
            mv,
        );
        agree("two calls of `cost`", &puzzle.cost(state, mv), &puzzle.cost(state, mv), state, mv);
        let mut paid = state.clone();
        let cost = puzzle.pay(&mut paid, mv);
        agree("`pay` and `cost`", &cost, &puzzle.cost(state, mv), state, mv);
        agree("`pay` and `apply`", &paid, &child, state, mv);
        assert!(
            child != *state,
            "a move must change the state, but {mv:?} leaves {state:?} unchanged"
        );
    }

    fn check_key(&mut self, state: &P::State) {
        let puzzle = self.puzzle;
        let key = puzzle.key(state);
        assert!(key == puzzle.key(state), "`key` must be deterministic in {state:?}");
        let here = Known {
            state: state.clone(),
            is_goal: puzzle.is_goal(state),
            successors: successors(puzzle, state),
        };
        let Some(there) = self.known.get(&key) else {
            self.known.insert(key, here);
            return;
        };
        let pair = format!("{:?} and {:?}, both with key {key:?}", there.state, here.state);
        assert!(
            here.is_goal == there.is_goal,
            "states with equal keys must have equal goal status: {pair}"
        );
        assert!(
            here.successors == there.successors,
            "states with equal keys must have equal successors and costs: {pair}, lead to {:?} and {:?}",
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
        panic!("the keys of a walk must suffice to replay it, but {keys:?} from {start:?} do not");
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
    #[should_panic(expected = "two calls of `apply` must agree")]
    fn nondeterministic_apply_is_caught() {
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
    #[should_panic(expected = "two calls of `cost` must agree")]
    fn nondeterministic_cost_is_caught() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        check_toy(&Toy { cost: |_, _| CALLS.fetch_add(1, Relaxed), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "`key` must be deterministic in 0")]
    fn nondeterministic_key_is_caught() {
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let key = |left| if left == 0 { 100 + CALLS.fetch_add(1, Relaxed) } else { left };
        // An empty heap: no child is compared before the state itself.
        check_toy(&Toy { from: 0, key, ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "states with equal keys must have equal goal status")]
    fn key_that_merges_goals_is_caught() {
        check_toy(&Toy { key: |left| left.max(1), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "must have equal successors and costs")]
    fn key_that_merges_states_is_caught() {
        check_toy(&Toy { key: |left| left.min(5), ..Toy::default() });
    }

    #[test]
    #[should_panic(expected = "must have equal successors and costs")]
    fn key_that_merges_costs_is_caught() {
        // Heaps of 4 and 5 are both emptied in one move, but at different costs.
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
        expected = "the keys of a walk must suffice to replay it, but [4, 1] from 6 do not"
    )]
    fn walks_that_cannot_be_replayed_are_caught() {
        // Heaps of 4 and 5 have equal keys, but only 4 leads to 1: the replay tries 5.
        let toy = Toy { key: |left| if left == 5 { 4 } else { left }, ..Toy::default() };
        check_replay(&toy, &[6, 4, 1]);
    }

    #[test]
    #[should_panic(expected = "a replay must pass through 4, not 5")]
    fn wrong_replays_are_caught() {
        check_replay(&Toy { child_key: Some(|_, _| 4), ..Toy::default() }, &[6, 4]);
    }

    #[test]
    #[should_panic(expected = "queries must not change a state: Counted(0) became Counted(")]
    fn states_that_queries_change_are_caught() {
        check(&Hide, &Walks::default());
    }

    /// A state that counts the queries of its moves.
    #[derive(Debug)]
    struct Counted(AtomicU32);

    impl Clone for Counted {
        fn clone(&self) -> Self {
            Self(AtomicU32::new(self.0.load(Relaxed)))
        }
    }

    impl PartialEq for Counted {
        fn eq(&self, other: &Self) -> bool {
            self.0.load(Relaxed) == other.0.load(Relaxed)
        }
    }

    impl Eq for Counted {}

    struct Hide;

    impl Puzzle for Hide {
        type State = Counted;
        type Move = ();
        type Key = ();

        fn start(&self) -> Counted {
            Counted(AtomicU32::new(0))
        }

        fn is_goal(&self, _: &Counted) -> bool {
            true
        }

        fn moves(&self, state: &Counted, _: &mut Vec<()>) {
            state.0.fetch_add(1, Relaxed);
        }

        fn apply(&self, _: &mut Counted, (): ()) {}

        fn key(&self, _: &Counted) {}
    }
}
