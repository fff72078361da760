//! Positions as numbers of a code.

use patience_cards::Card;
use patience_kit::{Choice, Fault, Packer, Unpacker};

use crate::rules::{MAX_CELLS, MAX_COLUMNS};
use crate::{Board, Build, Fill, Position, Rules};

/// The number of ranks of a full deck.
const RANKS: usize = 13;

/// Adds the rules, the foundations, which places have how many cards, and the cards in the order of the places.
pub(crate) fn encode(board: &Board, packer: &mut Packer) {
    encode_rules(board.rules(), packer);
    let Position { columns, cells, foundations } = board.position();
    let ranks = usize::from(board.rules().ranks);
    let mut left: Vec<Card> = Card::deck(board.rules().ranks).collect();
    let is_dealt = board.position() == &dealt(board.rules(), board.position());
    packer.flag(is_dealt);
    if !is_dealt {
        for &rank in foundations {
            packer.index(rank.into(), ranks + 1);
        }
        for cell in cells {
            packer.flag(cell.is_some());
        }
        left.retain(|card| foundations[card.suit() as usize] < card.rank());
        let mut count = left.len() - cells.iter().flatten().count();
        for column in &columns[..columns.len() - 1] {
            packer.index(column.len(), count + 1);
            count -= column.len();
        }
    }
    let cards = cells.iter().flatten().chain(columns.iter().flatten());
    cards.for_each(|card| packer.choose(&mut left, card));
}

/// The position of these numbers.
pub(crate) fn decode(unpacker: &mut Unpacker) -> Result<Board, Fault> {
    let rules = decode_rules(unpacker)?;
    let ranks = usize::from(rules.ranks);
    let mut left: Vec<Card> = Card::deck(rules.ranks).collect();
    let mut position = Position::default();
    let mut heights = Vec::new();
    let mut filled = vec![false; rules.cells.into()];
    if unpacker.flag()? {
        let shape = Position::deal(&left, &rules);
        heights.extend(shape.columns.iter().map(Vec::len));
    } else {
        for rank in &mut position.foundations {
            *rank = unpacker.small(ranks + 1)?;
        }
        for is_filled in &mut filled {
            *is_filled = unpacker.flag()?;
        }
        left.retain(|card| position.foundations[card.suit() as usize] < card.rank());
        let in_cells = filled.iter().filter(|&&is_filled| is_filled).count();
        let few = || Fault::input("more cells are filled than there are cards");
        let mut count = left.len().checked_sub(in_cells).ok_or_else(few)?;
        for _ in 1..rules.columns {
            let height = unpacker.index(count + 1)?;
            heights.push(height);
            count -= height;
        }
        heights.push(count);
    }
    for is_filled in filled {
        let card = if is_filled { Some(unpacker.choose(&mut left)?) } else { None };
        position.cells.push(card);
    }
    for height in heights {
        let cards = (0..height).map(|_| unpacker.choose(&mut left));
        position.columns.push(cards.collect::<Result<_, _>>()?);
    }
    Board::new(rules, position).map_err(Fault::input)
}

/// The cards of a position dealt to the columns in turn, if they lie as after a deal.
fn dealt(rules: &Rules, position: &Position) -> Position {
    let rows = position.columns.iter().map(Vec::len).max().unwrap_or(0);
    let card =
        |row: usize| position.columns.iter().filter_map(move |column| column.get(row).copied());
    Position::deal(&(0..rows).flat_map(card).collect::<Vec<_>>(), rules)
}

/// Adds a 0 for the standard rules, or else all of them.
fn encode_rules(rules: &Rules, packer: &mut Packer) {
    if packer.flag_unusual(rules) {
        packer.index(usize::from(rules.ranks) - 1, RANKS);
        packer.index(usize::from(rules.columns) - 1, MAX_COLUMNS);
        packer.index(rules.cells.into(), MAX_CELLS + 1);
        encode_choice(rules.build, packer);
        encode_choice(rules.fill, packer);
        packer.flag(rules.relaxed);
    }
}

fn decode_rules(unpacker: &mut Unpacker) -> Result<Rules, Fault> {
    let mut rules = Rules::default();
    if unpacker.flag()? {
        rules.ranks = unpacker.small(RANKS)? + 1;
        rules.columns = unpacker.small(MAX_COLUMNS)? + 1;
        rules.cells = unpacker.small(MAX_CELLS + 1)?;
        rules.build = decode_choice::<Build>(unpacker)?;
        rules.fill = decode_choice::<Fill>(unpacker)?;
        rules.relaxed = unpacker.flag()?;
    }
    rules.check().map_err(Fault::input)?;
    Ok(rules)
}

/// Choices that a rule has room for.
const CHOICES: usize = 4;

fn encode_choice<T: Choice + PartialEq>(choice: T, packer: &mut Packer) {
    let at = T::ALL.iter().position(|(other, _)| *other == choice);
    packer.index(at.unwrap_or(0), CHOICES);
}

fn decode_choice<T: Choice>(unpacker: &mut Unpacker) -> Result<T, Fault> {
    let unknown = || Fault::input("there is no rule of that number");
    T::ALL.get(unpacker.index(CHOICES)?).map(|(choice, _)| *choice).ok_or_else(unknown)
}
