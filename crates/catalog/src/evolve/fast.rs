//! Weights that guide best-first search through deals of FreeCell.

use patience_core::{Cancel, Limits, Puzzle, Reading, solve};
use patience_freecell::{FreeCell, MoveSet, WeightedSum};
use patience_learn::{Arena, Attempt, Case, Genome, Lexicon, Settings, Shape};
use patience_search::BestFirst;

use super::freecell::{DEALS, game};
use super::{NoArena, lexicon};
use crate::policy::{Plan, weights};

/// Deals to be solved by best-first search, compared with simple weights.
pub(super) struct FastDeals {
    lexicon: Lexicon,
    moves: MoveSet,
}

/// What somebody would begin with: cards that are away, in disorder or in cells all count alike, and moves a little.
const BASELINE: WeightedSum =
    WeightedSum { away: 10, loose: 10, in_cells: 10, moves: 1, ..WeightedSum::NOTHING };

impl FastDeals {
    pub(super) fn new(settings: &Settings, plan: &Plan) -> Result<Self, NoArena> {
        if settings.genome != Shape::Weights || settings.reading != Reading::Distance {
            return Err(NoArena::NoWeights);
        }
        let moves = plan.moves.unwrap_or(MoveSet::AutoPlay);
        Ok(Self { lexicon: lexicon(settings)?, moves })
    }

    fn search(
        &self,
        evaluator: WeightedSum,
        case: Case,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Attempt {
        let game: FreeCell = game(case, self.moves);
        let solver = BestFirst { evaluator };
        let report = solve(&solver, &game, &game.start(), limits, cancel, &mut ());
        let decisions = report.stats.expanded;
        Attempt::new(&report, vec![decisions])
    }
}

impl Arena for FastDeals {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn cases(&self) -> Vec<Case> {
        DEALS.collect()
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let weights = weights(genome).expect("weights are all that is bred here");
        self.search(WeightedSum::weighing(weights.numbers()), case, limits, cancel)
    }

    fn rival(&self) -> &'static str {
        "best-first search with simple weights"
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        self.search(BASELINE, case, limits, cancel)
    }
}
