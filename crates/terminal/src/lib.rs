//! The game in a terminal: on its full screen, or line by line.
//!
//! A [`Game`] is a session of the workbench with a file that keeps it and somebody who gives hints. [`play_screen`] shows it on the full screen of
//! the process's terminal. [`play_lines`] reads commands from any input and writes to any output:
//!
//! ```
//! use patience_core::{Cancel, Limits};
//! use patience_kit::Values;
//! use patience_terminal::{Game, Hints, Input, Keep, Keeper, play_lines};
//! use patience_workbench::{find, read, session::Session};
//!
//! let kit = find("tiles").unwrap();
//! let board = read(kit, "1 2 3 / 4 5 6 / 7 0 8", &Values::default()).unwrap();
//! let session = Session::open(kit, "nearly solved", board);
//! let keeper = Keeper::new(&session, None, Keep::Nowhere).unwrap();
//! let hints = Hints::new(None, Limits::default(), Cancel::new());
//! let mut game = Game { session, keeper, hints, is_strict: false };
//! let mut out = Vec::new();
//! play_lines(&mut game, Input::Script("8"), &mut out, &Cancel::new()).unwrap();
//! assert!(game.session.is_won());
//! assert!(String::from_utf8(out).unwrap().contains("won in 1 move"));
//! ```

mod error;
mod game;
mod hints;
mod keeper;
mod lines;
mod resume;
mod screen;

pub use self::error::Error;
pub use self::game::Game;
pub use self::hints::{Advisers, Hints};
pub use self::keeper::{Keep, Keeper};
pub use self::lines::{Input, play_lines};
pub use self::resume::{puzzle_of, read_saved, resume};
pub use self::screen::{Look, play_screen};
