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
///
/// ```
/// use patience_lab::stats::bootstrap;
///
/// // The interval of a median.
/// let lengths = [80.0, 85.0, 90.0, 95.0, 120.0];
/// let median = |sample: &[usize]| {
///     let mut drawn: Vec<f64> = sample.iter().map(|&at| lengths[at]).collect();
///     drawn.sort_by(f64::total_cmp);
///     drawn[drawn.len() / 2]
/// };
/// let (low, high) = bootstrap(lengths.len(), median);
/// assert!(80.0 <= low && low <= 90.0 && 90.0 <= high && high <= 120.0);
/// ```
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
