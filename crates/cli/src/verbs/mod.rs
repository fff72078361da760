//! The verbs of the program, generic over the kits of all puzzles.

pub(crate) mod advise;
pub(crate) mod api;
pub(crate) mod bench;
pub(crate) mod evolve;
pub(crate) mod features;
pub(crate) mod hint;
pub(crate) mod job;
pub(crate) mod merge;
pub(crate) mod options;
pub(crate) mod play;
pub(crate) mod policy;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod review;
#[cfg(feature = "page")]
pub(crate) mod serve;
pub(crate) mod sheet;
pub(crate) mod show;
#[cfg(feature = "page")]
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod verify;

use std::path::Path;

use anyhow::{Context, anyhow};
use clap::{ArgMatches, Command};
use patience_kit::{Kit, Play, Position, Values};

use crate::exit::Exit;
use crate::input;
use crate::sources::failed;

/// A verb that takes a puzzle.
pub(crate) struct Verb {
    pub(crate) name: &'static str,
    /// The flags of the verb for a puzzle; `None` if the puzzle cannot do it.
    pub(crate) command: fn(&'static dyn Kit) -> Option<Command>,
    pub(crate) run: fn(&'static dyn Kit, &ArgMatches) -> anyhow::Result<Exit>,
}

/// Every verb that takes a puzzle.
pub(crate) const VERBS: [Verb; 9] = [
    solve::VERB,
    verify::VERB,
    show::VERB,
    hint::VERB,
    review::VERB,
    sheet::VERB,
    play::VERB,
    advise::VERB,
    features::VERB,
];

/// A command for a puzzle.
pub(crate) fn command(kit: &dyn Kit) -> Command {
    Command::new(kit.about().name).about(kit.about().title)
}

/// Standard input can be read once.
pub(crate) fn refuse_two_inputs(inputs: &[Option<&String>]) -> anyhow::Result<()> {
    if 1 < inputs.iter().flatten().filter(|input| input.as_str() == "-").count() {
        return Err(Exit::bad_input(anyhow!("only one argument can be standard input")));
    }
    Ok(())
}

/// Plays moves from a file, from standard input, or from the argument itself: notation, or whatever the program prints.
pub(crate) fn replay(
    position: &dyn Position,
    argument: &str,
    reading: &Values,
) -> anyhow::Result<Play> {
    let is_source = is_source(argument);
    let (text, name) = moves_of(argument)?;
    let play = position.replay(&text, reading).map_err(failed).with_context(|| name.clone());
    let play = play.map_err(|error| {
        // A word that is no move may be the name of a missing file.
        let is_word = !is_source && !argument.trim().contains(char::is_whitespace);
        let hint = if is_word { " (there is no file of that name either)" } else { "" };
        Exit::bad_input(anyhow!("{error:#}{hint}"))
    })?;
    // Comments and headlines are no moves either.
    if play.line.length() == 0 && play.refused.is_none() {
        let name = if is_source { &name } else { "the argument" };
        return Err(Exit::bad_input(anyhow!("{name} holds no moves")));
    }
    Ok(play)
}

fn is_source(argument: &str) -> bool {
    argument == "-" || Path::new(argument).exists()
}

/// Moves from a file, from standard input, or from the argument itself, and the name of the source.
pub(crate) fn moves_of(argument: &str) -> anyhow::Result<(String, String)> {
    let (text, name) = if is_source(argument) {
        (input::text(argument)?, input::name(argument))
    } else {
        (argument.to_owned(), "the moves".to_owned())
    };
    Ok((text, name))
}
