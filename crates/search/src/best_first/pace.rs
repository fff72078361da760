//! The pace of a beam that is to end with the time limit.

use std::time::Duration;

use patience_core::{Cost, Meter};

/// How wide the levels of a beam may be that is to end with the time limit.
pub(super) struct Pace {
    begun: Duration,
    expanded: u64,
    widest: usize,
}

/// The share of the time in reserve, since later levels may take longer than those before.
const RESERVE: f64 = 0.03;

impl Pace {
    /// That of a beam that begins now.
    pub(super) fn new(widest: usize, meter: &Meter<'_>) -> Self {
        Self { begun: meter.elapsed(), expanded: meter.expanded(), widest }
    }

    /// The width at which so many more levels take the time that is left, at the speed so far; `None` without a time limit.
    pub(super) fn width(&self, levels: Cost, meter: &Meter<'_>) -> Option<usize> {
        let left = meter.time_left()?.as_secs_f64();
        let elapsed = meter.elapsed();
        let taken = elapsed.saturating_sub(self.begun).as_secs_f64().max(1e-9);
        let speed = (meter.expanded() - self.expanded) as f64 / taken;
        let states = (left - RESERVE * elapsed.as_secs_f64()) * speed / f64::from(levels.max(1));
        // What is negative becomes 0.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let width = states as usize;
        Some(width.clamp(1, self.widest.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use patience_core::{Cancel, Limits};

    use super::*;

    #[test]
    fn levels_are_as_wide_as_the_time_allows_and_never_wider_than_the_widest() {
        let width = |time| {
            let (limits, cancel) = (Limits { time, ..Limits::default() }, Cancel::new());
            let mut observer = ();
            let mut meter = Meter::start(&limits, &cancel, &mut observer);
            let pace = Pace::new(1000, &meter);
            meter.expand().unwrap();
            pace.width(20, &meter)
        };
        assert_eq!(width(None), None);
        assert_eq!(width(Some(Duration::from_secs(1 << 40))), Some(1000));
        let mut meter_of_none = ();
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let meter = Meter::start(&limits, &Cancel::new(), &mut meter_of_none);
        assert_eq!(Pace::new(1000, &meter).width(20, &meter), Some(1));
    }
}
