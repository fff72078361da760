//! Judgements, hints and reviews against plain searches, on random positions of every puzzle.
//!
//! The ordinary test judges a few positions a puzzle. The slow one judges as many as `PATIENCE_POSITIONS` says, 100,000 by default:
//!
//! ```sh
//! cargo test --release -p patience-workbench --test main -- --ignored --nocapture many_judgements
//! ```
//!
//! `PATIENCE_PUZZLES=peg,tiles` leaves the other puzzles out.

use patience_core::{Cancel, Limits, Meter, SplitMix};
use patience_kit::{End, Judgement, Kit, Position, Setup, Values, Verdict};
use patience_workbench::hint::{HintAsk, hint};
use patience_workbench::review::{GameResult, PlayedGame, ReviewAsk, review};
use patience_workbench::{kits, read};

use crate::parallel::in_parts;

/// Positions a puzzle in the ordinary test.
const POSITIONS: usize = 8;

/// Nodes of a search that decides.
const NODES: u64 = 100_000;

fn limits() -> Limits {
    Limits { nodes: Some(NODES), memory: Some(1 << 29), ..Limits::default() }
}

/// Names of starts of a puzzle that has no numbers: boards that plain searches decide soon are more frequent.
fn names(kit: &dyn Kit) -> Vec<String> {
    match kit.about().default_instance {
        Some(_) => {
            ["triangle15"; 49].iter().chain(&["english"]).map(|&name| name.to_owned()).collect()
        }
        None => (1..=40).map(|card| format!("JAM{card:02}")).collect(),
    }
}

/// An instance: a number, or one of a list.
fn start(kit: &dyn Kit, random: &mut SplitMix) -> Box<dyn Position> {
    if let Some(numbers) = kit.numbers() {
        let most = usize::try_from(*numbers.end()).unwrap_or(usize::MAX).min(30_000);
        let number = 1 + u64::try_from(random.below(most)).unwrap();
        return kit.deal(number, &Values::default()).unwrap();
    }
    let names = names(kit);
    read(kit, &names[random.below(names.len())], &Values::default()).unwrap()
}

/// Random moves.
fn wander(mut position: Box<dyn Position>, steps: usize, random: &mut SplitMix) -> Vec<String> {
    let mut played = Vec::new();
    for _ in 0..steps {
        let moves = position.moves();
        if moves.is_empty() || position.is_solved() {
            break;
        }
        let mv = moves[random.below(moves.len())].text.clone();
        position = position.play(&mv).unwrap();
        played.push(mv);
    }
    played
}

fn after(start: &dyn Position, moves: &[String]) -> Box<dyn Position> {
    let play = start.replay(&moves.join(" "), &Values::default()).unwrap();
    assert!(play.refused.is_none(), "{:?} of {moves:?} from {}", play.refused, start.code());
    play.end
}

/// A game that follows a solution for some moves, most of them where `late` says so, and then wanders.
fn game(
    kit: &dyn Kit,
    late: bool,
    steps: usize,
    random: &mut SplitMix,
) -> Option<(Box<dyn Position>, Vec<String>)> {
    let start = start(kit, random);
    let engine =
        kit.prepare(&Setup { engine: Some(kit.judge_with()), ..Setup::default() }).unwrap();
    let line = engine.solve(&*start, &limits(), &Cancel::new(), &mut ()).unwrap().line?;
    let mut moves = line.notation();
    let least = if late { moves.len() / 2 } else { 0 };
    moves.truncate(least + random.below(moves.len() - least + 1));
    let here = after(&*start, &moves);
    moves.extend(wander(here, random.below(steps + 1), random));
    Some((start, moves))
}

/// What the default engine says; `None` if it does not decide.
fn solve(kit: &dyn Kit, position: &dyn Position, nodes: u64) -> Option<End> {
    let engine = kit.prepare(&Setup::default()).unwrap();
    let limits = Limits { nodes: Some(nodes), ..limits() };
    let end = engine.solve(position, &limits, &Cancel::new(), &mut ()).unwrap().end;
    matches!(end, End::Solved { .. } | End::Unsolvable { .. }).then_some(end)
}

/// Checks what is said of a position; false if a search did not decide.
fn agrees(
    kit: &dyn Kit,
    position: &dyn Position,
    (verdict, distance, at_most): (Verdict, Option<u32>, Option<u32>),
    what: &str,
) -> bool {
    let Some(end) = solve(kit, position, NODES).filter(|_| verdict != Verdict::Unknown) else {
        return false;
    };
    assert_eq!(verdict, Verdict::from(&end), "{what}");
    if let End::Solved { cost, optimal } = end {
        if let Some(distance) = distance {
            assert!(distance == cost || (!optimal && distance < cost), "{what}: {distance} {cost}");
        }
        if let Some(at_most) = at_most.filter(|_| optimal) {
            assert!(cost <= at_most, "{what}: {at_most} {cost}");
        }
    }
    true
}

/// Judges random positions of a puzzle: how many positions after a move were compared, and how many could not be.
fn judge_positions(kit: &dyn Kit, count: usize, seed: u64) -> [usize; 2] {
    let mut random = SplitMix::new(seed);
    let mut compared = [0, 0];
    let mut positions = 0;
    while positions < count {
        let Some((start, moves)) = game(kit, true, 6, &mut random) else { continue };
        positions += 1;
        let position = after(&*start, &moves);
        let text = position.write(kit.about().exchange).unwrap();
        let what = |mv: &str| format!("{} {mv}\n{text}", kit.about().name);
        let mut observer = ();
        let limits = Limits { nodes: Some(10 * NODES), ..limits() };
        let mut meter = Meter::start(&limits, &Cancel::new(), &mut observer);
        let judgement = position.judge(None, &mut meter).unwrap();
        let legal: Vec<String> = position.moves().into_iter().map(|mv| mv.text).collect();
        assert!(judgement.moves.iter().map(|judged| &judged.mv).eq(&legal), "{}", what(""));
        let Judgement { verdict, distance, at_most, .. } = judgement;
        let is_root = agrees(kit, &*position, (verdict, distance, at_most), &what("root"));
        compared[usize::from(!is_root)] += 1;
        for judged in &judgement.moves {
            let child = position.play(&judged.mv).unwrap();
            let said = (judged.verdict, judged.distance, judged.at_most);
            let is_compared = agrees(kit, &*child, said, &what(&judged.mv));
            compared[usize::from(!is_compared)] += 1;
        }
        check_best(&judgement, &*position, &what("best"));
    }
    compared
}

/// The best move wins, is as near as the position says, and begins a line that solves.
fn check_best(judgement: &Judgement, position: &dyn Position, what: &str) {
    if position.is_solved() {
        return;
    }
    assert_eq!(judgement.best.is_some(), judgement.verdict == Verdict::Wins, "{what}");
    let Some(best) = &judgement.best else { return };
    let judged = judgement.moves.iter().find(|judged| judged.mv == *best).unwrap();
    assert_eq!(judged.verdict, Verdict::Wins, "{what}");
    if let Some(distance) = judgement.distance {
        let left = judged.distance.unwrap() + position.cost(best, None).unwrap();
        assert_eq!(left, distance, "{what}");
    }
    if !judgement.line.is_empty() {
        assert!(judgement.line[0].starts_with(best.as_str()), "{what}: {:?}", judgement.line);
        assert!(after(position, &judgement.line).is_solved(), "{what}: {:?}", judgement.line);
    }
}

#[test]
fn judgements_agree_with_searches_after_every_move() {
    for kit in kits() {
        let [compared, skipped] = judge_positions(*kit, POSITIONS, 1);
        assert!(20 * skipped <= compared, "{}: {compared} {skipped}", kit.about().name);
    }
}

/// Two moves lead to images of each other, and cost 0 and 1, since a peg may jump on.
#[test]
fn the_line_of_a_move_is_not_that_of_its_image() {
    let kit = patience_workbench::find("peg").unwrap();
    let position = read(kit, "p1.LmNUmHCyStH1QwMo", &Values::default()).unwrap();
    let mut observer = ();
    let mut meter = Meter::start(&limits(), &Cancel::new(), &mut observer);
    let judgement = position.judge(None, &mut meter).unwrap();
    assert!(!judgement.line.is_empty());
    check_best(&judgement, &*position, "peg");
}

#[test]
#[ignore = "judges 100,000 positions a puzzle: see the head of the file"]
fn many_judgements_agree_with_searches() {
    let only = std::env::var("PATIENCE_PUZZLES").ok();
    let is_asked = |name| only.as_ref().is_none_or(|only| only.split(',').any(|one| one == name));
    for kit in kits().iter().filter(|kit| is_asked(kit.about().name)) {
        let parts = in_parts(|part| {
            let count = usize::try_from(part.end - part.start).unwrap();
            judge_positions(*kit, count, 2 + part.start)
        });
        let sum = |which: usize| parts.iter().map(|(_, counts)| counts[which]).sum::<usize>();
        let (name, compared, skipped) = (kit.about().name, sum(0), sum(1));
        println!("{name}: {compared} positions compared, {skipped} undecided");
        assert!(20 * skipped <= compared, "{name}: {compared} {skipped}");
    }
}

#[test]
fn hints_are_judgements_with_the_best_move_first() {
    let mut random = SplitMix::new(3);
    for kit in kits() {
        let Some((start, moves)) = game(*kit, true, 3, &mut random) else { continue };
        let position = after(&*start, &moves);
        let (limits, cancel) = (limits(), Cancel::new());
        let ask = |all| {
            let ask = HintAsk { all, ..HintAsk::default() };
            hint(*kit, "x", &*position, &ask, &limits, &cancel, &mut ()).unwrap()
        };
        let (one, all) = (ask(false), ask(true));
        assert_eq!((one.outcome, one.distance), (all.outcome, all.distance));
        let moves = all.moves.unwrap();
        assert_eq!(moves.len(), position.moves().len());
        if all.best.is_some() {
            assert!(moves[0].best && moves[0].judged.verdict == Verdict::Wins);
            assert!(
                position.play(&one.next[0]).is_ok() && position.play(&one.best.unwrap()).is_ok()
            );
        }
        assert!(moves.is_sorted_by_key(|it| it.judged.verdict as u8));
    }
}

/// A search after every move: the first losing move, and the distances where all are known to be optimal.
fn naive(kit: &dyn Kit, game: &PlayedGame) -> Option<(Vec<Verdict>, Vec<Option<u32>>)> {
    let mut verdicts = Vec::new();
    let mut distances = Vec::new();
    for position in &game.positions {
        let end = solve(kit, &**position, NODES / 10)?;
        verdicts.push(Verdict::from(&end));
        let distance =
            if let End::Solved { cost, optimal: true } = end { Some(cost) } else { None };
        distances.push(distance);
    }
    Some((verdicts, distances))
}

#[test]
fn reviews_agree_with_a_search_after_every_move() {
    let [mut lost, mut wasted] = [0; 2];
    for kit in kits() {
        let mut random = SplitMix::new(5);
        let mut compared = 0;
        while compared < 4 {
            let Some((start, moves)) = game(*kit, true, 12, &mut random) else { continue };
            let played = PlayedGame::read(start, &moves.join(" "), &Values::default()).unwrap();
            let Some((verdicts, distances)) = naive(*kit, &played) else { continue };
            compared += 1;
            let limits = Limits { nodes: Some(100 * NODES), ..limits() };
            let ask = ReviewAsk::default();
            let found = review(*kit, "x", &played, &ask, &limits, &Cancel::new(), &mut ()).unwrap();
            let what = format!("{}: {moves:?}\n{found:?}", kit.about().name);
            assert_eq!(found.moves.len() + 1, verdicts.len(), "{what}");
            for (reviewed, verdict) in found.moves.iter().zip(&verdicts[1..]) {
                assert_eq!(reviewed.verdict, *verdict, "{what}");
            }
            let first = verdicts.iter().position(|&verdict| verdict == Verdict::Loses);
            assert_eq!((found.lost_from, found.stop), (first, None), "{what}");
            assert_eq!(found.result == GameResult::Lost, first.is_some(), "{what}");
            let step = found.first_losing.as_ref().map(|losing| losing.step);
            assert_eq!(step, first.filter(|&step| 0 < step), "{what}");
            if let Some(losing) = &found.first_losing {
                lost += 1;
                let before = &played.positions[losing.step - 1];
                assert!(after(&**before, &losing.instead.moves).is_solved(), "{what}");
            }
            for (at, reviewed) in found.moves.iter().enumerate() {
                if let Some(distance) = reviewed.distance {
                    assert!(distances[at + 1].is_none_or(|naive| naive == distance), "{what}");
                }
                let Some(more) = reviewed.wasted else { continue };
                let cost = played.positions[at].cost(&reviewed.mv, None).unwrap();
                if let (Some(before), Some(behind)) = (distances[at], distances[at + 1]) {
                    assert_eq!(before + more, behind + cost, "{what}");
                    wasted += more;
                }
            }
        }
    }
    assert!(0 < lost && 0 < wasted, "{lost} games lost, {wasted} wasted");
}
