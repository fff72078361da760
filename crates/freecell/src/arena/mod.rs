//! Fitness cases for evolution: Microsoft deals that a guided search solves, compared with a baseline.
//!
//! Genomes guide staged deepening (`Deals`) or, as weights, best-first search (`FastDeals`).

pub mod baselines;
mod deals;
pub mod difficulty;
mod fast;
mod job;

use patience_core::{ByFeature, Features, Kind, Reading};
use patience_kit::{Choice, EngineAbout, Fault, PolicyError, Values, choices, read_search};
use patience_learn::{Arena, Case, FeatureInfo, FeatureSet, Settings, Table, Terminals};

use self::deals::Deals;
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

/// The setting of the search that chooses the baseline. Files without it are from before there was a choice: they have the original.
const BASELINE: &str = "baseline";

/// The setting of the search that a report gives to the baseline in a second row: changes of the search of the genomes.
const TUNED: &str = "tuned_baseline";

/// The default of that setting, the best known search with HSDH.
const DEFAULT_TUNED: &str = "horizon=2 table=50000000 restart=200000";

choices! {
    /// The search of the baseline.
    enum BaselineSearch {
        /// The search of the genomes, guided by HSDH, or by the engine's default weights for `fast`
        SameSearch = "same-search",
        /// The original search, whatever search the genomes guide; for `fast`, plain weights
        Original = "original",
    }
}

impl BaselineSearch {
    /// What the settings of a search choose.
    fn read(search: &Table) -> Result<Self, Fault> {
        let Some(value) = search.get(BASELINE) else { return Ok(Self::Original) };
        value.as_str().and_then(Self::named).ok_or_else(|| {
            let names: Vec<String> =
                Self::ALL.iter().map(|(_, it)| format!("\"{}\"", it.name)).collect();
            let names = names.join(" or ");
            Fault::input(format_args!("setting search.{BASELINE}: expected {names}, found {value}"))
        })
    }
}

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

/// The vocabulary of policy files that guide an engine: all its features may have weights.
pub(crate) fn vocabulary(engine: &str) -> Option<FeatureSet> {
    feature_set(engine).map(FeatureSet::weighing_all)
}

/// The features of an engine: counts of its own for `fast`, those of the puzzle for the others. The heuristics of the paper have weights.
fn feature_set(engine: &str) -> Option<FeatureSet> {
    if engine != FAST {
        return FeatureSet::of::<FreeCell>(&WEIGHTED).ok();
    }
    let features = WeightedSum::COUNTS.map(|Count { name, summary, nearer, .. }| FeatureInfo {
        name,
        summary,
        kind: Kind::Heuristic { nearer, admissible: false },
    });
    FeatureSet::new(features.to_vec(), &features.map(|feature| feature.name)).ok()
}

/// The default settings of an evolution: those of *Evolutionary Design of `FreeCell` Solvers*.
///
/// What the paper leaves open, or limits by time, is chosen so that a generation takes less than a minute on two cores.
pub(crate) fn settings(chosen: &Table) -> Settings {
    let mut settings = Settings { nodes: 300_000, ..Settings::default() };
    let of_search = |key: &str| chosen.get("search").and_then(|search| search.get(key)?.as_str());
    let engine = of_search("engine").unwrap_or(ENGINE);
    if [ENGINE, FAST].contains(&engine) {
        // The same search has the same limit.
        if of_search(BASELINE) != Some(BaselineSearch::Original.name()) {
            let nodes =
                chosen.get("nodes").and_then(|nodes| u64::try_from(nodes.as_integer()?).ok());
            settings.baseline_nodes = nodes.unwrap_or(settings.nodes);
        }
        settings.search.insert(BASELINE.to_owned(), BaselineSearch::SameSearch.name().into());
    }
    if engine == ENGINE {
        for (key, value) in DEFAULT_SEARCH {
            settings.search.insert(key.to_owned(), value.into());
        }
    }
    settings
}

/// The fitness cases of an evolution with these settings.
pub(crate) fn arena(settings: &Settings) -> Result<Box<dyn Arena>, Fault> {
    let (engine, values) = read(&settings.search)?;
    let feature_set = feature_set(engine)
        .ok_or_else(|| Fault::input("FreeCell has no vocabulary"))?
        .avoiding(&settings.avoid)
        .map_err(|unknown| Fault::input(format_args!("setting avoid: {unknown}")))?;
    let feature_set = match settings.terminals() {
        Terminals::Heuristics => feature_set,
        Terminals::All => feature_set.weighing_all(),
    };
    match engine {
        FAST => Ok(Box::new(FastDeals::new(settings, feature_set, moves(engine, &values))?)),
        ENGINE => Ok(Box::new(Deals::new(settings, feature_set, &values)?)),
        other => Err(Fault::input(format_args!(
            "setting search.engine: expected \"{ENGINE}\" or \"{FAST}\", found \"{other}\""
        ))),
    }
}

/// The engine and its settings.
fn read(search: &Table) -> Result<(&'static str, Values), Fault> {
    let wrong = |PolicyError { key, message }| {
        Fault::input(format_args!("setting search.{key}: {message}"))
    };
    read_search(&KIT, &own_search(search)).map_err(wrong)
}

/// The search without settings of the baseline and of other engines: settings files of runs may have them.
fn own_search(search: &Table) -> Table {
    let name = search.get("engine").and_then(|name| name.as_str()).unwrap_or(ENGINE);
    let (own, others): (Vec<_>, Vec<_>) = engines().into_iter().partition(|it| it.name == name);
    let has = |engines: &[EngineAbout], key: &str| {
        engines.iter().flat_map(|engine| &engine.settings).any(|field| field.name == key)
    };
    let mut search = search.clone();
    search.retain(|key, _| {
        ![BASELINE, TUNED].contains(&key) && (has(&own, key) || !has(&others, key))
    });
    search
}

/// The move set that the settings of an engine name, or its default.
fn moves(engine: &str, values: &Values) -> MoveSet {
    let named = values.get("moves").and_then(|value| value.as_str()).and_then(MoveSet::named);
    named.unwrap_or_else(|| default_moves(engine))
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
