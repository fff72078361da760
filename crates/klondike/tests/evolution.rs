//! Heuristics can be evolved for deals with all cards known.

use patience_core::{Cancel, Limits};
use patience_kit::{End, Kit, Policy, Setup, Values};
use patience_klondike::KIT;
use patience_learn::{
    Arena, CurriculumKind, Evolution, Executor, Gradual, Policies, RandomCases, RunSettings as _,
    Sequential, Settings, Shape, Table, Terminals, TomlValue,
};

/// Settings of a run of a second.
fn settings() -> Settings {
    Settings {
        generations: 2,
        population: 5,
        training: 12,
        validation: 3,
        nodes: 300,
        baseline_nodes: 300,
        random: RandomCases { cases: 3 },
        gradual: Gradual { groups: 6, group_size: 2, ..Gradual::default() },
        ..KIT.evolution(&Table::new()).unwrap()
    }
}

fn arena(search: &[(&str, TomlValue)]) -> Box<dyn Arena> {
    KIT.arena(&with(search)).unwrap()
}

/// Settings with changes of the search.
fn with(search: &[(&str, TomlValue)]) -> Settings {
    let mut settings = settings();
    settings.search.extend(search.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
    settings
}

fn policy(value: &str) -> Policy {
    let text = format!(
        "format = 1\npuzzle = 'klondike'\nname = 'test'\nscale = 'counts'\n[search]\nengine = 'staged'\nhorizon = 1\n\
         open = 'all'\nrestart = 5000\ntable = 50000000\n[default]\nvalue = '{value}'\n"
    );
    Policy::parse(&text, &KIT).unwrap()
}

#[test]
fn genomes_of_every_shape_evolve_with_every_curriculum() {
    let curricula = [
        CurriculumKind::Random,
        CurriculumKind::Gradual,
        CurriculumKind::Rosin,
        CurriculumKind::Hillis,
    ];
    for genome in [Shape::Weights, Shape::Formula, Shape::Policy] {
        for curriculum in curricula {
            let settings = Settings { genome, curriculum, ..settings() };
            settings.check().unwrap();
            let arena = KIT.arena(&settings).unwrap();
            let cancel = Cancel::new();
            let mut run = Evolution::begin(Policies::new(settings, arena.into()));
            let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
            for _ in 0..2 {
                run.step(&mut executor).unwrap();
            }
            assert!(run.state().memory.champion.is_some(), "{genome:?}, {curriculum:?}");
        }
    }
}

#[test]
fn a_genome_that_is_the_heuristic_of_the_baseline_does_what_the_baseline_does() {
    for heuristic in ["PlannerH2", "Weighted"] {
        let arena = arena(&[("heuristic", heuristic.into())]);
        assert!(arena.rival().starts_with(heuristic));
        let genome = policy(heuristic).file().genome.clone();
        let (limits, cancel) = (Limits { nodes: Some(8_000), ..Limits::default() }, Cancel::new());
        let mut solved = 0;
        for case in arena.cases().into_iter().take(12) {
            let attempt = arena.attempt(&genome, case, &limits, &cancel);
            let baseline = arena.baseline(case, &limits, &cancel);
            assert_eq!((attempt.nodes, attempt.length), (baseline.nodes, baseline.length));
            solved += u32::from(baseline.is_solved());
        }
        assert!(0 < solved);
    }
}

#[test]
fn a_policy_solves_what_its_genome_solved_in_the_arena() {
    let policy = policy("CardsAway + (OnLowerOfSuit * 4 + DownSquared * 0.5)");
    let arena = arena(&[]);
    let (limits, cancel) = (Limits { nodes: Some(2_000), ..Limits::default() }, Cancel::new());
    let setup =
        Setup { policy: Some(&policy), settings: Some(policy.settings()), ..Setup::default() };
    let engine = KIT.prepare(&setup).unwrap();
    let mut solved = 0;
    for case in arena.cases().into_iter().take(12) {
        let attempt = arena.attempt(&policy.file().genome, case, &limits, &cancel);
        let deal = KIT.deal(case.into(), &Values::default()).unwrap();
        let answer = engine.solve(&*deal, &limits, &cancel, &mut ()).unwrap();
        assert_eq!(answer.stats.expanded, attempt.nodes);
        assert_eq!(matches!(answer.end, End::Solved { .. }), attempt.is_solved());
        solved += u32::from(attempt.is_solved());
    }
    assert!(0 < solved);
}

#[test]
fn the_shipped_policy_guides_its_engine_and_can_be_evolved_again() {
    let policy =
        Policy::parse(include_str!("../../../policies/klondike-formula.toml"), &KIT).unwrap();
    let setup =
        Setup { policy: Some(&policy), settings: Some(policy.settings()), ..Setup::default() };
    assert_eq!(KIT.prepare(&setup).unwrap().about().name, "staged");
    let bred: Settings = policy.file().provenance["settings"].clone().try_into().unwrap();
    bred.check().unwrap();
    assert!(KIT.arena(&bred).unwrap().rival().starts_with("PlannerH2"));
    // The search of the file is that of the run.
    assert_eq!(bred.search, policy.file().search);
}

#[test]
fn no_run_sees_the_test_deals() {
    let arena = arena(&[]);
    let (cases, reserved) = (arena.cases(), arena.reserved());
    assert!(cases.is_sorted() && 1_000 < cases.len() && 300 < reserved.len());
    assert!(reserved.iter().all(|case| !cases.contains(case)));
}

#[test]
fn rules_are_settings_of_the_search() {
    let usual = arena(&[]);
    let strict = [("draw", 1.into()), ("passes", 1.into()), ("no_bring_back", true.into())];
    let strict = arena(&strict);
    let case = usual.cases()[0];
    assert!(usual.description(case).contains("draw 3"), "{}", usual.description(case));
    let description = strict.description(case);
    for rule in ["draw 1", "passes 1"] {
        assert!(description.contains(rule), "{description}");
    }
    let position = KIT.read(&description, &Values::default()).unwrap().remove(0).position;
    assert_eq!(position.write("text").unwrap(), description);
}

#[test]
fn weights_are_those_of_counts_unless_all_features_are_wished_for() {
    let names = |terminals| {
        let settings = Settings { genome: Shape::Weights, terminals, ..settings() };
        let arena = KIT.arena(&settings).unwrap();
        let set = arena.feature_set();
        let name = |&at: &usize| set.features()[at].name;
        set.weighted().iter().map(name).collect::<Vec<_>>()
    };
    let counts = names(None);
    assert!(counts.contains(&"OnNext") && !counts.contains(&"Weighted"));
    assert!(!counts.contains(&"AllFaceUp"));
    assert_eq!(names(Some(Terminals::All)).len(), KIT.features(None).len());
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    for (key, value, fault) in [
        ("engine", "beam".into(), "setting search.engine: expected \"staged\", found `\"beam\"`"),
        (
            "width",
            3.into(),
            "setting search.width: unknown setting `width` (known: engine, heuristic, horizon, restart, open, granularity, \
             table, draw, passes, no_bring_back)",
        ),
        (
            "heuristic",
            "FaceUp".into(),
            "setting search.heuristic: FaceUp is an advisor: it does not estimate the distance to the goal",
        ),
    ] {
        assert_eq!(KIT.arena(&with(&[(key, value)])).err().unwrap().to_string(), fault);
    }
    for (key, value) in [("draw", 0.into()), ("passes", "never".into()), ("passes", 0.into())] {
        let error = KIT.arena(&with(&[(key, value)])).err().unwrap().to_string();
        assert!(error.starts_with(&format!("setting search.{key}: ")), "{error}");
    }
    let settings = Settings { avoid: vec!["Corners".to_owned()], ..settings() };
    assert!(KIT.arena(&settings).is_err());
}
