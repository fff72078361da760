//! Reading boards: words that are cards, the cards read so far, and foundations.

use patience_core::text::{ParseError, Word, joined_words};

use crate::{Card, Suit};

/// The cards of a board that is being read, with their places in the text.
///
/// ```
/// use patience_cards::{Card, CardsRead};
/// use patience_core::text::words;
///
/// let mut read = CardsRead::default();
/// let enter = |word: patience_core::text::Word<'_>| read.enter(word, "QH".parse::<Card>().expect("a card"));
/// let wrong = words(1, "QH QH").try_for_each(enter).unwrap_err();
/// assert_eq!(wrong.message, "QH is on the board twice: also at line 1, column 1");
/// ```
#[derive(Clone, Debug)]
pub struct CardsRead([Option<Place>; Card::COUNT]);

#[derive(Clone, Copy, Debug)]
enum Place {
    Text { line: usize, column: usize },
    Foundation,
}

impl Default for CardsRead {
    fn default() -> Self {
        Self([None; Card::COUNT])
    }
}

impl CardsRead {
    /// Enters the card of a word; an error if it was read before.
    pub fn enter(&mut self, word: Word<'_>, card: Card) -> Result<(), ParseError> {
        self.put(word, card, Place::Text { line: word.line, column: word.column })
    }

    /// Enters the cards of a foundation, up to a rank; an error if one was read before.
    ///
    /// ```
    /// use patience_cards::{CardsRead, Suit};
    /// use patience_core::text::words;
    ///
    /// let mut read = CardsRead::default();
    /// # let mut words = words(1, "H-2 AH");
    /// # let (home, ace) = (words.next().expect("a foundation"), words.next().expect("a card"));
    /// read.enter_home(home, Suit::Hearts, 2)?;
    /// assert!(read.has("2H".parse()?) && !read.has("3H".parse()?));
    /// let wrong = read.enter(ace, "AH".parse()?).unwrap_err();
    /// assert_eq!(wrong.message, "AH is on the board twice: also on its foundation");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn enter_home(&mut self, word: Word<'_>, suit: Suit, rank: u8) -> Result<(), ParseError> {
        suit.up_to(rank).try_for_each(|card| self.put(word, card, Place::Foundation))
    }

    /// Whether a card was read.
    #[must_use]
    pub fn has(&self, card: Card) -> bool {
        self.0[card.index()].is_some()
    }

    fn put(&mut self, word: Word<'_>, card: Card, place: Place) -> Result<(), ParseError> {
        let also = match self.0[card.index()].replace(place) {
            None => return Ok(()),
            Some(Place::Text { line, column }) => format!("at line {line}, column {column}"),
            Some(Place::Foundation) => "on its foundation".to_owned(),
        };
        Err(word.error(format!("{card} is on the board twice: also {also}")))
    }
}

/// The words of a line; a rank and a suit with a blank between them are one word.
///
/// ```
/// let words: Vec<&str> = patience_cards::card_words(1, ": 5 h T♠ 10 d").iter().map(|word| word.text).collect();
/// assert_eq!(words, [":", "5 h", "T♠", "10 d"]);
/// ```
#[must_use]
pub fn card_words(number: usize, line: &str) -> Vec<Word<'_>> {
    let is_rank = |word: &str| format!("{word}C").parse::<Card>().is_ok();
    let is_suit = |word: &str| format!("A{word}").parse::<Card>().is_ok();
    joined_words(number, line, |rank, suit| is_rank(rank) && is_suit(suit))
}

/// The suit and the highest rank of a foundation, written as the letter of the suit and the rank; `0` means empty.
///
/// ```
/// use patience_cards::{Suit, read_foundation};
///
/// assert_eq!(read_foundation("H", "Q"), Some((Suit::Hearts, 12)));
/// assert_eq!(read_foundation("♠", "0"), Some((Suit::Spades, 0)));
/// assert_eq!(read_foundation("X", "3"), None);
/// ```
#[must_use]
pub fn read_foundation(suit: &str, rank: &str) -> Option<(Suit, u8)> {
    // A card is a rank and a suit.
    let suit = format!("A{suit}").parse::<Card>().ok()?.suit();
    let rank = if rank == "0" { 0 } else { format!("{rank}C").parse::<Card>().ok()?.rank() };
    Some((suit, rank))
}
