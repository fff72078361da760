//! A pool of threads for numbered tasks; the caller polls the limits meanwhile.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use patience_core::{Meter, Stop};

/// Time between two polls of the limits.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// State shared by the workers.
#[derive(Debug, Default)]
pub(super) struct SharedProgress {
    stop: AtomicBool,
    /// States that the meter does not know yet.
    expanded: AtomicU64,
    /// States that the limit still allows, where it does not allow all.
    allowed: Option<AtomicI64>,
}

impl SharedProgress {
    /// Whether the workers should stop.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Reports expanded states to the caller.
    #[inline]
    pub(super) fn expanded(&self, states: u64) {
        self.expanded.fetch_add(states, Ordering::Relaxed);
        if let Some(allowed) = &self.allowed {
            // Far fewer than 2^63.
            #[allow(clippy::cast_possible_wrap)]
            let states = states as i64;
            if allowed.fetch_sub(states, Ordering::Relaxed) <= states {
                self.leave();
            }
        }
    }

    /// Asks all workers to stop.
    pub(super) fn leave(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn charge(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let result = meter.expand_many(self.expanded.swap(0, Ordering::Relaxed));
        if result.is_err() {
            self.leave();
        }
        result
    }
}

/// Runs the tasks with these numbers on `threads` workers, each with its own state; returns the states.
///
/// The assignment of tasks to workers is arbitrary: results must not depend on it. The tasks expand `states` in all: where the limit
/// does not allow them, that many are expanded as it allows, and the search stops.
pub(super) fn run_tasks<W: Send>(
    threads: usize,
    (tasks, states): (std::ops::Range<usize>, u64),
    meter: &mut Meter<'_>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &SharedProgress) + Sync,
) -> Result<Vec<W>, Stop> {
    let left = meter.limits().nodes.map(|nodes| nodes.saturating_sub(meter.expanded()));
    let allowed = left.filter(|&left| left < states);
    let is_over_limit = allowed.is_some();
    let allowed = allowed.map(|left| AtomicI64::new(left.try_into().unwrap_or(i64::MAX)));
    let progress = SharedProgress { allowed, ..SharedProgress::default() };
    let finish = |states| if is_over_limit { Err(Stop::Nodes) } else { Ok(states) };
    let next = AtomicUsize::new(tasks.start);
    let worker_loop = || {
        let mut state = worker();
        while !progress.is_over() {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if tasks.end <= task {
                break;
            }
            work(&mut state, task, &progress);
        }
        state
    };
    if threads == 0 || cfg!(target_family = "wasm") {
        let state = worker_loop();
        progress.charge(meter)?;
        return finish(vec![state]);
    }
    std::thread::scope(|scope| {
        let (send, receive) = channel();
        for _ in 0..threads.min(tasks.len()).max(1) {
            let (send, worker_loop) = (send.clone(), &worker_loop);
            scope.spawn(move || send.send(worker_loop()));
        }
        drop(send);
        let (mut states, mut result) = (Vec::new(), Ok(()));
        loop {
            match receive.recv_timeout(POLL_INTERVAL) {
                Ok(state) => states.push(state),
                Err(RecvTimeoutError::Timeout) => result = result.and(progress.charge(meter)),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        result.and(progress.charge(meter)).and_then(|()| finish(states))
    })
}
