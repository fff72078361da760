//! Random selection: uniform, proportional to fitness, by tournament.

use patience_core::SplitMix;

/// A uniformly random item.
///
/// # Panics
///
/// If there are no items.
pub(crate) fn pick<T: Copy>(items: &[T], random: &mut SplitMix) -> T {
    items[random.below(items.len())]
}

/// An index with a probability proportional to its fitness; uniform if all are 0.
///
/// # Panics
///
/// If there are no items.
///
/// ```
/// use patience_core::SplitMix;
/// use patience_learn::roulette;
///
/// let mut random = SplitMix::new(1);
/// let drawn: Vec<usize> = (0..100).map(|_| roulette(&[0.0, 3.0, 1.0], &mut random)).collect();
/// assert!(!drawn.contains(&0));
/// assert!(drawn.iter().filter(|&&at| at == 2).count() < 50);
/// ```
#[must_use]
pub fn roulette(fitness: &[f64], random: &mut SplitMix) -> usize {
    let total: f64 = fitness.iter().sum();
    if !(0.0 < total && total.is_finite()) {
        return random.below(fitness.len());
    }
    let mut left = random.unit() * total;
    for (at, &share) in fitness.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return at;
        }
    }
    // Rounding may leave a remainder: take the last with a share.
    fitness.iter().rposition(|&share| 0.0 < share).unwrap_or(0)
}

/// The index of the best of `size` random items, the first of equals.
///
/// # Panics
///
/// If there are no items.
///
/// ```
/// use patience_core::SplitMix;
/// use patience_learn::tournament;
///
/// let mut random = SplitMix::new(1);
/// let best = tournament(&[0.1, 0.9, 0.5], 50, &mut random);
/// assert_eq!(best, 1, "one of fifty draws is the best item");
/// ```
#[must_use]
pub fn tournament(fitness: &[f64], size: usize, random: &mut SplitMix) -> usize {
    let mut best = random.below(fitness.len());
    for _ in 1..size {
        let other = random.below(fitness.len());
        if fitness[best] < fitness[other] {
            best = other;
        }
    }
    best
}
