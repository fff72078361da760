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

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use patience_kit::{Evolvable, Job};
use patience_workbench::evolution::evolvables;
use patience_workbench::kits;

use crate::args::{Cli, Command, ShowPuzzle};
use crate::exit::Exit;
use crate::verbs::{VERBS, evolve, job};

fn main() -> ExitCode {
    let args = verbs::play::with_puzzle(std::env::args_os().collect());
    if let Some(error) = verbs::play::missing_file(&args) {
        return exit::report(Exit::from(Exit::bad_input(anyhow::anyhow!(error))));
    }
    let is_verbose = args.iter().any(|arg| arg == "--verbose");
    let matches = match command().try_get_matches_from(args) {
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

/// The command line: verbs that take a puzzle have a subcommand for every kit.
pub(crate) fn command() -> clap::Command {
    let mut command = Cli::command();
    for verb in &VERBS {
        command = command.mut_subcommand(verb.name, |command| {
            let puzzles = kits().iter().filter_map(|kit| {
                // Groups of arguments bring a description of their own.
                Some((verb.command)(*kit)?.about(kit.about().title).long_about(None))
            });
            command.subcommands(puzzles)
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
