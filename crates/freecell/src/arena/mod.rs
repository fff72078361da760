//! Fitness cases for evolution: Microsoft deals that a guided search solves, compared with a baseline.
//!
//! Genomes guide staged deepening (`Deals`) or, as weights, best-first search (`FastDeals`).

pub mod baselines;
pub mod difficulty;
mod fast;
mod job;

use patience_core::{ByFeature, Cancel, Features, Kind, Limits, Puzzle, Reading, solve};
use patience_kit::{
    Choice, EngineAbout, Fault, PolicyError, Settings as _, StagedSettings, Values, read_search,
};
use patience_learn::{Arena, Attempt, Bound, Case, Genome, Lexicon, Manner, Settings, Table, Word};
use patience_search::StagedDeepening;

use self::baselines::{Baselines, with_hsdh};
use self::fast::FastDeals;
pub(crate) use self::job::MakeBaselines;
use crate::engines::{DEFAULT_HEURISTIC, FAST, default_moves, engines};
use crate::{Count, FreeCell, KIT, MoveSet, WeightedSum};

/// The deals of the Microsoft 32K.
const DEALS: std::ops::RangeInclusive<Case> = 1..=32_000;

/// The engine that genomes guide by default.
pub(crate) const ENGINE: &str = "staged";

/// The default settings of that engine in an evolution. With a good guide, a horizon of three moves takes a tenth of the nodes of the original
/// six; and a search that forgets no state does not go in circles.
const DEFAULT_SEARCH: [(&str, i64); 2] = [("horizon", 3), ("table", 50_000_000)];

/// The heuristics that have weights: those of Table I of *Evolutionary Design of `FreeCell` Solvers* (Elyasaf, Hauptman and Sipper, 2012), in its
/// order.
const WEIGHTED: [&str; 9] = [
    "HSDH",
    "NumWellPlaced",
    "NumCardsNotAtFoundations",
    "FreeCells",
    "DifferenceFromTop",
    "LowestFoundationCard",
    "HighestFoundationCard",
    "DifferenceFoundation",
    "SumOfBottomCards",
];

/// The vocabulary of genomes that guide an engine: counts of its own for `fast`, features for the others.
pub(crate) fn lexicon(engine: &str) -> Option<Lexicon> {
    if engine != FAST {
        return Lexicon::of::<FreeCell>(&WEIGHTED).ok();
    }
    let words = WeightedSum::COUNTS.map(|Count { name, summary, nearer, .. }| Word {
        name,
        summary,
        kind: Kind::Heuristic { nearer, admissible: false },
    });
    Lexicon::new(words.to_vec(), &words.map(|word| word.name)).ok()
}

/// The default settings of an evolution: those of *Evolutionary Design of `FreeCell` Solvers*.
///
/// What the paper leaves open, or limits by time, is chosen so that a generation takes less than a minute on two cores.
pub(crate) fn settings(chosen: &Table) -> Settings {
    let mut settings = Settings { nodes: 300_000, ..Settings::default() };
    let engine = chosen.get("search").and_then(|search| search.get("engine")?.as_str());
    if engine.is_none_or(|name| name == ENGINE) {
        for (key, value) in DEFAULT_SEARCH {
            settings.search.insert(key.to_owned(), value.into());
        }
    }
    settings
}

/// The fitness cases of an evolution with these settings.
pub(crate) fn arena(settings: &Settings) -> Result<Box<dyn Arena>, Fault> {
    let wrong = |PolicyError { key, message }| {
        Fault::input(format_args!("setting search.{key}: {message}"))
    };
    let (engine, values) = read_search(&KIT, &own_search(&settings.search)).map_err(wrong)?;
    let lexicon = lexicon(engine)
        .ok_or_else(|| Fault::input("FreeCell has no vocabulary"))?
        .avoiding(&settings.avoid)
        .map_err(|unknown| Fault::input(format_args!("setting avoid: {unknown}")))?;
    match engine {
        FAST => Ok(Box::new(FastDeals::new(settings, lexicon, moves(engine, &values))?)),
        ENGINE => Ok(Box::new(Deals::new(settings, lexicon, &values)?)),
        other => Err(Fault::input(format_args!(
            "setting search.engine: expected \"{ENGINE}\" or \"{FAST}\", found \"{other}\""
        ))),
    }
}

/// The search without settings of other engines: settings files of runs may have them.
fn own_search(search: &Table) -> Table {
    let name = search.get("engine").and_then(|name| name.as_str()).unwrap_or(ENGINE);
    let (own, others): (Vec<_>, Vec<_>) = engines().into_iter().partition(|it| it.name == name);
    let has = |engines: &[EngineAbout], key: &str| {
        engines.iter().flat_map(|engine| &engine.settings).any(|field| field.name == key)
    };
    let mut search = search.clone();
    search.retain(|key, _| has(&own, key) || !has(&others, key));
    search
}

/// The move set that the settings of an engine name, or its default.
fn moves(engine: &str, values: &Values) -> MoveSet {
    let named = values.get("moves").and_then(|value| value.as_str()).and_then(MoveSet::named);
    named.unwrap_or_else(|| default_moves(engine))
}

/// Deals that staged deepening solves, compared with the heuristic of its inventor.
struct Deals {
    lexicon: Lexicon,
    manner: Manner,
    search: StagedDeepening<()>,
    moves: MoveSet,
    baseline: StagedDeepening<ByFeature<FreeCell>>,
}

impl Deals {
    fn new(settings: &Settings, lexicon: Lexicon, values: &Values) -> Result<Self, Fault> {
        Ok(Self {
            lexicon,
            manner: Manner { reading: settings.reading, scale: settings.scale },
            search: StagedSettings::read(values)?.search(()),
            moves: moves(ENGINE, values),
            baseline: StagedDeepening::new(hsdh().map_err(Fault::input)?),
        })
    }
}

/// The heuristic of the baseline.
fn hsdh() -> Result<ByFeature<FreeCell>, patience_core::UnknownFeature> {
    let feature = FreeCell::feature(DEFAULT_HEURISTIC)?;
    Ok(ByFeature { feature, reading: Reading::Distance })
}

/// The game of a case.
fn game(case: Case, moves: MoveSet) -> FreeCell {
    let mut game = FreeCell::microsoft(case.into()).expect("cases are numbers of deals");
    game.moves = moves;
    game.difficulty = difficulty::of_deal(case).unwrap_or(game.difficulty);
    game
}

impl Arena for Deals {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn cases(&self) -> Vec<Case> {
        DEALS.collect()
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let game = game(case, self.moves);
        let bound = Bound::new(genome, &self.lexicon, self.manner, &game);
        let solver = self.search.with(&bound);
        let report = solve(&solver, &game, &game.start(), limits, cancel, &mut ());
        Attempt::new(&report, bound.fired())
    }

    fn rival(&self) -> &'static str {
        "HSDH under staged deepening"
    }

    /// The original, whatever search the genomes guide, so that all runs have the same baseline.
    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        Baselines::known()
            .get(case, limits)
            .unwrap_or_else(|| with_hsdh(&self.baseline, case, limits, cancel))
    }
}
