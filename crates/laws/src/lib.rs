//! The laws of Patience: what every puzzle, every heuristic and every solver must obey, as tests.
//!
//! A puzzle that keeps the laws is safe with every algorithm, so whoever adds one tests it like this, in `tests/laws.rs`:
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
//! [`Walks`] are random but seeded: they fail every time or never. Many short walks meet the same states again, which is what the
//! laws about keys need; long ones reach the late game. On tiny instances [`check_everywhere`] leaves nothing to chance.
//!
//! Whoever adds a solver compares it with the slow and obvious [`reference`](mod@reference), on many tiny instances, by [`agreement`]
//! if the solver is complete and by [`soundness`] if it is not.
//!
//! A game with hidden cards is tested by [`check_hidden`], its players by [`check_no_peeking`], and their estimates on tiny games by
//! [`exact_values`].
//!
//! A broken law panics and says which one, with the state that breaks it. This crate belongs among the `dev-dependencies`.

mod agreement;
mod backward;
mod features;
mod heuristic;
mod hidden;
mod packed;
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
pub use rules::{check, check_everywhere};
pub use walks::Walks;
