//! Searches that Python waits for: without the GIL, and ended by its signals.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use patience_core::Cancel;
use patience_kit::Fault;
use pyo3::prelude::*;

use crate::convert::{error, panicked};

/// How often Python's signals are looked at.
pub(crate) const SIGNALS: Duration = Duration::from_millis(50);

/// Searches on a thread of its own, while this one waits without the GIL. A signal whose handler raises, such as Ctrl-C, ends the search.
pub(crate) fn search<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Cancel) -> Result<T, Fault> + Send,
) -> PyResult<T> {
    let cancel = Cancel::new();
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let stop = &cancel;
            scope.spawn(move || {
                let done = panic::catch_unwind(AssertUnwindSafe(|| work(stop)));
                // Who waits is there until the end.
                let _ = sender.send(done);
            });
            let mut raised = None;
            loop {
                match receiver.recv_timeout(SIGNALS) {
                    Ok(done) => return Ok((done, raised)),
                    Err(RecvTimeoutError::Disconnected) => return Err(raised),
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        raised = signal();
                        if raised.is_some() {
                            cancel.cancel();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    });
    match done {
        Ok((_, Some(raised))) | Err(Some(raised)) => Err(raised),
        Ok((Ok(result), None)) => result.map_err(|fault| error(py, &fault)),
        Ok((Err(thrown), None)) => Err(panicked(&*thrown)),
        Err(None) => Err(panicked(&"a search ended without an answer")),
    }
}

/// What the handler of a signal raised.
fn signal() -> Option<PyErr> {
    Python::attach(|py| py.check_signals().err())
}
