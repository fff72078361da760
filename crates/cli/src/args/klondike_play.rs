//! Arguments of the commands for Klondike with hidden cards.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use patience_catalog::About;
use patience_catalog::klondike_players::{PlayerKind, PlayerSettings, Setting};
use patience_klondike::{Rules, Stock};
use patience_workbench::batch;

use super::TurningArgs;
use super::common::Budget;
use super::engines;
use crate::values;

/// What a player knows of the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StockArg {
    /// All of it, as if a first pass had been used to look
    Visible,
    /// What has been turned
    Unseen,
}

impl From<StockArg> for Stock {
    fn from(arg: StockArg) -> Self {
        match arg {
            StockArg::Visible => Self::Visible,
            StockArg::Unseen => Self::Unseen,
        }
    }
}

/// Who plays, or advises.
#[derive(Debug, Args)]
pub(crate) struct PlayerArgs {
    /// The player [default: best; where the stock is unknown, `advise` and --interactive ask ensemble-uct]
    #[arg(long, value_name = "NAME", value_parser = players(), help_heading = "Player")]
    player: Option<String>,

    /// best: positions that it may look into for one decision [default: 15000; for advice 500000]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Player")]
    effort: Option<u64>,

    /// best: worlds of its second look at close ways, times the unseen cards; 0 for none [default: 0]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Player")]
    second_look: Option<u64>,

    /// hop: worlds that each move is tried in [default: 100]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Player")]
    samples: Option<u64>,

    /// hop: how many rollouts are nested in each other, 0 to 9 [default: 0]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Player")]
    level: Option<u64>,

    /// hop-uct, ensemble-uct, ensemble-sparse-uct: trees to average [default: as published]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Player")]
    trees: Option<u64>,

    /// All trees: trajectories that each tree grows by [default: as published]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Player")]
    trajectories: Option<u64>,

    /// sparse-uct, ensemble-sparse-uct: outcomes of a move that a tree looks at [default: as published]
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Player")]
    width: Option<u64>,
}

/// The effort of `best` for advice: less than a second, and chances to a few per cent.
const ADVICE: u64 = 500_000;

/// The players, as values of an option.
fn players() -> Vec<clap::builder::PossibleValue> {
    let all: Vec<About> = PlayerKind::ALL.map(PlayerKind::about).to_vec();
    engines(&all)
}

impl PlayerArgs {
    /// The player of the command line, or `usual`, for a single decision: nobody waits for the next one, so that it may think longer.
    pub(crate) fn adviser(&self, usual: PlayerKind) -> anyhow::Result<PlayerSettings> {
        let mut settings = self.settings(usual)?;
        if settings.player == PlayerKind::Best && self.effort.is_none() {
            settings.effort = ADVICE;
        }
        Ok(settings)
    }

    /// Whether the command line names one.
    pub(crate) fn is_named(&self) -> bool {
        self.player.is_some()
    }

    /// The player of the command line, or `usual`, with its settings; an error for those that it has no use for.
    pub(crate) fn settings(&self, usual: PlayerKind) -> anyhow::Result<PlayerSettings> {
        let kind = match &self.player {
            Some(name) => {
                PlayerKind::named(name).ok_or_else(|| anyhow!("unknown player {name}"))?
            }
            None => usual,
        };
        let mut settings = kind.usual();
        for (setting, value) in [
            (Setting::Effort, self.effort),
            (Setting::SecondLook, self.second_look),
            (Setting::Samples, self.samples),
            (Setting::Level, self.level),
            (Setting::Trees, self.trees),
            (Setting::Trajectories, self.trajectories),
            (Setting::Width, self.width),
        ] {
            if let Some(value) = value {
                settings.set(setting, value)?;
            }
        }
        Ok(settings)
    }
}

#[derive(Debug, Args)]
#[command(after_long_help = PLAY_HELP)]
#[allow(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(crate) struct PlayKlondike {
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,

    /// The seed of the first deal; the others follow one by one [default: 1; with --interactive, one by the clock]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,

    /// Write a JSON line for every game to this file as it ends; seeds that are in it are not played again
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Play yourself, in the terminal
    #[arg(long, short, conflicts_with_all = ["games", "record", "json", "list", "threads"])]
    pub(crate) interactive: bool,

    /// --interactive: allow to take steps back
    #[arg(long, requires = "interactive")]
    pub(crate) undo: bool,

    /// --interactive: play these steps first: a file, or the steps themselves
    #[arg(long, value_name = "STEPS", requires = "interactive")]
    pub(crate) after: Option<String>,

    /// List the players with their settings, and play nothing
    #[arg(long, conflicts_with_all = ["games", "record", "seed"])]
    pub(crate) list: bool,

    #[command(flatten)]
    pub(crate) player: PlayerArgs,

    #[command(flatten)]
    pub(crate) rules: TurningArgs,

    /// What a player knows of the stock [default: visible]
    #[arg(long, value_enum, help_heading = "Rules")]
    stock: Option<StockArg>,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// Games that are played at once; the results are the same whatever the number [default: all cores]
    #[arg(long, value_name = "N", value_parser = values::threads(), help_heading = "Limits")]
    threads: Option<usize>,

    /// Print one JSON object a game, in the order of the seeds, and a last one that sums up
    #[arg(long)]
    pub(crate) json: bool,

    /// Print results only: no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const PLAY_HELP: &str = "The limits are those of one game; a game that they stop counts neither as won nor as lost, and is \
played again when a run goes on.

With --interactive you type steps as `patience solve klondike` tells them: T turns the stock, R turns the waste over, w-3 and w-h \
play the card on the waste, 5-2 and 5-h cards of column 5, hS-4 brings a spade back. ? asks for advice, h for help.";

impl PlayKlondike {
    pub(crate) fn rules(&self) -> Rules {
        let rules = self.rules.rules(Rules::default());
        Rules { stock: self.stock.map_or(rules.stock, Stock::from), ..rules }
    }

    /// Games that are played at once.
    pub(crate) fn threads(&self) -> usize {
        batch::threads(self.threads, self.games)
    }
}

#[derive(Debug, Args)]
pub(crate) struct AdviseKlondike {
    /// The position as you see it: a file with ?? for cards that you do not know, - for standard input, or the seed of a deal, whose
    /// hidden cards stay hidden
    #[arg(value_name = "GAME")]
    pub(crate) instance: String,

    #[command(flatten)]
    pub(crate) player: PlayerArgs,

    /// The seed of the player's luck
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) rules: TurningArgs,

    /// What a player knows of the stock of a deal of a seed [default: visible]
    #[arg(long, value_enum, help_heading = "Rules")]
    stock: Option<StockArg>,

    #[command(flatten)]
    pub(crate) budget: Budget,

    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl AdviseKlondike {
    /// The rules that a file tells, with what the command line says of the stock.
    pub(crate) fn rules(&self, given: Rules) -> Rules {
        Rules { stock: self.stock.map_or(given.stock, Stock::from), ..given }
    }
}
