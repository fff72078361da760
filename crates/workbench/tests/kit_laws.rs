//! The laws of kits, for every registered puzzle.

use std::collections::HashSet;

use patience_core::{Cancel, Limits, Meter, SplitMix};
use patience_draw::theme::Theme;
use patience_kit::{Answer, End, Kit, Play, Position, Setup, Values, Verdict};
use patience_workbench::{find, kits, read};
use proptest::prelude::*;

/// Nodes of a search in a law: enough for most, and few enough for a test.
const NODES: u64 = 3_000;

/// An instance of a puzzle: a small number, or the usual one.
pub(crate) fn start(kit: &dyn Kit, number: u64) -> Box<dyn Position> {
    match (kit.numbers(), kit.about().default_instance) {
        (Some(_), _) => kit.deal(number, &Values::default()).unwrap(),
        (None, Some(name)) => read(kit, name, &Values::default()).unwrap(),
        (None, None) => {
            // A puzzle without numbers and without a usual instance has an example in its help.
            let mut words = kit.about().instance.split(|letter: char| !letter.is_alphanumeric());
            let named = words.find_map(|word| kit.named(word, &Values::default()));
            named.expect("an example").unwrap().remove(0).position
        }
    }
}

/// Positions of a random walk, the start among them.
pub(crate) fn walk(kit: &dyn Kit, seed: u64, length: usize) -> Vec<Box<dyn Position>> {
    let mut random = SplitMix::new(seed);
    let mut positions = vec![start(kit, seed)];
    for _ in 0..length {
        let moves = positions.last().unwrap().moves();
        if moves.is_empty() {
            break;
        }
        let mv = &moves[random.below(moves.len())];
        let next = positions.last().unwrap().play(&mv.text);
        positions.push(next.unwrap_or_else(|fault| panic!("{}: {fault}", mv.text)));
    }
    positions
}

fn exchange(kit: &dyn Kit, position: &dyn Position) -> String {
    position.write(kit.about().exchange).unwrap()
}

fn solve(kit: &dyn Kit, engine: Option<&str>, position: &dyn Position) -> Answer {
    let engine = kit.prepare(&Setup { engine, ..Setup::default() }).unwrap();
    let limits = Limits { nodes: Some(NODES), memory: Some(1 << 28), ..Limits::default() };
    engine.solve(position, &limits, &Cancel::new(), &mut ()).unwrap()
}

#[test]
fn what_is_written_is_read_back() {
    for kit in kits() {
        for seed in 1..4 {
            for position in walk(*kit, seed, 30) {
                let text = exchange(*kit, &*position);
                let again = read(*kit, &text, &Values::default())
                    .unwrap_or_else(|fault| panic!("{}: {fault}\n{text}", kit.about().name));
                assert_eq!(exchange(*kit, &*again), text);
                assert_eq!(again.json(), position.json(), "{text}");
                assert_eq!(again.view(), position.view(), "{text}");
                assert_eq!(again.moves(), position.moves(), "{text}");
            }
        }
    }
}

#[test]
fn views_have_every_piece_once_and_moves_lead_from_place_to_place() {
    for kit in kits() {
        for position in walk(*kit, 2, 20) {
            let view = position.view();
            let places: HashSet<&str> = view.places.iter().map(|place| place.id.as_str()).collect();
            assert_eq!(places.len(), view.places.len(), "{}: places", kit.about().name);
            let pieces: Vec<&str> = view
                .places
                .iter()
                .flat_map(|place| &place.pieces)
                .map(|piece| piece.id.as_str())
                .collect();
            let distinct: HashSet<&str> = pieces.iter().copied().collect();
            assert_eq!(distinct.len(), pieces.len(), "{}: pieces", kit.about().name);
            for mv in position.moves() {
                assert!(places.contains(mv.from.as_str()), "{}: {mv:?}", kit.about().name);
                assert!(places.contains(mv.to.as_str()), "{}: {mv:?}", kit.about().name);
            }
        }
    }
}

#[test]
fn pictures_are_xml() {
    for kit in kits() {
        for position in walk(*kit, 3, 5) {
            let svg = position.svg();
            let name = kit.about().name;
            for theme in Theme::ALL {
                let themed = theme.apply(&svg);
                let document = roxmltree::Document::parse(&themed)
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
                // What has classes has a ground.
                let has = |class: Option<&str>| {
                    let mut classes =
                        document.descendants().filter_map(|node| node.attribute("class"));
                    classes.any(|found| class.is_none_or(|class| found == class))
                };
                assert!(has(Some("ground")) || !has(None), "{name}");
                assert_eq!(themed.contains("<style>"), theme != Theme::Table, "{name}");
            }
        }
    }
}

#[test]
fn every_engine_answers_within_its_limits_and_its_lines_replay() {
    for kit in kits() {
        let position = start(*kit, 1);
        for engine in kit.engines() {
            let answer = solve(*kit, Some(engine.name), &*position);
            let who = format!("{} {}", kit.about().name, engine.name);
            assert!(!engine.parallel || answer.stats.expanded <= 2 * NODES + 10_000, "{who}");
            assert!(engine.parallel || answer.stats.expanded <= NODES, "{who}");
            let Some(line) = answer.line else { continue };
            let Play { end, refused, unfinished, line: again } =
                position.replay(&line.notation().join(" "), &Values::default()).unwrap();
            assert_eq!((refused, unfinished), (None, None), "{who}");
            assert!(end.is_solved(), "{who}");
            assert_eq!(again.lengths(), line.lengths(), "{who}");
            assert_eq!(line.length(), line.notation().len(), "{who}");
            assert_eq!(line.lengths().0.len(), kit.about().lengths.len(), "{who}");
            for format in kit.about().line_formats {
                assert!(!line.render(format.name).is_empty(), "{who} {}", format.name);
            }
            let film = line.animate(0.5);
            let is_moving = film.contains("@keyframes");
            let film = roxmltree::Document::parse(&film).unwrap();
            let marks = film.root_element().attribute("data-marks");
            assert!(marks.is_some() || !is_moving, "{who}");
            let marks = marks.map(|marks| marks.split(' ').count());
            assert!(marks.is_none_or(|marks| marks == line.length() + 1), "{who}");
            assert_eq!(line.words().len(), line.length(), "{}", kit.about().name);
        }
    }
}

#[test]
fn judgements_agree_with_searches() {
    for kit in kits() {
        let walk = walk(*kit, 4, 12);
        for position in walk.iter().step_by(4) {
            let limits = Limits { nodes: Some(200_000), ..Limits::default() };
            let mut watcher = ();
            let mut meter = Meter::start(&limits, &Cancel::new(), &mut watcher);
            let judgement = position.judge(None, &mut meter).unwrap();
            let legal: Vec<String> = position.moves().into_iter().map(|mv| mv.text).collect();
            let judged: Vec<String> = judgement.moves.iter().map(|it| it.mv.clone()).collect();
            assert_eq!(
                legal.iter().collect::<HashSet<_>>(),
                judged.iter().collect::<HashSet<_>>(),
                "{}",
                kit.about().name
            );
            for judged in judgement.moves {
                let child = position.play(&judged.mv).unwrap();
                let answer = solve(*kit, Some(kit.judge_with()), &*child);
                let agrees = match answer.end {
                    End::Solved { .. } => judged.verdict != Verdict::Loses,
                    End::Unsolvable { .. } => judged.verdict != Verdict::Wins,
                    End::Exhausted | End::Limit(_) => true,
                };
                assert!(agrees, "{} {}", kit.about().name, judged.mv);
            }
        }
    }
}

#[test]
fn unknown_settings_are_errors_that_list_the_known_ones() {
    for kit in kits() {
        let values = Values::from_iter([("no_such_setting", 1)]);
        for engine in kit.engines() {
            let setup =
                Setup { engine: Some(engine.name), settings: Some(&values), ..Setup::default() };
            let fault = kit.prepare(&setup).err().unwrap();
            let names = engine.settings.iter().all(|field| fault.message.contains(field.name));
            assert!(names && fault.message.contains("no_such_setting"), "{fault}");
        }
        let fault = read(*kit, "1", &values).err().unwrap();
        assert!(fault.message.contains("no_such_setting"), "{fault}");
        let setup = Setup { engine: Some("none"), ..Setup::default() };
        let fault = kit.prepare(&setup).err().unwrap();
        assert!(kit.engines().iter().all(|engine| fault.message.contains(engine.name)));
        assert!(kit.prepare(&Setup { metric: Some("none"), ..Setup::default() }).is_err());
    }
}

#[test]
fn every_default_of_a_setting_is_one_of_its_values() {
    for kit in kits() {
        let engines = kit.engines().into_iter().flat_map(|engine| engine.settings);
        for field in engines.chain(kit.rules()).chain(kit.reading()) {
            assert!(field.check(&field.default).is_ok(), "{}: {field:?}", kit.about().name);
            assert!(!field.doc.is_empty(), "{}: {field:?}", kit.about().name);
        }
    }
}

#[test]
fn a_position_of_another_puzzle_is_refused() {
    for [one, other] in kits().windows(2).map(|pair| [pair[0], pair[1]]) {
        let engine = one.prepare(&Setup::default()).unwrap();
        let position = start(other, 1);
        assert!(engine.solve(&*position, &Limits::default(), &Cancel::new(), &mut ()).is_err());
    }
    assert!(find("no such puzzle").is_err());
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,120}") {
        for kit in kits() {
            let _ = read(*kit, &text, &Values::default());
            let _ = start(*kit, 1).replay(&text, &Values::default());
        }
    }

    #[test]
    fn no_near_miss_panics(text in "[0-9A-Kacdhjkostx?.:|/#=\\[\\]{}\",\\-+\n ]{0,120}") {
        for kit in kits() {
            let _ = read(*kit, &text, &Values::default());
            let _ = start(*kit, 1).replay(&text, &Values::default());
        }
    }
}
