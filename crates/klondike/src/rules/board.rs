//! The constant part of a game, rules and stock, and how it plays moves on states.

use crate::{MAX_COLUMNS, Move, MoveSet, Pile, Rules, State};
use patience_cards::{Card, Suit};

/// The rules and the cards of waste and stock at the start, with tables of fitting cards.
///
/// Two cards of one rank and colour fit on the same cards: they are a *class*, which has a bit. The run of a column offers a set of classes,
/// each column takes one class, and set operations find the moves.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    rules: Rules,
    set: MoveSet,
    /// In the order of turning.
    stock: Vec<Card>,
    /// The place of every card in the stock as a bit, by the index of the card; 0 for other cards.
    places: [u64; Card::COUNT],
    /// The places of the cards of every class.
    members: [u64; 32],
    /// All classes except that of kings, and of ranks that the deck does not have.
    plain: u32,
}

/// The class of kings, which only empty columns take.
const KING: u32 = 1 << 15;

/// The classes of a run by its [frame](Pile::frame_bits), as if kings were no class of their own.
const RUNS: [u32; Pile::FRAMES] = {
    let mut runs = [0; Pile::FRAMES];
    let mut frame = 0;
    while frame < runs.len() {
        let (low, high, parity) = Pile::of_frame_bits(frame);
        // Where there is no run, both are 0.
        if 0 < low && low <= high && high <= 13 {
            runs[frame] = ((1 << high) - (1 << (low - 1))) << (16 * parity);
        }
        frame += 1;
    }
    runs
};

impl Board {
    pub(crate) fn new(rules: Rules, set: MoveSet, stock: Vec<Card>) -> Self {
        let ranks = (1 << (rules.ranks - 1)) - 1;
        let plain = ranks | ranks << 16;
        let (places, members) = ([0; Card::COUNT], [0; 32]);
        let mut board = Self { rules, set, stock, places, members, plain };
        for (at, &card) in board.stock.iter().enumerate() {
            board.places[card.index()] = 1 << at;
            board.members[board.class(card).trailing_zeros() as usize] |= 1 << at;
        }
        board
    }

    #[inline]
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    pub(crate) fn set(&self) -> MoveSet {
        self.set
    }

    #[inline]
    pub(crate) fn stock(&self) -> &[Card] {
        &self.stock
    }

    /// The bit of a card's class.
    #[inline]
    fn class(&self, card: Card) -> u32 {
        if self.rules.fills(card) {
            KING
        } else {
            1 << (card.rank() - 1) << (16 * Pile::parity_of(card))
        }
    }

    /// What the columns of a state take and offer.
    #[inline]
    fn demand(&self, state: &State) -> Demand {
        let mut demand = Demand::default();
        let mut room = KING;
        let columns = usize::from(self.rules.columns);
        for (at, pile) in state.piles[..columns].iter().enumerate() {
            let class = if pile.is_empty() {
                std::mem::take(&mut room)
            } else {
                // Aces take nothing: the bit is shifted out.
                1 << (pile.low() - 1) >> 1 << (16 * pile.parity())
            };
            demand.asked[at] = class;
            demand.all |= class;
            if class != 0 {
                demand.takers[class.trailing_zeros() as usize] |= 1 << at;
            }
            if 0 < pile.down() && !pile.is_empty() {
                demand.uncovering |= 1 << (pile.high() - 1) << (16 * pile.parity());
            }
        }
        demand
    }

    /// The classes of a column's run; kings only if face-down cards lie below, because other moves of kings change nothing.
    #[inline]
    fn offered(&self, pile: Pile) -> u32 {
        let king = if pile.high() == self.rules.ranks && 0 < pile.down() { KING } else { 0 };
        RUNS[pile.frame_bits()] & self.plain | king
    }

    /// The moves of the board's move set.
    pub(crate) fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.list(state, self.set, out);
    }

    /// Every legal move of a set, to empty columns only the first of them: columns home, stock home, runs, stock to columns, back.
    pub(crate) fn list(&self, state: &State, set: MoveSet, out: &mut Vec<Move>) {
        let demand = self.demand(state);
        for (from, pile) in (0..self.rules.columns).zip(&state.piles) {
            if pile.top().is_some_and(|card| goes_home(state, card)) {
                out.push(Move::Home { from });
            }
        }
        let playable = Playable::new(state, &self.rules);
        for (_, at) in playable.among(self.going_home(state)) {
            out.push(Move::StockHome { at });
        }
        for (from, &pile) in (0..self.rules.columns).zip(&state.piles) {
            for to in demand.takers(self.offered(pile)) {
                let class = demand.asked[usize::from(to)];
                let count = count(pile, class, state.piles[usize::from(to)]);
                if set == MoveSet::All || leads_on(state, pile, count) {
                    out.push(Move::Run { from, to, count });
                }
            }
        }
        for (place, at) in playable.among(self.members_of(demand.all)) {
            let class = self.class(self.stock[place]);
            for to in demand.takers(class) {
                out.push(Move::StockColumn { at, to });
            }
        }
        if !self.rules.bring_back {
            return;
        }
        for suit in Suit::ALL {
            let rank = state.home(suit);
            if rank == 0 {
                continue;
            }
            let card = Card::new(rank, suit);
            let class = self.class(card);
            if class & demand.all == 0 {
                continue;
            }
            let fitting = fitting(card);
            let is_needed = || {
                demand.uncovering & fitting != 0
                    || playable.among(self.members_of(fitting)).next().is_some()
            };
            if set == MoveSet::All || is_needed() {
                for to in demand.takers(class) {
                    out.push(Move::Back { suit, to });
                }
            }
        }
    }

    /// The places of the cards of some classes, whether they are left or not.
    #[inline]
    fn members_of(&self, classes: u32) -> u64 {
        bits(classes.into()).fold(0, |set, class| set | self.members[class])
    }

    /// The moves with a stock that is partly hidden: `is_playable` restricts the places that the rules allow, numbered as in moves, and `card`
    /// gives the card at a place of the stock.
    pub(crate) fn moves_with(
        &self,
        state: &State,
        is_playable: impl Fn(u8) -> bool,
        card: impl Fn(usize) -> Card,
        mut out: impl FnMut(Move),
    ) {
        let demand = self.demand(state);
        let columns = || (0..self.rules.columns).zip(&state.piles);
        let reachable = Playable::new(state, &self.rules);
        let playable = || {
            let places = reachable.among(u64::MAX).filter(|&(_, at)| is_playable(at));
            places.map(|(place, at)| (at, card(place)))
        };
        let takers = |card: Card| demand.takers(self.class(card));
        let is_next =
            |&(_, pile): &(u8, &Pile)| pile.top().is_some_and(|card| goes_home(state, card));
        columns().filter(is_next).for_each(|(from, _)| out(Move::Home { from }));
        playable()
            .filter(|&(_, card)| goes_home(state, card))
            .for_each(|(at, _)| out(Move::StockHome { at }));
        for (from, &pile) in columns() {
            for to in demand.takers(self.offered(pile)) {
                let class = demand.asked[usize::from(to)];
                let count = count(pile, class, state.piles[usize::from(to)]);
                if self.set == MoveSet::All || leads_on(state, pile, count) {
                    out(Move::Run { from, to, count });
                }
            }
        }
        for (at, card) in playable() {
            takers(card).for_each(|to| out(Move::StockColumn { at, to }));
        }
        for suit in Suit::ALL {
            let rank = state.home(suit);
            if !self.rules.bring_back || rank == 0 {
                continue;
            }
            let card = Card::new(rank, suit);
            let fits = |(_, other): (u8, Card)| self.rules.fits(other, card);
            let is_needed = || demand.uncovering & fitting(card) != 0 || playable().any(fits);
            if self.set == MoveSet::All || is_needed() {
                takers(card).for_each(|to| out(Move::Back { suit, to }));
            }
        }
    }

    /// The places of the cards that may go home next, whether they are left or not.
    #[inline]
    fn going_home(&self, state: &State) -> u64 {
        Suit::ALL
            .into_iter()
            .filter(|&suit| state.home(suit) < self.rules.ranks)
            .fold(0, |set, suit| set | self.places[Card::new(state.home(suit) + 1, suit).index()])
    }

    /// Whether `mv` is legal.
    pub(crate) fn is_legal(&self, state: &State, mv: Move) -> bool {
        let demand = self.demand(state);
        let asks = |to: u8| demand.asked.get(usize::from(to)).copied().unwrap_or(0);
        let takes = |to: u8, card: Card| asks(to) == self.class(card);
        let playable = |at: u8| {
            let card = self.stock_card(state, at);
            card.filter(|_| state.talon().reach(at, &self.rules).is_some())
        };
        let is_column = |at: u8| at < self.rules.columns;
        match mv {
            Move::Home { from } => {
                is_column(from) && state.pile(from).top().is_some_and(|card| goes_home(state, card))
            }
            Move::StockHome { at } => playable(at).is_some_and(|card| goes_home(state, card)),
            Move::Run { from, to, count: cards } => {
                is_column(from)
                    && is_column(to)
                    && self.offered(state.pile(from)) & asks(to) != 0
                    && count(state.pile(from), asks(to), state.pile(to)) == cards
            }
            Move::StockColumn { at, to } => playable(at).is_some_and(|card| takes(to, card)),
            Move::Back { suit, to } => {
                let rank = state.home(suit);
                self.rules.bring_back && 0 < rank && takes(to, Card::new(rank, suit))
            }
        }
    }

    /// The column in which `mv` turns a card, if it does.
    #[inline]
    pub(crate) fn uncovers(state: &State, mv: Move) -> Option<u8> {
        let (from, count) = match mv {
            Move::Home { from } => (from, 1),
            Move::Run { from, count, .. } => (from, count),
            Move::StockHome { .. } | Move::StockColumn { .. } | Move::Back { .. } => return None,
        };
        let pile = state.pile(from);
        (0 < pile.down() && pile.up() == count).then_some(from)
    }

    /// Plays `mv` without turning a card.
    #[inline]
    pub(crate) fn play(&self, state: &mut State, mv: Move) {
        self.play_with(state, mv, |at| self.stock[at]);
    }

    /// Plays `mv` without turning a card; `card` gives the card at a place of the stock.
    #[inline]
    pub(crate) fn play_with(&self, state: &mut State, mv: Move, card: impl Fn(usize) -> Card) {
        match mv {
            Move::Home { from } => {
                let card = state.pile(from).top().expect("legal moves find a card");
                state.piles[usize::from(from)].take(1);
                state.foundations[card.suit() as usize] += 1;
            }
            Move::StockHome { at } => {
                let card = card(self.draw(state, at));
                state.foundations[card.suit() as usize] += 1;
            }
            Move::Run { from, to, count } => {
                let run = state.piles[usize::from(from)].take(count);
                state.piles[usize::from(to)].put(run);
            }
            Move::StockColumn { at, to } => {
                let card = card(self.draw(state, at));
                state.piles[usize::from(to)].push(card);
            }
            Move::Back { suit, to } => {
                let rank = &mut state.foundations[suit as usize];
                state.piles[usize::from(to)].push(Card::new(*rank, suit));
                *rank -= 1;
            }
        }
    }

    /// The card of waste and stock at a place, as moves count them.
    #[inline]
    pub(crate) fn stock_card(&self, state: &State, at: u8) -> Option<Card> {
        self.stock.get(place(state.left, at)?).copied()
    }

    /// Takes a card from the stock, and returns its place.
    #[inline]
    fn draw(&self, state: &mut State, at: u8) -> usize {
        let place = place(state.left, at).expect("legal moves name cards that are left");
        let talon = state.talon().without(at, &self.rules);
        state.left &= !(1 << place);
        state.waste = talon.waste;
        state.passes = talon.passes;
        place
    }
}

/// The classes that the columns of a state take, and those of the runs that lie on face-down cards.
#[derive(Default)]
struct Demand {
    /// The class that each column takes; of several empty columns, only the first takes kings.
    asked: [u32; MAX_COLUMNS],
    /// All of them.
    all: u32,
    /// The columns that take each class, a bit each.
    takers: [u8; 32],
    /// The classes of the deepest cards of runs that lie on face-down cards, kings with their rank.
    uncovering: u32,
}

impl Demand {
    /// The columns that take one of these classes.
    #[inline]
    fn takers(&self, classes: u32) -> impl Iterator<Item = u8> + use<> {
        let asked = u64::from(classes & self.all);
        let columns = bits(asked).fold(0, |columns, class| columns | self.takers[class]);
        // At most seven columns.
        #[allow(clippy::cast_possible_truncation)]
        bits(columns.into()).map(|column| column as u8)
    }
}

/// The cards of waste and stock that turns reach.
#[derive(Clone, Copy)]
struct Playable {
    left: u64,
    /// Their numbers among the cards that are left, a bit each.
    numbers: u64,
}

impl Playable {
    #[inline]
    fn new(state: &State, rules: &Rules) -> Self {
        Self { left: state.left, numbers: state.talon().reachable(rules) }
    }

    /// The reached cards among some places, as places and numbers.
    #[inline]
    fn among(self, places: u64) -> impl Iterator<Item = (usize, u8)> {
        bits(places & self.left).filter_map(move |place| {
            // At most 52.
            #[allow(clippy::cast_possible_truncation)]
            let at = (self.left & ((1 << place) - 1)).count_ones() as u8;
            (self.numbers >> at & 1 == 1).then_some((place, at))
        })
    }
}

/// The indices of the bits that are set.
#[inline]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

#[inline]
fn goes_home(state: &State, card: Card) -> bool {
    card.rank() == state.home(card.suit()) + 1
}

/// Whether a run that leaves a column turns a card, empties the column, or frees a card that goes home.
#[inline]
fn leads_on(state: &State, pile: Pile, count: u8) -> bool {
    pile.up() == count || pile.card(pile.low() + count).is_some_and(|card| goes_home(state, card))
}

/// The class of the cards that fit on `card`; none on an ace.
#[inline]
fn fitting(card: Card) -> u32 {
    1 << (card.rank() - 1) >> 1 << (16 * Pile::parity_of(card))
}

/// The number of cards that move from a column to one that takes one of its classes.
#[inline]
fn count(from: Pile, class: u32, to: Pile) -> u8 {
    if class == KING { from.up() } else { to.low() - from.low() }
}

/// The index of the bit at a place among those that are set.
#[inline]
pub(crate) fn place(left: u64, at: u8) -> Option<usize> {
    let rest = (0..at).fold(left, |rest, _| rest & rest.wrapping_sub(1));
    (rest != 0).then(|| rest.trailing_zeros() as usize)
}
