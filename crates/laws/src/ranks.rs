//! Rank correlation, for tests that one measure grows with another.

/// Spearman's rank correlation of two measures of the same things; ties share their mean rank. 0 if one of them never changes.
///
/// # Panics
///
/// If the lists differ in length.
#[must_use]
pub fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len(), "both measures are of the same things");
    let (one, other) = (ranks(one), ranks(other));
    let sum = |values: &[f64]| values.iter().sum::<f64>();
    let products = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    // Ranks are small.
    #[allow(clippy::cast_precision_loss)]
    let count = one.len() as f64;
    let covariance = |a: &[f64], b: &[f64]| count * products(a, b) - sum(a) * sum(b);
    let spread = (covariance(&one, &one) * covariance(&other, &other)).sqrt();
    if spread == 0.0 { 0.0 } else { covariance(&one, &other) / spread }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|it| it.total_cmp(value).is_lt()).count();
        let same = values.iter().filter(|it| it.total_cmp(value).is_eq()).count();
        #[allow(clippy::cast_precision_loss)]
        let mean = below as f64 + f64::midpoint(same as f64, 1.0);
        mean
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        let close = |one: f64, other: f64| (one - other).abs() < 1e-12;
        assert!(close(rank_correlation(&[1.0, 2.0, 3.0], &[10.0, 20.0, 90.0]), 1.0));
        assert!(close(rank_correlation(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), -1.0));
        // 1 − 6 (1 + 1 + 0) / (3 · 8) = 0.5
        assert!(close(rank_correlation(&[1.0, 2.0, 3.0], &[2.0, 1.0, 3.0]), 0.5));
        assert!(close(rank_correlation(&[1.0, 1.0], &[2.0, 3.0]), 0.0));
    }
}
