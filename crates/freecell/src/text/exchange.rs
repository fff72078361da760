//! Exchange text: a position with the rules that it is played by.

use std::fmt;

use patience_core::text::{ParseError, Word, paragraphs, words};
use patience_kit::Choice;

use super::table::{is_table, table};
use crate::{Build, Fill, Position, Rules, SetupError};

/// A position with its rules.
///
/// Its text is board text. Rules that are not the standard ones come first, on a line of their own:
///
/// ```
/// use patience_freecell::{Board, Rules};
///
/// let text = "rules: ranks 2, columns 2, cells 1, build suit\n2C AC 2D AD\n2H AH 2S AS\n";
/// let board = Board::parse(text, &Rules::default())?;
/// assert_eq!((board.rules().cells, board.to_string().as_str()), (1, text));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rules: Rules,
    position: Position,
}

/// The label of the line of rules.
const LABEL: &str = "rules:";

impl Board {
    /// A position under rules that it fits.
    pub fn new(rules: Rules, position: Position) -> Result<Self, SetupError> {
        rules.check()?;
        position.check(&rules)?;
        Ok(Self::of(rules, position))
    }

    /// Cards that are dealt to cells are an instruction for dealing, which is over.
    fn of(rules: Rules, mut position: Position) -> Self {
        position.columns.resize(usize::from(rules.columns), Vec::new());
        position.cells.resize(usize::from(rules.cells), None);
        Self { rules: Rules { dealt_to_cells: 0, ..rules }, position }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Reads board text; text without a line of rules is played by `rules`.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let is_skipped = |line: &str| line.trim().is_empty() || line.trim().starts_with('#');
        let first = (1..).zip(text.lines()).find(|(_, line)| !is_skipped(line));
        let label = first.and_then(|(number, line)| words(number, line).next());
        match (first, label) {
            (Some((number, line)), Some(label)) if label.text.eq_ignore_ascii_case(LABEL) => {
                let rules = read_rules(label, words(number, line).skip(1))?;
                // Blank lines keep the numbers of the lines after them.
                let rest = text.lines().skip(number).collect::<Vec<_>>().join("\n");
                let position = Position::parse(&("\n".repeat(number) + &rest), &rules)?;
                Ok(Self::of(rules, position))
            }
            _ => Ok(Self::of(*rules, Position::parse(text, rules)?)),
        }
    }

    /// Reads every board of a text; blank lines separate them, and the parts of a table.
    pub fn parse_all(text: &str, rules: &Rules) -> Result<Vec<Self>, ParseError> {
        let is_comment = |line: &str| line.trim().starts_with('#');
        let mut boards = Vec::new();
        let mut pieces = paragraphs(text).into_iter().peekable();
        while let Some((before, mut board)) = pieces.next() {
            let is_top = |board: &str| board.lines().next_back().is_some_and(is_table);
            if is_top(&board)
                && let Some((below, columns)) =
                    pieces.next_if(|(_, next)| !next.lines().any(is_table))
            {
                board += &"\n".repeat(below - before - board.lines().count());
                board += &columns;
            }
            if !board.lines().all(is_comment) {
                boards.push(Self::parse(&board, rules).map_err(|error| error.shifted(before))?);
            }
        }
        if boards.is_empty() {
            boards.push(Self::parse(text, rules)?);
        }
        Ok(boards)
    }

    /// Equal for positions that differ only in the order of columns or cells: they are solvable together or not at all.
    pub(crate) fn class(&self) -> String {
        let mut sorted = self.clone();
        sorted.position.columns.sort_unstable();
        sorted.position.cells.sort_unstable();
        sorted.to_string()
    }
}

/// The standard rules with the deviations in these words.
fn read_rules<'t>(
    label: Word<'_>,
    mut words: impl Iterator<Item = Word<'t>>,
) -> Result<Rules, ParseError> {
    let mut rules = Rules::default();
    while let Some(key) = words.next() {
        let key = Word { text: key.text.trim_end_matches(','), ..key };
        if key.text == "relaxed" {
            rules.relaxed = true;
            continue;
        }
        let value = words.next().unwrap_or(Word { text: "", ..key });
        let value = Word { text: value.text.trim_end_matches(','), ..value };
        let number = || value.text.parse().map_err(|_| value.expected("a number"));
        match key.text {
            "ranks" => rules.ranks = number()?,
            "columns" => rules.columns = number()?,
            "cells" => rules.cells = number()?,
            "build" => rules.build = choice(value)?,
            "fill" => rules.fill = choice(value)?,
            _ => {
                return Err(key.expected(
                    "a rule (ranks, columns, cells, build, fill or relaxed) such as `cells 3`",
                ));
            }
        }
    }
    rules.check().map_err(|wrong| label.error(wrong.to_string()))?;
    Ok(rules)
}

fn choice<T: Choice>(word: Word<'_>) -> Result<T, ParseError> {
    let known: Vec<&str> = T::ALL.iter().map(|(_, named)| named.name).collect();
    T::named(word.text).ok_or_else(|| word.expected(&known.join(" or ")))
}

impl Board {
    /// A table for terminals, after the rules that are not standard.
    pub(crate) fn table(&self) -> String {
        self.rules_line() + &table(&self.position)
    }

    /// The line of the rules that are not standard; empty if all are.
    fn rules_line(&self) -> String {
        let Rules { ranks, columns, cells, build, fill, relaxed, .. } = self.rules;
        let standard = Rules::default();
        let numbers = [
            ("ranks", ranks, standard.ranks),
            ("columns", columns, standard.columns),
            ("cells", cells, standard.cells),
        ];
        let differs = numbers.into_iter().filter(|(_, value, standard)| value != standard);
        let mut rules: Vec<String> =
            differs.map(|(name, value, _)| format!("{name} {value}")).collect();
        rules.extend((build != Build::Colour).then(|| format!("build {}", build.name())));
        rules.extend((fill != Fill::Any).then(|| format!("fill {}", fill.name())));
        rules.extend(relaxed.then(|| "relaxed".to_owned()));
        if rules.is_empty() { String::new() } else { format!("{LABEL} {}\n", rules.join(", ")) }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules_line())?;
        self.position.fmt(f)
    }
}
