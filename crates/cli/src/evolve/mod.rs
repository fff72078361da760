//! `patience evolve`.

pub(crate) mod baselines;
pub(crate) mod boards;
pub(crate) mod genomes;

use patience_learn::FolderError;

use crate::exit::Exit;

/// A folder that is not what it should be is the fault of the input, unless the disk is.
fn refused(error: FolderError) -> anyhow::Error {
    match error {
        FolderError::Io { .. } => error.into(),
        _ => Exit::bad_input(error),
    }
}
