//! Clusters of all positions of a grid, and the hardest position of each that needs all of its pieces.
//!
//! A *grid* is data: up to six rows and six columns with lanes of pieces that stay on their line, and a target that leaves at the end of
//! its row ([`Grid`]). A *family* says what stands on every line; families with the same rows and walls are a *unit*. A group of threads
//! explores a family: breadth-first search from all solved positions at once, with a bit for each position, and a forest without locks
//! that joins the positions of a cluster. Then every hardest position is checked: is it easier without any of its pieces and walls?
//!
//! Whatever does not fit, such as a family of more than a million positions, is said to be incomplete, and left to the caller. [`Sizes`] can make that anything.

pub use crate::cluster_backend::{Explored, Explorer};
pub use crate::cluster_grid::{
    Grid, LINES, Lane, MOST_ARRANGEMENTS, MOST_LANES, MOST_SEATS, NO_LANE, Target,
};
pub use crate::cluster_tables::{Counts, Family, Hardest, Lines, Sizes, Unit};
