use std::rc::Rc;

use patience_core::Cancel;
use patience_learn::{
    CurriculumKind, Evolution, Executor, Generation, Policies, Sequential, Settings, Shape, Stopped,
};

pub mod heaps {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heaps.rs"));
}

/// Weights for heaps.
pub fn settings() -> Settings {
    Settings {
        puzzle: "heaps".to_owned(),
        genome: Shape::Weights,
        curriculum: CurriculumKind::Random,
        population: 6,
        generations: 3,
        training: 20,
        validation: 4,
        ..Settings::default()
    }
}

/// A run that is evaluated on heaps.
pub fn policies(settings: Settings) -> Policies {
    Policies::new(settings, Rc::new(heaps::Heaps::new()))
}

/// The next generation of a run.
pub fn step(run: &mut Evolution<Policies>) -> Result<Generation, Stopped> {
    run.step(&mut Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () })
}
