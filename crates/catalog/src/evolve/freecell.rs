//! Genomes that guide staged deepening through deals of FreeCell.

use patience_core::{ByFeature, Cancel, Limits, Puzzle, solve};
use patience_freecell::{FreeCell, MoveSet};
use patience_learn::{Arena, Attempt, Bound, Case, Genome, Lexicon, Manner, Settings};
use patience_search::StagedDeepening;

use super::baselines::{Baselines, with_hsdh};
use super::{NoArena, difficulty, lexicon};
use crate::freecell::usual_heuristic;
use crate::policy::Plan;

/// The deals of the Microsoft 32K.
pub(super) const DEALS: std::ops::RangeInclusive<Case> = 1..=32_000;

/// The engine that genomes guide unless told otherwise.
pub(super) const ENGINE: &str = "staged";

/// The search that genomes guide unless told otherwise. With a good guide it need not look as far ahead as the original, and then it takes a
/// tenth of the nodes; and where it never forgets, it does not go in circles.
pub(super) const USUAL_SEARCH: [(&str, i64); 2] = [("horizon", 3), ("table", 50_000_000)];

/// Deals to be solved by staged deepening, compared with the heuristic of its inventor.
pub(super) struct Deals {
    lexicon: Lexicon,
    manner: Manner,
    search: StagedDeepening<()>,
    moves: MoveSet,
    baseline: StagedDeepening<ByFeature<FreeCell>>,
}

impl Deals {
    pub(super) fn new(settings: &Settings, plan: &Plan) -> Result<Self, NoArena> {
        let mut search = StagedDeepening::new(());
        search.horizon = plan.horizon.unwrap_or(search.horizon);
        search.table = plan.table.unwrap_or(search.table);
        search.open = plan.open.unwrap_or(search.open);
        search.restart = plan.restart;
        Ok(Self {
            lexicon: lexicon(settings)?,
            manner: Manner { reading: settings.reading, scale: settings.scale },
            search,
            moves: plan.moves.unwrap_or(MoveSet::Runs),
            baseline: StagedDeepening::new(
                usual_heuristic().ok_or_else(|| NoArena::Puzzle(settings.puzzle.clone()))?,
            ),
        })
    }
}

pub(super) fn game(case: Case, moves: MoveSet) -> FreeCell {
    let mut game = FreeCell::microsoft(case.into()).expect("cases are deals that there are");
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

    /// The original, whatever search the genomes guide: so that all of them are compared with the same.
    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        Baselines::known()
            .get(case, limits)
            .unwrap_or_else(|| with_hsdh(&self.baseline, case, limits, cancel))
    }
}
