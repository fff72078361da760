//! What a tree of trajectories holds, in three arrays that are used again for the next tree.

use std::mem;

use patience_core::{Meter, Stop};

/// The nodes of a tree, the edges between them, and the steps of tails. The root is the first node.
pub(super) struct NodeArena<M, O> {
    pub(super) nodes: Vec<Node<O>>,
    pub(super) edges: Vec<Edge<M>>,
    pub(super) steps: Vec<Step<M, O>>,
}

/// A view of the tree: what led there from the view before, and what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Node<O> {
    /// What the move to here brought to light.
    pub(super) outcome: Option<O>,
    /// How often that was drawn, if it was.
    pub(super) weight: u32,
    /// The next node of the same edge, by another outcome.
    pub(super) sibling: u32,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// One trajectory came here and went on by these steps; or many, and this is an end, without steps.
    Tail { first: u32, len: u32, payoff: f32 },
    /// Several trajectories came here. The edges that were tried come first.
    Branch { first: u32, len: u32, tried: u32, visits: u32 },
}

/// A move in a view of the tree.
#[derive(Clone, Copy)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// The first of the nodes that it leads to.
    pub(super) child: u32,
    pub(super) visits: u32,
    pub(super) payoffs: f32,
}

impl<M> Edge<M> {
    pub(super) fn untried(mv: M) -> Self {
        Self { mv, child: NONE, visits: 0, payoffs: 0.0 }
    }
}

/// A move of a trajectory that left the tree, and what it brought to light.
#[derive(Clone, Copy)]
pub(super) struct Step<M, O> {
    pub(super) mv: M,
    pub(super) outcome: Option<O>,
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Places that the first piece of memory has.
const FEW: usize = 1 << 10;

impl<M, O> NodeArena<M, O> {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), steps: Vec::new() }
    }

    /// Forgets everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.steps.clear();
    }

    /// Adds a node that an edge leads to; it is an end until something is known of it.
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

    /// Makes room for so many more nodes, edges and steps.
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

    /// Tells `meter` what is held now.
    pub(super) fn charge(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        meter.store(self.stored(), self.bytes())
    }

    /// Views in the tree, in name or in fact; those that became nodes count for their steps, too.
    fn stored(&self) -> u64 {
        (self.nodes.len() + self.steps.len()) as u64
    }

    fn bytes(&self) -> u64 {
        bytes(&self.nodes) + bytes(&self.edges) + bytes(&self.steps)
    }
}

/// The number of a place in an array; there are no more of them than 32 bits can tell.
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

/// Doubles `items` if they have no room for `more`, and returns by how many bytes; old and new are held together while they move.
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
    let room = FEW.max(2 * items.capacity()).max(items.len() + more);
    meter.store(stored, held + (room * size_of::<T>()) as u64)?;
    let before = bytes(items);
    items.reserve_exact(room - items.len());
    Ok(bytes(items) - before)
}
