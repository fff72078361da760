//! The ranks of `mpirun`: they search together, or rank 0 hands out work to the others. Only rank 0 prints.

use clap::{Arg, ArgAction, ArgMatches, Command};
use patience_kit::{Fault, Ranks};
use patience_workbench::farm::{TaskFarm, WorkerPool, serve};
use serde_json::Value;

use crate::exit::Exit;
use crate::interrupt;
use crate::sources::failed;

/// The command with the flag. A program without MPI does not show it, and says why it cannot do it.
pub(crate) fn add(command: Command, help: &'static str) -> Command {
    command.arg(
        Arg::new("ranks")
            .long("ranks")
            .action(ArgAction::SetTrue)
            .hide(cfg!(not(feature = "mpi")))
            .help_heading("Limits")
            .help(help),
    )
}

/// The ranks, if the command line asks for them.
pub(crate) fn start(matches: &ArgMatches) -> anyhow::Result<Option<Ranks>> {
    if matches.get_flag("ranks") { begin().map(Some) } else { Ok(None) }
}

#[cfg(feature = "mpi")]
fn begin() -> anyhow::Result<Ranks> {
    Ok(patience_mpi::start()?)
}

#[cfg(not(feature = "mpi"))]
fn begin() -> anyhow::Result<Ranks> {
    Err(Exit::bad_input(anyhow::anyhow!(
        "--ranks: this program was built without the feature `mpi`; build it with \
         `cargo build --release -p patience-cli --features mpi`, which needs an MPI library and libclang"
    )))
}

/// What rank 0 says, on all ranks.
pub(crate) fn share(ranks: &Ranks, said: u64) -> anyhow::Result<u64> {
    let said = if ranks.rank() == 0 { said } else { 0 };
    Ok(ranks.exchange().all_reduce(&[said])?.first().copied().unwrap_or(0))
}

/// The part of this rank in a command whose work rank 0 hands out.
pub(crate) enum Part {
    /// It has the loop and the files.
    First(WorkerPool),
    /// It works on what it gets.
    Other(Ranks),
}

impl Part {
    /// The pool of this process: its threads, or the ranks if the command line asks for them.
    pub(crate) fn start(matches: &ArgMatches, threads: usize) -> anyhow::Result<Self> {
        Ok(start(matches)?.map_or(Self::First(WorkerPool::Threads(threads)), Self::of))
    }

    fn of(ranks: Ranks) -> Self {
        if ranks.rank() == 0 { Self::First(pool(ranks)) } else { Self::Other(ranks) }
    }
}

/// The pool of rank 0. The other ranks must [`work`].
pub(crate) fn pool(ranks: Ranks) -> WorkerPool {
    WorkerPool::Ranks(TaskFarm::new(ranks))
}

/// Works on what rank 0 sends. Rank 0 reports what goes wrong, and has the exit code: `mpirun` ends all ranks at the first that fails.
pub(crate) fn work<W: Fn(&str) -> Result<String, Fault>>(
    ranks: &Ranks,
    make: impl FnOnce(Value) -> Result<W, Fault>,
) -> anyhow::Result<Exit> {
    let cancel = interrupt::cancel_on_interrupt()?;
    serve(ranks, &cancel, make).map_err(failed)?;
    Ok(Exit::Done)
}

/// Refuses work whose description on rank 0 is not that of this rank.
pub(crate) fn check_same(theirs: &Value, own: &Value) -> Result<(), Fault> {
    if theirs == own {
        return Ok(());
    }
    Err(Fault::environment("it has another command line, or other files than rank 0"))
}
