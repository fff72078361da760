//! Tasks shared by threads, while the one that called looks at the limits.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use patience_core::{Meter, Stop};

/// How long the caller waits before it looks at the limits again.
const PATIENCE: Duration = Duration::from_millis(20);

/// What the workers of a crew share.
#[derive(Debug, Default)]
pub(super) struct Board {
    stop: AtomicBool,
    expanded: AtomicU64,
}

impl Board {
    /// Whether the workers are to leave.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells the caller of expanded states.
    #[inline]
    pub(super) fn expanded(&self, states: u64) {
        self.expanded.fetch_add(states, Ordering::Relaxed);
    }

    /// Asks everybody to leave.
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

/// Lets `threads` workers, each with a state of its own, do the tasks with these numbers; returns their states.
///
/// Which worker does which task is left to chance: what they make must not depend on it.
pub(super) fn share<W: Send>(
    threads: usize,
    tasks: std::ops::Range<usize>,
    meter: &mut Meter<'_>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize, &Board) + Sync,
) -> Result<Vec<W>, Stop> {
    let board = Board::default();
    let next = AtomicUsize::new(tasks.start);
    let toil = || {
        let mut state = worker();
        while !board.is_over() {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if tasks.end <= task {
                break;
            }
            work(&mut state, task, &board);
        }
        state
    };
    if threads == 0 || cfg!(target_family = "wasm") {
        let state = toil();
        board.charge(meter)?;
        return Ok(vec![state]);
    }
    std::thread::scope(|scope| {
        let (tell, hear) = channel();
        for _ in 0..threads.min(tasks.len()).max(1) {
            let (tell, toil) = (tell.clone(), &toil);
            scope.spawn(move || tell.send(toil()));
        }
        drop(tell);
        let (mut states, mut result) = (Vec::new(), Ok(()));
        loop {
            match hear.recv_timeout(PATIENCE) {
                Ok(state) => states.push(state),
                Err(RecvTimeoutError::Timeout) => result = result.and(board.charge(meter)),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        result.and(board.charge(meter)).map(|()| states)
    })
}
