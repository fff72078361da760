//! Threads that answer requests, behind a queue of bounded length.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::{io, mem};

use patience_core::Cancel;

/// Work for a thread. It is dropped without a run when its switch is turned before its turn comes.
struct Job {
    cancel: Cancel,
    work: Box<dyn FnOnce() + Send>,
}

/// The queue is full, or the server stops.
#[derive(Debug)]
pub(crate) struct Busy;

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// What each thread runs.
    running: Vec<Option<Cancel>>,
    is_closed: bool,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    most_waiting: usize,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of others runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Threads with a queue.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pool {
    /// Starts the threads.
    pub(crate) fn start(name: &str, threads: usize, most_waiting: usize) -> io::Result<Self> {
        let shared =
            Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), most_waiting });
        let pool = Self { shared, threads: Mutex::default() };
        pool.shared.lock().running.resize(threads, None);
        for thread in 0..threads {
            let shared = Arc::clone(&pool.shared);
            let builder = thread::Builder::new().name(name.to_owned());
            let handle = builder.spawn(move || work(&shared, thread))?;
            pool.threads.lock().unwrap_or_else(PoisonError::into_inner).push(handle);
        }
        Ok(pool)
    }

    /// Queues work; refuses it when the queue is full of work that somebody still waits for.
    pub(crate) fn queue(
        &self,
        cancel: &Cancel,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Busy> {
        let mut dropped = VecDeque::new();
        let mut state = self.shared.lock();
        if self.shared.most_waiting <= state.waiting.len() {
            let waiting = mem::take(&mut state.waiting);
            (dropped, state.waiting) =
                waiting.into_iter().partition(|job| job.cancel.is_cancelled());
        }
        let is_full = self.shared.most_waiting <= state.waiting.len() || state.is_closed;
        if !is_full {
            state.waiting.push_back(Job { cancel: cancel.clone(), work: Box::new(work) });
        }
        drop(state);
        drop(dropped);
        self.shared.changed.notify_one();
        if is_full { Err(Busy) } else { Ok(()) }
    }

    /// The number of jobs that run, and of those that wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (state.running.iter().flatten().count(), state.waiting.len())
    }

    /// Refuses new work, drops what waits, and cancels what runs.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.is_closed = true;
        state.running.iter().flatten().for_each(Cancel::cancel);
        let waiting = mem::take(&mut state.waiting);
        drop(state);
        drop(waiting);
        self.shared.changed.notify_all();
    }

    /// Whether all threads have ended after `close`.
    pub(crate) fn has_ended(&self) -> bool {
        let threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.iter().all(JoinHandle::is_finished)
    }
}

fn work(shared: &Shared, thread: usize) {
    let mut state = shared.lock();
    loop {
        if state.is_closed {
            return;
        }
        let Some(job) = state.waiting.pop_front() else {
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        if !job.cancel.is_cancelled() {
            state.running[thread] = Some(job.cancel);
            drop(state);
            // A panic is a bug of ours: whoever waits for the answer sees that none comes, and the thread goes on.
            let _ = catch_unwind(AssertUnwindSafe(job.work));
            state = shared.lock();
            state.running[thread] = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn a_full_queue_refuses_work_and_forgets_what_nobody_waits_for() {
        let pool = Pool::start("test", 1, 1).expect("a pool");
        let (begun, has_begun) = mpsc::channel();
        let (go, gate) = mpsc::channel::<()>();
        let gate = move || {
            begun.send(()).expect("a listener");
            let _ = gate.recv();
        };
        pool.queue(&Cancel::new(), gate).expect("a free thread");
        has_begun.recv_timeout(LONG).expect("a job that runs");
        let gone = Cancel::new();
        pool.queue(&gone, || unreachable!("cancelled before its turn")).expect("a free place");
        assert!(pool.queue(&Cancel::new(), || ()).is_err());
        assert_eq!(pool.load(), (1, 1));
        gone.cancel();
        let (done, is_done) = mpsc::channel();
        pool.queue(&Cancel::new(), move || done.send(()).expect("a listener"))
            .expect("the place of the one that has gone");
        go.send(()).expect("a gate");
        is_done.recv_timeout(LONG).expect("the job");
    }

    #[test]
    fn threads_survive_a_panic() {
        let pool = Pool::start("test", 1, 4).expect("a pool");
        pool.queue(&Cancel::new(), || panic!("a bug, on purpose")).expect("a free place");
        let (done, is_done) = mpsc::channel();
        pool.queue(&Cancel::new(), move || done.send(()).expect("a listener"))
            .expect("a free place");
        is_done.recv_timeout(LONG).expect("the job after the panic");
    }

    #[test]
    fn a_closed_pool_stops_what_runs_and_drops_what_waits() {
        let pool = Pool::start("test", 1, 4).expect("a pool");
        let (begun, has_begun) = mpsc::channel();
        let running = Cancel::new();
        let switch = running.clone();
        let work = move || {
            begun.send(()).expect("a listener");
            while !switch.is_cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
        };
        pool.queue(&running, work).expect("a free thread");
        has_begun.recv_timeout(LONG).expect("a job that runs");
        let (waits, never) = mpsc::channel::<()>();
        pool.queue(&Cancel::new(), move || waits.send(()).expect("a listener"))
            .expect("a free place");
        pool.close();
        assert_eq!(never.recv_timeout(LONG), Err(mpsc::RecvTimeoutError::Disconnected));
        while !pool.has_ended() {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(pool.queue(&Cancel::new(), || ()).is_err());
    }
}
