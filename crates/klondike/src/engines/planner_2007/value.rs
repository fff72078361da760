//! The value functions of the planner: weighted sums of binary features of cards.

use crate::features::takers;
use crate::{Klondike, MAX_COLUMNS, State};
use patience_cards::{Card, Suit};

/// The weights of the features of a card *(Bjarnason, Tadepalli and Fern, 2007)*. Ranks count from 0, the ace.
///
/// A card *blocks* another if it lies above it in a column and does not rest on a face-up card. A card's *twin* has its rank and colour.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::engines::planner_2007::{Planner2007, ValueFunction};
/// use patience_klondike::{Klondike, read_position};
///
/// // An ace lies face down, and H2 counts the card of the stock, which can be played.
/// let (rules, position) = read_position("1: | AC\n2: AD | AH\nstock: AS")?;
/// let game = Klondike::new(rules, &position)?;
/// assert_eq!(Planner2007::value(&ValueFunction::H1, &game, &game.start()), -13);
/// assert_eq!(Planner2007::value(&ValueFunction::H2, &game, &game.start()), -13 + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueFunction {
    /// A card on a foundation, and what is added for each rank.
    pub home: (i32, i32),
    /// A face-down card, and what is added for each rank.
    pub down: (i32, i32),
    /// A card of the stock that can be played now.
    pub available: i32,
    /// A card and its twin that both lie face down.
    pub twins: i32,
    /// A card that blocks a lower card of its suit.
    pub blocks_suit: i32,
    /// A card that blocks one of the two cards that it could be put on.
    pub blocks_build: i32,
}

impl ValueFunction {
    /// The value function of the first stage, H1.
    pub const H1: Self = Self {
        home: (5, -1),
        down: (-13, 1),
        available: 0,
        twins: -5,
        blocks_suit: -5,
        blocks_build: -10,
    };

    /// The value function of the second stage, H2.
    pub const H2: Self = Self {
        home: (5, 0),
        down: (-13, 1),
        available: 1,
        twins: -1,
        blocks_suit: -1,
        blocks_build: -5,
    };
}

/// What the value functions need to know of a game: the face-down cards of each column.
#[derive(Clone, Debug)]
pub(super) struct Covered {
    /// By column and number of face-down cards.
    columns: [Vec<Below>; MAX_COLUMNS],
}

/// The lowest cards of a column.
#[derive(Clone, Copy, Debug, Default)]
struct Below {
    set: u64,
    /// The sum of their ranks from 0.
    ranks: i32,
    /// Pairs of one of them and a lower card of its suit below it.
    suit: i32,
    /// Pairs of one of them and a card below it that it could be put on.
    build: i32,
}

impl Below {
    /// What `card` on top of these blocks: lower cards of its suit, and cards that it could be put on.
    #[inline]
    fn blocked(&self, card: Card) -> (i32, i32) {
        // At most 52.
        #[allow(clippy::cast_possible_wrap)]
        let count = |set: u64| (self.set & set).count_ones() as i32;
        (count(lower(card)), count(takers(card)))
    }
}

/// The lower cards of the suit of a card.
#[inline]
pub(super) fn lower(card: Card) -> u64 {
    (card.bit() - 1) & CLUBS << (card.suit() as u32)
}

/// Every club.
pub(super) const CLUBS: u64 = 0x1_1111_1111_1111;

impl Covered {
    pub(super) fn new(game: &Klondike) -> Self {
        let mut columns: [Vec<Below>; MAX_COLUMNS] = Default::default();
        for (column, at) in columns.iter_mut().zip(0..) {
            let mut below = Below::default();
            column.push(below);
            for &card in game.down(at) {
                let (suit, build) = below.blocked(card);
                below = Below {
                    set: below.set | card.bit(),
                    ranks: below.ranks + i32::from(card.rank()) - 1,
                    suit: below.suit + suit,
                    build: below.build + build,
                };
                column.push(below);
            }
        }
        Self { columns }
    }

    /// The set of the lowest `down` cards of a column.
    #[inline]
    pub(super) fn below(&self, column: u8, down: u8) -> u64 {
        self.columns[usize::from(column)][usize::from(down)].set
    }

    /// The value of a state.
    pub(super) fn value(&self, weights: &ValueFunction, game: &Klondike, state: &State) -> i32 {
        let (mut down, mut ranks, mut suit, mut build) = (0, 0, 0, 0);
        let mut set = 0;
        for (column, pile) in self.columns.iter().zip(&state.piles) {
            if pile.down() == 0 {
                continue;
            }
            let below = &column[usize::from(pile.down())];
            let blocked = pile.card(pile.high()).map_or((0, 0), |head| below.blocked(head));
            down += i32::from(pile.down());
            ranks += below.ranks;
            suit += below.suit + blocked.0;
            build += below.build + blocked.1;
            set |= below.set;
        }
        let mut home = 0;
        for suit in Suit::ALL {
            let count = i32::from(state.home(suit));
            home += weights.home.0 * count + weights.home.1 * (count * (count - 1) / 2);
        }
        let available = if weights.available == 0 { 0 } else { available(game, state) };
        home + weights.down.0 * down
            + weights.down.1 * ranks
            + weights.available * available
            + weights.twins * twins(set)
            + weights.blocks_suit * suit
            + weights.blocks_build * build
    }
}

/// The number of cards of the stock that can be played now.
fn available(game: &Klondike, state: &State) -> i32 {
    let talon = state.talon();
    let is_reached = |&at: &u8| talon.reach(at, game.rules()).is_some();
    (0..talon.cards).filter(is_reached).count().try_into().unwrap_or(0)
}

/// The pairs of one rank and colour in a set.
fn twins(set: u64) -> i32 {
    // In the order clubs, diamonds, hearts, spades, black twins are three bits apart, and red ones one.
    let blacks = set & set >> 3 & CLUBS;
    let reds = set & set >> 1 & CLUBS << 1;
    // At most 26.
    #[allow(clippy::cast_possible_wrap)]
    let count = (blacks | reds).count_ones() as i32;
    count
}
