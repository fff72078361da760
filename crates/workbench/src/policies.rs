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
///
/// ```
/// use patience_learn::{FitnessFunction, Table, Trial};
/// use patience_workbench::evolution::settings;
/// use patience_workbench::find;
/// use patience_workbench::policies::{Hooks, kit_policies};
///
/// /// Counts the cases that are solved.
/// struct Solved;
///
/// impl FitnessFunction for Solved {
///     fn fitness(&mut self, _: &str, trials: &[Trial<'_>]) -> Result<f64, String> {
///         Ok(trials.iter().filter(|trial| trial.attempt.length.is_some()).count() as f64)
///     }
/// }
///
/// let changes: Table = "fitness = 'solved'".parse().expect("it is TOML");
/// let settings = settings("tiles", changes)?;
/// let hooks = Hooks { fitness: Some(Box::new(Solved)), ..Hooks::default() };
/// assert!(kit_policies(find("tiles")?, settings.clone(), hooks)?.fitness.is_some());
/// // Nobody continues the run without the function.
/// assert!(kit_policies(find("tiles")?, settings, Hooks::default()).is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Default)]
pub struct Hooks {
    /// Breeds, instead of the program that the setting `mutator` names.
    pub mutator: Option<Box<dyn Mutator>>,
    /// Judges, under the name that the setting `fitness` gives.
    pub fitness: Option<Box<dyn FitnessFunction>>,
}

/// Policies of a puzzle.
///
/// ```
/// use patience_learn::{Evolution, Run as _, Table};
/// use patience_workbench::evolution::settings;
/// use patience_workbench::find;
/// use patience_workbench::policies::{Hooks, kit_policies};
///
/// let settings = settings("tiles", Table::new())?;
/// let policies = kit_policies(find("tiles")?, settings.clone(), Hooks::default())?;
/// assert!(!Evolution::begin(policies).is_over());
/// // Settings name their puzzle.
/// assert!(kit_policies(find("peg")?, settings, Hooks::default()).is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// use patience_learn::{Evolution, Run as _, Table};
/// use patience_workbench::evolution::{arena, settings};
/// use patience_workbench::policies::{Hooks, policies};
///
/// // Any arena will do; this is that of a puzzle.
/// let settings = settings("tiles", Table::new())?;
/// let arena = arena(&settings)?.into();
/// let policies = policies(settings, arena, Hooks::default())?;
/// assert!(policies.program.starts_with("patience "));
/// assert!(!Evolution::begin(policies).is_over());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn policies(settings: Settings, arena: Rc<dyn Arena>, hooks: Hooks) -> Result<Policies, Fault> {
    let feature_set = arena.feature_set();
    let is_narrow =
        feature_set.weighted().len() + settings.avoid.len() < feature_set.features().len();
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
