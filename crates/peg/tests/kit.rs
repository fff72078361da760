//! The laws of the kit.

use patience_core::{Cancel, Limits, Meter, SplitMix};
use patience_kit::{End, FaultKind, Game, Kit, Setup, Values, Verdict};
use patience_peg::{KIT, PegSolitaire, Position, Referee};

/// Problems of every kind: a word for `named`, and rules.
const PROBLEMS: [(&str, &[(&str, &str)]); 8] = [
    ("english", &[]),
    ("english", &[("start", "0,2"), ("end", "any")]),
    (
        "french",
        &[("start", "2,3"), ("to", "  ...\n .....\n.......\n..o.o..\n.......\n .....\n  ...")],
    ),
    ("triangle15", &[]),
    ("triangle21", &[("start", "2,1"), ("end", "any")]),
    ("o.oo/oooo/oooo", &[]),
    ("triangle/   o/  o o/ o . o/o o o o", &[("end", "any")]),
    ("oooooooooooo.o", &[("end", "any")]),
];

fn read((word, rules): (&str, &[(&str, &str)])) -> Position {
    let rules: Values = rules.iter().copied().collect();
    let mut named = PegSolitaire.named(word, &rules).unwrap().unwrap();
    assert_eq!(named.len(), 1);
    named.remove(0).1
}

/// Positions of random play, the start among them.
fn walk(start: &Position, random: &mut SplitMix) -> Vec<Position> {
    let mut positions = vec![start.clone()];
    loop {
        let here = &positions[positions.len() - 1];
        let moves = PegSolitaire.moves(here);
        if moves.is_empty() {
            return positions;
        }
        let mv = &moves[random.below(moves.len())];
        positions.push(PegSolitaire.play(here, &mv.text).unwrap());
    }
}

fn walks() -> Vec<Position> {
    let mut random = SplitMix::new(3);
    let starts = PROBLEMS.map(read);
    starts
        .iter()
        .flat_map(|start| [walk(start, &mut random), walk(start, &mut random)].concat())
        .collect()
}

#[test]
fn what_is_written_is_read_back() {
    let positions = walks();
    assert!(positions.iter().any(|it| it.last().is_some()));
    for position in &positions {
        let text = PegSolitaire.write(position, "position").unwrap();
        let mut read = PegSolitaire.read(&text, &Values::default()).unwrap();
        assert_eq!(read.len(), 1);
        assert_eq!(&read.remove(0).1, position, "{text}");
    }
    // Several at once, as a file has them.
    let all: String = positions.iter().map(Position::to_string).collect();
    let read = PegSolitaire.read(&all, &Values::default()).unwrap();
    assert!(read.into_iter().map(|it| it.1).eq(positions));
}

#[test]
fn drawings_are_read_back_with_goal_and_last_peg() {
    for position in walks() {
        let drawing = PegSolitaire.write(&position, "drawing").unwrap();
        let read = PegSolitaire.read(&drawing, &Values::default()).unwrap().remove(0).1;
        assert_eq!(read, position, "{drawing}");
    }
}

#[test]
fn every_move_plays_and_no_other_jump_does() {
    for position in walks().into_iter().step_by(3) {
        let moves: Vec<String> =
            PegSolitaire.moves(&position).into_iter().map(|mv| mv.text).collect();
        let holes = position.board().holes();
        let mut legal = 0;
        for from in holes {
            for to in holes {
                let mv = format!("{from}-{to}");
                legal += usize::from(PegSolitaire.play(&position, &mv).is_ok());
            }
        }
        assert_eq!(legal, moves.len(), "{position}");
        assert!(moves.iter().all(|mv| PegSolitaire.play(&position, mv).is_ok()));
    }
}

#[test]
fn views_show_every_peg_once() {
    for position in walks() {
        let view = PegSolitaire.view(&position);
        assert_eq!(view.places.len(), position.board().holes().len());
        let pegs: usize = view.places.iter().map(|place| place.pieces.len()).sum();
        assert_eq!(pegs, position.pegs().count_ones() as usize);
        let ids: Vec<&str> = view.places.iter().map(|place| place.id.as_str()).collect();
        for mv in PegSolitaire.moves(&position) {
            assert!(ids.contains(&mv.from.as_str()) && ids.contains(&mv.to.as_str()));
        }
    }
}

fn end(position: &Position, engine: &str) -> (End, Option<Vec<String>>) {
    let loaded = KIT.read(&position.to_string(), &Values::default()).unwrap().remove(0);
    let setup = Setup { engine: Some(engine), ..Setup::default() };
    let engine = KIT.prepare(&setup).unwrap();
    let answer = engine.solve(&*loaded.position, &Limits::default(), &Cancel::new(), &mut ());
    let answer = answer.unwrap();
    (answer.end, answer.line.map(|line| line.notation()))
}

/// Positions that every engine solves at once.
fn late(positions: Vec<Position>) -> Vec<Position> {
    positions.into_iter().filter(|it| it.pegs().count_ones() <= 10).collect()
}

#[test]
fn judgements_agree_with_solving() {
    let (mut won, mut lost) = (0, 0);
    for position in late(walks()).into_iter().step_by(3) {
        let mut observer = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
        let judgement = PegSolitaire.judge(&position, None, &mut meter).unwrap();
        let wins = |position: &Position| match end(position, "best").0 {
            End::Solved { .. } => Verdict::Wins,
            End::Unsolvable { .. } => Verdict::Loses,
            other => panic!("{other:?}"),
        };
        assert_eq!(judgement.verdict, wins(&position), "{position}");
        for judged in &judgement.moves {
            let child = PegSolitaire.play(&position, &judged.mv).unwrap();
            assert_eq!(judged.verdict, wins(&child), "{position}{}", judged.mv);
            won += usize::from(judged.verdict == Verdict::Wins);
            lost += usize::from(judged.verdict == Verdict::Loses);
        }
    }
    assert!(5 < won && 20 < lost, "{won} moves win, {lost} lose");
}

#[test]
fn lines_replay_to_solutions() {
    let mut solved = 0;
    for position in late(walks()) {
        let (End::Solved { cost, .. }, Some(line)) = end(&position, "best") else { continue };
        let replay = PegSolitaire.replay(&position, &line.join(" "), &Values::default()).unwrap();
        assert_eq!((replay.refused, replay.unfinished), (None, None), "{position}");
        assert_eq!(replay.line.lengths().moves, cost, "{position}");
        assert!(PegSolitaire.is_solved(&replay.end));
        solved += 1;
    }
    assert!(10 < solved, "{solved}");
}

/// The fewest moves as the referee counts them, by trying everything.
fn fewest(referee: &Referee) -> Option<u32> {
    let here = referee.is_solved().then_some(referee.lengths().moves);
    let after = referee.jumps().into_iter().filter_map(|jump| {
        let mut after = referee.clone();
        after.play(&jump).unwrap();
        fewest(&after)
    });
    after.chain(here).min()
}

/// The peg that jumped last may jump on at no cost.
#[test]
fn moves_in_progress_are_finished_for_nothing() {
    let (mut solved, mut free) = (0, 0);
    for position in late(walks()).into_iter().filter(|it| it.pegs().count_ones() <= 7) {
        let known = fewest(&Referee::at(&position));
        for engine in ["best", "brute", "a-star"] {
            let found = match end(&position, engine).0 {
                End::Solved { cost, optimal: true } => Some(cost),
                End::Unsolvable { .. } => None,
                other => panic!("{other:?}"),
            };
            assert_eq!(found, known, "{engine}: {position}");
        }
        let anew = position.problem().ok().and_then(|problem| fewest(&Referee::new(&problem)));
        solved += usize::from(known.is_some());
        free += usize::from(known < anew);
    }
    assert!(5 < solved && 0 < free, "{solved} solved, {free} with a move in progress");
}

#[test]
fn positions_with_fewer_pegs_than_the_goal_are_lost() {
    let text = "square\noo.\ngoal 0,0 0,1\n";
    let position = PegSolitaire.read(text, &Values::default()).unwrap().remove(0).1;
    let after = PegSolitaire.play(&position, "00-02").unwrap();
    assert_eq!(after.to_string(), "square\n..o\ngoal 0,0 0,1\nmoving 0,2\nplayed 1 1\n");
    let (end, line) = end(&after, "best");
    let reason = Some("the goal has 2 pegs, more than the start with 1".to_owned());
    assert_eq!((end, line), (End::Unsolvable { reason }, None));
}

#[test]
fn texts_that_are_no_positions_are_refused_with_their_place() {
    let refused = |text: &str| {
        let fault = PegSolitaire.read(text, &Values::default()).map(|_| ()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Input);
        fault.to_string()
    };
    assert_eq!(
        refused("square\noo.\ngoal 0,3\n"),
        "line 3, column 6: the board has no hole 0,3: row 0 has columns 0, 1, 2"
    );
    assert_eq!(
        refused("oo.\ngoals 0,0\n"),
        "line 2, column 1: expected `goal any`, `goal 3,3`, `moving 3,3` or `played 1 2`, found `goals`"
    );
    assert_eq!(
        refused("square\noo.\ngoal any\ntriangle\n  o\no\n"),
        "line 6, column 1: the rows of a triangular board are staggered: expected a hole one place further left or right"
    );
    assert_eq!(
        refused("oo.\ngoal any\nmoving 0,2\n"),
        "hole number 2 has no peg that could be in the middle of a move"
    );
}

#[test]
fn unknown_settings_are_errors_that_list_the_known_ones() {
    let prepare = |engine: &str, settings: &[(&str, bool)]| {
        let settings = settings.iter().copied().collect();
        let setup = Setup { engine: Some(engine), settings: Some(&settings), ..Setup::default() };
        KIT.prepare(&setup).map(|_| ()).unwrap_err().message
    };
    assert_eq!(
        prepare("bfida", &[("one_way", true)]),
        "the engine bfida has no setting `one_way` (its settings: duplicate_detection, disk, disk_limit, keep, resume); engines that have it: brute"
    );
    assert_eq!(
        prepare("decide", &[("count", true)]),
        "the engine decide has no setting `count` (its settings: none); engines that have it: best"
    );
    assert_eq!(
        prepare("best", &[("keep", true)]),
        "disk_limit, keep and resume need a folder: disk"
    );
    assert!(prepare("astar", &[]).starts_with(
        "unknown engine `astar` (known: best, bd-bfida, bfida, brute, decide, staged, "
    ));
}

#[test]
fn rules_that_exclude_each_other_are_errors() {
    let named = |rules: &[(&str, &str)]| {
        let mut rules: Values = rules.iter().copied().collect();
        if rules.get("all").is_some() {
            rules.set("all", true);
        }
        PegSolitaire.named("english", &rules).unwrap().map(|it| it.len()).map_err(|it| it.message)
    };
    assert_eq!(named(&[("all", "")]), Ok(21));
    assert_eq!(
        named(&[("all", ""), ("end", "any")]),
        Err("all and end exclude each other".to_owned())
    );
    assert_eq!(
        named(&[("start", "3,3"), ("from", "o")]),
        Err("start and from exclude each other".to_owned())
    );
    assert_eq!(
        named(&[("end", "3,3"), ("to", "o")]),
        Err("end and to exclude each other".to_owned())
    );
    let another = Err("to: a drawing of another board: it has no hole 0,2".to_owned());
    assert_eq!(named(&[("to", "o")]), another);
}

#[test]
fn tables_and_reports_number_rows_and_columns() {
    let position = &KIT.read("o./ o", &Values::default()).unwrap()[0].position;
    assert_eq!(position.write("table").unwrap(), "   0 1\n0  o .\n1    o\n");
    let central =
        &KIT.read("square\n  ooo/  ooo/ooooooo/ooo.ooo/ooooooo/  ooo/  ooo", &Values::default());
    let central = &central.as_ref().unwrap()[0].position;
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    let report = central.report("analysis", &Values::default(), &mut meter).unwrap();
    // Eleven pagodas stand side by side, as many as fit on a line.
    let numbers = "   0  1  2  3  4  5  6";
    assert!(report.text.lines().any(|line| 2 < line.matches(numbers).count()), "{}", report.text);
    assert!(report.text.lines().skip(9).all(|line| line.len() <= 96), "{}", report.text);
}
