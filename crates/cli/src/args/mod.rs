//! The command line.

mod report;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub(crate) use self::report::Report;
use crate::verbs::policy::ShowPolicy;
use crate::verbs::{bench, merge, reproduce};

/// A workbench for one-player puzzles: solve, play, get hints, review games, check solutions, draw, make puzzles, evolve heuristics.
#[derive(Debug, Parser)]
#[command(name = "patience", version, propagate_version = true, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// With --version: also print the profile, the features and the commit of the build
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 solved or done; 10 proven unsolvable; 11 exhausted without proof; 20 limit reached \
or interrupted; 2 usage or bad input; 1 not a solution (verify) or any other error; 130 interrupted twice. A batch exits 0 \
when it ran to its end.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Solve,
    /// Check a solution by the rules
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Verify,
    /// Show a position, or a solution move by move
    Show {
        #[command(subcommand)]
        puzzle: ShowPuzzle,
    },
    /// Print the next move, or the value of every move
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Hint,
    /// Find where a game was lost, and what would have won
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Review,
    /// Make a sheet to print: boards, grades, answers at the end
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Sheet,
    /// Play yourself in the terminal, or have players of the program play games with hidden cards
    ///
    /// `patience play -i FILE` resumes a saved game of any puzzle.
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Play,
    /// List the best moves of a game with hidden cards, with their chances to win
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Advise,
    /// Make new puzzles
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Generate,
    /// List all puzzles of a size
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Enumerate,
    /// Evolve policies, or hard boards
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Evolve,
    /// Report a run of `evolve`: a summary, and a page with charts
    ///
    /// The page is one self-contained file. A run in progress is reported up to its last generation.
    #[command(after_help = report::EXAMPLES)]
    Report(Report),
    /// Run experiments, and print ours beside what was published
    #[command(after_help = reproduce::EXAMPLES)]
    Reproduce(reproduce::Reproduce),
    /// Make one file from the files of all shards of a command
    #[command(after_help = merge::EXAMPLES)]
    Merge(merge::MergeArgs),
    /// Time our engines and installed peers in turn, and print ratios
    Bench(bench::BenchArgs),
    /// List the heuristics and advisors of a puzzle by name
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Features,
    /// Write the page as a static site, with engines that run in the browser
    #[cfg(feature = "page")]
    #[command(after_help = crate::verbs::site::EXAMPLES)]
    Site(crate::verbs::site::SiteArgs),
    /// Answer JSON requests: one a line on standard input, one answer a line on standard output
    Api,
    /// Serve the page: play, ask, review, and follow runs, in a browser
    #[cfg(feature = "page")]
    #[command(after_help = crate::verbs::serve::EXAMPLES)]
    Serve(crate::verbs::serve::ServeArgs),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands
    Man {
        /// Write the pages of all commands into this folder instead
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ShowPuzzle {
    /// A policy: its rules, and how often each of them decides
    Policy(ShowPolicy),
}
