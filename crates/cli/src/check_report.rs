//! What is said of a solution that somebody wants checked, for any puzzle.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use patience_catalog::Lengths;
use patience_core::text::ParseError;
use serde::Serialize;

use crate::args::CheckOutputArgs;
use crate::exit::Exit;
use crate::input;

/// What is said of a solution. Its fields are file format.
#[derive(Debug, Serialize)]
pub(crate) struct CheckReport {
    puzzle: &'static str,
    instance: String,
    valid: bool,
    #[serde(flatten)]
    fault: Option<Fault>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    lengths: Lengths,
}

/// The step that is not allowed and where it stands.
#[derive(Debug, Serialize)]
pub(crate) struct Fault {
    /// From 1.
    pub(crate) step: usize,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) notation: String,
}

impl CheckReport {
    /// The moves are a solution.
    pub(crate) fn new(puzzle: &'static str, instance: String, lengths: Lengths) -> Self {
        Self { puzzle, instance, valid: true, fault: None, reason: None, lengths }
    }

    /// The moves are none: one of them is not allowed, or else they do not lead to the end.
    pub(crate) fn refused(self, fault: Option<Fault>, reason: String) -> Self {
        Self { valid: false, fault, reason: Some(reason), ..self }
    }

    /// Tells it as the command line says.
    pub(crate) fn print(&self, output: &CheckOutputArgs) -> anyhow::Result<Exit> {
        let rendered = match (output.quiet, output.json) {
            (true, _) => Ok(()),
            (false, true) => writeln!(anstream::stdout(), "{}", serde_json::to_string(self)?),
            (false, false) => writeln!(anstream::stdout(), "{self}"),
        };
        match rendered {
            // Who does not listen may still look at the exit code.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(if self.valid { Exit::Done } else { Exit::Refused }),
        }
    }
}

impl std::fmt::Display for CheckReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.instance)?;
        let reason = self.reason.as_deref().unwrap_or_default();
        match (self.valid, &self.fault) {
            (true, _) => write!(f, "a solution ({})", self.lengths),
            (false, Some(Fault { step, line, column, notation })) => write!(
                f,
                "not a solution: move {step}, {notation} (line {line}, column {column}): {reason}"
            ),
            (false, None) => write!(f, "not a solution: {reason}"),
        }
    }
}

/// Reads moves from a file, from standard input, or from the argument itself: what `parse` reads, or a JSON line of `solve`.
pub(crate) fn read_moves<S>(
    argument: &str,
    parse: impl FnOnce(&str) -> Result<Vec<S>, ParseError>,
) -> anyhow::Result<Vec<S>> {
    let is_source = argument == "-" || Path::new(argument).exists();
    let (text, name) = if is_source {
        (input::text(argument)?, input::name(argument))
    } else {
        (argument.to_owned(), "the solution".to_owned())
    };
    let text = if text.trim_start().starts_with('{') {
        moves_of_json(&text).with_context(|| name.clone()).map_err(Exit::bad_input)?
    } else {
        text
    };
    let steps = parse(&text).with_context(|| name.clone()).map_err(|error| {
        // A word that is no move may well be the name of a file that is not there.
        let is_word = !is_source && !argument.trim().contains(char::is_whitespace);
        let hint = if is_word { " (there is no file of that name either)" } else { "" };
        Exit::bad_input(anyhow!("{error:#}{hint}"))
    })?;
    if steps.is_empty() {
        return Err(Exit::bad_input(anyhow!("{name} holds no moves")));
    }
    Ok(steps)
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

/// What `solve` prints, without what is around the moves: a headline, boards.
pub(crate) fn moves_of_report(text: &str) -> String {
    const MOVE: &str = "Move: ";
    let has_boards = text.lines().any(|line| line.starts_with(MOVE));
    let mut moves = String::with_capacity(text.len());
    for (at, line) in text.lines().enumerate() {
        let is_headline = at == 0 && line.contains(": solved in ");
        match line.strip_prefix(MOVE) {
            // What is left out leaves its place, so that errors name the place of the rest.
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
