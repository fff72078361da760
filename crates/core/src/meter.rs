//! Counts what a search spends, stops it at its limits, and tells whoever watches.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::{Cancel, Cost, Limits, Stop};

/// Expansions between two looks at the clock and at the cancel switch.
const POLL_INTERVAL: u64 = 1 << 12;

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// States that the search entered: it generated their moves or, at the end of a stage, scored and stored them.
    pub expanded: u64,
    /// Moves generated.
    pub generated: u64,
    /// Generated states that were dropped because they had been seen.
    pub duplicates: u64,
    /// The most states held at once.
    pub peak_stored: u64,
    /// The most bytes that the tables of the search held at once.
    pub peak_bytes: u64,
    /// Time from start to end.
    pub elapsed: Duration,
}

/// What happened in a search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A pass under a new bound begins.
    Iteration {
        /// The bound.
        bound: Cost,
    },
    /// A state of a better score than any before was chosen.
    Improved {
        /// Its score.
        score: f64,
    },
    /// A layer of a search by layers is complete.
    Layer {
        /// Whether the side that begins at the start made it.
        forward: bool,
        /// The most moves of a solution.
        bound: Cost,
        /// Its number on its side.
        layer: usize,
        /// How many layers lie between the sides' beginnings.
        layers: usize,
        /// Its states.
        states: u64,
        /// The bytes of the side's layers in memory.
        memory: u64,
        /// The bytes of the side's layers on disk.
        disk: u64,
    },
    /// Some thousand expansions have passed.
    Tick,
}

/// Watches a search. `()` watches nothing; a closure is an observer.
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
    /// Is told that `event` happened, with the counts so far.
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

/// Counts, limits and reports one search.
///
/// Stopping travels by `?`, so that algorithms hold no bookkeeping. The node limit is exact; the clock and the cancel switch are
/// looked at every few thousand expansions.
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
    /// The count of expansions at which to look at limits again.
    checkpoint: u64,
    limits: Limits,
    cancel: Cancel,
    started: Instant,
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
            observer,
        }
    }

    /// Counts an expansion that is about to happen, or forbids it.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.stats.expanded == self.checkpoint {
            self.poll()?;
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Counts expansions that other threads made, and looks at the limits.
    pub fn expand_many(&mut self, states: u64) -> Result<(), Stop> {
        self.stats.expanded += states;
        self.poll()
    }

    /// Counts generated moves that other threads made.
    pub fn generate_many(&mut self, moves: u64) {
        self.stats.generated += moves;
    }

    /// Counts generated moves.
    #[inline]
    pub fn generate(&mut self, moves: usize) {
        self.stats.generated += moves as u64;
    }

    /// Counts a state that had been seen before.
    #[inline]
    pub fn duplicate(&mut self) {
        self.stats.duplicates += 1;
    }

    /// Counts states that had been seen before.
    #[inline]
    pub fn duplicates(&mut self, states: usize) {
        self.stats.duplicates += states as u64;
    }

    /// Says what the search holds, or is about to hold, in all: so many states in so many bytes.
    ///
    /// Call it before memory is taken, not after.
    #[inline]
    pub fn store(&mut self, states: u64, bytes: u64) -> Result<(), Stop> {
        if self.limits.memory.is_some_and(|limit| limit < bytes) {
            return Err(Stop::Memory);
        }
        self.stats.peak_stored = self.stats.peak_stored.max(states);
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// Runs a part of the search that may expand at most `nodes` states; `None` if it wants more.
    ///
    /// For searches that ask many small ones: their expansions count as its own.
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
        // Looks at the limits when it would have done so anyway, or at once if that has passed.
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

    /// Time until the limit, for searches that plan ahead; none without a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Tells the observer of `event`.
    pub fn emit(&mut self, event: Event) {
        self.stats.elapsed = self.started.elapsed();
        self.observer.observe(event, &self.stats);
    }

    /// Stops the clock.
    #[must_use]
    pub fn finish(mut self) -> Stats {
        self.stats.elapsed = self.started.elapsed();
        self.stats
    }

    /// Looks at every limit and sets the next checkpoint.
    #[cold]
    fn poll(&mut self) -> Result<(), Stop> {
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        if nodes <= self.stats.expanded {
            return Err(Stop::Nodes);
        }
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.time.is_some_and(|limit| limit <= self.started.elapsed()) {
            return Err(Stop::Time);
        }
        if self.stats.expanded > 0 {
            self.emit(Event::Tick);
        }
        self.checkpoint = nodes.min(self.stats.expanded + POLL_INTERVAL);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expansions_until_stop(limits: &Limits, cancel: &Cancel) -> (u64, Stop) {
        let mut watcher = ();
        let mut meter = Meter::start(limits, cancel, &mut watcher);
        let stop = loop {
            if let Err(stop) = meter.expand() {
                break stop;
            }
        };
        (meter.finish().expanded, stop)
    }

    #[test]
    fn node_limit_is_exact() {
        for nodes in [0, 1, POLL_INTERVAL - 1, POLL_INTERVAL, POLL_INTERVAL + 1, 3 * POLL_INTERVAL]
        {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            assert_eq!(expansions_until_stop(&limits, &Cancel::new()), (nodes, Stop::Nodes));
        }
    }

    #[test]
    fn cancelling_stops_at_the_next_poll() {
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(expansions_until_stop(&Limits::default(), &cancel), (0, Stop::Cancelled));
    }

    #[test]
    fn time_limit_stops() {
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        assert_eq!(expansions_until_stop(&limits, &Cancel::new()).1, Stop::Time);
    }

    #[test]
    fn memory_limit_forbids_before_it_is_exceeded() {
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let mut watcher = ();
        let mut meter = Meter::start(&limits, &Cancel::new(), &mut watcher);
        assert_eq!(meter.store(1, 100), Ok(()));
        assert_eq!(meter.store(2, 101), Err(Stop::Memory));
        assert_eq!(meter.finish().peak_bytes, 100);
    }

    #[test]
    fn a_part_ends_at_its_own_budget_and_the_whole_at_its_limit() {
        let limits = Limits { nodes: Some(3 * POLL_INTERVAL), ..Limits::default() };
        let mut watcher = ();
        let mut meter = Meter::start(&limits, &Cancel::new(), &mut watcher);
        let forever = |meter: &mut Meter<'_>| -> Result<(), Stop> {
            loop {
                meter.expand()?;
            }
        };
        let mut spent = 0;
        for nodes in [0, 1, 2, POLL_INTERVAL, 7] {
            assert_eq!(meter.within(nodes, forever), Ok(None));
            assert_eq!(meter.within(5, |_| Ok(9)), Ok(Some(9)));
            spent += nodes;
            assert_eq!(meter.stats.expanded, spent);
        }
        assert_eq!(meter.within(3 * POLL_INTERVAL, forever), Err(Stop::Nodes));
        assert_eq!(meter.finish().expanded, 3 * POLL_INTERVAL);
    }

    #[test]
    fn parts_do_not_put_off_the_look_at_the_switch() {
        let cancel = Cancel::new();
        let mut watcher = ();
        let mut meter = Meter::start(&Limits::default(), &cancel, &mut watcher);
        meter.expand().unwrap();
        cancel.cancel();
        let mut parts = 0;
        let stop = loop {
            match meter.within(10, Meter::expand) {
                Ok(_) => parts += 1,
                Err(stop) => break stop,
            }
        };
        assert_eq!((stop, parts), (Stop::Cancelled, POLL_INTERVAL - 1));
    }

    #[test]
    fn observers_hear_of_every_poll() {
        let mut ticks = 0;
        let mut watcher = |event: Event, _: &Stats| ticks += u32::from(event == Event::Tick);
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
        for _ in 0..=3 * POLL_INTERVAL {
            meter.expand().unwrap();
        }
        drop(meter);
        assert_eq!(ticks, 3);
    }
}
