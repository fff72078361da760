//! Programs that breed: what they are told, what is refused, who takes over, what ends a run.

use std::cell::RefCell;
use std::rc::Rc;

use patience_core::Cancel;
use patience_learn::{
    CurriculumKind, Evolution, Generation, Genome, Method, Mutator, Policies, Run as _,
    RunSettings as _, Sequential, Settings, Shape, Stopped, from_checkpoint, to_checkpoint,
};
use serde_json::{Value, json};

use crate::common::curve::{policies, settings, step};

/// What a make-believe program does with a request.
type Reply = fn(&Value) -> Option<String>;

/// A program that notes what it reads.
struct Script {
    reply: Reply,
    read: Rc<RefCell<Vec<Value>>>,
}

impl Mutator for Script {
    fn tell(&mut self, line: &str) -> Result<(), String> {
        assert!(!line.contains('\n'));
        self.read.borrow_mut().push(serde_json::from_str(line).unwrap());
        Ok(())
    }

    fn hear(&mut self, cancel: &Cancel) -> Result<Option<String>, String> {
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let read = self.read.borrow();
        (self.reply)(read.last().unwrap()).map(Some).ok_or_else(|| "it gave up".to_owned())
    }
}

fn short(genome: Shape) -> Settings {
    let settings = settings(genome, CurriculumKind::Random);
    Settings { puzzle: "countdown".to_owned(), generations: 4, population: 8, ..settings }
}

/// A run that a program breeds, and what the program reads.
fn bred(settings: &Settings, reply: Reply) -> (Evolution<Policies>, Rc<RefCell<Vec<Value>>>) {
    let read = Rc::new(RefCell::new(Vec::new()));
    let mut species = policies(settings);
    species.mutator = Some(Box::new(Script { reply, read: Rc::clone(&read) }));
    (Evolution::begin(species), read)
}

#[allow(clippy::unnecessary_wraps, reason = "it is the end of a reply")]
fn child(text: &str) -> Option<String> {
    Some(json!({ "child": text }).to_string())
}

/// The first parent as it is.
fn copy(request: &Value) -> Option<String> {
    child(request["parents"][0]["policy"].as_str().unwrap())
}

fn next(run: &mut Evolution<Policies>) -> Result<Generation, Stopped> {
    step(run, &Sequential, &Cancel::new())
}

#[test]
fn children_of_a_program_are_the_next_generation() {
    for method in [Method::Evolution, Method::HillClimbing] {
        let settings = Settings { method, offspring: 7, ..short(Shape::Policy) };
        let (mut run, read) = bred(&settings, copy);
        let mut before: Vec<Genome> = run.state().population.clone();
        while !run.is_over() {
            let line = next(&mut run).unwrap();
            // A program that copies its parents invents nothing.
            assert!(run.state().population.iter().all(|genome| before.contains(genome)));
            assert_eq!(run.state().population.len(), 8);
            before.clone_from(&run.state().population);
            let count = line.mutator.unwrap();
            assert_eq!((count.refused, count.replaced), (0, 0));
            assert!(serde_json::to_string(&line).unwrap().contains("\"mutator\":{\"children\":"));
        }
        let read = read.borrow();
        assert_eq!((&read[0]["protocol"], &read[0]["puzzle"]), (&1.into(), &"countdown".into()));
        assert_eq!(read[0]["features"][0]["name"], "Left");
        for request in &read[1..] {
            let parents = request["parents"].as_array().unwrap();
            let wanted = if request["operator"] == "crossover" { 2 } else { 1 };
            assert_eq!(parents.len(), wanted);
            for parent in parents {
                assert!((0.0..=1.0).contains(&parent["fitness"].as_f64().unwrap()));
                assert_eq!(parent["fired"].as_array().unwrap().len(), 6);
                assert!(parent["policy"].as_str().unwrap().starts_with("format = 1\n"));
            }
        }
    }
}

#[test]
fn refused_children_get_their_error_back_and_the_built_in_operator_takes_over() {
    let nonsense: Reply = |_| child("format = 1\npuzzle = \"countdown\"\nname = 5\n");
    let settings = short(Shape::Policy);
    let (mut run, read) = bred(&settings, nonsense);
    let line = next(&mut run).unwrap();
    let count = line.mutator.unwrap();
    assert!(0 < count.children);
    assert_eq!((count.refused, count.replaced), (4 * count.children, count.children));
    assert_eq!(run.state().population.len(), 8);
    let read = read.borrow();
    let left: Vec<&Value> = read[2..6].iter().map(|line| &line["left"]).collect();
    assert_eq!(left, [&json!(3), &json!(2), &json!(1), &json!(0)]);
    let message = "expected a name as text in quotes, found `5`";
    assert_eq!(read[2]["refused"], json!({ "line": 3, "column": 8, "message": message }));
    assert!(read.len() <= 6 || read[6].get("parents").is_some());
}

/// What is wrong with a text as a child of a run.
fn refusal(settings: &Settings, reply: Reply) -> String {
    let (mut run, read) = bred(settings, reply);
    next(&mut run).unwrap();
    let read = read.borrow();
    let refused = read.iter().find_map(|line| line.get("refused")).unwrap();
    format!("{}:{}: {}", refused["line"], refused["column"], refused["message"].as_str().unwrap())
}

const HEAD: &str = "format = 1\npuzzle = \"countdown\"\nname = \"x\"\n";

#[test]
fn children_that_are_no_genomes_of_the_run_are_refused() {
    let policy = short(Shape::Policy);
    let deep: Reply = |_| {
        let sum = ["1"; 9].join(" + ");
        child(&format!("{HEAD}[default]\nvalue = \"{sum}\"\n"))
    };
    let of = |settings: &Settings, reply| refusal(settings, reply);
    assert_eq!(of(&policy, deep), "4:1: the default: expected trees of depth 5 at most");
    let weights: Reply = |_| child(&format!("{HEAD}[default]\nweights = {{ Left = 1 }}\n"));
    assert_eq!(of(&policy, weights), "4:1: the default: expected a formula");
    let advisor: Reply = |_| child(&format!("{HEAD}[default]\nvalue = \"g\"\n"));
    assert_eq!(of(&policy, advisor), "4:1: the default: values may not use `g`");
    let rule: Reply = |_| {
        child(&format!(
            "{HEAD}[[rule]]\nif = \"g <= 1\"\nvalue = \"1\"\n[default]\nvalue = \"1\"\n"
        ))
    };
    assert_eq!(of(&short(Shape::Formula), rule), "4:1: expected at most 0 rules, found 1");
    let raw: Reply = |_| child(&format!("{HEAD}reading = \"raw\"\n[default]\nvalue = \"1\"\n"));
    assert_eq!(of(&policy, raw), "4:11: expected the reading and scale of the parents");
    let other: Reply = |_| child(&HEAD.replace("countdown", "chess"));
    assert_eq!(of(&policy, other), "2:10: there are no policies for the puzzle `chess`");
}

#[test]
fn garbage_and_the_end_of_a_program_stop_the_run_and_say_why() {
    let settings = short(Shape::Weights);
    let garbage: Reply = |_| Some("hello".to_owned());
    let end: Reply = |_| None;
    for (reply, message) in [
        (garbage, "the mutator: expected a line {\"child\": \"…\"}, found `hello`"),
        (end, "the mutator: it gave up"),
    ] {
        let (mut run, _) = bred(&settings, reply);
        let before = run.state().clone();
        assert_eq!(next(&mut run), Err(Stopped));
        assert_eq!(run.state(), &before);
        assert!(run.failure().unwrap().starts_with(message), "{:?}", run.failure());
    }
}

#[test]
fn a_run_with_a_program_can_be_resumed() {
    let settings = short(Shape::Policy);
    let (mut whole, _) = bred(&settings, copy);
    while !whole.is_over() {
        next(&mut whole).unwrap();
    }
    let (first, _) = bred(&settings, copy);
    let mut state = first.state().clone();
    loop {
        let mut species = policies(&settings);
        let read = from_checkpoint(&species, &to_checkpoint(&species, &state)).unwrap();
        species.mutator = Some(Box::new(Script { reply: copy, read: Rc::default() }));
        let mut run = Evolution::resume(species, read).unwrap();
        if run.is_over() {
            break;
        }
        next(&mut run).unwrap();
        state = run.state().clone();
    }
    // This program is a function of its last request, so even the result is the same.
    assert_eq!(&state, whole.state());
}

#[test]
fn settings_of_programs_are_checked() {
    let check = |settings: Settings| settings.check().unwrap_err().to_string();
    let with =
        |command: &str| Settings { mutator: Some(command.to_owned()), ..Settings::default() };
    assert_eq!(check(with(" ")), "mutator = \"\": expected a command line");
    let random = Settings { method: Method::RandomSearch, ..with("cat") };
    assert_eq!(check(random), "mutator = cat: random search breeds nothing");
    let never = Settings { mutator_seconds: Some(0.0), ..with("cat") };
    assert_eq!(check(never), "mutator_seconds = 0: expected a number above 0");
    assert_eq!(with("cat").check(), Ok(()));
    assert!(!Settings::default().to_text().contains("mutator"));
}
