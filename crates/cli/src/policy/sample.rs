//! How often each rule of a policy decides: found by solving some deals or boards.

use anyhow::Context;
use patience_catalog::policy::Policy;
use patience_core::{Cancel, Limits};
use patience_kit::{End, Setup, Values};
use patience_workbench::batch;
use serde::Serialize;

use crate::args::ShowPolicy;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::grouped;
use crate::progress::Progress;
use crate::sources::{Instance, Sources, failed};

/// The deals, and the boards, that a policy is tried on if nobody names others.
const USUAL_DEALS: &str = "1..=20";
const USUAL_BOARDS: &str = "JAM01..=JAM40";

/// The most memory that searches take, all of them together.
const MEMORY: u64 = 2 << 30;

/// What became of the instances that a policy was tried on. Its fields are file format.
#[derive(Debug, Serialize)]
pub(super) struct Sample {
    pub(super) engine: &'static str,
    /// The most nodes that an instance was given.
    pub(super) nodes: u64,
    pub(super) instances: u64,
    pub(super) solved: u64,
    /// Nodes of all of them.
    pub(super) expanded: u64,
    /// How often each rule decided, and, last, the default.
    pub(super) fired: Vec<u64>,
    /// Whether all instances were searched.
    #[serde(skip)]
    pub(super) is_whole: bool,
}

impl Sample {
    /// Solves the sample with the engine that the policy is made for.
    pub(super) fn of(policy: &Policy, args: &ShowPolicy) -> anyhow::Result<Self> {
        let kit = patience_workbench::find(&policy.file().puzzle).map_err(failed)?;
        let guide =
            patience_kit::Policy::new(policy.file().clone(), kit).map_err(Exit::bad_input)?;
        let setup = Setup { policy: Some(&guide), ..Setup::default() };
        let engine = kit.prepare(&setup).map_err(failed)?;
        let usual = if kit.numbers().is_some() { USUAL_DEALS } else { USUAL_BOARDS };
        let arguments =
            if args.sample.is_empty() { vec![usual.to_owned()] } else { args.sample.clone() };
        let instances = Sources::of(kit, Values::default(), &arguments)?;
        let (total, instances) = (instances.count(), instances.instances());
        let solve = |instance: anyhow::Result<Instance>, limits: &Limits, cancel: &Cancel| {
            let Instance { name, position } = instance?;
            let answer = engine.solve(&*position, limits, cancel, &mut ()).map_err(failed);
            let answer = answer.with_context(|| name)?;
            Ok((matches!(answer.end, End::Solved { .. }), answer.stats.expanded))
        };
        let sample = Self::solve(policy, args, instances, total, solve)?;
        Ok(Self { fired: guide.fired(), ..sample })
    }

    fn solve<T: Send>(
        policy: &Policy,
        args: &ShowPolicy,
        instances: impl Iterator<Item = T> + Send,
        total: u64,
        solve: impl Fn(T, &Limits, &Cancel) -> anyhow::Result<(bool, u64)> + Sync,
    ) -> anyhow::Result<Self> {
        let threads = batch::threads(args.threads, total);
        let memory = Some(MEMORY / threads as u64);
        let limits = Limits { nodes: Some(args.nodes), time: None, memory };
        let cancel = interrupt::cancel_on_interrupt()?;
        // A spinner would show nothing: there is no search to watch if there are several.
        let progress = Progress::new(total, args.quiet);
        let mut sample = Self {
            engine: policy.plan().engine,
            nodes: args.nodes,
            instances: 0,
            solved: 0,
            expanded: 0,
            fired: Vec::new(),
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
        sample.fired = policy.fired();
        Ok(sample)
    }
}
