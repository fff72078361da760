//! Sliding tiles: the 8-puzzle, the 15-puzzle, and every other size up to sixteen cells.
//!
//! **Rules.** Numbered tiles lie in a frame with one gap. A tile beside the gap slides into it. The board is solved when the tiles are in
//! order, row by row, and the gap is in the last cell. Half of all boards cannot be solved; parity decides which.
//!
//! **Notation.** A move is the number of the tile that slides: there is only one gap, so the number is enough.
//!
//! **Text.** A row a line, numbers separated by blanks, and `.`, `_` or `0` for the gap; or one line with `/` between the rows, such as
//! `8 1 3/4 . 2/7 6 5`. A file holds several boards, separated by blank lines. See [`read`].
//!
//! **Features.** `Misplaced`, `Manhattan` and `LinearConflict` never exceed the true distance, so IDA* and A* find optimal solutions with
//! them. `Inversions` and `InOrder` estimate without that guarantee. `GapDistance`, `Siblings` and `GapHome` only describe a position, for the
//! conditions of policies.
//!
//! This is also the crate to copy for a new puzzle. Each file adds one thing that the program can then do:
//!
//! | file | adds |
//! |---|---|
//! | `rules.rs` | [`Puzzle`](patience_core::Puzzle): every algorithm of `patience-search` solves it; two capabilities open it to more of them |
//! | `features.rs` | [`Features`](patience_core::Features) and [`Guided`](patience_kit::Guided): heuristics by name, and what evolution combines |
//! | `text.rs` | reading and writing boards |
//! | `referee.rs` | an independent check of every line of play |
//! | `picture.rs` | pictures and animations |
//! | `arena.rs` | fitness cases for evolution |
//! | `kit.rs` | [`KIT`]: the program, the page and Python reach all of the above through it |
//!
//! ```
//! use patience_core::{Cancel, Limits};
//! use patience_kit::{End, Kit, Setup, Values};
//! use patience_tiles::KIT;
//!
//! let board = &KIT.read("8 1 3/4 . 2/7 6 5", &Values::default())?[0];
//! let engine = KIT.prepare(&Setup::default())?;
//! let answer = engine.solve(&*board.position, &Limits::default(), &Cancel::new(), &mut ())?;
//! assert_eq!(answer.end, End::Solved { cost: 14, optimal: true });
//! let line = answer.line.expect("a solved board has a line");
//! let play = board.position.replay(&line.notation().join(" "), &Values::default())?;
//! assert!(play.end.is_solved());
//! # Ok::<(), patience_kit::Fault>(())
//! ```

mod arena;
mod arrays;
mod code;
mod features;
mod generate;
mod grade;
mod kit;
mod picture;
mod referee;
mod rules;
mod text;

pub use arena::Shuffled;
pub use features::Manhattan;
pub use kit::{KIT, Tiles};
pub use picture::{animation, svg};
pub use referee::{Foul, Line, NotASolution, Referee};
pub use rules::{Board, MAX_CELLS, MIN_SIDE, SlidingTiles, Tile};
pub use text::{WrittenMove, read, read_moves};
