//! Genomes that guide staged deepening through deals of FreeCell.

use patience_core::{ByFeature, Cancel, Evaluator, Limits, Puzzle, solve};
use patience_learn::{Arena, Attempt, Bound, Case, Genome, Lexicon, Manner, Settings};
use patience_puzzles::freecell::{FreeCell, MoveSet};
use patience_search::StagedDeepening;

use super::{NoArena, lexicon, limits};
use crate::freecell::usual_heuristic;
use crate::policy::Plan;

/// The deals of the Microsoft 32K.
const DEALS: std::ops::RangeInclusive<Case> = 1..=32_000;

/// Deals to be solved by staged deepening, compared with the heuristic of its inventor.
pub(super) struct Deals {
    lexicon: Lexicon,
    manner: Manner,
    limits: Limits,
    baseline_limits: Limits,
    search: StagedDeepening<()>,
    moves: MoveSet,
    baseline: ByFeature<FreeCell>,
}

impl Deals {
    pub(super) fn new(settings: &Settings) -> Result<Self, NoArena> {
        let plan = Plan::read(crate::freecell::NAME, &settings.search)?;
        let mut search = StagedDeepening::new(());
        search.horizon = plan.horizon.unwrap_or(search.horizon);
        search.table = plan.table.unwrap_or(search.table);
        search.open = plan.open.unwrap_or(search.open);
        Ok(Self {
            lexicon: lexicon(settings)?,
            manner: Manner { reading: settings.reading, scale: settings.scale },
            limits: limits(settings),
            baseline_limits: Limits { nodes: Some(settings.baseline_nodes), ..Limits::default() },
            search,
            moves: plan.moves.unwrap_or(MoveSet::Runs),
            baseline: usual_heuristic().ok_or_else(|| NoArena::Puzzle(settings.puzzle.clone()))?,
        })
    }

    fn game(&self, case: Case) -> FreeCell {
        let mut game = FreeCell::microsoft(case.into()).expect("cases are deals that there are");
        game.moves = self.moves;
        game
    }

    fn search(
        &self,
        game: &FreeCell,
        evaluator: &impl Evaluator<FreeCell>,
        limits: &Limits,
        cancel: &Cancel,
    ) -> patience_core::Report<patience_puzzles::freecell::Move> {
        let StagedDeepening { evaluator: (), horizon, table, open } = self.search;
        let solver = StagedDeepening { evaluator, horizon, table, open };
        solve(&solver, game, &game.start(), limits, cancel, &mut ())
    }
}

impl Arena for Deals {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn cases(&self) -> Vec<Case> {
        DEALS.collect()
    }

    fn name(&self, case: Case) -> String {
        case.to_string()
    }

    fn attempt(&self, genome: &Genome, case: Case, cancel: &Cancel) -> Attempt {
        let game = self.game(case);
        let bound = Bound::new(genome, &self.lexicon, self.manner, &game);
        Attempt::new(&self.search(&game, &bound, &self.limits, cancel), bound.fired())
    }

    fn baseline(&self, case: Case, cancel: &Cancel) -> Attempt {
        let game = self.game(case);
        let report = self.search(&game, &self.baseline, &self.baseline_limits, cancel);
        Attempt::new(&report, Vec::new())
    }
}
