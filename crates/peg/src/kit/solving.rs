//! Solving a position with any of the engines.

use std::collections::HashMap;

use patience_core::{Meter, Outcome, Puzzle as _, Stats, Stop};
use patience_kit::{Answer, End, EngineAbout, Fault, Generic, Setup};

use crate::analysis::prove_unsolvable;
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
use crate::engines::GpuSearch;
use crate::engines::{Decider, Found, GPU, Shortest, decide};
use crate::{Board, Jump, Line, Metric, Peg, Pegs, Position, Problem};

/// The engine that only decides.
pub(super) const DECIDE: &str = "decide";

/// An engine with its settings.
pub struct Engine {
    metric: Metric,
    search: Search,
}

enum Search {
    Shortest(Box<Shortest>),
    Decide,
    #[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
    Gpu(GpuSearch),
    Generic {
        engine: Box<Generic>,
        /// Whether its optimal solutions have the least cost: breadth-first search counts jumps, also those that cost nothing.
        by_cost: bool,
    },
}

/// The engines, the default first.
pub(super) fn engines() -> Vec<EngineAbout> {
    let decide = EngineAbout {
        name: DECIDE,
        summary: "any solution: a backward search, beams, then depth-first search",
        complete: true,
        optimal: "in jumps",
        guided: false,
        parallel: false,
        default_nodes: None,
        settings: Vec::new(),
    };
    let own = Shortest::engines().chain([decide]);
    #[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
    let own = own.chain([GpuSearch::about()]);
    own.chain(Generic::engines::<Peg>()).collect()
}

/// The engines that this program was built without, with their features.
pub(super) fn absent_engines() -> &'static [(&'static str, &'static str)] {
    if cfg!(any(feature = "gpu", feature = "gpu-emulation")) { &[] } else { &[(GPU, "gpu")] }
}

impl Engine {
    pub(super) fn prepare(name: &str, setup: &Setup<'_>) -> Result<Self, Fault> {
        let is_jumps = setup.metric == Some(Metric::Jumps.name());
        let metric = if is_jumps { Metric::Jumps } else { Metric::Moves };
        #[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
        if name == GPU {
            let search = GpuSearch::prepare(metric, setup).map(Search::Gpu)?;
            return Ok(Self { metric, search });
        }
        let search = if name == DECIDE {
            Search::Decide
        } else if let Some(engine) = Shortest::prepare(name, metric, setup) {
            Search::Shortest(Box::new(engine?))
        } else {
            let known = || engines().into_iter().map(|engine| engine.name);
            let engine = Generic::prepare::<Peg>(name, setup);
            let unknown = || Err(Fault::unknown("engine", name, known()));
            let engine = Box::new(engine.unwrap_or_else(unknown)?);
            let by_cost = metric == Metric::Jumps || name != "breadth-first";
            Search::Generic { engine, by_cost }
        };
        Ok(Self { metric, search })
    }

    pub(super) fn advice(&self, stop: Stop) -> Option<&'static str> {
        match &self.search {
            Search::Shortest(engine) => engine.advice(stop),
            _ => None,
        }
    }

    /// Whether an interrupted search has left layers.
    pub(super) fn is_resumable(&self) -> bool {
        matches!(&self.search, Search::Shortest(engine) if engine.is_resumable())
    }

    /// Whether it searches on several ranks.
    pub(super) fn runs_on_ranks(&self) -> bool {
        matches!(&self.search, Search::Shortest(engine) if engine.runs_on_ranks())
    }

    /// Searches from a position.
    pub(super) fn solve(
        &self,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        self.answer(position, |problem| match position.last() {
            Some(last) => self.jump_on(problem, last, meter),
            None => self.find(problem, meter),
        })
    }

    /// Searches from a position with a decider of its game.
    pub(super) fn decide(
        &self,
        position: &Position,
        decider: &mut Decider<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        self.answer(position, |problem| Ok(self.decided(decider.decide(problem.start(), meter))))
    }

    /// What a search for any solution found.
    fn decided(&self, decided: Result<Option<Vec<Jump>>, Stop>) -> Found {
        match decided {
            Ok(Some(jumps)) => {
                let cost = u32::try_from(jumps.len()).unwrap_or(u32::MAX);
                let optimal = self.metric == Metric::Jumps || jumps.is_empty();
                Found { end: End::Solved { cost, optimal }, jumps, solutions: None }
            }
            Ok(None) => Found::exhausted(),
            Err(stop) => Found::ended(End::Limit(stop)),
        }
    }

    /// Asks for a solution unless an argument rules it out, and has the referee replay it.
    ///
    /// # Panics
    ///
    /// If the referee rejects the solution: a bug of the rules or of the engine, never the fault of the input.
    fn answer(
        &self,
        position: &Position,
        find: impl FnOnce(&Problem) -> Result<Found, Fault>,
    ) -> Result<Answer, Fault> {
        let Found { mut end, jumps, solutions } = match position.problem() {
            Err(error) => Found::nothing(&error),
            Ok(problem) => match prove_unsolvable(&problem) {
                Some(argument) => Found::nothing(&argument),
                None => find(&problem)?,
            },
        };
        let mut line = None;
        if let End::Solved { cost, optimal } = &mut end {
            let replayed = match Line::solution(position, &jumps) {
                Ok(line) => line,
                Err(error) => panic!("the referee refuses a solution: {error}"),
            };
            let counted = match self.metric {
                Metric::Moves => replayed.lengths().moves,
                Metric::Jumps => replayed.lengths().jumps,
            };
            assert!(!*optimal || counted == *cost, "the referee counts {counted}, not {cost}");
            *cost = counted;
            line = Some(Box::new(replayed) as Box<dyn patience_kit::Line>);
        }
        Ok(Answer { end, line, solutions, stats: Stats::default() })
    }

    /// Searches from a position in mid-move: the peg may first jump on at no cost. After each continuation the rest is a problem of its own.
    fn jump_on(&self, problem: &Problem, last: u8, meter: &mut Meter<'_>) -> Result<Found, Fault> {
        let mut best = self.find(problem, meter)?;
        let is_optimal = |found: &Found| matches!(found.end, End::Solved { optimal: true, .. });
        if self.metric == Metric::Jumps || !is_optimal(&best) {
            return Ok(best);
        }
        let board = problem.board();
        let mut ways = Vec::new();
        chains(board, problem.start(), last, &mut Vec::new(), &mut ways);
        let mut known: HashMap<Pegs, (End, Vec<Jump>, Option<u128>)> = HashMap::new();
        for way in ways {
            let pegs = way.iter().fold(problem.start(), |pegs, jump| pegs ^ jump.holes());
            let (end, jumps, solutions) = match known.get(&pegs) {
                Some(found) => found.clone(),
                None => {
                    let Ok(rest) = Problem::new(board.clone(), pegs, problem.goal()) else {
                        continue;
                    };
                    let found = if prove_unsolvable(&rest).is_some() {
                        Found::exhausted()
                    } else {
                        self.find(&rest, meter)?
                    };
                    let found = (found.end, found.jumps, found.solutions);
                    known.insert(pegs, found.clone());
                    found
                }
            };
            let End::Solved { cost: before, .. } = best.end else { continue };
            match end {
                End::Solved { cost, .. } if cost < before => {
                    best = Found { end, jumps: [way, jumps].concat(), solutions };
                }
                End::Solved { cost, .. } if cost == before => {
                    best.solutions = best.solutions.zip(solutions).map(|(one, other)| one + other);
                }
                End::Limit(_) => {
                    // What was not searched may be better.
                    best.end = End::Solved { cost: before, optimal: false };
                    best.solutions = None;
                    return Ok(best);
                }
                _ => {}
            }
        }
        Ok(best)
    }

    /// Searches from the start of a problem.
    fn find(&self, problem: &Problem, meter: &mut Meter<'_>) -> Result<Found, Fault> {
        match &self.search {
            Search::Shortest(engine) => engine.solve(problem, meter),
            Search::Decide => Ok(self.decided(decide(problem, meter))),
            #[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
            Search::Gpu(engine) => engine.solve(problem, meter),
            Search::Generic { engine, by_cost } => {
                let mut puzzle = Peg::new(problem.clone());
                puzzle.metric = self.metric;
                let outcome = engine.solve(&puzzle, &puzzle.start(), meter)?;
                Ok(match &outcome {
                    Outcome::ProvenUnsolvable => Found::exhausted(),
                    Outcome::Solved(solution) => Found {
                        end: End::Solved {
                            cost: solution.cost,
                            optimal: solution.optimal && (*by_cost || solution.cost == 0),
                        },
                        jumps: solution.moves.iter().map(|mv| mv.jump).collect(),
                        solutions: None,
                    },
                    _ => Found::ended(End::from(&outcome)),
                })
            }
        }
    }
}

/// Every way in which the peg in a hole can jump on, one jump at least.
fn chains(board: &Board, pegs: Pegs, hole: u8, so_far: &mut Vec<Jump>, out: &mut Vec<Vec<Jump>>) {
    for &jump in board.jumps().iter().filter(|it| it.from == hole && it.is_legal(pegs)) {
        so_far.push(jump);
        out.push(so_far.clone());
        chains(board, pegs ^ jump.holes(), jump.to, so_far, out);
        so_far.pop();
    }
}
