//! The engines of FreeCell: its own ones, and the generic ones with a move set.
//!
//! **`fast`** is greedy best-first search on a weighted sum of counts, restarted with other weights if it takes long: 150 expansions with
//! eager weights, then a careful search, then four others in turn with small budgets, then with large ones. Under the standard rules, searches
//! with small budgets leave out moves that seldom help. The last search has no budget, makes every move and knows every state that it expanded, so its
//! end is a proof. Children are scored by the change that the move makes, and built only when their turn comes; the queue has one stack per score.
//! Where cards build by suit, or by colour and some cards may not fill an empty column, searches of far fewer positions take the place of all these: see
//! [`BySuit`] and [`ByColour`]. Where runs of any length move at once, a search in which runs go where they fit comes first: see [`by_run`].
//!
//! **`short`** takes the first solution, or the proof that there is none, from the searches of `fast`: from those of fewer positions where there are
//! some, otherwise from those of all moves. Beams of 32, 128, 512 … states per level then look for shorter solutions; under a time limit the last beam
//! is as wide as the remaining time allows. After each beam but the last, the A* of `exact` looks for what it missed, unless that is far: in two
//! seconds it proves most solutions optimal. Levels have equal M3: every card goes home once in every solution, so a card that goes home stays in its
//! level. The score counts runs that must move because they lie on a lower card of their suit.
//!
//! **`exact`** is A* below the length of a solution from a beam of 2,048 states. If that solution is already optimal, A* only exhausts the shorter
//! lengths. The estimate is [`RelaxedPlay`], in the first beams [`DealtDeadlocks`]. A state is estimated from its parent and stored as its key when
//! it is generated: 40 bytes with costs and parent, and up to 32 in the index. Cards go to cells as late as possible ([`LazyCells`]). Where two
//! or more bounds are left after many nodes, wider beams look for a shorter solution.
//!
//! **`staged`** and the other generic engines run on single moves, runs or auto-play: see [`default_moves`].

mod lazy_cells;
#[cfg(test)]
mod tests;

use patience_core::{
    Blind, Meter, Outcome, Puzzle, Search, Solution, Solver, solve_by, solve_with,
};
use patience_kit::{
    Answer, Choice, EngineAbout, Fault, Field, Generic, Guided, Policy, Settings, Setup, Values,
    settings,
};
use patience_search::{Attempt, Attempts, BeamsAndAStar, EagerAStar, LastLevel, Widening};

pub use self::lazy_cells::LazyCells;
use crate::arena::difficulty;
use crate::by_colour::ByColour;
use crate::by_run::{self, Space};
use crate::by_suit::BySuit;
use crate::{
    Board, DealtDeadlocks, FreeCell, Line, Metric, Move, MoveSet, RelaxedPlay, Rules, Selection,
    State, WeightedSum,
};

/// The engine whose policies are weights of its own counts.
pub(crate) const FAST: &str = "fast";

/// The engine that finds distances.
pub(crate) const EXACT: &str = "exact";

/// The default heuristic of generic engines, which staged deepening was made for.
pub(crate) const DEFAULT_HEURISTIC: &str = "HSDH";

settings! {
    /// Settings of `short`.
    struct ShortSettings {
        /// States per level of the widest beam [default: 32768 for short, with --time unlimited; 2048 for exact; 4096 for beam]
        width: Option<usize> = None, 1..=1_073_741_824;
    }
}

settings! {
    /// Settings of `exact`.
    struct ExactSettings {
        /// States per level of the widest beam before A*; it takes a tenth of a second
        width: usize = 2048, 1..=1_073_741_824;
    }
}

/// Width of the last beam of `short`: wider ones gain little for their time.
const WIDEST: usize = 1 << 15;

/// Expansions after which each search of `fast` gives up. The eager one solves five of six deals by then, and one of a hundred deals is left
/// for the third. After that the time of one search says little about the time of another, so each gets a turn before one may run long.
const BUDGETS: [(WeightedSum, u64); 10] = [
    (WeightedSum::EAGER, 150),
    (WeightedSum::CAREFUL, 1_500),
    (WeightedSum::THOROUGH, 25_000),
    (WeightedSum::EAGER, 10_000),
    (WeightedSum::STEADY, 25_000),
    (WeightedSum::WARY, 25_000),
    (WeightedSum::THOROUGH, 200_000),
    (WeightedSum::EAGER, 80_000),
    (WeightedSum::STEADY, 200_000),
    (WeightedSum::WARY, 200_000),
];

/// The first searches under the standard rules, and where runs of any length move at once. The first two count stranded runs; each solves seven of
/// eight deals that it gets, or more. All leave out moves that seldom help there; under the rules of Eight Off, leaving them out takes eight times
/// the nodes.
const STANDARD: [(WeightedSum, u64); 6] = [
    (WeightedSum::KEEN.selecting(Selection::Likely), 200),
    (WeightedSum::CALM.selecting(Selection::Likely), 800),
    (WeightedSum::THOROUGH.selecting(Selection::Likely), 25_000),
    (WeightedSum::EAGER.selecting(Selection::Likely), 10_000),
    (WeightedSum::STEADY.selecting(Selection::Likely), 25_000),
    (WeightedSum::WARY.selecting(Selection::Likely), 25_000),
];

impl Guided for FreeCell {
    const DEFAULT_HEURISTIC: &'static str = DEFAULT_HEURISTIC;
}

/// An engine with its settings, a move set and a metric.
pub struct Engine {
    algorithm: Algorithm,
    moves: MoveSet,
    metric: Metric,
}

enum Algorithm {
    /// Several best-first searches, by rules, made once for all deals.
    Fast(Box<Fast>),
    /// One best-first search with the weights of a policy.
    Weighted { search: Attempts<WeightedSum>, policy: Policy },
    /// The fast engine, then ever wider beams and A* by turns.
    Short { width: Option<usize> },
    /// The short engine, then A* with the deadlock heuristic.
    Exact { width: usize },
    /// A generic engine.
    Generic(Generic),
}

/// The default move set of an engine: that of the paper for `staged`, single cards for engines without a guide or with an additive bound,
/// and auto-play where a guide scores the states.
pub(crate) fn default_moves(engine: &str) -> MoveSet {
    match engine {
        "staged" => MoveSet::Runs,
        "ida-star" | "iterative" | "breadth-first" => MoveSet::Single,
        _ => MoveSet::AutoPlay,
    }
}

/// The setting that every engine has.
fn moves_field(engine: &str) -> Field {
    let doc = "Moves that the search makes [default: autoplay; runs for staged; single for ida-star, iterative, breadth-first]";
    Field::new("moves", doc, &default_moves(engine))
}

/// The engines, the default first.
pub(crate) fn engines() -> Vec<EngineAbout> {
    let fast = "finds a solution as fast as it can, or proves that there is none";
    let short = "finds ever shorter solutions as long as --time and --width allow";
    let exact = "finds a shortest solution and proves that it is one, or that there is none";
    let mut engines = vec![
        EngineAbout { guided: true, ..EngineAbout::new(FAST, fast, "no", Vec::new()) },
        EngineAbout::new("short", short, "no", ShortSettings::fields()),
        EngineAbout::new(EXACT, exact, "yes", ExactSettings::fields()),
    ];
    engines.extend(Generic::engines::<FreeCell>());
    for engine in &mut engines {
        engine.settings.push(moves_field(engine.name));
    }
    engines
}

/// The searches of `fast` under any rules.
fn attempts() -> Attempts<WeightedSum> {
    let first = BUDGETS.map(|(evaluator, budget)| Attempt { evaluator, budget }).to_vec();
    Attempts { first, last: WeightedSum::THOROUGH }
}

/// The same with those of the standard rules instead of the first ones.
fn standard_attempts() -> Attempts<WeightedSum> {
    let mut attempts = attempts();
    let first = STANDARD.iter().map(|&(evaluator, budget)| Attempt { evaluator, budget });
    attempts.first.splice(..STANDARD.len(), first);
    attempts
}

/// A search of settled positions where the rules have one, otherwise a search of all moves.
struct Complete {
    of_moves: Attempts<WeightedSum>,
}

impl Solver<FreeCell> for Complete {
    fn search(&self, game: &FreeCell, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        if let Some(search) = BySuit::of(game) {
            return search.search(game, root, meter);
        }
        if let Some(search) = ByColour::of(game) {
            return search.search(game, root, meter);
        }
        self.of_moves.search(game, root, meter)
    }

    fn is_complete(&self) -> bool {
        true
    }
}

/// The searches of `fast`, by rules.
struct Fast {
    /// Under the standard rules, and where runs of any length move at once.
    standard: Complete,
    others: Complete,
}

impl Fast {
    fn new() -> Self {
        Self {
            standard: Complete { of_moves: standard_attempts() },
            others: Complete { of_moves: attempts() },
        }
    }

    fn under(&self, rules: &Rules) -> &Complete {
        match *rules {
            rules if (Rules { relaxed: false, ..rules }) == Rules::default() => &self.standard,
            _ => &self.others,
        }
    }
}

/// Ever wider beams after a first solution. States that cannot lead to a shorter one by the estimate take no place in them.
fn beams<H>(heuristic: H, widest: usize) -> Widening<Complete, WeightedSum, H> {
    let (evaluator, last_level) = (WeightedSum::BRIEF, LastLevel::OfSolution);
    Widening { first: Complete { of_moves: attempts() }, evaluator, heuristic, widest, last_level }
}

impl Engine {
    /// The engine of a name with its settings.
    pub(crate) fn prepare(name: &str, setup: &Setup<'_>) -> Result<Self, Fault> {
        let none = Values::default();
        let values = setup.settings.unwrap_or(&none);
        let algorithm = match (name, setup.policy) {
            (FAST, None) => Algorithm::Fast(Box::new(Fast::new())),
            (FAST, Some(policy)) => {
                let weights = policy.weights().map_or(&[][..], |weights| weights.numbers());
                let last = WeightedSum::weighing(weights);
                let search = Attempts { first: Vec::new(), last };
                Algorithm::Weighted { search, policy: policy.clone() }
            }
            ("short", _) => Algorithm::Short { width: ShortSettings::read(values)?.width },
            (EXACT, _) => Algorithm::Exact { width: ExactSettings::read(values)?.width },
            _ => match Generic::prepare::<FreeCell>(name, setup) {
                Some(generic) => Algorithm::Generic(generic?),
                None => {
                    return Err(Fault::unknown("engine", name, engines().iter().map(|it| it.name)));
                }
            },
        };
        let moves = match values.get("moves") {
            Some(value) => moves_field(name).read(value)?,
            None => default_moves(name),
        };
        let metric = setup.metric.and_then(Metric::named).unwrap_or_default();
        Ok(Self { algorithm, moves, metric })
    }

    /// Searches from a position.
    pub(crate) fn solve(&self, board: &Board, meter: &mut Meter<'_>) -> Result<Answer, Fault> {
        let mut game = FreeCell::new(*board.rules(), board.position()).map_err(Fault::input)?;
        (game.moves, game.metric) = (self.moves, self.metric);
        // A solution has about two moves for every card.
        let mut steps = Vec::with_capacity(128);
        let outcome = self.search(&mut game, &mut steps, meter)?;
        Ok(Answer::refereed(&outcome, |moves| {
            if steps.is_empty() {
                steps = game.steps(moves);
            }
            Line::replay(board.rules(), game.into_deal(), steps)
        }))
    }

    /// The outcome; `steps` gets the moves of a solution with those of auto-play if they are known without another replay.
    fn search(
        &self,
        game: &mut FreeCell,
        steps: &mut Vec<Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Move>, Fault> {
        let root = game.start();
        match &self.algorithm {
            Algorithm::Fast(fast) => {
                if let Some(space) = Space::of(game) {
                    let pay =
                        |state: &mut State, mv| space.pay_each(state, mv, |mv| steps.push(mv));
                    let outcome = solve_by(&by_run::SEARCH, &space, &root, meter, pay);
                    if outcome != Outcome::Exhausted {
                        return Ok(outcome);
                    }
                }
                let pay = |state: &mut State, mv| game.pay_each(state, mv, |mv| steps.push(mv));
                Ok(solve_by(fast.under(game.rules()), game, &root, meter, pay))
            }
            Algorithm::Weighted { search, policy } => {
                let before = meter.expanded();
                let outcome = solve_with(search, game, &root, meter);
                policy.count_default(meter.expanded() - before);
                Ok(outcome)
            }
            Algorithm::Short { width } => {
                // With a time limit, the time says when to end.
                let unlimited = meter.time_left().map(|_| usize::MAX);
                // In beams, the better estimate would take more time than it saves.
                let beams = beams(Blind, width.or(unlimited).unwrap_or(WIDEST));
                let heuristic = RelaxedPlay::new(game);
                let engine = BeamsAndAStar { beams, heuristic: &heuristic, order: LazyCells };
                Ok(in_m3(game, |game| solve_with(&engine, game, &root, meter)))
            }
            Algorithm::Exact { width } => {
                let heuristic = RelaxedPlay::new(game);
                let (first, order) = (beams(DealtDeadlocks::new(game), *width), LazyCells);
                let evaluator = WeightedSum::BRIEF;
                let engine = EagerAStar { first, evaluator, heuristic: &heuristic, order };
                Ok(in_m3(game, |game| solve_with(&engine, game, &root, meter)))
            }
            Algorithm::Generic(generic) => {
                let policy = generic.policy();
                if policy.is_some_and(|policy| policy.mentions("DifficultyLevel")) {
                    game.difficulty = difficulty::of(game).unwrap_or(game.difficulty);
                }
                generic.solve(game, &root, meter)
            }
        }
    }
}

/// Searches M2 as M3. They differ by the same number for all solutions, but in M3 moves home are free, which puts them in one level of a
/// beam.
fn in_m3(game: &FreeCell, search: impl FnOnce(&FreeCell) -> Outcome<Move>) -> Outcome<Move> {
    if game.metric != Metric::M2 {
        return search(game);
    }
    let mut free = game.clone();
    free.metric = Metric::M3;
    match search(&free) {
        Outcome::Solved(Solution { moves, optimal, .. }) => {
            Outcome::Solved(Solution { optimal, ..Solution::new(game, &game.start(), moves) })
        }
        other => other,
    }
}
