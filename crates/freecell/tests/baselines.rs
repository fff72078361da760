//! Tests of the table of baselines and of difficulty.

use patience_cards::microsoft_deal;
use patience_core::{ByFeature, Cancel, Features, Limits, Puzzle, Reading, solve};
use patience_freecell::arena::baselines::{Baselines, NODES, table};
use patience_freecell::arena::difficulty::{of, of_deal};
use patience_freecell::{FreeCell, MoveSet, Position, Rules};
use patience_learn::{Attempt, Case};
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
