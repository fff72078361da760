//! Moves and successors of a state, in comparable forms.

use std::collections::BTreeMap;
use std::fmt::Debug;

use patience_core::{Cost, Puzzle};

/// The legal moves of `state`, in order.
pub(crate) fn moves<P: Puzzle>(puzzle: &P, state: &P::State) -> Vec<P::Move> {
    let mut out = Vec::new();
    puzzle.moves(state, &mut out);
    out
}

/// The successor keys, each with the cost of the cheapest move to it.
///
/// This is everything that a search over keys can see of a state. Only the cheapest counts, because a puzzle may omit moves to equal
/// keys.
pub(crate) fn successors<P: Puzzle>(puzzle: &P, state: &P::State) -> BTreeMap<P::Key, Cost> {
    let mut cheapest = BTreeMap::new();
    for mv in moves(puzzle, state) {
        let cost = puzzle.cost(state, mv);
        let known = cheapest.entry(puzzle.child_key(state, mv)).or_insert(cost);
        *known = cost.min(*known);
    }
    cheapest
}

/// The moves that `list` appends, after checking that it appends, in a fixed order, without duplicates.
pub(crate) fn listed<M: Copy + Eq + Debug>(
    name: &str,
    state: &impl Debug,
    list: impl Fn(&mut Vec<M>),
) -> Vec<M> {
    let mut once = Vec::new();
    list(&mut once);
    let mut twice = once.clone();
    list(&mut twice);
    assert!(
        twice.starts_with(&once) && twice[once.len()..] == once,
        "`{name}` must append to what the buffer holds, the same moves in the same order each time: \
         {once:?} became {twice:?} in {state:?}"
    );
    for (index, mv) in once.iter().enumerate() {
        assert!(!once[..index].contains(mv), "`{name}` lists {mv:?} twice in {state:?}");
    }
    once
}
