//! The workbench for Python: the native module of the package `patience-workbench`.
//!
//! It is thin: the package in `python/patience` has the classes that people use, with their types and documentation.

mod about;
mod batch;
mod convert;
mod evolve;
mod form;
mod own;
mod policy;
mod position;
mod raised;
mod record;
mod search;
mod table;
mod tables;

use pyo3::prelude::*;

/// The native module of the package `patience`.
#[pymodule]
mod _patience {
    #[pymodule_export]
    use crate::about::{engines, features, puzzles};
    #[pymodule_export]
    use crate::batch::solve_many;
    #[pymodule_export]
    use crate::evolve::evolve;
    #[pymodule_export]
    use crate::form::Form;
    #[pymodule_export]
    use crate::own::OwnPuzzle;
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::tables::Tables;
}
