//! `patience evolve`.

pub(crate) mod boards;
pub(crate) mod genomes;
