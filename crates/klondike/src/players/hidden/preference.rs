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
///
/// ```
/// use patience_klondike::players::hidden::{
///     UnseenStock, UnseenStockMove::{Play, Turn}, unseen_stock_preference,
/// };
/// use patience_klondike::{Klondike, Move, Rules};
///
/// let table = UnseenStock::new(Rules::default(), Klondike::of_seed(1, Rules::default())?.deal())?;
/// let class = |mv| unseen_stock_preference(&table, &table.first_view(), mv);
/// let run = Move::Run { from: 0, to: 1, count: 1 };
/// assert_eq!(class(Play(Move::StockColumn { at: 2, to: 0 })), 4);
/// assert_eq!((class(Turn), class(Play(run))), (5, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use patience_klondike::players::hidden::{KnownStock, PairedStock, paired_preference};
/// use patience_klondike::{Klondike, Move, PairedMove, Rules};
///
/// let table = KnownStock::new(Rules::default(), Klondike::of_seed(1, Rules::default())?.deal())?;
/// let (view, table) = (table.first_view(), PairedStock::new(table));
/// let action = PairedMove { first: Move::StockColumn { at: 2, to: 0 }, second: None };
/// assert_eq!(paired_preference(&table, &view, action), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[inline]
pub fn paired_preference(_: &PairedStock, view: &View, action: PairedMove) -> u32 {
    class(&view.state, action.first)
}
