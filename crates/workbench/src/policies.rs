//! Runs of policies: on the fitness cases of a puzzle or of a caller, with programs or functions that breed and judge.

use std::rc::Rc;

use patience_kit::{Fault, Kit};
use patience_learn::{
    Arena, FitnessFunction, Mutator, Policies, Settings, Table, Terminals, TomlValue,
};

use crate::program::Program;

/// The default time limit of an answer of a program that breeds, in seconds.
const MUTATOR_SECONDS: f64 = 60.0;

/// What a caller brings to a run. The settings name each, so that nobody continues the run without it.
#[derive(Default)]
pub struct Hooks {
    /// Breeds, instead of the program that the setting `mutator` names.
    pub mutator: Option<Box<dyn Mutator>>,
    /// Judges, under the name that the setting `fitness` gives.
    pub fitness: Option<Box<dyn FitnessFunction>>,
}

/// Policies of a puzzle.
pub fn kit_policies(kit: &dyn Kit, settings: Settings, hooks: Hooks) -> Result<Policies, Fault> {
    let puzzle = kit.about().name;
    if settings.puzzle != puzzle {
        return Err(Fault::input(format_args!(
            "the settings are for {}, not for {puzzle}",
            settings.puzzle
        )));
    }
    let arena = kit.arena(&settings)?;
    let mut policies = policies(settings, arena.into(), hooks)?;
    retain_known(&mut policies.search, kit);
    Ok(policies)
}

/// Policies on the fitness cases of an arena.
pub fn policies(settings: Settings, arena: Rc<dyn Arena>, hooks: Hooks) -> Result<Policies, Fault> {
    let lexicon = arena.lexicon();
    let is_narrow = lexicon.weighted().len() + settings.avoid.len() < lexicon.words().len();
    if settings.terminals == Some(Terminals::All) && settings.has_weights() && is_narrow {
        return Err(Fault::input(format_args!(
            "terminals = \"all\": in {}, only heuristics have weights; use formulas",
            settings.puzzle
        )));
    }
    match (&settings.fitness, &hooks.fitness) {
        (Some(name), None) => {
            return Err(Fault::input(format_args!(
                "fitness = \"{name}\": this run needs its fitness function, which is not here"
            )));
        }
        (None, Some(_)) => return Err(Fault::input("the settings name no fitness function")),
        _ => {}
    }
    if settings.mutator.is_none() && hooks.mutator.is_some() {
        return Err(Fault::input("the settings name no mutator"));
    }
    let program = settings.mutator.as_deref().map(|command| {
        let seconds = settings.mutator_seconds.unwrap_or(MUTATOR_SECONDS);
        Box::new(Program::new(command, seconds)) as Box<dyn Mutator>
    });
    let mut policies = Policies::new(settings, arena);
    policies.program = format!("patience {}", env!("CARGO_PKG_VERSION"));
    policies.mutator = hooks.mutator.or(program);
    policies.fitness = hooks.fitness;
    Ok(policies)
}

/// Keeps the settings of a search that the engine knows. Others choose the fitness cases.
fn retain_known(search: &mut Table, kit: &dyn Kit) {
    let named = search.get("engine").and_then(TomlValue::as_str);
    let name = named.unwrap_or(kit.policy_engine());
    let engine = kit.engines().into_iter().find(|engine| engine.name == name);
    let fields = engine.map(|engine| engine.settings).unwrap_or_default();
    search.retain(|key, _| key == "engine" || fields.iter().any(|field| field.name == key));
}
