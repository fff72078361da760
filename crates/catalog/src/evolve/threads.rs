//! Searches on several threads.

use patience_core::Cancel;
use patience_learn::{Arena, Attempt, Job, Workers};

use super::parallel::in_parallel;

/// So many threads, each of which takes the next search when it is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Workers for Threads {
    fn run(
        &self,
        jobs: &[Job<'_>],
        arena: &dyn Arena,
        cancel: &Cancel,
        done: &mut dyn FnMut(&Attempt),
    ) -> Option<Vec<Attempt>> {
        in_parallel(jobs, self.0, cancel, |job| job.run(arena, cancel), done)
    }
}
