//! The engines of Klondike with all cards known.

use patience_core::{Cancel, Limits, Meter, Observer, Puzzle, Report, Search, Solver};
use patience_klondike::engine::Exact;
use patience_klondike::{
    self as puzzle, BeamWeights, DetourHeuristic, Klondike, Line, Move, State, Trimmed,
};
use patience_search::{AStar, Widening};

use crate::{About, Lengths, Record, TurnLengths};

/// The name of the puzzle.
pub const NAME: &str = "klondike";

/// An algorithm with its settings.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The depth-first search over sketches of positions.
    Exact(Exact),
    /// The exact engine, then ever wider beams, then A*.
    Shortest(Shortest),
}

/// Every engine.
pub const ENGINES: [About; 2] = [
    About { name: "exact", summary: "finds a solution, or proves that there is none" },
    About {
        name: "shortest",
        summary: "finds a shortest solution and proves that it is one, or the shortest that the limits allow",
    },
];

impl Engine {
    /// The engine of that name with its usual settings.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "exact" => Some(Self::Exact(Exact::default())),
            "shortest" => Some(Self::Shortest(Shortest::default())),
            _ => None,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Exact(_) => "exact",
            Self::Shortest(_) => "shortest",
        }
    }

    /// Changes the width of the last beam; false if the engine has no beams.
    pub fn set_width(&mut self, width: usize) -> bool {
        let Self::Shortest(engine) = self else { return false };
        engine.widest = width;
        true
    }

    fn run(
        &self,
        game: &Klondike,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Report<Move> {
        let root = game.start();
        match self {
            Self::Exact(engine) => {
                patience_core::solve(engine, game, &root, limits, cancel, observer)
            }
            Self::Shortest(engine) => {
                patience_core::solve(engine, game, &root, limits, cancel, observer)
            }
        }
    }
}

/// Finds a solution by the exact engine, shorter ones by beams, and the proof that none is shorter, or one that is, by A*.
///
/// *Complete*; *optimal* unless a limit comes first: then the shortest solution so far is the answer; *memory*: some 72 bytes for every
/// state that A* expands, and 8 to 16 for every other one that it generates.
///
/// ```
/// use patience_catalog::klondike::Shortest;
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_klondike::{Klondike, Rules};
///
/// let rules = Rules { ranks: 5, columns: 4, ..Rules::default() };
/// let game = Klondike::of_seed(3, rules)?;
/// let report = solve(&Shortest::default(), &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The width of the last beam.
    pub widest: usize,
    /// What the beams are ranked by.
    pub weights: BeamWeights,
}

/// The width of the last beam: wider ones take long for what they gain.
const WIDEST: usize = 1 << 13;

impl Default for Shortest {
    fn default() -> Self {
        Self { widest: WIDEST, weights: BeamWeights::BRIEF }
    }
}

impl Solver<Klondike> for Shortest {
    fn search(&self, puzzle: &Klondike, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        let beams = Widening { first: Whole, evaluator: self.weights, widest: self.widest };
        let solver = AStar { first: beams, heuristic: DetourHeuristic };
        solver.search(&Trimmed { game: puzzle }, root, meter)
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// The exact engine, which solves a trimmed game by moves of the whole one.
#[derive(Clone, Copy, Debug)]
struct Whole;

impl Solver<Trimmed<'_>> for Whole {
    fn search(&self, trimmed: &Trimmed<'_>, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        Exact::default().search(trimmed.game, root, meter)
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// What an engine answered.
pub type Answer = crate::Answer<Move, Line>;

/// Runs an engine and has the referee replay what it finds, every turn of the stock included.
///
/// # Panics
///
/// If the referee refuses the solution: a bug of the rules or of the engine, never the fault of the input.
pub fn solve(
    game: &Klondike,
    engine: &Engine,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Answer {
    let report = engine.run(game, limits, cancel, observer);
    Answer::refereed(report, engine.name(), |solution| {
        Line::replay(game.rules(), game.deal().clone(), game.expand(&solution.moves))
    })
}

/// The answer as a record, but for the steps: who wants them takes [`Line::notation`].
#[must_use]
pub fn record(instance: &str, game: &Klondike, engine: &Engine, answer: &Answer) -> Record {
    let metric = game.metric.name();
    let record = Record::new(NAME, instance, engine.name(), metric, &answer.outcome, &answer.stats);
    let solution = answer.line.as_ref().map(|line| (line.steps().len(), lengths(line.lengths())));
    let record = record.with_lengths(solution, Lengths::Turns(TurnLengths::default()));
    Record { rules: Some(*game.rules()), ..record }
}

/// The referee's lengths as they are told.
#[must_use]
pub fn lengths(lengths: puzzle::Lengths) -> Lengths {
    let puzzle::Lengths { moves, turns } = lengths;
    Lengths::Turns(TurnLengths { moves: Some(moves), turns: Some(turns) })
}
