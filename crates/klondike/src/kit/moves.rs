//! Every legal move of a position, found by the referee.

use patience_cards::{Card, Suit};
use patience_kit::MoveInfo;

use super::view;
use crate::picture::Pile;
use crate::rules::moves::is_safe;
use crate::{Position, Referee, Rules, Step};

/// The legal steps of `position`, described by what `seen` shows of it.
pub(crate) fn legal_moves(rules: &Rules, position: &Position, seen: &Position) -> Vec<MoveInfo> {
    let referee = Referee::new(rules, position.clone());
    let play = |step: Step| {
        let count = referee.clone().play(step).ok()?.count;
        // As in solutions of engines: the number of cards if there are several.
        Some(match step {
            Step::Run { from, to, .. } => {
                let count = u8::try_from(count).ok().filter(|&count| 1 < count);
                (Step::Run { from, to, count }, usize::from(count.unwrap_or(1)))
            }
            _ => (step, 1),
        })
    };
    steps(rules.columns)
        .into_iter()
        .filter_map(play)
        .map(|(step, count)| info(step, count, seen))
        .collect()
}

/// A step that takes home a card that no other can need in a column. Where several cards are turned at once, one that leaves the waste
/// changes which cards of the stock come up, so then only columns have safe cards.
pub(super) fn safe_step(rules: &Rules, position: &Position) -> Option<Step> {
    let home = |suit: Suit| position.foundations[suit as usize];
    let is_safe = |card: &Card| card.rank() == home(card.suit()) + 1 && is_safe(*card, home);
    let columns = (0..).zip(&position.columns);
    let columns = columns.map(|(from, column)| (Step::Home { from }, column.up.last()));
    let waste = (Step::WasteHome, position.waste.last().filter(|_| rules.draw == 1));
    let (step, _) = columns.chain([waste]).find(|(_, card)| card.is_some_and(is_safe))?;
    Some(step)
}

/// Every step that may be legal in some position; runs without their number of cards.
fn steps(columns: u8) -> Vec<Step> {
    let mut steps = vec![Step::Turn, Step::Redeal, Step::WasteHome];
    steps.extend((0..columns).map(|to| Step::WasteColumn { to }));
    for from in 0..columns {
        steps.push(Step::Home { from });
        steps.extend((0..columns).map(|to| Step::Run { from, to, count: None }));
    }
    for suit in Suit::ALL {
        steps.extend((0..columns).map(|to| Step::Back { suit, to }));
    }
    steps
}

/// A legal step that moves `count` cards of a column, with the ids of the piece that moves and of its places.
fn info(step: Step, count: usize, seen: &Position) -> MoveInfo {
    let column = |at: u8| view::id(Pile::Column(at.into()));
    let column_piece = |at: u8| {
        let up = &seen.columns[usize::from(at)].up;
        up.get(up.len().saturating_sub(count)).map(|card| view::card_id(*card))
    };
    let waste = seen.waste.last().copied();
    let home = |card: Option<Card>| {
        card.map(|card| view::id(Pile::Foundation(card.suit()))).unwrap_or_default()
    };
    let (piece, from, to) = match step {
        Step::Turn => (
            view::stock_pieces(seen).first().map(|piece| piece.id.clone()),
            view::id(Pile::Stock),
            view::id(Pile::Waste),
        ),
        Step::Redeal => (waste.map(view::card_id), view::id(Pile::Waste), view::id(Pile::Stock)),
        Step::WasteHome => (waste.map(view::card_id), view::id(Pile::Waste), home(waste)),
        Step::WasteColumn { to } => (waste.map(view::card_id), view::id(Pile::Waste), column(to)),
        Step::Home { from } => {
            let card = seen.columns[usize::from(from)].up.last().copied();
            (card.map(view::card_id), column(from), home(card))
        }
        Step::Run { from, to, .. } => (column_piece(from), column(from), column(to)),
        Step::Back { suit, to } => {
            let card = suit.up_to(seen.foundations[suit as usize]).last();
            (card.map(view::card_id), view::id(Pile::Foundation(suit)), column(to))
        }
    };
    MoveInfo { text: step.to_string(), piece: piece.unwrap_or_default(), from, to }
}
