//! The stock of the exact engine: which cards are available, and what is left when one is taken.

use super::layout::index;
use crate::Rules;
use patience_cards::Card;

/// The cards of stock and waste by their places in the order of turning, and the rules of turning.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    /// Number of places.
    places: u8,
    draw: u8,
    passes: Option<u8>,
    reach: Reach,
    /// The place of every card, by index.
    place: [u8; Card::COUNT],
    /// For each group of eight places, and for each subset of a group: the set of its cards.
    cards: Vec<[u64; 256]>,
    /// For each number of cards turned since the last stop, and for the places of eight in a row that are left: those at which turning stops.
    stops: Vec<[u8; 256]>,
}

/// Which cards are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// All of them at any time.
    All,
    /// Those that turning `draw` cards at a time brings to the top, with unlimited passes.
    Rows,
    /// The same with limited passes.
    Passes,
    /// In the last pass: all that are not turned yet, and the last card of the waste.
    LastPass,
}

/// A stock that allows more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relaxation {
    /// All cards are available at any time.
    Open,
    /// In the last pass all cards that are not turned yet are available at any time, and the waste one card after the other.
    LastPass,
}

/// Bits below the passes in [`Stock::spent`]: a pass counts more than all that the order of a search adds to it.
const PASS: u32 = 16;

/// How far a stock is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turned {
    /// The places that have a card left, a bit each.
    pub(super) left: u64,
    /// The first place after the waste; 0 where it makes no difference.
    pub(super) waste: u8,
    /// Passes begun; 0 where they do not count.
    pub(super) passes: u8,
}

impl Stock {
    /// The stock of these cards, in the order in which they are turned.
    pub(super) fn new(cards: &[Card], rules: &Rules) -> Self {
        let reach = match (rules.draw, rules.passes) {
            (1, None) => Reach::All,
            (_, None) => Reach::Rows,
            (_, Some(_)) => Reach::Passes,
        };
        let mut stock = Self {
            // At most 52 cards.
            #[allow(clippy::cast_possible_truncation)]
            places: cards.len() as u8,
            draw: rules.draw,
            passes: rules.passes,
            reach,
            place: [u8::MAX; Card::COUNT],
            cards: vec![[0; 256]; cards.len().div_ceil(8)],
            stops: stops(rules.draw),
        };
        let cards: Vec<u8> = cards.iter().map(|&card| index(card)).collect();
        stock.fill(0, &cards);
        stock
    }

    /// Puts these cards to the places from `first` on, to the last.
    pub(super) fn fill(&mut self, first: u8, cards: &[u8]) {
        let order: Vec<u8> =
            self.order(0).take(first.into()).chain(cards.iter().copied()).collect();
        for (places, sets) in order.chunks(8).zip(&mut self.cards) {
            for subset in 1..256_usize {
                let lowest = places.get(subset.trailing_zeros() as usize);
                sets[subset] = sets[subset & (subset - 1)] | lowest.map_or(0, |card| 1 << card);
            }
        }
        for (at, &card) in (0..).zip(&order) {
            self.place[usize::from(card)] = at;
        }
    }

    /// The cards at the places from `first` on.
    pub(super) fn order(&self, first: u8) -> impl Iterator<Item = u8> {
        let card = |at: u8| self.cards[usize::from(at / 8)][1 << (at % 8)].trailing_zeros();
        // Below 52; where no card was put yet, 64.
        #[allow(clippy::cast_possible_truncation)]
        (first..self.places).map(move |at| card(at) as u8)
    }

    /// The stock after the next cards are turned.
    pub(super) fn turn(&self, turned: Turned) -> Turned {
        let waste = (turned.waste + self.draw).min(self.places);
        self.settled(Turned { waste, ..turned })
    }

    /// The relaxed stock: it allows everything that this one allows.
    pub(super) fn relaxed(&self, relaxation: Relaxation) -> Self {
        let reach = match relaxation {
            Relaxation::Open => Reach::All,
            Relaxation::LastPass => Reach::LastPass,
        };
        Self { reach, ..self.clone() }
    }

    /// Whether some cards are available until they are wanted.
    #[inline]
    pub(super) fn is_relaxed(&self) -> bool {
        matches!(self.reach, Reach::All | Reach::LastPass)
    }

    /// A set that has the cards of the stock that are available until they are wanted, and no others of the stock.
    #[inline]
    pub(super) fn waiting(&self, turned: Turned) -> u64 {
        match self.reach {
            Reach::All => u64::MAX,
            Reach::LastPass => self.cards(turned.left ^ behind(turned)),
            Reach::Rows | Reach::Passes => 0,
        }
    }

    /// Whether the number of passes is limited.
    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        self.reach == Reach::Passes
    }

    /// Whether there is no redeal left.
    #[inline]
    pub(super) fn is_last_pass(&self, turned: Turned) -> bool {
        self.passes.is_some_and(|most| most <= turned.passes)
    }

    /// How much of limited passes is spent: passes begun, then cards in the waste.
    #[inline]
    pub(super) fn spent(&self, turned: Turned) -> u32 {
        if !self.is_limited() {
            return 0;
        }
        u32::from(turned.passes) << PASS | behind(turned).count_ones()
    }

    pub(super) fn places(&self) -> u8 {
        self.places
    }

    /// The most passes that count, for keys.
    pub(super) fn most_passes(&self) -> u8 {
        if self.reach == Reach::Passes { self.passes.unwrap_or(0) } else { 0 }
    }

    /// The stock with this many cards in the waste.
    pub(super) fn turned(&self, waste: usize, passes: u8) -> Turned {
        let left = (1 << self.places) - 1;
        // At most 52.
        #[allow(clippy::cast_possible_truncation)]
        let waste = waste as u8;
        self.settled(Turned { left, waste, passes })
    }

    /// The set of the available cards.
    #[inline]
    pub(super) fn playable(&self, turned: Turned) -> u64 {
        self.cards(self.playable_places(turned))
    }

    /// The set of the cards at these places.
    #[inline]
    pub(super) fn cards(&self, mut places: u64) -> u64 {
        let mut set = 0;
        for group in &self.cards {
            // Just the low byte.
            #[allow(clippy::cast_possible_truncation)]
            let byte = places as u8;
            set |= group[usize::from(byte)];
            places >>= 8;
        }
        set
    }

    #[inline]
    fn playable_places(&self, turned: Turned) -> u64 {
        let Turned { left, passes, .. } = turned;
        if self.reach == Reach::All || left == 0 {
            return left;
        }
        let behind = behind(turned);
        let ahead = left ^ behind;
        if self.reach == Reach::LastPass {
            return ahead | highest(behind);
        }
        let may_redeal = self.passes.is_none_or(|most| passes < most);
        let mut places = if may_redeal { self.stops(left) | highest(left) } else { 0 };
        if behind != 0 {
            places |= highest(behind);
        }
        if behind != 0 || !may_redeal {
            places |= self.stops(ahead);
        }
        places | highest(ahead)
    }

    /// The places at which turning these cards stops, without the last.
    #[inline]
    fn stops(&self, left: u64) -> u64 {
        let (mut rest, mut shift, mut turned, mut stops) = (left, 0, 0, 0);
        while rest != 0 {
            // Just the low byte.
            #[allow(clippy::cast_possible_truncation)]
            let byte = rest as u8;
            stops |= u64::from(self.stops[turned as usize][usize::from(byte)]) << shift;
            turned = (turned + byte.count_ones()) % u32::from(self.draw);
            rest >>= 8;
            shift += 8;
        }
        stops
    }

    /// The stock after an available card is taken.
    #[inline]
    pub(super) fn take(&self, turned: Turned, card: u8) -> Turned {
        let place = self.place[usize::from(card)];
        let left = turned.left & !(1 << place);
        match self.reach {
            Reach::All => return Turned { left, waste: 0, passes: 0 },
            Reach::LastPass => return take_from_last_pass(left, turned),
            Reach::Rows | Reach::Passes => {}
        }
        let passes = match self.reach {
            Reach::Passes if !self.is_in_this_pass(turned, place) => turned.passes + 1,
            _ => turned.passes,
        };
        self.settled(Turned { left, waste: place, passes })
    }

    /// Whether a place that can be reached is reached without a redeal.
    fn is_in_this_pass(&self, turned: Turned, place: u8) -> bool {
        let behind = behind(turned);
        let ahead = turned.left ^ behind;
        (highest(behind) | self.stops(ahead) | highest(ahead)) >> place & 1 == 1
    }

    /// The canonical form: with unlimited passes, all wastes that reach only what a redeal reaches are equal.
    #[inline]
    fn settled(&self, turned: Turned) -> Turned {
        let Turned { left, passes, .. } = turned;
        let behind = behind(turned);
        let waste = match self.reach {
            Reach::All => 0,
            Reach::Rows if behind == left => 0,
            Reach::Rows if behind.count_ones().is_multiple_of(u32::from(self.draw)) => 0,
            // The place behind the last card of the waste: at most 52.
            #[allow(clippy::cast_possible_truncation)]
            Reach::Rows | Reach::Passes | Reach::LastPass => (64 - behind.leading_zeros()) as u8,
        };
        Turned { left, waste, passes: if self.reach == Reach::Passes { passes } else { 0 } }
    }
}

/// A relaxed stock of a last pass after a card is taken: only what is left of the waste counts. Apart, since it is seldom needed.
#[cold]
#[inline(never)]
fn take_from_last_pass(left: u64, turned: Turned) -> Turned {
    let rest = behind(Turned { left, ..turned });
    // The place behind the last card of the waste: at most 52.
    #[allow(clippy::cast_possible_truncation)]
    let waste = (64 - rest.leading_zeros()) as u8;
    Turned { left, waste, ..turned }
}

/// The places of the waste.
#[inline]
const fn behind(turned: Turned) -> u64 {
    turned.left & ((1 << turned.waste) - 1)
}

/// The highest bit of a set, if it has one.
#[inline]
const fn highest(set: u64) -> u64 {
    if set == 0 { 0 } else { 1 << set.ilog2() }
}

/// For each number of cards turned since the last stop, and for each byte of places: those at which turning stops.
fn stops(draw: u8) -> Vec<[u8; 256]> {
    let row = |turned: u8| {
        std::array::from_fn(|byte| {
            let mut turned = turned;
            (0..8).filter(|bit| byte >> bit & 1 == 1).fold(0, |stops, bit| {
                turned = (turned + 1) % draw;
                if turned == 0 { stops | 1 << bit } else { stops }
            })
        })
    };
    (0..draw).map(row).collect()
}
