//! Evolution and its controls: random search and hill climbing, under the same budget.

use std::collections::HashSet;

use patience_core::Cancel;
use patience_learn::{
    CurriculumKind, Evolution, Generation, Method, Run as _, RunSettings as _, Sequential,
    Settings, Shape,
};

use crate::common::curve::{CURRICULA, policies, resumed_at_every_generation, run, settings, step};

const METHODS: [Method; 3] = [Method::Evolution, Method::RandomSearch, Method::HillClimbing];

/// Settings of a short run by a method.
fn by(method: Method, curriculum: CurriculumKind) -> Settings {
    Settings { method, offspring: 4, generations: 12, ..settings(Shape::Policy, curriculum) }
}

#[test]
fn a_run_resumed_at_any_generation_has_the_same_result_by_every_method() {
    for method in METHODS {
        for curriculum in CURRICULA {
            let settings = by(method, curriculum);
            let settings = Settings { budget: Some(5 * settings.searches() as u64), ..settings };
            let whole = run(&settings, &Sequential);
            assert_eq!(resumed_at_every_generation(&settings), whole, "{method:?} {curriculum:?}");
        }
    }
}

#[test]
fn a_budget_ends_a_run_before_the_generation_that_may_exceed_it() {
    for method in METHODS {
        for curriculum in CURRICULA {
            let settings = Settings { generations: 1_000, ..by(method, curriculum) };
            let each = settings.searches() as u64;
            for budget in [each, 4 * each - 1, 4 * each, 9 * each + 7] {
                let settings = Settings { budget: Some(budget), ..settings.clone() };
                settings.check().unwrap();
                let (log, end) = run(&settings, &Sequential);
                let spent = log.last().unwrap().evaluations;
                assert_eq!(spent, end.memory.evaluations);
                assert!(spent <= budget && budget < spent + each, "{method:?}: {spent} {budget}");
                let mut sum = 0;
                for line in &log {
                    sum += (line.searches + line.validation.cases) as u64;
                    assert_eq!(line.evaluations, sum);
                }
            }
        }
    }
}

#[test]
fn random_search_forgets_everything_but_the_champion() {
    let settings = by(Method::RandomSearch, CurriculumKind::Random);
    let mut run = Evolution::begin(policies(&settings));
    let mut met = HashSet::new();
    let mut champion = None;
    while !run.is_over() {
        let population = run.state().population.clone();
        assert_eq!(population.len(), settings.population);
        for genome in population {
            // Random genomes of five rules are hardly ever equal.
            assert!(met.insert(genome));
        }
        let line = step(&mut run, &Sequential, &Cancel::new()).unwrap();
        assert!(champion.is_none_or(|before| before <= line.champion.validation));
        champion = Some(line.champion.validation);
    }
    assert_eq!(met.len(), 12 * settings.population);
}

#[test]
fn hill_climbing_keeps_the_best_and_mutates_it() {
    for curriculum in CURRICULA {
        let settings = by(Method::HillClimbing, curriculum);
        let mut run = Evolution::begin(policies(&settings));
        let mut log: Vec<Generation> = Vec::new();
        while !run.is_over() {
            let before = run.state().population.clone();
            assert_eq!(before.len(), 5);
            let line = step(&mut run, &Sequential, &Cancel::new()).unwrap();
            let after = &run.state().population;
            assert!(before.contains(&after[0]), "{curriculum:?}");
            // The genome and its children meet the same cases; the hall of fame may repeat one.
            assert!(line.hardest.iter().all(|hard| hard.tries % 5 == 0), "{curriculum:?}");
            log.push(line);
        }
        assert!(log[0].mean < log.last().unwrap().mean, "{curriculum:?}");
    }
}

#[test]
fn hill_climbing_takes_new_cases_in_every_step() {
    let settings = by(Method::HillClimbing, CurriculumKind::Random);
    let (log, _) = run(&settings, &Sequential);
    let hardest: HashSet<String> =
        log.iter().flat_map(|line| &line.hardest).map(|hard| hard.case.clone()).collect();
    // Steps with the same ten cases would name five in all.
    assert!(10 < hardest.len(), "{hardest:?}");
}

#[test]
fn a_child_that_is_no_worse_replaces_its_parent() {
    // Without weights that differ, all genomes are equally fit.
    let settings = Settings {
        method: Method::HillClimbing,
        offspring: 3,
        generations: 6,
        nodes: 1,
        ..settings(Shape::Policy, CurriculumKind::Random)
    };
    let mut run = Evolution::begin(policies(&settings));
    while !run.is_over() {
        let before = run.state().population.clone();
        step(&mut run, &Sequential, &Cancel::new()).unwrap();
        assert_eq!(run.state().population[0], before[3]);
    }
}

#[test]
fn settings_without_a_method_are_as_they_were() {
    let text = Settings::default().to_text();
    for name in ["method", "offspring", "budget"] {
        assert!(!text.contains(name), "{name}");
    }
    assert_eq!(Settings::parse(&text).unwrap(), Settings::default());
    let other = Settings {
        method: Method::HillClimbing,
        offspring: 3,
        budget: Some(100_000),
        ..Settings::default()
    };
    assert_eq!(Settings::parse(&other.to_text()).unwrap(), other);
    let small = Settings { budget: Some(529), ..Settings::default() };
    let error = small.check().unwrap_err().to_string();
    assert_eq!(error, "budget = 529: expected 530 or more, for one generation");
    let none = Settings { offspring: 0, ..Settings::default() };
    assert_eq!(none.check().unwrap_err().to_string(), "offspring = 0: expected 1 to 100000");
}
