//! A card in one byte.

use std::fmt;
use std::num::{NonZeroU8, NonZeroU64};
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The letters of ranks 1 to 13.
const RANKS: &[u8; 13] = b"A23456789TJQK";

/// The ranks in words.
const RANK_NAMES: [&str; 13] = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king",
];

/// One of 52 cards: rank 1 (ace) to 13 (king) and a suit. `Option<Card>` takes one byte too.
///
/// Cards are ordered by rank, then by suit.
///
/// ```
/// use patience_cards::{Card, Suit};
///
/// let card: Card = "TD".parse()?;
/// assert_eq!(card, Card::new(10, Suit::Diamonds));
/// assert_eq!("10d".parse(), Ok(card));
/// assert_eq!(["T♦", "10♢", "t-d", "10 d"].map(str::parse), [Ok(card); 4]);
/// assert_eq!(card.to_string(), "TD");
/// assert!(card.is_red());
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

impl Card {
    /// How many cards there are: the size of a table that is indexed by [`index`](Self::index).
    pub const COUNT: usize = 52;

    /// The card of that rank and suit.
    ///
    /// # Panics
    ///
    /// If `rank` is not one of 1…13.
    #[must_use]
    #[inline]
    pub const fn new(rank: u8, suit: Suit) -> Self {
        assert!(1 <= rank && rank <= 13, "ranks are 1 to 13");
        match NonZeroU8::new(rank << 2 | suit as u8) {
            Some(code) => Self(code),
            None => unreachable!(),
        }
    }

    /// All cards of ranks 1 to `ranks`, by rank, then clubs, diamonds, hearts, spades.
    pub fn deck(ranks: u8) -> impl Iterator<Item = Self> {
        (1..=ranks).flat_map(|rank| Suit::ALL.map(|suit| Self::new(rank, suit)))
    }

    /// 1 (ace) to 13 (king).
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0.get() >> 2
    }

    /// The suit.
    #[must_use]
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0.get() & 3) as usize]
    }

    /// Whether it is a diamond or a heart.
    #[must_use]
    #[inline]
    pub const fn is_red(self) -> bool {
        self.suit().is_red()
    }

    /// Its place in [`deck`](Self::deck), from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 4
    }

    /// Its bit in a set of cards: the one of its index.
    #[must_use]
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// The higher cards of its suit, a bit each, by index.
    #[must_use]
    #[inline]
    pub const fn higher(self) -> u64 {
        HIGHER[self.index()]
    }

    /// The card in words: `five of diamonds`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{} of {}", RANK_NAMES[usize::from(self.rank()) - 1], self.suit().name())
    }

    /// The card with the symbol of its suit: `5♦`.
    #[must_use]
    pub fn with_symbol(self) -> String {
        format!("{}{}", rank_name(self.rank()), self.suit().symbol())
    }
}

/// The letter or digit of a rank, as on a card; `0` for no rank.
///
/// ```
/// assert_eq!([0, 1, 9, 10, 13].map(patience_cards::rank_name), ["0", "A", "9", "T", "K"]);
/// ```
#[must_use]
pub fn rank_name(rank: u8) -> String {
    let letter = usize::from(rank).checked_sub(1).and_then(|at| RANKS.get(at));
    letter.map_or_else(|| rank.to_string(), |&letter| char::from(letter).to_string())
}

/// The names of cards, separated by spaces.
///
/// ```
/// use patience_cards::{Suit, names};
///
/// let spades: Vec<_> = Suit::Spades.up_to(3).collect();
/// assert_eq!(names(&spades), "AS 2S 3S");
/// ```
#[must_use]
pub fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(Card::to_string).collect();
    names.join(" ")
}

/// The cards of a set, by index: the ones whose bits are set.
///
/// ```
/// use patience_cards::{Card, cards_of};
///
/// let queen: Card = "QH".parse()?;
/// let higher: Vec<String> = cards_of(queen.bit() | queen.higher()).map(|card| card.to_string()).collect();
/// assert_eq!(higher, ["QH", "KH"]);
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[inline]
pub fn cards_of(mut set: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        let cards = NonZeroU64::new(set)?;
        set &= set - 1;
        // Below 64.
        #[allow(clippy::cast_possible_truncation)]
        let index = cards.trailing_zeros() as u8;
        // The codes of cards begin with that of the first ace.
        NonZeroU8::new(index + 4).map(Card)
    })
}

static HIGHER: [u64; Card::COUNT] = higher();

const fn higher() -> [u64; Card::COUNT] {
    let mut masks = [0; Card::COUNT];
    let mut card = 0;
    while card < Card::COUNT {
        let mut other = card + 4;
        while other < Card::COUNT {
            masks[card] |= 1 << other;
            other += 4;
        }
        card += 1;
    }
    masks
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = char::from(RANKS[usize::from(self.rank()) - 1]);
        f.pad(&format!("{rank}{}", self.suit().letter()))
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Card {
    /// The name of the card.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    /// The name of the card, in any spelling that is read.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(|error| D::Error::custom(format_args!("{error}, found `{name}`")))
    }
}

impl FromStr for Card {
    type Err = UnknownCard;

    /// Reads a rank (`A 2…9 T J Q K`, also `1` and `10`) and a suit (`C D H S`, also `♣ ♦ ♥ ♠` and `♧ ♢ ♡ ♤`), in either case, with or
    /// without a dash or blanks between them.
    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        // What makes a symbol a text or a picture is not part of the card.
        let mut letters = text.trim_end_matches(['\u{fe0e}', '\u{fe0f}']).chars();
        let suit = letters.next_back().and_then(Suit::from_letter).ok_or(UnknownCard)?;
        let rank = letters.as_str();
        let rank = rank.strip_suffix('-').unwrap_or(rank).trim_end();
        let rank = match rank {
            "1" => 1,
            "10" => 10,
            rank => {
                let &[letter] = rank.as_bytes() else { return Err(UnknownCard) };
                let letter = letter.to_ascii_uppercase();
                let index = RANKS.iter().position(|&known| known == letter).ok_or(UnknownCard)?;
                u8::try_from(index + 1).map_err(|_| UnknownCard)?
            }
        };
        Ok(Self::new(rank, suit))
    }
}

/// Text that is not a card.
///
/// ```
/// use patience_cards::{Card, UnknownCard};
///
/// assert_eq!("1X".parse::<Card>(), Err(UnknownCard));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a card: a rank A, 2 to 9, T, J, Q or K and a suit C, D, H or S")]
pub struct UnknownCard;

/// A suit, in the order of Microsoft's decks.
///
/// ```
/// use patience_cards::Suit;
///
/// assert_eq!(Suit::ALL.map(Suit::letter), ['C', 'D', 'H', 'S']);
/// assert_eq!(Suit::from_letter('H'), Some(Suit::Hearts));
/// assert_eq!(Suit::ALL.map(Suit::is_red), [false, true, true, false]);
/// let clubs: Vec<String> = Suit::Clubs.up_to(3).map(|card| card.to_string()).collect();
/// assert_eq!(clubs, ["AC", "2C", "3C"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣, black.
    Clubs,
    /// ♦, red.
    Diamonds,
    /// ♥, red.
    Hearts,
    /// ♠, black.
    Spades,
}

impl Suit {
    /// The four suits.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Whether it is diamonds or hearts.
    #[must_use]
    #[inline]
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }

    /// `C`, `D`, `H` or `S`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }

    /// The suit in words: `clubs`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }

    /// ♣, ♦, ♥ or ♠.
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
            Self::Hearts => '♥',
            Self::Spades => '♠',
        }
    }

    /// The cards of the suit from the ace to a rank; at most the king.
    #[must_use]
    pub fn up_to(self, rank: u8) -> impl DoubleEndedIterator<Item = Card> {
        (1..=rank.min(13)).map(move |rank| Card::new(rank, self))
    }

    /// The suit of a letter in either case, or of a symbol, black or white.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'C' | '♣' | '♧' => Some(Self::Clubs),
            'D' | '♦' | '♢' => Some(Self::Diamonds),
            'H' | '♥' | '♡' => Some(Self::Hearts),
            'S' | '♠' | '♤' => Some(Self::Spades),
            _ => None,
        }
    }
}
