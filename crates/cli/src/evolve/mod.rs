//! `patience evolve`.

pub(crate) mod genomes;
