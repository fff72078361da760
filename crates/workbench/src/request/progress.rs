//! Progress as messages, a few a second.

use std::time::Duration;

use patience_core::{Event, Observer, Stats};
use serde_json::{Value, json};
use web_time::Instant;

/// The time between two messages.
const INTERVAL: Duration = Duration::from_millis(200);

/// Hands `{"progress": {…}}` to a carrier, at most five times a second.
///
/// ```
/// use patience_core::{Cancel, Event, Observer, Stats};
/// use patience_workbench::request::Progress;
///
/// let mut messages = Vec::new();
/// let mut progress = Progress::new(|message| messages.push(message));
/// progress.observe(Event::Tick, &Stats::default());
/// assert!(messages.is_empty(), "quick requests report nothing");
/// ```
pub struct Progress<F: FnMut(Value)> {
    send: F,
    last: Instant,
}

impl<F: FnMut(Value)> Progress<F> {
    /// Progress of a request that begins now.
    pub fn new(send: F) -> Self {
        Self { send, last: Instant::now() }
    }
}

impl<F: FnMut(Value)> Observer for Progress<F> {
    fn observe(&mut self, _: Event, stats: &Stats) {
        if self.last.elapsed() < INTERVAL {
            return;
        }
        self.last = Instant::now();
        (self.send)(json!({ "progress": {
            "seconds": stats.elapsed.as_secs_f64(),
            "expanded": stats.expanded,
            "generated": stats.generated,
            "memory": stats.peak_bytes,
        }}));
    }
}

/// Reports work that no meter counts: games, candidates, boards.
pub(super) struct Counter<'o> {
    observer: &'o mut dyn Observer,
    begun: Instant,
    count: u64,
}

impl<'o> Counter<'o> {
    pub(super) fn new(observer: &'o mut dyn Observer) -> Self {
        Self { observer, begun: Instant::now(), count: 0 }
    }

    /// One more is done.
    pub(super) fn advance(&mut self) {
        self.count += 1;
        let mut stats = Stats::default();
        (stats.expanded, stats.elapsed) = (self.count, self.begun.elapsed());
        self.observer.observe(Event::Tick, &stats);
    }
}
