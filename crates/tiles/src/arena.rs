//! Fitness cases for evolution: random boards that IDA* solves, guided by a genome or by the Manhattan distance.
//!
//! Both sides run the same search with the same table and the same order of moves. A genome that saves nodes is a better guide, not a user
//! of a better search. It may overestimate, and its solutions may be longer: the setting `longest` bounds how much.

use patience_core::{Cancel, Features, Heuristic, Kind, Limits, Puzzle, Report, solve};
use patience_kit::{Fault, Guided, IdaStarSettings, Settings as _, read_search};
use patience_learn::{
    Arena, Attempt, Bound, Case, CurriculumKind, FeatureEncoding, FeatureSet, Genome, Scale,
    Settings, Shape, UnknownHeuristic,
};
use patience_search::IdaStar;

use crate::{KIT, Manhattan, SlidingTiles, Tile};

/// The engine that genomes guide.
pub(crate) const ENGINE: &str = "ida-star";

/// Rows and columns of the boards.
const SIDE: u32 = 3;

/// How many boards there are.
const CASES: Case = 1000;

/// The boards of 3×3 cells of the seeds 1 to 1000.
///
/// ```
/// use patience_kit::Kit;
/// use patience_learn::{Arena, Table};
/// use patience_tiles::{KIT, Shuffled};
///
/// let settings = KIT.evolution(&Table::new()).expect("tiles can be evolved");
/// let arena = Shuffled::new(&settings)?;
/// assert!(arena.feature_set().features().iter().any(|feature| feature.name == "Manhattan"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Shuffled {
    feature_set: FeatureSet,
    encoding: FeatureEncoding,
    settings: IdaStarSettings,
}

impl Shuffled {
    /// The cases of an evolution with these settings.
    pub fn new(settings: &Settings) -> Result<Self, Fault> {
        let (engine, values) = read_search(&KIT, &settings.search).map_err(|wrong| {
            Fault::input(format_args!("setting search.{}: {}", wrong.key, wrong.message))
        })?;
        if engine != ENGINE {
            return Err(Fault::input(format_args!(
                "setting search.engine: expected \"{ENGINE}\", found \"{engine}\""
            )));
        }
        let feature_set = feature_set()
            .map_err(Fault::input)?
            .avoiding(&settings.avoid)
            .map_err(|wrong| Fault::input(format_args!("setting avoid: {wrong}")))?;
        Ok(Self {
            feature_set,
            encoding: FeatureEncoding { reading: settings.reading, scale: settings.scale },
            settings: IdaStarSettings::read(&values)?,
        })
    }

    fn search(
        &self,
        heuristic: impl Heuristic<SlidingTiles>,
        puzzle: &SlidingTiles,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Report<Tile> {
        let IdaStarSettings { step, table, .. } = self.settings;
        let solver = IdaStar {
            heuristic,
            step,
            table: table.unwrap_or(usize::MAX),
            ordered: SlidingTiles::ORDERED,
        };
        solve(&solver, puzzle, &puzzle.start(), limits, cancel, &mut ())
    }
}

/// The vocabulary of genomes: all features, with weights for the heuristics.
pub(crate) fn feature_set() -> Result<FeatureSet, UnknownHeuristic> {
    let is_heuristic = |kind: Kind| matches!(kind, Kind::Heuristic { .. });
    let heuristics = SlidingTiles::features().iter().filter(|feature| is_heuristic(feature.kind));
    FeatureSet::of::<SlidingTiles>(&heuristics.map(|feature| feature.name).collect::<Vec<_>>())
}

/// The board of a case.
fn board(case: Case) -> SlidingTiles {
    SlidingTiles::shuffled(SIDE, SIDE, case.into()).expect("3×3 is a frame")
}

/// The default settings of an evolution: formulas, ten random boards a generation.
pub(crate) fn settings() -> Settings {
    Settings {
        genome: Shape::Formula,
        curriculum: CurriculumKind::Random,
        generations: 30,
        population: 50,
        // IDA* adds estimates to moves, so a formula has to count moves.
        scale: Scale::Counts,
        training: 300,
        validation: 30,
        nodes: 20_000,
        baseline_nodes: 20_000,
        give_up: Some(1.0),
        penalty: 20_000.0,
        ..Settings::default()
    }
}

impl Arena for Shuffled {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn cases(&self) -> Vec<Case> {
        (1..=CASES).collect()
    }

    fn description(&self, case: Case) -> String {
        board(case).to_string()
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let puzzle = board(case);
        let bound = Bound::new(genome, &self.feature_set, self.encoding, &puzzle);
        Attempt::new(&self.search(&bound, &puzzle, limits, cancel), bound.fired())
    }

    fn rival(&self) -> &'static str {
        "IDA* with the Manhattan distance"
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        Attempt::new(&self.search(Manhattan, &board(case), limits, cancel), Vec::new())
    }
}
