//! A person plays: on the full screen of a terminal, or line by line through a pipe.

mod begin;
mod hints;
mod keeper;
mod lines;

use std::io::{self, IsTerminal};

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use patience_core::Cancel;
use patience_kit::{Kit, PlayerSetup, Values};
use patience_workbench::session::Session;

pub(super) use self::begin::puzzle_of;
pub(super) use self::hints::Hints;
pub(super) use self::keeper::Keeper;
use super::super::options::LimitArgs;
use super::{AnyPlayers, screen};
use crate::exit::Exit;
use crate::output::say;
use crate::sources::failed;
use crate::{input, interrupt};

/// The flags of a game that a person plays. All but the first need it.
pub(super) fn add(command: Command, is_required: bool) -> Command {
    let interactive = Arg::new("interactive")
        .long("interactive")
        .short('i')
        .action(ArgAction::SetTrue)
        .required(is_required)
        .help("Play yourself, in the terminal");
    let option = |name: &'static str, value: &'static str, help: &'static str| {
        let arg = Arg::new(name).long(name).value_name(value).help(help);
        arg.requires("interactive").help_heading("Interactive play")
    };
    let switch = |name: &'static str, help: &'static str| {
        let arg = Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
        arg.requires("interactive").help_heading("Interactive play")
    };
    command
        .arg(interactive)
        .arg(option(
            "after",
            "MOVES",
            "Play these moves first: a file, or the moves themselves",
        ))
        .arg(
            option("save", "FILE", "Keep the game in this file after every move [default: a new file such as PUZZLE-617.game.txt]")
                .conflicts_with("no-save"),
        )
        .arg(switch("no-save", "Keep the game in no file"))
        .arg(option(
            "script",
            "FILE",
            "Read what would be typed from this file, and keep no game unless --save is given",
        ))
        .arg(switch("strict", "No move can be taken back").conflicts_with("undo"))
        .arg(switch("undo", "Moves can be taken back; this is the default"))
        .arg(switch("ascii", "Draw with ASCII letters only"))
        .arg(switch(
            "lines",
            "Type moves line by line; without this, a terminal shows the game on its full screen",
        ))
}

/// Help of interactive play.
pub(super) const HELP: &str = "With --interactive you play yourself. A terminal shows the game on its full screen: arrow keys and Enter \
choose a piece and where it goes, or you type moves in the notation of `patience solve`. With --lines, and through a pipe, every line \
is a move or a command; h lists them. Undo and redo have no limit. The game is kept in a file after every move, and the file resumes it.";

/// Who can advise in a game with hidden information.
pub(super) struct Advisers<'a> {
    pub(super) players: &'a AnyPlayers,
    pub(super) setup: PlayerSetup<'a>,
    /// Rules of hidden play that the command line gives.
    pub(super) rules: Values,
}

pub(super) fn run(
    kit: &'static dyn Kit,
    advisers: Option<&Advisers<'_>>,
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    // Wrong settings are errors before the game, not when advice is asked for.
    if let Some(advisers) = advisers {
        advisers.players.check_adviser(&advisers.setup).map_err(failed)?;
    }
    let begun = begin::begin(kit, advisers, matches)?;
    let script = matches.get_one::<String>("script");
    let script = script.map(|path| input::text(path)).transpose()?;
    let keeper = keeper::choose(&begun, matches)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let limits = LimitArgs::from_arg_matches(matches)?.limits(1, None);
    let hints = Hints::new(advisers, limits, cancel.clone());
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    let is_strict = matches.get_flag("strict");
    let mut game = Game { session: begun.session, keeper, hints, is_strict };
    if script.is_none() && is_terminal && !is_dumb && !matches.get_flag("lines") {
        let look = screen::Look::of(matches.get_flag("ascii"));
        screen::run(&mut game, look, &cancel)?;
    } else {
        lines::run(&mut game, script.as_deref(), &cancel)?;
    }
    Ok(game.leave(&cancel))
}

/// A game with what surrounds it: the file that keeps it, and advice.
pub(super) struct Game<'a> {
    pub(super) session: Session,
    pub(super) keeper: Keeper,
    pub(super) hints: Hints<'a>,
    /// Whether no move can be taken back.
    pub(super) is_strict: bool,
}

impl Game<'_> {
    /// The lengths of the game in words.
    pub(super) fn lengths(&self) -> String {
        let about = self.session.kit().about();
        let values = self.session.lengths().map(|lengths| lengths.0).unwrap_or_default();
        let each = about.lengths.iter().zip(values).map(|(length, value)| length.with(value));
        each.collect::<Vec<_>>().join(" and ")
    }

    /// The title, what the game goes by, and its rules.
    pub(super) fn title(&self) -> String {
        let about = self.session.kit().about();
        let rules = self.session.describe_rules();
        let rules = rules.map_or_else(String::new, |rules| format!(": {rules}"));
        format!("{}, {} {}{rules}", about.title, about.one, self.session.start().name())
    }

    /// Says how to continue. The game itself was kept after its last move.
    fn leave(&self, cancel: &Cancel) -> Exit {
        let is_won = self.session.is_won();
        if !is_won && !self.session.moves().is_empty() {
            say(format_args!("Resume with: {}", self.keeper.command(&self.session)));
        } else if let Some(path) = self.keeper.written() {
            say(format_args!("The game is kept in {path}"));
        }
        if cancel.is_cancelled() { Exit::Interrupted } else { Exit::Done }
    }
}
