//! An instance of a Python puzzle as a search sees it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use patience_core::{Kind, Measured, Node, Packed, Puzzle};
use pyo3::prelude::*;

use super::Own;
use super::graph::{Graph, Id, Step};
use crate::raised::Raised;

/// One search of an instance. Its keys are numbered in the order in which the search asks for them, so that it is the same whatever other
/// searches have found before.
///
/// A method of the puzzle that raises ends all work: its state then has no moves and is not solved.
pub(super) struct Instance<'a> {
    own: &'a Own,
    pub(super) graph: Arc<Graph>,
    raised: &'a Raised,
    keys: Mutex<Keys>,
}

#[derive(Default)]
struct Keys {
    keys: HashMap<Id, u32>,
    states: Vec<Id>,
}

impl<'a> Instance<'a> {
    pub(super) fn new(own: &'a Own, graph: Arc<Graph>, raised: &'a Raised) -> Self {
        Self { own, graph, raised, keys: Mutex::default() }
    }

    fn keys(&self) -> MutexGuard<'_, Keys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks Python, unless the work is over.
    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.raised.is_over() {
            return None;
        }
        self.raised.keep(Python::attach(question))
    }

    fn steps(&self, state: Id) -> Option<Arc<[Step]>> {
        let known = self.graph.known_moves(state);
        known.or_else(|| self.ask(|py| self.graph.moves(py, state)))
    }
}

impl Puzzle for Instance<'_> {
    type State = Id;
    type Move = u32;
    type Key = u32;

    fn start(&self) -> Id {
        self.graph.root()
    }

    fn is_goal(&self, state: &Id) -> bool {
        let known = self.graph.known_solved(*state);
        known.or_else(|| self.ask(|py| self.graph.is_solved(py, *state))).unwrap_or(false)
    }

    fn moves(&self, state: &Id, out: &mut Vec<u32>) {
        let count = self.steps(*state).map_or(0, |steps| steps.len());
        // Nobody lists more moves.
        out.extend(0..u32::try_from(count).unwrap_or(u32::MAX));
    }

    fn apply(&self, state: &mut Id, mv: u32) {
        let step = self.steps(*state).and_then(|steps| Some(steps.get(mv as usize)?.child));
        if let Some(child) = step {
            *state = child;
        }
    }

    fn key(&self, state: &Id) -> u32 {
        let Keys { keys, states } = &mut *self.keys();
        *keys.entry(*state).or_insert_with(|| {
            states.push(*state);
            // A state has a number of 32 bits, and one key.
            u32::try_from(states.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

impl Packed for Instance<'_> {
    fn unpack(&self, key: u32) -> Id {
        self.keys().states[key as usize]
    }
}

impl Measured for Instance<'_> {
    fn feature_count(&self) -> usize {
        self.own.ranges.len()
    }

    fn feature_name(&self, at: usize) -> &str {
        self.own.feature_set.features()[at].name
    }

    fn feature_kind(&self, at: usize) -> Kind {
        self.own.feature_set.features()[at].kind
    }

    fn feature_range(&self, at: usize) -> (f64, f64) {
        self.own.ranges[at]
    }

    fn measure(&self, at: usize, node: &Node<'_, Self>) -> f64 {
        let known = self.graph.known_values(*node.state);
        let values = known.or_else(|| self.ask(|py| self.graph.values(py, *node.state)));
        values.map_or(0.0, |values| values[at])
    }
}
