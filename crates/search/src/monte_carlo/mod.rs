//! Players of games with hidden cards, generic over any [`Hidden`](patience_core::Hidden) game (Bjarnason, Fern and Tadepalli, 2009).
//!
//! One family covers the tree searches of that paper: [`Uct`] with so many trees, trajectories a tree, and outcomes that are
//! looked at for a move that brings something to light.
//!
//! | name | `trees` | `width` | `trajectories` | idea |
//! |---|---|---|---|---|
//! | UCT (Kocsis and Szepesvári, 2006) | 1 | `None` | 1000 to 2000 | one tree, chance drawn anew each time |
//! | Sparse-UCT | 1 | 4 to 10 | 1000 to 2000 | each move leads to a few outcomes, which are met again |
//! | HOP-UCT | 5 to 20 | 1 | 100 to 1000 | each tree is one future, drawn as it is needed; the average of many |
//! | Ensemble-UCT | 10 to 20 | `None` | 100 to 200 | the average of many small trees |
//! | Ensemble-Sparse-UCT | 50 | 2 | 50 | both |
//!
//! [`Hindsight`] is hindsight optimisation (HOP; Yoon, Fern, Givan and Kambhampati, 2008): for each move it lays the hidden cards open
//! at random, again and again, and asks a planner that sees them whether the game is won. It is too optimistic where a player
//! has to guess, since the planner never does. [`RandomPlay`] and [`Greedy`] are what the others are measured by.
//!
//! The rules are the same for all: a move that leads back to a view of the trajectory, or of the game so far, is out; where no move
//! is left, the game is lost; when nothing is hidden, a [`Finisher`](patience_core::Finisher) is asked first.
//!
//! ```
//! use patience_core::example::{Maze, MazeMove};
//! use patience_core::{Cancel, Limits, Meter, advise};
//! use patience_search::monte_carlo::Uct;
//!
//! // One of two ways is safe, on the other one the player has to guess.
//! let maze = Maze::trap(2);
//! let player = Uct { trajectories: 200, ..Uct::new(()) };
//! let mut watcher = ();
//! let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
//! let choice = advise(&maze, &player, &maze.first_view(), &[], 1, &mut meter);
//! assert_eq!(choice.map(|choice| choice.mv), Some(MazeMove::Walk(1)));
//! ```

mod arena;
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
