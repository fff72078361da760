//! Tests and effect sizes by ranks.

use std::f64::consts::SQRT_2;

/// Pairs, or values of both samples, up to which distributions are exact.
const EXACT: usize = 20;

/// The two-sided p-value of the Mann–Whitney test: do the values of one sample tend to be larger? `None` without values on either side.
///
/// Up to twenty values without ties the distribution is exact; otherwise normal, with the correction for ties and continuity.
///
/// ```
/// use patience_lab::stats::mann_whitney;
///
/// // Two of the twenty orders of three and three values are as extreme.
/// let p = mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).unwrap();
/// assert!((p - 0.1).abs() < 1e-9);
/// ```
#[must_use]
pub fn mann_whitney(one: &[f64], other: &[f64]) -> Option<f64> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    let (ranks, ties) = ranks(&[one, other].concat());
    let (m, n) = (one.len() as f64, other.len() as f64);
    let above = ranks[..one.len()].iter().sum::<f64>() - m * (m + 1.0) / 2.0;
    let less = above.min(m * n - above);
    if one.len() + other.len() <= EXACT && ties == 0.0 {
        return Some((2.0 * exact_u_tail(one.len(), other.len(), less)).min(1.0));
    }
    let all = m + n;
    let variance = m * n / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    Some(two_sided(less - m * n / 2.0, variance))
}

/// The two-sided p-value of a sum that lies `below` its mean, with the correction for continuity.
fn two_sided(below: f64, variance: f64) -> f64 {
    if variance <= 0.0 {
        return 1.0;
    }
    // Twice the normal distribution below a value that is not positive.
    libm::erfc(-(below + 0.5).min(0.0) / (SQRT_2 * variance.sqrt()))
}

/// The share of orders of `m` and `n` distinct values in which at most `most` pairs have the value of the first sample above.
fn exact_u_tail(m: usize, n: usize, most: f64) -> f64 {
    // Orders of the first values of both samples by their number of pairs; the last value is of one sample or of the other.
    let mut ways = vec![vec![vec![1.0_f64]; n + 1]; m + 1];
    for i in 1..=m {
        for j in 1..=n {
            let mut counts = vec![0.0; i * j + 1];
            for (pairs, count) in ways[i - 1][j].iter().enumerate() {
                counts[pairs + j] += count;
            }
            for (pairs, count) in ways[i][j - 1].iter().enumerate() {
                counts[pairs] += count;
            }
            ways[i][j] = counts;
        }
    }
    share_up_to(&ways[m][n], most)
}

/// The share of the counts at indices up to `most`.
fn share_up_to(counts: &[f64], most: f64) -> f64 {
    let below = (0_u32..).zip(counts).filter(|(sum, _)| f64::from(*sum) <= most);
    below.map(|(_, count)| count).sum::<f64>() / counts.iter().sum::<f64>()
}

/// The two-sided p-value of Wilcoxon's signed-rank test on differences of pairs; zeros are left out. `None` if nothing is left.
///
/// Up to twenty pairs without ties the distribution is exact; otherwise normal, with the correction for ties and continuity.
///
/// ```
/// use patience_lab::stats::signed_rank;
///
/// // All of five differences have one sign: 2 of 32 arrangements.
/// assert_eq!(signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0]), Some(0.0625));
/// ```
#[must_use]
pub fn signed_rank(differences: &[f64]) -> Option<f64> {
    let differences: Vec<f64> = differences.iter().copied().filter(|it| *it != 0.0).collect();
    let pairs = differences.len();
    if pairs == 0 {
        return None;
    }
    let (ranks, ties) = ranks(&differences.iter().map(|it| it.abs()).collect::<Vec<_>>());
    let positive: f64 =
        differences.iter().zip(&ranks).filter(|(it, _)| 0.0 < **it).map(|(_, rank)| rank).sum();
    let count = pairs as f64;
    let total = count * (count + 1.0) / 2.0;
    let less = positive.min(total - positive);
    if pairs <= EXACT && ties == 0.0 {
        return Some((2.0 * exact_tail(pairs, less)).min(1.0));
    }
    let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
    Some(two_sided(less - total / 2.0, variance))
}

/// The share of sign patterns whose positive ranks sum to `most` or less, without ties.
fn exact_tail(pairs: usize, most: f64) -> f64 {
    // Ways to reach each sum with the ranks so far.
    let mut ways = vec![1.0_f64];
    for rank in 1..=pairs {
        let mut next = vec![0.0; ways.len() + rank];
        for (sum, count) in ways.iter().enumerate() {
            next[sum] += count;
            next[sum + rank] += count;
        }
        ways = next;
    }
    share_up_to(&ways, most)
}

/// Ranks from 1, with the mean rank for ties, and the sum of t³ − t over groups of t equal values.
fn ranks(values: &[f64]) -> (Vec<f64>, f64) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let (mut ranks, mut ties, mut first) = (vec![0.0; values.len()], 0.0, 0);
    while first < order.len() {
        let equal = order[first..]
            .iter()
            .take_while(|&&at| values[at].total_cmp(&values[order[first]]).is_eq());
        let count = equal.count();
        let rank = first as f64 + f64::midpoint(count as f64, 1.0);
        order[first..first + count].iter().for_each(|&at| ranks[at] = rank);
        ties += (count as f64).powi(3) - count as f64;
        first += count;
    }
    (ranks, ties)
}

/// The effect size A12 (Vargha and Delaney, 2000): the probability that a value of `one` exceeds a value of `other`; ties count half. One half is no
/// effect. `None` without values on either side.
///
/// ```
/// use patience_lab::stats::a12;
///
/// assert_eq!(a12(&[1.0, 2.0], &[2.0, 3.0]), Some(0.125));
/// ```
#[must_use]
pub fn a12(one: &[f64], other: &[f64]) -> Option<f64> {
    if one.is_empty() || other.is_empty() {
        return None;
    }
    let (ranks, _) = ranks(&[one, other].concat());
    let (m, n) = (one.len() as f64, other.len() as f64);
    let sum: f64 = ranks[..one.len()].iter().sum();
    Some((sum / m - f64::midpoint(m, 1.0)) / n)
}

/// p-values corrected for their number (Holm, 1979), in the same order.
///
/// ```
/// use patience_lab::stats::holm;
///
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut most = 0.0_f64;
    for (place, at) in order.into_iter().enumerate() {
        let factor = (p_values.len() - place) as f64;
        most = most.max(factor * p_values[at]).min(1.0);
        corrected[at] = most;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::two_sided;

    #[test]
    fn p_values_are_those_of_tables_of_the_normal_distribution() {
        for (deviations, p) in [
            (0.0, 1.0),
            (1.0, 0.317_310_5),
            (1.959_964, 0.05),
            (2.575_829, 0.01),
            (3.890_592, 1e-4),
        ] {
            let variance = 9.0_f64;
            let found = two_sided(-deviations * variance.sqrt() - 0.5, variance);
            assert!((found / p - 1.0).abs() < 1e-5, "{deviations}: {found}, not {p}");
        }
    }
}
