//! The numbered deals of Microsoft's FreeCell.

use super::Card;

/// The largest number of a deal.
pub const LAST_DEAL: u64 = (1 << 33) - 1;

/// There is no deal of this number.
///
/// ```
/// use patience_cards::{LAST_DEAL, NoSuchDeal, microsoft_deal};
///
/// assert!(microsoft_deal(LAST_DEAL).is_ok());
/// assert_eq!(microsoft_deal(LAST_DEAL + 1), Err(NoSuchDeal(LAST_DEAL + 1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no deal {0}: deals are numbered 1 to 8589934591")]
pub struct NoSuchDeal(pub u64);

/// The 52 cards of deal `number` in the order in which they are dealt, one to each column in turn.
///
/// The generator is the linear congruential one of Microsoft's C library; numbers from 2³¹ on use one more bit of it, as later
/// versions do.
///
/// ```
/// use patience_cards::microsoft_deal;
///
/// let cards = microsoft_deal(1)?;
/// assert_eq!(format!("{:?}", &cards[..8]), "[JD, 2D, 9H, JC, 5D, 7H, 7C, 5H]");
/// assert!(microsoft_deal(0).is_err());
/// # Ok::<(), patience_cards::NoSuchDeal>(())
/// ```
pub fn microsoft_deal(number: u64) -> Result<[Card; 52], NoSuchDeal> {
    if !(1..=LAST_DEAL).contains(&number) {
        return Err(NoSuchDeal(number));
    }
    // The generator's state is the number modulo 2^32; `as` keeps just those bits.
    #[allow(clippy::cast_possible_truncation)]
    let mut seed = number as u32;
    let mut draw = || {
        seed = seed.wrapping_mul(214_013).wrapping_add(2_531_011);
        let bits = seed >> 16;
        match number >> 31 {
            0 => bits & 0x7fff,
            1 => bits | 0x8000,
            _ => bits + 1,
        }
    };
    let mut deck: Vec<Card> = Card::deck(13).collect();
    Ok(std::array::from_fn(|_| {
        let pick = draw() as usize % deck.len();
        deck.swap_remove(pick)
    }))
}
