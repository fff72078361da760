//! Which boards a command is about: letters, names, files, standard input.

use std::path::Path;

use anyhow::{Context, anyhow};
use patience_core::text::ParseError;
use patience_rush_hour::{Board, JAM, Known, MAX_SIDE, MIN_SIDE, jam};

use crate::exit::Exit;
use crate::{input, values};

/// A board to be solved.
pub(crate) type Instance = crate::instance::Instance<Board>;

/// The longest word that is taken for the name of a file if it is no board.
const SHORT_NAME: usize = 25;

/// Reads the arguments of a command.
pub(crate) fn read_all(arguments: &[String]) -> anyhow::Result<Vec<Instance>> {
    let mut instances = Vec::new();
    for argument in arguments {
        instances.extend(read(argument)?);
    }
    Ok(instances)
}

/// Reads an argument that must name a single board.
pub(super) fn read_one(argument: &str) -> anyhow::Result<Instance> {
    let mut instances = read(argument)?;
    match (instances.pop(), instances.len()) {
        (Some(instance), 0) => Ok(instance),
        (_, others) => Err(Exit::bad_input(anyhow!(
            "expected a single board, found {} in {argument}",
            others + 1
        ))),
    }
}

/// Reads a file of boards.
pub(super) fn read_file(path: &str) -> anyhow::Result<Vec<Instance>> {
    let name = input::name(path);
    let instances = read_text(&input::text(path)?, path)
        .with_context(|| name.clone())
        .map_err(Exit::bad_input)?;
    if instances.is_empty() {
        return Err(Exit::bad_input(anyhow!("{name} is empty: expected boards")));
    }
    Ok(instances)
}

fn read(argument: &str) -> anyhow::Result<Vec<Instance>> {
    if let Some(cards) = cards(argument) {
        let cards = cards.map_err(Exit::bad_input)?;
        return cards.iter().map(|card| Ok(instance(card)?)).collect();
    }
    if argument == "-" || Path::new(argument).exists() {
        return read_file(argument);
    }
    let word = argument.trim();
    if word.contains('\n') {
        let position = Board::parse(argument).context("the board").map_err(Exit::bad_input)?;
        return Ok(vec![Instance { name: position.letters(), position }]);
    }
    if !word.contains(char::is_whitespace) && !is_square(word) {
        return Err(Exit::bad_input(anyhow!(
            "{} is neither a board (36 letters for 6×6), nor a name (JAM40, JAM01..=JAM40), nor -, nor a file",
            values::shortened(word)
        )));
    }
    let instance = read_line(1, argument).map_err(|error| {
        // A short word that is no board may well be the name of a file that is not there.
        let is_short = word.len() <= SHORT_NAME && !word.contains(char::is_whitespace);
        let hint = if is_short { " (there is no file of that name either)" } else { "" };
        Exit::bad_input(anyhow!("the board: {error}{hint}"))
    })?;
    Ok(vec![instance])
}

/// The cards of a name or of a range of names; `None` if it is something else.
fn cards(text: &str) -> Option<anyhow::Result<&'static [Known]>> {
    let place = |name: &str| {
        let card = jam(name)?;
        JAM.iter().position(|other| other.name == card.name)
    };
    let Some((first, last)) = text.split_once("..=") else {
        let place = place(text)?;
        return Some(Ok(&JAM[place..=place]));
    };
    let (first, last) = (place(first)?, place(last)?);
    if last < first {
        return Some(Err(anyhow!("the range {text} is empty")));
    }
    Some(Ok(&JAM[first..=last]))
}

fn instance(card: &Known) -> Result<Instance, ParseError> {
    Ok(Instance { name: card.name.to_owned(), position: Board::parse(card.letters)? })
}

/// Reads paragraphs, each of them boards in one word each, a line a board, or the grid of a board.
fn read_text(text: &str, path: &str) -> Result<Vec<Instance>, ParseError> {
    let paragraphs: Vec<(usize, String)> = input::paragraphs(text)
        .into_iter()
        .map(|(first, paragraph)| (first, without_comments(&paragraph)))
        .collect();
    let grids = paragraphs.iter().filter(|(_, paragraph)| is_grid(paragraph)).count();
    let mut instances = Vec::new();
    let mut grid = 0;
    for (first_line, paragraph) in paragraphs {
        if is_grid(&paragraph) {
            grid += 1;
            let name = if grids == 1 { path.to_owned() } else { format!("{path}#{grid}") };
            let position = Board::parse(&paragraph).map_err(|mut error| {
                error.line += first_line - 1;
                error
            })?;
            instances.push(Instance { name, position });
        } else {
            let lines = (first_line..).zip(paragraph.lines());
            for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
                instances.push(read_line(number, line)?);
            }
        }
    }
    Ok(instances)
}

/// The same lines, with nothing from a `#` on.
fn without_comments(paragraph: &str) -> String {
    paragraph.lines().flat_map(|line| [line.split('#').next().unwrap_or(""), "\n"]).collect()
}

/// Whether there are several lines, each of them short enough to be a row, and not all of them names.
fn is_grid(paragraph: &str) -> bool {
    let lines = || paragraph.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_row = |line: &str| {
        !line.contains(char::is_whitespace) && line.chars().count() <= usize::from(MAX_SIDE)
    };
    1 < lines().count() && lines().all(is_row) && !lines().all(|line| jam(line).is_some())
}

fn is_square(word: &str) -> bool {
    let letters = word.chars().count();
    (MIN_SIDE..=MAX_SIDE).any(|side| usize::from(side).pow(2) == letters)
}

/// Reads a board in one word, with a name or a number of moves before it and numbers behind it, or the name of a card.
fn read_line(number: usize, line: &str) -> Result<Instance, ParseError> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<(usize, &str)> = words(line).collect();
    let word = |at: usize| words.get(at).map_or("", |&(_, word)| word);
    if let (1, Some(card)) = (words.len(), jam(word(0))) {
        return instance(card);
    }
    let has_figures_only = words[1..].iter().all(|(_, word)| is_number(word));
    let at = usize::from(1 < words.len() && (is_number(word(0)) || !has_figures_only));
    let (column, letters) = words[at];
    let position = Board::parse(letters).map_err(|error| ParseError {
        line: number,
        column: error.column + column - 1,
        ..error
    })?;
    if let Some((column, _)) = words[at + 1..].iter().find(|(_, word)| !is_number(word)) {
        let message = "expected nothing but numbers behind the board".to_owned();
        return Err(ParseError { line: number, column: *column, message });
    }
    let name = if at == 1 && !is_number(word(0)) { word(0) } else { letters };
    Ok(Instance { name: name.to_owned(), position })
}

/// The words of a line, which has some, with the columns where they begin, in characters from 1.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line;
    let mut column = 1;
    std::iter::from_fn(move || {
        let word_begins = rest.find(|letter: char| !letter.is_whitespace())?;
        column += rest[..word_begins].chars().count();
        rest = &rest[word_begins..];
        let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let begins = column;
        column += word.chars().count();
        rest = after;
        Some((begins, word))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<Vec<Instance>, ParseError> {
        read_text(text, "boards.txt")
    }

    fn names(text: &str) -> Vec<String> {
        read(text).unwrap().into_iter().map(|instance| instance.name).collect()
    }

    const LETTERS: &str = "BB...C..D..CAAD..CE.D..FE..GGFE.HH.F";

    #[test]
    fn lines_have_names_or_figures_around_the_board() {
        for (line, name) in [
            (LETTERS.to_owned(), LETTERS),
            (format!("easy {LETTERS}"), "easy"),
            (format!("easy {LETTERS} 8 16 1078"), "easy"),
            (format!("60 {LETTERS} 2332"), LETTERS),
            (format!("60 {LETTERS}"), LETTERS),
            (format!("{LETTERS} 60"), LETTERS),
            (format!("{LETTERS} # easy"), LETTERS),
            ("jam-1".to_owned(), "JAM01"),
        ] {
            assert_eq!(names(&line), [name], "{line}");
        }
    }

    #[test]
    fn files_hold_lines_grids_and_comments() {
        let text = format!(
            "# two\nJAM01\nJAM02\n\nAA.B # a grid\n...B\n# its end:\n....\n\n{LETTERS}\n\nAAB\n..B"
        );
        assert_eq!(names(&text), ["JAM01", "JAM02", "boards.txt#1", LETTERS, "boards.txt#2"]);
        assert_eq!(names("AA.B\n...B\n....\n"), ["boards.txt"]);
    }

    #[test]
    fn errors_name_the_place_in_the_file() {
        for (text, error) in [
            ("\n# one\nAA.B\n..BB\n....\n....\n", "line 4, column 3: "),
            ("easy AA..\neasy AA.B", "line 2, column 9: "),
            ("easy AA.. 8 x", "line 1, column 13: expected nothing but numbers behind the board"),
            ("é AA..\né AA?.", "line 2, column 5: "),
        ] {
            let rendered = read(text).unwrap_err().to_string();
            assert!(rendered.starts_with(error), "{rendered}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,200}") {
            let _ = (read(&text), cards(&text));
        }

        #[test]
        fn no_near_miss_panics(text in "[AB.ox#0-9J \n]{0,100}") {
            let _ = read(&text);
        }
    }
}
