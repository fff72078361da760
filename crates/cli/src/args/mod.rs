//! The command line.

mod common;
mod evolve;
mod freecell;
mod generate;
mod peg;
mod policy;
mod rush_hour;

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use patience_catalog::About;

pub(crate) use self::common::{CheckOutputArgs, ListFeatures, OutputArgs};
pub(crate) use self::evolve::{
    EvolveFreecellBaselines, EvolveGenomes, EvolvePuzzle, EvolveRushHourBoards, Report, Running,
};
pub(crate) use self::freecell::{
    FeaturesFreecell, GuidedEngine, PositionFormat, ShowFreecell, SolutionFormat, SolveFreecell,
    VerifyFreecell,
};
pub(crate) use self::generate::GenerateRushHour;
pub(crate) use self::peg::{
    DrawingFormat, JumpFormat, LayerStoreArgs, ProblemArgs, ShowPeg, SolvePeg, VerifyPeg,
};
pub(crate) use self::policy::ShowPolicy;
pub(crate) use self::rush_hour::{
    BoardFormat, DriveFormat, EnumerateRushHour, HintRushHour, PositionArgs, ShowRushHour,
    SolveRushHour, VerifyRushHour,
};

/// A workbench for one-player puzzles: solve them, check solutions, look at them.
#[derive(Debug, Parser)]
#[command(name = "patience", version, propagate_version = true, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 solved or done; 10 proven unsolvable; 11 exhausted without proof; 20 limit reached \
or interrupted; 2 usage or bad input; 1 not a solution (verify) or any other error; 130 interrupted twice. A batch exits 0 \
when it ran to its end.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles
    Solve {
        #[command(subcommand)]
        puzzle: SolvePuzzle,
    },
    /// Check a solution by the rules, whoever made it
    Verify {
        #[command(subcommand)]
        puzzle: VerifyPuzzle,
    },
    /// Show a position, or a solution move by move
    Show {
        #[command(subcommand)]
        puzzle: ShowPuzzle,
    },
    /// Tell the next move of a shortest way from a position
    Hint {
        #[command(subcommand)]
        puzzle: HintPuzzle,
    },
    /// Play games with hidden cards: by a player of the program, or by yourself
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Play,
    /// List the best moves of a game with hidden cards, with their chances to win
    #[command(subcommand_required = true, arg_required_else_help = true)]
    Advise,
    /// Make new puzzles
    Generate {
        #[command(subcommand)]
        puzzle: GeneratePuzzle,
    },
    /// Go through all boards of a size
    Enumerate {
        #[command(subcommand)]
        puzzle: EnumeratePuzzle,
    },
    /// Breed heuristics, or hard boards, by evolution
    Evolve {
        #[command(subcommand)]
        puzzle: EvolvePuzzle,
    },
    /// Tell how a run of `evolve` went: a summary, and a page with plots
    ///
    /// The page is one file that needs nothing else. A run that still goes on is told as far as it is.
    #[command(after_help = evolve::REPORT_EXAMPLES)]
    Report(Report),
    /// List the heuristics and advisors of a puzzle by name
    Features {
        #[command(subcommand)]
        puzzle: FeaturesPuzzle,
    },
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man {
        /// Write the pages of all commands into this folder instead
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum SolvePuzzle {
    /// FreeCell and its family
    Freecell(Box<SolveFreecell>),
    /// Rush Hour
    Rushhour(Box<SolveRushHour>),
    /// Peg solitaire
    Peg(Box<SolvePeg>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum VerifyPuzzle {
    /// FreeCell and its family
    Freecell(VerifyFreecell),
    /// Rush Hour
    Rushhour(VerifyRushHour),
    /// Peg solitaire
    Peg(VerifyPeg),
}

#[derive(Debug, Subcommand)]
pub(crate) enum ShowPuzzle {
    /// FreeCell and its family
    Freecell(ShowFreecell),
    /// Rush Hour
    Rushhour(ShowRushHour),
    /// Peg solitaire
    Peg(ShowPeg),
    /// A policy: its rules, and how often each of them decides
    Policy(ShowPolicy),
}

#[derive(Debug, Subcommand)]
pub(crate) enum FeaturesPuzzle {
    /// FreeCell and its family
    Freecell(FeaturesFreecell),
    /// Rush Hour
    Rushhour(ListFeatures),
}

#[derive(Debug, Subcommand)]
pub(crate) enum GeneratePuzzle {
    /// Rush Hour: boards of a size that are as hard as they should be
    Rushhour(GenerateRushHour),
}

#[derive(Debug, Subcommand)]
pub(crate) enum EnumeratePuzzle {
    /// Rush Hour without walls: every minimal board that is the hardest of its cluster
    Rushhour(EnumerateRushHour),
}

#[derive(Debug, Subcommand)]
pub(crate) enum HintPuzzle {
    /// Rush Hour
    Rushhour(HintRushHour),
}

/// The engines of a puzzle, as values of an option.
fn engines(engines: &[About]) -> Vec<PossibleValue> {
    engines.iter().map(|about| PossibleValue::new(about.name).help(about.summary)).collect()
}
