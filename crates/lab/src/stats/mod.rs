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
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The same in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { value: factor * self.value, low: factor * self.low, high: factor * self.high }
    }
}

/// The mean; `None` without values.
#[must_use]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The mean with a bootstrap interval; `None` without values.
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
