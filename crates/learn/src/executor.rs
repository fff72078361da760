//! The executor of a run: evaluations on one or more threads, which a caller can watch and cancel.

use std::sync::OnceLock;

use patience_core::Cancel;

/// Threads that work on numbered items.
pub trait Workers {
    /// Calls `work` with every number below `count`, on any thread, and `done` on this one after each. Returns early if cancelled.
    fn run(
        &self,
        count: usize,
        work: &(dyn Fn(usize) + Sync),
        cancel: &Cancel,
        done: &mut dyn FnMut(usize),
    );
}

/// Works on one item after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Workers for Alone {
    fn run(
        &self,
        count: usize,
        work: &(dyn Fn(usize) + Sync),
        cancel: &Cancel,
        done: &mut dyn FnMut(usize),
    ) {
        for item in 0..count {
            work(item);
            if cancel.is_cancelled() {
                return;
            }
            done(item);
        }
    }
}

/// An observer of evaluations.
pub trait Watcher {
    /// The run begins something that may take long.
    fn doing(&mut self, _doing: &'static str) {}

    /// A batch of searches begins.
    fn begin(&mut self, searches: usize);

    /// A search ended.
    fn ended(&mut self, is_solved: bool);
}

impl Watcher for () {
    fn begin(&mut self, _: usize) {}

    fn ended(&mut self, _: bool) {}
}

/// A run was cancelled; its state is that before the current generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was stopped")]
pub struct Stopped;

/// Evaluates items in batches.
pub struct Executor<'a> {
    /// The threads.
    pub workers: &'a dyn Workers,
    /// Stops everything.
    pub cancel: &'a Cancel,
    /// Sees every result.
    pub watcher: &'a mut dyn Watcher,
}

impl Executor<'_> {
    /// The results of all items, in their order.
    pub fn run<T: Sync, R: Send + Sync>(
        &mut self,
        items: &[T],
        work: impl Fn(&T, &Cancel) -> R + Sync,
        is_solved: impl Fn(&R) -> bool,
    ) -> Result<Vec<R>, Stopped> {
        let Self { workers, cancel, watcher } = self;
        let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
        watcher.begin(items.len());
        let work = |at: usize| {
            // Workers call this once for every number.
            let _ = results[at].set(work(&items[at], cancel));
        };
        let mut done = |at: usize| watcher.ended(results[at].get().is_some_and(&is_solved));
        workers.run(items.len(), &work, cancel, &mut done);
        // The last results of cancelled work are incomplete.
        if cancel.is_cancelled() {
            return Err(Stopped);
        }
        results.into_iter().map(|result| result.into_inner().ok_or(Stopped)).collect()
    }
}
