//! Nested rollouts (Yan, Diaconis, Rusmevichientong and Van Roy, 2005): a rollout policy improved by rollouts.

use patience_core::{Evaluator, Meter, Node, Puzzle, Search, Solution, Solver, Stop};

use crate::visited_keys::VisitedKeys;

/// Plays from the root to the end without backtracking. At level 0 it moves to the child with the best score; at a higher level it tries
/// each move with a rollout of the level below, plays the one that reached the best state, and plays all of a rollout that wins.
///
/// It never repeats a state of the path. A rollout ends after `slack` moves without a better state.
///
/// | complete | optimal | memory |
/// |---|---|---|
/// | no | no | a key per state of the path |
///
/// ```
/// use patience_core::{ByFeature, Cancel, Features, Limits, Outcome, Puzzle, Reading, example::Countdown, solve};
/// use patience_search::NestedRollout;
///
/// let puzzle = Countdown { from: 100, most: 7 };
/// let evaluator = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// let solver = NestedRollout { evaluator, level: 1, slack: 10 };
/// let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(_)));
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NestedRollout<E> {
    /// Scores states.
    pub evaluator: E,
    /// Nesting depth; at 0 there is only the evaluator.
    pub level: u32,
    /// Maximum number of consecutive moves without a better state.
    pub slack: u32,
}

impl<P: Puzzle, E: Evaluator<P>> Solver<P> for NestedRollout<E> {
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        if puzzle.is_goal(root) {
            return Ok(Some(Solution::new(puzzle, root, Vec::new())));
        }
        let mut run = Run {
            puzzle,
            evaluator: &self.evaluator,
            slack: self.slack,
            visited: VisitedKeys::default(),
            moves: Vec::new(),
            line: Vec::new(),
        };
        run.visited.push(puzzle.key(root));
        let end = run.play(self.level, root.clone(), meter)?;
        Ok(end.is_win.then(|| Solution::new(puzzle, root, run.line)))
    }

    fn is_complete(&self) -> bool {
        false
    }
}

struct Run<'a, P: Puzzle, E> {
    puzzle: &'a P,
    evaluator: &'a E,
    slack: u32,
    visited: VisitedKeys<P::Key>,
    /// The untried moves of all rollouts in progress, concatenated.
    moves: Vec<P::Move>,
    /// The moves made by all rollouts in progress.
    line: Vec<P::Move>,
}

/// The best child so far: its score, the move to it, itself and its key.
type Chosen<P> = (f64, <P as Puzzle>::Move, <P as Puzzle>::State, <P as Puzzle>::Key);

struct End {
    is_win: bool,
    /// The best score on its path.
    best: f64,
}

impl<P: Puzzle, E: Evaluator<P>> Run<'_, P, E> {
    /// Plays from `state`, whose key is on the path, to the end; after a win the moves stay in `line`.
    fn play(
        &mut self,
        level: u32,
        mut state: P::State,
        meter: &mut Meter<'_>,
    ) -> Result<End, Stop> {
        let mut best = f64::INFINITY;
        let mut idle = 0;
        while idle <= self.slack {
            meter.expand()?;
            let first = self.moves.len();
            self.puzzle.moves(&state, &mut self.moves);
            let siblings = self.moves.len() - first;
            meter.generate(siblings);
            let mut chosen: Option<Chosen<P>> = None;
            for at in first..self.moves.len() {
                let mv = self.moves[at];
                let child = self.puzzle.child(&state, mv);
                if self.puzzle.is_goal(&child) {
                    self.line.push(mv);
                    return Ok(End { is_win: true, best });
                }
                let key = self.puzzle.key(&child);
                if self.visited.has(&key) {
                    meter.duplicate();
                    continue;
                }
                let (kept, made) = (self.visited.len(), self.line.len());
                self.visited.push(key);
                self.line.push(mv);
                let score = self.score_after(level, &child, siblings, meter)?;
                let Some(score) = score else { return Ok(End { is_win: true, best }) };
                self.visited.truncate(kept);
                self.line.truncate(made);
                if chosen.as_ref().is_none_or(|&(least, ..)| score < least) {
                    chosen = Some((score, mv, child, key));
                }
            }
            self.moves.truncate(first);
            let Some((score, mv, child, key)) = chosen else { break };
            idle = if score < best { 0 } else { idle + 1 };
            best = best.min(score);
            self.visited.push(key);
            self.line.push(mv);
            state = child;
        }
        Ok(End { is_win: false, best })
    }

    /// The score of a child, which is on the path, or `None` if a rollout from there wins.
    fn score_after(
        &mut self,
        level: u32,
        child: &P::State,
        siblings: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<f64>, Stop> {
        // A path of 2^32 moves does not fit into memory.
        #[allow(clippy::cast_possible_truncation)]
        let (g, siblings) = (self.line.len() as u32, siblings as u32);
        let node = Node { state: child, g, last: self.line.last().copied(), siblings };
        let score = self.evaluator.score(self.puzzle, &node);
        if level == 0 {
            return Ok(Some(score));
        }
        let end = self.play(level - 1, child.clone(), meter)?;
        Ok((!end.is_win).then_some(score.min(end.best)))
    }
}

#[cfg(test)]
mod tests {
    use patience_core::{Cancel, Limits, Outcome, solve};

    use super::*;
    use crate::toy_graph::{Graph, Scores};

    /// A fork: the tempting branch ends after a step, the other leads to the goal.
    const FORK: Graph =
        Graph(&[(0, &[1, 5]), (5, &[0, 6]), (6, &[0, 7]), (7, &[0, 8]), (8, &[0, 9])]);

    /// Scores that prefer state 1.
    const PREFERS_ONE: Scores = Scores([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);

    fn run(level: u32, slack: u32) -> Outcome<u8> {
        let solver = NestedRollout { evaluator: PREFERS_ONE, level, slack };
        solve(&solver, &FORK, &0, &Limits::default(), &Cancel::new(), &mut ()).outcome
    }

    #[test]
    fn level_0_follows_the_evaluator() {
        assert_eq!(run(0, 9), Outcome::Exhausted);
    }

    #[test]
    fn level_1_plays_a_winning_rollout() {
        let Outcome::Solved(solution) = run(1, 9) else { panic!("level 1 wins") };
        assert_eq!(solution.moves, [5, 6, 7, 8, 9]);
    }

    #[test]
    fn rollouts_end_after_slack() {
        assert_eq!(run(1, 0), Outcome::Exhausted);
        assert!(matches!(run(2, 1), Outcome::Solved(_)));
    }
}
