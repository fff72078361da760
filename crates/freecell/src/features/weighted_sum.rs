//! A weighted sum of counts that scores states, and its incremental change by a move.

use patience_cards::{Card, Suit, cards_of};
use patience_core::{ChildEvaluator, Evaluator, Node, Puzzle};

use crate::search_space::goes_home;
use crate::{FreeCell, MAX_COLUMNS, Move, Place, State};

/// Weights of the counts; lower sums are better. Each field names what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightedSum {
    /// Cards that are not home.
    pub away: i32,
    /// Cards that lie on a card with which they form no run.
    pub loose: i32,
    /// Cards that lie on the next card of each foundation.
    pub covers: i32,
    /// Cards in cells.
    pub in_cells: i32,
    /// The square of that.
    pub in_cells_squared: i32,
    /// Empty columns.
    pub empty: i32,
    /// Whether no cell and no column is empty.
    pub stuck: i32,
    /// Cards of runs that begin with a king at the base of a column.
    pub on_kings: i32,
    /// The rank of the highest foundation minus that of the lowest.
    pub spread: i32,
    /// How many ranks the cards in cells are from home.
    pub cells_from_home: i32,
    /// Runs that must move before they go home, because one of their cards lies above a lower card of its suit in the column.
    pub forced: i32,
    /// Moves made.
    pub moves: i32,
}

impl WeightedSum {
    /// The sum without moves and forced runs, with its parts.
    #[inline]
    fn survey(&self, game: &FreeCell, state: &State) -> Survey {
        let (rules, homes) = (game.rules(), state.homes());
        // Both are counts of places.
        let in_cells = state.held().count_ones().cast_signed();
        let empty = i32::from(rules.columns) - state.ends().count_ones().cast_signed();
        let from_home: i32 = cards_of(state.held()).map(|card| from_home(state, card)).sum();
        let (king_runs, on_kings) = kings(game, state);
        let (mut next, mut covers) = ([0; MAX_COLUMNS], 0);
        for card in cards_of(state.next_home() & game.deck() & !state.held()) {
            next[usize::from(state.place(card))] += 1;
            covers += i32::from(state.covers(card));
        }
        let vacancy = self.vacancy(i32::from(rules.cells), in_cells, empty);
        let home: u8 = homes.iter().sum();
        let highest = homes[0].max(homes[1]).max(homes[2]).max(homes[3]);
        let lowest = homes[0].min(homes[1]).min(homes[2]).min(homes[3]);
        let total = self.away * i32::from(rules.cards() - home)
            // There are never more than 52 of them.
            + self.loose * state.loose().cast_signed()
            + self.covers * covers
            + vacancy
            + self.on_kings * on_kings
            + self.spread * i32::from(highest - lowest)
            + self.cells_from_home * from_home;
        Survey { total, in_cells, empty, vacancy, next, king_runs }
    }

    /// The part of the sum for forced runs.
    #[inline]
    fn forced(&self, game: &FreeCell, state: &State) -> i32 {
        if self.forced == 0 {
            return 0;
        }
        let columns = 0..usize::from(game.rules().columns);
        self.forced * columns.map(|at| Blockade::of(state, at).forced).sum::<i32>()
    }

    /// The part of the sum for taken cells and empty columns.
    #[inline]
    fn vacancy(&self, cells: i32, in_cells: i32, empty: i32) -> i32 {
        let is_stuck = i32::from(in_cells == cells && empty == 0);
        (self.in_cells + self.in_cells_squared * in_cells) * in_cells
            + self.empty * empty
            + self.stuck * is_stuck
    }

    fn after(&self, g: u32) -> i32 {
        self.moves.saturating_mul(i32::try_from(g).unwrap_or(i32::MAX))
    }
}

/// The sum of a state without forced runs and moves, with some of its parts.
#[derive(Clone, Copy, Debug)]
struct Survey {
    total: i32,
    in_cells: i32,
    empty: i32,
    /// The part for cells and columns.
    vacancy: i32,
    /// How many next cards of foundations each column has.
    next: [i32; MAX_COLUMNS],
    /// Columns that are one run from a king, a bit each.
    king_runs: u32,
}

impl Survey {
    #[inline]
    fn is_king_run(&self, column: usize) -> bool {
        self.king_runs >> column & 1 != 0
    }
}

/// Runs of a column that must move before their cards go home, because they lie on lower cards of their suits.
struct Blockade {
    /// How many there are.
    forced: i32,
    /// The set of the cards that cannot go home before some card below the run on top has.
    kept: u64,
    /// How many cards of the run on top are among them.
    kept_in_run: i32,
}

impl Blockade {
    #[inline]
    fn of(state: &State, column: usize) -> Self {
        let mut blockade = Self { forced: 0, kept: 0, kept_in_run: 0 };
        let mut all = 0;
        let mut next = state.bases()[column];
        while let Some(card) = next {
            if state.is_loose(card) {
                blockade.forced += i32::from(blockade.kept_in_run != 0);
                blockade.kept = all;
                blockade.kept_in_run = 0;
            }
            blockade.kept_in_run += i32::from(contains(blockade.kept, card));
            all |= card.higher();
            next = state.above(card);
        }
        blockade.forced += i32::from(blockade.kept_in_run != 0);
        blockade
    }
}

#[inline]
fn contains(cards: u64, card: Card) -> bool {
    cards & card.bit() != 0
}

/// How many of a card and the cards on it are among `cards`.
#[inline]
fn among(state: &State, card: Card, cards: u64) -> i32 {
    let run = std::iter::successors(Some(card), |&card| state.above(card));
    run.map(|card| i32::from(contains(cards, card))).sum()
}

/// The columns that are one run from a king, a bit each; and how many cards belong to runs from kings at bases.
#[inline]
fn kings(game: &FreeCell, state: &State) -> (u32, i32) {
    let (mut columns, mut cards) = (0, 0);
    for suit in Suit::ALL {
        let king = Card::new(game.rules().ranks, suit);
        let column = state.place(king);
        // A king that is in a cell or home is not there.
        if state.bases()[usize::from(column)] != Some(king) {
            continue;
        }
        if state.exposed() & king.bit() != 0 {
            columns |= 1 << column;
            cards += i32::from(state.covers(king)) + 1;
        } else {
            let run = std::iter::successors(Some(king), |&card| state.above(card));
            cards +=
                1 + run.skip(1).take_while(|&card| !state.is_loose(card)).map(|_| 1).sum::<i32>();
        }
    }
    (columns, cards)
}

impl Evaluator<FreeCell> for WeightedSum {
    fn score(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> f64 {
        let total = self.survey(game, node.state).total + self.forced(game, node.state);
        f64::from(total.saturating_add(self.after(node.g)))
    }
}

/// What is computed once for all children of a state.
#[derive(Clone, Copy, Debug)]
pub struct ParentView {
    survey: Survey,
    /// The sum of the state without the moves.
    total: i32,
    /// The sum of the state with the moves of a child.
    base: i32,
    /// The set of the cards that auto-play sends home once they are free.
    safe: u64,
    columns: [ColumnDeltas; MAX_COLUMNS],
}

/// Changes of the sum by moves from and to a column.
#[derive(Clone, Copy, Debug, Default)]
struct ColumnDeltas {
    /// Change by one more card on top.
    lay: i32,
    /// Change by taking the top card.
    lift: i32,
    /// Whether auto-play would send the card below the top home.
    sends_home: bool,
    /// Whether the top card is the only one.
    is_single: bool,
    /// The set of the cards that cannot go home before a card below the run on top, and how many cards of the run are among them.
    kept: u64,
    kept_in_run: i32,
}

impl WeightedSum {
    /// Change by taking the run that begins with `card` from its column.
    #[inline]
    fn lift(&self, state: &State, card: Card, count: i32, next: i32, is_king_run: bool) -> i32 {
        let uncovered = next - next_in_run(state, card);
        let on_kings = if is_king_run { self.on_kings } else { 0 };
        let loose = if state.is_loose(card) { self.loose } else { 0 };
        -(count * (self.covers * uncovered + on_kings) + loose)
    }
}

impl WeightedSum {
    /// The score of a child that is built because its foundations change.
    #[inline(never)]
    fn build(&self, game: &FreeCell, state: &State, view: &ParentView, mv: Move) -> i32 {
        let child = game.child(state, mv);
        let total = self.survey(game, &child).total + self.forced(game, &child);
        total + view.base - view.total
    }
}

impl ChildEvaluator<FreeCell> for WeightedSum {
    type View = ParentView;

    #[inline]
    fn view(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> ParentView {
        let state = node.state;
        let survey = self.survey(game, state);
        let safe = if game.moves.has_autoplay() { game.safe_cards(state) } else { 0 };
        let mut columns = [ColumnDeltas::default(); MAX_COLUMNS];
        let cards = &state.tops()[..usize::from(game.rules().columns)];
        let next = state.next_home();
        for (at, (column, top)) in columns.iter_mut().zip(cards).enumerate() {
            let Some(top) = *top else { continue };
            let below = state.below(top);
            // Products instead of branches that cannot be predicted.
            let on_kings = self.on_kings * i32::from(survey.is_king_run(at));
            let uncovered = survey.next[at] - i32::from(next & top.bit() != 0);
            let loose = self.loose * i32::from(state.is_loose(top));
            column.lay = self.covers * survey.next[at] + on_kings;
            column.lift = -(self.covers * uncovered + on_kings + loose);
            column.sends_home = below.is_some_and(|card| contains(safe, card));
            column.is_single = below.is_none();
        }
        let mut total = survey.total;
        if self.forced != 0 {
            for (at, top) in cards.iter().enumerate() {
                let Some(top) = *top else { continue };
                let blockade = Blockade::of(state, at);
                let is_last = blockade.kept_in_run == 1 && contains(blockade.kept, top);
                columns[at].lift -= self.forced * i32::from(is_last);
                columns[at].kept = blockade.kept;
                columns[at].kept_in_run = blockade.kept_in_run;
                total += self.forced * blockade.forced;
            }
        }
        let base = total + self.after(node.g.saturating_add(1));
        ParentView { survey, total, base, safe, columns }
    }

    #[inline]
    fn score_child(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        view: &ParentView,
        mv: Move,
    ) -> i32 {
        let (state, card, count) = (node.state, mv.card, i32::from(mv.count));
        let Survey { mut in_cells, mut empty, .. } = view.survey;
        let mut change = 0;
        // Before the first move, cards may be waiting to go home.
        let mut sends_home = mv.to == Place::Home || node.last.is_none();
        match mv.from {
            Place::Column(from) => {
                let column = &view.columns[usize::from(from)];
                if count == 1 {
                    change += column.lift;
                    empty += i32::from(column.is_single);
                    sends_home |= column.sends_home;
                } else {
                    let below = state.below(card);
                    let is_king_run = view.survey.is_king_run(usize::from(from));
                    let next = view.survey.next[usize::from(from)];
                    change += self.lift(state, card, count, next, is_king_run);
                    if self.forced != 0 {
                        let kept = among(state, card, column.kept);
                        change -= self.forced * i32::from(kept != 0 && kept == column.kept_in_run);
                    }
                    empty += i32::from(below.is_none());
                    sends_home |= below.is_some_and(|card| contains(view.safe, card));
                }
            }
            _ => {
                in_cells -= 1;
                change -= self.cells_from_home * from_home(state, card);
            }
        }
        if sends_home && (mv.to == Place::Home || game.moves.has_autoplay()) {
            return self.build(game, state, view, mv);
        }
        match mv.to {
            Place::Column(to) => {
                let column = &view.columns[usize::from(to)];
                change += count * column.lay;
                if self.forced != 0 {
                    let kept = among(state, card, column.kept);
                    change += self.forced * i32::from(kept != 0 && column.kept_in_run == 0);
                }
                if state.tops()[usize::from(to)].is_none() {
                    empty -= 1;
                    change +=
                        if card.rank() == game.rules().ranks { count * self.on_kings } else { 0 };
                }
            }
            _ => {
                in_cells += 1;
                change += self.cells_from_home * from_home(state, card);
            }
        }
        let vacancy = self.vacancy(i32::from(game.rules().cells), in_cells, empty);
        view.base + change + vacancy - view.survey.vacancy
    }

    #[inline]
    fn each_child(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        _: &mut Vec<Move>,
        mut visit: impl FnMut(Move, i32),
    ) {
        let view = self.view(game, node);
        let state = node.state;
        game.each_move_but_to_cells(state, |mv| {
            visit(mv, self.score_child(game, node, &view, mv));
        });
        // Most moves go to a cell. Their changes differ only by the card and its column.
        let Survey { in_cells, empty, vacancy, .. } = view.survey;
        let taken =
            |empty| self.vacancy(i32::from(game.rules().cells), in_cells + 1, empty) - vacancy;
        let (rest, last_card) = (view.base + taken(empty), view.base + taken(empty + 1));
        let is_open = node.last.is_none();
        game.each_move_to_cells(state, |mv| {
            let Place::Column(from) = mv.from else { return };
            let column = &view.columns[usize::from(from)];
            let sends_home = game.moves.has_autoplay() && (column.sends_home || is_open);
            let score = if sends_home {
                self.build(game, state, &view, mv)
            } else {
                let base = if column.is_single { last_card } else { rest };
                base + column.lift + self.cells_from_home * from_home(state, mv.card)
            };
            visit(mv, score);
        });
    }
}

/// How many of a card and the cards on it are the next of their foundations.
#[inline]
fn next_in_run(state: &State, card: Card) -> i32 {
    let cards = std::iter::successors(Some(card), |&card| state.above(card));
    cards.map(|card| i32::from(goes_home(state, card))).sum()
}

/// How many ranks a card is from home.
#[inline]
fn from_home(state: &State, card: Card) -> i32 {
    i32::from(card.rank() - state.home(card.suit()))
}
