//! What Python raised while Rust was at work on several threads: the first exception ends the work, and is raised again at its end.

use std::sync::{Mutex, PoisonError};

use patience_core::Cancel;
use pyo3::prelude::*;

/// The first exception, and the flag that ends the work.
#[derive(Default)]
pub(crate) struct Raised {
    error: Mutex<Option<PyErr>>,
    /// Ends the work.
    pub(crate) cancel: Cancel,
}

impl Raised {
    /// Keeps an exception, unless there is one, and ends the work.
    pub(crate) fn set(&self, error: PyErr) {
        let mut held = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        // A second one is dropped after the lock.
        let second = if held.is_none() { held.replace(error) } else { Some(error) };
        drop(held);
        drop(second);
        self.cancel.cancel();
    }

    /// What a call of Python returned; an exception is kept.
    pub(crate) fn keep<T>(&self, result: PyResult<T>) -> Option<T> {
        result.map_err(|error| self.set(error)).ok()
    }

    /// Whether the work ends.
    pub(crate) fn is_over(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Looks at Python's signals, such as Ctrl-C: a handler that raises ends the work. Only the main thread sees them.
    pub(crate) fn look_at_signals(&self) {
        if !self.is_over() {
            #[allow(
                clippy::redundant_closure_for_method_calls,
                reason = "the method alone is not general enough"
            )]
            self.keep(Python::attach(|py| py.check_signals()));
        }
    }

    /// The exception.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
