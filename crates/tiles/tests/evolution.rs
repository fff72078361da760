//! Heuristics can be evolved for this puzzle.

use patience_core::{Cancel, Limits};
use patience_kit::Kit;
use patience_learn::{
    Evolution, Executor, Genome, Policies, Run as _, Scale, Sequential, Settings, Shape, Table,
    Value, Weights,
};
use patience_tiles::KIT;

fn settings() -> Settings {
    let settings = KIT.evolution(&Table::new()).unwrap();
    Settings { generations: 6, population: 20, training: 60, validation: 15, ..settings }
}

#[test]
fn genomes_of_every_shape_learn_to_beat_the_manhattan_distance() {
    for genome in [Shape::Weights, Shape::Formula, Shape::Policy] {
        let settings = Settings { genome, ..settings() };
        let arena = KIT.arena(&settings).unwrap();
        let cancel = Cancel::new();
        let mut run = Evolution::begin(Policies::new(settings, arena.into()));
        let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
        while !run.is_over() {
            run.step(&mut executor).unwrap();
        }
        let (_, champion) = run.state().memory.champion.as_ref().unwrap();
        assert!(0.5 < champion.validation.fitness, "{genome:?}: {champion:?}");
    }
}

#[test]
fn a_genome_that_is_the_manhattan_distance_does_what_the_baseline_does() {
    let arena = KIT.arena(&Settings { scale: Scale::Counts, ..settings() }).unwrap();
    let feature_set = arena.feature_set();
    let manhattan = feature_set.find("Manhattan").unwrap();
    let weights = feature_set.weighted().iter().map(|&at| f64::from(u8::from(at == manhattan)));
    let weights = Weights::new(weights.collect(), feature_set).unwrap();
    let genome = Genome { rules: Vec::new(), default: Value::Weights(weights) };
    for case in arena.cases().into_iter().take(20) {
        let (limits, cancel) = (Limits::default(), Cancel::new());
        let attempt = arena.attempt(&genome, case, &limits, &cancel);
        let baseline = arena.baseline(case, &limits, &cancel);
        assert!(baseline.is_solved());
        assert_eq!((attempt.nodes, attempt.length), (baseline.nodes, baseline.length));
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    for (key, value, fault) in [
        ("engine", "beam", "setting search.engine: expected \"ida-star\", found \"beam\""),
        (
            "width",
            "3",
            "setting search.width: unknown setting `width` (known: engine, heuristic, step, table)",
        ),
    ] {
        let mut settings = settings();
        settings.search.insert(key.to_owned(), value.into());
        assert_eq!(KIT.arena(&settings).err().unwrap().to_string(), fault);
    }
    let settings = Settings { avoid: vec!["Corners".to_owned()], ..settings() };
    assert!(KIT.arena(&settings).is_err());
}
