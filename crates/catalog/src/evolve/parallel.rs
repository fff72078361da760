//! Work on several threads; it lives in the workbench.

pub(crate) use patience_workbench::evolution::in_parallel;
