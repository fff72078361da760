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
}

/// The class of kings, which only empty columns take.
const KING: u32 = 1 << 15;

impl Board {
    pub(crate) fn new(rules: Rules, set: MoveSet, stock: Vec<Card>) -> Self {
        let mut board = Self { rules, set, stock, places: [0; Card::COUNT], members: [0; 32] };
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

    /// The class that each column takes; of several empty columns, only the first takes kings.
    #[inline]
    fn asked(&self, state: &State) -> [u32; MAX_COLUMNS] {
        let mut room = KING;
        let mut asked = [0; MAX_COLUMNS];
        let columns = usize::from(self.rules.columns);
        for (class, pile) in asked[..columns].iter_mut().zip(&state.piles) {
            if pile.is_empty() {
                *class = room;
                room = 0;
            } else {
                // Aces take nothing: the bit is shifted out.
                *class = 1 << (pile.low() - 1) >> 1 << (16 * pile.parity());
            }
        }
        asked
    }

    /// The classes of a column's run; kings only if face-down cards lie below, because other moves of kings change nothing.
    #[inline]
    fn offered(&self, pile: Pile) -> u32 {
        let up_to = |rank: u8| (1_u32 << rank) - 1;
        let (low, high) = (pile.low(), pile.high());
        // Where there is no run, both are 0.
        let ranks = up_to(high) & !up_to(low.saturating_sub(1));
        let king = if high == self.rules.ranks && 0 < pile.down() { KING } else { 0 };
        let plain = ranks & up_to(self.rules.ranks - 1);
        plain << (16 * pile.parity()) | king
    }

    /// The moves of the board's move set.
    pub(crate) fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.list(state, self.set, out);
    }

    /// Every legal move of a set, to empty columns only the first of them: columns home, stock home, runs, stock to columns, back.
    pub(crate) fn list(&self, state: &State, set: MoveSet, out: &mut Vec<Move>) {
        let asked = self.asked(state);
        for (from, pile) in (0..self.rules.columns).zip(&state.piles) {
            if pile.top().is_some_and(|card| goes_home(state, card)) {
                out.push(Move::Home { from });
            }
        }
        let talon = state.talon();
        let mut home = self.going_home(state) & state.left;
        while home != 0 {
            let at = number(home, state.left);
            if talon.reach(at, &self.rules).is_some() {
                out.push(Move::StockHome { at });
            }
            home &= home - 1;
        }
        let all = asked.iter().fold(0, |all, class| all | class);
        for (from, &pile) in (0..self.rules.columns).zip(&state.piles) {
            let offered = self.offered(pile);
            if offered & all == 0 {
                continue;
            }
            for (to, &class) in (0..).zip(&asked) {
                if offered & class != 0 {
                    let count = count(pile, class, state.piles[usize::from(to)]);
                    if set == MoveSet::All || leads_on(state, pile, count) {
                        out.push(Move::Run { from, to, count });
                    }
                }
            }
        }
        let mut wanted = asked
            .iter()
            .filter(|&&class| class != 0)
            .fold(0, |set, class| set | self.members[class.trailing_zeros() as usize])
            & state.left;
        while wanted != 0 {
            let at = number(wanted, state.left);
            if talon.reach(at, &self.rules).is_some() {
                let class = self.class(self.stock[wanted.trailing_zeros() as usize]);
                let takes = |&(_, &other): &(u8, &u32)| other == class;
                let columns = (0..).zip(&asked).filter(takes);
                out.extend(columns.map(|(to, _)| Move::StockColumn { at, to }));
            }
            wanted &= wanted - 1;
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
            if class & all != 0 && (set == MoveSet::All || self.is_needed(state, card)) {
                let takes = |&(_, &other): &(u8, &u32)| other == class;
                let columns = (0..).zip(&asked).filter(takes);
                out.extend(columns.map(|(to, _)| Move::Back { suit, to }));
            }
        }
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
        let asked = self.asked(state);
        let columns = || (0..self.rules.columns).zip(&state.piles);
        let playable = || {
            let places = (0..u64::BITS as usize).filter(|place| state.left >> place & 1 == 1);
            let reached = |&(at, _): &(u8, usize)| {
                is_playable(at) && state.talon().reach(at, &self.rules).is_some()
            };
            (0..).zip(places).filter(reached).map(|(at, place)| (at, card(place)))
        };
        let takers = |card: Card| {
            let class = self.class(card);
            (0..).zip(asked).filter(move |&(_, asked)| asked == class).map(|(to, _)| to)
        };
        let is_next =
            |&(_, pile): &(u8, &Pile)| pile.top().is_some_and(|card| goes_home(state, card));
        columns().filter(is_next).for_each(|(from, _)| out(Move::Home { from }));
        playable()
            .filter(|&(_, card)| goes_home(state, card))
            .for_each(|(at, _)| out(Move::StockHome { at }));
        for (from, &pile) in columns() {
            for (to, &class) in (0..).zip(&asked) {
                if self.offered(pile) & class != 0 {
                    let count = count(pile, class, state.piles[usize::from(to)]);
                    if self.set == MoveSet::All || leads_on(state, pile, count) {
                        out(Move::Run { from, to, count });
                    }
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
            let is_needed = || self.uncovers_onto(state, card) || playable().any(fits);
            if self.set == MoveSet::All || is_needed() {
                takers(card).for_each(|to| out(Move::Back { suit, to }));
            }
        }
    }

    /// Whether a card that comes back can carry a card of the stock, or a run whose column then turns a card.
    fn is_needed(&self, state: &State, card: Card) -> bool {
        let class = fitting(card);
        let fitting = self.members.get(class.trailing_zeros() as usize).copied();
        let mut fitting = fitting.unwrap_or(0) & state.left;
        let talon = state.talon();
        while fitting != 0 {
            if talon.reach(number(fitting, state.left), &self.rules).is_some() {
                return true;
            }
            fitting &= fitting - 1;
        }
        self.uncovers_onto(state, card)
    }

    /// Whether a whole run that lies on face-down cards fits on `card`.
    fn uncovers_onto(&self, state: &State, card: Card) -> bool {
        let fits = |pile: &Pile| {
            0 < pile.down()
                && pile.high() + 1 == card.rank()
                && pile.parity() == Pile::parity_of(card)
        };
        state.piles.iter().take(usize::from(self.rules.columns)).any(fits)
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
        let asked = self.asked(state);
        let asks = |to: u8| asked.get(usize::from(to)).copied().unwrap_or(0);
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

/// The number of bits of `left` below the lowest bit of `set`.
#[inline]
fn number(set: u64, left: u64) -> u8 {
    let below = (set & set.wrapping_neg()).wrapping_sub(1);
    // At most 52.
    #[allow(clippy::cast_possible_truncation)]
    let count = (left & below).count_ones() as u8;
    count
}

/// The index of the bit at a place among those that are set.
#[inline]
pub(crate) fn place(left: u64, at: u8) -> Option<usize> {
    let rest = (0..at).fold(left, |rest, _| rest & rest.wrapping_sub(1));
    (rest != 0).then(|| rest.trailing_zeros() as usize)
}
