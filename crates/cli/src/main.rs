//! The program `patience`: arguments in, reports out.

mod args;
mod batch;
mod exit;
mod freecell;
mod input;
mod interrupt;
mod ledger;
mod output;
mod progress;
mod shell;
mod values;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command, FeaturesPuzzle, ShowPuzzle, SolvePuzzle, VerifyPuzzle};
use crate::exit::Exit;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Solve { puzzle: SolvePuzzle::Freecell(args) } => freecell::solve::run(&args),
        Command::Verify { puzzle: VerifyPuzzle::Freecell(args) } => freecell::verify::run(&args),
        Command::Show { puzzle: ShowPuzzle::Freecell(args) } => freecell::show::run(&args),
        Command::Features { puzzle: FeaturesPuzzle::Freecell(args) } => {
            freecell::features::run(&args)
        }
        Command::Completions { shell } => shell::completions(shell),
        Command::Man { out } => shell::man(out.as_deref()),
    };
    exit::report(result.unwrap_or_else(Exit::from))
}
