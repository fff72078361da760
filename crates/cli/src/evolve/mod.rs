//! The commands of `evolve`.

pub(crate) mod boards;
