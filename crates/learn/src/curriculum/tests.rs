//! The curricula.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

fn settings(curriculum: CurriculumKind) -> Settings {
    Settings { curriculum, ..Settings::default() }
}

fn evaluation(case: Case, cost: f64) -> Evaluation {
    Evaluation { case, is_solved: true, cost, baseline: 100.0 }
}

#[test]
fn dealing_out_is_even_and_never_twice_into_one_hand() {
    let hands = distribute(40, 3, 7, &mut SplitMix::new(2));
    let mut counts = BTreeMap::new();
    for hand in &hands {
        assert_eq!(BTreeSet::from_iter(hand).len(), 3, "{hand:?}");
        for at in hand {
            *counts.entry(at).or_insert(0) += 1;
        }
    }
    assert!(counts.values().all(|count| (16..=19).contains(count)), "{counts:?}");
    assert_eq!(distribute(2, 3, 0, &mut SplitMix::new(2)), vec![Vec::<usize>::new(); 2]);
}

#[test]
fn a_window_moves_over_the_groups_when_its_time_is_up_or_its_target_is_met() {
    let settings = settings(CurriculumKind::Gradual);
    let training: Vec<Case> = (1..=4500).collect();
    let context = Context { settings: &settings, training: &training };
    let mut random = SplitMix::new(4);
    // The larger the number, the easier.
    let mut curriculum = Curriculum::new(context, |case| f64::from(10_000 - case), &mut random);
    let group = |case: Case| 45 - (case as usize).div_ceil(100);
    let mut generations = 0;
    for first in 0..=40 {
        let cases = curriculum.assign(3, context, &mut random);
        assert!(cases.windows(2).all(|pair| pair[0] == pair[1]));
        let groups: Vec<usize> = cases[0].iter().map(|&case| group(case)).collect();
        assert_eq!(groups[..5], [first, first + 1, first + 2, first + 3, first + 4]);
        assert_eq!(groups.len(), if first == 0 { 5 } else { 6 });
        assert!(groups.get(5).is_none_or(|&dropped| dropped < first), "{groups:?}");
        let stays = if first % 2 == 0 { 10 } else { 1 };
        for _ in 0..stays {
            assert!(!curriculum.is_over());
            let best = if first % 2 == 0 { 0.69 } else { 0.7 };
            curriculum.learn(&[], best, context, &mut random);
            generations += 1;
        }
    }
    assert!(curriculum.is_over());
    assert_eq!(generations, 21 * 10 + 20);
}

#[test]
fn the_hall_of_fame_keeps_the_hardest() {
    let settings = settings(CurriculumKind::Rosin);
    let training: Vec<Case> = (1..=1000).collect();
    let context = Context { settings: &settings, training: &training };
    let mut random = SplitMix::new(4);
    let mut curriculum = Curriculum::new(context, |_| 0.0, &mut random);
    let hands = curriculum.assign(40, context, &mut random);
    assert!(hands.iter().all(|hand| hand.len() == 5));
    let met: BTreeSet<Case> = hands.concat().into_iter().collect();
    let evaluations: Vec<Evaluation> =
        met.iter().map(|&case| evaluation(case, f64::from(case))).collect();
    curriculum.learn(&evaluations, 0.5, context, &mut random);
    let hardest: BTreeSet<Case> = met.iter().rev().take(10).copied().collect();
    let hands = curriculum.assign(40, context, &mut random);
    for hand in &hands {
        assert_eq!(hand.len(), 7);
        assert!(hand[5..].iter().all(|case| hardest.contains(case)), "{hand:?}");
    }
}

#[test]
fn evolving_cases_become_harder() {
    let settings = settings(CurriculumKind::Rosin);
    let training: Vec<Case> = (1..=1000).collect();
    let context = Context { settings: &settings, training: &training };
    let mut random = SplitMix::new(4);
    let mut curriculum = Curriculum::new(context, |_| 0.0, &mut random);
    let mut means = Vec::new();
    for _ in 0..20 {
        let cases = curriculum.assign(40, context, &mut random).concat();
        means.push(cases.iter().sum::<Case>() as usize / cases.len());
        let evaluations: Vec<Evaluation> =
            cases.iter().map(|&case| evaluation(case, f64::from(case))).collect();
        curriculum.learn(&evaluations, 0.5, context, &mut random);
    }
    assert!(means[0] + 200 < means[19], "{means:?}");
}

#[test]
fn sets_evolve_every_five_generations_and_the_hardest_stays() {
    let settings = settings(CurriculumKind::Hillis);
    let training: Vec<Case> = (1..=1000).collect();
    let context = Context { settings: &settings, training: &training };
    let mut random = SplitMix::new(4);
    let mut curriculum = Curriculum::new(context, |_| 0.0, &mut random);
    let sets_of = |curriculum: &Curriculum| match curriculum {
        Curriculum::Hillis(state) => serde_json::to_value(state).unwrap()["sets"].clone(),
        _ => panic!("it is that of Hillis"),
    };
    let first = sets_of(&curriculum);
    for generation in 1..=5 {
        assert_eq!(sets_of(&curriculum), first, "generation {generation}");
        let hands = curriculum.assign(40, context, &mut random);
        assert!(hands.iter().all(|hand| hand.len() == 12));
        let evaluations: Vec<Evaluation> =
            hands.concat().iter().map(|&case| evaluation(case, f64::from(case))).collect();
        curriculum.learn(&evaluations, 0.5, context, &mut random);
    }
    let second = sets_of(&curriculum);
    assert_ne!(second, first);
    let sum = |set: &serde_json::Value| {
        set.as_array().unwrap().iter().map(|case| case.as_u64().unwrap()).sum::<u64>()
    };
    let hardest = first.as_array().unwrap().iter().max_by_key(|set| sum(set)).unwrap();
    assert_eq!(&second[0], hardest);
}

#[test]
fn an_unsolved_case_counts_with_the_penalty() {
    let mut tally = tally::Tally::default();
    tally.add(&[
        evaluation(1, 50.0),
        evaluation(1, 150.0),
        Evaluation { is_solved: false, ..evaluation(1, 1e9) },
    ]);
    tally.add(&[Evaluation { is_solved: false, ..evaluation(2, 1e9) }]);
    assert!((tally.difficulty(&[1], 1e9) - 1.0).abs() < 1e-12);
    assert!((tally.difficulty(&[2], 1e9) - 1e7).abs() < 1e-3);
    assert!((tally.difficulty(&[1, 2], 1e9) - (1e9 + 100.0) / 200.0).abs() < 1e-3);
    assert!(tally.difficulty(&[3], 1e9).abs() < 1e-12);
}
