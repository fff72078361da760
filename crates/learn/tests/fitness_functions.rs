//! Fitness functions that a caller brings: what they see, what they decide, what ends a run.

use std::cell::RefCell;
use std::rc::Rc;

use patience_core::Cancel;
use patience_learn::{
    CurriculumKind, Evolution, FitnessFunction, Generation, Policies, Run as _, Sequential,
    Settings, Shape, Stopped, Trial,
};

use crate::common::curve::{self, policies, settings};

/// A function that notes how many searches it sees.
struct Function {
    judge: fn(&[Trial<'_>]) -> Result<f64, String>,
    seen: Rc<RefCell<Vec<usize>>>,
}

impl FitnessFunction for Function {
    fn fitness(&mut self, policy: &str, trials: &[Trial<'_>]) -> Result<f64, String> {
        assert!(policy.starts_with("format = 1\n"), "{policy}");
        self.seen.borrow_mut().push(trials.len());
        (self.judge)(trials)
    }
}

fn short() -> Settings {
    let settings = settings(Shape::Weights, CurriculumKind::Random);
    Settings { generations: 3, population: 6, ..settings }
}

fn step(run: &mut Evolution<Policies>) -> Result<Generation, Stopped> {
    curve::step(run, &Sequential, &Cancel::new())
}

fn judged(
    judge: fn(&[Trial<'_>]) -> Result<f64, String>,
) -> (Evolution<Policies>, Rc<RefCell<Vec<usize>>>) {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let mut species = policies(&short());
    species.fitness = Some(Box::new(Function { judge, seen: Rc::clone(&seen) }));
    (Evolution::begin(species), seen)
}

#[test]
fn the_built_in_fitness_as_a_function_changes_nothing() {
    let mean = |trials: &[Trial<'_>]| {
        Ok(trials.iter().map(|trial| trial.fitness).sum::<f64>() / trials.len() as f64)
    };
    let (mut run, seen) = judged(mean);
    let mut usual = Evolution::begin(policies(&short()));
    for _ in 0..3 {
        assert_eq!(step(&mut run), step(&mut usual));
    }
    assert_eq!(run.state(), usual.state());
    // Every genome once a generation, and the best one on the validation set.
    assert_eq!(seen.borrow().len(), 3 * (6 + 1));
}

#[test]
fn a_function_decides_what_is_best() {
    let (mut run, _) = judged(|trials| Ok(trials.iter().map(|it| it.attempt.nodes as f64).sum()));
    let log = step(&mut run).unwrap();
    assert!(1.0 < log.best, "{}", log.best);
}

#[test]
fn a_function_that_fails_ends_the_run_before_the_generation() {
    for (judge, message) in [
        ((|_: &[Trial<'_>]| Err("no".to_owned())) as fn(&[Trial<'_>]) -> _, "no"),
        (|_| Ok(f64::NAN), "expected 0 or more, found NaN"),
        (|_| Ok(-1.0), "expected 0 or more, found -1"),
    ] {
        let (mut run, _) = judged(judge);
        assert_eq!(step(&mut run).err(), Some(Stopped));
        assert_eq!(run.failure(), Some(format!("the fitness function: {message}").as_str()));
        assert_eq!(run.generation(), 0);
    }
}
