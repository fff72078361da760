//! The order of preference of Bjarnason, Fern and Tadepalli (2009).

use super::known_stock::KnownStock;
use super::paired_stock::PairedStock;
use super::unseen_stock::{UnseenStock, UnseenStockView};
use super::unseen_stock_world::UnseenStockMove;
use super::view::View;
use crate::rules::paired::class;
use crate::{Move, PairedMove};

/// The class of a move, from 1, the lowest first.
///
/// | class | moves |
/// |---|---|
/// | 1 | from a column home, turning a card |
/// | 2 | any other move home |
/// | 3 | from a column to another, turning a card |
/// | 4 | from the stock to a column |
/// | 5 | back from a foundation |
/// | 6 | from a column to another, turning none |
///
/// ```
/// use patience_klondike::{Klondike, Move, Rules, players::hidden::{KnownStock, preference}};
///
/// let table = KnownStock::new(Rules::default(), Klondike::of_seed(1, Rules::default())?.deal())?;
/// assert_eq!(preference(&table, &table.first_view(), Move::StockColumn { at: 2, to: 0 }), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[inline]
pub fn preference(_: &KnownStock, view: &View, mv: Move) -> u32 {
    class(&view.state, mv)
}

/// The class of a move where the stock is unseen: as that of [`preference`], with turning the stock right behind its cards.
#[must_use]
#[inline]
pub fn unseen_stock_preference(
    _: &UnseenStock,
    view: &UnseenStockView,
    mv: UnseenStockMove,
) -> u32 {
    match mv {
        UnseenStockMove::Turn => 5,
        UnseenStockMove::Play(mv) => {
            let class = class(view.state(), mv);
            class + u32::from(4 < class)
        }
    }
}

/// The class of an action: that of its first move by [`preference`].
#[must_use]
#[inline]
pub fn paired_preference(_: &PairedStock, view: &View, action: PairedMove) -> u32 {
    class(&view.state, action.first)
}
