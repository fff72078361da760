//! Which deals a command is about: seeds, ranges, files, standard input.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, anyhow};
use patience_core::text::ParseError;
use patience_klondike::{Position, Rules, deal_of_seed, read_position};

use crate::args::TurningArgs;
use crate::exit::Exit;
use crate::{input, values};

/// A position with the rules that it is played by.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) rules: Rules,
    pub(super) position: Position,
}

/// A deal to be played.
pub(super) type Instance = crate::instance::Instance<Game>;

/// Instances that are dealt when their turn comes.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Seeds(RangeInclusive<u64>),
    Game(Box<Instance>),
}

/// Digits of the longest seed.
const SEED_DIGITS: usize = 20;

/// How many instances there are.
pub(super) fn count(sources: &[Source]) -> u64 {
    let each = sources.iter().map(|source| match source {
        Source::Seeds(range) => (range.end() - range.start()).saturating_add(1),
        Source::Game(_) => 1,
    });
    each.fold(0, u64::saturating_add)
}

/// The instances one by one; `rules` are those of the deals of seeds.
pub(super) fn instances(
    sources: Vec<Source>,
    rules: Rules,
) -> impl Iterator<Item = Instance> + Send {
    sources.into_iter().flat_map(move |source| -> Box<dyn Iterator<Item = Instance> + Send> {
        match source {
            Source::Seeds(seeds) => Box::new(seeds.map(move |seed| of_seed(seed, rules))),
            Source::Game(instance) => Box::new(std::iter::once(*instance)),
        }
    })
}

/// The deal of a seed.
pub(super) fn of_seed(seed: u64, rules: Rules) -> Instance {
    let position = Position::deal(&deal_of_seed(seed, &rules), &rules);
    Instance { name: seed.to_string(), position: Game { rules, position } }
}

/// Reads seeds, ranges of them and names of files.
pub(super) fn read_all(arguments: &[String], turning: &TurningArgs) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for argument in arguments {
        match values::numbers(argument) {
            Some(seeds) => {
                let seeds = seeds.map_err(|message| Exit::bad_input(anyhow!(message)))?;
                sources.push(Source::Seeds(seeds));
            }
            None if argument != "-" && !Path::new(argument).exists() => {
                return Err(Exit::bad_input(anyhow!(
                    "{argument} is neither a seed (7), nor a range (1..=1000), nor -, nor a file"
                )));
            }
            None => sources.extend(read_file(argument, turning)?),
        }
    }
    Ok(sources)
}

/// Reads an argument that must name a single deal.
pub(super) fn read_one(argument: &str, turning: &TurningArgs) -> anyhow::Result<Instance> {
    let sources = read_all(&[argument.to_owned()], turning)?;
    let count = count(&sources);
    if count != 1 {
        return Err(Exit::bad_input(anyhow!(
            "expected a single deal, found {count} in {argument}"
        )));
    }
    instances(sources, turning.rules(Rules::default())).next().context("there is one")
}

/// Reads a file of positions.
pub(super) fn read_file(path: &str, turning: &TurningArgs) -> anyhow::Result<Vec<Source>> {
    let name = input::name(path);
    let mut sources = read_text(&input::text(path)?, path)
        .with_context(|| name.clone())
        .map_err(Exit::bad_input)?;
    if sources.is_empty() {
        return Err(Exit::bad_input(anyhow!("{name} is empty: expected positions or seeds")));
    }
    for source in &mut sources {
        if let Source::Game(instance) = source {
            let Game { rules, position } = &mut instance.position;
            *rules = turning.rules(*rules);
            position
                .check(rules)
                .with_context(|| instance.name.clone())
                .map_err(Exit::bad_input)?;
        }
    }
    Ok(sources)
}

/// Reads a single position, or paragraphs, each of them seeds, a position, or a position a line.
fn read_text(text: &str, path: &str) -> anyhow::Result<Vec<Source>> {
    // A position may have blank lines.
    if let Ok((rules, position)) = read_position(text) {
        return Ok(vec![game(path.to_owned(), rules, position)]);
    }
    let mut pieces = Vec::new();
    for (first_line, paragraph) in input::paragraphs(text) {
        if is_a_line_each(&paragraph) {
            let lines = (first_line..).zip(paragraph.lines());
            pieces.extend(
                lines.filter(|(_, line)| !is_comment(line)).map(|(at, line)| (at, line.to_owned())),
            );
        } else {
            pieces.push((first_line, paragraph));
        }
    }
    let positions = pieces.iter().filter(|(_, piece)| !is_seeds(piece)).count();
    let (mut sources, mut number) = (Vec::new(), 0);
    for (first_line, piece) in pieces {
        if is_seeds(&piece) {
            read_seeds(first_line, &piece, &mut sources)?;
            continue;
        }
        number += 1;
        let name = if positions == 1 { path.to_owned() } else { format!("{path}#{number}") };
        let (rules, position) = read_position(&piece)
            .map_err(|error| ParseError { line: error.line + first_line - 1, ..error })?;
        sources.push(game(name, rules, position));
    }
    Ok(sources)
}

fn game(name: String, rules: Rules, position: Position) -> Source {
    Source::Game(Box::new(Instance { name, position: Game { rules, position } }))
}

fn read_seeds(first_line: usize, piece: &str, sources: &mut Vec<Source>) -> anyhow::Result<()> {
    for (at, line) in (first_line..).zip(piece.lines()) {
        for word in uncommented(line).split_whitespace() {
            let seeds = values::numbers(word).context("looked like a number")?;
            let seeds = seeds.map_err(|message| anyhow!("line {at}: {message}"))?;
            sources.push(Source::Seeds(seeds));
        }
    }
    Ok(())
}

fn uncommented(line: &str) -> &str {
    line.split('#').next().unwrap_or("")
}

fn is_comment(line: &str) -> bool {
    uncommented(line).trim().is_empty()
}

/// Whether every line is a whole position: an object of JSON, or digits.
fn is_a_line_each(paragraph: &str) -> bool {
    let lines = || paragraph.lines().map(str::trim).filter(|line| !is_comment(line));
    let is_object = |line: &str| line.starts_with('{') && line.ends_with('}');
    lines().all(is_object) || lines().all(|line| is_digits(line) && digits(line) == 156)
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
}

/// Whether every word before a `#` looks like a seed or a range, and they are not the digits of a position.
fn is_seeds(piece: &str) -> bool {
    let mut words = piece.lines().flat_map(|line| uncommented(line).split_whitespace());
    let is_position = is_digits(piece) && digits(piece) == 156;
    let is_short = |word: &str| digits(word) <= 2 * SEED_DIGITS;
    !is_position && words.all(|word| values::numbers(word).is_some() && is_short(word))
}

#[cfg(test)]
mod tests {
    use patience_klondike::{write_digits, write_json, write_position};
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> anyhow::Result<Vec<Source>> {
        read_text(text, "deals.txt")
    }

    fn names(text: &str) -> Vec<String> {
        let sources = read(text).unwrap();
        instances(sources, Rules::default()).map(|instance| instance.name).collect()
    }

    /// The three forms of a deal.
    fn forms(seed: u64) -> [String; 3] {
        let Game { rules, position } = of_seed(seed, Rules::default()).position;
        [
            write_position(&rules, &position),
            write_json(&position) + "\n",
            write_digits(&position).unwrap() + "\n",
        ]
    }

    #[test]
    fn files_hold_seeds_ranges_and_comments() {
        assert_eq!(
            names("# easy ones\n1 2\n10..=12  # three more\n\n0\n"),
            ["1", "2", "10", "11", "12", "0"]
        );
    }

    #[test]
    fn files_hold_several_positions_in_any_form() {
        let [text, json, digits] = forms(7);
        let [.., other] = forms(8);
        for form in [&text, &json, &digits] {
            assert_eq!(names(form), ["deals.txt"]);
        }
        let all = format!("{text}\n{json}{json}\n5\n\n# two\n{digits}{other}\n");
        let rendered = names(&all);
        assert_eq!(rendered[..4], ["deals.txt#1", "deals.txt#2", "deals.txt#3", "5"]);
        assert_eq!(rendered[4..], ["deals.txt#4", "deals.txt#5"]);
        // The digits of a card may stand apart.
        let apart: Vec<&str> = (0..52).map(|card| &digits[3 * card..3 * card + 3]).collect();
        assert_eq!(names(&apart.join(" ")), ["deals.txt"]);
    }

    #[test]
    fn positions_may_have_blank_lines() {
        assert_eq!(names("draw 1\n\n1: | AC\n\n2: AD | AH\nstock: AS\n"), ["deals.txt"]);
    }

    #[test]
    fn errors_name_the_line_in_the_file() {
        let [text, _, digits] = forms(7);
        let wrong = text.replacen(": |", ": | XX", 1);
        let line = text.lines().count() + 1;
        let rendered = read(&format!("{text}\n{wrong}")).unwrap_err().to_string();
        let column_one = text.lines().position(|line| line.starts_with("1:")).unwrap() + 1;
        let place = format!("line {}, column 6: expected a card", line + column_one);
        assert!(rendered.starts_with(&place), "{rendered}");
        let rendered = read(&digits[3..]).unwrap_err().to_string();
        assert!(rendered.contains("expected 156 digits, three a card, found 153"), "{rendered}");
        let rendered = format!("{:#}", read("1\n99999999999999999999\n").unwrap_err());
        assert_eq!(rendered, "line 2: the number 99999999999999999999 is too large");
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,200}") {
            let _ = read(&text);
        }

        #[test]
        fn no_near_miss_panics(text in "[0-9A-Kacdhs:#.=|?{}\"\\-\n ]{0,200}") {
            let _ = read(&text);
        }
    }
}
