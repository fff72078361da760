//! The program `patience`: arguments in, reports out.

mod args;
mod exit;
mod flags;
mod input;
mod interrupt;
mod journal;
mod output;
mod pictures;
mod progress;
mod ranks;
mod resume;
mod sheet;
mod shell;
mod sources;
mod values;
mod verbs;
mod version;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use patience_kit::{Evolvable, Job, Kit};
use patience_workbench::evolution::evolvables;
use patience_workbench::kits;

use crate::args::{Cli, Command, ShowPuzzle};
use crate::exit::Exit;
use crate::verbs::{VERBS, Verb, evolve, job};

fn main() -> ExitCode {
    let args = verbs::play::with_puzzle(std::env::args_os().collect());
    if let Some(error) = verbs::play::missing_file(&args) {
        return exit::report(Exit::from(Exit::bad_input(anyhow::anyhow!(error))));
    }
    let is_verbose = args.iter().any(|arg| arg == "--verbose");
    let matches = match command_for(&args).try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) if is_verbose && error.kind() == ErrorKind::DisplayVersion => {
            return exit::report(shell::print(&version::verbose()));
        }
        Err(error) => return exit::report(shell::help_or_error(&error)),
    };
    let result = match run_verb(&matches) {
        Some(result) => result,
        None => Cli::from_arg_matches(&matches).map_or_else(|error| error.exit(), run_command),
    };
    exit::report(result.unwrap_or_else(Exit::from))
}

/// The command line that these arguments need: if they name a verb and a puzzle, the subcommands of other verbs and puzzles, which take milliseconds
/// to describe, are left out.
fn command_for(args: &[OsString]) -> clap::Command {
    let name = |at: usize| args.get(at).and_then(|arg| arg.to_str());
    let described = name(1).zip(name(2)).and_then(|(verb, puzzle)| {
        let is_job = job::jobs().any(|job| (job.about().verb, job.about().name) == (verb, puzzle));
        let verb = VERBS.iter().find(|known| known.name == verb && !is_job)?;
        let kit = kits().iter().find(|kit| kit.about().name == puzzle)?;
        Some((verb.name, describe(verb, *kit)?))
    });
    match described {
        Some((verb, puzzle)) => Cli::command().mut_subcommand(verb, |verb| verb.subcommand(puzzle)),
        None => command(),
    }
}

/// The subcommand of a verb for a puzzle, if it has one.
fn describe(verb: &Verb, kit: &'static dyn Kit) -> Option<clap::Command> {
    // Groups of arguments bring a description of their own.
    Some((verb.command)(kit)?.about(kit.about().title).long_about(None))
}

/// The command line: verbs that take a puzzle have a subcommand for every kit.
pub(crate) fn command() -> clap::Command {
    let mut command = Cli::command();
    for verb in &VERBS {
        command = command.mut_subcommand(verb.name, |command| {
            command.subcommands(kits().iter().filter_map(|kit| describe(verb, *kit)))
        });
    }
    for evolvable in evolvables() {
        command = command
            .mut_subcommand(evolve::NAME, |command| command.subcommand(evolve::command(evolvable)));
    }
    for job in job::jobs() {
        let verb = job.about().verb;
        command = command.mut_subcommand(verb, |command| command.subcommand(job::command(job)));
    }
    command
}

/// Runs a verb on a kit, a job, or an evolution; `None` for other commands.
fn run_verb(matches: &clap::ArgMatches) -> Option<anyhow::Result<Exit>> {
    let (verb, matches) = matches.subcommand()?;
    let (puzzle, matches) = matches.subcommand()?;
    let is_job = |job: &&dyn Job| (job.about().verb, job.about().name) == (verb, puzzle);
    if let Some(job) = job::jobs().find(is_job) {
        return Some(job::run(job, matches));
    }
    let is_meant = |it: &&dyn Evolvable| (evolve::NAME, it.about().name) == (verb, puzzle);
    if let Some(evolvable) = evolvables().find(is_meant) {
        return Some(evolve::run(evolvable, matches));
    }
    let verb = VERBS.iter().find(|known| known.name == verb)?;
    let kit = patience_workbench::find(puzzle).ok()?;
    Some((verb.run)(kit, matches))
}

fn run_command(cli: Cli) -> anyhow::Result<Exit> {
    match cli.command {
        Command::Show { puzzle: ShowPuzzle::Policy(args) } => verbs::policy::show(&args),
        // `run_verb` runs every command of these.
        Command::Solve
        | Command::Verify
        | Command::Hint
        | Command::Review
        | Command::Sheet
        | Command::Play
        | Command::Advise
        | Command::Generate
        | Command::Enumerate
        | Command::Evolve
        | Command::Features => Err(anyhow::anyhow!("expected a puzzle")),
        Command::Report(args) => verbs::report::run(&args),
        Command::Merge(args) => verbs::merge::run(&args),
        Command::Bench(args) => verbs::bench::run(&args),
        Command::Reproduce(args) => verbs::reproduce::run(&args),
        #[cfg(feature = "page")]
        Command::Site(args) => verbs::site::run(&args),
        Command::Api => verbs::api::run(),
        #[cfg(feature = "page")]
        Command::Serve(args) => verbs::serve::run(&args),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man { out } => shell::man(out.as_deref()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_two_flags_of_a_command_have_one_name() {
        super::command().debug_assert();
    }
}
