//! Storage of a tree of trajectories, in three arrays that the next tree reuses.

use std::mem;

use patience_core::{Meter, Stop};

/// The nodes of a tree, the edges between them, and the steps of tails. The root is the first node.
pub(super) struct NodeArena<M, O> {
    pub(super) nodes: Vec<Node<O>>,
    pub(super) edges: Vec<Edge<M>>,
    pub(super) steps: Vec<Step<M, O>>,
}

/// A view in the tree: how it was reached, and its contents.
#[derive(Clone, Copy)]
pub(super) struct Node<O> {
    /// What the move to it revealed.
    pub(super) outcome: Option<O>,
    /// How often that was drawn, if it was.
    pub(super) weight: u32,
    /// The next node of the same edge, with another outcome.
    pub(super) sibling: u32,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// One trajectory passed and continued by these steps; or it is an end, without steps, for any number of trajectories.
    Tail { first: u32, len: u32, payoff: f32 },
    /// Several trajectories passed. The tried edges come first.
    Branch { first: u32, len: u32, tried: u32, visits: u32 },
}

/// A move in a view of the tree.
#[derive(Clone, Copy)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// The first of its child nodes.
    pub(super) child: u32,
    pub(super) visits: u32,
    pub(super) payoffs: f32,
}

impl<M> Edge<M> {
    pub(super) fn untried(mv: M) -> Self {
        Self { mv, child: NONE, visits: 0, payoffs: 0.0 }
    }
}

/// A move of a trajectory outside the tree, and what it revealed.
#[derive(Clone, Copy)]
pub(super) struct Step<M, O> {
    pub(super) mv: M,
    pub(super) outcome: Option<O>,
}

pub(super) const NONE: u32 = u32::MAX;

const INITIAL_CAPACITY: usize = 1 << 10;

impl<M, O> NodeArena<M, O> {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), steps: Vec::new() }
    }

    /// Clears the tree and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.steps.clear();
    }

    /// Adds a child node of an edge; it is an end until it gets contents.
    pub(super) fn add_child(
        &mut self,
        edge: u32,
        outcome: Option<O>,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Stop> {
        self.reserve(1, 0, 0, meter)?;
        let child = slot(self.nodes.len())?;
        let sibling = mem::replace(&mut self.edges[edge as usize].child, child);
        let kind = Kind::Tail { first: 0, len: 0, payoff: 0.0 };
        self.nodes.push(Node { outcome, weight: 1, sibling, kind });
        Ok(child)
    }

    /// Reserves capacity for more nodes, edges and steps.
    #[inline]
    pub(super) fn reserve(
        &mut self,
        nodes: usize,
        edges: usize,
        steps: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if has_room(&self.nodes, nodes)
            && has_room(&self.edges, edges)
            && has_room(&self.steps, steps)
        {
            return Ok(());
        }
        let (stored, held) = (self.stored(), self.bytes());
        let held = held + enlarge(&mut self.nodes, nodes, stored, held, meter)?;
        let held = held + enlarge(&mut self.edges, edges, stored, held, meter)?;
        enlarge(&mut self.steps, steps, stored, held, meter)?;
        Ok(())
    }

    /// Charges `meter` for what is held.
    pub(super) fn charge(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        meter.store(self.stored(), self.bytes())
    }

    /// Number of views in the tree, as nodes or as steps; those that became nodes count for their steps, too.
    fn stored(&self) -> u64 {
        (self.nodes.len() + self.steps.len()) as u64
    }

    fn bytes(&self) -> u64 {
        bytes(&self.nodes) + bytes(&self.edges) + bytes(&self.steps)
    }
}

/// An array index, which fits into 32 bits.
#[inline]
pub(super) fn slot(len: usize) -> Result<u32, Stop> {
    u32::try_from(len).ok().filter(|&slot| slot != NONE).ok_or(Stop::Memory)
}

#[inline]
fn has_room<T>(items: &Vec<T>, more: usize) -> bool {
    more <= items.capacity() - items.len()
}

fn bytes<T>(items: &Vec<T>) -> u64 {
    (items.capacity() * size_of::<T>()) as u64
}

/// Doubles `items` if `more` do not fit, and returns the growth in bytes; old and new copies coexist during the move.
#[cold]
fn enlarge<T>(
    items: &mut Vec<T>,
    more: usize,
    stored: u64,
    held: u64,
    meter: &mut Meter<'_>,
) -> Result<u64, Stop> {
    if has_room(items, more) {
        return Ok(0);
    }
    let room = INITIAL_CAPACITY.max(2 * items.capacity()).max(items.len() + more);
    meter.store(stored, held + (room * size_of::<T>()) as u64)?;
    let before = bytes(items);
    items.reserve_exact(room - items.len());
    Ok(bytes(items) - before)
}
