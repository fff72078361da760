//! The form of the arrays of a puzzle.

use patience_workbench::Arrays;
use pyo3::prelude::*;

/// What all games of an environment have in common.
#[pyclass(frozen, get_all, module = "patience._patience")]
pub(crate) struct Form {
    /// Places, and the most pieces of each.
    shape: (usize, usize),
    /// The greatest number of an observation.
    most: u8,
    /// How many actions there are.
    actions: usize,
    /// Whether pieces are hidden.
    hides: bool,
}

impl Form {
    pub(crate) fn new(arrays: &Arrays) -> Self {
        let codec = arrays.codec();
        let (shape, most, actions) = (codec.shape(), codec.solid(), codec.actions());
        Self { shape, most, actions, hides: arrays.hides() }
    }
}
