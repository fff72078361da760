//! Statistics of experiments: quantiles, intervals, tests, effect sizes.
//!
//! Tests go by ranks and p-values have Holm's correction. Bootstrap intervals have a seeded generator, so that they are repeatable.

mod bootstrap;
mod rank;

pub use bootstrap::bootstrap;
pub use rank::{a12, holm, mann_whitney, signed_rank};

/// The confidence of all intervals.
pub const CONFIDENCE: f64 = 0.99;

/// A value with an interval.
///
/// ```
/// use patience_lab::stats::Estimate;
///
/// let seconds = Estimate { value: 1.5, low: 1.0, high: 2.5 };
/// assert_eq!(seconds.half_width(), 0.75);
/// let milliseconds = seconds.times(1000.0);
/// assert_eq!((milliseconds.value, milliseconds.half_width()), (1500.0, 750.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half of the width of the interval.
    ///
    /// ```
    /// use patience_lab::stats::Estimate;
    ///
    /// // As papers write it: 27.2 ± 0.8.
    /// let rate = Estimate { value: 27.25, low: 26.5, high: 28.0 };
    /// assert_eq!(rate.half_width(), 0.75);
    /// ```
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The same in another unit.
    ///
    /// ```
    /// use patience_lab::stats::Estimate;
    ///
    /// let share = Estimate { value: 0.5, low: 0.25, high: 0.75 };
    /// assert_eq!(share.times(100.0), Estimate { value: 50.0, low: 25.0, high: 75.0 });
    /// ```
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { value: factor * self.value, low: factor * self.low, high: factor * self.high }
    }
}

/// The mean; `None` without values.
///
/// ```
/// use patience_lab::stats::mean;
///
/// assert_eq!(mean(&[1.0, 2.0, 6.0]), Some(3.0));
/// assert_eq!(mean(&[]), None);
/// ```
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The mean with a bootstrap interval; `None` without values.
///
/// ```
/// use patience_lab::stats::mean_estimate;
///
/// let nodes = [90.0, 100.0, 110.0, 400.0];
/// let estimate = mean_estimate(&nodes).expect("there are values");
/// assert_eq!(estimate.value, 175.0);
/// assert!(90.0 <= estimate.low && estimate.low < 175.0 && 175.0 < estimate.high && estimate.high <= 400.0);
/// // The seed is fixed: the same values have the same interval.
/// assert_eq!(mean_estimate(&nodes), Some(estimate));
/// ```
#[must_use]
pub fn mean_estimate(values: &[f64]) -> Option<Estimate> {
    let value = mean(values)?;
    let (low, high) = bootstrap(values.len(), |sample| {
        sample.iter().map(|&at| values[at]).sum::<f64>() / sample.len() as f64
    });
    Some(Estimate { value, low, high })
}

/// A quantile, by linear interpolation between the order statistics (type 7 of Hyndman and Fan, 1996); `None` without values.
///
/// ```
/// use patience_lab::stats::quantile;
///
/// assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), Some(2.5));
/// assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.25), Some(1.75));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    // The place lies between 0 and the last index.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}
