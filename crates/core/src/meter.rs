//! Counts the work of a search, enforces its limits and reports to an observer.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::{Cancel, Cost, Limits, Search, Stop};

/// Expansions between two polls of the clock and the cancellation flag.
const POLL_INTERVAL: u64 = 1 << 12;

/// Statistics of a search. All are zero by default.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter};
///
/// let mut watch = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watch);
/// meter.expand()?;
/// meter.generate(3);
/// meter.duplicate();
/// meter.store(10, 80)?;
/// meter.store(2, 16)?;
/// let stats = meter.finish();
/// assert_eq!((stats.expanded, stats.generated, stats.duplicates), (1, 3, 1));
/// // What was freed since does not lower the peak.
/// assert_eq!((stats.peak_stored, stats.peak_bytes), (10, 80));
/// # Ok::<(), patience_core::Stop>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stats {
    /// States entered: their moves were generated or, at the end of a stage, they were scored and stored.
    pub expanded: u64,
    /// Moves generated.
    pub generated: u64,
    /// Generated states dropped as duplicates.
    pub duplicates: u64,
    /// Maximum number of states held at once.
    pub peak_stored: u64,
    /// Maximum number of bytes held at once by the tables of the search.
    pub peak_bytes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

/// An event in a search.
///
/// ```
/// use patience_core::{Cancel, Event, Limits, Meter, Stats};
///
/// let mut events = Vec::new();
/// let mut watch = |event: Event, _: &Stats| events.push(event);
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watch);
/// meter.emit(Event::Iteration { bound: 7 });
/// meter.expand_many(5000)?;
/// drop(meter);
/// // A search reports its own events, and the meter reports that it works.
/// assert_eq!(events, [Event::Iteration { bound: 7 }, Event::Tick]);
/// # Ok::<(), patience_core::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A pass with a new bound starts.
    Iteration {
        /// The bound.
        bound: Cost,
    },
    /// The search found the cheapest solution so far, or selected a state with the best score so far.
    Improved {
        /// The cost or the score.
        score: f64,
    },
    /// A layered search has completed a layer.
    Layer {
        /// Whether the forward side made it.
        forward: bool,
        /// The maximum number of moves of a solution.
        bound: Cost,
        /// The layer's number on its side.
        layer: usize,
        /// The number of layers between the two roots.
        layers: usize,
        /// The number of states in it.
        states: u64,
        /// Bytes of the side's layers in memory.
        memory: u64,
        /// Bytes of the side's layers on disk.
        disk: u64,
    },
    /// A few thousand expansions have passed.
    Tick,
}

/// Observes a search. `()` ignores all events; a closure is an observer.
///
/// ```
/// use patience_core::{Event, Observer, Stats};
///
/// let mut bounds = Vec::new();
/// let mut watch = |event: Event, _: &Stats| {
///     if let Event::Iteration { bound } = event {
///         bounds.push(bound);
///     }
/// };
/// watch.observe(Event::Iteration { bound: 3 }, &Stats::default());
/// assert_eq!(bounds, [3]);
/// ```
pub trait Observer {
    /// Called for every event, with the statistics so far.
    fn observe(&mut self, event: Event, stats: &Stats);
}

impl Observer for () {
    fn observe(&mut self, _: Event, _: &Stats) {}
}

impl<F: FnMut(Event, &Stats)> Observer for F {
    fn observe(&mut self, event: Event, stats: &Stats) {
        self(event, stats);
    }
}

/// Counts the work of one search, enforces its limits and reports to its observer.
///
/// Stopping propagates by `?`. The node limit is exact; the clock and the cancellation flag are polled every few thousand expansions.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, Stop};
///
/// let limits = Limits { nodes: Some(2), ..Limits::default() };
/// let mut watcher = ();
/// let mut meter = Meter::start(&limits, &Cancel::new(), &mut watcher);
/// assert_eq!(meter.expand(), Ok(()));
/// assert_eq!(meter.expand(), Ok(()));
/// assert_eq!(meter.expand(), Err(Stop::Nodes));
/// assert_eq!(meter.finish().expanded, 2);
/// ```
pub struct Meter<'o> {
    stats: Stats,
    /// The expansion count of the next poll.
    checkpoint: u64,
    limits: Limits,
    cancel: Cancel,
    started: Instant,
    /// The score of the last improvement that was reported since the search for a first solution began.
    reported: Option<f64>,
    observer: &'o mut dyn Observer,
}

impl<'o> Meter<'o> {
    /// Starts the clock.
    pub fn start(limits: &Limits, cancel: &Cancel, observer: &'o mut dyn Observer) -> Self {
        Self {
            stats: Stats::default(),
            checkpoint: 0,
            limits: limits.clone(),
            cancel: cancel.clone(),
            started: Instant::now(),
            reported: None,
            observer,
        }
    }

    /// Counts an expansion that is about to happen, or returns why it must not.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.stats.expanded == self.checkpoint {
            self.poll()?;
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Counts expansions made by other threads, and polls.
    pub fn expand_many(&mut self, states: u64) -> Result<(), Stop> {
        self.stats.expanded += states;
        self.poll()
    }

    /// Counts moves generated by other threads.
    pub fn generate_many(&mut self, moves: u64) {
        self.stats.generated += moves;
    }

    /// Counts generated moves.
    #[inline]
    pub fn generate(&mut self, moves: usize) {
        self.stats.generated += moves as u64;
    }

    /// Counts a duplicate state.
    #[inline]
    pub fn duplicate(&mut self) {
        self.stats.duplicates += 1;
    }

    /// Counts duplicate states.
    #[inline]
    pub fn duplicates(&mut self, states: usize) {
        self.stats.duplicates += states as u64;
    }

    /// Declares the total that the search holds, or is about to hold, in states and bytes.
    ///
    /// Memory is charged before it is allocated.
    #[inline]
    pub fn store(&mut self, states: u64, bytes: u64) -> Result<(), Stop> {
        if self.limits.memory.is_some_and(|limit| limit < bytes) {
            return Err(Stop::Memory);
        }
        self.stats.peak_stored = self.stats.peak_stored.max(states);
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// Runs a subsearch that may expand at most `nodes` states; `None` if it needs more.
    ///
    /// The expansions of a subsearch count as those of the search.
    pub fn within<T>(
        &mut self,
        nodes: u64,
        part: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let (whole, checkpoint) = (self.limits.nodes, self.checkpoint);
        let end = self.stats.expanded.saturating_add(nodes);
        if whole.is_some_and(|whole| whole <= end) {
            return part(self).map(Some);
        }
        self.limits.nodes = Some(end);
        self.checkpoint = checkpoint.min(end);
        let result = part(self);
        self.limits.nodes = whole;
        // Polls when due; at once if the subsearch passed that point.
        self.checkpoint = checkpoint.max(self.stats.expanded);
        match result {
            Err(Stop::Nodes) => Ok(None),
            other => other.map(Some),
        }
    }

    /// States expanded so far.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.stats.expanded
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The switch that stops the search.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Time until the limit; `None` without a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Why nothing more may be expanded; `None` while there are nodes and time left, and nobody has cancelled.
    #[must_use]
    pub fn spent(&self) -> Option<Stop> {
        if self.limits.nodes.is_some_and(|nodes| nodes <= self.stats.expanded) {
            return Some(Stop::Nodes);
        }
        if self.cancel.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        let is_late = self.limits.time.is_some_and(|limit| limit <= self.started.elapsed());
        is_late.then_some(Stop::Time)
    }

    /// Reports `event` to the observer.
    pub fn emit(&mut self, event: Event) {
        if let Event::Improved { score } = event {
            self.reported = Some(score);
        }
        self.stats.elapsed = self.started.elapsed();
        self.observer.observe(event, &self.stats);
    }

    /// Runs the search that finds the first solution, and reports its cost as an improvement, unless that search reported it last.
    ///
    /// A search that improves the solution of another one calls it: the other one may itself be such a search, and only then has it reported its
    /// solution.
    ///
    /// ```
    /// use patience_core::{Cancel, Event, Limits, Meter, Search, Solution, Stats, example::Countdown};
    ///
    /// let puzzle = Countdown { from: 4, most: 2 };
    /// let plain = |_: &mut Meter<'_>| -> Search<u32> { Ok(Some(Solution::new(&puzzle, &4, vec![2, 2]))) };
    /// let mut events = Vec::new();
    /// let mut watch = |event: Event, _: &Stats| events.push(event);
    /// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watch);
    /// // One in the other: the solution is reported once.
    /// meter.first_solution(|meter| meter.first_solution(plain))?;
    /// drop(meter);
    /// assert_eq!(events, [Event::Improved { score: 2.0 }]);
    /// # Ok::<(), patience_core::Stop>(())
    /// ```
    pub fn first_solution<M>(&mut self, search: impl FnOnce(&mut Self) -> Search<M>) -> Search<M> {
        self.reported = None;
        let found = search(self)?;
        if let Some(solution) = &found {
            let score = f64::from(solution.cost);
            if self.reported != Some(score) {
                self.emit(Event::Improved { score });
            }
        }
        Ok(found)
    }

    /// Stops the clock and returns the statistics.
    #[must_use]
    pub fn finish(mut self) -> Stats {
        self.stats.elapsed = self.started.elapsed();
        self.stats
    }

    /// Checks every limit and sets the next checkpoint.
    #[cold]
    fn poll(&mut self) -> Result<(), Stop> {
        if let Some(stop) = self.spent() {
            return Err(stop);
        }
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        if self.stats.expanded > 0 {
            self.emit(Event::Tick);
        }
        self.checkpoint = nodes.min(self.stats.expanded + POLL_INTERVAL);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
