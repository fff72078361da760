//! How often each rule of a policy decides on a sample of instances.

use anyhow::anyhow;
use patience_core::{Cancel, Limits};
use patience_kit::{End, Kit, Policy, Setup, Values};
use patience_learn::GenomeFile;
use patience_workbench::{Instances, batch};
use serde::Serialize;

use super::ShowPolicy;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::grouped;
use crate::progress::Progress;
use crate::sources::{add_argument, failed};

/// The memory of all searches together.
const MEMORY: u64 = 2 << 30;

/// The result of a sample. Its fields are file format.
#[derive(Debug, Serialize)]
pub(crate) struct Sample {
    pub(crate) engine: &'static str,
    /// The node limit of an instance.
    pub(crate) nodes: u64,
    pub(crate) instances: u64,
    pub(crate) solved: u64,
    /// Nodes of all searches.
    pub(crate) expanded: u64,
    /// How often each rule decided; the default last.
    pub(crate) fired: Vec<u64>,
    /// What several instances are called.
    #[serde(skip)]
    pub(crate) many: &'static str,
    /// Whether all instances were searched.
    #[serde(skip)]
    pub(crate) is_whole: bool,
}

impl Sample {
    /// Solves the sample with the engine that the policy was made for.
    pub(super) fn of(
        kit: &'static dyn Kit,
        file: &GenomeFile,
        args: &ShowPolicy,
    ) -> anyhow::Result<Self> {
        let policy = Policy::new(file.clone(), kit).map_err(Exit::bad_input)?;
        let setup = Setup { policy: Some(&policy), ..Setup::default() };
        let engine = kit.prepare(&setup).map_err(failed)?;
        let about = kit.about();
        let arguments = match kit.sample() {
            _ if !args.sample.is_empty() => args.sample.clone(),
            Some(usual) => vec![usual],
            None => {
                let error = anyhow!("{} has no default sample: use --sample", about.name);
                return Err(Exit::bad_input(error));
            }
        };
        let mut instances = Instances::new(kit, Values::default());
        for argument in &arguments {
            add_argument(&mut instances, argument)?;
        }
        let total = instances.count();
        let sample = Self::solve(
            (policy.engine(), about.many),
            args,
            instances.into_iter(),
            total,
            |instance, limits, cancel| {
                let position = instance.map_err(failed)?.position;
                let answer = engine.solve(&*position, limits, cancel, &mut ()).map_err(failed)?;
                Ok((matches!(answer.end, End::Solved { .. }), answer.stats.expanded))
            },
        )?;
        Ok(Self { fired: policy.fired(), ..sample })
    }

    /// Solves instances on several threads; `solve` returns whether one is solved, and its nodes.
    pub(crate) fn solve<T: Send>(
        (engine, many): (&'static str, &'static str),
        args: &ShowPolicy,
        instances: impl Iterator<Item = T> + Send,
        total: u64,
        solve: impl Fn(T, &Limits, &Cancel) -> anyhow::Result<(bool, u64)> + Sync,
    ) -> anyhow::Result<Self> {
        let threads = batch::threads(args.threads, total);
        let memory = Some(MEMORY / threads as u64);
        let limits = Limits { nodes: Some(args.nodes), time: None, memory };
        let cancel = interrupt::cancel_on_interrupt()?;
        let progress = Progress::new(total, args.quiet);
        let mut sample = Self {
            engine,
            nodes: args.nodes,
            instances: 0,
            solved: 0,
            expanded: 0,
            fired: Vec::new(),
            many,
            is_whole: false,
        };
        let ended: anyhow::Result<bool> = batch::in_order(
            instances,
            threads,
            || cancel.is_cancelled(),
            |instance| solve(instance, &limits, &cancel),
            |solved| {
                let (is_solved, expanded) = solved?;
                sample.instances += 1;
                sample.solved += u64::from(is_solved);
                sample.expanded += expanded;
                progress.advance(|| format!("{} solved", grouped(sample.solved)));
                Ok(())
            },
        );
        progress.finish();
        sample.is_whole = ended? && !cancel.is_cancelled();
        Ok(sample)
    }
}
