//! The command line.

mod common;
mod evolve;
mod freecell;
mod generate;
mod klondike;
mod klondike_play;
mod peg;
mod rush_hour;

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use patience_catalog::About;

pub(crate) use self::common::{CheckOutputArgs, ListFeatures, OutputArgs};
pub(crate) use self::evolve::{
    EvolveFreecellBaselines, EvolvePuzzle, EvolveRushHourBoards, Report,
};
pub(crate) use self::freecell::{
    FeaturesFreecell, GuidedEngine, PositionFormat, ShowFreecell, SolutionFormat, SolveFreecell,
    VerifyFreecell,
};
pub(crate) use self::generate::GenerateRushHour;
pub(crate) use self::klondike::{
    GenerateKlondike, LayoutFormat, ShowKlondike, SolveKlondike, TurningArgs, TurningFormat,
    VerifyKlondike,
};
pub(crate) use self::klondike_play::{AdviseKlondike, PlayKlondike, PlayerArgs};
pub(crate) use self::peg::{
    DrawingFormat, JumpFormat, LayerStoreArgs, ProblemArgs, ShowPeg, SolvePeg, VerifyPeg,
};
pub(crate) use self::rush_hour::{
    BoardFormat, DriveFormat, EnumerateRushHour, HintRushHour, PositionArgs, ShowRushHour,
    SolveRushHour, VerifyRushHour,
};
use crate::verbs::policy::ShowPolicy;

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
    Play {
        #[command(subcommand)]
        puzzle: PlayPuzzle,
    },
    /// Tell the best moves of a game with hidden cards, and how likely they win
    Advise {
        #[command(subcommand)]
        puzzle: AdvisePuzzle,
    },
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
    /// Evolve policies, or hard boards
    Evolve {
        #[command(subcommand)]
        puzzle: EvolvePuzzle,
    },
    /// Report a run of `evolve`: a summary, and a page with charts
    ///
    /// The page is one self-contained file. A run in progress is reported up to its last generation.
    #[command(after_help = evolve::REPORT_EXAMPLES)]
    Report(Report),
    /// List the heuristics and advisors of a puzzle by name
    Features {
        #[command(subcommand)]
        puzzle: FeaturesPuzzle,
    },
    /// Answer JSON requests: one a line on standard input, one answer a line on standard output
    Api,
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
    /// Klondike with all cards known
    Klondike(Box<SolveKlondike>),
    /// Rush Hour
    Rushhour(Box<SolveRushHour>),
    /// Peg solitaire
    Peg(Box<SolvePeg>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum VerifyPuzzle {
    /// FreeCell and its family
    Freecell(VerifyFreecell),
    /// Klondike
    Klondike(VerifyKlondike),
    /// Rush Hour
    Rushhour(VerifyRushHour),
    /// Peg solitaire
    Peg(VerifyPeg),
}

#[derive(Debug, Subcommand)]
pub(crate) enum ShowPuzzle {
    /// FreeCell and its family
    Freecell(ShowFreecell),
    /// Klondike
    Klondike(ShowKlondike),
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
    /// Klondike: deals of which it is known whether they can be won with all cards known
    Klondike(GenerateKlondike),
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

#[derive(Debug, Subcommand)]
pub(crate) enum PlayPuzzle {
    /// Klondike with hidden cards
    Klondike(Box<PlayKlondike>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdvisePuzzle {
    /// Klondike with hidden cards
    ///
    /// The chances that the player best tells are shares of arrangements of the unseen cards that a move wins if they are all known after
    /// it. They compare moves; nobody wins that often.
    Klondike(Box<AdviseKlondike>),
}

/// The engines of a puzzle, as values of an option.
fn engines(engines: &[About]) -> Vec<PossibleValue> {
    engines.iter().map(|about| PossibleValue::new(about.name).help(about.summary)).collect()
}
