//! Tests of the server over real sockets.

mod api;
mod client;
mod guard;
mod limits;
mod page;
mod runs;
