//! Tests of the stock and the waste: what turns reach.

use std::collections::{BTreeMap, BTreeSet};

use patience_klondike::{Rules, Talon};

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
