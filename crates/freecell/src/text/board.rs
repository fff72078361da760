//! Board text: reading and writing a position.

use std::fmt;

use patience_cards::{Card, CardsRead, Suit, card_words, names, rank_name, read_foundation};
use patience_core::text::{ParseError, Word};

use super::table::{TableWords, is_table, table_words};
use crate::{Position, Rules};

/// The order in which the foundations are written.
const WRITTEN: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

impl Position {
    /// Reads a board: one line per column, optionally after a `:`; lines `Foundations:` and `Freecells:` may come before the columns.
    ///
    /// Columns and cells that are not written are empty. Blank lines and lines that begin with `#` are skipped. Every card of the deck
    /// must occur once.
    ///
    /// A table, as we print it for terminals, is a board too.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let mut reader = Reader::new(rules);
        let is_skipped = |line: &str| line.trim().is_empty() || line.trim().starts_with('#');
        let first = (1..).zip(text.lines()).find(|(_, line)| !is_skipped(line));
        if let Some((number, _)) = first.filter(|(_, line)| is_table(line)) {
            reader.table(&table_words(text, number)?)?;
            return reader.finish(text.lines().count().max(1));
        }
        let mut last = 0;
        for (number, line) in (1..).zip(text.lines()) {
            last = number;
            reader.line(number, line)?;
        }
        reader.finish(last.max(1))
    }
}

/// A board that is being read.
struct Reader<'r> {
    rules: &'r Rules,
    position: Position,
    found: CardsRead,
    foundations_read: bool,
    cells_read: bool,
}

impl<'r> Reader<'r> {
    fn new(rules: &'r Rules) -> Self {
        Self {
            rules,
            position: Position::default(),
            found: CardsRead::default(),
            foundations_read: false,
            cells_read: false,
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), ParseError> {
        let mut words = card_words(number, line).into_iter().peekable();
        let Some(first) = words.peek().copied() else { return Ok(()) };
        if first.text.starts_with('#') {
            return Ok(());
        }
        match label(first.text) {
            Some(Label::Foundations) => {
                words.next();
                self.begin_label(first, "foundations", |reader| &mut reader.foundations_read)?;
                words.try_for_each(|word| self.foundation(word))
            }
            Some(Label::Cells) => {
                words.next();
                self.begin_label(first, "cells", |reader| &mut reader.cells_read)?;
                words.try_for_each(|word| self.cell(word))
            }
            None => self.column(first, words.map(strip_colon).filter(|word| !word.text.is_empty())),
        }
    }

    /// Foundations and cells come once, before the columns.
    fn begin_label(
        &mut self,
        word: Word<'_>,
        name: &str,
        read: impl FnOnce(&mut Self) -> &mut bool,
    ) -> Result<(), ParseError> {
        if !self.position.columns.is_empty() {
            return Err(word.error(format!("the line of the {name} must come before the columns")));
        }
        if std::mem::replace(read(self), true) {
            return Err(word.error(format!("the {name} are given twice")));
        }
        Ok(())
    }

    fn foundation(&mut self, word: Word<'_>) -> Result<(), ParseError> {
        let parts = word.text.split_once('-');
        let foundation = parts.and_then(|(suit, rank)| read_foundation(suit, rank));
        let (suit, rank) =
            foundation.ok_or_else(|| word.expected("a foundation such as H-0 or S-Q"))?;
        self.home(word, suit, rank)
    }

    fn home(&mut self, word: Word<'_>, suit: Suit, rank: u8) -> Result<(), ParseError> {
        if self.rules.ranks < rank {
            return Err(word.error(format!("the foundations end at rank {}", self.rules.ranks)));
        }
        self.found.enter_home(word, suit, rank)?;
        self.position.foundations[suit as usize] = rank;
        Ok(())
    }

    fn cell(&mut self, word: Word<'_>) -> Result<(), ParseError> {
        if self.position.cells.len() == usize::from(self.rules.cells) {
            return Err(word.error(format!("too many cells: the rules have {}", self.rules.cells)));
        }
        let card = if matches!(word.text, "-" | "--") { None } else { Some(self.card(word)?) };
        self.position.cells.push(card);
        Ok(())
    }

    fn column<'t>(
        &mut self,
        first: Word<'_>,
        words: impl Iterator<Item = Word<'t>>,
    ) -> Result<(), ParseError> {
        if self.position.columns.len() == usize::from(self.rules.columns) {
            let message = format!("too many columns: the rules have {}", self.rules.columns);
            return Err(first.error(message));
        }
        let cards = words.map(|word| self.card(word)).collect::<Result<_, _>>()?;
        self.position.columns.push(cards);
        Ok(())
    }

    fn table(&mut self, table: &TableWords<'_>) -> Result<(), ParseError> {
        table.cells.iter().try_for_each(|&word| self.cell(word))?;
        for (suit, &word) in Suit::ALL.into_iter().zip(&table.foundations) {
            let letter = suit.letter();
            let empty = word.text.strip_suffix('-').and_then(|name| read_foundation(name, "0"));
            if empty == Some((suit, 0)) {
                continue;
            }
            let card: Option<Card> = word.text.parse().ok();
            let card = card.filter(|card| card.suit() == suit).ok_or_else(|| {
                word.expected(&format!(
                    "the foundation of its suit, such as {letter}- or 5{letter}"
                ))
            })?;
            self.home(word, suit, card.rank())?;
        }
        self.position.columns.resize(usize::from(self.rules.columns), Vec::new());
        for &(at, word) in &table.cards {
            if usize::from(self.rules.columns) <= at {
                let message = format!("too many columns: the rules have {}", self.rules.columns);
                return Err(word.error(message));
            }
            let card = self.card(word)?;
            self.position.columns[at].push(card);
        }
        Ok(())
    }

    fn card(&mut self, word: Word<'_>) -> Result<Card, ParseError> {
        let card: Card = word.text.parse().map_err(|_| word.expected("a card such as QH"))?;
        if self.rules.ranks < card.rank() {
            return Err(
                word.error(format!("{card} is not in a deck of {} ranks", self.rules.ranks))
            );
        }
        self.found.enter(word, card)?;
        Ok(card)
    }

    fn finish(mut self, last_line: usize) -> Result<Position, ParseError> {
        let missing: Vec<Card> =
            Card::deck(self.rules.ranks).filter(|&card| !self.found.has(card)).collect();
        if !missing.is_empty() {
            let message = format!("the board ends with cards missing: {}", names(&missing));
            return Err(ParseError { line: last_line, column: 1, message });
        }
        self.position.columns.resize(usize::from(self.rules.columns), Vec::new());
        self.position.cells.resize(usize::from(self.rules.cells), None);
        Ok(self.position)
    }
}

#[derive(Clone, Copy)]
enum Label {
    Foundations,
    Cells,
}

fn label(word: &str) -> Option<Label> {
    match word.to_ascii_lowercase().as_str() {
        "foundations:" | "founds:" => Some(Label::Foundations),
        "freecells:" | "cells:" | "fc:" => Some(Label::Cells),
        _ => None,
    }
}

/// A column may begin with a colon, with or without a space behind it.
fn strip_colon(word: Word<'_>) -> Word<'_> {
    match word.text.strip_prefix(':') {
        Some(text) => Word { text, column: word.column + 1, ..word },
        None => word,
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begun = self.is_begun();
        if begun {
            f.write_str("Foundations:")?;
            for suit in WRITTEN {
                let rank = rank_name(self.foundations[suit as usize]);
                write!(f, " {}-{rank}", suit.letter())?;
            }
            f.write_str("\nFreecells:")?;
            for cell in &self.cells {
                match cell {
                    Some(card) => write!(f, " {card}")?,
                    None => f.write_str(" -")?,
                }
            }
            f.write_str("\n")?;
        }
        for column in &self.columns {
            let cards = names(column);
            // A blank line would not be read as a column.
            let colon = if begun || column.is_empty() { ":" } else { "" };
            let space = if colon.is_empty() || cards.is_empty() { "" } else { " " };
            writeln!(f, "{colon}{space}{cards}")?;
        }
        Ok(())
    }
}
