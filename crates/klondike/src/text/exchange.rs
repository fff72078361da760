//! Positions in formats of other programs: the JSON of Solvitaire, the digits of Klondike-Solver.

use std::fmt::{self, Write as _};

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use crate::text::plain::{self, UNKNOWN};
use crate::{Column, Position, PositionError, Rules};
use patience_cards::{Card, Suit, rank_name};
use patience_core::text::ParseError;

/// Reads rules and a position in any of three formats.
///
/// - Our own text, as [`write_position`](crate::write_position) writes it: one line per column, `|` between face-down
///   and face-up cards, `??` for an unknown card. Rules that are not given are the standard ones. The number of ranks
///   follows from the number of cards. Text after a `#` is a comment.
/// - JSON, as [`write_json`] writes it.
/// - 156 digits, as [`write_digits`] writes them; spaces are skipped.
///
/// ```
/// use patience_klondike::read_position;
///
/// let (rules, position) = read_position("1: | AC\n2: AD | AH\nstock: AS # and no more")?;
/// assert_eq!((rules.ranks, rules.columns, rules.draw), (1, 2, 3));
/// let json = r#"{"tableau piles": [["AC"], ["Ad", "AH"]], "stock": ["AS"]}"#;
/// assert_eq!(read_position(json), Ok((rules, position)));
/// assert_eq!(
///     read_position("1: | AC\n2: AD | XH").unwrap_err().to_string(),
///     "line 2, column 9: expected a card such as QH, found `XH`",
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub fn read_position(text: &str) -> Result<(Rules, Position), ParseError> {
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    match letters.clone().next() {
        Some('{') => read_json(text),
        Some(_) if letters.all(|letter| letter.is_ascii_digit()) => read_digits(text),
        _ => plain::read(text),
    }
}

/// The position as JSON that Solvitaire reads.
///
/// Piles are written from bottom to top, the stock too: its last card is turned next. A suit in lower case means face down. Unknown
/// cards are `??`, which only this program reads.
///
/// ```
/// use patience_klondike::{read_position, write_json};
///
/// let (_, position) = read_position("1: | AC\n2: AD | 2H\nstock: AS 2C\nwaste: AH 2D 2S")?;
/// assert_eq!(
///     write_json(&position),
///     r#"{"tableau piles": [["AC"], ["Ad", "2H"]], "stock": ["2C", "AS"], "waste": ["AH", "2D", "2S"]}"#,
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn write_json(position: &Position) -> String {
    let list = |cards: Vec<String>| format!("[{}]", cards.join(", "));
    let quoted = |card: Option<Card>, is_down: bool| match card {
        None => format!("\"{UNKNOWN}\""),
        Some(card) => {
            let rank = if card.rank() == 10 { "10".to_owned() } else { rank_name(card.rank()) };
            let suit = card.suit().letter();
            format!("\"{rank}{}\"", if is_down { suit.to_ascii_lowercase() } else { suit })
        }
    };
    let columns = position.columns.iter().map(|column| {
        let down = column.down.iter().map(|&card| quoted(card, true));
        list(down.chain(column.up.iter().map(|&card| quoted(Some(card), false))).collect())
    });
    let stock = position.stock.iter().rev().map(|&card| quoted(card, false)).collect();
    let mut out =
        format!("{{\"tableau piles\": {}, \"stock\": {}", list(columns.collect()), list(stock));
    if !position.waste.is_empty() {
        let waste = position.waste.iter().map(|&card| quoted(Some(card), false)).collect();
        let _ = write!(out, ", \"waste\": {}", list(waste));
    }
    if position.foundations != [0; 4] {
        let foundation = |suit: Suit| {
            let cards = suit.up_to(position.foundations[suit as usize]);
            list(cards.map(|card| quoted(Some(card), false)).collect())
        };
        let _ = write!(out, ", \"foundations\": {}", list(Suit::ALL.map(foundation).to_vec()));
    }
    out + "}"
}

/// A position as Solvitaire writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Piles {
    #[serde(rename = "tableau piles")]
    columns: Vec<Vec<Written>>,
    #[serde(default)]
    stock: Vec<Written>,
    #[serde(default)]
    waste: Vec<Written>,
    // Lonelybot has one of it.
    #[serde(default, alias = "foundation")]
    foundations: Vec<Vec<Written>>,
}

/// A card, and whether it is face down.
struct Written {
    card: Option<Card>,
    is_down: bool,
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reading;
        impl Visitor<'_> for Reading {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card such as \"QH\", \"10s\" or \"??\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Written, E> {
                if text == UNKNOWN {
                    return Ok(Written { card: None, is_down: true });
                }
                // Ranks may be numbers up to 13.
                let named =
                    ["11", "12", "13"].iter().zip(["J", "Q", "K"]).find_map(|(from, to)| {
                        text.strip_prefix(from).map(|suit| format!("{to}{suit}"))
                    });
                let card: Result<Card, _> = named.as_deref().unwrap_or(text).parse();
                let card = card.map_err(|_| {
                    let found = patience_core::text::quoted(text);
                    E::custom(format!("expected a card such as \"QH\", found `{found}`"))
                })?;
                let is_down = text.ends_with(|suit: char| suit.is_ascii_lowercase());
                Ok(Written { card: Some(card), is_down })
            }
        }
        deserializer.deserialize_str(Reading)
    }
}

fn read_json(text: &str) -> Result<(Rules, Position), ParseError> {
    let piles: Piles = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The error has fields for its place.
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        ParseError { line: error.line().max(1), column: error.column().max(1), message }
    })?;
    let wrong = |message: String| ParseError { line: 1, column: 1, message };
    let known = |pile: &str, written: Written| {
        written.card.ok_or_else(|| wrong(format!("a card of the {pile} is unknown")))
    };
    let mut columns = Vec::with_capacity(piles.columns.len());
    for (number, pile) in (1..).zip(piles.columns) {
        let mut column = Column::default();
        for (depth, Written { card, is_down }) in (1..).zip(pile) {
            match card {
                card if is_down && column.up.is_empty() => column.down.push(card),
                Some(card) if !is_down => column.up.push(card),
                _ => {
                    return Err(wrong(format!(
                        "card {depth} of column {number} is face down on a face-up card"
                    )));
                }
            }
        }
        columns.push(column);
    }
    let mut foundations = [0_u8; 4];
    for card in piles.foundations.into_iter().flatten() {
        let card = known("foundations", card)?;
        let rank = &mut foundations[card.suit() as usize];
        if card.rank() != *rank + 1 {
            return Err(wrong(format!("{card} is not the next card of its foundation")));
        }
        *rank += 1;
    }
    let waste = piles.waste.into_iter().map(|card| known("waste", card));
    let position = Position {
        columns,
        stock: piles.stock.into_iter().rev().map(|written| written.card).collect(),
        waste: waste.collect::<Result<_, _>>()?,
        foundations,
        passes: 1,
    };
    let cards = position.every_card().count();
    let number = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let rules = Rules {
        ranks: number(cards.div_ceil(4)),
        columns: number(position.columns.len()),
        ..Rules::default()
    };
    rules.check().map_err(|error| wrong(error.to_string()))?;
    position.check(&rules).map_err(|error| {
        let is_broken = matches!(error, PositionError::Broken { .. });
        let hint = if is_broken { "; face-down cards have their suit in lower case" } else { "" };
        wrong(format!("{error}{hint}"))
    })?;
    Ok((rules, position))
}

/// The position as digits that Klondike-Solver reads; `None` unless it is the start of a game of 52 known cards in seven columns.
///
/// Three digits per card, two for the rank and one for the suit: 1 clubs, 2 diamonds, 3 hearts, 4 spades. Cards are in dealing order:
/// row by row, then the stock, the next card to be turned first.
///
/// ```
/// use patience_klondike::{Position, Rules, deal_of_seed, read_position, write_digits};
///
/// let rules = Rules::default();
/// let position = Position::deal(&deal_of_seed(1, &rules), &rules);
/// let digits = write_digits(&position).expect("it is a deal");
/// assert_eq!(digits.len(), 156);
/// assert_eq!(read_position(&digits), Ok((rules, position)));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn write_digits(position: &Position) -> Option<String> {
    let cards = position.dealt()?;
    let is_whole = cards.len() == Card::COUNT && position.columns.len() == 7;
    let digits = |card: &Card| format!("{:02}{}", card.rank(), card.suit() as u8 + 1);
    is_whole.then(|| cards.iter().map(digits).collect())
}

fn read_digits(text: &str) -> Result<(Rules, Position), ParseError> {
    let mut digits = Vec::new();
    let mut end = (1, 1);
    for (line, row) in (1..).zip(text.lines()) {
        for (column, letter) in (1..).zip(row.chars()) {
            if let Some(digit) = letter.to_digit(10) {
                digits.push((digit, line, column));
                end = (line, column + 1);
            }
        }
    }
    let error = |(line, column): (usize, usize), message| ParseError { line, column, message };
    let mut cards: Vec<Card> = Vec::with_capacity(Card::COUNT);
    for three in digits.chunks(3) {
        let (_, line, column) = three[0];
        let &[(tens, ..), (ones, ..), (suit, ..)] = three else { break };
        let rank = u8::try_from(10 * tens + ones).ok().filter(|rank| (1..=13).contains(rank));
        let suit = (suit as usize).checked_sub(1).and_then(|at| Suit::ALL.get(at));
        let (Some(rank), Some(&suit)) = (rank, suit) else {
            let found: String = three.iter().map(|(digit, ..)| digit.to_string()).collect();
            let message = format!(
                "expected a rank 01 to 13 and a suit 1 to 4, such as 134 for KS, found `{found}`"
            );
            return Err(error((line, column), message));
        };
        let card = Card::new(rank, suit);
        if cards.contains(&card) {
            return Err(error((line, column), format!("{card} is on the board twice")));
        }
        cards.push(card);
    }
    if digits.len() != 3 * Card::COUNT {
        let message = format!("expected 156 digits, three per card, found {}", digits.len());
        return Err(error(end, message));
    }
    let rules = Rules::default();
    Ok((rules, Position::deal(&cards, &rules)))
}
