//! Policies of Rush Hour from files.

use patience_catalog::policy::Policy;
use patience_catalog::rush_hour;
use patience_core::{Cancel, Limits};
use patience_rush_hour::{Board, Metric, jam};

fn toy(search: &str, value: &str) -> String {
    format!(
        "format = 1\npuzzle = \"rushhour\"\nname = \"toy\"\nsearch = {{ {search} }}\ndefault = {{ value = \"{value}\" }}\n"
    )
}

#[test]
fn what_no_search_has_is_told_with_its_place() {
    let message = "line 4, column 22: unknown setting `horizon` (known: engine, table)";
    assert_eq!(Policy::parse(&toy("horizon = 3", "1")).unwrap_err().to_string(), message);
}

#[test]
fn a_policy_guides_rush_hour_on_boards_of_any_size() {
    let text = toy("", "BlockersLowerBound");
    let policy = Policy::parse(&format!("scale = \"counts\"\n{text}")).unwrap();
    let plain = rush_hour::Engine::named("ida-star").unwrap();
    let mut guided = plain.clone();
    assert!(guided.set_policy(&policy));
    let wide = "AA.B".to_owned()
        + &".".repeat(8)
        + "\n"
        + &("...B".to_owned() + &".".repeat(8) + "\n")
        + &(".".repeat(12) + "\n").repeat(10);
    for board in [jam("JAM01").unwrap().letters, &wide] {
        let nodes = |engine: &rush_hour::Engine| {
            let game = engine.game(Board::parse(board).unwrap(), Metric::Slides).unwrap();
            let answer =
                rush_hour::solve(&game, engine, &Limits::default(), &Cancel::new(), &mut ());
            let record = rush_hour::record("it", &game, engine, &answer);
            (record.policy, answer.stats.expanded, answer.line.map(|line| line.notation()))
        };
        let (policy, expanded, line) = nodes(&guided);
        assert_eq!(policy.as_deref(), Some("toy"));
        assert!(line.is_some());
        assert_eq!((None, expanded, line), nodes(&plain));
    }
}

#[test]
fn every_shipped_policy_guides_its_engine_and_can_be_bred_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../policies");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let policy = Policy::parse(&std::fs::read_to_string(&path).unwrap());
        let policy = policy.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if let Some(settings) = policy.file().provenance.get("settings") {
            let settings: patience_learn::Settings = settings.clone().try_into().unwrap();
            assert_eq!(settings.puzzle, policy.file().puzzle);
            patience_catalog::evolve::arena(&settings).unwrap();
        }
        if policy.file().puzzle == rush_hour::NAME {
            let mut engine = rush_hour::Engine::named(policy.plan().engine).unwrap();
            assert!(engine.set_policy(&policy), "{}", path.display());
            count += 1;
        }
    }
    assert_eq!(count, 2);
}
