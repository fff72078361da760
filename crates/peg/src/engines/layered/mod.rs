//! Peg solitaire for layered searches: one jump is one step, and positions with the same number of pegs are one layer.
//!
//! [`Side`] plays a problem from the start or takes jumps back from the goals. A key is a set of pegs, the least of its images under the
//! symmetries that keep start and goal. In both directions `open` marks the holes of pegs that may continue their move.
//!
//! Each jump removes a peg, so a search by jumps meets a position again only in the same layer, and duplicate detection looks at one layer
//! (Barker and Korf, 2012). A record is a position, the moves that lead to it, and the pegs that may continue at that price. A path that costs
//! one more move is never needed: whatever its peg continues with, another may begin as a new move.
//!
//! ```
//! use patience_core::Layered;
//! use patience_peg::engines::layered::{Options, Side};
//! use patience_peg::{Board, Problem};
//!
//! let board = Board::named("english").expect("a board of that name");
//! let (forth, back) = Side::both(&Problem::vacancy(board, 16, 16)?, Options::default());
//! assert_eq!((forth.steps(), forth.key_bits()), (31, 33));
//! assert_eq!(back.roots(), [1 << 16]);
//! assert_eq!(forth.estimate(forth.roots()[0]), 12);
//! # Ok::<(), patience_peg::ProblemError>(())
//! ```

mod bytes;
mod choice;
mod count;
mod distance;
mod helpful;
mod hitting_sets;
mod hops;
mod invariants;
mod jump_bitboard;
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
mod jump_game;
mod locality;
mod options;
mod packed_counts;
mod packed_invariants;
mod replay;
mod side;

pub(super) use bytes::ByteSums;
pub use count::count_solutions;
pub(super) use hops::Direction;
pub use invariants::Bounds;
pub(super) use invariants::{Invariants, type_weights};
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
pub use jump_game::jump_game;
#[cfg(any(feature = "gpu", feature = "gpu-emulation"))]
pub(crate) use jump_game::jump_game_while;
pub use options::{Bound, Options, Pagodas, Symmetry};
pub(super) use packed_invariants::{PackedInvariants, is_dead};
pub use replay::path_to_jumps;
pub use side::Side;
