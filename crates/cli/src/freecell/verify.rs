//! `patience verify freecell`.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use patience_puzzles::freecell::{Rules, WrittenStep, read_steps};
use serde::Serialize;

use super::instances;
use super::reading::{self, Play};
use crate::args::VerifyFreecell;
use crate::exit::Exit;
use crate::input;

pub(crate) fn run(args: &VerifyFreecell) -> anyhow::Result<Exit> {
    let rules = args.rules.rules().map_err(Exit::bad_input)?;
    if args.instance == "-" && args.solution == "-" {
        return Err(Exit::bad_input(anyhow!(
            "only one of DEAL and SOLUTION can be standard input"
        )));
    }
    let instance = instances::read_one(&args.instance, rules)?;
    let steps = read(&args.solution, rules)?;
    let play = reading::play(rules, &instance.position, &steps, args.autoplay);
    let verdict = Verdict::of(&instance.name, rules, &steps, &play);
    let told = match (args.quiet, args.json) {
        (true, _) => Ok(()),
        (false, true) => {
            writeln!(anstream::stdout(), "{}", serde_json::to_string(&verdict)?)
        }
        (false, false) => writeln!(anstream::stdout(), "{verdict}"),
    };
    match told {
        // Who does not listen may still look at the exit code.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(if verdict.valid { Exit::Done } else { Exit::Refused }),
    }
}

/// Reads a solution from a file, from standard input, or from the argument itself.
pub(super) fn read(argument: &str, rules: Rules) -> anyhow::Result<Vec<WrittenStep>> {
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
    let steps = read_steps(&text, &rules).with_context(|| name.clone()).map_err(|error| {
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

/// What is said of a solution. Its fields are file format.
#[derive(Debug, Serialize)]
struct Verdict {
    puzzle: &'static str,
    instance: String,
    valid: bool,
    /// The step that is not allowed, from 1, and where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    m1: u32,
    m2: u32,
    m3: i64,
}

impl Verdict {
    fn of(instance: &str, rules: Rules, steps: &[WrittenStep], play: &Play) -> Self {
        let mut verdict = Self {
            puzzle: "freecell",
            instance: instance.to_owned(),
            valid: play.foul.is_none() && play.is_solved,
            step: None,
            line: None,
            column: None,
            notation: None,
            reason: None,
            m1: play.lengths.m1,
            m2: play.lengths.m2,
            m3: play.lengths.m3,
        };
        if let Some((index, foul)) = &play.foul {
            let written = &steps[*index];
            verdict.step = Some(index + 1);
            verdict.line = Some(written.line);
            verdict.column = Some(written.column);
            verdict.notation = Some(written.step.to_string());
            verdict.reason = Some(foul.to_string());
        } else if !play.is_solved {
            let home: u32 = play.end.foundations.iter().copied().map(u32::from).sum();
            let left = u32::from(rules.cards()) - home;
            let cards = if left == 1 { "card that is" } else { "cards that are" };
            verdict.reason = Some(format!("the moves end with {left} {cards} not home"));
        }
        verdict
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.instance)?;
        match (self.valid, self.step, &self.reason) {
            (true, ..) => write!(f, "a solution (M1 {}, M2 {}, M3 {})", self.m1, self.m2, self.m3),
            (false, Some(step), Some(reason)) => {
                let notation = self.notation.as_deref().unwrap_or_default();
                let (line, column) = (self.line.unwrap_or(1), self.column.unwrap_or(1));
                write!(
                    f,
                    "not a solution: move {step}, {notation} (line {line}, column {column}): {reason}"
                )
            }
            (false, _, reason) => {
                write!(f, "not a solution: {}", reason.as_deref().unwrap_or_default())
            }
        }
    }
}
