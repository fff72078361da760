//! The engines by name, on the cards of the original game as they are and on boards too large for one word.

use patience_core::{Cancel, Limits, Meter, Stop};
use patience_kit::{Answer, End, Kit, OutcomeKind, Policy, Setup, Values};
use patience_rush_hour::{AnySize, Board, Engine, JAM, KIT, Known, Metric, count_shortest, jam};

const METRICS: [Metric; 2] = [Metric::Slides, Metric::Steps];

fn small(card: &Known) -> Board {
    Board::parse(card.letters).unwrap()
}

/// The card in the upper right corner of a board of 9×9, the rest of it walls: its answers are the same.
fn large(card: &Known) -> Board {
    let mut rows: Vec<String> = small(card).rows().iter().map(|row| format!("xxx{row}")).collect();
    rows.resize(9, "x".repeat(9));
    Board::parse(&rows.join("\n")).unwrap()
}

fn fewest(card: &Known, metric: Metric) -> u32 {
    match metric {
        Metric::Slides => card.slides,
        Metric::Steps => card.steps,
    }
}

/// The answer of an engine with settings, under its default limit.
fn answer(name: &str, settings: &[(&str, &str)], board: &Board, metric: Metric) -> Answer {
    let settings: Values = settings.iter().copied().collect();
    let setup = Setup {
        engine: Some(name),
        metric: Some(metric.name()),
        settings: Some(&settings),
        ..Setup::default()
    };
    let engine = KIT.prepare(&setup).unwrap();
    let limits = Limits { nodes: engine.about().default_nodes, ..Limits::default() };
    let loaded = KIT.read(&board.to_string(), &Values::default()).unwrap();
    engine.solve(&*loaded[0].position, &limits, &Cancel::new(), &mut ()).unwrap()
}

#[test]
fn exact_finds_the_known_answers_in_both_metrics_on_boards_of_every_size() {
    for card in &JAM {
        for (at, metric) in METRICS.into_iter().enumerate() {
            for board in [small(card), large(card)] {
                let answer = answer("exact", &[], &board, metric);
                let cost = fewest(card, metric);
                assert_eq!(answer.end, End::Solved { cost, optimal: true }, "{}", card.name);
                let lengths = answer.line.unwrap().lengths();
                assert_eq!(lengths.0[at], i64::from(cost), "{}", card.name);
            }
        }
    }
}

#[test]
fn ida_star_claims_no_optimum_that_is_none() {
    for name in ["BlockersLowerBound", "GoalDistance", "Hybrid", "Hc"] {
        for card in &JAM[..6] {
            for metric in METRICS {
                for board in [small(card), large(card)] {
                    let answer = answer("ida-star", &[("heuristic", name)], &board, metric);
                    match answer.end {
                        End::Solved { cost, optimal } => {
                            let fewest = fewest(card, metric);
                            assert!(fewest <= cost, "{name}: {}", card.name);
                            assert!(!optimal || fewest == cost, "{name}: {}", card.name);
                        }
                        End::Limit(stop) => assert_eq!(stop, Stop::Nodes),
                        other => panic!("{name}: {}: {other:?}", card.name),
                    }
                }
            }
        }
    }
}

#[test]
fn every_engine_solves_an_easy_card_of_either_size_and_claims_no_wrong_optimum() {
    let card = &JAM[0];
    for about in Engine::engines() {
        for metric in METRICS {
            for board in [small(card), large(card)] {
                match answer(about.name, &[], &board, metric).end {
                    End::Solved { cost, optimal } => {
                        assert!(fewest(card, metric) <= cost, "{}", about.name);
                        assert!(!optimal || cost == fewest(card, metric), "{}", about.name);
                    }
                    other => panic!("{}: {other:?}", about.name),
                }
            }
        }
    }
}

#[test]
fn complete_engines_prove_that_there_is_no_way_out() {
    let board = Board::parse("AA.B...B...C...C").unwrap();
    for about in Engine::engines() {
        let answer = answer(about.name, &[], &board, Metric::Slides);
        let expected =
            if about.complete { OutcomeKind::Unsolvable } else { OutcomeKind::Exhausted };
        assert_eq!(OutcomeKind::from(&answer.end), expected, "{}", about.name);
        assert!(answer.line.is_none());
    }
}

#[test]
fn heuristics_are_features_that_estimate_distances_or_the_hand_crafted_one() {
    let refused = |name: &str| {
        let settings = Values::from_iter([("heuristic", name)]);
        let setup =
            Setup { engine: Some("ida-star"), settings: Some(&settings), ..Setup::default() };
        KIT.prepare(&setup).map(|_| ()).unwrap_err().message
    };
    assert!(refused("g").starts_with("g is an advisor"));
    let error = refused("HSDH");
    assert!(error.starts_with("unknown heuristic `HSDH` (known: BlockersLowerBound, "), "{error}");
    assert!(error.ends_with(", Hc)"), "{error}");
}

#[test]
fn shortest_solutions_are_counted_on_small_boards() {
    let count = |board: &str, metric| {
        let game = Engine::exact(metric).game(Board::parse(board).unwrap()).unwrap();
        count_shortest(game.small().unwrap(), &Limits::default(), &Cancel::new())
    };
    // B down by one or two, then A; in steps, A may move by one before B has left.
    assert_eq!(count("AA.B...B........", Metric::Slides), Ok(2));
    assert_eq!(count("AA.B...B........", Metric::Steps), Ok(2));
    assert_eq!(count("AA.B...B...C...C", Metric::Slides), Ok(0));
    let game = Engine::exact(Metric::Slides).game(large(&JAM[0])).unwrap();
    assert!(matches!(game, AnySize::Large(_)));
}

#[test]
fn counting_adds_no_nodes_to_the_search() {
    let solve = |count: bool| {
        let settings = Values::from_iter([("count", count)]);
        let engine = KIT.prepare(&Setup { settings: Some(&settings), ..Setup::default() }).unwrap();
        let loaded = KIT.named("JAM01", &Values::default()).unwrap().unwrap();
        let limits = Limits::default();
        engine.solve(&*loaded[0].position, &limits, &Cancel::new(), &mut ()).unwrap()
    };
    let (plain, counted) = (solve(false), solve(true));
    assert_eq!((plain.solutions, counted.solutions), (None, Some(61)));
    assert_eq!(plain.stats.expanded, counted.stats.expanded);
}

#[test]
fn a_policy_guides_engines_on_boards_of_any_size() {
    let text = r#"
format = 1
puzzle = "rushhour"
name = "toy"
scale = "counts"
default = { value = "BlockersLowerBound" }
"#;
    let policy = Policy::parse(text, &KIT).unwrap();
    assert_eq!(policy.engine(), "ida-star");
    let wide = format!("AA.B{0}\n...B{0}\n{1}", ".".repeat(8), ".".repeat(12) + "\n");
    for board in [jam("JAM01").unwrap().letters, &wide] {
        let nodes = |policy: Option<&Policy>| {
            let setup = Setup { engine: Some("ida-star"), policy, ..Setup::default() };
            let engine = KIT.prepare(&setup).unwrap();
            let loaded = KIT.read(board, &Values::default()).unwrap();
            let limits = Limits::default();
            let answer =
                engine.solve(&*loaded[0].position, &limits, &Cancel::new(), &mut ()).unwrap();
            (answer.stats.expanded, answer.line.unwrap().notation())
        };
        assert_eq!(nodes(Some(&policy)), nodes(None));
    }
    assert!(0 < policy.fired()[0]);
    let exact = Setup { engine: Some("exact"), policy: Some(&policy), ..Setup::default() };
    assert!(KIT.prepare(&exact).is_err());
}

#[test]
fn every_shipped_policy_and_its_settings_are_accepted() {
    let folders = ["policies", "policies/superseded"]
        .map(|name| format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR")));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let mut count = 0;
    for path in files {
        if !path.file_name().unwrap().to_str().unwrap().starts_with("rushhour") {
            continue;
        }
        let policy = Policy::parse(&std::fs::read_to_string(&path).unwrap(), &KIT).unwrap();
        KIT.prepare(&Setup { policy: Some(&policy), ..Setup::default() }).unwrap();
        if let Some(settings) = policy.file().provenance.get("settings") {
            KIT.arena(&settings.clone().try_into().unwrap()).unwrap();
        }
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn a_shared_meter_counts_all_searches() {
    let engine = Engine::named("iterative", Metric::Slides).unwrap();
    let board = small(&JAM[0]);
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    engine.answer(&board, &mut meter).unwrap();
    let once = meter.expanded();
    engine.answer(&board, &mut meter).unwrap();
    assert_eq!(meter.expanded(), 2 * once);
}
