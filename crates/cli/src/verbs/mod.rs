//! The verbs of the program, generic over the kits of all puzzles.

pub(crate) mod advise;
pub(crate) mod api;
pub(crate) mod bench;
pub(crate) mod evolve;
pub(crate) mod features;
pub(crate) mod hint;
pub(crate) mod job;
pub(crate) mod options;
pub(crate) mod play;
pub(crate) mod policy;
pub(crate) mod reproduce;
pub(crate) mod sheet;
pub(crate) mod show;
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
pub(crate) const VERBS: [Verb; 8] = [
    solve::VERB,
    verify::VERB,
    show::VERB,
    hint::VERB,
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

/// Plays moves from a file, from standard input, or from the argument itself: notation, or a JSON line of `solve`.
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
    let text = if text.trim_start().starts_with('{') {
        moves_of_json(&text).with_context(|| name.clone()).map_err(Exit::bad_input)?
    } else {
        moves_of_report(&text)
    };
    Ok((text, name))
}

/// The moves of a JSON line that `solve` printed.
fn moves_of_json(text: &str) -> anyhow::Result<String> {
    #[derive(serde::Deserialize)]
    struct Line {
        moves: Vec<String>,
    }
    let mut lines = serde_json::Deserializer::from_str(text).into_iter::<Line>();
    let line = lines
        .next()
        .context("expected a JSON object")?
        .context("expected a JSON object with an array `moves`")?;
    if lines.next().is_some() {
        return Err(anyhow!("expected a single JSON object, found several"));
    }
    Ok(line.moves.join(" "))
}

/// What `solve` prints, without what surrounds the moves: a headline, boards.
fn moves_of_report(text: &str) -> String {
    const MOVE: &str = "Move: ";
    let has_boards = text.lines().any(|line| line.starts_with(MOVE));
    let mut moves = String::with_capacity(text.len());
    for (at, line) in text.lines().enumerate() {
        let is_headline = at == 0 && line.contains(": solved in ");
        match line.strip_prefix(MOVE) {
            // Spaces replace what is removed, so that errors have the right place.
            Some(step) => moves.extend([" ".repeat(MOVE.len()).as_str(), step]),
            None if is_headline || has_boards => {}
            None => moves.push_str(line),
        }
        moves.push('\n');
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_keep_their_places_in_what_solve_prints() {
        let notation =
            "x: solved in 2 slides, optimal (4 steps); exact: 5 nodes, 0.000 s\nB+2 A+2\n";
        assert_eq!(moves_of_report(notation), "\nB+2 A+2\n");
        let boards = "AA.B\n...B\n\nMove: B+2\n\nAA..\n....\n";
        assert_eq!(moves_of_report(boards), "\n\n\n      B+2\n\n\n\n");
    }
}
