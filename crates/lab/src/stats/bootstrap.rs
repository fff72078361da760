//! Percentile bootstrap intervals (Efron, 1979), from a fixed seed.

use patience_core::SplitMix;

use super::{CONFIDENCE, quantile};

/// Resamples of an interval.
const RESAMPLES: usize = 2_000;

/// The seed: the same records have the same intervals.
const SEED: u64 = 0x5EED_B007;

/// An interval of a statistic of `count` observations. `statistic` gets the indices of a resample.
///
/// Without observations, or with one, the interval is empty: both ends are the statistic of what there is.
pub fn bootstrap(count: usize, mut statistic: impl FnMut(&[usize]) -> f64) -> (f64, f64) {
    let all: Vec<usize> = (0..count).collect();
    if count < 2 {
        let value = statistic(&all);
        return (value, value);
    }
    let mut random = SplitMix::new(SEED);
    let mut sample = all;
    let values: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            sample.fill_with(|| random.below(count));
            statistic(&sample)
        })
        .collect();
    let tail = (1.0 - CONFIDENCE) / 2.0;
    let end = |share| quantile(&values, share).unwrap_or(f64::NAN);
    (end(tail), end(1.0 - tail))
}
