//! Run folders: runs of evolution and records of experiments, while they grow. Only named folders are read, and nothing is written.

mod cases;
mod folders;
mod routes;
mod state;

pub(crate) use folders::Runs;
pub(crate) use routes::routes;
