//! Tests of the table of baselines and of difficulty.

use patience_cards::microsoft_deal;
use patience_core::{ByFeature, Cancel, Features, Limits, Puzzle, Reading, solve};
use patience_freecell::arena::baselines::{Baselines, NODES, table};
use patience_freecell::arena::difficulty::{of, of_deal};
use patience_freecell::{FreeCell, KIT, MoveSet, Position, Rules};
use patience_kit::{Kit, Setup, Values};
use patience_learn::{Arena, Attempt, Case, Settings};
use patience_search::StagedDeepening;

#[test]
fn a_table_is_read_back() {
    let attempt = |nodes, length| Attempt { nodes, length, fired: Vec::new() };
    let all: Vec<Attempt> =
        (1..=25).map(|at| attempt(at * 1000, (at % 7 != 0).then_some(90))).collect();
    let table = Baselines::parse(&table(&all)).unwrap();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for (case, attempt) in (1..).zip(all) {
        assert_eq!(table.get(case, &limits), Some(attempt));
    }
    assert_eq!(table.deals(), 25);
}

#[test]
fn the_table_agrees_with_the_search() {
    let solver = StagedDeepening::new(ByFeature {
        feature: FreeCell::feature("HSDH").unwrap(),
        reading: Reading::Distance,
    });
    let table = Baselines::known();
    assert_eq!(table.deals(), 32_000);
    let all = Limits { nodes: Some(NODES), ..Limits::default() };
    let attempt = |case: Case| table.get(case, &all).unwrap();
    // A quick one, and one without a solution.
    let quick = (1..300).min_by_key(|&case| attempt(case).nodes).unwrap();
    let lost = (1..300).find(|&case| !attempt(case).is_solved()).unwrap();
    for case in [quick, lost] {
        let nodes = attempt(case).nodes;
        for most in [1, nodes / 2, nodes - 1, nodes, nodes + 1, NODES] {
            let limits = Limits { nodes: Some(most), ..Limits::default() };
            let mut game = FreeCell::microsoft(case.into()).unwrap();
            game.moves = MoveSet::Runs;
            let report = solve(&solver, &game, &game.start(), &limits, &Cancel::new(), &mut ());
            let searched = Attempt::new(&report, Vec::new());
            assert_eq!(table.get(case, &limits), Some(searched), "{case}, {most}");
        }
    }
    assert_eq!(table.get(quick, &Limits::default()), None);
    assert_eq!(table.get(0, &Limits { nodes: Some(5), ..Limits::default() }), None);
    assert_eq!(table.get(1_000_000, &Limits { nodes: Some(5), ..Limits::default() }), None);
}

/// The fitness cases of a run whose settings have this search, and nothing else.
fn arena(search: &str) -> Box<dyn Arena> {
    let search = search.parse().unwrap();
    KIT.arena(&Settings { puzzle: "freecell".to_owned(), search, ..Settings::default() }).unwrap()
}

/// HSDH on a deal as the engine `staged` searches it.
fn by_engine(settings: &[(&str, serde_json::Value)], case: Case, nodes: u64) -> (u64, Option<u32>) {
    let values: Values = settings.iter().cloned().collect();
    let setup = Setup { engine: Some("staged"), settings: Some(&values), ..Setup::default() };
    let deal = KIT.deal(case.into(), &Values::default()).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let engine = KIT.prepare(&setup).unwrap();
    let answer = engine.solve(&*deal, &limits, &Cancel::new(), &mut ()).unwrap();
    (answer.stats.expanded, answer.line.map(|_| 0))
}

#[test]
fn the_baseline_has_the_search_of_the_genomes() {
    let search = "horizon = 2\ntable = 90000\nrestart = 5000\nmoves = \"autoplay\"\nopen = \"all\"\ngranularity = 3";
    let arena = arena(&format!("{search}\nbaseline = \"same-search\""));
    assert_eq!(
        arena.rival(),
        "HSDH under the search of the genomes, staged deepening: horizon 2, table 90000, moves autoplay, open all, granularity 3, restart 5000"
    );
    let settings = [
        ("horizon", 2.into()),
        ("table", 90_000.into()),
        ("restart", 5000.into()),
        ("moves", "autoplay".into()),
        ("open", "all".into()),
        ("granularity", 3.into()),
    ];
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut solved = 0;
    for case in 1..20 {
        let Attempt { nodes, length, .. } = arena.baseline(case, &limits, &Cancel::new());
        solved += i32::from(length.is_some());
        assert_eq!((nodes, length.map(|_| 0)), by_engine(&settings, case, 20_000), "{case}");
    }
    assert!(0 < solved);
}

#[test]
fn settings_from_before_there_was_a_choice_have_the_original_baseline() {
    let known = |case| {
        Baselines::known().get(case, &Limits { nodes: Some(NODES), ..Limits::default() }).unwrap()
    };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for search in
        ["horizon = 3", "horizon = 3\nbaseline = \"original\"", "baseline = \"same-search\""]
    {
        let arena = arena(search);
        assert_eq!(arena.baseline(7, &limits, &Cancel::new()), known(7), "{search}");
        assert!(arena.rival().contains("horizon 6, table 200000, moves runs"), "{}", arena.rival());
    }
    // New settings choose.
    let usual = KIT.evolution(&patience_learn::Table::new()).unwrap();
    assert_eq!(usual.search["baseline"].as_str(), Some("same-search"));
}

#[test]
fn the_tuned_baseline_has_its_own_search() {
    let arena = arena("horizon = 3\nmoves = \"single\"\nbaseline = \"same-search\"");
    let tuned = arena.tuned().unwrap();
    assert!(
        tuned.rival().contains("horizon 2, table 50000000, moves single, open one, restart 200000")
    );
    let own = self::arena("horizon = 3\ntuned_baseline = \"horizon=1 open=all\"");
    assert!(own.tuned().unwrap().rival().contains("horizon 1, table 200000, moves runs, open all"));
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    let settings = [("horizon", 2.into()), ("moves", "single".into())];
    let attempt = tuned.baseline(1, &limits, &Cancel::new());
    assert_eq!((attempt.nodes, attempt.length), by_engine(&settings, 1, 500));
    let refused = |search: &str| {
        let search = search.parse().unwrap();
        let settings = Settings { search, ..Settings::default() };
        KIT.arena(&settings).err().unwrap().message
    };
    assert_eq!(
        refused("baseline = \"none\""),
        "setting search.baseline: expected \"same-search\" or \"original\", found \"none\""
    );
    assert!(refused("tuned_baseline = \"horizon\"").contains("expected NAME=VALUE"));
    assert!(refused("tuned_baseline = \"horizont=2\"").contains("unknown setting `horizont`"));
    assert!(refused("tuned_baseline = \"engine=fast\"").contains("expected the engine \"staged\""));
}

#[test]
fn a_search_that_gave_up_does_not_predict_a_longer_one() {
    let table = Baselines::parse(&format!("1 {NODES}/- {NODES}/99 77/-")).unwrap();
    let get = |case, most| table.get(case, &Limits { nodes: Some(most), ..Limits::default() });
    assert_eq!(get(1, NODES + 1), None);
    assert_eq!(get(1, NODES).unwrap().length, None);
    assert_eq!(get(2, NODES + 1).unwrap().length, Some(99));
    assert_eq!(get(3, NODES + 1).unwrap().nodes, 77);
}

#[test]
fn errors_name_the_line() {
    let refused = |text: &str| Baselines::parse(text).unwrap_err().to_string();
    assert_eq!(refused("# x\n2 5/6\n"), "line 2: expected the deal 1, found `2`");
    assert_eq!(refused("1 5/6 7\n"), "line 1: expected nodes/moves, found `7`");
    assert_eq!(refused("1 5/6 7/x\n"), "line 1: expected nodes/moves, found `7/x`");
    assert_eq!(refused("1 5/6\n1 5/6\n"), "line 2: expected the deal 2, found `1`");
}

#[test]
fn cards_and_number_give_the_same_difficulty() {
    for number in [1, 617, 4000] {
        let game = FreeCell::microsoft(number).unwrap();
        let by_number = of_deal(Case::try_from(number).unwrap());
        assert!(by_number.is_some_and(|place| (0.0..=1.0).contains(&place)));
        assert_eq!(of(&game), by_number);
    }
}

#[test]
fn ranks_follow_the_nodes_of_the_baseline() {
    let table = Baselines::parse("1 900/80 300/90 500/- 300/100 20/-").unwrap();
    assert_eq!(table.places(), [0.5, 0.0, 1.0, 0.25, 0.75]);
    assert_eq!(Baselines::parse("1 900/80").unwrap().places(), [0.0]);
    assert!(Baselines::default().places().is_empty());
}

#[test]
fn other_games_have_no_difficulty() {
    assert_eq!(of_deal(0), None);
    assert_eq!(of_deal(1_000_000), None);
    let rules = Rules { cells: 3, ..Rules::default() };
    let position = Position::deal(&microsoft_deal(617).unwrap(), &rules);
    assert_eq!(of(&FreeCell::new(rules, &position).unwrap()), None);
    let mut later = FreeCell::microsoft(617).unwrap().deal().clone();
    later.cells[0] = later.columns[0].pop();
    assert_eq!(of(&FreeCell::new(Rules::default(), &later).unwrap()), None);
}
