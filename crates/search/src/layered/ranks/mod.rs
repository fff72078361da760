//! Layered search across ranks: processes that each own some states of every layer and send steps to the owners.
//!
//! A rank owns the states of some localities ([`Layered::locality`](patience_core::Layered::locality)), so duplicates meet there, and most
//! steps need not be sent to another rank. A layer is expanded in rounds: every rank expands until its
//! outgoing steps fill a buffer, then all ranks exchange. Counts, costs and the path are those of [`LayeredSearch`](super::LayeredSearch)
//! with the same method, for any number of ranks.
//!
//! With a folder, which all ranks share, every rank writes its states of a finished layer, and then rank 0 notes the layer in a journal.
//! A restarted search continues after the last noted layer, with any number of ranks.

mod checkpoint;
mod exchange;
mod level;
mod search;

pub use exchange::{Exchange, ExchangeError, LocalExchange, Ranks};
pub use search::RankedSearch;
