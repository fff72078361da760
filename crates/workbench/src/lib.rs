//! What all surfaces share: the registry of puzzles, batches, games and evolution on several threads, and requests as JSON.

mod advice_text;
mod arrays;
pub mod batch;
pub mod chances;
pub mod evolution;
pub mod farm;
pub mod hint;
mod instances;
pub mod ledger;
pub mod pictures;
pub mod play;
pub mod policies;
mod program;
mod random;
mod read;
mod registry;
pub mod request;
pub mod review;
mod review_text;
mod run_folder;
pub mod session;
pub mod sheet;
mod shell;
pub mod values;
mod words;

pub use advice_text::text as advice_text;
pub use arrays::Arrays;
pub use instances::{Instance, Instances};
pub use random::random_instance;
pub use read::read;
pub use registry::{find, kits};
pub use review_text::text as review_text;
pub use run_folder::RunFolder;
pub use shell::quoted;
