//! Proportions with Wilson confidence intervals.

/// Successes among trials, for example games won.
///
/// ```
/// use patience_core::Proportion;
///
/// let won = Proportion { successes: 370, trials: 1000 };
/// let (low, high) = won.wilson(Proportion::Z99);
/// assert!(low < 0.37 && 0.37 < high);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proportion {
    /// Number of successes.
    pub successes: u64,
    /// Number of trials.
    pub trials: u64,
}

impl Proportion {
    /// Standard deviations of a 99 % interval.
    pub const Z99: f64 = 2.575_829_303_548_900_4;
    /// Standard deviations of a 95 % interval.
    pub const Z95: f64 = 1.959_963_984_540_054;

    /// Successes per trial; 0 without trials.
    #[must_use]
    pub fn rate(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.successes as f64 / self.trials as f64 }
    }

    /// The score interval (Wilson, 1927) of `z` standard deviations; 0 to 1 without trials.
    ///
    /// Unlike the normal approximation, it stays within 0 and 1 and holds for few trials.
    #[must_use]
    pub fn wilson(&self, z: f64) -> (f64, f64) {
        if self.trials == 0 {
            return (0.0, 1.0);
        }
        let (trials, rate, z2) = (self.trials as f64, self.rate(), z * z);
        let middle = rate + z2 / (2.0 * trials);
        let spread = z * (rate * (1.0 - rate) / trials + z2 / (4.0 * trials * trials)).sqrt();
        let scale = 1.0 + z2 / trials;
        (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close((low, high): (f64, f64), expected: (f64, f64)) {
        assert!((low - expected.0).abs() < 5e-5, "{low} is not {}", expected.0);
        assert!((high - expected.1).abs() < 5e-5, "{high} is not {}", expected.1);
    }

    #[test]
    fn wilson_intervals_match_published_values() {
        // Newcombe (1998), table I: the score method without continuity correction, 95 %.
        close(Proportion { successes: 81, trials: 263 }.wilson(Proportion::Z95), (0.2553, 0.3662));
        close(Proportion { successes: 15, trials: 148 }.wilson(Proportion::Z95), (0.0624, 0.1605));
        close(Proportion { successes: 0, trials: 20 }.wilson(Proportion::Z95), (0.0, 0.1611));
        close(Proportion { successes: 1, trials: 29 }.wilson(Proportion::Z95), (0.0061, 0.1718));
    }

    #[test]
    fn intervals_of_zero_and_all_are_symmetric() {
        let (low, high) = Proportion { successes: 20, trials: 20 }.wilson(Proportion::Z99);
        close(
            (1.0 - high, 1.0 - low),
            Proportion { successes: 0, trials: 20 }.wilson(Proportion::Z99),
        );
        // z² / (n + z²), by hand: 6.6349 / 26.6349.
        close((1.0 - high, 1.0 - low), (0.0, 0.2491));
    }

    #[test]
    fn the_interval_without_trials_is_everything() {
        let none = Proportion { successes: 0, trials: 0 };
        assert_eq!((none.rate(), none.wilson(Proportion::Z99)), (0.0, (0.0, 1.0)));
    }
}
