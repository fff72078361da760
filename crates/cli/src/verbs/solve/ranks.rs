//! Searches across the ranks of `mpirun`: all of them search together, and rank 0 prints.

use anyhow::anyhow;
use clap::{ArgMatches, Command};
use patience_kit::{Ranks, Solve};

use crate::exit::Exit;

/// The command with the flag, where the program was built with MPI.
#[cfg(feature = "mpi")]
pub(super) fn add(command: Command) -> Command {
    use clap::{Arg, ArgAction};
    command.arg(
        Arg::new("ranks")
            .long("ranks")
            .action(ArgAction::SetTrue)
            .conflicts_with_all(["out", "animate"])
            .help_heading("Limits")
            .help("Search on all ranks of mpirun together; the memory limit is that of one rank"),
    )
}

#[cfg(not(feature = "mpi"))]
pub(super) fn add(command: Command) -> Command {
    command
}

/// The ranks, if the command line asks for them.
#[cfg(feature = "mpi")]
pub(super) fn start(matches: &ArgMatches) -> anyhow::Result<Option<Ranks>> {
    Ok(matches.get_flag("ranks").then(patience_mpi::start).transpose()?)
}

#[cfg(not(feature = "mpi"))]
#[allow(clippy::unnecessary_wraps, reason = "MPI may fail")]
pub(super) fn start(_: &ArgMatches) -> anyhow::Result<Option<Ranks>> {
    Ok(None)
}

/// Refuses engines that would search on every rank by themselves.
pub(super) fn check(ranks: Option<&Ranks>, engine: &dyn Solve) -> anyhow::Result<()> {
    if ranks.is_some() && !engine.runs_on_ranks() {
        let name = engine.about().name;
        return Err(Exit::bad_input(anyhow!("the engine {name} does not run on ranks")));
    }
    Ok(())
}
