//! Facts about boards and problems that need no search: classes, types, corners, regions, pagodas, bounds.

mod argument;
mod bounds;
mod class;
mod corners;
pub mod merson;
mod pagoda;
mod program;
mod strong;
mod summary;
mod trails;
mod types;

pub use argument::{Argument, possible_goals, prove_unsolvable};
pub use bounds::PaperBound;
pub use class::Class;
pub use corners::corners;
pub use pagoda::{Pagoda, PagodaError};
pub(crate) use strong::strong_pagodas_while;
pub use strong::{MOST_PAGODAS, strong_pagodas};
pub use summary::{Analysis, TypeFacts};
pub(crate) use trails::reach;
pub use trails::{can_take, cap, caps};
pub use types::{PegType, counts};
