//! Limits of a search, and its cancellation flag.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits of one search; `None` means unlimited.
///
/// ```
/// use patience_core::Limits;
///
/// let limits = Limits { nodes: Some(1_500_000), ..Limits::default() };
/// assert_eq!(limits.time, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Expanded states; exact.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes held by the tables of the search.
    pub memory: Option<u64>,
}

/// Why a search stopped before it had an answer.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, Stop};
///
/// let limits = Limits { nodes: Some(1), ..Limits::default() };
/// let (cancel, mut observer) = (Cancel::new(), ());
/// let mut meter = Meter::start(&limits, &cancel, &mut observer);
/// assert_eq!(meter.expand(), Ok(()));
/// assert_eq!(meter.expand(), Err(Stop::Nodes));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Stop {
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// [`Cancel::cancel`] was called.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "node limit reached",
            Self::Time => "time limit reached",
            Self::Memory => "memory limit reached",
            Self::Cancelled => "cancelled",
        })
    }
}

/// A flag that stops every search that holds a clone of it.
///
/// ```
/// use patience_core::Cancel;
///
/// let cancel = Cancel::new();
/// let elsewhere = cancel.clone();
/// elsewhere.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
