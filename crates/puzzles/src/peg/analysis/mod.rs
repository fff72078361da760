//! What can be said of a board and a problem without a search: classes, types, corners, caps, regions, pagodas, bounds.

mod class;
mod corners;
pub mod merson;
mod trails;
mod types;

pub use class::Class;
pub use corners::corners;
pub use trails::{can_take, cap, caps};
pub use types::{PegType, counts};
