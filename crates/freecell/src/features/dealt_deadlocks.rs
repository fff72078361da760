//! The refined deadlock heuristic with what follows from the deal computed in advance.

use patience_cards::{Card, cards_of};
use patience_core::{Cost, Heuristic, Node, Puzzle, Window};

use super::deadlock_graph::DeadlockGraph;
use super::deadlocks::{bound_by_deadlocks, going_home};
use crate::{FreeCell, MAX_COLUMNS, Metric, Move, Place, State};

/// The refined estimate of [`Deadlocks`](super::Deadlocks) for the states of one game.
///
/// Play never changes what lies below a run in its column: cards are laid only on runs on top. So which runs of a column must move, and which
/// of them keep which others from going home, is known from the deal for all runs but those on top. A run is named by its deepest card.
///
/// ```
/// use patience_core::{Heuristic, Node, Puzzle};
/// use patience_freecell::{Deadlocks, DealtDeadlocks, FreeCell, Position, Rules};
///
/// // Each of three twos waits for the next, so one must move, but no two wait for each other.
/// let rules = Rules { ranks: 2, columns: 4, ..Rules::default() };
/// let game = FreeCell::new(rules, &Position::parse("AC 2D\nAD 2H\nAH 2C\n2S AS", &rules)?)?;
/// let (start, dealt) = (game.start(), DealtDeadlocks::new(&game));
/// assert_eq!(Deadlocks.estimate(&game, &Node::root(&start)), Some(8));
/// assert_eq!(Deadlocks.refine(&game, &Node::root(&start), 8), Some(8 + 1));
/// assert_eq!(dealt.estimate(&game, &Node::root(&start)), Some(8 + 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DealtDeadlocks {
    runs: [DealtRun; Card::COUNT],
    /// By card: the runs that keep it from going home.
    keepers: [u64; Card::COUNT],
    /// By card: the run in which it was dealt.
    run_of: [RunCards; Card::COUNT],
}

/// The cards of a run, as relaxed play asks for them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunCards {
    pub(super) cards: u64,
    /// The cards that cannot go home before something below the run has.
    pub(super) kept: u64,
}

/// A run as it was dealt, but not at the base of a column, with sets of cards or of runs, a bit each.
#[derive(Clone, Copy, Debug, Default)]
struct DealtRun {
    /// The cards that cannot go home before something below the run has.
    kept: u64,
    /// Its cards.
    cards: u64,
    /// The runs with such cards.
    successors: u64,
    /// The runs that keep a card of this one.
    predecessors: u64,
    below: Below,
}

/// The runs below a run.
#[derive(Clone, Copy, Debug, Default)]
struct Below {
    /// How many must move.
    forced_runs: Cost,
    /// How many of their cards must.
    forced_cards: Cost,
    /// The cards of those runs.
    forced: u64,
    /// The others, without that at the base of the column.
    others: u64,
}

impl Below {
    /// Adds a run.
    fn add(&mut self, run: Card, cards: u64, kept: u64) {
        let forced = cards & kept;
        if forced == 0 {
            self.others |= run.bit();
        } else {
            self.forced_runs += 1;
            self.forced_cards += forced.count_ones();
            self.forced |= cards;
        }
    }
}

impl DealtDeadlocks {
    /// The tables of a game.
    #[must_use]
    pub fn new(game: &FreeCell) -> Self {
        let start = game.start();
        let mut runs = [DealtRun::default(); Card::COUNT];
        for column in 0..usize::from(game.rules().columns) {
            let (mut below, mut higher) = (Below::default(), 0);
            let mut last = None;
            for card in start.column(column) {
                if start.is_loose(card) {
                    if let Some(run) = last {
                        let DealtRun { cards, kept, .. } = runs[Card::index(run)];
                        below.add(run, cards, kept);
                    }
                    runs[card.index()] = DealtRun { kept: higher, below, ..DealtRun::default() };
                    last = Some(card);
                }
                if let Some(run) = last {
                    runs[Card::index(run)].cards |= card.bit();
                }
                higher |= card.higher();
            }
        }
        let mut keepers = [0; Card::COUNT];
        for from in cards_of(start.loose()) {
            for card in cards_of(runs[from.index()].kept) {
                keepers[card.index()] |= from.bit();
            }
            for to in cards_of(start.loose()) {
                if runs[from.index()].kept & runs[to.index()].cards != 0 {
                    runs[from.index()].successors |= to.bit();
                    runs[to.index()].predecessors |= from.bit();
                }
            }
        }
        let mut dealt = Self { runs, keepers, run_of: [RunCards::default(); Card::COUNT] };
        for column in 0..usize::from(game.rules().columns) {
            for card in start.column(column) {
                let run = std::iter::successors(Some(card), |&card| start.run_below(card));
                let RunCards { cards, kept } = dealt.top_run(&start, Some(card));
                for card in run {
                    dealt.run_of[card.index()] = RunCards { cards, kept };
                }
            }
        }
        dealt
    }

    /// The run of which a card, if any, is the top.
    fn top_run(&self, state: &State, top: Option<Card>) -> RunCards {
        let mut run = RunCards::default();
        let mut next = top;
        while let Some(card) = next {
            run.cards |= card.bit();
            if state.is_loose(card) {
                run.kept = self.runs[card.index()].kept;
                break;
            }
            next = state.below(card);
        }
        run
    }

    /// By a card of a run that lies where it was dealt: that run.
    #[inline]
    pub(super) fn run(&self, card: Card) -> &RunCards {
        &self.run_of[card.index()]
    }

    /// The runs of a state.
    #[inline]
    pub(super) fn survey(&self, game: &FreeCell, state: &State) -> Survey<'_> {
        let mut survey = Survey::new(self);
        for (at, &top) in (0..game.rules().columns).zip(state.tops()) {
            survey.add_column(state, at, top, 0);
        }
        survey
    }

    /// The runs of a child by a move that is not followed by others and does not go home.
    #[inline]
    pub(super) fn survey_child(&self, game: &FreeCell, state: &State, mv: Move) -> Survey<'_> {
        let moved = std::iter::successors(Some(mv.card), |&card| state.above(card));
        let moved = moved.fold(0, |set, card| set | card.bit());
        let mut survey = Survey::new(self);
        for (at, &top) in (0..game.rules().columns).zip(state.tops()) {
            let is_from = mv.from == Place::Column(at);
            let top = if is_from { state.below(mv.card) } else { top };
            let more = if mv.to == Place::Column(at) { moved } else { 0 };
            survey.add_column(state, at, top, more);
        }
        survey
    }

    /// The estimate by a survey, at least `least`, if it is below `limit`.
    #[inline]
    pub(super) fn assess(
        game: &FreeCell,
        state: &State,
        survey: &Survey<'_>,
        least: Cost,
        limit: Cost,
    ) -> Option<Cost> {
        Some(Self::assess_runs(game, state, survey, least, limit)?.0)
    }

    /// The same in M3, cut off at `most` beyond the forced runs, with the runs that are on cycles or between them.
    #[inline]
    pub(super) fn assess_up_to(survey: &Survey<'_>, most: Cost) -> (Cost, u64) {
        let forced = survey.cost(Metric::M3);
        let graph = survey.graph();
        let on_cycles = graph.on_any_cycle();
        let limit = most.saturating_sub(forced);
        let moves = graph.least_feedback_between(on_cycles, 0, limit).min(limit);
        (forced + moves, on_cycles)
    }

    /// The same as [`assess`](Self::assess), with the runs that are on cycles or between them.
    #[inline]
    pub(super) fn assess_runs(
        game: &FreeCell,
        state: &State,
        survey: &Survey<'_>,
        least: Cost,
        limit: Cost,
    ) -> Option<(Cost, u64)> {
        let forced = going_home(game, state) + survey.cost(game.metric);
        let limit = limit.checked_sub(forced).filter(|&limit| limit != 0)?;
        let least = least.saturating_sub(forced);
        let graph = survey.graph();
        let on_cycles = graph.on_any_cycle();
        let moves = graph.least_feedback_between(on_cycles, least, limit);
        (moves < limit).then_some((forced + moves, on_cycles))
    }
}

/// The runs of a state.
pub(super) struct Survey<'a> {
    dealt: &'a DealtDeadlocks,
    /// All runs, except that `others` lacks those on top.
    all: Below,
    /// The runs on top that need not move by themselves, a set of one, with their cards.
    tops: [(u64, u64); MAX_COLUMNS],
    len: usize,
    /// The runs on top, by column.
    on_top: [RunCards; MAX_COLUMNS],
    /// The cards of runs on top that must move by themselves, without those that go with them.
    forced_on_top: u64,
}

impl<'a> Survey<'a> {
    fn new(dealt: &'a DealtDeadlocks) -> Self {
        let on_top = [RunCards::default(); MAX_COLUMNS];
        let (all, tops) = (Below::default(), [(0, 0); MAX_COLUMNS]);
        Self { dealt, all, tops, len: 0, on_top, forced_on_top: 0 }
    }

    /// Adds the runs of a column from a card down; on that card are more cards of its run.
    #[inline]
    fn add_column(&mut self, state: &State, column: u8, top: Option<Card>, more: u64) {
        let mut next = top;
        let mut cards = more;
        let mut kept = 0;
        while let Some(card) = next {
            cards |= card.bit();
            if state.is_loose(card) {
                kept = self.add(card, cards);
                break;
            }
            next = state.below(card);
        }
        self.on_top[usize::from(column)] = RunCards { cards, kept };
    }

    /// The runs on top, by column.
    #[inline]
    pub(super) fn on_top(&self) -> &[RunCards; MAX_COLUMNS] {
        &self.on_top
    }

    /// Adds the runs of a column: that on top with its cards, named by the deepest, and those below. Returns the cards that cannot go home before
    /// something below the run on top has.
    #[inline]
    fn add(&mut self, run: Card, cards: u64) -> u64 {
        let DealtRun { kept, below, .. } = &self.dealt.runs[run.index()];
        self.all.forced_runs += below.forced_runs;
        self.all.forced_cards += below.forced_cards;
        self.all.forced |= below.forced;
        self.all.others |= below.others;
        if cards & kept == 0 {
            self.tops[self.len] = (run.bit(), cards);
            self.len += 1;
        } else {
            self.all.forced_runs += 1;
            self.all.forced |= cards;
            self.forced_on_top |= cards & kept;
        }
        *kept
    }

    /// The cost of the runs that must move by themselves.
    fn cost(&self, metric: Metric) -> Cost {
        if metric == Metric::M1 {
            self.all.forced_cards + self.forced_on_top.count_ones()
        } else {
            self.all.forced_runs
        }
    }

    fn tops(&self) -> &[(u64, u64)] {
        &self.tops[..self.len]
    }

    /// The other runs, each with an edge to those that cannot go home before it while it stays.
    fn graph(&self) -> DeadlockGraph {
        let dealt = self.dealt;
        let nodes = self.tops().iter().fold(self.all.others, |set, (top, _)| set | top);
        let mut graph = DeadlockGraph::new();
        for run in cards_of(nodes) {
            let DealtRun { successors, predecessors, .. } = dealt.runs[run.index()];
            graph.add(run.index(), successors & self.all.others, predecessors & nodes);
        }
        for &(top, cards) in self.tops() {
            let keepers = cards_of(cards).fold(0, |set, card| set | dealt.keepers[card.index()]);
            graph.set_predecessors(top.trailing_zeros() as usize, keepers & nodes);
        }
        graph
    }

    /// The cards of the runs that must move, or that are on cycles of which one must, by the runs that are on cycles or between them.
    #[inline]
    pub(super) fn deadlocked_of(&self, on_cycles: u64) -> u64 {
        let tops = self.tops().iter().filter(|(top, _)| on_cycles & top != 0);
        let below = cards_of(on_cycles & self.all.others);
        let below = below.fold(0, |set, run| set | self.dealt.runs[run.index()].cards);
        tops.fold(self.all.forced | below, |set, (_, cards)| set | cards)
    }
}

impl Heuristic<FreeCell> for DealtDeadlocks {
    fn estimate(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> Option<Cost> {
        let survey = self.survey(game, node.state);
        Self::assess(game, node.state, &survey, 0, Cost::MAX)
    }

    fn estimate_between(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        window: Window,
    ) -> Option<Cost> {
        let survey = self.survey(game, node.state);
        Self::assess(game, node.state, &survey, window.least, window.limit)
    }

    fn estimate_quick_child(
        &self,
        game: &FreeCell,
        parent: &Node<'_, FreeCell>,
        mv: Move,
        window: Window,
    ) -> Option<Option<Cost>> {
        if mv.to == Place::Home {
            return None;
        }
        let survey = self.survey_child(game, parent.state, mv);
        Some(Self::assess(game, parent.state, &survey, window.least, window.limit))
    }

    fn bound_children(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        estimate: Cost,
        moves: &[Move],
        bounds: &mut Vec<Cost>,
    ) {
        bound_by_deadlocks(game, moves, estimate, bounds, || {
            let survey = self.survey(game, node.state);
            Some(survey.deadlocked_of(survey.graph().on_any_cycle()))
        });
    }

    fn is_admissible(&self, _: &FreeCell) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use patience_core::SplitMix;

    use super::*;
    use crate::{Deadlocks, MoveSet};

    #[test]
    fn tables_change_no_refined_estimate() {
        let mut compared = 0;
        let (mut moves, mut expected, mut bounds) = (Vec::new(), Vec::new(), Vec::new());
        for number in 1..=60 {
            let mut game = FreeCell::microsoft(number).unwrap();
            game.metric = match number % 3 {
                0 => Metric::M1,
                1 => Metric::M2,
                _ => Metric::M3,
            };
            let is_single = number.is_multiple_of(2);
            game.moves = if is_single { MoveSet::Single } else { MoveSet::AutoPlay };
            let dealt = DealtDeadlocks::new(&game);
            let mut random = SplitMix::new(number);
            let mut state = game.start();
            for _ in 0..80 {
                let node = Node::root(&state);
                let refined = Deadlocks.refine(&game, &node, 0).unwrap();
                assert_eq!(dealt.estimate(&game, &node), Some(refined), "{number}: {state:?}");
                let window = |limit| Window { least: 0, enough: limit, limit };
                let below = |limit| dealt.estimate_between(&game, &node, window(limit));
                assert_eq!((below(refined), below(refined + 1)), (None, Some(refined)));
                moves.clear();
                game.moves(&state, &mut moves);
                expected.clear();
                bounds.clear();
                Deadlocks.bound_children(&game, &node, refined, &moves, &mut expected);
                dealt.bound_children(&game, &node, refined, &moves, &mut bounds);
                assert_eq!(bounds, expected, "{number}: {state:?}");
                for &mv in moves.iter().filter(|mv| game.quick_child_key(&state, **mv).is_some()) {
                    let child = game.child(&state, mv);
                    let built = dealt.estimate(&game, &Node::root(&child));
                    let quick = dealt.estimate_quick_child(&game, &node, mv, window(Cost::MAX));
                    assert!(quick.is_none_or(|quick| quick == built), "{number}: {mv:?} {state:?}");
                    compared += usize::from(quick.is_some());
                }
                if moves.is_empty() {
                    break;
                }
                game.apply(&mut state, moves[random.below(moves.len())]);
            }
        }
        assert!(10_000 < compared, "{compared} estimates of children");
    }
}
