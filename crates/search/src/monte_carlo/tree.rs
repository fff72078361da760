//! One UCT tree: selection, expansion and play-out of trajectories.

use std::mem;
use std::num::NonZeroU32;

use patience_core::{Finish, Finisher, Hidden, Meter, SplitMix, Stop, Turn};

use super::arena::{Edge, Kind, NONE, Node, NodeArena, Step, slot};
use super::logarithms::Logarithms;
use super::repetition_history::RepetitionHistory;

/// A tree below a view. Views are not stored but replayed: every trajectory starts at the root anyway.
///
/// A view that only one trajectory passed is a step in the *tail* of that trajectory: a move and what it revealed. When a second
/// trajectory passes, the first step of the tail becomes a node with an edge for each move. So the tree is equivalent to one that stores
/// every view of every trajectory, in a tenth of the memory.
pub(super) struct Tree<'a, H: Hidden, F> {
    game: &'a H,
    turn: &'a Turn<'a, H>,
    finisher: &'a F,
    width: Option<NonZeroU32>,
    exploration: f32,
    arena: NodeArena<H::Move, H::Outcome>,
    /// Nodes and edges of the trajectory.
    path: Vec<(u32, u32)>,
    history: RepetitionHistory<H::Key>,
    logarithms: Logarithms,
    /// The view of the trajectory, and a scratch view.
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

    /// Grows a new tree.
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

    /// Number of trials of the root's move `mv`, and the sum of its payoffs.
    pub(super) fn of_move(&self, mv: H::Move) -> (u32, f32) {
        let root = &self.arena.edges[..self.arena.edges.len().min(self.turn.moves.len())];
        let edge = root.iter().find(|edge| edge.mv == mv);
        edge.map_or((0, 0.0), |edge| (edge.visits, edge.payoffs))
    }

    /// Plays through the tree, and from its leaf to the end.
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
                // All moves repeat a view, which can occur only at a root whose turn did not exclude them.
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

    /// Turns the first step of a tail into a branch, and the rest into a tail.
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
        // The move of the step comes first; it is one of the moves, because the view is the same.
        self.arena.edges.push(Edge { mv, child, visits: 1, payoffs: payoff });
        let others = self.moves.iter().filter(|&&other| other != mv);
        self.arena.edges.extend(others.map(|&mv| Edge::untried(mv)));
        let len = slot(self.arena.edges.len())? - first;
        self.arena.nodes[node as usize].kind = Kind::Branch { first, len, tried: 1, visits: 1 };
        Ok((first, len, 1, 1))
    }

    /// Plays an untried move of a branch and returns the new node; drops the untried moves and returns `None` if all of them repeat a
    /// view.
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

    /// The edge with the highest upper confidence bound.
    #[inline]
    fn most_promising(&self, first: u32, tried: u32, visits: u32) -> u32 {
        let log = self.logarithms.of(visits);
        let (mut best, mut highest) = (first, f32::NEG_INFINITY);
        let edges = &self.arena.edges[first as usize..(first + tried) as usize];
        for (edge, at) in edges.iter().zip(first..) {
            // Rounding of visit counts is harmless.
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

    /// The node of the `nth` draw, starting with that of `child`.
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

    /// The payoff if the trajectory ends at this view.
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

    /// Plays a random one of `moves` that does not repeat a view.
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

    /// Plays `mv` and returns what it revealed; `None`, without playing, if it repeats a view.
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

    /// Plays `mv`, which reveals `outcome`.
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

/// The result of a move in the tree.
enum Reached {
    Known(u32),
    New(u32),
}
