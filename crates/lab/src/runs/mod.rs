//! Runs of evolution and records of experiments as others follow them: summaries, charts, policies as rules. Nothing is locked or written.

mod charts;
mod policy_text;
mod records;
mod settings;
mod summary;

pub use charts::{charts, compare, quartiles};
pub use policy_text::policy_text;
pub use records::{Records, RowRecords};
pub use settings::{other_than_policies, settings_rows, used_settings};
pub use summary::{Hard, Highest, Summary};
