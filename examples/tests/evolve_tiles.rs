//! A heuristic can be bred for a puzzle that nobody foresaw.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

#[allow(dead_code, unreachable_pub, reason = "a program in its own right")]
#[path = "../evolve_tiles.rs"]
mod evolve_tiles;

use evolve_tiles::{Shuffled, settings};
use patience_core::Cancel;
use patience_learn::{Alone, Evolution, Shape};

#[test]
fn genomes_of_every_shape_learn_to_beat_iterative_deepening() {
    for genome in [Shape::Weights, Shape::Formula, Shape::Policy] {
        let mut settings = settings();
        settings.genome = genome;
        settings.generations = 6;
        let arena = Shuffled::new(&settings).unwrap();
        let cancel = Cancel::new();
        let mut run = Evolution::begin(&settings, &arena, &Alone, &cancel, &mut ()).unwrap();
        while !run.is_over() {
            run.step(&mut ()).unwrap();
        }
        let (_, champion) = run.state().champion.as_ref().unwrap();
        assert!(0.5 < champion.validation.fitness, "{genome:?}: {champion:?}");
    }
}
