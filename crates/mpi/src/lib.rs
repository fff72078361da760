//! MPI as the transport of searches across ranks. Without the feature `mpi` the crate is empty.

#[cfg(feature = "mpi")]
mod exchange;

#[cfg(feature = "mpi")]
pub use exchange::{MpiExchange, start};
