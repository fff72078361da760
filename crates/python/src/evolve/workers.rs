//! Threads of a run that Python waits for: they search without the GIL, and its signals end them.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use patience_learn::{Batch, Sequential, Workers};
use patience_workbench::evolution::Threads;

use crate::raised::Raised;
use crate::search::SIGNALS;

/// The workers of a run.
pub(super) struct Interruptible<'a> {
    /// How many threads search; `None` searches on the thread that called, where the methods of a Python puzzle run as usual.
    pub(super) threads: Option<usize>,
    /// Where signals are reported.
    pub(super) raised: &'a Raised,
}

impl Workers for Interruptible<'_> {
    fn run(&self, Batch { count, work, done, cancel }: Batch<'_>) {
        let Some(threads) = self.threads else {
            let mut done = |item| {
                done(item);
                self.raised.look_at_signals();
            };
            return Sequential.run(Batch { count, work, done: &mut done, cancel });
        };
        thread::scope(|scope| {
            let (sender, finished) = mpsc::channel();
            scope.spawn(move || {
                // Who waits is there until the end.
                let mut pass_on = |item| {
                    let _ = sender.send(item);
                };
                Threads(threads).run(Batch { count, work, done: &mut pass_on, cancel });
            });
            loop {
                match finished.recv_timeout(SIGNALS) {
                    Ok(item) => done(item),
                    Err(RecvTimeoutError::Timeout) => self.raised.look_at_signals(),
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
    }
}
