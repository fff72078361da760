//! The page, and the server that carries its requests over HTTP.
//!
//! A request is a JSON message of the workbench, posted to `/api`. Quick requests and searches have queues and threads of their own. A search
//! stops when its client closes the connection. The server is made for one person on one machine: it binds to the loopback address unless told
//! otherwise, and refuses requests that come from other sites.

mod api;
mod events;
mod guard;
mod openapi;
mod page;
mod pool;
mod runs;
mod server;
mod site;
mod site_folder;
mod stream;

pub use self::page::{File, files};
pub use self::server::{Options, Server, Timeouts};
pub use self::site::{SiteError, SiteFile, site};
pub use self::site_folder::write_site;
