//! Positions as numbers of a code.

use patience_cards::Card;
use patience_kit::{Fault, Packer, Unpacker};

use crate::kit::Instance;
use crate::{Column, MAX_COLUMNS, Position, Rules, Stock};

/// The number of ranks of a full deck.
const RANKS: usize = 13;
/// Cards that rules may turn at once.
const DRAWS: usize = 52;
/// Limits of passes; 0 is none.
const PASSES: usize = 256;

/// Which of the face-down cards and of the stock are known.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    All,
    Stock,
    Nothing,
    Some,
}

impl Known {
    const ALL: [Self; 4] = [Self::All, Self::Stock, Self::Nothing, Self::Some];

    fn of(position: &Position) -> Self {
        let down = || position.columns.iter().flat_map(|column| &column.down);
        let unknown_down = down().filter(|card| card.is_none()).count();
        let unknown_stock = position.stock.iter().filter(|card| card.is_none()).count();
        match (unknown_down, unknown_stock) {
            (0, 0) => Self::All,
            (count, 0) if count == down().count() => Self::Stock,
            (down_count, stock_count)
                if down_count == down().count() && stock_count == position.stock.len() =>
            {
                Self::Nothing
            }
            _ => Self::Some,
        }
    }
}

/// Adds the rules, the foundations, how many cards lie where, and those that are known.
pub(crate) fn encode(Instance { rules, position }: &Instance, packer: &mut Packer) {
    encode_rules(rules, packer);
    packer.index(position.passes.into(), PASSES);
    let ranks = usize::from(rules.ranks);
    position.foundations.iter().for_each(|&rank| packer.index(rank.into(), ranks + 1));
    let mut left: Vec<Card> = Card::deck(rules.ranks).collect();
    left.retain(|card| position.foundations[card.suit() as usize] < card.rank());
    // No game makes a column deeper than it was dealt; a text may.
    let is_usual = (0..).zip(&position.columns).all(|(at, column)| column.down.len() <= at);
    packer.flag(is_usual);
    let mut count = left.len();
    for (at, column) in position.columns.iter().enumerate() {
        packer.index(column.down.len(), if is_usual { at + 1 } else { count + 1 });
        count -= column.down.len();
        packer.index(column.up.len(), ranks + 1);
        count -= column.up.len();
    }
    packer.index(position.stock.len(), count + 1);
    position.waste.iter().for_each(|card| packer.choose(&mut left, card));
    let up = position.columns.iter().flat_map(|column| &column.up);
    up.for_each(|card| packer.choose(&mut left, card));
    let known = Known::of(position);
    packer.index(known as usize, Known::ALL.len());
    let down =
        position.columns.iter().flat_map(|column| column.down.iter().map(|card| (false, card)));
    for (is_stock, card) in down.chain(position.stock.iter().map(|card| (true, card))) {
        match known {
            Known::Nothing => continue,
            Known::Stock if !is_stock => continue,
            Known::Some => packer.flag(card.is_some()),
            Known::All | Known::Stock => {}
        }
        if let Some(card) = card {
            packer.choose(&mut left, card);
        }
    }
}

/// The position of these numbers.
pub(crate) fn decode(unpacker: &mut Unpacker) -> Result<Instance, Fault> {
    let rules = decode_rules(unpacker)?;
    let ranks = usize::from(rules.ranks);
    let mut position = Position { passes: unpacker.small(PASSES)?, ..Position::default() };
    for rank in &mut position.foundations {
        *rank = unpacker.small(ranks + 1)?;
    }
    let mut left: Vec<Card> = Card::deck(rules.ranks).collect();
    left.retain(|card| position.foundations[card.suit() as usize] < card.rank());
    let few = || Fault::input("more cards lie on the table than there are");
    let is_usual = unpacker.flag()?;
    let mut count = left.len();
    let mut heights = Vec::new();
    for at in 0..usize::from(rules.columns) {
        let down = unpacker.index(if is_usual { at + 1 } else { count + 1 })?;
        let up = unpacker.index(ranks + 1)?;
        count = count.checked_sub(down + up).ok_or_else(few)?;
        heights.push((down, up));
    }
    let stock = unpacker.index(count + 1)?;
    for _ in stock..count {
        position.waste.push(unpacker.choose(&mut left)?);
    }
    for &(_, up) in &heights {
        let cards = (0..up).map(|_| unpacker.choose(&mut left));
        let up = cards.collect::<Result<_, _>>()?;
        position.columns.push(Column { down: Vec::new(), up });
    }
    let known = Known::ALL[unpacker.index(Known::ALL.len())?];
    let mut card = |is_stock: bool| {
        let is_known = match known {
            Known::All => true,
            Known::Stock => is_stock,
            Known::Nothing => false,
            Known::Some => unpacker.flag()?,
        };
        if is_known { unpacker.choose(&mut left).map(Some) } else { Ok(None) }
    };
    for (column, &(down, _)) in position.columns.iter_mut().zip(&heights) {
        column.down = (0..down).map(|_| card(false)).collect::<Result<_, Fault>>()?;
    }
    position.stock = (0..stock).map(|_| card(true)).collect::<Result<_, Fault>>()?;
    position.check(&rules).map_err(Fault::input)?;
    Ok(Instance { rules, position })
}

/// Adds a 0 for the standard rules, or else all of them.
fn encode_rules(rules: &Rules, packer: &mut Packer) {
    if packer.flag_unusual(rules) {
        packer.index(usize::from(rules.ranks) - 1, RANKS);
        packer.index(usize::from(rules.columns) - 1, MAX_COLUMNS);
        packer.index(usize::from(rules.draw) - 1, DRAWS);
        packer.index(rules.passes.unwrap_or(0).into(), PASSES);
        packer.flag(rules.bring_back);
        packer.flag(rules.stock == Stock::Unseen);
    }
}

fn decode_rules(unpacker: &mut Unpacker) -> Result<Rules, Fault> {
    let mut rules = Rules::default();
    if unpacker.flag()? {
        rules.ranks = unpacker.small(RANKS)? + 1;
        rules.columns = unpacker.small(MAX_COLUMNS)? + 1;
        rules.draw = unpacker.small(DRAWS)? + 1;
        rules.passes = Some(unpacker.small(PASSES)?).filter(|&passes| passes != 0);
        rules.bring_back = unpacker.flag()?;
        rules.stock = if unpacker.flag()? { Stock::Unseen } else { Stock::Visible };
    }
    rules.check().map_err(Fault::input)?;
    Ok(rules)
}
