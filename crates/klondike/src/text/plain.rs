//! Our own text format of positions: readable, with unknown cards; errors give line and column.

use std::fmt::{self, Write as _};

use super::table::{TableCard, row};
use crate::{Column, MAX_COLUMNS, Position, Rules, Stock};
use patience_cards::{Card, CardsRead, Suit, card_words, names, rank_name, read_foundation};
use patience_core::text::{ParseError, Word};

/// The text of an unknown card.
pub(crate) const UNKNOWN: &str = "??";
/// The separator of face-down and face-up cards.
const BAR: &str = "|";

/// Rules and position as text that [`read_position`](crate::read_position) reads.
///
/// ```
/// use patience_klondike::{read_position, write_position};
///
/// let text = "\
/// draw 1
/// passes 2
/// foundations: C0 DA H0 S0
/// 1: | 2C
/// 2: ?? | 2D
/// stock: AH ?? ??
/// waste: 2H
/// ";
/// let (rules, position) = read_position(text)?;
/// assert_eq!(position.columns[1].down, [None]);
/// assert_eq!(write_position(&rules, &position), text);
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn write_position(rules: &Rules, position: &Position) -> String {
    let standard = Rules::default();
    let mut out = format!("draw {}\n", rules.draw);
    let _ = match rules.passes {
        Some(most) => writeln!(out, "passes {most}"),
        None => writeln!(out, "passes unlimited"),
    };
    if rules.bring_back != standard.bring_back {
        out += "bring-back no\n";
    }
    if rules.stock != standard.stock {
        out += "stock unseen\n";
    }
    let _ = write!(out, "{position}");
    out
}

impl fmt::Display for Position {
    /// The text without rules, which reads as a position under standard rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.passes != 1 {
            writeln!(f, "pass {}", self.passes)?;
        }
        f.write_str("foundations:")?;
        for (suit, &rank) in Suit::ALL.into_iter().zip(&self.foundations) {
            write!(f, " {}{}", suit.letter(), rank_name(rank))?;
        }
        f.write_str("\n")?;
        for (number, column) in (1..).zip(&self.columns) {
            write!(f, "{number}:")?;
            column.down.iter().try_for_each(|&card| write_card(f, card))?;
            write!(f, " {BAR}")?;
            column.up.iter().try_for_each(|&card| write_card(f, Some(card)))?;
            f.write_str("\n")?;
        }
        f.write_str("stock:")?;
        self.stock.iter().try_for_each(|&card| write_card(f, card))?;
        f.write_str("\nwaste:")?;
        self.waste.iter().try_for_each(|&card| write_card(f, Some(card)))?;
        f.write_str("\n")
    }
}

fn write_card(f: &mut fmt::Formatter<'_>, card: Option<Card>) -> fmt::Result {
    match card {
        Some(card) => write!(f, " {card}"),
        None => write!(f, " {UNKNOWN}"),
    }
}

/// Reads our own text.
pub(crate) fn read(text: &str) -> Result<(Rules, Position), ParseError> {
    let mut reader = Reader::new();
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        // Text after a `#` is a comment.
        reader.line(number, line.split('#').next().unwrap_or_default())?;
    }
    reader.finish(last)
}

/// A position that is being read.
struct Reader {
    rules: Rules,
    position: Position,
    read: CardsRead,
    /// Cards read, known or not.
    cards: usize,
    unknown: usize,
    /// The labels read, so that none is given twice.
    said: Vec<String>,
    /// The place of the left edge, if the text is a table.
    table: Option<usize>,
    /// Whether the text is one of `PySol`.
    is_pysol: bool,
}

/// Whether a card may be unknown.
#[derive(Clone, Copy, PartialEq)]
enum Sight {
    Any,
    Seen,
}

impl Reader {
    fn new() -> Self {
        Self {
            rules: Rules::default(),
            position: Position::default(),
            read: CardsRead::default(),
            cards: 0,
            unknown: 0,
            said: Vec::new(),
            table: None,
            is_pysol: false,
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), ParseError> {
        let mut words = card_words(number, line);
        let Some(&first) = words.first() else { return Ok(()) };
        let label = first.text.to_ascii_lowercase();
        if let (Some(left), false) = (self.table, label.ends_with(':')) {
            return row(left, &words)?.into_iter().try_for_each(|it| self.table_card(it));
        }
        if self.is_pysol && !label.ends_with(':') {
            return self.pysol_column(first, &words);
        }
        words.remove(0);
        if let Some(name) = label.strip_suffix(':') {
            if let Ok(column) = name.parse::<usize>() {
                return self.column(first, column, &words);
            }
            self.once(first, name)?;
            return match name {
                "home" => {
                    self.table = Some(first.column);
                    self.position
                        .columns
                        .resize(usize::from(self.rules.columns), Column::default());
                    words.iter().try_for_each(|&word| self.table_foundation(word))
                }
                "foundations" => words.iter().try_for_each(|&word| self.foundation(word)),
                "stock" => {
                    self.position.stock = self.cards(&words, Sight::Any)?;
                    Ok(())
                }
                // PySol's boards have no labels of columns.
                "talon" => {
                    self.is_pysol = true;
                    self.position.stock = self.cards(&words, Sight::Any)?;
                    Ok(())
                }
                "waste" => {
                    let cards = self.cards(&words, Sight::Seen)?;
                    self.position.waste = cards.into_iter().flatten().collect();
                    Ok(())
                }
                _ => Err(first.expected("`foundations:`, `home:`, `1:`, `stock:` or `waste:`")),
            };
        }
        self.setting(first, &label, &words)
    }

    fn once(&mut self, word: Word<'_>, name: &str) -> Result<(), ParseError> {
        if self.said.iter().any(|said| said == name) {
            return Err(word.error(format!("`{}` is given twice", word.text)));
        }
        self.said.push(name.to_owned());
        Ok(())
    }

    /// A line such as `draw 3`.
    fn setting(
        &mut self,
        first: Word<'_>,
        name: &str,
        words: &[Word<'_>],
    ) -> Result<(), ParseError> {
        const SETTINGS: &str =
            "a line such as `draw 3`, `passes unlimited`, `1: ?? | 5H` or `stock: 3C`";
        if !["draw", "passes", "pass", "bring-back", "stock", "columns"].contains(&name) {
            return Err(first.expected(SETTINGS));
        }
        let value = match words {
            [value] => *value,
            [] => return Err(first.error(format!("expected a value after `{}`", first.text))),
            [_, more, ..] => return Err(more.expected("the end of the line")),
        };
        // `stock` is a setting and a label of cards.
        self.once(first, &format!("{name} ="))?;
        let number = |what: &str| {
            let number: Option<u8> = value.text.parse().ok();
            number.filter(|&number| number != 0).ok_or_else(|| value.expected(what))
        };
        match name {
            "draw" => self.rules.draw = number("a number of cards turned at once, such as 3")?,
            "passes" if value.text.eq_ignore_ascii_case("unlimited") => self.rules.passes = None,
            "passes" => self.rules.passes = Some(number("`unlimited` or a number of passes")?),
            "columns" => self.rules.columns = number("a number of columns, such as 7")?,
            "pass" => self.position.passes = number("the number of the pass, from 1")?,
            "bring-back" => {
                self.rules.bring_back = match value.text.to_ascii_lowercase().as_str() {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(value.expected("`yes` or `no`")),
                }
            }
            _ => {
                self.rules.stock = match value.text.to_ascii_lowercase().as_str() {
                    "visible" => Stock::Visible,
                    "unseen" => Stock::Unseen,
                    _ => return Err(value.expected("`visible` or `unseen`")),
                }
            }
        }
        Ok(())
    }

    /// A column of `PySol`: face-down cards have angles around them.
    fn pysol_column(&mut self, first: Word<'_>, words: &[Word<'_>]) -> Result<(), ParseError> {
        if MAX_COLUMNS <= self.position.columns.len() {
            return Err(first.error(format!("there are {MAX_COLUMNS} columns at most")));
        }
        let column = self.position.columns.len();
        self.position.columns.push(Column::default());
        words.iter().try_for_each(|&word| {
            let inner = word.text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
            let name = Word { text: inner.unwrap_or(word.text), ..word };
            self.table_card(TableCard { column, word: name, is_down: inner.is_some() })
        })
    }

    /// A foundation of a table: `C-`, or its highest card.
    fn table_foundation(&mut self, word: Word<'_>) -> Result<(), ParseError> {
        let empty = word.text.strip_suffix('-').and_then(|suit| read_foundation(suit, "0"));
        if empty.is_some() {
            return Ok(());
        }
        let card: Result<Card, _> = word.text.parse();
        let card = card.map_err(|_| word.expected("a foundation such as C- or 5C"))?;
        self.home(word, card.suit(), card.rank())
    }

    /// A card of a table.
    fn table_card(&mut self, card: TableCard<'_>) -> Result<(), ParseError> {
        let TableCard { column, word, is_down } = card;
        let count = self.position.columns.len();
        let sight = if is_down { Sight::Any } else { Sight::Seen };
        let card = self.card(word, sight)?;
        let Some(place) = self.position.columns.get_mut(column) else {
            return Err(word.error(format!("this is column {}, but there are {count}", column + 1)));
        };
        match card {
            card if is_down && place.up.is_empty() => place.down.push(card),
            Some(card) if !is_down => place.up.push(card),
            _ => return Err(word.error("a face-down card lies on a face-up one")),
        }
        Ok(())
    }

    fn foundation(&mut self, word: Word<'_>) -> Result<(), ParseError> {
        let mut letters = word.text.chars();
        let suit = letters.next().map(String::from).unwrap_or_default();
        let (suit, rank) = read_foundation(&suit, letters.as_str())
            .ok_or_else(|| word.expected("a foundation such as H0, SA or DQ"))?;
        self.home(word, suit, rank)
    }

    fn home(&mut self, word: Word<'_>, suit: Suit, rank: u8) -> Result<(), ParseError> {
        if self.position.foundations[suit as usize] != 0 {
            return Err(word.error(format!("the foundation {} is given twice", suit.letter())));
        }
        self.read.enter_home(word, suit, rank)?;
        self.cards += usize::from(rank);
        self.position.foundations[suit as usize] = rank;
        Ok(())
    }

    fn column(
        &mut self,
        first: Word<'_>,
        number: usize,
        words: &[Word<'_>],
    ) -> Result<(), ParseError> {
        let next = self.position.columns.len() + 1;
        if MAX_COLUMNS < next {
            return Err(first.error(format!("there are {MAX_COLUMNS} columns at most")));
        }
        if number != next {
            return Err(first.expected(&format!("the cards of column {next}, `{next}:`")));
        }
        let bar = words.iter().position(|word| word.text == BAR);
        let (down, up) = match bar {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (&[][..], words),
        };
        let down = self.cards(down, Sight::Any)?;
        let cards: Vec<Card> = self.cards(up, Sight::Seen)?.into_iter().flatten().collect();
        for (pair, word) in cards.windows(2).zip(up.iter().skip(1)) {
            let (lower, upper) = (pair[0], pair[1]);
            if !self.rules.fits(upper, lower) {
                return Err(word.error(format!(
                    "{upper} does not go on {lower}: expected the next lower rank in the other colour, or `{BAR}` after the face-down cards"
                )));
            }
        }
        if cards.is_empty() && !down.is_empty() {
            return Err(first.error(format!(
                "column {number} has face-down cards and no face-up card after `{BAR}`"
            )));
        }
        self.position.columns.push(Column { down, up: cards });
        Ok(())
    }

    fn cards(&mut self, words: &[Word<'_>], sight: Sight) -> Result<Vec<Option<Card>>, ParseError> {
        words.iter().map(|&word| self.card(word, sight)).collect()
    }

    fn card(&mut self, word: Word<'_>, sight: Sight) -> Result<Option<Card>, ParseError> {
        if word.text == UNKNOWN && sight == Sight::Any {
            self.cards += 1;
            self.unknown += 1;
            return Ok(None);
        }
        let what = match sight {
            Sight::Any => "a card such as QH, or ?? for an unknown one",
            Sight::Seen => "a card such as QH",
        };
        let card: Card = word.text.parse().map_err(|_| word.expected(what))?;
        self.read.enter(word, card)?;
        self.cards += 1;
        Ok(Some(card))
    }

    fn finish(mut self, last_line: usize) -> Result<(Rules, Position), ParseError> {
        let error = |message: String| ParseError { line: last_line, column: 1, message };
        if self.position.columns.is_empty() {
            return Err(error("the text ends without columns: expected `1: | 5H`".to_owned()));
        }
        // A deck has four cards per rank. If some are missing, the highest rank counts too.
        let highest = Card::deck(13).filter(|&card| self.read.has(card)).last();
        let ranks = self.cards.div_ceil(4).max(highest.map_or(1, |card| card.rank().into()));
        self.rules.ranks = match u8::try_from(ranks) {
            Ok(ranks) if ranks <= 13 => ranks,
            _ => return Err(error(format!("{} cards are more than a deck has", self.cards))),
        };
        self.rules.columns = u8::try_from(self.position.columns.len())
            .map_err(|_| error("there are too many columns".to_owned()))?;
        let unseen = self.position.unseen(&self.rules);
        if unseen.len() != self.unknown {
            return Err(error(format!(
                "{} cards are unknown, but {} of the deck are missing: {}",
                self.unknown,
                unseen.len(),
                names(&unseen)
            )));
        }
        self.rules.check().map_err(|wrong| error(wrong.to_string()))?;
        self.position.check(&self.rules).map_err(|wrong| error(wrong.to_string()))?;
        Ok((self.rules, self.position))
    }
}
