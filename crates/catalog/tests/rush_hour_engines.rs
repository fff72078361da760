//! The engines of Rush Hour by name, on the cards of the original game as they are and on boards too large for one word.

use patience_catalog::rush_hour::{
    Answer, ENGINES, Engine, Guide, NoGuide, count_shortest, record, solve,
};
use patience_catalog::{DriveLengths, Lengths, OutcomeKind};
use patience_core::{Cancel, Limits, Outcome, Stop};
use patience_rush_hour::{AnySize, Board, JAM, Known, Metric};

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

fn answer(engine: &Engine, board: Board, metric: Metric) -> (AnySize, Answer) {
    let game = engine.game(board, metric).unwrap();
    let limits = Limits { nodes: engine.usual_nodes(), ..Limits::default() };
    let answer = solve(&game, engine, &limits, &Cancel::new(), &mut ());
    (game, answer)
}

#[test]
fn every_engine_has_the_name_it_is_found_by() {
    for about in ENGINES {
        assert_eq!(Engine::named(about.name).unwrap().name(), about.name);
    }
    assert!(Engine::named("fast").is_none());
}

#[test]
fn exact_finds_the_known_answers_in_both_metrics_on_boards_of_every_size() {
    for card in &JAM {
        for metric in METRICS {
            for board in [small(card), large(card)] {
                let (game, answer) = answer(&Engine::Exact, board, metric);
                let record = record(card.name, &game, &Engine::Exact, &answer);
                assert_eq!(record.cost, Some(fewest(card, metric)), "{}", card.name);
                assert!(record.optimal, "{}", card.name);
                let Some(Lengths::Drives(DriveLengths { slides, steps })) = record.lengths else {
                    panic!("{record:?}")
                };
                let asked = if metric == Metric::Slides { slides } else { steps };
                assert_eq!(asked, record.cost, "{}", card.name);
            }
        }
    }
}

#[test]
fn ida_star_claims_no_optimum_that_is_none() {
    for name in ["BlockersLowerBound", "GoalDistance", "Hybrid", "Hc"] {
        let mut engine = Engine::named("ida-star").unwrap();
        assert!(engine.set_heuristic(Guide::named(name).unwrap()));
        for card in &JAM[..6] {
            for metric in METRICS {
                for board in [small(card), large(card)] {
                    let (_, answer) = answer(&engine, board, metric);
                    match answer.outcome {
                        Outcome::Solved(solution) => {
                            let fewest = fewest(card, metric);
                            assert!(fewest <= solution.cost, "{name}: {}", card.name);
                            assert!(!solution.optimal || fewest == solution.cost, "{name}");
                        }
                        Outcome::LimitReached(stop) => assert_eq!(stop, Stop::Nodes),
                        other => panic!("{name}: {}: {other:?}", card.name),
                    }
                }
            }
        }
    }
}

#[test]
fn what_has_no_way_out_is_proven_unsolvable_by_every_engine() {
    let board = Board::parse("AA.B...B...C...C").unwrap();
    for about in ENGINES {
        let engine = Engine::named(about.name).unwrap();
        let (game, answer) = answer(&engine, board.clone(), Metric::Slides);
        let record = record("closed", &game, &engine, &answer);
        assert_eq!(record.outcome, OutcomeKind::Unsolvable, "{}", about.name);
        assert_eq!(record.lengths, Some(Lengths::Drives(DriveLengths::default())));
    }
}

#[test]
fn guides_are_heuristics_and_nothing_else() {
    assert_eq!(Guide::named("g"), Err(NoGuide::Advisor("g")));
    let error = Guide::named("HSDH").unwrap_err().to_string();
    assert!(error.starts_with("unknown heuristic `HSDH` (known: BlockersLowerBound, "), "{error}");
    assert!(error.ends_with(", Hc)"), "{error}");
}

#[test]
fn shortest_solutions_are_counted_on_small_boards() {
    let count = |board: &str, metric| {
        let game = Engine::Exact.game(Board::parse(board).unwrap(), metric).unwrap();
        count_shortest(&game, &Limits::default(), &Cancel::new(), &mut ())
    };
    // B down by one or two, then A; in steps, A may go on by one before B has left.
    assert_eq!(count("AA.B...B........", Metric::Slides), Some(Ok(2)));
    assert_eq!(count("AA.B...B........", Metric::Steps), Some(Ok(2)));
    assert_eq!(count("AA.B...B...C...C", Metric::Slides), Some(Ok(0)));
    let game = Engine::Exact.game(large(&JAM[0]), Metric::Slides).unwrap();
    assert_eq!(count_shortest(&game, &Limits::default(), &Cancel::new(), &mut ()), None);
}
