//! Settings: files, changes, ranges, and their effect on single searches.

use patience_core::example::Countdown;
use patience_learn::{
    Attempt, CurriculumKind, FeatureSet, Genome, Job, Override, RunSettings as _, Settings, Value,
    Weights,
};
use serde::Deserialize as _;

#[test]
fn settings_are_read_back_as_written() {
    let text = toml::to_string(&Settings::default()).unwrap();
    assert_eq!(toml::from_str::<Settings>(&text).unwrap(), Settings::default());
}

#[test]
fn wrong_settings_are_refused() {
    let check = |change: fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        settings.check().unwrap_err().to_string()
    };
    assert_eq!(check(|s| s.population = 0), "population = 0: expected 1 to 100000");
    assert_eq!(check(|s| s.mutation = 1.5), "mutation = 1.5: expected a number from 0 to 1");
    assert_eq!(check(|s| s.elite = 41), "elite = 41: expected at most the population");
    assert_eq!(check(|s| s.depth = 0), "depth = 0: expected 2 to 17");
    assert_eq!(check(|s| s.depth = 18), "depth = 18: expected 2 to 17");
    assert_eq!(check(|s| s.rules = 1001), "rules = 1001: expected 0 to 1000");
    assert_eq!(
        check(|s| s.hillis.cases = 1 << 40),
        "hillis.cases = 1099511627776: expected 1 to 100000"
    );
    assert_eq!(check(|s| s.generations = 0), "generations = 0: expected 1 or more");
    assert_eq!(check(|s| s.baseline_nodes = 0), "baseline_nodes = 0: expected 1 or more");
    assert_eq!(check(|s| s.partial = 0.5), "partial = 0.5: expected 0, or a number of 1 or more");
    assert_eq!(check(|s| s.gradual.target = f64::NAN), "gradual.target = NaN: expected a number");
    assert!(check(|s| s.seconds = Some(1e30)).ends_with("expected a year at most"));
    assert_eq!(Settings::default().check(), Ok(()));
}

#[test]
fn overrides_reach_into_sections_and_distinguish_numbers_from_names() {
    let mut table = toml::Table::try_from(Settings::default()).unwrap();
    for text in [
        "population=60",
        "hillis.every=10",
        "curriculum = rosin",
        "penalty=1e8",
        "search.horizon=4",
    ] {
        text.parse::<Override>().unwrap().apply(&mut table);
    }
    let settings: Settings = table.try_into().unwrap();
    assert_eq!((settings.population, settings.hillis.every), (60, 10));
    assert_eq!(settings.curriculum, CurriculumKind::Rosin);
    assert_eq!(settings.search["horizon"].as_integer(), Some(4));
}

#[test]
fn an_unknown_setting_is_named() {
    let mut table = toml::Table::try_from(Settings::default()).unwrap();
    "populaton=60".parse::<Override>().unwrap().apply(&mut table);
    let error = Settings::deserialize(table).unwrap_err().to_string();
    assert!(error.contains("populaton"), "{error}");
}

fn search(nodes: u64, length: Option<u32>) -> Attempt {
    Attempt { nodes, length, fired: Vec::new() }
}

#[test]
fn a_search_gives_up_when_it_can_no_longer_save_nodes() {
    let feature_set = FeatureSet::of::<Countdown>(&["Left"]).unwrap();
    let weights = Weights::new(vec![0.5], &feature_set).unwrap();
    let genome = Genome { rules: Vec::new(), default: Value::Weights(weights) };
    let nodes = |give_up, baseline: Option<&Attempt>| {
        let settings = Settings { nodes: 1_000, give_up, ..Settings::default() };
        Job::guided(&genome, 1, baseline, &settings).limits.nodes
    };
    let (quick, slow, none) = (search(10, Some(5)), search(5_000, Some(5)), search(10, None));
    assert_eq!(nodes(Some(1.5), Some(&quick)), Some(15));
    assert_eq!(nodes(Some(1.5), Some(&slow)), Some(1_000));
    assert_eq!(
        nodes(Some(1.5), Some(&none)),
        Some(1_000),
        "a failed baseline counts with the penalty"
    );
    assert_eq!(nodes(Some(1.5), None), Some(1_000));
    assert_eq!(nodes(None, Some(&quick)), Some(1_000));
}

#[test]
fn long_solutions_count_as_none_if_the_settings_limit_them() {
    let settings = Settings { longest: Some(1.5), ..Settings::default() };
    let length = |mine, baseline, settings: &Settings| {
        search(7, mine).short_enough(&search(9, baseline), || None, settings).length
    };
    assert_eq!(length(Some(15), Some(10), &settings), Some(15));
    assert_eq!(length(Some(16), Some(10), &settings), None);
    assert_eq!(length(Some(16), None, &settings), Some(16));
    assert_eq!(length(Some(16), Some(10), &Settings::default()), Some(16));
    assert_eq!(length(None, Some(10), &settings), None);
}

#[test]
fn the_longest_solution_is_relative_to_the_optimum_where_it_is_known() {
    let settings = Settings { longest: Some(1.5), ..Settings::default() };
    let length = |mine, baseline| {
        search(7, mine).short_enough(&search(9, baseline), || Some(10), &settings).length
    };
    assert_eq!(length(Some(15), None), Some(15));
    assert_eq!(length(Some(16), None), None);
    assert_eq!(length(Some(16), Some(1_000)), None);
    assert_eq!(length(Some(15), Some(2)), Some(15));
    // It is not computed in vain.
    let unasked = || panic!("nobody needs it");
    assert_eq!(search(7, None).short_enough(&search(9, None), unasked, &settings).length, None);
    let open = Settings { longest: None, ..settings };
    let long = search(7, Some(99)).short_enough(&search(9, None), unasked, &open);
    assert_eq!(long.length, Some(99));
}
