//! Monte Carlo players for any hidden game: UCT, its variants, and hindsight optimisation.
//!
//! The tree searches of Bjarnason, Fern and Tadepalli (2009) are one family: [`Uct`] with a number of trees, of trajectories per tree,
//! and of outcomes per move that reveals something.
//!
//! | name | `trees` | `width` | `trajectories` | idea |
//! |---|---|---|---|---|
//! | UCT (Kocsis and Szepesvári, 2006) | 1 | `None` | 1000 to 2000 | one tree; chance is drawn anew each time |
//! | Sparse-UCT | 1 | 4 to 10 | 1000 to 2000 | each move has a few outcomes, which recur |
//! | HOP-UCT | 5 to 20 | 1 | 100 to 1000 | each tree is one future, drawn on demand; averages of many |
//! | Ensemble-UCT | 10 to 20 | `None` | 100 to 200 | averages of many small trees |
//! | Ensemble-Sparse-UCT | 50 | 2 | 50 | both |
//!
//! [`Hindsight`] is hindsight optimisation (HOP; Yoon, Fern, Givan and Kambhampati, 2008): for each move it samples the hidden cards
//! repeatedly and solves each sample. It is too optimistic where a player must guess, because the planner never does. [`RandomPlay`] and
//! [`Greedy`] are baselines.
//!
//! All players follow the same rules: a move that repeats a view of the trajectory or of the game is excluded; a game without moves is
//! lost; when nothing is hidden, a [`Finisher`](patience_core::Finisher) comes first.
//!
//! ```
//! use patience_core::example::{Maze, MazeMove};
//! use patience_core::{Cancel, Limits, Meter, advise};
//! use patience_search::monte_carlo::Uct;
//!
//! // One of two passages is safe; in the other the player must guess.
//! let maze = Maze::trap(2);
//! let player = Uct { trajectories: 200, ..Uct::new(()) };
//! let mut watcher = ();
//! let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
//! let choice = advise(&maze, &player, &maze.first_view(), &[], 1, &mut meter);
//! assert_eq!(choice.map(|choice| choice.mv), Some(MazeMove::Walk(1)));
//! ```

mod arena;
pub mod bounds;
mod descent;
mod hindsight;
mod logarithms;
mod repetition_history;
mod simple;
mod tree;
mod uct;

pub use descent::Descent;
pub use hindsight::{Capped, Hindsight, Planner};
pub use simple::{Greedy, Preference, RandomPlay, Ties};
pub use uct::Uct;
