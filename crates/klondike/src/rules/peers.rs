//! Numbered deals of other programs: where their cards go.

use patience_cards::{Card, microsoft_deal, pysol_deal, pysolfc_deal, solvitaire_deck};
use patience_kit::{Fault, Named};

use crate::{Position, Rules};

/// The programs whose numbers are known.
pub(crate) static NUMBERINGS: [Named; 4] = [
    Named::new("pysol", "Deals of PySolFC"),
    Named::new("oldpysol", "Deals of PySol before PySolFC"),
    Named::new("kpat", "Deals of KPatience, 1 to 2147483647"),
    Named::new("solvitaire", "Seeds of Solvitaire, 0 to 4294967295"),
];

/// The largest number of `KPatience`.
const LAST_KPAT: u64 = (1 << 31) - 1;

/// The deal of a number of one of [`NUMBERINGS`]; the rules have seven columns and all cards.
pub(crate) fn deal_of_peer(numbering: &str, number: u64, rules: &Rules) -> Result<Position, Fault> {
    let within = |last: u64| {
        let wrong = || {
            Fault::input(format_args!("{numbering} has no deal {number}: the last one is {last}"))
        };
        if number <= last { Ok(()) } else { Err(wrong()) }
    };
    let cards = match numbering {
        "pysol" => from_the_right(&pysolfc_deal(number).map_err(Fault::input)?),
        "oldpysol" => from_the_right(&pysol_deal(number).map_err(Fault::input)?),
        "kpat" => {
            within(LAST_KPAT)?;
            // Rows from the left, and the stock in the order in which it was shuffled.
            microsoft_deal(number).map_err(Fault::input)?.to_vec()
        }
        _ => {
            within(u32::MAX.into())?;
            in_solvitaire(&solvitaire_deck(u32::try_from(number).unwrap_or(0)))
        }
    };
    Ok(Position::deal(&cards, rules))
}

/// `PySol` deals the face-down cards of columns 7 to 2, of columns 7 to 3, and so on, then a face-up card to columns 7 to 1.
fn from_the_right(cards: &[Card]) -> Vec<Card> {
    let mut columns: [Vec<Card>; 7] = Default::default();
    let mut next = cards.iter().copied();
    for first in (1..7).chain([0]) {
        for column in columns[first..].iter_mut().rev() {
            column.extend(next.next());
        }
    }
    in_rows(&columns).chain(next).collect()
}

/// Solvitaire deals the stock first, the card to be turned next last; then rows, each from the right.
fn in_solvitaire(cards: &[Card]) -> Vec<Card> {
    let (stock, others) = cards.split_at(24.min(cards.len()));
    let mut columns: [Vec<Card>; 7] = Default::default();
    let mut next = others.iter().copied();
    for first in 0..7 {
        for column in columns[first..].iter_mut().rev() {
            column.extend(next.next());
        }
    }
    in_rows(&columns).chain(stock.iter().rev().copied()).collect()
}

/// The cards of columns in the order of [`Position::deal`].
fn in_rows(columns: &[Vec<Card>; 7]) -> impl Iterator<Item = Card> {
    (0..7).flat_map(|row| columns[row..].iter().filter_map(move |column| column.get(row).copied()))
}
