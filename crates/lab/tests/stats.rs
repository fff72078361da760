//! Statistics against published examples, and against naive enumeration.

use patience_core::SplitMix;
use patience_lab::stats::{
    Estimate, a12, bootstrap, holm, mann_whitney, mean_estimate, quantile, signed_rank,
};

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

/// Every way to choose `count` of the indices below `all`.
fn choices(all: usize, count: usize) -> Vec<Vec<usize>> {
    (0_u32..1 << all)
        .filter(|set| set.count_ones() as usize == count)
        .map(|set| (0..all).filter(|at| set >> at & 1 == 1).collect())
        .collect()
}

#[test]
fn signed_ranks_are_those_of_all_sign_patterns() {
    let mut random = SplitMix::new(7);
    for pairs in 1_usize..=9 {
        for _ in 0..20 {
            // Distinct absolute values, so that ranks have no ties.
            let mut sizes: Vec<f64> =
                (1..=pairs).map(|size| size as f64 + random.unit() / 2.0).collect();
            random.shuffle(&mut sizes);
            let differences: Vec<f64> =
                sizes.iter().map(|&it| if random.below(2) == 0 { it } else { -it }).collect();
            let mut order: Vec<usize> = (0..pairs).collect();
            order.sort_by(|&one, &other| sizes[one].total_cmp(&sizes[other]));
            let rank = |at: usize| 1 + order.iter().position(|&it| it == at).unwrap();
            let total = pairs * (pairs + 1) / 2;
            let extreme = |positive: usize| (2 * positive).abs_diff(total);
            let ours = (0..pairs).filter(|&at| 0.0 < differences[at]).map(rank).sum();
            let patterns = 1_usize << pairs;
            let sum =
                |pattern: usize| (0..pairs).filter(|at| pattern >> at & 1 == 1).map(rank).sum();
            let as_extreme =
                (0..patterns).filter(|&pattern| extreme(ours) <= extreme(sum(pattern))).count();
            close(signed_rank(&differences).unwrap(), as_extreme as f64 / patterns as f64);
        }
    }
}

#[test]
fn mann_whitney_is_that_of_all_splits_of_small_samples() {
    let mut random = SplitMix::new(11);
    for (m, n) in [(2, 3), (3, 3), (4, 3), (4, 5)] {
        for _ in 0..10 {
            let mut values: Vec<f64> =
                (0..m + n).map(|at| at as f64 + random.unit() / 2.0).collect();
            random.shuffle(&mut values);
            let (one, other) = values.split_at(m);
            let above = |one: &[f64], other: &[f64]| {
                one.iter().map(|x| other.iter().filter(|y| *y < x).count()).sum::<usize>()
            };
            let extreme = |above: usize| (2 * above).abs_diff(m * n);
            let ours = extreme(above(one, other));
            let splits = choices(m + n, m);
            let as_extreme = splits
                .iter()
                .filter(|split| {
                    let one: Vec<f64> = split.iter().map(|&at| values[at]).collect();
                    let rest = (0..m + n).filter(|at| !split.contains(at));
                    let other: Vec<f64> = rest.map(|at| values[at]).collect();
                    ours <= extreme(above(&one, &other))
                })
                .count();
            close(mann_whitney(one, other).unwrap(), as_extreme as f64 / splits.len() as f64);
        }
    }
}

#[test]
fn a12_counts_pairs() {
    let mut random = SplitMix::new(3);
    for _ in 0..50 {
        let mut sample =
            |count: usize| -> Vec<f64> { (0..count).map(|_| random.below(6) as f64).collect() };
        let (one, other) = (sample(7), sample(5));
        let pair = |x: f64, y: f64| {
            if y < x {
                1.0
            } else if x < y {
                0.0
            } else {
                0.5
            }
        };
        let sum: f64 = one.iter().flat_map(|&x| other.iter().map(move |&y| pair(x, y))).sum();
        close(a12(&one, &other).unwrap(), sum / 35.0);
    }
    assert_eq!(
        (a12(&[], &[1.0]), mann_whitney(&[1.0], &[]), signed_rank(&[0.0])),
        (None, None, None)
    );
}

#[test]
fn holm_multiplies_the_smallest_most_and_never_swaps_an_order() {
    // By hand: 4 × 0.005, 3 × 0.01, 2 × 0.03, 1 × 0.04 raised to its predecessor.
    let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02]
        .into_iter()
        .zip(corrected)
        .for_each(|(expected, it)| close(it, expected));
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    assert!(holm(&[]).is_empty());
}

#[test]
fn bootstrap_intervals_are_repeatable_and_cover() {
    let sample = |seed: u64| -> Vec<f64> {
        let mut random = SplitMix::new(seed);
        // A skewed distribution of mean 1.
        (0..60).map(|_| -(1.0 - random.unit()).ln()).collect()
    };
    assert_eq!(mean_estimate(&sample(1)), mean_estimate(&sample(1)));
    let covered = (0..100).filter(|&seed| {
        let Estimate { low, high, .. } = mean_estimate(&sample(seed)).unwrap();
        low <= 1.0 && 1.0 <= high
    });
    // Percentile intervals of 99 % cover a little less on skewed samples of 60.
    assert!(92 <= covered.count());
    assert_eq!(bootstrap(1, |sample| sample.len() as f64), (1.0, 1.0));
}

#[test]
fn quantiles_lie_between_neighbours() {
    let values = [3.0, 1.0, 4.0, 1.5, 9.0];
    for (share, expected) in [(0.0, 1.0), (0.5, 3.0), (1.0, 9.0)] {
        close(quantile(&values, share).unwrap(), expected);
    }
    close(quantile(&values, 0.9).unwrap(), 7.0);
}
