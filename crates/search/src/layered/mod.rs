//! Searches of spaces in layers, in memory or on disk, on all cores: breadth-first search, BFIDA* (Zhou and Hansen, 2006), bidirectional
//! BFIDA* (Barker and Korf, 2012), and one of our own.
//!
//! **Layers.** Every step leads to the next layer, so a duplicate is found by looking at one layer only: after all its states were made,
//! they are sorted into parts by their keys, and within a part into tables that fit into the cache. A finished layer is a sorted list of
//! distances, some four bytes a state. It stays in memory, or on disk where it is read and written from front to back.
//!
//! Keys are permuted so that 256 parts have about the same size. A part is scattered into pieces of some thousand steps, and a piece is
//! entered into a table that stays in cache. The slot is the highest bits of the key, so reading the table in order gives the sorted list.
//! Where steps do not fit into memory, parts of a layer are made in turn and merged.
//!
//! **Stopping.** A stopped search starts again, finds the layers of its last iterations in the folder, and the results of the others in a
//! journal. There is no state to save: a search killed at any moment continues to the same answer with the same counts.
//!
//! **Threads** share parts. What they make does not depend on who made it, so that counts and solutions are the same on any number.
//!
//! **Ours** ([`Method::Best`]). A side that has completed a cut-off *C* without a solution knows all states with `g + h ≤ C`. A solution
//! of `C + 1` moves leaves these states only where *h* is exact: if `gB` moves lead from a state to the end, then `g + gB = C + 1`, and the
//! state is known unless `h = gB`. So the other side needs to look only at states for which its cost does not exceed this side's
//! estimate, until it meets a known one. That is complete: it finds a solution of `C + 1` moves or shows that there is none. So the
//! iteration that is largest by far, the one with the optimal cut-off, is never made. The same goes for `C + 1 + d` moves, if the other
//! side may exceed the estimate by `d`.
//!
//! **Narrowed.** Whatever solution is left passes the bounds of the states where a side was cut off (`Layered::survey`), so the other side
//! leaves out what cannot reach them. Within its bounds a narrowed side knows all that it would know otherwise. Beyond them, on a solution,
//! there are only states that the other side reached before it left those bounds: it looks at them again whatever this side knows.
//! The module `best` has the argument.
//!
//! **All ways** ([`LayeredSearch::run_for_all`]). The states on ways with the fewest moves are those where the exact costs from both ends
//! make just that. What one side knows and the other reaches is not all of them: of a state it keeps the cheapest ways only, and a dearer
//! one may lead there whose move goes on. So the other side goes on through what is known, as far as the costs allow.

mod best;
mod coding;
mod engine;
mod expand;
mod folders;
mod key_permutation;
mod layer;
mod layer_store;
mod merge_duplicates;
mod path;
mod plan;
mod side;
mod sort;
#[cfg(test)]
mod tests;
mod worker_pool;

use std::path::{Path, PathBuf};

use patience_core::{Layered, Meter, Stop};
use serde::{Deserialize, Serialize};

pub use folders::{LayerFolder, LayerFolders};
pub use layer_store::LayerStoreError;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Breadth-first from the start, without estimates.
    Brute,
    /// Breadth-first from both sides, the smaller layer first, without estimates.
    BruteBoth,
    /// BFIDA*: breadth-first with growing cut-offs on cost and estimate.
    Bfida,
    /// Bidirectional BFIDA*: each side keeps the states at which it was cut off, and looks for those of the other.
    BdBfida {
        /// Whether each side leaves out what cannot reach the other's frontier.
        propagate: bool,
    },
    /// Growing cut-offs on the cheaper side, and a search from the other side for solutions of one move more.
    Best,
}

/// A search of a space in layers.
///
/// | | complete | optimal | memory |
/// |---|---|---|---|
/// | all methods | yes | yes | some four bytes a state, or disk |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayeredSearch {
    /// How to search.
    pub method: Method,
    /// Workers; at least one.
    pub threads: usize,
    /// The bytes that steps may take before they are sorted.
    pub room: u64,
    /// Where layers are kept, if not in memory.
    pub disk: Option<LayerStoreSettings>,
}

/// Layers on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerStoreSettings {
    /// The folder. A search that begins again goes on from the layers that are there.
    pub folder: PathBuf,
    /// What is searched, in words that tell it from all other searches.
    pub problem: String,
    /// The most bytes that the folder may take. A search that needs more ends with an error, and goes on when it is allowed more.
    pub limit: Option<u64>,
}

impl LayerStoreSettings {
    /// Whether a search in this folder, of whatever problem, has finished layers but did not come to its end.
    #[must_use]
    pub fn is_begun(folder: &Path) -> bool {
        layer_store::LayerStore::is_begun(folder)
    }

    /// Removes what a search that did not come to its end has left in a folder, and the folder if nothing else is in it.
    pub fn clear(folder: &Path) -> Result<(), LayerStoreError> {
        if !folder.exists() {
            return Ok(());
        }
        layer_store::LayerStore::open(folder, "", None)?.clear()
    }
}

/// A way from the start to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortestPath {
    /// The keys of its states, layer by layer from the start.
    pub keys: Vec<u64>,
    /// Its moves, which are the fewest.
    pub cost: u8,
}

/// All ways with the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestPaths {
    /// One of them.
    pub path: ShortestPath,
    /// By layer from the start, the keys of all states that they lead through; in the first and the last layer there may be others. Or why
    /// they were not found.
    pub layers: Result<Vec<Vec<u64>>, Stop>,
}

/// Why a search did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// A limit was reached.
    #[error("a limit was reached")]
    Stop(Stop),
    /// A file could not be written or read.
    #[error(transparent)]
    LayerStore(#[from] LayerStoreError),
}

impl From<Stop> for SearchError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl LayeredSearch {
    /// Steps wait in this many bytes, by default, before they are sorted.
    pub const ROOM: u64 = 512 << 20;

    /// In memory, on one thread.
    #[must_use]
    pub fn new(method: Method) -> Self {
        Self { method, threads: 1, room: Self::ROOM, disk: None }
    }

    /// Finds a way with the fewest moves, if there is any; `forward` and `backward` are the two sides of a problem.
    pub fn run<L: Layered>(
        &self,
        forward: L,
        backward: L,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ShortestPath>, SearchError> {
        if forward.steps() == 0 {
            // The sides have met before they begin, or never will.
            let ends = backward.roots();
            let met = forward.roots().into_iter().find(|key| ends.contains(key));
            return Ok(met.map(|key| ShortestPath { keys: vec![key], cost: 0 }));
        }
        engine::Engine::new(self, forward, backward)?.run(self.method, meter)
    }

    /// Finds all states on ways with the fewest moves, if there is any way, whatever the method says: the search is that of
    /// [`Method::Best`], and then once more through all layers from either side.
    ///
    /// If a limit is reached after the first way was found, then there is that way, and layers on disk stay where they are.
    pub fn run_for_all<L: Layered>(
        &self,
        forward: L,
        backward: L,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ShortestPaths>, SearchError> {
        if forward.steps() == 0 {
            let path = self.run(forward, backward, meter)?;
            return Ok(path.map(|path| ShortestPaths { layers: Ok(vec![path.keys.clone()]), path }));
        }
        engine::Engine::new(self, forward, backward)?.run_for_all(meter)
    }
}
