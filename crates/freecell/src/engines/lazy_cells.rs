//! Cards go to cells as late as possible: an order of moves that loses no shortest solution.

use patience_cards::{Card, cards_of};
use patience_search::MoveOrder;

use crate::{FreeCell, Move, Place, State};

/// A card goes to a cell only for the sake of a move that follows.
///
/// Let a move to a cell be *idle* if it neither empties a column nor sends cards home. In some shortest solution, the idle moves just before
/// any other move are all needed by it: they take cards from columns that it touches, at most two.
///
/// Proof. Let a move *u* of a shortest solution leave alone a column from which idle moves just before *u* took cards. Make those after *u*:
/// *u* has more cells then, their cards are where they were, and the same position results. If one of the cards moved with *u* or went
/// home after it, it would not have needed a cell, and the solution would not be a shortest one. Now *u* has fewer idle moves before it,
/// so this ends. Idle moves of two columns take each other's place freely; the column with the lower deepest card comes first.
///
/// The restriction of a state has the cards that idle moves just before it uncovered, six bits each: the last in the lower bits, and that of a
/// column before.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_freecell::{FreeCell, LazyCells, Move, Place, Position, Rules};
/// use patience_search::MoveOrder;
///
/// let rules = Rules { ranks: 2, columns: 3, cells: 1, ..Rules::default() };
/// let game = FreeCell::new(rules, &Position::parse("AC 2C\nAD 2D\n2H 2S AH AS", &rules)?)?;
/// let (two, from) = ("2C".parse()?, Place::Column(0));
/// let to_cell = Move { card: two, count: 1, from, to: Place::Cell(0) };
/// let known = LazyCells.after(&game, &game.start(), 0, to_cell).expect("nothing is forbidden yet");
/// // The ace below needs that; the ace of another column could have gone home before.
/// let after = game.child(&game.start(), to_cell);
/// let clubs = Move { card: "AC".parse()?, count: 1, from, to: Place::Home };
/// let spades = Move { card: "AS".parse()?, count: 1, from: Place::Column(2), to: Place::Home };
/// assert_eq!(LazyCells.after(&game, &after, known, clubs), Some(0));
/// assert_eq!(LazyCells.after(&game, &after, known, spades), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LazyCells;

/// Bits of a card in a restriction: its number from 1, or 0 for none.
const BITS: u32 = 6;
const LAST: u32 = (1 << BITS) - 1;

/// The cards of a restriction.
#[inline]
fn uncovered(restriction: u32) -> (Option<Card>, Option<Card>) {
    let card = |bits: u32| cards_of(1 << (bits & LAST).checked_sub(1)?).next();
    (card(restriction), card(restriction >> BITS))
}

/// The restriction by cards.
#[inline]
fn restriction(last: Card, first: Option<Card>) -> u32 {
    // Below 64.
    #[allow(clippy::cast_possible_truncation)]
    let bits = |card: Card| card.index() as u32 + 1;
    bits(last) | first.map_or(0, bits) << BITS
}

/// Whether a move takes cards from the column of `card` or puts some there.
#[inline]
fn touches(state: &State, mv: Move, card: Card) -> bool {
    let column = Place::Column(state.place(card));
    mv.from == column || mv.to == column
}

/// Whether a move between two columns is possible once `below` is uncovered and at most `cells` of the cards from there on have gone to cells; the
/// other column stays as it is, with `top` on top.
fn could_meet(game: &FreeCell, state: &State, top: Card, below: Card, cells: u8) -> bool {
    let run = std::iter::successors(Some(top), |&card| state.run_below(card));
    let run = run.fold(0, |set, card| set | card.bit());
    let on_top = game.fit_on(top);
    // How many cards lie on the one at hand, and how many on its run.
    let (mut covers, mut run_covers) = (0, 0);
    let mut next = Some(below);
    while let Some(card) = next {
        if on_top & card.bit() != 0 || (covers <= cells && game.fit_on(card) & run != 0) {
            return true;
        }
        covers += 1;
        if state.is_loose(card) {
            run_covers = covers;
        }
        if cells < run_covers {
            return false;
        }
        next = state.below(card);
    }
    false
}

impl MoveOrder<FreeCell> for LazyCells {
    #[inline]
    fn after(&self, game: &FreeCell, state: &State, known: u32, mv: Move) -> Option<u32> {
        let (last, first) = uncovered(known);
        let needs = |card: Option<Card>| card.is_none_or(|card| touches(state, mv, card));
        let below = state.below(mv.card);
        let free = state.ends() | state.held() | below.map_or(0, Card::bit);
        let sends_home = game.moves.has_autoplay() && state.safe() & free != 0;
        let is_idle = matches!(mv.to, Place::Cell(_)) && !sends_home;
        let Some(below) = below.filter(|_| is_idle) else {
            return (needs(last) && needs(first)).then_some(0);
        };
        let Some(last) = last else { return Some(restriction(below, None)) };
        let base = |card: Card| state.bases()[usize::from(state.place(card))];
        let first = match (touches(state, mv, last), first) {
            (true, None) => return Some(restriction(below, None)),
            (true, Some(first)) => first,
            (false, None) if base(last) < base(mv.card) => last,
            (false, _) => return None,
        };
        let cells = game.rules().cells - state.cells_taken() - 1;
        could_meet(game, state, first, below, cells).then(|| restriction(below, Some(first)))
    }

    /// What names fewer columns forbids less.
    #[inline]
    fn either(&self, one: u32, other: u32) -> u32 {
        let (fewer, more) = if one < other { (one, other) } else { (other, one) };
        let is_part = more == fewer || more & LAST == fewer || more >> BITS == fewer;
        if is_part { fewer } else { 0 }
    }
}
