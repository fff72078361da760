//! The engines of peg solitaire.

use std::path::PathBuf;

use patience_core::{Cancel, Limits, Meter, Observer, Outcome, Report, Solution};
use patience_peg::analysis::{Argument, prove_unsolvable};
use patience_peg::engine::{Bound, Options, Pagodas, Side, count_solutions, path_to_jumps};
use patience_peg::{self as puzzle, Jump, Line, Metric, Problem};
use patience_search::layered::{
    LayerStoreError, LayerStoreSettings, LayeredSearch, Method, SearchError, ShortestPaths,
};

use crate::{About, JumpLengths, Lengths, Record};

/// The name of the puzzle in records and on the command line.
pub const NAME: &str = "peg";

/// An algorithm with its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    method: Method,
    counts: bool,
    /// Workers of one search; at least one.
    pub threads: usize,
    /// A folder for layers, if they are not to be kept in memory; a search of the same problem goes on from what is there.
    pub disk: Option<PathBuf>,
    /// The most bytes that the folder may take.
    pub disk_limit: Option<u64>,
}

/// Every engine.
pub const ENGINES: [About; 4] = [
    About {
        name: "best",
        summary: "fewest moves: growing cut-offs on the cheaper side, solutions of one move more from the other",
    },
    About {
        name: "bd-bfida",
        summary: "fewest moves: bidirectional BFIDA* with frontiers, as Barker and Korf describe it",
    },
    About { name: "bfida", summary: "fewest moves: BFIDA* from the start, levels by jumps" },
    About { name: "brute", summary: "fewest moves: breadth-first from both ends, no heuristic" },
];

impl Engine {
    /// The engine of that name with its usual settings, on one thread and in memory.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let method = match name {
            "best" => Method::Best,
            "bd-bfida" => Method::BdBfida { propagate: true },
            "bfida" => Method::Bfida,
            "brute" => Method::BruteBoth,
            _ => return None,
        };
        Some(Self { method, counts: false, threads: 1, disk: None, disk_limit: None })
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.method {
            Method::Best => "best",
            Method::BdBfida { .. } => "bd-bfida",
            Method::Bfida => "bfida",
            Method::Brute | Method::BruteBoth => "brute",
        }
    }

    /// Searches from the start only; false if the engine cannot.
    pub fn search_one_way(&mut self) -> bool {
        let can = matches!(self.method, Method::Brute | Method::BruteBoth);
        if can {
            self.method = Method::Brute;
        }
        can
    }

    /// Leaves constraint propagation out; false if the engine has none.
    pub fn leave_out_propagation(&mut self) -> bool {
        let can = matches!(self.method, Method::BdBfida { .. });
        if can {
            self.method = Method::BdBfida { propagate: false };
        }
        can
    }

    /// Counts all solutions with the fewest moves as well; false if the engine cannot.
    pub fn count_solutions(&mut self) -> bool {
        self.counts = self.method == Method::Best;
        self.counts
    }

    /// What the two sides make use of.
    fn options(&self, metric: Metric) -> Options {
        match self.method {
            Method::Brute | Method::BruteBoth => {
                Options { bound: Bound::None, pagodas: Pagodas::None, metric, ..Options::default() }
            }
            _ => Options { metric, ..Options::default() },
        }
    }

    fn search(&self, problem: &Problem, metric: Metric, limits: &Limits) -> LayeredSearch {
        // Half of the memory is for steps that wait to be sorted, and half of that for those that are being sorted.
        let room = limits.memory.map_or(u64::MAX, |memory| memory / 4).min(LayeredSearch::ROOM);
        let disk = self.disk.as_ref().map(|folder| LayerStoreSettings {
            folder: folder.clone(),
            problem: format!(
                "{} {:?} {metric:?} {:?} {:?} {:?}",
                self.name(),
                self.method,
                problem.board().holes(),
                problem.start(),
                problem.goal()
            ),
            limit: self.disk_limit,
        });
        LayeredSearch { method: self.method, threads: self.threads, room, disk }
    }
}

/// What an engine answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// How the search ended.
    pub report: Report<Jump>,
    /// The solution as the referee saw it.
    pub line: Option<Line>,
    /// How many solutions have the fewest moves, if they were to be counted and no limit was reached.
    pub solutions: Option<u128>,
    /// Why there is no solution, if that was seen without a search.
    pub argument: Option<Argument>,
}

/// Runs an engine and has the referee replay what it finds.
///
/// ```
/// use patience_catalog::peg::{Engine, solve};
/// use patience_core::{Cancel, Limits};
/// use patience_peg::{Board, Hole, Metric, Problem};
///
/// let board = Board::named("english").expect("a board of that name");
/// let hole = board.number(Hole { row: 2, column: 2 }).expect("it has that hole");
/// let problem = Problem::vacancy(board, hole, hole)?;
/// let engine = Engine::named("best").expect("an engine of that name");
/// let answer = solve(&problem, Metric::Moves, &engine, &Limits::default(), &Cancel::new(), &mut ())?;
/// assert_eq!(answer.line.map(|line| line.lengths().moves), Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If the referee refuses the solution: a bug of the rules or of the engine, never the fault of the input.
pub fn solve(
    problem: &Problem,
    metric: Metric,
    engine: &Engine,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Answer, LayerStoreError> {
    let mut meter = Meter::start(limits, cancel, observer);
    if let Some(argument) = prove_unsolvable(problem) {
        let report = Report { outcome: Outcome::ProvenUnsolvable, stats: meter.finish() };
        return Ok(Answer { report, line: None, solutions: None, argument: Some(argument) });
    }
    let options = engine.options(metric);
    let (forward, backward) = Side::both(problem, options);
    let search = engine.search(problem, metric, limits);
    let found = if engine.counts && metric == Metric::Moves {
        let paths = search.run_for_all(forward, backward, &mut meter);
        paths.map(|paths| paths.map(|ShortestPaths { path, layers }| (path, layers.ok())))
    } else {
        search.run(forward, backward, &mut meter).map(|path| path.map(|path| (path, None)))
    };
    let mut solutions = None;
    let (outcome, line) = match found {
        Ok(None) => (Outcome::ProvenUnsolvable, None),
        Err(SearchError::Stop(stop)) => (Outcome::LimitReached(stop), None),
        Err(SearchError::LayerStore(error)) => return Err(error),
        Ok(Some((path, layers))) => {
            if let Some(layers) = layers {
                solutions = count_solutions(problem, &layers, path.cost.into(), &mut meter).ok();
            }
            let jumps = path_to_jumps(problem, &path.keys).expect("jumps lead along the way");
            let line = match Line::replay(problem, &jumps) {
                Ok(line) => line,
                Err(error) => {
                    panic!("the referee refuses the solution of {}: {error}", engine.name())
                }
            };
            let cost = match metric {
                Metric::Moves => {
                    let moves = line.lengths().moves;
                    assert_eq!(moves, u32::from(path.cost), "the referee counts other moves");
                    moves
                }
                Metric::Jumps => line.lengths().jumps,
            };
            (Outcome::Solved(Solution { moves: jumps, cost, optimal: true }), Some(line))
        }
    };
    let report = Report { outcome, stats: meter.finish() };
    Ok(Answer { report, line, solutions, argument: None })
}

/// The answer as a record, but for the moves: who wants them takes [`Line::notation`].
#[must_use]
pub fn record(instance: &str, metric: Metric, engine: &Engine, answer: &Answer) -> Record {
    let Report { outcome, stats } = &answer.report;
    let mut record = Record::new(NAME, instance, engine.name(), metric.name(), outcome, stats);
    let solution = answer.line.as_ref().map(|line| (line.moves().len(), lengths(line.lengths())));
    record.solutions = answer.solutions;
    record.with_lengths(solution, Lengths::Jumps(JumpLengths::default()))
}

/// The referee's lengths as they are told.
#[must_use]
pub fn lengths(lengths: puzzle::Lengths) -> Lengths {
    let puzzle::Lengths { moves, jumps } = lengths;
    Lengths::Jumps(JumpLengths { moves: Some(moves), jumps: Some(jumps) })
}
