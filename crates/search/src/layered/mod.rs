//! Layered search: BFIDA*, bidirectional BFIDA* and `Best`, in memory or on disk.
//!
//! BFIDA* (Zhou and Hansen, 2006) is breadth-first search repeated with growing cutoffs on cost plus estimate. Bidirectional BFIDA*
//! (Barker and Korf, 2012) does this from both ends. [`Method::Best`] is our own.
//!
//! **Layers.** Every step leads to the next layer, so duplicate detection looks at one layer. All steps to a layer are generated first
//! and sorted afterwards. Keys are permuted, so that 256 parts have about the same size; a part is scattered into pieces of some thousand
//! steps, and a piece is entered into a table that stays in cache. The slot is the highest bits of the key, so reading the table in order
//! gives the sorted list. It is stored as differences, about four bytes per record, in memory or on disk. The next layer is generated
//! from it, and the other side is compared with it, by sequential reading. If the steps do not fit into memory, parts of a layer are
//! expanded in turn and the results merged.
//!
//! **Threads** share parts. Counts and solutions are the same for any number of threads.
//!
//! **Resumption.** A restarted search finds the layers of its last iterations in the folder, and the results of the others in a journal.
//! A search killed at any moment continues to the same answer with the same counts.
//!
//! # `Best`: no iteration with the optimal cutoff
//!
//! A side that has expanded everything with `g + h ≤ C` proves that there is no solution of *C* moves or fewer. Each further cutoff costs
//! many times as much. `Best` avoids the last one by a *probe* from the other side. [`Cutoffs`] is its loop, for whatever makes layers.
//!
//! Let S be the side that completed *C*, T the other side, and take a solution of `C + 1 + d` moves. A state on it that T reaches with
//! `gT` moves is known to S if `gT - hS > d`, where `hS` is the estimate of S. So T expands only states with `gT - hS ≤ d` and drops
//! those that S knows: it finds a solution of that length, or proves that there is none. (Within a move both sides count it, so there is
//! one more to spare. A state that S knows at cost `C + 1`, because a move may continue, it knows for some continuations only; T
//! continues from there.) With `d = 0` these are the states for which the estimate is exact, often few. `d` grows while that is cheaper
//! than the next cutoff of S.
//!
//! # Narrowing
//!
//! [`Bounds`](Layered::Bounds) are monotone along every path, so what one side has seen narrows the other (constraint propagation of
//! Barker and Korf). When a side completes a cutoff, its *mark* is the bounds of all states that had a step pruned. Every solution not
//! yet found passes the mark of either side: the side follows it from its roots until a step is pruned, for its cost or because it leads
//! outside the bounds of the side. (In the second case the solution has passed the other side's mark, and only states that may come after
//! it are surveyed.) So each side is narrowed to what can reach the last mark of the other. Three points need care:
//!
//! - A narrowed S knows nothing outside its bounds, and everything it should within them, because all predecessors of a state within them
//!   are within them too. Outside them, a solution has only states that T reached when it left its mark, with its cutoff at that time. So
//!   in a probe T expands those states within that cutoff, whatever S knows, and others as before.
//! - T may itself be narrowed to the mark of S: where S stopped following the solution, its record is as cheap as the solution, and the
//!   two meet.
//! - A narrowed S does not reach the end, so completing *C* proves nothing alone. The first probe looks for solutions of *C* moves; it
//!   costs no more than T's own cutoff did.
//!
//! T completes cutoffs for the sake of their marks as long as they cost a tenth of the next cutoff of S.
//!
//! # All shortest paths
//!
//! [`LayeredSearch::run_for_all`] finds the states on shortest paths: those whose exact costs from both ends add up to the optimum. What
//! one side knows and the other reaches is not all of them: a side keeps only the cheapest paths to a state, and a path that costs one
//! more may lead through it and continue its move. So the other side continues through known states, as far as the costs allow.

mod best;
mod coding;
mod control;
mod duplicates;
mod engine;
mod expand;
mod folders;
mod hash_duplicates;
mod key_permutation;
mod layer;
mod layer_file;
mod layer_store;
mod layer_writer;
mod merge_duplicates;
mod path;
mod plan;
pub mod ranks;
mod side;
mod sort;
mod sort_duplicates;
#[cfg(test)]
mod tests;
mod word_files;
mod worker_pool;

use std::path::{Path, PathBuf};

use patience_core::{Layered, Meter, Stop};
use serde::{Deserialize, Serialize};

pub use control::{
    BreadthFirstSides, Completed, CutoffSides, Cutoffs, Iteration, IterationLimits, Pace, TwoSides,
    meet_by_size,
};
pub use duplicates::DuplicateDetection;
pub use folders::{LayerFolder, LayerFolders};
pub use layer_store::{Ending, LayerStoreError};
pub use word_files::{WordFile, WordFolder, WordWriter};

/// The search method.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
/// # }
/// # use doc::Switches;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{LayeredSearch, Method};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// // All methods find a path of the same length; `Switches` is defined in the example of `LayeredSearch`.
/// for method in [Method::Brute, Method::BruteBoth, Method::Bfida, Method::BdBfida { propagate: true }, Method::Best] {
///     let (forward, backward) = (Switches { forwards: true }, Switches { forwards: false });
///     let path = LayeredSearch::new(method).run(forward, backward, &mut meter)?;
///     assert_eq!(path.map(|path| path.cost), Some(4));
/// }
/// # Ok::<(), patience_search::layered::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Breadth-first from the start, without estimates.
    Brute,
    /// Breadth-first from both sides, the smaller layer first, without estimates.
    BruteBoth,
    /// BFIDA*: breadth-first with growing cutoffs on cost plus estimate.
    Bfida,
    /// Bidirectional BFIDA*: each side keeps the states that had steps pruned, and meets those of the other.
    BdBfida {
        /// Whether each side prunes what cannot reach the other's frontier.
        propagate: bool,
    },
    /// Growing cutoffs on the cheaper side, and probes from the other side for solutions of one more move.
    Best,
}

/// A search of a layered space.
///
/// | | complete | optimal | memory |
/// |---|---|---|---|
/// | all methods | yes | yes | about four bytes per state, in memory or on disk |
///
/// ```
#[doc = include_str!("../../doc/switches.rs")]
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{LayeredSearch, Method};
///
/// let (cancel, mut watch) = (Cancel::new(), ());
/// let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let search = LayeredSearch::new(Method::Best);
/// let path = search.run(Switches { forwards: true }, Switches { forwards: false }, &mut meter)?;
/// let path = path.expect("there is one");
/// assert_eq!((path.cost, path.keys.len()), (4, 5));
/// assert!(path.keys.iter().all(|key| key & 0b1001 != 0b0001), "the first switch comes after the last");
/// # Ok::<(), patience_search::layered::SearchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayeredSearch {
    /// The search method.
    pub method: Method,
    /// Number of threads; at least one.
    pub threads: usize,
    /// Maximum bytes of steps that wait to be sorted.
    pub room: u64,
    /// How steps to the same state are found.
    pub duplicates: DuplicateDetection,
    /// Whether bidirectional BFIDA* stops inside an iteration, in the layer in which it meets a solution that is proven optimal. Otherwise
    /// it completes the iteration, as Barker and Korf (2012) do.
    pub stop_early: bool,
    /// Where layers are stored, if not in memory.
    pub disk: Option<LayerStoreSettings>,
}

/// Settings for layers on disk.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
/// # }
/// # use doc::Switches;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{LayerStoreSettings, LayeredSearch, Method};
///
/// # let temporary = tempfile::tempdir()?;
/// let folder = temporary.path().join("layers");
/// let disk = LayerStoreSettings { folder: folder.clone(), problem: "four switches".to_owned(), limit: None };
/// let search = LayeredSearch { disk: Some(disk), ..LayeredSearch::new(Method::Brute) };
/// let run = |nodes| {
///     let (cancel, mut watch) = (Cancel::new(), ());
///     let mut meter = Meter::start(&Limits { nodes, ..Limits::default() }, &cancel, &mut watch);
///     search.run(Switches { forwards: true }, Switches { forwards: false }, &mut meter)
/// };
/// // A limit stops the first search; the second continues from its layers, and removes them at the end.
/// assert!(run(Some(3)).is_err());
/// assert!(LayerStoreSettings::is_begun(&folder));
/// assert_eq!(run(None)?.map(|path| path.cost), Some(4));
/// assert!(!LayerStoreSettings::is_begun(&folder));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerStoreSettings {
    /// The folder. A restarted search continues from the layers there.
    pub folder: PathBuf,
    /// Unique description of the problem; layers of other problems are rejected.
    pub problem: String,
    /// Maximum bytes of the folder. A search that needs more ends with an error, and continues when it is allowed more.
    pub limit: Option<u64>,
}

impl LayerStoreSettings {
    /// Whether this folder holds layers of an unfinished search, of any problem.
    ///
    /// ```
    /// use patience_search::layered::LayerStoreSettings;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// let folder = temporary.path();
    /// assert!(!LayerStoreSettings::is_begun(folder));
    /// // A finished layer has this extension.
    /// std::fs::write(folder.join("f004-01.layer"), [])?;
    /// assert!(LayerStoreSettings::is_begun(folder));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn is_begun(folder: &Path) -> bool {
        layer_store::LayerStore::is_begun(folder)
    }

    /// Removes the files of an unfinished search, and the folder if nothing else is in it.
    ///
    /// ```
    /// use patience_search::layered::LayerStoreSettings;
    ///
    /// # let temporary = tempfile::tempdir()?;
    /// let folder = temporary.path();
    /// std::fs::write(folder.join("f004-01.layer"), [])?;
    /// std::fs::write(folder.join("notes.txt"), "mine")?;
    /// LayerStoreSettings::clear(folder)?;
    /// assert!(!LayerStoreSettings::is_begun(folder));
    /// assert!(folder.join("notes.txt").exists(), "other files stay");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear(folder: &Path) -> Result<(), LayerStoreError> {
        if !folder.exists() {
            return Ok(());
        }
        layer_store::LayerStore::remove(folder)
    }
}

/// A path from the start to the end.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
/// # }
/// # use doc::Switches;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{LayeredSearch, Method, ShortestPath};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// # let path = LayeredSearch::new(Method::Best).run(Switches { forwards: true }, Switches { forwards: false }, &mut meter)?;
/// let ShortestPath { keys, cost } = path.expect("there is one");
/// assert_eq!((keys.first(), keys.last(), cost), (Some(&0), Some(&0b1111), 4));
/// // Each step turns on one switch.
/// assert!(keys.windows(2).all(|pair| (pair[0] ^ pair[1]).count_ones() == 1));
/// # Ok::<(), patience_search::layered::SearchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortestPath {
    /// The keys of its states, layer by layer from the start.
    pub keys: Vec<u64>,
    /// Its number of moves, which is minimal.
    pub cost: u8,
}

/// All shortest paths.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
/// # }
/// # use doc::Switches;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::{LayeredSearch, Method};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// # let (forward, backward) = (Switches { forwards: true }, Switches { forwards: false });
/// let found = LayeredSearch::new(Method::Best).run_for_all(forward, backward, &mut meter)?;
/// let paths = found.expect("there is one");
/// let layers = paths.layers.expect("no limit was reached");
/// // One path passes one state of each layer.
/// assert!(paths.path.keys.iter().zip(&layers).all(|(key, layer)| layer.contains(key)));
/// # Ok::<(), patience_search::layered::SearchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortestPaths {
    /// One of them.
    pub path: ShortestPath,
    /// By layer from the start, the keys of all states on shortest paths; the first and the last layer may contain others. Or why they
    /// were not found.
    pub layers: Result<Vec<Vec<u64>>, Stop>,
}

/// Why a search ended early.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
/// # }
/// # use doc::Switches;
/// use patience_core::{Cancel, Limits, Meter, Stop};
/// use patience_search::layered::{LayeredSearch, Method, SearchError};
///
/// let limits = Limits { nodes: Some(1), ..Limits::default() };
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&limits, &cancel, &mut watch);
/// # let (forward, backward) = (Switches { forwards: true }, Switches { forwards: false });
/// let result = LayeredSearch::new(Method::Brute).run(forward, backward, &mut meter);
/// assert!(matches!(result, Err(SearchError::Stop(Stop::Nodes))));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// A limit was reached.
    #[error("a limit was reached")]
    Stop(Stop),
    /// A file could not be written or read.
    #[error(transparent)]
    LayerStore(#[from] LayerStoreError),
    /// Ranks could not talk.
    #[error(transparent)]
    Exchange(#[from] ranks::ExchangeError),
}

impl From<Stop> for SearchError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl LayeredSearch {
    /// Default maximum bytes of steps that wait to be sorted.
    pub const ROOM: u64 = 512 << 20;

    /// In memory, on one thread.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
    /// # }
    /// # use doc::Switches;
    /// use patience_core::{Cancel, Limits, Meter};
    /// use patience_search::layered::{LayeredSearch, Method};
    ///
    /// # let (cancel, mut watch) = (Cancel::new(), ());
    /// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
    /// let mut run = |search: &LayeredSearch| search.run(Switches { forwards: true }, Switches { forwards: false }, &mut meter);
    /// let one = LayeredSearch::new(Method::Best);
    /// let four = LayeredSearch { threads: 4, ..one.clone() };
    /// // The path is the same for any number of threads.
    /// assert_eq!(run(&one)?, run(&four)?);
    /// # Ok::<(), patience_search::layered::SearchError>(())
    /// ```
    #[must_use]
    pub fn new(method: Method) -> Self {
        Self {
            method,
            threads: 1,
            room: Self::ROOM,
            duplicates: DuplicateDetection::default(),
            stop_early: false,
            disk: None,
        }
    }

    /// Finds a shortest path, if there is one; `forward` and `backward` are the two sides of a problem.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
    /// # }
    /// # use doc::Switches;
    /// use patience_core::{Cancel, Limits, Meter};
    /// use patience_search::layered::{LayeredSearch, Method};
    ///
    /// # let (cancel, mut watch) = (Cancel::new(), ());
    /// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
    /// // `Switches` is defined in the example of `LayeredSearch`.
    /// let (forward, backward) = (Switches { forwards: true }, Switches { forwards: false });
    /// let path = LayeredSearch::new(Method::Bfida).run(forward, backward, &mut meter)?;
    /// assert_eq!(path.map(|path| path.cost), Some(4));
    /// # Ok::<(), patience_search::layered::SearchError>(())
    /// ```
    pub fn run<L: Layered>(
        &self,
        forward: L,
        backward: L,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ShortestPath>, SearchError> {
        if forward.steps() == 0 {
            // The sides meet before they begin, or never.
            let ends = backward.roots();
            let met = forward.roots().into_iter().find(|key| ends.contains(key));
            return Ok(met.map(|key| ShortestPath { keys: vec![key], cost: 0 }));
        }
        engine::Engine::new(self, forward, backward)?.run(self.method, meter)
    }

    /// Finds all states on shortest paths, if there is one, by [`Method::Best`], whatever the setting, and one more pass through all
    /// layers from either side.
    ///
    /// If a limit is reached after the first path was found, it returns that path, and layers on disk stay.
    ///
    /// ```
    /// # mod doc {
    /// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
    /// # }
    /// # use doc::Switches;
    /// use patience_core::{Cancel, Limits, Meter};
    /// use patience_search::layered::{LayeredSearch, Method};
    ///
    /// # let (cancel, mut watch) = (Cancel::new(), ());
    /// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
    /// // `Switches` is defined in the example of `LayeredSearch`: of 16 states, those with the first switch on and the last one off are illegal.
    /// let (forward, backward) = (Switches { forwards: true }, Switches { forwards: false });
    /// let paths = LayeredSearch::new(Method::Best).run_for_all(forward, backward, &mut meter)?;
    /// let layers = paths.expect("there is one").layers.expect("no limit was reached");
    /// assert_eq!(layers.iter().map(Vec::len).sum::<usize>(), 16 - 4);
    /// # Ok::<(), patience_search::layered::SearchError>(())
    /// ```
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
