//! Arguments of a game that a person plays, in the terminal or through a pipe.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use patience_kit::Kit;
use patience_terminal::{
    Advisers, Error, Game, Hints, Input, Keep, Keeper, Look, play_lines, play_screen,
};

use super::super::options::LimitArgs;
use super::begin::{Begun, begin};
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

pub(super) fn run(
    kit: &'static dyn Kit,
    advisers: Option<&Advisers<'_>>,
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    // Wrong settings are errors before the game, not when advice is asked for.
    if let Some(advisers) = advisers {
        advisers.players.check_adviser(&advisers.setup).map_err(failed)?;
    }
    let Begun { session, file } = begin(kit, advisers, matches)?;
    let script = matches.get_one::<String>("script");
    let script = script.map(|path| input::text(path)).transpose()?;
    let keep = match matches.get_one::<String>("save") {
        Some(path) => Keep::In(Path::new(path)),
        None if matches.get_flag("no-save") || script.is_some() => Keep::Nowhere,
        None => Keep::Usual,
    };
    let keeper = Keeper::new(&session, file.as_deref(), keep).map_err(failed)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let limits = LimitArgs::from_arg_matches(matches)?.limits(1, None);
    let hints = Hints::new(advisers, limits, cancel.clone());
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    let mut game = Game { session, keeper, hints, is_strict: matches.get_flag("strict") };
    if script.is_none() && is_terminal && !is_dumb && !matches.get_flag("lines") {
        play_screen(&mut game, look(matches), &cancel)?;
        let how = if game.session.is_won() { "won in" } else { "left after" };
        writeln!(anstream::stdout(), "{}\n{how} {}", game.title(), game.lengths())?;
    } else {
        let input = match &script {
            Some(script) => Input::Script(script),
            None => Input::Typed {
                from: Box::new(io::stdin()),
                name: "standard input",
                is_prompted: io::stdin().is_terminal(),
            },
        };
        play_lines(&mut game, input, &mut anstream::stdout(), &cancel).map_err(broken)?;
    }
    // The game itself was kept after its last move.
    if let Some(words) = game.how_to_continue() {
        say(words);
    }
    Ok(if cancel.is_cancelled() { Exit::Interrupted } else { Exit::Done })
}

/// With ASCII letters or with symbols; `NO_COLOR` turns colours off.
fn look(matches: &ArgMatches) -> Look {
    let is_coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Look { is_ascii: matches.get_flag("ascii"), is_coloured }
}

fn broken(error: Error) -> anyhow::Error {
    match error {
        Error::Fault(fault) => failed(fault),
        Error::Io(error) => error.into(),
    }
}
