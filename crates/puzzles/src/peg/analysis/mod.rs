
mod class;
mod corners;
pub mod merson;
mod pagoda;
mod program;
mod strong;
mod trails;
mod types;

pub use class::Class;
pub use corners::corners;
pub use pagoda::{Pagoda, PagodaError};
pub use strong::{MOST_PAGODAS, strong_pagodas};
pub use trails::{can_take, cap, caps};
pub use types::{PegType, counts};
