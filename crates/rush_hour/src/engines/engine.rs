//! The engines by name.
//!
//! | engine | search | moves |
//! | --- | --- | --- |
//! | `exact` | breadth-first over lanes on boards of up to 8×8 cells ([`BitBoardBfs`]), over tracks on larger ones; it ends as soon as the target can drive out | slides; steps on large boards in the metric of steps |
//! | all others | the generic engine of that name | slides as one move; if the target can drive out, that is the only move |
//!
//! `ida-star` tries moves in the order of their children's estimates. Its default heuristic, `BlockersLowerBound`, is a lower bound in both
//! metrics, so that solutions found with it are optimal. A node is an expanded state.

use patience_core::{Cancel, Heuristic, Limits, Meter, Outcome, Puzzle, Stop, solve_with};
use patience_kit::{
    Answer, EngineAbout, Fault, Generic, Guided, Policy, Settings as _, Setup, Values, settings,
};
use patience_search::BreadthFirst;

use crate::engines::bit_board_bfs::BitBoardBfs;
use crate::engines::cluster::Cluster;
use crate::features::hand_crafted::HandCrafted;
use crate::rules::any_size::{AnySize, with_game};
use crate::rules::board::Board;
use crate::rules::game::{Metric, Move, MoveSet, RushHour, TooLarge, whole_slides};
use crate::rules::line::Line;
use crate::rules::word::Word;
use crate::sets;

/// The name of the hand-crafted heuristic, besides those of the features.
pub(crate) const HAND_CRAFTED: &str = "Hc";

/// The name of the exact engine.
pub(crate) const EXACT: &str = "exact";

impl<W: Word> Guided for RushHour<W> {
    const DEFAULT_HEURISTIC: &'static str = "BlockersLowerBound";
    /// The limit of *GP-Rush* (Hauptman, Elyasaf, Sipper and Karmon, 2009).
    const DEFAULT_NODES: u64 = 1_500_000;
    const ORDERED: bool = true;

    fn own_heuristic(name: &str) -> Option<&'static dyn Heuristic<Self>> {
        if name == HAND_CRAFTED { Some(&HandCrafted) } else { None }
    }

    fn own_heuristics() -> &'static [&'static str] {
        &[HAND_CRAFTED]
    }
}

settings! {
    /// Settings that all engines have.
    struct Counting {
        /// Count all shortest solutions as well; boards of up to 8×8 cells
        count: bool = false;
    }
}

/// An engine with its settings.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_kit::Line;
/// use patience_rush_hour::{Board, Engine, Metric};
///
/// let engine = Engine::named("exact", Metric::Slides)?;
/// let mut observer = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
/// let answer = engine.answer(&Board::parse("AA.B\n...B\n....\n....")?, &mut meter)?;
/// assert_eq!(answer.line.expect("B has room to move").notation(), ["B+1", "A+2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    algorithm: Algorithm,
    metric: Metric,
    count: bool,
}

#[derive(Clone, Debug)]
enum Algorithm {
    Exact,
    Generic(Box<Generic>),
}

impl Engine {
    /// Every engine, the default first.
    #[must_use]
    pub fn engines() -> Vec<EngineAbout> {
        let exact = EngineAbout {
            name: EXACT,
            summary: "finds a shortest solution in the metric, or proves that there is none",
            complete: true,
            optimal: "yes",
            guided: false,
            parallel: false,
            default_nodes: None,
            settings: Vec::new(),
        };
        let mut engines = vec![exact];
        engines.append(&mut Generic::engines::<RushHour>());
        for engine in &mut engines {
            engine.settings.append(&mut Counting::fields());
        }
        engines
    }

    /// The engine of a name with its default settings.
    pub fn named(name: &str, metric: Metric) -> Result<Self, Fault> {
        Self::new(name, metric, &Setup::default())
    }

    /// The exact engine.
    #[must_use]
    pub fn exact(metric: Metric) -> Self {
        Self { algorithm: Algorithm::Exact, metric, count: false }
    }

    /// The engine of a name with the settings and the policy of a setup.
    pub(crate) fn new(name: &str, metric: Metric, setup: &Setup<'_>) -> Result<Self, Fault> {
        let none = Values::default();
        let Counting { count } = Counting::read(setup.settings.unwrap_or(&none))?;
        let algorithm = if name == EXACT {
            Algorithm::Exact
        } else {
            // Features have the same names for all sizes.
            let generic = Generic::prepare::<RushHour>(name, setup);
            let known = || Self::engines().into_iter().map(|engine| engine.name);
            let unknown = || Err(Fault::unknown("engine", name, known()));
            Algorithm::Generic(Box::new(generic.unwrap_or_else(unknown)?))
        };
        Ok(Self { algorithm, metric, count })
    }

    fn policy(&self) -> Option<&Policy> {
        match &self.algorithm {
            Algorithm::Exact => None,
            Algorithm::Generic(generic) => generic.policy(),
        }
    }

    /// The instance of a board with the moves that the engine makes.
    pub fn game(&self, board: Board) -> Result<AnySize, TooLarge> {
        let is_asked = self.policy().is_some_and(|policy| policy.mentions("DifficultyLevel"));
        let place = is_asked.then(|| sets::difficulty(&board)).flatten().unwrap_or(0.0);
        let mut game = AnySize::new(board)?;
        let moves = match self.algorithm {
            Algorithm::Generic(_) => MoveSet::Macros,
            // Breadth-first search over tracks counts moves.
            Algorithm::Exact if game.small().is_none() && self.metric == Metric::Steps => {
                MoveSet::Steps
            }
            Algorithm::Exact => MoveSet::Slides,
        };
        with_game!(&mut game, game => {
            (game.metric, game.moves, game.difficulty) = (self.metric, moves, place);
        });
        Ok(game)
    }

    /// Searches an instance that the engine [made](Self::game). Moves of one cell are joined to whole slides, which cost the same.
    pub fn search(&self, game: &AnySize, meter: &mut Meter<'_>) -> Result<Outcome<Move>, Fault> {
        let mut outcome = match (&self.algorithm, game.small()) {
            (Algorithm::Exact, Some(game)) => solve_with(&BitBoardBfs, game, &game.start(), meter),
            (Algorithm::Exact, None) => {
                with_game!(game, game => solve_with(&BreadthFirst, game, &game.start(), meter))
            }
            (Algorithm::Generic(engine), _) => {
                with_game!(game, game => engine.solve(game, &game.start(), meter)?)
            }
        };
        if let (Metric::Steps, Outcome::Solved(solution)) = (self.metric, &mut outcome) {
            solution.moves = whole_slides(&solution.moves);
        }
        Ok(outcome)
    }

    /// Searches from a board, and replays the solution with the referee.
    pub fn answer(&self, board: &Board, meter: &mut Meter<'_>) -> Result<Answer, Fault> {
        let game = self.game(board.clone()).map_err(Fault::input)?;
        let counted = if self.count { Some(game.small()) } else { None };
        if let Some(None) = counted {
            return Err(Fault::input("the board is too large for --count"));
        }
        let outcome = self.search(&game, meter)?;
        let mut answer = Answer::refereed(&outcome, |moves| Line::replay(board, moves));
        if let (Some(game), Outcome::Solved(_)) = (counted.flatten(), &outcome) {
            // Counting is not part of the search, and its nodes are not counted.
            answer.solutions = count_shortest(game, meter.limits(), meter.cancel()).ok();
        }
        Ok(answer)
    }
}

/// The number of shortest solutions in the metric of the instance; 0 if there is none.
///
/// ```
/// use patience_core::{Cancel, Limits};
/// use patience_rush_hour::{Board, RushHour, count_shortest};
///
/// let count = |letters| -> Result<u128, Box<dyn std::error::Error>> {
///     let game = RushHour::new(Board::parse(letters)?)?;
///     Ok(count_shortest(&game, &Limits::default(), &Cancel::new()).expect("no limit"))
/// };
/// // B moves one or two cells down, then A drives out.
/// assert_eq!(count("AA.B...B........")?, 2);
/// // B and C fill their column.
/// assert_eq!(count("AA.B...B...C...C")?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_shortest(game: &RushHour, limits: &Limits, cancel: &Cancel) -> Result<u128, Stop> {
    let mut observer = ();
    let mut meter = Meter::start(limits, cancel, &mut observer);
    Ok(Cluster::explore(game, &game.start(), &mut meter)?.solutions())
}
