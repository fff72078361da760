//! A relaxed game, in which nothing is ever lost.

use crate::{Klondike, MAX_COLUMNS, State};
use patience_cards::{Card, Suit};

/// Clubs of every rank.
const CLUBS: u64 = 0x1111_1111_1111_1111;
/// Clubs and spades of a rank.
const BLACK: u64 = 0b1001;
/// Diamonds and hearts of a rank.
const RED: u64 = 0b0110;

/// A relaxed game from one state, in which nothing is ever lost: what was once available or open stays so, and cards take no room.
///
/// A solution makes a move home for every card, and *extra moves*: a unit (see [`DetourHeuristic`](crate::DetourHeuristic)) leaves its place,
/// a stock card goes to a column, a card comes back. Only the first of each unit or card counts, so each is named by a card, the deepest of a
/// unit: a set of extra moves is a set of cards. A card that comes back must go home again, so it costs two.
///
/// Here an extra move needs only a card to lie on that was once open in a column, or for a king a column that was once empty; and a
/// stock card is available if any order of play could make it so.
pub(crate) struct Relaxed {
    /// The next cards when everything is home.
    goal: u64,
    /// The cards that were dealt to each column or have been placed there, the deepest first.
    cards: [[u8; Card::COUNT]; MAX_COLUMNS],
    /// Face-down cards of each column.
    downs: [u8; MAX_COLUMNS],
    /// The face-up cards of each column, a bit each.
    runs: [u64; MAX_COLUMNS],
    /// The deepest face-up card of each column, a bit each.
    deepest: [u64; MAX_COLUMNS],
    /// The column of a card, or its place in the stock.
    places: [u8; Card::COUNT],
    stock: [u8; Card::COUNT],
    in_stock: u64,
    kings: u64,
    /// Every place of the stock that is a multiple of the cards turned together.
    stride: u64,
    /// Places of the stock that are available at the start, and after one card has left a lower place.
    met: [u64; 2],
    /// The extra moves that exist, and those of them that cost two.
    pub(super) extra: u64,
    pub(super) double: u64,
    /// Units that must leave because they lie on a lower card of a suit of their own.
    pub(super) leaving: u64,
    pub(super) root: Reach,
}

/// What can be reached.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    /// The next card of every suit; above the king where all are home.
    next: u64,
    /// Cards that have left their places for a column.
    loose: u64,
    /// Cards that have been open in a column.
    open: u64,
    /// The top card of every column, and those of them that were dealt face down.
    tops: u64,
    single: u64,
    /// Cards that are left of the runs that were face up at the start.
    face_up: u64,
    /// The cards that come back next.
    backs: u64,
    /// Places of the stock whose cards have left, and those that are available.
    removed: u64,
    met: u64,
    /// The cards that are available in the stock, gone or not.
    available: u64,
    lens: [u8; MAX_COLUMNS],
    has_empty: bool,
}

impl Relaxed {
    pub(crate) fn new(game: &Klondike, state: &State) -> Self {
        let rules = game.rules();
        let mut this = Self {
            goal: 15 << (4 * rules.ranks),
            cards: [[0; Card::COUNT]; MAX_COLUMNS],
            downs: [0; MAX_COLUMNS],
            runs: [0; MAX_COLUMNS],
            deepest: [0; MAX_COLUMNS],
            places: [0; Card::COUNT],
            stock: [0; Card::COUNT],
            in_stock: 0,
            kings: 15 << (4 * (rules.ranks - 1)),
            stride: 0,
            met: [0; 2],
            extra: 0,
            double: 0,
            leaving: 0,
            root: Reach::default(),
        };
        this.add_foundations(state, rules.bring_back);
        for at in 0..rules.columns {
            this.add_column(game, state, at);
        }
        this.add_stock(game, state);
        this.extra |= this.in_stock | this.double;
        let mut root = this.root;
        this.turn(&mut root);
        this.close(&mut root, 0);
        this.root = root;
        this
    }

    fn add_foundations(&mut self, state: &State, bring_back: bool) {
        for suit in Suit::ALL {
            let home = state.home(suit);
            self.root.next |= 1 << (4 * home + suit as u8);
            if bring_back && 0 < home {
                self.double |= suit.up_to(home).fold(0, |set, card| set | card.bit());
                self.root.backs |= Card::new(home, suit).bit();
            }
        }
    }

    // Cards and columns are few.
    #[allow(clippy::cast_possible_truncation)]
    fn add_column(&mut self, game: &Klondike, state: &State, at: u8) {
        let pile = state.pile(at);
        let down = &game.down(at)[..usize::from(pile.down())];
        let column = usize::from(at);
        let mut higher = 0;
        for (place, &card) in down.iter().enumerate() {
            self.cards[column][place] = card.index() as u8;
            self.places[card.index()] = at;
            self.extra |= card.bit();
            self.leaving |= card.bit() & higher;
            higher |= card.higher();
        }
        for (place, card) in (down.len()..).zip(pile.run()) {
            self.cards[column][place] = card.index() as u8;
            self.places[card.index()] = at;
            self.runs[column] |= card.bit();
        }
        let deepest = pile.card(pile.high()).map_or(0, Card::bit);
        self.extra |= deepest;
        if higher & self.runs[column] != 0 {
            self.leaving |= deepest;
        }
        self.deepest[column] = deepest;
        self.downs[column] = pile.down();
        self.root.face_up |= self.runs[column];
        self.root.lens[column] = pile.down() + pile.up();
        let mut root = self.root;
        self.uncover(&mut root, column);
        self.root = root;
    }

    #[allow(clippy::cast_possible_truncation)] // There are 52 cards.
    fn add_stock(&mut self, game: &Klondike, state: &State) {
        let talon = state.talon();
        let mut left = state.left();
        for place in 0..talon.cards {
            let card = game.stock()[left.trailing_zeros() as usize];
            left &= left - 1;
            self.stock[usize::from(place)] = card.index() as u8;
            self.places[card.index()] = place;
            self.in_stock |= card.bit();
        }
        let draw = game.rules().draw.max(1);
        self.stride =
            (0..Card::COUNT as u8).step_by(usize::from(draw)).fold(0, |set, at| set | 1 << at);
        let (draw, waste) = (u32::from(draw), u32::from(talon.waste));
        // From an empty waste, from the waste as it is, its top card, and the last card.
        let first = shifted(self.stride, draw - 1)
            | shifted(self.stride, waste + draw - 1)
            | 1 << waste >> 1
            | 1 << talon.cards >> 1;
        self.met = [first, first | self.stride | shifted(self.stride, waste)];
    }

    /// Finds the places of the stock that are available now.
    fn turn(&self, reach: &mut Reach) {
        let removed = reach.removed;
        let mut met = self.met[0] | removed >> 1;
        if removed != 0 {
            let above = |set: u64| !(set ^ (set - 1));
            met |= above(removed) & (self.met[1] | shifted(self.stride, removed.trailing_zeros()));
            let others = removed & (removed - 1);
            if others != 0 {
                met |= above(others);
            }
        }
        let mut fresh = met & !reach.met & ((1 << self.in_stock.count_ones()) - 1);
        reach.met |= fresh;
        while fresh != 0 {
            reach.available |= 1 << self.stock[fresh.trailing_zeros() as usize];
            fresh &= fresh - 1;
        }
    }

    /// Takes a card from the stock.
    fn draw(&self, reach: &mut Reach, card: u32) {
        let bit = 1 << self.places[card as usize];
        if reach.removed & bit == 0 {
            reach.removed |= bit;
            self.turn(reach);
        }
    }

    /// Opens the top card of a column.
    fn uncover(&self, reach: &mut Reach, column: usize) {
        let len = reach.lens[column];
        if len == 0 {
            reach.has_empty = true;
            return;
        }
        let bit = 1 << self.cards[column][usize::from(len) - 1];
        reach.open |= bit;
        reach.tops |= bit;
        if len <= self.downs[column] {
            reach.single |= bit;
        }
    }

    /// The cards that could lie on an open card, or in an empty column.
    fn room(&self, reach: &Reach) -> u64 {
        let open = reach.open >> 4;
        let red = (open >> 1 | open >> 2) & CLUBS;
        let black = (open | open >> 3) & CLUBS;
        // Kings of a short deck find no open cards above them.
        (red * BLACK) | (black * RED) | if reach.has_empty { self.kings } else { 0 }
    }

    /// Extends what is reached with these extra moves; returns whether all cards are home.
    pub(super) fn close(&self, reach: &mut Reach, paid: u64) -> bool {
        loop {
            self.go_home(reach);
            let room = self.room(reach) & paid;
            let mut fits = room & (reach.available & !reach.loose | reach.single | reach.backs);
            let mut is_still = fits == 0;
            while fits != 0 {
                let card = fits.trailing_zeros();
                let bit = fits & fits.wrapping_neg();
                fits ^= bit;
                reach.open |= bit;
                if reach.backs & bit != 0 {
                    reach.backs ^= bit | bit >> 4;
                    continue;
                }
                reach.loose |= bit;
                if reach.single & bit != 0 {
                    self.pop(reach, card);
                } else {
                    self.draw(reach, card);
                }
            }
            if is_still {
                is_still = !self.split(reach, paid);
            }
            if is_still {
                return reach.next == self.goal;
            }
        }
    }

    /// Sends all cards home that can go.
    fn go_home(&self, reach: &mut Reach) {
        loop {
            let going = reach.next & (reach.loose | reach.tops | reach.available);
            if going == 0 {
                return;
            }
            let card = going.trailing_zeros();
            let bit = going & going.wrapping_neg();
            reach.next ^= bit | bit << 4;
            if reach.tops & bit != 0 {
                self.pop(reach, card);
            } else if self.in_stock & bit != 0 {
                self.draw(reach, card);
            }
        }
    }

    /// Takes the top card of a column.
    fn pop(&self, reach: &mut Reach, card: u32) {
        let column = usize::from(self.places[card as usize]);
        let gone = !(1 << card);
        reach.tops &= gone;
        reach.single &= gone;
        reach.face_up &= gone;
        reach.lens[column] -= 1;
        self.uncover(reach, column);
    }

    /// Moves as much as finds room of each run whose move is paid; returns whether there was any.
    fn split(&self, reach: &mut Reach, paid: u64) -> bool {
        let room = self.room(reach) & reach.face_up;
        if room == 0 {
            return false;
        }
        let mut is_moved = false;
        for column in 0..MAX_COLUMNS {
            let fits = self.runs[column] & room;
            if fits != 0 && paid & self.deepest[column] != 0 {
                // Lower bits are lower ranks, which lie on the card.
                let moved = self.runs[column] & reach.face_up & (u64::MAX >> fits.leading_zeros());
                reach.loose |= moved;
                reach.open |= moved;
                reach.face_up &= !moved;
                reach.tops &= !moved;
                // At most 13.
                #[allow(clippy::cast_possible_truncation)]
                let count = moved.count_ones() as u8;
                reach.lens[column] -= count;
                self.uncover(reach, column);
                is_moved = true;
            }
        }
        is_moved
    }

    /// The cards that these extra moves can take to a column.
    pub(crate) fn moved(&self, extra: u64) -> u64 {
        let runs = self.runs.iter().zip(&self.deepest).filter(|&(_, deepest)| extra & deepest != 0);
        runs.fold(extra, |set, (run, _)| set | run)
    }

    /// The extra moves that can be made now.
    pub(super) fn possible(&self, reach: &Reach) -> u64 {
        let room = self.room(reach);
        let runs = room & reach.face_up;
        let mut possible = room & (reach.available & !reach.loose | reach.single | reach.backs);
        for column in 0..MAX_COLUMNS {
            if runs & self.runs[column] != 0 {
                possible |= self.deepest[column];
            }
        }
        possible
    }
}

/// A set of places moved up.
const fn shifted(set: u64, by: u32) -> u64 {
    match set.checked_shl(by) {
        Some(set) => set,
        None => 0,
    }
}
