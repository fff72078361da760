//! Nested rollouts in stages, each with an evaluator and a level (Bjarnason, Tadepalli and Fern, 2007).

use patience_core::{Evaluator, Meter, Node, Puzzle, Search, Solution, Solver, Stop};
use rustc_hash::FxHashMap;

use crate::visited_keys::VisitedKeys;

/// A stage of a [`StagedRollout`].
///
/// ```
/// use patience_core::{ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::{Stage, StagedRollout};
///
/// let by = |name| Ok(ByFeature { feature: Countdown::feature(name)?, reading: Reading::Raw });
/// // By the moves of a rollout, no state is better than another: the second stage begins at once.
/// let stages = vec![Stage { evaluator: by("g")?, level: 0 }, Stage { evaluator: by("Left")?, level: 0 }];
/// let solver = StagedRollout { stages, is_dead_end: |_: &Countdown, _: &u32| false, cache: 0 };
/// let puzzle = Countdown { from: 100, most: 7 };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.cost == 15));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage<E> {
    /// Scores states.
    pub evaluator: E,
    /// Nesting depth; at 0 there is only the evaluator.
    pub level: u32,
}

/// Plays from the root to the end without backtracking. At level 0 it moves to the child with the best score; at a higher level it tries
/// each move with a rollout of the level below, plays the one whose rollout *ended* best, and plays all of a rollout that wins.
///
/// When no move improves the score of a state, a rollout goes on with the next stage, at that stage's own level. The last stage ends where no
/// move is left. Moves to a state of the path or to a dead end are left out. Equal scores go to the earlier move.
///
/// | complete | optimal | memory |
/// |---|---|---|
/// | no | no | a key per state of the path and of the cache |
///
/// ```
/// use patience_core::{ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::{Stage, StagedRollout};
///
/// let puzzle = Countdown { from: 100, most: 7 };
/// let evaluator = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let never = |_: &Countdown, _: &u32| false;
/// let solver = StagedRollout { stages: vec![Stage { evaluator, level: 1 }], is_dead_end: never, cache: 100 };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(_)));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedRollout<E, D> {
    /// The stages in their order; without any, nothing is found.
    pub stages: Vec<Stage<E>>,
    /// Whether it is certain that a state cannot be won.
    pub is_dead_end: D,
    /// Maximum number of states per stage whose values are kept, of levels above 0; a kept state is not explored again at its level.
    pub cache: usize,
}

impl<P: Puzzle, E: Evaluator<P>, D: Fn(&P, &P::State) -> bool> Solver<P> for StagedRollout<E, D> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        if puzzle.is_goal(root) {
            return Ok(Some(Solution::new(puzzle, root, Vec::new())));
        }
        if self.stages.is_empty() {
            return Ok(None);
        }
        let mut run = Run {
            puzzle,
            settings: self,
            path: VisitedKeys::default(),
            moves: Vec::new(),
            line: Vec::new(),
            caches: self.stages.iter().map(|_| FxHashMap::default()).collect(),
        };
        run.path.push(puzzle.key(root));
        let end = run.play(0, self.stages[0].level, root.clone(), meter)?;
        Ok(matches!(end, End::Won).then(|| Solution::new(puzzle, root, run.line)))
    }

    fn is_complete(&self) -> bool {
        false
    }
}

struct Run<'a, P: Puzzle, E, D> {
    puzzle: &'a P,
    settings: &'a StagedRollout<E, D>,
    /// The keys of all rollouts in progress; the last one is that of the current state.
    path: VisitedKeys<P::Key>,
    /// The untried moves of all rollouts in progress, concatenated.
    moves: Vec<P::Move>,
    /// The moves made by all rollouts in progress.
    line: Vec<P::Move>,
    /// The values of explored states by level, for each stage.
    caches: Vec<FxHashMap<(u32, P::Key), f64>>,
}

/// How a rollout ends.
enum End {
    /// With a win, whose moves are in the line.
    Won,
    /// With a state of this score.
    At(f64),
}

/// The best child: its score, the move to it, itself and its key.
type Chosen<P> = (f64, <P as Puzzle>::Move, <P as Puzzle>::State, <P as Puzzle>::Key);

/// What the moves of a state lead to.
enum Best<P: Puzzle> {
    Win,
    Child(Chosen<P>),
    None,
}

impl<P: Puzzle, E: Evaluator<P>, D: Fn(&P, &P::State) -> bool> Run<'_, P, E, D> {
    /// Plays from `state`, whose key ends the path, to the end; after a win the moves stay in the line.
    fn play(
        &mut self,
        phase: usize,
        level: u32,
        mut state: P::State,
        meter: &mut Meter<'_>,
    ) -> Result<End, Stop> {
        let first = self.path.len() - 1;
        let next = self.settings.stages.get(phase + 1).map(|next| next.level);
        let value = loop {
            if let Some(value) = self.known(phase, level) {
                break value;
            }
            let own = self.score(phase, &state);
            let best = match self.best(phase, level, &state, meter)? {
                Best::Win => return Ok(End::Won),
                Best::Child(best) => Some(best),
                Best::None => None,
            };
            let improves = best.as_ref().is_some_and(|&(score, ..)| score < own);
            if let Some(next) = next.filter(|_| !improves) {
                let made = self.line.len();
                let kept = self.path.len();
                let End::At(value) = self.play(phase + 1, next, state, meter)? else {
                    return Ok(End::Won);
                };
                self.line.truncate(made);
                self.path.truncate(kept);
                break value;
            }
            let Some((_, mv, child, key)) = best else { break own };
            self.path.push(key);
            self.line.push(mv);
            state = child;
        };
        self.keep(phase, level, first, value);
        Ok(End::At(value))
    }

    /// Tries every move of a state.
    fn best(
        &mut self,
        phase: usize,
        level: u32,
        state: &P::State,
        meter: &mut Meter<'_>,
    ) -> Result<Best<P>, Stop> {
        meter.expand()?;
        let first = self.moves.len();
        self.puzzle.moves(state, &mut self.moves);
        meter.generate(self.moves.len() - first);
        let mut best: Option<Chosen<P>> = None;
        for at in first..self.moves.len() {
            let mv = self.moves[at];
            let child = self.puzzle.child(state, mv);
            if self.puzzle.is_goal(&child) {
                self.line.push(mv);
                return Ok(Best::Win);
            }
            let key = self.puzzle.key(&child);
            if self.path.has(&key) {
                meter.duplicate();
                continue;
            }
            let is_better = |score: f64| best.as_ref().is_none_or(|&(least, ..)| score < least);
            let score = if level == 0 {
                // Scores are cheap, dead ends are not.
                let score = self.score(phase, &child);
                if !is_better(score) || (self.settings.is_dead_end)(self.puzzle, &child) {
                    continue;
                }
                score
            } else {
                if (self.settings.is_dead_end)(self.puzzle, &child) {
                    continue;
                }
                let (kept, made) = (self.path.len(), self.line.len());
                self.path.push(key);
                self.line.push(mv);
                let End::At(score) = self.play(phase, level - 1, child.clone(), meter)? else {
                    return Ok(Best::Win);
                };
                self.path.truncate(kept);
                self.line.truncate(made);
                score
            };
            if is_better(score) {
                best = Some((score, mv, child, key));
            }
        }
        self.moves.truncate(first);
        Ok(best.map_or(Best::None, Best::Child))
    }

    fn score(&self, phase: usize, state: &P::State) -> f64 {
        self.settings.stages[phase].evaluator.score(self.puzzle, &Node::root(state))
    }

    /// The value of the current state, if it was explored at this level before.
    fn known(&self, phase: usize, level: u32) -> Option<f64> {
        if level == 0 {
            return None;
        }
        self.caches[phase].get(&(level, *self.path.last()?)).copied()
    }

    /// Keeps the value of the states of a rollout, whose first one is at this index of the path.
    fn keep(&mut self, phase: usize, level: u32, first: usize, value: f64) {
        if level == 0 {
            return;
        }
        let cache = &mut self.caches[phase];
        for &key in self.path.from(first) {
            if self.settings.cache <= cache.len() {
                return;
            }
            cache.insert((level, key), value);
        }
    }
}

#[cfg(test)]
mod tests;
