//! A position as people see it: cards in columns, cells and on foundations; reading and writing it as text.

use std::fmt;

use serde::{Serialize, Serializer};

use super::rules::Rules;
use patience_cards::{Card, Foundations, Suit};
use patience_core::text::{ParseError, Word, words};

/// A position of any game of the FreeCell family.
///
/// Written and read as a column a line, the deepest card first, behind optional lines for foundations and cells:
///
/// ```
/// use patience_freecell::{Position, Rules};
///
/// let text = "Foundations: H-K C-K D-K S-J\nFreecells: KS - - -\n: QS\n:\n:\n:\n:\n:\n:\n:\n";
/// let position = Position::parse(text, &Rules::default())?;
/// assert_eq!(position.columns[0].len(), 1);
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The cards of every column, the deepest first.
    pub columns: Vec<Vec<Card>>,
    /// The card in every cell.
    pub cells: Vec<Option<Card>>,
    /// The highest rank on each foundation, 0 for none, in the order of [`Suit::ALL`].
    pub foundations: [u8; 4],
}

/// The order in which the foundations are written.
const WRITTEN: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

impl Position {
    /// Deals `cards` one to each column in turn, the last ones to the cells if the rules say so.
    #[must_use]
    pub fn deal(cards: &[Card], rules: &Rules) -> Self {
        let to_columns = cards.len().saturating_sub(usize::from(rules.dealt_to_cells));
        let (columns, cells) = cards.split_at(to_columns);
        let width = usize::from(rules.columns);
        let column = |index| columns.iter().skip(index).step_by(width).copied().collect();
        let mut cells: Vec<Option<Card>> = cells.iter().copied().map(Some).collect();
        cells.resize(usize::from(rules.cells), None);
        Self { columns: (0..width).map(column).collect(), cells, foundations: [0; 4] }
    }

    /// Refuses positions that do not hold every card of the rules' deck once, in the places that the rules have.
    pub fn check(&self, rules: &Rules) -> Result<(), PositionError> {
        if usize::from(rules.columns) < self.columns.len()
            || usize::from(rules.cells) < self.cells.len()
        {
            return Err(PositionError::Places);
        }
        let mut met = [0_u8; Card::COUNT];
        let cards = self.columns.iter().flatten().chain(self.cells.iter().flatten());
        cards.for_each(|card| met[card.index()] = met[card.index()].saturating_add(1));
        for (suit, &rank) in Suit::ALL.into_iter().zip(&self.foundations) {
            (1..=rank.min(13)).for_each(|rank| met[Card::new(rank, suit).index()] += 1);
        }
        match Card::deck(13).find(|card| met[card.index()] != u8::from(card.rank() <= rules.ranks))
        {
            Some(card) => Err(PositionError::Card(card)),
            None => Ok(()),
        }
    }

    /// Whether a card is home or in a cell: then the text tells foundations and cells too.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.foundations != [0; 4] || self.cells.iter().any(Option::is_some)
    }

    /// Whether every card of the rules' deck is on its foundation.
    #[must_use]
    pub fn is_solved(&self, rules: &Rules) -> bool {
        self.foundations.iter().all(|&rank| rank == rules.ranks)
    }

    /// Reads a board: a column a line, a `:` before it if you like; `Foundations:` and `Freecells:` lines before them.
    ///
    /// Columns that are not written are empty; so are cells. Lines that are blank or begin with `#` are skipped. Every card of
    /// the deck must be there once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Self, ParseError> {
        let mut reader = Reader::new(rules);
        let mut last = 0;
        for (number, line) in (1..).zip(text.lines()) {
            last = number;
            reader.line(number, line)?;
        }
        reader.finish(last.max(1))
    }
}

/// A position that does not belong to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// More columns or cells than the rules have.
    #[error("the position has more columns or cells than the rules")]
    Places,
    /// A card is missing, or there twice, or not in the deck.
    #[error("the position does not hold {0} as often as the deck")]
    Card(Card),
}

/// A board that is being read.
struct Reader<'r> {
    rules: &'r Rules,
    position: Position,
    /// Where each card was met.
    met: [Option<Met>; Card::COUNT],
    foundations_read: bool,
    cells_read: bool,
}

#[derive(Clone, Copy)]
enum Met {
    At { line: usize, column: usize },
    OnFoundation,
}

impl<'r> Reader<'r> {
    fn new(rules: &'r Rules) -> Self {
        let position = Position { columns: Vec::new(), cells: Vec::new(), foundations: [0; 4] };
        Self {
            rules,
            position,
            met: [None; Card::COUNT],
            foundations_read: false,
            cells_read: false,
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), ParseError> {
        let mut words = words(number, line).peekable();
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
            return Err(word.error(format!("the line of the {name} belongs before the columns")));
        }
        if std::mem::replace(read(self), true) {
            return Err(word.error(format!("the {name} are given twice")));
        }
        Ok(())
    }

    fn foundation(&mut self, word: Word<'_>) -> Result<(), ParseError> {
        let expected = || word.expected("a foundation such as H-0 or S-Q");
        let (suit, rank) = word.text.split_once('-').ok_or_else(expected)?;
        let mut letters = suit.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(expected()) };
        let suit = Suit::from_letter(letter).ok_or_else(expected)?;
        let rank = match rank {
            "0" => 0,
            // A rank is what stands before the suit of a card.
            rank => format!("{rank}C").parse::<Card>().map_err(|_| expected())?.rank(),
        };
        if self.rules.ranks < rank {
            return Err(word.error(format!("the foundations end at rank {}", self.rules.ranks)));
        }
        for rank in 1..=rank {
            let card = Card::new(rank, suit);
            if self.met[card.index()].is_some() {
                return Err(word.error(format!("{card} is on the board twice")));
            }
            self.met[card.index()] = Some(Met::OnFoundation);
        }
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

    fn card(&mut self, word: Word<'_>) -> Result<Card, ParseError> {
        let card: Card = word.text.parse().map_err(|_| word.expected("a card such as QH"))?;
        if self.rules.ranks < card.rank() {
            return Err(
                word.error(format!("{card} is not in a deck of {} ranks", self.rules.ranks))
            );
        }
        match self.met[card.index()] {
            Some(Met::At { line, column }) => Err(word.error(format!(
                "{card} is on the board twice: also at line {line}, column {column}"
            ))),
            Some(Met::OnFoundation) => {
                Err(word.error(format!("{card} is on the board twice: also on its foundation")))
            }
            None => {
                self.met[card.index()] = Some(Met::At { line: word.line, column: word.column });
                Ok(card)
            }
        }
    }

    fn finish(mut self, last_line: usize) -> Result<Position, ParseError> {
        let is_missing = |card: &Card| self.met[card.index()].is_none();
        let missing: Vec<String> =
            Card::deck(self.rules.ranks).filter(is_missing).map(|card| card.to_string()).collect();
        if !missing.is_empty() {
            let message = format!("the board ends with cards missing: {}", missing.join(" "));
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

/// The letter of a rank, `0` for none.
fn rank_letter(rank: u8) -> String {
    if rank == 0 {
        return "0".to_owned();
    }
    let mut text = Card::new(rank, Suit::Clubs).to_string();
    text.pop();
    text
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begun = self.is_begun();
        if begun {
            f.write_str("Foundations:")?;
            for suit in WRITTEN {
                let rank = rank_letter(self.foundations[suit as usize]);
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
            let cards: Vec<String> = column.iter().map(Card::to_string).collect();
            // A line without cards would read as no column at all.
            let colon = if begun || column.is_empty() { ":" } else { "" };
            let space = if colon.is_empty() || cards.is_empty() { "" } else { " " };
            writeln!(f, "{colon}{space}{}", cards.join(" "))?;
        }
        Ok(())
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Plain {
            columns: Vec<Vec<String>>,
            cells: Vec<Option<String>>,
            foundations: Foundations,
        }
        Plain {
            columns: self
                .columns
                .iter()
                .map(|cards| cards.iter().map(Card::to_string).collect())
                .collect(),
            cells: self.cells.iter().map(|cell| cell.map(|card| card.to_string())).collect(),
            foundations: self.foundations.into(),
        }
        .serialize(serializer)
    }
}
