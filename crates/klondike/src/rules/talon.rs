//! The stock and the waste together: which of their cards can be played, and after how many turns.

use crate::Rules;

/// How far the stock is turned: the cards of waste and stock in the order in which they are turned, as mere numbers.
///
/// ```
/// use patience_klondike::{Reach, Rules, Talon};
///
/// let talon = Talon { cards: 8, waste: 0, passes: 1 };
/// let playable: Vec<u8> =
///     (0..8).filter(|&at| talon.reach(at, &Rules::default()).is_some()).collect();
/// assert_eq!(playable, [2, 5, 7]);
/// // One card was played from there, so the same turns lead to others.
/// let talon = Talon { cards: 7, waste: 2, passes: 1 };
/// assert_eq!(talon.reach(1, &Rules::default()), Some(Reach { before: 0, redeal: None }));
/// assert_eq!(talon.reach(4, &Rules::default()), Some(Reach { before: 1, redeal: None }));
/// assert_eq!(talon.reach(2, &Rules::default()), Some(Reach { before: 2, redeal: Some(1) }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Talon {
    /// How many cards are left in stock and waste.
    pub cards: u8,
    /// How many of them are in the waste: the first ones, since they were turned first.
    pub waste: u8,
    /// How many passes were begun.
    pub passes: u8,
}

/// The turns that make a card of the stock the top card of the waste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Turns in the pass that has begun.
    pub before: u8,
    /// Turns in the next pass, if that is needed; then the waste is turned over before them.
    pub redeal: Option<u8>,
}

impl Reach {
    /// How many turns it takes, turning the waste over included.
    #[must_use]
    #[inline]
    pub fn turns(self) -> u32 {
        u32::from(self.before) + self.redeal.map_or(0, |after| u32::from(after) + 1)
    }
}

impl Talon {
    /// The fewest turns after which the card at this place, from 0, is on top of the waste; `None` if no turns bring it there.
    ///
    /// A card that this pass still reaches needs no other: fewer passes begun allow whatever more of them allow.
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

    /// The talon after the card at this place has left it.
    #[must_use]
    #[inline]
    pub fn without(self, at: u8, rules: &Rules) -> Self {
        let redealt = self.reach(at, rules).is_some_and(|reach| reach.redeal.is_some());
        // Without a limit, passes are not counted: they make no difference.
        let passes = if redealt && rules.passes.is_some() {
            self.passes.saturating_add(1)
        } else {
            self.passes
        };
        Self { cards: self.cards.saturating_sub(1), waste: at, passes }
    }

    /// A talon that is the same for all play to come, one for all that are the same, if turns do not count.
    ///
    /// What can be played, and what is left then, depends on the places that turns reach and on nothing else. From an empty waste
    /// those are the places that *draw* cards at a time reach.
    /// - Without a limit, a redeal reaches them from everywhere. A waste that is full, or of a multiple of *draw* cards, reaches
    ///   nothing beside; any other waste reaches its own top card beside, which none before it in the same row does.
    /// - With a limit, turning the first cards of a pass loses nothing.
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
