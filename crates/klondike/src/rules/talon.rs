//! The stock and the waste together: which of their cards can be played, and after how many turns.

use crate::rules::rule_set::Rules;

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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Every card that real turns bring to the top of the waste: the fewest turns, and the passes begun then.
    fn turned(talon: Talon, rules: &Rules) -> BTreeMap<u8, (u32, u8)> {
        let (mut waste, mut passes, mut turns) = (talon.waste, talon.passes, 0);
        let mut seen = BTreeSet::new();
        let mut tops = BTreeMap::new();
        while seen.insert((waste, passes)) {
            if 0 < waste {
                tops.entry(waste - 1).or_insert((turns, passes));
            }
            if waste < talon.cards {
                waste = (waste + rules.draw).min(talon.cards);
            } else if rules.passes.is_none_or(|most| passes < most) {
                waste = 0;
                passes += u8::from(rules.passes.is_some());
            }
            turns += 1;
        }
        tops
    }

    fn all() -> impl Iterator<Item = (Rules, Talon)> {
        let limits = [None, Some(1), Some(2), Some(3)];
        let rules = limits
            .into_iter()
            .flat_map(|passes| (1..=5).map(move |draw| Rules { draw, passes, ..Rules::default() }));
        rules.flat_map(|rules| {
            let passes = 1..=rules.passes.unwrap_or(1);
            passes.flat_map(move |passes| {
                let talons = (0..=13).flat_map(move |cards| {
                    (0..=cards).map(move |waste| Talon { cards, waste, passes })
                });
                talons.map(move |talon| (rules, talon))
            })
        })
    }

    #[test]
    fn what_is_not_there_is_not_reached() {
        let rules = Rules::default();
        assert_eq!(Talon { cards: 3, waste: 0, passes: 1 }.reach(u8::MAX, &rules), None);
        assert_eq!(Talon { cards: 3, waste: 9, passes: 1 }.reach(2, &rules), None);
    }

    #[test]
    fn reach_is_what_real_turns_reach() {
        for (rules, talon) in all() {
            let reached = (0..=talon.cards + 1).filter_map(|at| {
                let reach = talon.reach(at, &rules)?;
                Some((at, (reach.turns(), talon.without(at, &rules).passes)))
            });
            assert_eq!(
                reached.collect::<BTreeMap<_, _>>(),
                turned(talon, &rules),
                "{talon:?} {rules:?}"
            );
        }
    }

    /// What can be played, and how many passes were begun then: all that play to come depends on.
    fn outlook(talon: Talon, rules: &Rules) -> Vec<(u8, u8)> {
        turned(talon, rules).into_iter().map(|(at, (_, passes))| (at, passes)).collect()
    }

    #[test]
    fn talons_are_one_exactly_when_they_reach_the_same() {
        for (rules, one) in all().filter(|(_, talon)| 0 < talon.cards) {
            for waste in 0..=one.cards {
                let other = Talon { waste, ..one };
                assert_eq!(
                    one.canonical(&rules) == other.canonical(&rules),
                    outlook(one, &rules) == outlook(other, &rules),
                    "{one:?} {other:?} {rules:?}"
                );
            }
        }
    }

    #[test]
    fn a_canonical_talon_is_one_of_those_that_are_the_same() {
        for (rules, talon) in all() {
            let canonical = talon.canonical(&rules);
            assert_eq!(canonical.canonical(&rules), canonical);
            assert_eq!(outlook(canonical, &rules), outlook(talon, &rules));
        }
    }
}
