//! Reference search: slow and simple, the standard for all other searches.
//!
//! It trusts only the rules: it identifies states by their `Debug` text, not by the puzzle's keys, so a wrong key has no effect. `Debug`
//! must therefore show the whole state.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::fmt::Debug;

use patience_core::{Cost, Puzzle};

use crate::successors::moves;

/// Maximum number of states that the reference examines.
pub const CAP: usize = 1 << 18;

/// The cost of the cheapest path from `root` to a goal (Dijkstra, 1959); `None` if there is none.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::reference::cheapest;
///
/// assert_eq!(cheapest(&Countdown { from: 7, most: 3 }, &7), Some(3));
/// ```
///
/// # Panics
///
/// If there are more than [`CAP`] states.
pub fn cheapest<P: Puzzle>(puzzle: &P, root: &P::State) -> Option<Cost> {
    let mut atlas = StateIndex::new();
    let mut costs = vec![0];
    let mut open = BinaryHeap::from([Reverse((0, atlas.locate(root)))]);
    while let Some(Reverse((cost, place))) = open.pop() {
        if costs[place] < cost {
            continue; // a cheaper path was found since
        }
        let state = atlas.states[place].clone();
        if puzzle.is_goal(&state) {
            return Some(cost);
        }
        for (child, price) in children(puzzle, &state) {
            let place = atlas.locate(&child);
            costs.resize(atlas.states.len(), Cost::MAX);
            if cost + price < costs[place] {
                costs[place] = cost + price;
                open.push(Reverse((costs[place], place)));
            }
        }
    }
    None
}

/// The number of states reachable from the start, including goals and states beyond them.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::reference::reachable;
///
/// assert_eq!(reachable(&Countdown { from: 7, most: 3 }), 8);
/// ```
///
/// # Panics
///
/// If there are more than [`CAP`] states.
pub fn reachable<P: Puzzle>(puzzle: &P) -> usize {
    reachable_states(puzzle).len()
}

/// The number of distinct keys of the reachable states: fewer than states if keys are symmetric.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::reference::reachable_keys;
///
/// assert_eq!(reachable_keys(&Countdown { from: 7, most: 3 }), 8);
/// ```
///
/// # Panics
///
/// If there are more than [`CAP`] states.
pub fn reachable_keys<P: Puzzle>(puzzle: &P) -> usize {
    let keys: BTreeSet<P::Key> =
        reachable_states(puzzle).iter().map(|state| puzzle.key(state)).collect();
    keys.len()
}

/// All states reachable from the start, in breadth-first order.
pub(crate) fn reachable_states<P: Puzzle>(puzzle: &P) -> Vec<P::State> {
    StateIndex::explored(puzzle).states
}

/// The cost from each reachable state to its nearest goal.
pub(crate) struct Distances {
    by_text: HashMap<String, Option<Cost>>,
}

impl Distances {
    /// Explores everything reachable from the start.
    pub(crate) fn from_start<P: Puzzle>(puzzle: &P) -> Self {
        let mut atlas = StateIndex::explored(puzzle);
        let states = atlas.states.clone();
        let mut costs: Vec<Option<Cost>> =
            states.iter().map(|state| puzzle.is_goal(state).then_some(0)).collect();
        let edges: Vec<Vec<(usize, Cost)>> = states
            .iter()
            .map(|state| {
                let locate = |(child, price): (P::State, Cost)| (atlas.locate(&child), price);
                children(puzzle, state).map(locate).collect()
            })
            .collect();
        // Relaxes all moves until no cost falls (Bellman, 1958).
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for place in (0..states.len()).rev() {
                let through = |&(child, price): &(usize, Cost)| Some(costs[child]? + price);
                let known = costs[place];
                let best = edges[place].iter().filter_map(through).chain(known).min();
                has_changed |= best != known;
                costs[place] = best;
            }
        }
        let cost_of = |(text, place): (String, usize)| (text, costs[place]);
        Self { by_text: atlas.places.into_iter().map(cost_of).collect() }
    }

    /// The cost from `state`, which must be reachable; `None` if it reaches no goal.
    pub(crate) fn of(&self, state: &impl Debug) -> Option<Cost> {
        let text = format!("{state:?}");
        *self.by_text.get(&text).unwrap_or_else(|| panic!("{text} is not reachable from the start"))
    }
}

/// The states seen so far, numbered.
struct StateIndex<S> {
    states: Vec<S>,
    places: HashMap<String, usize>,
}

impl<S: Clone + Eq + Debug> StateIndex<S> {
    fn new() -> Self {
        Self { states: Vec::new(), places: HashMap::new() }
    }

    fn explored<P: Puzzle<State = S>>(puzzle: &P) -> Self {
        let mut atlas = Self::new();
        atlas.locate(&puzzle.start());
        let mut next = 0;
        while next < atlas.states.len() {
            let state = atlas.states[next].clone();
            for (child, _) in children(puzzle, &state) {
                atlas.locate(&child);
            }
            next += 1;
        }
        atlas
    }

    /// The number of `state`: the next free one if it is new.
    fn locate(&mut self, state: &S) -> usize {
        let free = self.states.len();
        let text = format!("{state:?}");
        let place = *self.places.entry(text).or_insert(free);
        if place == free {
            assert!(
                free < CAP,
                "the reference is for tiny instances: this one has more than {CAP} states"
            );
            self.states.push(state.clone());
        }
        assert!(
            self.states[place] == *state,
            "different states must have different `Debug` text, but two print as {state:?}"
        );
        place
    }
}

/// The children of a state with the costs of the moves. Uses `apply` alone.
fn children<P: Puzzle>(puzzle: &P, state: &P::State) -> impl Iterator<Item = (P::State, Cost)> {
    moves(puzzle, state).into_iter().map(|mv| {
        let mut child = state.clone();
        puzzle.apply(&mut child, mv);
        (child, puzzle.cost(state, mv))
    })
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use patience_core::example::Countdown;

    use super::*;
    use crate::toy::Toy;

    #[test]
    fn cheapest_is_not_shortest() {
        // Taking six at once costs 100: one at a time is cheaper.
        let toy = Toy {
            moves: |left, out| out.extend([1, 6].into_iter().filter(|&taken| taken <= left)),
            cost: |_, taken| if taken == 6 { 100 } else { 2 },
            ..Toy::default()
        };
        assert_eq!(cheapest(&toy, &6), Some(12));
        assert_eq!(Distances::from_start(&toy).of(&6), Some(12));
    }

    #[test]
    fn cost_is_none_without_a_goal() {
        let toy = Toy { is_goal: |_| false, ..Toy::default() };
        assert_eq!(cheapest(&toy, &6), None);
        assert_eq!(Distances::from_start(&toy).of(&6), None);
    }

    #[test]
    fn both_references_agree() {
        let puzzle = Countdown { from: 30, most: 4 };
        let distances = Distances::from_start(&puzzle);
        for left in 0..=30 {
            assert_eq!(distances.of(&left), cheapest(&puzzle, &left));
        }
    }

    #[test]
    fn wrong_keys_have_no_effect() {
        let toy = Toy { key: |_| 0, ..Toy::default() };
        assert_eq!(cheapest(&toy, &6), Some(2));
        assert_eq!((reachable(&toy), reachable_keys(&toy)), (7, 1));
    }

    #[test]
    #[should_panic(expected = "the reference is for tiny instances")]
    fn large_instances_are_rejected() {
        reachable(&Countdown { from: 300_000, most: 1 });
    }

    #[test]
    #[should_panic(
        expected = "different states must have different `Debug` text, but two print as ?"
    )]
    fn equal_debug_texts_are_caught() {
        #[derive(Clone, PartialEq, Eq)]
        struct Masked(u32);

        impl fmt::Debug for Masked {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("?")
            }
        }

        let mut atlas = StateIndex::new();
        atlas.locate(&Masked(1));
        atlas.locate(&Masked(2));
    }
}
