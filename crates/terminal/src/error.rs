//! Why a game cannot go on.

use std::io;

use patience_kit::Fault;

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input or the position is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The terminal cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
