//! Weights that guide best-first search on Microsoft deals.

use patience_core::{Cancel, Limits, Puzzle, Reading, solve};
use patience_kit::{Fault, weights};
use patience_learn::{Arena, Attempt, Case, FeatureSet, Genome, Settings, Shape};
use patience_search::BestFirst;

use super::{BaselineSearch, DEALS, game};
use crate::{MoveSet, WeightedSum};

/// Deals that best-first search solves, compared with other weights under the same search.
pub(super) struct FastDeals {
    feature_set: FeatureSet,
    moves: MoveSet,
    baseline: BaselineSearch,
}

/// The weights that the engine searches with when all others have given up.
const OWN: WeightedSum = WeightedSum::THOROUGH;

/// A plain first guess, the original baseline: cards that are away, out of order or in cells count alike, and moves a little.
const PLAIN: WeightedSum =
    WeightedSum { away: 10, loose: 10, in_cells: 10, moves: 1, ..WeightedSum::NOTHING };

impl FastDeals {
    pub(super) fn new(
        settings: &Settings,
        feature_set: FeatureSet,
        moves: MoveSet,
    ) -> Result<Self, Fault> {
        if settings.genome != Shape::Weights || settings.reading != Reading::Distance {
            return Err(Fault::input(
                "setting search.engine: `fast` takes genome = \"weights\" and reading = \"distance\"",
            ));
        }
        let baseline = BaselineSearch::read(&settings.search)?;
        Ok(Self { feature_set, moves, baseline })
    }

    fn search(
        &self,
        evaluator: WeightedSum,
        case: Case,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Attempt {
        let game = game(case, self.moves);
        let solver = BestFirst { evaluator };
        let report = solve(&solver, &game, &game.start(), limits, cancel, &mut ());
        let decisions = report.stats.expanded;
        Attempt::new(&report, vec![decisions])
    }
}

impl Arena for FastDeals {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn cases(&self) -> Vec<Case> {
        DEALS.collect()
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let weights = weights(genome).expect("genomes of this arena are weights");
        self.search(WeightedSum::weighing(weights.numbers()), case, limits, cancel)
    }

    fn rival(&self) -> &'static str {
        match self.baseline {
            BaselineSearch::SameSearch => "best-first search with the engine's default weights",
            BaselineSearch::Original => "best-first search with plain weights",
        }
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let weights = match self.baseline {
            BaselineSearch::SameSearch => OWN,
            BaselineSearch::Original => PLAIN,
        };
        self.search(weights, case, limits, cancel)
    }
}
