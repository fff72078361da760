//! Stock and waste: which of their cards can be played, and after how many turns.

use crate::Rules;

/// The cards of waste and stock in the order of turning, as numbers.
///
/// ```
/// use patience_klondike::{Reach, Rules, Talon};
///
/// let talon = Talon { cards: 8, waste: 0, passes: 1 };
/// let playable: Vec<u8> =
///     (0..8).filter(|&at| talon.reach(at, &Rules::default()).is_some()).collect();
/// assert_eq!(playable, [2, 5, 7]);
/// // After a card was played, the same turns reach other cards.
/// let talon = Talon { cards: 7, waste: 2, passes: 1 };
/// assert_eq!(talon.reach(1, &Rules::default()), Some(Reach { before: 0, redeal: None }));
/// assert_eq!(talon.reach(4, &Rules::default()), Some(Reach { before: 1, redeal: None }));
/// assert_eq!(talon.reach(2, &Rules::default()), Some(Reach { before: 2, redeal: Some(1) }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Talon {
    /// Cards left in stock and waste.
    pub cards: u8,
    /// Cards of the waste: the first ones, because they were turned first.
    pub waste: u8,
    /// The number of the current pass, from 1.
    pub passes: u8,
}

/// The turns that make a card of the stock the top card of the waste.
///
/// ```
/// use patience_klondike::{Reach, Rules, Talon};
///
/// // Two turns end the pass, the waste is turned over, and one more turn reaches the third card.
/// let talon = Talon { cards: 7, waste: 2, passes: 1 };
/// let reach = talon.reach(2, &Rules::default());
/// assert_eq!(reach, Some(Reach { before: 2, redeal: Some(1) }));
/// assert_eq!(reach.map(Reach::turns), Some(2 + 1 + 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Turns in the current pass.
    pub before: u8,
    /// Turns in the next pass, after the waste is turned over; `None` if that is not necessary.
    pub redeal: Option<u8>,
}

impl Reach {
    /// The number of turns, including turning the waste over.
    #[must_use]
    #[inline]
    pub fn turns(self) -> u32 {
        u32::from(self.before) + self.redeal.map_or(0, |after| u32::from(after) + 1)
    }
}

impl Talon {
    /// The fewest turns that make the card at this place, from 0, the top of the waste; `None` if no turns do.
    ///
    /// A card that the current pass reaches does not wait for the next one: fewer passes allow everything that more passes allow.
    #[must_use]
    #[inline]
    pub fn reach(self, at: u8, rules: &Rules) -> Option<Reach> {
        let Self { cards, waste, passes } = self;
        let draw = rules.draw.max(1);
        if cards <= at || cards < waste {
            return None;
        }
        let is_last = at + 1 == cards;
        let is_met = |ahead: u8| is_last || ahead.is_multiple_of(draw);
        if at + 1 == waste {
            Some(Reach { before: 0, redeal: None })
        } else if waste <= at && is_met(at + 1 - waste) {
            Some(Reach { before: (at + 1 - waste).div_ceil(draw), redeal: None })
        } else if is_met(at + 1) && rules.may_redeal(passes) {
            let before = (cards - waste).div_ceil(draw);
            Some(Reach { before, redeal: Some((at + 1).div_ceil(draw)) })
        } else {
            None
        }
    }

    /// The places that [`reach`](Self::reach) reaches, a bit each.
    #[must_use]
    #[inline]
    pub(crate) fn reachable(self, rules: &Rules) -> u64 {
        let Self { cards, waste, passes } = self;
        if cards == 0 || cards < waste {
            return 0;
        }
        let stops = stops(rules.draw);
        let (last, top) = (1_u64 << (cards - 1), 1_u64 << waste >> 1);
        let ahead = if waste < cards { stops << waste | last } else { 0 };
        let redealt = if rules.may_redeal(passes) { stops | last } else { 0 };
        (ahead | redealt | top) & (last | (last - 1))
    }

    /// The talon after the card at this place has left it.
    #[must_use]
    #[inline]
    pub fn without(self, at: u8, rules: &Rules) -> Self {
        let redealt = self.reach(at, rules).is_some_and(|reach| reach.redeal.is_some());
        // Unlimited passes are not counted.
        let passes = if redealt && rules.passes.is_some() {
            self.passes.saturating_add(1)
        } else {
            self.passes
        };
        Self { cards: self.cards.saturating_sub(1), waste: at, passes }
    }

    /// The canonical talon among those that allow the same play, if turns do not count.
    ///
    /// The play depends only on the places that turns reach. From an empty waste, these are the places that *draw* cards at a time reach.
    /// - With unlimited passes, a redeal always reaches them. A waste that is full, or has a multiple of *draw* cards, reaches nothing more; any
    ///   other waste also reaches its own top card, which no smaller waste of the same row does.
    /// - With limited passes, turning the first cards of a pass loses nothing.
    #[must_use]
    pub fn canonical(self, rules: &Rules) -> Self {
        let Self { cards, waste, passes } = self;
        if cards == 0 {
            return Self { cards, waste: 0, passes: 1 };
        }
        let is_fresh = match rules.passes {
            None => waste == cards || waste.is_multiple_of(rules.draw.max(1)),
            Some(_) => waste == rules.draw.min(cards),
        };
        Self { cards, waste: if is_fresh { 0 } else { waste }, passes }
    }
}

/// The last of every `draw` places, a bit each.
#[inline]
const fn stops(draw: u8) -> u64 {
    const STOPS: [u64; 65] = {
        let mut stops = [0; 65];
        let mut draw = 1;
        while draw < stops.len() {
            let mut at = draw - 1;
            while at < 64 {
                stops[draw] |= 1 << at;
                at += draw;
            }
            draw += 1;
        }
        stops[0] = stops[1];
        stops
    };
    if draw < 65 { STOPS[draw as usize] } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reachable_places_are_those_that_turns_reach() {
        for draw in [1, 2, 3, 4, 24, 52, 70] {
            for limit in [None, Some(1), Some(2)] {
                let rules = Rules { draw, passes: limit, ..Rules::default() };
                for cards in 0..=52 {
                    for waste in 0..=cards + 1 {
                        let talon = Talon { cards, waste, passes: 1 };
                        let reached = |at: &u8| talon.reach(*at, &rules).is_some();
                        let places = (0..64).filter(reached).fold(0, |set, at| set | 1_u64 << at);
                        assert_eq!(talon.reachable(&rules), places, "{talon:?}, {rules:?}");
                    }
                }
            }
        }
    }
}
