//! Fitness cases for evolution: deals with all cards known, which staged deepening solves, guided by a genome or by a feature.
//!
//! Both sides run the same search with the same settings, rules and moves. A genome that saves nodes is a better guide, not a user of a better
//! search. Deals of test seeds are in no training or validation set.
//!
//! Only staged deepening: the nodes of a beam are its width times the length of a solution, whatever guides it; best-first search takes four times
//! as long per node; engines that add estimates to costs look for short solutions, which takes far more nodes.

use std::fmt;
use std::ops::RangeInclusive;

use patience_core::{Cancel, Evaluator, Limits, Puzzle as _, Report, solve};
use patience_kit::{
    Fault, Generic, Guide, PolicyError, Settings as _, StagedSettings, Values, read_search_of,
};
use patience_learn::{
    Arena, Attempt, Bound, Case, Constants, CurriculumKind, FeatureEncoding, FeatureSet, Genome,
    Gradual, RandomCases, Scale, Settings, Shape, Table, Terminals, UnknownHeuristic,
};

use crate::kit::RuleFlags;
use crate::{Klondike, Move, Rules, write_position};

/// The engine that genomes guide.
pub(crate) const ENGINE: &str = "staged";

/// The default settings of that engine in an evolution. Every state stays open: scores of genomes are real numbers and those of the baseline are
/// not, so one state per score would be another search for each. Nothing is forgotten, and a restart ends what began badly.
const DEFAULT_SEARCH: [(&str, i64); 3] =
    [("horizon", 1), ("restart", 5_000), ("table", 50_000_000)];

/// The heuristic of the baseline, unless `search.heuristic` names another: of all features, the one with which the search wins most deals.
const BASELINE: &str = "PlannerH2";

/// The seeds of the deals that training and validation sets are drawn from.
const SEEDS: RangeInclusive<Case> = 40_000_001..=40_002_000;

/// The seeds of the deals for tests.
const TEST_SEEDS: RangeInclusive<Case> = 41_000_001..=41_002_000;

/// The heuristics that have no weight in an evolution: sums of others, whose values would outweigh all counts.
const SUMS: [&str; 5] = ["Weighted", "LowerBound", "RanksDown", "PlannerH1", "PlannerH2"];

/// The vocabulary of policy files: all features may have weights.
pub(crate) fn vocabulary() -> Result<FeatureSet, UnknownHeuristic> {
    feature_set().map(FeatureSet::weighing_all)
}

/// The vocabulary of genomes: all features, with weights for the counts.
fn feature_set() -> Result<FeatureSet, UnknownHeuristic> {
    let all = FeatureSet::of::<Klondike>(&[])?;
    let counts = all.features().iter().filter(|it| it.is_heuristic() && !SUMS.contains(&it.name));
    FeatureSet::of::<Klondike>(&counts.map(|feature| feature.name).collect::<Vec<_>>())
}

/// The default settings of an evolution. A generation takes some seconds on two cores.
pub(crate) fn settings() -> Settings {
    let mut search = Table::from_iter([("open".to_owned(), "all".into())]);
    search.extend(DEFAULT_SEARCH.map(|(key, value)| (key.to_owned(), value.into())));
    Settings {
        genome: Shape::Formula,
        curriculum: CurriculumKind::Random,
        generations: 50,
        // Features count cards, some of them a few and some of them fifty: formulas need factors above 1.
        constants: Constants::Steps,
        scale: Scale::Counts,
        training: 400,
        validation: 100,
        nodes: NODES,
        baseline_nodes: NODES,
        give_up: Some(1.0),
        penalty: 10.0 * NODES as f64,
        random: RandomCases { cases: 30 },
        gradual: Gradual { group_size: 10, ..Gradual::default() },
        search,
        ..Settings::default()
    }
}

/// The node limit of a search of either side. Half of all deals are won within it, and four in five can be won.
const NODES: u64 = 20_000;

/// Deals that staged deepening solves, guided by a genome or, as the baseline, by a heuristic.
pub(crate) struct KnownDeals {
    feature_set: FeatureSet,
    encoding: FeatureEncoding,
    search: StagedSettings,
    rules: Rules,
    baseline: Guide<Klondike>,
    rival: String,
}

/// An error of a setting.
fn wrong(setting: &str, message: impl fmt::Display) -> Fault {
    Fault::input(format_args!("setting {setting}: {message}"))
}

impl KnownDeals {
    /// The cases of an evolution with these settings. `search` has the settings of the engine, and the rules.
    pub(crate) fn new(settings: &Settings) -> Result<Self, Fault> {
        let values = read(&settings.search)?;
        // Messages of settings begin with their names.
        let of_search = |fault: Fault| Fault::input(format_args!("setting search.{fault}"));
        let search = StagedSettings::read(&values).map_err(of_search)?;
        let heuristic = search.heuristic.as_deref().unwrap_or(BASELINE);
        let baseline =
            Guide::named(heuristic).map_err(|fault| wrong("search.heuristic", fault.message))?;
        let feature_set = feature_set()
            .map_err(Fault::input)?
            .avoiding(&settings.avoid)
            .map_err(|unknown| wrong("avoid", unknown))?;
        Ok(Self {
            feature_set: match settings.terminals() {
                Terminals::Heuristics => feature_set,
                Terminals::All => feature_set.weighing_all(),
            },
            encoding: FeatureEncoding { reading: settings.reading, scale: settings.scale },
            rules: RuleFlags::read(&values).map_err(of_search)?.over(Rules::default()),
            rival: format!("{heuristic} under the search of the genomes, {ENGINE}"),
            search,
            baseline,
        })
    }

    fn game(&self, case: Case) -> Klondike {
        Klondike::of_seed(case.into(), self.rules).expect("rules of flags can be played")
    }

    fn search(
        &self,
        guide: &impl Evaluator<Klondike>,
        game: &Klondike,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Report<Move> {
        solve(&self.search.search(guide), game, &game.start(), limits, cancel, &mut ())
    }
}

/// The settings of the engine, and the rules.
fn read(search: &Table) -> Result<Values, Fault> {
    let mut search = search.clone();
    // Elsewhere, passes are a word of the command line.
    if let Some(passes) = search.get_mut("passes").filter(|passes| passes.is_integer()) {
        *passes = passes.to_string().into();
    }
    let mut engines = Generic::engines::<Klondike>();
    engines.retain(|engine| engine.name == ENGINE);
    for engine in &mut engines {
        engine.settings.extend(RuleFlags::fields());
    }
    let read = read_search_of(&engines, ENGINE, &search);
    let (_, values) =
        read.map_err(|PolicyError { key, message }| wrong(&format!("search.{key}"), message))?;
    Ok(values)
}

impl Arena for KnownDeals {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn cases(&self) -> Vec<Case> {
        SEEDS.collect()
    }

    fn reserved(&self) -> Vec<Case> {
        TEST_SEEDS.collect()
    }

    /// The deal with its rules, as every command reads it.
    fn description(&self, case: Case) -> String {
        write_position(&self.rules, self.game(case).deal())
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let game = self.game(case);
        let bound = Bound::new(genome, &self.feature_set, self.encoding, &game);
        Attempt::new(&self.search(&bound, &game, limits, cancel), bound.fired())
    }

    fn rival(&self) -> &str {
        &self.rival
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        Attempt::new(&self.search(&self.baseline, &self.game(case), limits, cancel), Vec::new())
    }
}
