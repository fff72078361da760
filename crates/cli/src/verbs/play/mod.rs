//! `patience play`: games of a person, and games with hidden information by players of the program.

mod begin;
mod games;
mod interactive;
mod watch;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use patience_kit::{Field, Kit, Named, PlayerSetup, Players, Position, Values, shown};
use patience_terminal::{Advisers, puzzle_of};
use patience_workbench::kits;
use serde::Serialize;

use super::Verb;
use super::options::{LimitArgs, no_times, shard, threads};
use crate::exit::Exit;
use crate::sources::failed;
use crate::{flags, pictures, ranks, sources};

pub(crate) const VERB: Verb = Verb { name: "play", command, run };

/// The players of a puzzle.
pub(super) type AnyPlayers = dyn Players<Box<dyn Position>>;

const HELP: &str = "The limits are those of one game. A game that a limit stops counts neither as won nor as lost, and is played \
again when the run continues.";

/// An error if `play` is given neither a puzzle nor the file of a saved game, but the name of a file that is not there.
pub(crate) fn missing_file(args: &[OsString]) -> Option<String> {
    let is_play = args.get(1).is_some_and(|verb| verb == VERB.name);
    let is_interactive = |arg: &OsString| arg == "-i" || arg == "--interactive";
    let is_help = |arg: &OsString| arg == "-h" || arg == "--help";
    let is_word = |arg: &OsString| !arg.to_string_lossy().starts_with('-');
    let names_puzzle = |arg: &OsString| kits().iter().any(|kit| *arg == *kit.about().name);
    let rest = args.get(2..)?;
    if !is_play || rest.iter().any(names_puzzle) || rest.iter().any(is_help) {
        return None;
    }
    // Other words may be values of options, or a misspelt puzzle, for which there are suggestions.
    let mut words = (0..rest.len()).filter(|&at| is_word(&rest[at]));
    let (Some(at), None) = (words.next(), words.next()) else { return None };
    let flag = rest.get(at.checked_sub(1)?)?;
    if !is_interactive(flag) {
        return None;
    }
    let file = &rest[at];
    let name = Path::new(file).display();
    Some(if Path::new(file).exists() {
        format!("{name} is not the file of a saved game: name a puzzle before it")
    } else {
        format!("there is no file {name}: expected a puzzle, or the file of a saved game")
    })
}

/// The arguments of the program, with the name of the puzzle where `play` is given only the file of a saved game.
pub(crate) fn with_puzzle(mut args: Vec<OsString>) -> Vec<OsString> {
    let is_play = args.get(1).is_some_and(|verb| verb == VERB.name);
    let names_puzzle = |arg: &OsString| kits().iter().any(|kit| *arg == *kit.about().name);
    if is_play && !args.iter().skip(2).any(names_puzzle) {
        let puzzle = args.iter().skip(2).find_map(|arg| puzzle_of(Path::new(arg)));
        if let Some(puzzle) = puzzle {
            args.insert(2, puzzle.into());
        }
    }
    args
}

#[allow(clippy::unnecessary_wraps, reason = "other verbs do not apply to every puzzle")]
fn command(kit: &'static dyn Kit) -> Option<Command> {
    let command = match kit.players() {
        Some(players) => hidden_command(kit, &*players),
        None => {
            let command = sources::add(Command::new(kit.about().name), kit, false);
            let command = interactive::add(command, true).after_long_help(interactive::HELP);
            LimitArgs::augment_args(command)
        }
    };
    let help = format!("{}; or the file of a saved game", kit.about().instance);
    Some(command.mut_arg("instance", |arg| arg.help(help)))
}

/// The flags of a puzzle with hidden information, which players of the program play too.
fn hidden_command(kit: &'static dyn Kit, players: &AnyPlayers) -> Command {
    let about = kit.about();
    let number = |name: &'static str, help: String| {
        let parser = clap::value_parser!(u64);
        Arg::new(name).long(name).value_name("N").value_parser(parser).help(help)
    };
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    let path = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    let personal = players.personal_rules();
    let personal = personal.0.iter().map(|(name, value)| {
        format!(" --{} is {} unless it is given.", name.replace('_', "-"), shown(value))
    });
    let personal: String = personal.collect();
    let command = Command::new(about.name)
        .about(format!("{} with hidden information", about.title))
        .after_long_help(format!("{HELP}\n\n{}{personal}", interactive::HELP))
        .arg(
            Arg::new("instance")
                .value_name(about.one.to_uppercase())
                .requires("interactive")
                .conflicts_with("seed"),
        )
        .arg(
            number("games", "How many games to play".to_owned())
                .value_parser(clap::value_parser!(u64).range(1..))
                .default_value("1"),
        )
        .arg(number(
            "seed",
            format!(
                "The seed of the first {}; the others follow one by one [default: 1; with --interactive, the time]",
                about.one
            ),
        ))
        .arg(path(
            "record",
            "FILE",
            "Write a JSON line for every game to this file as it ends; seeds that are in it are not played again",
        ))
        .arg(shard("record"))
        .arg(no_times("record"))
        .arg(switch(
            "transcript",
            "Print the moves of a single game, which is the default for one; with --json, as the field `line`",
        ))
        .arg(
            pictures::animate("Write a single game: an animated picture, or a page with a player")
                .conflicts_with("record"),
        )
        .arg(pictures::theme())
        .arg(
            switch("list", "List the players with their settings, and play nothing")
                .conflicts_with_all(["games", "record", "seed", "animate", "transcript"]),
        )
        .arg(
            threads("Games at once; the results do not depend on it [default: all cores]"),
        )
        .arg(switch(
            "json",
            "Print one JSON object a game, in the order of the seeds, and a last one that sums up",
        ))
        .arg(switch("quiet", "Print results only: no progress").short('q'));
    let command =
        ranks::add(command, "Play on all ranks of mpirun; the games do not depend on them")
            .mut_arg("ranks", |arg| {
                arg.conflicts_with_all(["threads", "transcript", "animate", "list"])
            });
    let command = interactive::add(command, false).mut_arg("interactive", |arg| {
        arg.conflicts_with_all([
            "games",
            "record",
            "json",
            "list",
            "threads",
            "animate",
            "transcript",
            "ranks",
        ])
    });
    let command = flags::add(command, &kit.rules(), "Rules");
    LimitArgs::augment_args(add_player(command, players))
}

/// The command with flags for a player, its settings, and what it sees.
pub(super) fn add_player(command: Command, players: &AnyPlayers) -> Command {
    let about = players.players();
    let names: Vec<Named> =
        about.iter().map(|it| Named { name: it.name, summary: it.summary }).collect();
    let default = about.first().map_or("", |player| player.name);
    let command = command.arg(
        Arg::new("player")
            .long("player")
            .value_name("NAME")
            .value_parser(flags::choices(&names))
            .help_heading("Player")
            .help(format!(
                "The player [default: {default}; advice takes another where {default} cannot play]"
            )),
    );
    let command = flags::add(command, &player_fields(players), "Player");
    flags::add(command, &players.rules(), "Rules")
}

fn player_fields(players: &AnyPlayers) -> Vec<Field> {
    let players = players.players();
    flags::merged(players.iter().map(|player| (player.name, &player.settings[..])))
}

/// The values that the command line gives to settings of players, and to rules of hidden play.
pub(super) fn read_player(
    players: &AnyPlayers,
    matches: &ArgMatches,
) -> anyhow::Result<(Values, Values)> {
    let settings = flags::read(matches, &player_fields(players))?;
    Ok((settings, flags::read(matches, &players.rules())?))
}

/// The setup of a player that the command line names.
pub(super) fn setup<'a>(matches: &'a ArgMatches, settings: &'a Values) -> PlayerSetup<'a> {
    let player = matches.get_one::<String>("player").map(String::as_str);
    PlayerSetup { player, settings: Some(settings) }
}

fn run(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let Some(players) = kit.players() else { return interactive::run(kit, None, matches) };
    if matches.get_flag("list") {
        return list(&*players, matches.get_flag("json"));
    }
    let (settings, hidden) = read_player(&*players, matches)?;
    let setup = setup(matches, &settings);
    if matches.get_flag("interactive") {
        let advisers = Advisers { players: &*players, setup, rules: hidden };
        return interactive::run(kit, Some(&advisers), matches);
    }
    let rules = flags::read(matches, &kit.rules())?.or(&hidden);
    let is_watched = watch::is_asked(matches)?;
    let player = players.prepare(&setup, &rules).map_err(failed)?;
    if is_watched { watch::run(kit, &*player, matches) } else { games::run(kit, &*player, matches) }
}

/// Prints the players with the defaults of their settings.
fn list(players: &AnyPlayers, json: bool) -> anyhow::Result<Exit> {
    #[derive(Serialize)]
    struct Listed {
        player: &'static str,
        summary: &'static str,
        settings: Values,
    }
    let mut out = anstream::stdout().lock();
    for player in players.players() {
        let defaults = player.settings.iter().map(|field| (field.name, field.default.clone()));
        if json {
            let (summary, settings) = (player.summary, defaults.collect());
            let listed = Listed { player: player.name, summary, settings };
            writeln!(out, "{}", serde_json::to_string(&listed)?)?;
            continue;
        }
        writeln!(out, "{:20} {}", player.name, player.summary)?;
        let options: Vec<String> = defaults
            .map(|(name, value)| format!("--{} {}", name.replace('_', "-"), shown(&value)))
            .collect();
        if !options.is_empty() {
            writeln!(out, "{:20} {}", "", options.join(" "))?;
        }
    }
    Ok(Exit::Done)
}
