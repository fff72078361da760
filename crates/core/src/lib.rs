//! Core vocabulary: puzzles, heuristics, hidden games, limits, outcomes.
//!
//! A puzzle implements [`Puzzle`]. Every algorithm is a [`Solver`] and works for any puzzle; [`solve`] runs one under [`Limits`] and
//! returns a [`Report`]. A game with hidden cards implements [`Hidden`]; a [`Player`] sees only its views, and [`play_game`] plays one
//! game. This crate does no input or output, starts no threads and uses no entropy.
//!
//! ```
//! use patience_core::example::Countdown;
//! use patience_core::{Cancel, Limits, Meter, Outcome, Puzzle, Search, Solution, Solver, solve};
//!
//! /// Always plays the last legal move. Complete for nothing, but a solver.
//! struct Last;
//!
//! impl<P: Puzzle> Solver<P> for Last {
//!     fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
//!         let (mut state, mut moves, mut buffer) = (root.clone(), Vec::new(), Vec::new());
//!         while !puzzle.is_goal(&state) {
//!             meter.expand()?;
//!             buffer.clear();
//!             puzzle.moves(&state, &mut buffer);
//!             let Some(&mv) = buffer.last() else { return Ok(None) };
//!             puzzle.apply(&mut state, mv);
//!             moves.push(mv);
//!         }
//!         Ok(Some(Solution::new(puzzle, root, moves)))
//!     }
//!
//!     fn is_complete(&self) -> bool {
//!         false
//!     }
//! }
//!
//! let puzzle = Countdown { from: 10, most: 3 };
//! let report = solve(&Last, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
//! let Outcome::Solved(solution) = report.outcome else { panic!("ten is solvable") };
//! assert_eq!(solution.moves, [3, 3, 3, 1]);
//! assert_eq!(report.stats.expanded, 4);
//! ```

mod evaluator;
pub mod example;
mod feature;
mod hidden;
mod layered;
mod limits;
mod meter;
mod node;
mod outcome;
mod play;
mod player;
mod proportion;
mod puzzle;
mod random;
mod solver;
pub mod text;

pub use evaluator::{Blind, Built, ChildEvaluator, Evaluator, Heuristic, Rounded, Window};
pub use feature::{ByFeature, Feature, Features, Kind, Measured, Nearer, Reading, UnknownFeature};
pub use hidden::Hidden;
pub use layered::{Cut, Layered, Record, Step};
pub use limits::{Cancel, Limits, Stop};
pub use meter::{Event, Meter, Observer, Stats};
pub use node::Node;
pub use outcome::{Illegal, Outcome, Report, Solution};
pub use play::{End, Game, advise, play_game};
pub use player::{Choice, Estimate, Finish, Finisher, Player, Turn, unrepeated_moves};
pub use proportion::Proportion;
pub use puzzle::{Backward, Cost, Packed, Puzzle, Reversed, replay};
pub use random::SplitMix;
pub use solver::{Search, Solver, solve, solve_by, solve_with};
