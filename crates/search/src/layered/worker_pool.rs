//! A pool of threads for numbered tasks; the caller polls the limits meanwhile.

use std::ops::Range;
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
    /// Bytes that the limit still allows.
    room: Option<AtomicI64>,
    /// Whether there was no room for what a worker wanted to allocate.
    is_full: AtomicBool,
}

/// Numbered tasks, and what they need.
pub(super) struct Tasks {
    pub(super) range: Range<usize>,
    /// The states that they expand in all.
    pub(super) states: u64,
    /// The bytes that they may allocate; `None` for no limit.
    pub(super) room: Option<u64>,
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

    /// Reserves bytes that a worker is about to allocate; `false` if there is no room for them, and then all workers stop.
    #[inline]
    pub(super) fn reserve(&self, bytes: usize) -> bool {
        let Some(room) = &self.room else { return true };
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let fits = bytes <= room.fetch_sub(bytes, Ordering::Relaxed);
        if !fits {
            self.is_full.store(true, Ordering::Relaxed);
            self.leave();
        }
        fits
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
/// The assignment of tasks to workers is arbitrary: results must not depend on it. Where the limit does not allow all states, that many are
/// expanded as it allows, and the search stops. It also stops if there is no room for what a worker wants to allocate.
pub(super) fn run_tasks<W: Send>(
    threads: usize,
    tasks: Tasks,
    meter: &mut Meter<'_>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &SharedProgress) + Sync,
) -> Result<Vec<W>, Stop> {
    let Tasks { range: tasks, states, room } = tasks;
    let left = meter.limits().nodes.map(|nodes| nodes.saturating_sub(meter.expanded()));
    let allowed = left.filter(|&left| left < states);
    let is_over_limit = allowed.is_some();
    let allowed = allowed.map(|left| AtomicI64::new(left.try_into().unwrap_or(i64::MAX)));
    let room = room.map(|room| AtomicI64::new(room.try_into().unwrap_or(i64::MAX)));
    let progress = SharedProgress { allowed, room, ..SharedProgress::default() };
    let finish = |states| match (progress.is_full.load(Ordering::Relaxed), is_over_limit) {
        (true, _) => Err(Stop::Memory),
        (false, true) => Err(Stop::Nodes),
        (false, false) => Ok(states),
    };
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
