//! One tree of trajectories, in three arrays that are used again for the next tree.

use std::mem;
use std::num::NonZeroU32;

use patience_core::{Finish, Finisher, Hidden, Meter, SplitMix, Stop, Turn};

use super::logarithms::Logarithms;
use super::trail::Trail;

/// A tree below a view. Views are not stored but played again: a trajectory plays from the root in any case.
///
/// A view that one trajectory passed is a node in name only: it is a step in the *tail* of that trajectory, a move and what it
/// brought to light. When a second trajectory comes that way, the first step of the tail becomes a node with an edge for each
/// move. So the tree is the one that would hold every view of every trajectory, in a tenth of the memory.
pub(super) struct Tree<'a, H: Hidden, F> {
    game: &'a H,
    turn: &'a Turn<'a, H>,
    finisher: &'a F,
    width: Option<NonZeroU32>,
    exploration: f32,
    /// The root is the first.
    nodes: Vec<Node<H::Outcome>>,
    edges: Vec<Edge<H::Move>>,
    steps: Vec<Step<H::Move, H::Outcome>>,
    /// Nodes and edges that the trajectory passes.
    path: Vec<(u32, u32)>,
    trail: Trail<H::Key>,
    logarithms: Logarithms,
    /// Where the trajectory is, and room for where it may go.
    view: H::View,
    next: H::View,
    moves: Vec<H::Move>,
    line: Vec<H::Move>,
}

/// A view of the tree: what led there from the view before, and what is known of it.
#[derive(Clone, Copy)]
struct Node<O> {
    /// What the move to here brought to light.
    outcome: Option<O>,
    /// How often that was drawn, if it was.
    weight: u32,
    /// The next node of the same edge, by another outcome.
    sibling: u32,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// One trajectory came here and went on by these steps; or many, and this is an end, without steps.
    Tail { first: u32, len: u32, payoff: f32 },
    /// Several trajectories came here. The edges that were tried come first.
    Branch { first: u32, len: u32, tried: u32, visits: u32 },
}

/// A move in a view of the tree.
#[derive(Clone, Copy)]
struct Edge<M> {
    mv: M,
    /// The first of the nodes that it leads to.
    child: u32,
    visits: u32,
    payoffs: f32,
}

/// A move of a trajectory that left the tree, and what it brought to light.
#[derive(Clone, Copy)]
struct Step<M, O> {
    mv: M,
    outcome: Option<O>,
}

/// No node.
const NONE: u32 = u32::MAX;

const ROOT: u32 = 0;

/// Places that the first piece of memory has.
const FEW: usize = 1 << 10;

impl<'a, H: Hidden, F: Finisher<H>> Tree<'a, H, F> {
    pub(super) fn new(
        game: &'a H,
        turn: &'a Turn<'a, H>,
        finisher: &'a F,
        width: Option<NonZeroU32>,
        exploration: f32,
    ) -> Self {
        Self {
            game,
            turn,
            finisher,
            width,
            exploration,
            nodes: Vec::new(),
            edges: Vec::new(),
            steps: Vec::new(),
            path: Vec::new(),
            trail: Trail::new(turn.seen),
            logarithms: Logarithms::new(),
            view: turn.view.clone(),
            next: turn.view.clone(),
            moves: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Forgets the tree and grows another one.
    pub(super) fn grow(
        &mut self,
        trajectories: u32,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        self.nodes.clear();
        self.edges.clear();
        self.steps.clear();
        self.reserve(1, self.turn.moves.len(), 0, meter)?;
        let len = slot(self.turn.moves.len())?;
        let kind = Kind::Branch { first: 0, len, tried: 0, visits: 0 };
        self.nodes.push(Node { outcome: None, weight: 1, sibling: NONE, kind });
        self.edges.extend(self.turn.moves.iter().map(|&mv| Edge::untried(mv)));
        for trajectory in 0..trajectories {
            self.logarithms.learn(trajectory);
            self.view.clone_from(self.turn.view);
            self.trail.restart();
            self.path.clear();
            let payoff = self.descend(rng, meter)?;
            self.back_up(payoff);
        }
        Ok(())
    }

    /// How often the root's move `mv` was tried, and the sum of its payoffs.
    pub(super) fn of_move(&self, mv: H::Move) -> (u32, f32) {
        let root = &self.edges[..self.edges.len().min(self.turn.moves.len())];
        let edge = root.iter().find(|edge| edge.mv == mv);
        edge.map_or((0, 0.0), |edge| (edge.visits, edge.payoffs))
    }

    /// Plays through the tree, and beyond it to the end.
    fn descend(&mut self, rng: &mut SplitMix, meter: &mut Meter<'_>) -> Result<f32, Stop> {
        let mut node = ROOT;
        loop {
            let (first, len, tried, visits) = match self.nodes[node as usize].kind {
                Kind::Tail { len: 0, payoff, .. } => return Ok(payoff),
                Kind::Tail { first, len, payoff } => {
                    self.unroll(node, first, len, payoff, meter)?
                }
                Kind::Branch { first, len, tried, visits } => (first, len, tried, visits),
            };
            meter.expand()?;
            if tried < len
                && let Some(child) = self.try_another(node, first, len, tried, rng, meter)?
            {
                return self.play_out(child, rng, meter);
            }
            if tried == 0 {
                // Every move leads back, which can only be so at a root of which its turn did not say that.
                return Ok(0.0);
            }
            let edge = self.most_promising(first, tried, visits);
            self.path.push((node, edge));
            match self.follow(edge, rng, meter)? {
                Reached::Known(child) => node = child,
                Reached::New(child) => return self.play_out(child, rng, meter),
            }
        }
    }

    /// Makes a branch of the first step of a tail, and a tail of the others.
    fn unroll(
        &mut self,
        node: u32,
        step: u32,
        len: u32,
        payoff: f32,
        meter: &mut Meter<'_>,
    ) -> Result<(u32, u32, u32, u32), Stop> {
        self.moves.clear();
        self.game.moves(&self.view, &mut self.moves);
        self.reserve(1, self.moves.len(), 0, meter)?;
        let Step { mv, outcome } = self.steps[step as usize];
        let kind = Kind::Tail { first: step + 1, len: len - 1, payoff };
        let child = slot(self.nodes.len())?;
        self.nodes.push(Node { outcome, weight: 1, sibling: NONE, kind });
        let first = slot(self.edges.len())?;
        // The move of the step comes first; it is one of the moves, since the view is the same as then.
        self.edges.push(Edge { mv, child, visits: 1, payoffs: payoff });
        let others = self.moves.iter().filter(|&&other| other != mv);
        self.edges.extend(others.map(|&mv| Edge::untried(mv)));
        let len = slot(self.edges.len())? - first;
        self.nodes[node as usize].kind = Kind::Branch { first, len, tried: 1, visits: 1 };
        Ok((first, len, 1, 1))
    }

    /// Plays a move of a branch that was never tried there, and returns the new node; `None` if those left all lead back, and
    /// they are then dropped.
    fn try_another(
        &mut self,
        node: u32,
        first: u32,
        len: u32,
        tried: u32,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        let (next, mut end) = ((first + tried) as usize, (first + len) as usize);
        let mut child = None;
        while next < end && child.is_none() {
            let at = next + rng.below(end - next);
            let mv = self.edges[at].mv;
            let Some(outcome) = self.step(mv, rng) else {
                end -= 1;
                self.edges.swap(at, end);
                continue;
            };
            self.edges.swap(at, next);
            let edge = slot(next)?;
            child = Some(self.add_child(edge, outcome, meter)?);
            self.path.push((node, edge));
        }
        if let Kind::Branch { len, tried, .. } = &mut self.nodes[node as usize].kind {
            *len = slot(end)? - first;
            *tried += u32::from(child.is_some());
        }
        Ok(child)
    }

    /// The edge of the highest upper confidence bound.
    #[inline]
    fn most_promising(&self, first: u32, tried: u32, visits: u32) -> u32 {
        let log = self.logarithms.of(visits);
        let (mut best, mut highest) = (first, f32::NEG_INFINITY);
        let edges = &self.edges[first as usize..(first + tried) as usize];
        for (edge, at) in edges.iter().zip(first..) {
            // Counts of visits lose nothing that matters.
            let visits = edge.visits as f32;
            let bound = edge.payoffs / visits + self.exploration * (log / visits).sqrt();
            if highest < bound {
                (best, highest) = (at, bound);
            }
        }
        best
    }

    /// Plays the move of an edge that was tried before.
    fn follow(
        &mut self,
        edge: u32,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<Reached, Stop> {
        let Edge { mv, child, visits, .. } = self.edges[edge as usize];
        if self.nodes[child as usize].outcome.is_none() {
            self.game.apply(&mut self.view, mv, None);
            self.trail.push(self.game.key(&self.view));
            return Ok(Reached::Known(child));
        }
        if let Some(width) = self.width.filter(|width| width.get() <= visits) {
            let child = self.drawn_before(child, rng.below(width.get() as usize));
            self.show(mv, self.nodes[child as usize].outcome);
            return Ok(Reached::Known(child));
        }
        let outcome = self.game.draw(&self.view, mv, rng);
        self.show(mv, outcome);
        let mut known = child;
        while known != NONE {
            let node = &mut self.nodes[known as usize];
            if node.outcome == outcome {
                node.weight = node.weight.saturating_add(1);
                return Ok(Reached::Known(known));
            }
            known = node.sibling;
        }
        Ok(Reached::New(self.add_child(edge, outcome, meter)?))
    }

    /// The node of the `nth` draw, beginning with that of `child`.
    fn drawn_before(&self, mut child: u32, mut nth: usize) -> u32 {
        loop {
            let Node { weight, sibling, .. } = self.nodes[child as usize];
            if nth < weight as usize || sibling == NONE {
                return child;
            }
            nth -= weight as usize;
            child = sibling;
        }
    }

    /// Plays from a new node to the end, and leaves a tail there.
    fn play_out(
        &mut self,
        node: u32,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<f32, Stop> {
        let first = slot(self.steps.len())?;
        let payoff = loop {
            meter.expand()?;
            if let Some(payoff) = self.ending(meter)? {
                break payoff;
            }
            self.moves.clear();
            self.game.moves(&self.view, &mut self.moves);
            let Some(step) = self.any_step(rng) else { break 0.0 };
            self.reserve(0, 0, 1, meter)?;
            self.steps.push(step);
        };
        let len = slot(self.steps.len())? - first;
        self.nodes[node as usize].kind = Kind::Tail { first, len, payoff };
        Ok(payoff)
    }

    /// What the view is worth if the trajectory ends there.
    fn ending(&mut self, meter: &mut Meter<'_>) -> Result<Option<f32>, Stop> {
        if let Some(payoff) = self.game.payoff(&self.view) {
            // Payoffs are between 0 and 1.
            #[allow(clippy::cast_possible_truncation)]
            return Ok(Some(payoff as f32));
        }
        if !self.game.is_open(&self.view) {
            return Ok(None);
        }
        self.line.clear();
        Ok(match self.finisher.finish(self.game, &self.view, &mut self.line, meter)? {
            Finish::Won => Some(1.0),
            Finish::Lost => Some(0.0),
            Finish::Unknown => None,
        })
    }

    /// Plays any of `moves` that does not lead back.
    #[inline]
    fn any_step(&mut self, rng: &mut SplitMix) -> Option<Step<H::Move, H::Outcome>> {
        while !self.moves.is_empty() {
            let at = rng.below(self.moves.len());
            let mv = self.moves.swap_remove(at);
            if let Some(outcome) = self.step(mv, rng) {
                return Some(Step { mv, outcome });
            }
        }
        None
    }

    /// Plays `mv` and returns what it brought to light; `None`, and nothing happens, if it leads back.
    #[inline]
    fn step(&mut self, mv: H::Move, rng: &mut SplitMix) -> Option<Option<H::Outcome>> {
        if self.game.reveals(&self.view, mv) {
            let outcome = self.game.draw(&self.view, mv, rng);
            self.show(mv, outcome);
            return Some(outcome);
        }
        self.next.clone_from(&self.view);
        self.game.apply(&mut self.next, mv, None);
        let is_new = self.trail.enter(self.game.key(&self.next));
        if is_new {
            mem::swap(&mut self.view, &mut self.next);
        }
        is_new.then_some(None)
    }

    /// Plays `mv`, which brings `outcome` to light.
    #[inline]
    fn show(&mut self, mv: H::Move, outcome: Option<H::Outcome>) {
        self.game.apply(&mut self.view, mv, outcome);
        self.trail.forget();
        self.trail.push(self.game.key(&self.view));
    }

    /// Adds a node that an edge leads to; it is an end until something is known of it.
    fn add_child(
        &mut self,
        edge: u32,
        outcome: Option<H::Outcome>,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Stop> {
        self.reserve(1, 0, 0, meter)?;
        let child = slot(self.nodes.len())?;
        let sibling = mem::replace(&mut self.edges[edge as usize].child, child);
        let kind = Kind::Tail { first: 0, len: 0, payoff: 0.0 };
        self.nodes.push(Node { outcome, weight: 1, sibling, kind });
        Ok(child)
    }

    fn back_up(&mut self, payoff: f32) {
        for &(node, edge) in &self.path {
            if let Kind::Branch { visits, .. } = &mut self.nodes[node as usize].kind {
                *visits += 1;
            }
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.payoffs += payoff;
        }
    }

    /// Makes room for so many more nodes, edges and steps.
    #[inline]
    fn reserve(
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
        let held = bytes(&self.nodes) + bytes(&self.edges) + bytes(&self.steps);
        let stored = (self.nodes.len() + self.steps.len()) as u64;
        let held = held + enlarge(&mut self.nodes, nodes, stored, held, meter)?;
        let held = held + enlarge(&mut self.edges, edges, stored, held, meter)?;
        enlarge(&mut self.steps, steps, stored, held, meter)?;
        Ok(())
    }
}

/// Where a move of the tree led.
enum Reached {
    Known(u32),
    New(u32),
}

impl<M> Edge<M> {
    fn untried(mv: M) -> Self {
        Self { mv, child: NONE, visits: 0, payoffs: 0.0 }
    }
}

/// The number of a place in an array; there are no more of them than 32 bits can tell.
#[inline]
fn slot(len: usize) -> Result<u32, Stop> {
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
