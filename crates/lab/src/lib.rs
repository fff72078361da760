//! The laboratory: experiments as files, records, statistics, reports.
//!
//! An [`Experiment`] has cases and rows; each row is an engine, a policy or a player, with what was published about it. A [`Lab`] runs the
//! cases that have no record yet, and summarises what the records say: figures with intervals, agreement with what was published,
//! and a paired comparison with the row's control.

mod arm_pairs;
mod arm_summary;
mod arms;
mod bench;
mod cases;
mod experiment;
mod experiment_check;
mod export;
mod keep;
pub mod measure;
mod paired;
mod parquet_file;
mod record;
pub mod report;
mod results;
mod run;
pub mod runs;
mod site;
pub mod stats;
mod summary;
mod table;

pub use arm_pairs::ArmPair;
pub use arm_summary::{ArmSummary, ArmsSummary, SeedSummary};
pub use arms::{Arm, Evolve, SeedRecord};
pub use bench::{Bench, BenchRun, Timing, render as render_timings};
pub use experiment::{Experiment, LimitsText, Penalty, Row, Scale, Words};
pub use export::export;
pub use paired::Paired;
pub use record::{CaseRecord, Ended};
pub use results::results;
pub use run::{Lab, Watch};
pub use summary::{CaseFigures, RowSummary, Summary};
pub use table::Grid;
