//! The `Layered` trait: state spaces whose layers are stored as sorted lists of small records.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A state as a layered search stores it.
///
/// A *move* may take several steps: a piece may jump repeatedly. So besides the cost of the cheapest path, a record holds the possible
/// *continuations* of that path's last move. A path that costs one more is never needed: instead of continuing its move, a new move can
/// start.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/stairs.rs"));
/// # }
/// # use doc::Stairs;
/// use patience_core::{Cut, Layered, Record};
///
/// // `Stairs` is defined in the example of `Layered`. On stair 1, its first move may continue.
/// let (side, mut steps) = (Stairs { up: true }, Vec::new());
/// side.expand(&Record { key: 1, cost: 1, open: 1 << 0 }, 3, |step| steps.push(step));
/// assert_eq!(steps.iter().map(|step| (step.key, step.cost)).collect::<Vec<_>>(), [(2, 2), (2, 1)]);
/// // Without a continuation, there is only the step that begins a second move.
/// steps.clear();
/// side.expand(&Record { key: 1, cost: 1, open: 0 }, 3, |step| steps.push(step));
/// assert_eq!(steps.len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Identifies the state within its layer, up to symmetries.
    pub key: u64,
    /// The number of moves on the cheapest path.
    pub cost: u8,
    /// A bit for each continuation of the last move.
    pub open: u64,
}

/// A step to the next layer.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/stairs.rs"));
/// # }
/// # use doc::Stairs;
/// use patience_core::{Layered, Record, Step};
///
/// // `Stairs` is defined in the example of `Layered`. The first step of a move costs one and leaves continuation 0 open.
/// let (side, mut steps) = (Stairs { up: false }, Vec::new());
/// side.expand(&Record { key: 4, cost: 0, open: 0 }, 2, |step| steps.push(step));
/// assert_eq!(steps, [Step { key: 3, cost: 1, open: Some(0), goes_on: None }]);
/// // The second one uses it, and costs nothing.
/// let record = Record { key: 3, cost: 1, open: 1 << 0 };
/// side.expand(&record, 2, |step| steps.push(step));
/// assert!(steps.contains(&Step { key: 2, cost: 1, open: None, goes_on: Some(0) }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state after the step.
    pub key: u64,
    /// The number of moves after the step.
    pub cost: u8,
    /// The continuation that the step leaves open, if any: less than 64.
    pub open: Option<u8>,
    /// The continuation of the parent that the step uses; `None` if it starts a move.
    pub goes_on: Option<u8>,
}

/// One side of a problem in which every step leads to the next layer, so duplicates occur only within a layer.
///
/// The other side is the same problem backwards, with the same keys and with layers counted from the other end. Where a move can be split
/// in two, both sides count it, and they agree on the meaning of `open`: a state that both reach with the same continuation open is in
/// the middle of one move.
///
/// [`estimate`](Self::estimate) is admissible, and one move lowers it by at most one.
///
/// *Bounds* describe a set of states by values that are monotone along every path. So a state outside the bounds leads to no state within
/// them, and if a state is within them, so are all states on the paths to it.
///
/// ```
#[doc = include_str!("../doc/stairs.rs")]
///
/// let (side, mut steps) = (Stairs { up: true }, 0);
/// let root = Record { key: side.roots()[0], cost: 0, open: 0 };
/// // Two moves of two stairs each are enough, and one is not.
/// assert_eq!(side.estimate(root.key), 2);
/// assert_eq!(side.expand(&root, 2, |_| steps += 1), Cut::Nothing);
/// assert_eq!(side.expand(&root, 1, |_| steps += 1), Cut::Cost);
/// assert_eq!(steps, 1);
/// ```
///
/// `LayeredSearch` of the crate `patience-search` searches both sides.
pub trait Layered: Sync + Sized {
    /// Bounds of a set of states, used to narrow the other side. Stored on disk with the layers.
    type Bounds: Clone + Send + Sync + Serialize + DeserializeOwned;

    /// The number of bits of a key, from 1 to 64.
    fn key_bits(&self) -> u32;

    /// The number of steps from the first layer of this side to the first layer of the other.
    fn steps(&self) -> usize;

    /// The start states of this side.
    fn roots(&self) -> Vec<u64>;

    /// A lower bound on the moves from a state to the roots of the other side.
    fn estimate(&self, key: u64) -> u8;

    /// Calls `visit` with every step that may lead to the other side within `cutoff` moves in total, and returns why it pruned other
    /// steps.
    ///
    /// It keeps a step if cost plus estimate is at most `cutoff`, or if the move can continue until it is.
    fn expand(&self, record: &Record, cutoff: u8, visit: impl FnMut(Step)) -> Cut;

    /// Calls `visit` with the keys of all predecessors of a state.
    fn parents(&self, key: u64, visit: impl FnMut(u64));

    /// A number that most steps leave as it is, the same for all keys of a state: ranks own states by it. By default every key has its own.
    #[inline]
    fn locality(&self, key: u64) -> u64 {
        key
    }

    /// The bounds of the empty set.
    fn unbounded(&self) -> Self::Bounds;

    /// Widens bounds to include a state of this side.
    fn survey(&self, key: u64, bounds: &mut Self::Bounds);

    /// Widens bounds to include other bounds.
    fn unite(&self, bounds: &mut Self::Bounds, others: &Self::Bounds);

    /// From now on prunes states that cannot reach a state within these bounds of the other side.
    fn narrow(&mut self, bounds: &Self::Bounds);

    /// Stops pruning by bounds.
    fn widen(&mut self);

    /// Whether bounds prune nothing on any path of this side to a state.
    fn is_within(&self, key: u64) -> bool;

    /// Whether a path of this side may lead to a state through one within these bounds.
    fn can_follow(&self, key: u64, bounds: &Self::Bounds) -> bool;
}

/// Why steps were pruned.
///
/// ```
/// use patience_core::Cut;
///
/// // The strongest reason of several expansions is that of the layer.
/// assert_eq!([Cut::Nothing, Cut::Cost, Cut::Bounds].into_iter().max(), Some(Cut::Cost));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cut {
    /// No step was pruned.
    #[default]
    Nothing,
    /// At least one step leads outside the bounds of this side; none was pruned for its cost alone.
    Bounds,
    /// At least one step was pruned for its cost alone.
    Cost,
}
