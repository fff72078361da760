//! Batches on the ranks of `mpirun`: all of them search each instance together, or rank 0 hands out the instances.

use anyhow::anyhow;
use patience_core::Limits;
use patience_kit::{Fault, Kit, Loaded, Ranks, Solve, Values};
use patience_workbench::farm::WorkerPool;
use patience_workbench::{Instance, Instances};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::options::OutputArgs;
use super::solved::{Message, Printing};
use crate::exit::Exit;
use crate::{interrupt, journal, ranks};

/// What this rank does in a batch.
pub(super) enum Mode {
    /// It searches every instance with the others.
    Together {
        /// The engine, which uses the ranks.
        engine: Box<dyn Solve>,
        /// The instances.
        instances: Instances,
    },
    /// It hands out the instances.
    First {
        /// All ranks.
        pool: WorkerPool,
        /// The instances.
        instances: Instances,
    },
    /// It searches what it gets.
    Other,
    /// Nothing: rank 0 has failed.
    Nothing,
}

/// What rank 0 has decided.
const FAILED: u64 = 0;
const TOGETHER: u64 = 1;
const HAND_OUT: u64 = 2;

/// Decides what the ranks do: rank 0 does, by its engine and the number of instances.
pub(super) fn mode(
    ranks: &Ranks,
    output: &OutputArgs,
    prepare: impl FnOnce() -> anyhow::Result<Box<dyn Solve>>,
    read: impl FnOnce() -> anyhow::Result<Instances>,
) -> anyhow::Result<Mode> {
    let engine = prepare().and_then(|engine| {
        let name = engine.about().name;
        let refused = || {
            Exit::bad_input(anyhow!(
                "the engine {name} uses ranks for batches of several instances only"
            ))
        };
        if engine.runs_on_ranks() { Ok(engine) } else { Err(refused()) }
    });
    if ranks.rank() == 0 {
        let decided = decide(output, engine, read);
        let code = match &decided {
            Ok((Some(_), _)) => TOGETHER,
            Ok((None, _)) => HAND_OUT,
            Err(_) => FAILED,
        };
        ranks::share(ranks, code)?;
        return match decided? {
            (Some(engine), instances) => together(ranks, Ok((engine, instances))),
            (None, instances) => {
                let pool = ranks::pool(ranks.clone());
                Ok(Mode::First { pool, instances })
            }
        };
    }
    match ranks::share(ranks, FAILED)? {
        TOGETHER => together(ranks, engine.and_then(|engine| Ok((engine, read()?)))),
        HAND_OUT => Ok(Mode::Other),
        _ => Ok(Mode::Nothing),
    }
}

/// The instances, and the engine if the ranks search together.
fn decide(
    output: &OutputArgs,
    engine: anyhow::Result<Box<dyn Solve>>,
    read: impl FnOnce() -> anyhow::Result<Instances>,
) -> anyhow::Result<(Option<Box<dyn Solve>>, Instances)> {
    let instances = read()?;
    match engine {
        Ok(engine) if output.out.is_some() => {
            let name = engine.about().name;
            Err(Exit::bad_input(anyhow!(
                "--out does not apply to the engine {name} on ranks, which search one instance together"
            )))
        }
        Ok(engine) => Ok((Some(engine), instances)),
        // There is nothing to hand out.
        Err(error) if instances.count() == 1 => Err(error),
        Err(_) if output.has_threads() => Err(Exit::bad_input(anyhow!(
            "--threads does not apply to a batch on ranks: each of them searches one instance at a time"
        ))),
        // An engine that is wrong in itself is reported when it is prepared without ranks.
        Err(_) => Ok((None, instances)),
    }
}

/// The ranks search together if all of them are ready.
fn together(
    ranks: &Ranks,
    ready: anyhow::Result<(Box<dyn Solve>, Instances)>,
) -> anyhow::Result<Mode> {
    let failed = ranks.exchange().all_reduce(&[u64::from(ready.is_err())])?;
    let (engine, instances) = ready?;
    if failed.first() != Some(&0) {
        return Err(anyhow!("another rank has failed: its message says why"));
    }
    Ok(Mode::Together { engine, instances })
}

/// What all ranks must agree in.
pub(super) fn description(engine: &dyn Solve, limits: &Limits) -> Value {
    json!({ "search": engine.identity(), "limits": journal::limits(limits) })
}

/// Searches the instances that rank 0 sends.
pub(super) fn work(
    ranks: &Ranks,
    kit: &'static dyn Kit,
    prepare: impl FnOnce() -> Result<Box<dyn Solve>, Fault>,
    (output, format, no_times): (&OutputArgs, Option<&str>, bool),
) -> anyhow::Result<Exit> {
    let cancel = interrupt::cancel_on_interrupt()?;
    ranks::work(ranks, |theirs| {
        let engine = prepare()?;
        let limits = output.limits.limits(1, engine.about().default_nodes);
        ranks::check_same(&theirs, &description(&*engine, &limits))?;
        Ok(move |item: &str| {
            let printing = Printing { kit, engine: &*engine, output, format, no_times };
            let item: Item = serde_json::from_str(item).map_err(Fault::environment)?;
            let instance = item.instance(kit)?;
            let solved = printing.solve(&instance, false, &limits, &cancel, &mut ());
            let solved = solved.map_err(|error| Fault::environment(format_args!("{error:#}")))?;
            serde_json::to_string(&Message::from(solved)).map_err(Fault::environment)
        })
    })
}

/// An instance as another rank gets it.
#[derive(Serialize, Deserialize)]
pub(super) struct Item {
    name: String,
    position: Value,
    /// Of the position with its rules.
    fingerprint: String,
}

impl From<&Instance> for Item {
    fn from(instance: &Instance) -> Self {
        let (name, fingerprint) = (instance.name.clone(), instance.fingerprint());
        Self { name, position: instance.position.json(), fingerprint }
    }
}

impl Item {
    fn instance(self, kit: &dyn Kit) -> Result<Instance, Fault> {
        let Self { name, position, fingerprint } = self;
        let loaded = kit.read(&position.to_string(), &Values::default())?;
        let other = || Fault::environment(format_args!("{name} is not what rank 0 has sent"));
        let [Loaded { position, .. }] = <[Loaded; 1]>::try_from(loaded).map_err(|_| other())?;
        let instance = Instance { name: name.clone(), position };
        if instance.fingerprint() == fingerprint { Ok(instance) } else { Err(other()) }
    }
}
