//! Search algorithms for any puzzle, layered space or hidden game.
//!
//! | algorithm | complete | optimal | memory |
//! |---|---|---|---|
//! | [`IterativeDeepening`] | yes | with `step: 1` | its table, which may be bounded |
//! | [`IdaStar`] | yes | with an admissible heuristic and `step: 1` | its table, which may be bounded |
//! | [`StagedDeepening`] | no | no | its table, bounded, and the open list |
//! | [`BreadthFirst`] | yes | if every move costs one | every state reached |
//! | [`LayeredSearch`] | yes | yes | about four bytes per state, in memory or on disk |
//! | [`BestFirst`] | yes | no | every state expanded, and a few bytes per state generated |
//! | [`Attempts`] | yes | no | that of one best-first search |
//! | [`AStar`] | if its first solver is | with an admissible heuristic | every state expanded, and a few bytes per state generated |
//! | [`EagerAStar`] | if its first solver is | with an admissible heuristic | a key per state that may beat the first solution |
//! | [`BeamsAndAStar`] | if its first solver is | if its A* ends, with an admissible heuristic | that of its widest beam, or a key per state that may beat the best solution |
//! | [`Beam`] | no | no | two levels of states, and a key per state kept |
//! | [`NestedRollout`] | no | no | a key per state of the path |
//! | [`StagedRollout`] | no | no | a key per state of the path and of its cache |
//! | [`Widening`] | if its first solver is | no | that of its widest beam |
//!
//! Solvers accept any [`Puzzle`](patience_core::Puzzle), [`LayeredSearch`] any [`Layered`](patience_core::Layered) space. The players in
//! [`monte_carlo`] choose moves in any [`Hidden`](patience_core::Hidden) game.
//!
//! ```
//! use patience_core::example::{Countdown, HeapHeight};
//! use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
//! use patience_search::IdaStar;
//!
//! let puzzle = Countdown { from: 100, most: 7 };
//! let solver = IdaStar::new(HeapHeight);
//! let report = solve(&solver, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
//! let Outcome::Solved(solution) = report.outcome else { panic!("every heap can be emptied") };
//! assert_eq!(solution.cost, 15);
//! assert!(solution.optimal);
//! ```

pub mod best_first;
mod breadth_first;
pub mod deepening;
mod index;
pub mod layered;
pub mod monte_carlo;
mod nested_rollout;
mod rank;
mod staged_rollout;
mod table;
#[cfg(test)]
mod toy_graph;
mod visited_keys;

pub use best_first::{
    AStar, AnyOrder, Attempt, Attempts, Beam, BeamsAndAStar, BestFirst, EagerAStar, LastLevel,
    MoveOrder, Widening,
};
pub use breadth_first::BreadthFirst;
pub use deepening::{IdaStar, IterativeDeepening, Open, StagedDeepening};
pub use layered::LayeredSearch;
pub use nested_rollout::NestedRollout;
pub use staged_rollout::{Stage, StagedRollout};
pub use table::Table;
