//! Requests and answers as plain JSON: what the page, a worker, Python and `patience api` carry.
//!
//! ```json
//! {"do": "solve", "puzzle": "tiles", "position": "8 1 3/4 . 2/7 6 5", "limits": {"nodes": 100000}}
//! ```
//!
//! An answer is `{"ok": …}` or `{"error": {"message": …, "line": …, "column": …}}`. Positions travel as text in the puzzle's exchange format
//! or as a code, which are self-contained, so that requests need no session. Only games with hidden pieces stay with the [`Desk`], which
//! hands out a word for each of their positions. Seeds and counts of solutions travel as text, since JavaScript has no whole numbers above
//! 2^53.

mod about;
mod answer;
mod caps;
mod chance;
mod desk;
mod export;
mod make;
mod message;
mod open;
mod print;
mod progress;
mod scene;
mod schema;
mod worlds;

pub use caps::Caps;
pub use desk::Desk;
#[cfg(not(target_family = "wasm"))]
pub use desk::system_entropy;
pub use message::{At, Budget, Daily, Deal, Export, Generate, Hint, Request, Sheet};
pub use progress::Progress;
pub use schema::openapi;
