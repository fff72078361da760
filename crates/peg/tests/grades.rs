//! The measure behind grades, on a problem whose choices follow by hand; minimal problems are minimal.

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{Graded, Kit as _, Position, Setup, Values};
use patience_peg::KIT;

fn graded(position: &dyn Position) -> Option<Graded> {
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    position.grade(&mut meter).unwrap()
}

/// The first problems of the generator with these settings.
fn generated(count: usize, settings: &Values) -> Vec<Box<dyn Position>> {
    let jobs = KIT.jobs();
    let job = jobs.iter().find(|job| job.about().verb == "generate").unwrap();
    let mut settings = settings.clone();
    settings.set("count", count);
    let (work, mut gather) = job.start(&settings).unwrap();
    let mut made = Vec::new();
    for unit in 0.. {
        let result = work.work(unit, &Limits::default(), &Cancel::new()).unwrap().unwrap();
        let taken = gather.take(unit, result).unwrap();
        made.extend(taken.items.into_iter().filter_map(|item| item.position));
        if taken.is_enough {
            break;
        }
    }
    made
}

#[test]
fn bits_count_the_choices_of_a_solution() {
    // Three pegs in a row of five holes: one of two jumps leads on, and then the only one does.
    let problem = KIT.read("square\n.oo.o\ngoal 0,4\n", &Values::default()).unwrap();
    let legal = problem[0].position.moves();
    assert_eq!(legal.len(), 2);
    let graded = graded(&*problem[0].position);
    // 01-03 leaves pegs in 3 and 4, and 04 cannot be reached: 03 jumps away from it. 02-00 leaves 0 and 4.
    assert!(graded.is_none());
    let problem = KIT.read("square\n.oo.o\ngoal 0,2\n", &Values::default()).unwrap();
    let graded = self::graded(&*problem[0].position).unwrap();
    assert!((graded.values[1] - 2.0).abs() < 1e-9);
    // Of 01-03 and 02-00 only the first wins; then 04-02 and 03-05 would be jumps, but there is no hole 5.
    assert!((graded.values[0] - 1.0).abs() < 1e-9, "{}", graded.values[0]);
}

#[test]
fn no_part_of_a_minimal_problem_can_be_played_to_its_end() {
    let engine = KIT.prepare(&Setup { engine: Some("iterative"), ..Setup::default() }).unwrap();
    let solved = |text: &str| {
        let position = &KIT.read(text, &Values::default()).unwrap()[0].position;
        let answer = engine.solve(&**position, &Limits::default(), &Cancel::new(), &mut ());
        answer.unwrap().line.is_some()
    };
    let settings = Values::from_iter([("pegs", "5")]);
    for problem in generated(2, &settings) {
        let text = problem.write("position").unwrap();
        assert!(solved(&text), "{text}");
        let pegs: Vec<usize> = text
            .char_indices()
            .skip("square".len())
            .filter(|&(at, letter)| letter == 'o' && at < text.find("goal").unwrap())
            .map(|(at, _)| at)
            .collect();
        assert_eq!(pegs.len(), 5);
        for left_out in 1..(1_u32 << pegs.len()) - 1 {
            let mut part = text.clone().into_bytes();
            for (at, &peg) in pegs.iter().enumerate() {
                if left_out >> at & 1 == 1 {
                    part[peg] = b'.';
                }
            }
            let part = String::from_utf8(part).unwrap();
            assert!(!solved(&part), "{part} is part of\n{text}");
        }
    }
}

#[test]
fn generated_problems_have_the_pegs_and_the_end_that_were_asked_for() {
    let settings = Values::from_iter([
        ("board", "triangle15".into()),
        ("end", "0,0".into()),
        ("pegs", "9..=12".into()),
        ("any", serde_json::Value::Bool(true)),
    ]);
    for problem in generated(5, &settings) {
        let json = problem.json();
        let pegs = json["pegs"].as_array().unwrap().len();
        assert!((9..=12).contains(&pegs) && json["goal"] == "0,0", "{json}");
    }
}
