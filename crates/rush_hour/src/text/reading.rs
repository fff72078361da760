//! Files of boards: a board a line with a name or figures around it, grids between blank lines, names of cards.

use patience_core::text::{ParseError, Word, is_number, words};
use patience_kit::Fault;

use crate::rules::board::{Board, MAX_SIDE};
use crate::rules::jam::{JAM, Known, jam};

/// The mark of the exit in a table.
const EXIT: &str = ">";

/// A board, with a name where it has one.
type Named = (Option<String>, Board);

/// Reads paragraphs, each of them either boards in one word each, a line a board, or the grid of a board.
///
/// A line has the name of a card, or the letters of a board, with a name or a number before them and numbers behind them. A board without
/// another name is called by its letters; a grid has no name.
pub(crate) fn read_boards(text: &str) -> Result<Vec<Named>, ParseError> {
    let mut boards = Vec::new();
    for (first, paragraph) in paragraphs(text) {
        if let Some(rows) = table_rows(first, &paragraph) {
            let text: Vec<String> =
                rows.iter().map(|row| row.iter().map(|cell| cell.text).collect()).collect();
            let place = |error: ParseError| {
                let cell = rows.get(error.line.saturating_sub(1));
                let cell = cell.and_then(|row| row.get(error.column.saturating_sub(1)));
                let (line, column) = cell.map_or((first, 1), |cell| (cell.line, cell.column));
                ParseError { line, column, ..error }
            };
            boards.push((None, Board::parse(&text.join("\n")).map_err(place)?));
        } else if is_grid(&paragraph) {
            let board = Board::parse(&paragraph.join("\n"));
            let place = |error: ParseError| ParseError { line: error.line + first - 1, ..error };
            boards.push((None, board.map_err(place)?));
        } else {
            for (number, line) in (first..).zip(paragraph) {
                boards.extend(read_line(number, line)?);
            }
        }
    }
    if boards.is_empty() {
        let message = "expected a board, found nothing".to_owned();
        return Err(ParseError { line: 1, column: 1, message });
    }
    Ok(boards)
}

/// The lines between blank lines, without comments, and the number of the first line.
fn paragraphs(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut paragraphs: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        let is_blank = line.trim().is_empty();
        if !is_blank && !is_open {
            paragraphs.push((number, Vec::new()));
        }
        is_open = !is_blank;
        if let (true, Some((_, paragraph))) = (is_open, paragraphs.last_mut()) {
            paragraph.push(line.split('#').next().unwrap_or(""));
        }
    }
    paragraphs
}

/// The cells of a table: several lines of single letters with blanks between them, and a `>` behind the exit; `None` for other lines.
fn table_rows<'t>(first: usize, paragraph: &[&'t str]) -> Option<Vec<Vec<Word<'t>>>> {
    let rows = (first..).zip(paragraph).filter(|(_, line)| !line.trim().is_empty());
    let rows: Vec<Vec<Word<'_>>> = rows
        .map(|(number, line)| words(number, line).filter(|word| word.text != EXIT).collect())
        .collect();
    let is_row = |row: &Vec<Word<'_>>| {
        1 < row.len() && row.iter().all(|cell| cell.text.chars().count() == 1)
    };
    (1 < rows.len() && rows.iter().all(is_row)).then_some(rows)
}

/// Whether there are several lines, each of them short enough to be a row, and not all of them names.
fn is_grid(paragraph: &[&str]) -> bool {
    let lines = || paragraph.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
    let is_row = |line: &str| {
        !line.contains(|letter: char| letter.is_whitespace() || letter == '/')
            && line.chars().count() <= usize::from(MAX_SIDE)
    };
    1 < lines().count() && lines().all(is_row) && !lines().all(|line| jam(line).is_some())
}

/// Reads a line, which may be empty.
fn read_line(number: usize, line: &str) -> Result<Option<Named>, ParseError> {
    let words: Vec<Word<'_>> = words(number, line).collect();
    let Some(first) = words.first() else { return Ok(None) };
    if let (1, Some(card)) = (words.len(), jam(first.text)) {
        return Ok(Some((Some(card.name.to_owned()), Board::parse(card.letters)?)));
    }
    let has_figures_only = words[1..].iter().all(|word| is_number(word.text));
    let at = usize::from(1 < words.len() && (is_number(first.text) || !has_figures_only));
    let letters = words[at];
    let board = Board::parse(letters.text).map_err(|error| ParseError {
        line: number,
        column: error.column + letters.column - 1,
        ..error
    })?;
    if let Some(word) = words[at + 1..].iter().find(|word| !is_number(word.text)) {
        return Err(word.error("expected nothing but numbers behind the board"));
    }
    let name = if at == 1 && !is_number(first.text) { first } else { &letters };
    Ok(Some((Some(name.text.to_owned()), board)))
}

/// The cards of a name, or of a range of names such as `JAM01..=JAM40`; `None` if it is something else.
pub(crate) fn cards(text: &str) -> Option<Result<&'static [Known], Fault>> {
    let place = |name: &str| {
        let card = jam(name)?;
        JAM.iter().position(|other| other.name == card.name)
    };
    // A name may have a dash too.
    let dashes = text.match_indices('-').map(|(at, dash)| (&text[..at], &text[at + dash.len()..]));
    let mut ranges = [(text, text)].into_iter().chain(text.split_once("..=")).chain(dashes);
    let (first, last) = ranges.find_map(|(first, last)| Some((place(first)?, place(last)?)))?;
    let empty = || Fault::input(format_args!("the range {text} is empty"));
    Some(JAM.get(first..=last).filter(|cards| !cards.is_empty()).ok_or_else(empty))
}
