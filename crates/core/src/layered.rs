//! Spaces in layers, for searches that keep a layer as a sorted list of small records, in memory or on disk.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A state as a layered search keeps it.
///
/// A *move* may take several steps, as a peg does that jumps again and again. So beside the cost of the cheapest way to a state the search
/// keeps in which ways the last move of such a way may go on. A way that is dearer by one or more is never needed: whatever it goes on
/// with can as well begin anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Identifies the state within its layer, up to symmetries.
    pub key: u64,
    /// The moves that lead to it.
    pub cost: u8,
    /// A bit for each way in which the last of them may go on.
    pub open: u64,
}

/// A step to the next layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state that it leads to.
    pub key: u64,
    /// The moves that lead there.
    pub cost: u8,
    /// The way in which its move may go on, if it may: less than 64.
    pub open: Option<u8>,
    /// The way of the state before that it goes on with; none if a move begins.
    pub goes_on: Option<u8>,
}

/// One side of a problem whose every step leads from one layer to the next, so that equal states meet only within a layer.
///
/// The other side is the same problem backwards: it has the same keys, and its layers are counted from the other end. Where a move can
/// be cut in two, both sides count it, and they agree on what `open` means: a state that both reach with the same way open is in the
/// middle of one move.
///
/// [`estimate`](Self::estimate) never exceeds the moves that are left, and one move lowers it by at most one.
///
/// *Bounds* tell what some states are like by values that never rise along a way, or never fall: so a state beyond them leads to none within
/// them, and if a state is not beyond them, no state on the ways to it is.
pub trait Layered: Sync + Sized {
    /// What a search has seen of some states, to narrow the other side. It is written to disk with the layers.
    type Bounds: Clone + Send + Sync + Serialize + DeserializeOwned;

    /// How many bits a key has, from 1 to 64.
    fn key_bits(&self) -> u32;

    /// How many steps lead from the first layer of this side to the first of the other.
    fn steps(&self) -> usize;

    /// The states that this side begins with.
    fn roots(&self) -> Vec<u64>;

    /// No fewer moves lead from a state to the roots of the other side.
    fn estimate(&self, key: u64) -> u8;

    /// Calls `visit` with every step from a state that may lead to the other side with at most `cutoff` moves in all; tells why a step that
    /// may lead there with more was left out.
    ///
    /// A step stays if its cost and the estimate make at most `cutoff`, or if its move can go on until they do.
    fn expand(&self, record: &Record, cutoff: u8, visit: impl FnMut(Step)) -> Cut;

    /// Calls `visit` with the keys of all states that a step leads from to this one.
    fn parents(&self, key: u64, visit: impl FnMut(u64));

    /// The bounds of no state at all.
    fn unbounded(&self) -> Self::Bounds;

    /// Widens bounds by a state of this side.
    fn survey(&self, key: u64, bounds: &mut Self::Bounds);

    /// Widens bounds by others.
    fn unite(&self, bounds: &mut Self::Bounds, others: &Self::Bounds);

    /// From now on leaves out what cannot reach any state within these bounds of the other side.
    fn narrow(&mut self, bounds: &Self::Bounds);

    /// Leaves out nothing any more for bounds.
    fn widen(&mut self);

    /// Whether nothing on any way of this side to a state is left out for bounds.
    fn is_within(&self, key: u64) -> bool;

    /// Whether a way of this side may lead to a state through one that lies within these bounds.
    fn can_follow(&self, key: u64, bounds: &Self::Bounds) -> bool;
}

/// Why steps were left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cut {
    /// None was.
    #[default]
    Nothing,
    /// At least one because it leads beyond the bounds of this side, and none for its cost alone.
    Bounds,
    /// At least one for its cost alone.
    Cost,
}
