//! One tree of trajectories: how it grows.

use std::mem;
use std::num::NonZeroU32;

use patience_core::{Finish, Finisher, Hidden, Meter, SplitMix, Stop, Turn};

use super::arena::{Edge, Kind, NONE, Node, NodeArena, Step, slot};
use super::logarithms::Logarithms;
use super::repetition_history::RepetitionHistory;

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
    arena: NodeArena<H::Move, H::Outcome>,
    /// Nodes and edges that the trajectory passes.
    path: Vec<(u32, u32)>,
    history: RepetitionHistory<H::Key>,
    logarithms: Logarithms,
    /// Where the trajectory is, and room for where it may go.
    view: H::View,
    next: H::View,
    moves: Vec<H::Move>,
    line: Vec<H::Move>,
}

const ROOT: u32 = 0;

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
            arena: NodeArena::new(),
            path: Vec::new(),
            history: RepetitionHistory::new(turn.seen),
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
        self.arena.clear();
        self.arena.reserve(1, self.turn.moves.len(), 0, meter)?;
        let len = slot(self.turn.moves.len())?;
        let kind = Kind::Branch { first: 0, len, tried: 0, visits: 0 };
        self.arena.nodes.push(Node { outcome: None, weight: 1, sibling: NONE, kind });
        self.arena.edges.extend(self.turn.moves.iter().map(|&mv| Edge::untried(mv)));
        for trajectory in 0..trajectories {
            self.logarithms.learn(trajectory);
            self.view.clone_from(self.turn.view);
            self.history.restart();
            self.path.clear();
            let payoff = self.descend(rng, meter)?;
            self.back_up(payoff);
        }
        self.arena.charge(meter)
    }

    /// How often the root's move `mv` was tried, and the sum of its payoffs.
    pub(super) fn of_move(&self, mv: H::Move) -> (u32, f32) {
        let root = &self.arena.edges[..self.arena.edges.len().min(self.turn.moves.len())];
        let edge = root.iter().find(|edge| edge.mv == mv);
        edge.map_or((0, 0.0), |edge| (edge.visits, edge.payoffs))
    }

    /// Plays through the tree, and beyond it to the end.
    fn descend(&mut self, rng: &mut SplitMix, meter: &mut Meter<'_>) -> Result<f32, Stop> {
        let mut node = ROOT;
        loop {
            let (first, len, tried, visits) = match self.arena.nodes[node as usize].kind {
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
        self.arena.reserve(1, self.moves.len(), 0, meter)?;
        let Step { mv, outcome } = self.arena.steps[step as usize];
        let kind = Kind::Tail { first: step + 1, len: len - 1, payoff };
        let child = slot(self.arena.nodes.len())?;
        self.arena.nodes.push(Node { outcome, weight: 1, sibling: NONE, kind });
        let first = slot(self.arena.edges.len())?;
        // The move of the step comes first; it is one of the moves, since the view is the same as then.
        self.arena.edges.push(Edge { mv, child, visits: 1, payoffs: payoff });
        let others = self.moves.iter().filter(|&&other| other != mv);
        self.arena.edges.extend(others.map(|&mv| Edge::untried(mv)));
        let len = slot(self.arena.edges.len())? - first;
        self.arena.nodes[node as usize].kind = Kind::Branch { first, len, tried: 1, visits: 1 };
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
            let mv = self.arena.edges[at].mv;
            let Some(Step { outcome, .. }) = self.step(mv, rng) else {
                end -= 1;
                self.arena.edges.swap(at, end);
                continue;
            };
            self.arena.edges.swap(at, next);
            let edge = slot(next)?;
            child = Some(self.arena.add_child(edge, outcome, meter)?);
            self.path.push((node, edge));
        }
        if let Kind::Branch { len, tried, .. } = &mut self.arena.nodes[node as usize].kind {
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
        let edges = &self.arena.edges[first as usize..(first + tried) as usize];
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
        let Edge { mv, child, visits, .. } = self.arena.edges[edge as usize];
        if self.arena.nodes[child as usize].outcome.is_none() {
            self.game.apply(&mut self.view, mv, None);
            self.history.push(self.game.key(&self.view));
            return Ok(Reached::Known(child));
        }
        if let Some(width) = self.width.filter(|width| width.get() <= visits) {
            let child = self.drawn_before(child, rng.below(width.get() as usize));
            self.show(mv, self.arena.nodes[child as usize].outcome);
            return Ok(Reached::Known(child));
        }
        let outcome = self.game.draw(&self.view, mv, rng);
        self.show(mv, outcome);
        let mut known = child;
        while known != NONE {
            let node = &mut self.arena.nodes[known as usize];
            if node.outcome == outcome {
                node.weight = node.weight.saturating_add(1);
                return Ok(Reached::Known(known));
            }
            known = node.sibling;
        }
        Ok(Reached::New(self.arena.add_child(edge, outcome, meter)?))
    }

    /// The node of the `nth` draw, beginning with that of `child`.
    fn drawn_before(&self, mut child: u32, mut nth: usize) -> u32 {
        loop {
            let Node { weight, sibling, .. } = self.arena.nodes[child as usize];
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
        let first = slot(self.arena.steps.len())?;
        let payoff = loop {
            meter.expand()?;
            if let Some(payoff) = self.ending(meter)? {
                break payoff;
            }
            self.moves.clear();
            self.game.moves(&self.view, &mut self.moves);
            let Some(step) = self.any_step(rng) else { break 0.0 };
            self.arena.reserve(0, 0, 1, meter)?;
            self.arena.steps.push(step);
        };
        let len = slot(self.arena.steps.len())? - first;
        self.arena.nodes[node as usize].kind = Kind::Tail { first, len, payoff };
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
            let step = self.step(mv, rng);
            if step.is_some() {
                return step;
            }
        }
        None
    }

    /// Plays `mv` and tells what it brought to light; `None`, and nothing happens, if it leads back.
    #[inline]
    fn step(&mut self, mv: H::Move, rng: &mut SplitMix) -> Option<Step<H::Move, H::Outcome>> {
        if self.game.reveals(&self.view, mv) {
            let outcome = self.game.draw(&self.view, mv, rng);
            self.show(mv, outcome);
            return Some(Step { mv, outcome });
        }
        self.next.clone_from(&self.view);
        self.game.apply(&mut self.next, mv, None);
        let is_new = self.history.enter(self.game.key(&self.next));
        if is_new {
            mem::swap(&mut self.view, &mut self.next);
        }
        is_new.then_some(Step { mv, outcome: None })
    }

    /// Plays `mv`, which brings `outcome` to light.
    #[inline]
    fn show(&mut self, mv: H::Move, outcome: Option<H::Outcome>) {
        self.game.apply(&mut self.view, mv, outcome);
        self.history.forget();
        self.history.push(self.game.key(&self.view));
    }

    fn back_up(&mut self, payoff: f32) {
        for &(node, edge) in &self.path {
            if let Kind::Branch { visits, .. } = &mut self.arena.nodes[node as usize].kind {
                *visits += 1;
            }
            let edge = &mut self.arena.edges[edge as usize];
            edge.visits += 1;
            edge.payoffs += payoff;
        }
    }
}

/// Where a move of the tree led.
enum Reached {
    Known(u32),
    New(u32),
}
