//! Layered search and clusters on a GPU, and an emulation of the same steps.
//!
//! A *jump game* is data: jumps as masks on a board of up to 52 holes, symmetries, invariants, and the tables of a lower bound on moves
//! ([`JumpGame`]). The kernels, in `kernels/`, make the layers of a side; [`search`] makes them in the order that the layered search on the CPU
//! has too: [`Cutoffs`](patience_search::layered::Cutoffs) without narrowing, or brute force.
//!
//! **A layer** is a sorted list of words: pegs, moves, and the hole of a peg that may continue its move. To make the next one, every
//! state is expanded by a thread, which drops steps by the invariants and the bound; the steps are sorted by radix, and of each
//! state only the cheapest stay. Whenever the steps fill the memory, they are sorted and merged, and the layer goes on.
//!
//! **Memory.** Layers stay in the memory of the GPU as long as they fit, then they move to the host: into its memory, and if they may not
//! take more of it, into files. A layer whose steps do not fit into the memory of the GPU is made in *partitions*. Its predecessor is
//! expanded piece by piece; the steps of a piece become a sorted run. Then the keys are split into ranges whose steps fit: for each, the
//! steps of all runs are sorted together, and become a piece of the layer. [`Memory`] says how much a search may take of each, and
//! changes nothing about what it finds.
//!
//! **The bound** is that of Barker and Korf (2012) with all Merson regions instead of a fixed family: a least set of holes that hits
//! every region that needs a move, from a table of all sets of regions.
//!
//! [`clusters`] has kernels of its own.
//!
//! ```
//! use patience_core::{Cancel, Limits, Meter};
//! use patience_gpu::{Device, End, JumpGame, JumpSide, Memory, Method, SideJump, search};
//!
#![doc = include_str!("../doc/three_holes.rs")]
//!
//! let game = three_holes();
//! match Device::Emulation.open(&game, &Memory::default()) {
//!     Ok(mut layers) => {
//!         let mut observer = ();
//!         let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
//!         let proof = search(&game, &mut layers, Method::default(), &mut meter)?;
//!         assert_eq!(proof.path.expect("a solution").keys, [0b011, 0b100]);
//!     }
//!     // The crate was built without the feature `emulation`.
//!     Err(error) => assert!(error.to_string().contains("built without")),
//! }
//! # Ok::<(), patience_gpu::GpuError>(())
//! ```
//!
//! Without the features `cuda` and `emulation` the crate has no kernels, and [`Device::open`] says so.

mod backend;
mod cluster_backend;
mod cluster_grid;
mod cluster_tables;
pub mod clusters;
mod error;
mod functions;
mod game;
mod layers;
mod partitions;
mod path;
mod runs;
mod search;
mod tables;

pub use backend::{Device, Made};
pub use error::GpuError;
pub use game::{End, JumpGame, JumpSide, SideJump};
pub use layers::{Layers, Memory};
pub use search::{Method, Proof, ShortestPath, search};
pub use tables::{MOST_HOLES, MOST_REGIONS, NO_CUTOFF};
