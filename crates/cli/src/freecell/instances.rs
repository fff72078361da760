//! Which deals a command is about: numbers, ranges, files, standard input.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, anyhow};
use patience_cards::{LAST_DEAL, NoSuchDeal, microsoft_deal};
use patience_freecell::{Position, Rules};

use crate::exit::Exit;
use crate::{input, values};

/// A deal to be played.
pub(crate) type Instance = crate::instance::Instance<Position>;

/// Instances that are dealt when their turn comes.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Deals(RangeInclusive<u64>),
    Board(Instance),
}

/// How many instances there are.
pub(crate) fn count(sources: &[Source]) -> u64 {
    let each = sources.iter().map(|source| match source {
        Source::Deals(range) => range.end() - range.start() + 1,
        Source::Board(_) => 1,
    });
    each.fold(0, u64::saturating_add)
}

/// The instances one by one.
pub(crate) fn instances(
    sources: Vec<Source>,
    rules: Rules,
) -> impl Iterator<Item = Instance> + Send {
    sources.into_iter().flat_map(move |source| -> Box<dyn Iterator<Item = Instance> + Send> {
        match source {
            Source::Deals(range) => Box::new(range.filter_map(move |number| {
                // The range was checked when it was read.
                let cards = microsoft_deal(number).ok()?;
                Some(Instance {
                    name: number.to_string(),
                    position: Position::deal(&cards, &rules),
                })
            })),
            Source::Board(instance) => Box::new(std::iter::once(instance)),
        }
    })
}

/// Reads the arguments of a command.
pub(crate) fn read_all(arguments: &[String], rules: Rules) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for argument in arguments {
        match deals(argument) {
            Some(range) => sources.push(Source::Deals(range.map_err(Exit::bad_input)?)),
            None => sources.extend(read_file(argument, rules)?),
        }
    }
    Ok(sources)
}

/// Reads an argument that must name a single deal.
pub(crate) fn read_one(argument: &str, rules: Rules) -> anyhow::Result<Instance> {
    let sources = read_all(&[argument.to_owned()], rules)?;
    let count = count(&sources);
    if count != 1 {
        return Err(Exit::bad_input(anyhow!(
            "expected a single deal, found {count} in {argument}"
        )));
    }
    instances(sources, rules).next().context("a checked deal can be dealt")
}

/// Reads `617` or `1..=1000`; `None` if it is something else.
fn deals(text: &str) -> Option<anyhow::Result<RangeInclusive<u64>>> {
    let range = values::numbers(text)?;
    Some(range.map_err(|message| anyhow!(message)).and_then(|range| {
        let outside = [*range.start(), *range.end()]
            .into_iter()
            .find(|number| !(1..=LAST_DEAL).contains(number));
        match outside {
            Some(number) => Err(NoSuchDeal(number).into()),
            None => Ok(range),
        }
    }))
}

fn read_file(path: &str, rules: Rules) -> anyhow::Result<Vec<Source>> {
    if path != "-" && !Path::new(path).exists() {
        return Err(Exit::bad_input(anyhow!(
            "{path} is neither a deal number (617), nor a range (1..=1000), nor -, nor a file"
        )));
    }
    let sources = read_text(&input::text(path)?, path, rules)
        .with_context(|| input::name(path))
        .map_err(Exit::bad_input)?;
    if sources.is_empty() {
        let name = input::name(path);
        return Err(Exit::bad_input(anyhow!("{name} is empty: expected deal numbers or a board")));
    }
    Ok(sources)
}

/// Reads paragraphs, each of them deal numbers or a board.
fn read_text(text: &str, path: &str, rules: Rules) -> anyhow::Result<Vec<Source>> {
    let paragraphs = input::paragraphs(text);
    let boards = paragraphs.iter().filter(|(_, paragraph)| !is_numbers(paragraph)).count();
    let mut sources = Vec::new();
    let mut board = 0;
    for (first_line, paragraph) in paragraphs {
        if is_numbers(&paragraph) {
            for (offset, line) in paragraph.lines().enumerate() {
                for word in line.split('#').next().unwrap_or("").split_whitespace() {
                    let range = deals(word).context("looked like a number")?;
                    sources.push(Source::Deals(
                        range.with_context(|| format!("line {}", first_line + offset))?,
                    ));
                }
            }
        } else {
            board += 1;
            let name = if boards == 1 { path.to_owned() } else { format!("{path}#{board}") };
            let position = Position::parse(&paragraph, &rules).map_err(|mut error| {
                error.line += first_line - 1;
                error
            })?;
            sources.push(Source::Board(Instance { name, position }));
        }
    }
    Ok(sources)
}

/// Whether every word before a `#` looks like a deal number or a range.
fn is_numbers(paragraph: &str) -> bool {
    let mut words =
        paragraph.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
    words.all(|word| values::numbers(word).is_some())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> anyhow::Result<Vec<Source>> {
        read_text(text, "boards.txt", Rules::default())
    }

    #[test]
    fn files_hold_numbers_ranges_and_comments() {
        let sources = read("# easy ones\n1 2\n10..=12  # three more\n\n617\n").unwrap();
        assert_eq!(count(&sources), 6);
        let names: Vec<String> =
            instances(sources, Rules::default()).map(|instance| instance.name).collect();
        assert_eq!(names, ["1", "2", "10", "11", "12", "617"]);
    }

    #[test]
    fn files_hold_several_boards() {
        let board = Position::deal(&microsoft_deal(617).unwrap(), &Rules::default()).to_string();
        let sources = read(&format!("{board}\n\n5\n\n{board}")).unwrap();
        let names: Vec<String> =
            instances(sources, Rules::default()).map(|instance| instance.name).collect();
        assert_eq!(names, ["boards.txt#1", "5", "boards.txt#2"]);
    }

    #[test]
    fn errors_name_the_line_in_the_file() {
        let board = Position::deal(&microsoft_deal(617).unwrap(), &Rules::default()).to_string();
        let error = read(&format!("{board}\n{}", board.replacen("7D", "7X", 1))).unwrap_err();
        assert_eq!(error.to_string(), "line 10, column 1: expected a card such as QH, found `7X`");
        let error = read("1\n2\n0\n").unwrap_err();
        assert_eq!(
            format!("{error:#}"),
            "line 3: there is no deal 0: deals are numbered 1 to 8589934591"
        );
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,200}") {
            let _ = read(&text);
        }

        #[test]
        fn no_near_miss_panics(text in "[0-9A-Kacdhs:#.=\\-\n ]{0,200}") {
            let _ = read(&text);
        }
    }
}
