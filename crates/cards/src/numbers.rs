//! Cards as numbers from 1, for arrays in which 0 means that nothing is there.

use crate::{Card, Suit};

/// The number of a card: its index and 1.
///
/// ```
/// use patience_cards::Card;
/// use patience_cards::numbers::number;
///
/// // No card is 0: a column of a fixed size is filled up with it.
/// let mut column = [0; 4];
/// for (slot, card) in column.iter_mut().zip(["KS", "QH"]) {
///     *slot = number(card.parse()?);
/// }
/// assert_eq!(column.iter().filter(|&&card| card != 0).count(), 2);
/// assert!(Card::deck(13).map(number).eq(1..=52));
/// # Ok::<(), patience_cards::UnknownCard>(())
/// ```
#[must_use]
#[inline]
pub const fn number(card: Card) -> u8 {
    // There are 52 cards.
    #[allow(clippy::cast_possible_truncation)]
    let index = card.index() as u8;
    index + 1
}

/// The rank of the card of a number.
///
/// ```
/// use patience_cards::Card;
/// use patience_cards::numbers::{number, rank};
///
/// assert!(Card::deck(13).all(|card| rank(number(card)) == card.rank()));
/// ```
#[must_use]
#[inline]
pub const fn rank(number: u8) -> u8 {
    (number + 3) >> 2
}

/// The suit of the card of a number.
///
/// ```
/// use patience_cards::Card;
/// use patience_cards::numbers::{number, suit};
///
/// assert!(Card::deck(13).all(|card| suit(number(card)) == card.suit()));
/// ```
#[must_use]
#[inline]
pub const fn suit(number: u8) -> Suit {
    Suit::ALL[((number + 3) & 3) as usize]
}

/// Whether the card of a number goes on that of another by rank and colour: the next lower rank in the other colour.
///
/// ```
/// use patience_cards::numbers::{fits, number};
///
/// let [six, red, black] = ["6S", "7H", "7C"].map(|name| number(name.parse().unwrap()));
/// assert!(fits(six, red) && !fits(six, black) && !fits(red, six));
/// ```
#[must_use]
#[inline]
pub const fn fits(card: u8, on: u8) -> bool {
    rank(card) + 1 == rank(on) && suit(card).is_red() != suit(on).is_red()
}

#[cfg(test)]
mod tests {
    use super::{number, rank, suit};
    use crate::Card;

    #[test]
    fn numbers_are_the_cards_of_the_deck_in_order() {
        for (expected, card) in (1..).zip(Card::deck(13)) {
            let number = number(card);
            assert_eq!((number, rank(number), suit(number)), (expected, card.rank(), card.suit()));
        }
    }
}
