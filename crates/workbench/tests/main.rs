//! The tests of the workbench.

mod corpus;
mod kit_laws;
mod play;
