//! The executor of a run: evaluations on threads and in other processes, which a caller can watch and cancel.

use std::sync::OnceLock;

use patience_core::Cancel;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Numbered items to be worked on.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// use patience_core::Cancel;
/// use patience_learn::{Batch, Sequential, Workers};
///
/// let (sum, mut done) = (AtomicUsize::new(0), Vec::new());
/// Sequential.run(Batch {
///     count: 4,
///     work: &|item| drop(sum.fetch_add(item, Ordering::Relaxed)),
///     done: &mut |item| done.push(item),
///     cancel: &Cancel::new(),
/// });
/// assert_eq!(sum.into_inner(), 0 + 1 + 2 + 3);
/// assert_eq!(done, [0, 1, 2, 3]);
/// ```
pub struct Batch<'a> {
    /// How many there are.
    pub count: usize,
    /// Works on an item, on any thread.
    pub work: &'a (dyn Fn(usize) + Sync),
    /// Takes note of an item that is done, on the thread that called.
    pub done: &'a mut dyn FnMut(usize),
    /// Stops everything.
    pub cancel: &'a Cancel,
}

/// Threads that work on numbered items, and maybe other processes.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Batch, Executor, Workers};
///
/// /// Works on the last item first.
/// struct Backwards;
///
/// impl Workers for Backwards {
///     fn run(&self, Batch { count, work, done, cancel }: Batch<'_>) {
///         for item in (0..count).rev().take_while(|_| !cancel.is_cancelled()) {
///             work(item);
///             done(item);
///         }
///     }
/// }
///
/// let mut executor = Executor { workers: &Backwards, cancel: &Cancel::new(), watcher: &mut () };
/// // Results have the order of the items.
/// assert_eq!(executor.run(&[1, 2, 3], |number, _| number * number, |_| true), Ok(vec![1, 4, 9]));
/// ```
pub trait Workers {
    /// Works on every item of a batch once. Returns early if cancelled.
    fn run(&self, batch: Batch<'_>);

    /// The other processes that work on items, where there are any.
    fn remote(&self) -> Option<&dyn RemoteWorkers> {
        None
    }
}

/// Other processes that work on items. Items and results travel as JSON.
///
/// ```
/// use patience_learn::{RemoteError, RemoteWorkers};
///
/// /// A process that squares numbers below 100, and is busy otherwise.
/// struct Squares;
///
/// impl RemoteWorkers for Squares {
///     fn delegate(&self, item: &dyn Fn() -> String) -> Option<Result<String, RemoteError>> {
///         let number: u32 = item().parse().ok().filter(|&number| number < 100)?;
///         Some(Ok((number * number).to_string()))
///     }
/// }
///
/// let remote: &dyn RemoteWorkers = &Squares;
/// assert_eq!(remote.result::<u32, u32>(|| 7), Some(Ok(49)));
/// assert_eq!(remote.result::<u32, u32>(|| 700), None);
/// ```
pub trait RemoteWorkers: Sync {
    /// Has a free process work on an item, and waits for the result; `None` if no process is free: then the caller works on it.
    fn delegate(&self, item: &dyn Fn() -> String) -> Option<Result<String, RemoteError>>;
}

/// Why another process has no result.
///
/// ```
/// use patience_learn::{RemoteError, RemoteWorkers};
///
/// /// A process whose answers are no JSON.
/// struct Broken;
///
/// impl RemoteWorkers for Broken {
///     fn delegate(&self, _: &dyn Fn() -> String) -> Option<Result<String, RemoteError>> {
///         Some(Ok("4x".to_owned()))
///     }
/// }
///
/// let remote: &dyn RemoteWorkers = &Broken;
/// let Some(Err(RemoteError::Failed(message))) = remote.result::<u32, u32>(|| 2) else { panic!("4x is no number") };
/// assert!(message.starts_with("a result is damaged: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RemoteError {
    /// The process was asked to stop.
    #[error("the run was stopped")]
    Stopped,
    /// It failed.
    #[error("{0}")]
    Failed(String),
}

impl dyn RemoteWorkers + '_ {
    /// The result of an item from another process; `None` if no process is free.
    pub fn result<M: Serialize, R: DeserializeOwned>(
        &self,
        item: impl Fn() -> M,
    ) -> Option<Result<R, RemoteError>> {
        // Items are plain values and can always be written; an empty text is refused by who reads it.
        let text = || serde_json::to_string(&item()).unwrap_or_default();
        let read = |text: String| {
            let damaged = |error| RemoteError::Failed(format!("a result is damaged: {error}"));
            serde_json::from_str(&text).map_err(damaged)
        };
        Some(self.delegate(&text)?.and_then(read))
    }
}

/// Works on one item after the other.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Batch, Sequential, Workers};
///
/// // The work on the second item cancels the batch, so only the first is done.
/// let (cancel, mut done) = (Cancel::new(), Vec::new());
/// let work = |item| if item == 1 { cancel.cancel() };
/// Sequential.run(Batch { count: 3, work: &work, done: &mut |item| done.push(item), cancel: &cancel });
/// assert_eq!(done, [0]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential;

impl Workers for Sequential {
    fn run(&self, Batch { count, work, done, cancel }: Batch<'_>) {
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
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Executor, Sequential, Watcher};
///
/// /// Counts items and solutions.
/// struct Count(usize, usize);
///
/// impl Watcher for Count {
///     fn begin(&mut self, searches: usize) {
///         self.0 += searches;
///     }
///     fn ended(&mut self, is_solved: bool) {
///         self.1 += usize::from(is_solved);
///     }
/// }
///
/// let mut count = Count(0, 0);
/// let mut executor = Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut count };
/// executor.run(&[1, 2, 3], |number, _| number * number, |square| 2 < *square)?;
/// assert_eq!((count.0, count.1), (3, 2));
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// use patience_core::Cancel;
/// use patience_learn::{Evolution, Executor, Run, Sequential, Stopped};
///
/// let cancel = Cancel::new();
/// cancel.cancel();
/// // `Numbers` is defined in the example of `Species`.
/// let mut run = Evolution::begin(Numbers { generations: 3 });
/// assert_eq!(run.step(&mut Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () }), Err(Stopped));
/// assert_eq!(run.generation(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was stopped")]
pub struct Stopped;

/// Evaluates items in batches.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Sequential, Executor, Stopped};
///
/// let cancel = Cancel::new();
/// let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
/// assert_eq!(executor.run(&[1, 2, 3], |number, _| number * number, |_| true), Ok(vec![1, 4, 9]));
/// cancel.cancel();
/// assert_eq!(executor.run(&[1, 2, 3], |number, _| number * number, |_| true), Err(Stopped));
/// ```
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
        let cancel = self.cancel;
        self.run_each(items, |item| Some(work(item, cancel)), is_solved)
    }

    /// The same, also in other processes: they get what `message` makes of an item, and return the result as JSON.
    pub fn run_anywhere<T: Sync, M: Serialize, R: Send + Sync + DeserializeOwned>(
        &mut self,
        items: &[T],
        message: impl Fn(&T) -> M + Sync,
        work: impl Fn(&T, &Cancel) -> R + Sync,
        is_solved: impl Fn(&R) -> bool,
    ) -> Result<Vec<R>, Stopped> {
        let cancel = self.cancel;
        let Some(remote) = self.workers.remote() else { return self.run(items, work, is_solved) };
        let work = |item: &T| match remote.result(|| message(item)) {
            None => Some(work(item, cancel)),
            Some(Ok(result)) => Some(result),
            Some(Err(_)) => {
                // The remote side knows why.
                cancel.cancel();
                None
            }
        };
        self.run_each(items, work, is_solved)
    }

    fn run_each<T: Sync, R: Send + Sync>(
        &mut self,
        items: &[T],
        work: impl Fn(&T) -> Option<R> + Sync,
        is_solved: impl Fn(&R) -> bool,
    ) -> Result<Vec<R>, Stopped> {
        let Self { workers, cancel, watcher } = self;
        let results: Vec<OnceLock<R>> = items.iter().map(|_| OnceLock::new()).collect();
        watcher.begin(items.len());
        let work = |at: usize| {
            if let Some(result) = work(&items[at]) {
                // Workers call this once for every number.
                let _ = results[at].set(result);
            }
        };
        let mut done = |at: usize| watcher.ended(results[at].get().is_some_and(&is_solved));
        workers.run(Batch { count: items.len(), work: &work, done: &mut done, cancel });
        // The last results of cancelled work are incomplete.
        if cancel.is_cancelled() {
            return Err(Stopped);
        }
        results.into_iter().map(|result| result.into_inner().ok_or(Stopped)).collect()
    }
}
