//! Floating-point scores as integers with the same order.

/// A score as an integer with the same order, for ordered collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u64);

impl Rank {
    const SIGN: u64 = 1 << 63;

    #[inline]
    pub(crate) fn of(score: f64) -> Self {
        // Adding zero turns negative zero into positive zero.
        let bits = (score + 0.0).to_bits();
        Self(if bits & Self::SIGN == 0 { bits | Self::SIGN } else { !bits })
    }

    pub(crate) fn score(self) -> f64 {
        f64::from_bits(if self.0 & Self::SIGN == 0 { !self.0 } else { self.0 ^ Self::SIGN })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_have_the_order_of_scores_and_invert() {
        let scores =
            [f64::NEG_INFINITY, -1e9, -1.0, -1e-300, 0.0, 1e-300, 0.5, 1.0, 1e9, f64::INFINITY];
        assert!(scores.windows(2).all(|pair| Rank::of(pair[0]) < Rank::of(pair[1])));
        assert!(scores.iter().all(|&score| Rank::of(score).score().total_cmp(&score).is_eq()));
        assert_eq!(Rank::of(-0.0), Rank::of(0.0));
    }
}
