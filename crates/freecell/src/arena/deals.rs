//! Genomes that guide staged deepening on Microsoft deals, compared with HSDH.

use patience_core::{ByFeature, Cancel, Limits, Puzzle, solve};
use patience_kit::{Choice as _, Fault, Settings as _, StagedSettings, Values};
use patience_learn::{
    Arena, Attempt, Bound, Case, FeatureEncoding, FeatureSet, Genome, Override, Settings, Table,
};
use patience_search::StagedDeepening;

use super::baselines::{Baselines, MOVES, with_hsdh};
use super::{BaselineSearch, DEALS, DEFAULT_TUNED, ENGINE, TUNED};
use super::{game, hsdh, moves, read};
use crate::{FreeCell, MoveSet};

/// Deals that staged deepening solves, compared with the heuristic of its inventor.
pub(super) struct Deals {
    feature_set: FeatureSet,
    encoding: FeatureEncoding,
    search: Search,
    baseline: Rival,
    tuned: Rival,
}

/// Staged deepening without a guide.
#[derive(Clone, Copy, PartialEq)]
struct Search {
    stages: StagedDeepening<()>,
    moves: MoveSet,
}

/// HSDH under a search.
#[derive(Clone)]
struct Rival {
    search: Search,
    hsdh: ByFeature<FreeCell>,
    name: String,
}

impl Deals {
    pub(super) fn new(
        settings: &Settings,
        feature_set: FeatureSet,
        values: &Values,
    ) -> Result<Self, Fault> {
        let search = Search::read(values)?;
        let baseline = match BaselineSearch::read(&settings.search)? {
            BaselineSearch::SameSearch => search,
            BaselineSearch::Original => Search::ORIGINAL,
        };
        Ok(Self {
            feature_set,
            encoding: FeatureEncoding { reading: settings.reading, scale: settings.scale },
            search,
            baseline: Rival::new(baseline, search)?,
            tuned: Rival::new(tuned(&settings.search)?, search)?,
        })
    }
}

/// The search that suits the baseline best: that of the genomes with changes.
fn tuned(search: &Table) -> Result<Search, Fault> {
    let text = match search.get(TUNED) {
        None => DEFAULT_TUNED,
        Some(value) => value.as_str().unwrap_or_default(),
    };
    let mut changed = search.clone();
    for change in text.split_whitespace() {
        let change: Override = change
            .parse()
            .map_err(|error| Fault::input(format_args!("setting search.{TUNED}: {error}")))?;
        change.apply(&mut changed);
    }
    match read(&changed)? {
        (ENGINE, values) => Search::read(&values),
        (other, _) => Err(Fault::input(format_args!(
            "setting search.{TUNED}: expected the engine \"{ENGINE}\", found \"{other}\""
        ))),
    }
}

impl Search {
    /// The search of the table of baselines.
    const ORIGINAL: Self = Self { stages: StagedDeepening::new(()), moves: MOVES };

    fn read(values: &Values) -> Result<Self, Fault> {
        let stages = StagedSettings::read(values)?.search(());
        Ok(Self { stages, moves: moves(ENGINE, values) })
    }

    fn name(&self) -> String {
        let Self { stages, moves } = self;
        let rounded = Some(stages.granularity).filter(|&it| it != 0.0);
        let parts = [
            Some(format!("horizon {}", stages.horizon)),
            Some(format!("table {}", stages.table)),
            Some(format!("moves {}", moves.name())),
            Some(format!("open {}", stages.open.name())),
            rounded.map(|granularity| format!("granularity {granularity}")),
            stages.restart.map(|restart| format!("restart {restart}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Rival {
    /// HSDH under a search, whose name says whether it is that of the genomes.
    fn new(search: Search, of_genomes: Search) -> Result<Self, Fault> {
        let whose = if search == of_genomes { "the search of the genomes, " } else { "" };
        let name = format!("HSDH under {whose}staged deepening: {}", search.name());
        Ok(Self { search, hsdh: hsdh().map_err(Fault::input)?, name })
    }

    fn attempt(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let is_known = self.search == Search::ORIGINAL;
        let known = || Baselines::known().get(case, limits).filter(|_| is_known);
        known().unwrap_or_else(|| {
            let solver = self.search.stages.with(self.hsdh);
            with_hsdh(&solver, self.search.moves, case, limits, cancel)
        })
    }
}

impl Arena for Deals {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn cases(&self) -> Vec<Case> {
        DEALS.collect()
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let game = game(case, self.search.moves);
        let bound = Bound::new(genome, &self.feature_set, self.encoding, &game);
        let solver = self.search.stages.with(&bound);
        let report = solve(&solver, &game, &game.start(), limits, cancel, &mut ());
        Attempt::new(&report, bound.fired())
    }

    fn rival(&self) -> &str {
        &self.baseline.name
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        self.baseline.attempt(case, limits, cancel)
    }

    fn tuned(&self) -> Option<Box<dyn Arena + '_>> {
        let (feature_set, baseline) = (self.feature_set.clone(), self.tuned.clone());
        Some(Box::new(Self { feature_set, baseline, tuned: self.tuned.clone(), ..*self }))
    }
}
