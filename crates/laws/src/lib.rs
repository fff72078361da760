//! Laws that every puzzle, heuristic, solver and player must obey, as tests.
//!
//! A puzzle that obeys the laws works with every algorithm. Test a new one like this, in `tests/laws.rs`:
//!
//! ```
//! use patience_core::example::{Countdown, HeapHeight};
//! use patience_laws::{Walks, check, check_backward, check_features, check_heuristic, check_packed};
//!
//! let puzzle = Countdown { from: 20, most: 3 };
//! let walks = Walks { seed: 1, count: 50, length: 100 };
//! check(&puzzle, &walks);
//! check_packed(&puzzle, &walks); // if it is `Packed`
//! check_backward(&puzzle, &walks); // if it is `Backward`
//! check_features(&puzzle, &walks); // if it has `Features`
//! check_heuristic(&puzzle, &HeapHeight, &walks); // only on tiny instances
//! ```
//!
//! [`Walks`] are random but seeded: they fail every time or never. Many short walks meet states repeatedly, as the laws of keys need;
//! long ones reach the late game. On tiny instances [`check_everywhere`] checks every state.
//!
//! Compare a new solver with the slow and simple [`reference`](mod@reference) on many tiny instances: by [`agreement`] if it is complete,
//! otherwise by [`soundness`].
//!
//! [`check_hidden`] tests a game with hidden cards, [`check_no_peeking`] its players, and [`exact_values`] gives the truth for their
//! estimates on tiny games.
//!
//! [`Perft`] files hold counts of positions ([`positions_at`]) or of move sequences ([`sequences`]) by depth; compare the moves of a search and
//! a naive generator with them.
//!
//! A broken law panics with its name and the offending state. Depend on this crate in `dev-dependencies` only.

mod agreement;
mod backward;
mod features;
mod heuristic;
mod hidden;
mod packed;
mod perft;
mod ranks;
pub mod reference;
mod rules;
mod successors;
#[cfg(test)]
mod toy;
mod walks;

pub use agreement::{agreement, soundness};
pub use backward::check_backward;
pub use features::check_features;
pub use heuristic::{check_admissible_features, check_heuristic};
pub use hidden::{check_hidden, check_no_peeking, exact_values, hindsight_values};
pub use packed::check_packed;
pub use patience_core::SplitMix;
pub use perft::{Perft, children, positions_at, sequences};
pub use ranks::rank_correlation;
pub use rules::{check, check_everywhere};
pub use walks::Walks;
