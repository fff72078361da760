//! Weights for each purpose, tuned on deals beyond the first 32,000; and weights by the names of their counts.

use patience_core::Nearer;

use super::weighted_sum::WeightedSum;

/// A count that a [`WeightedSum`] weighs.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The name in files.
    pub name: &'static str,
    /// What is counted, in one sentence.
    pub summary: &'static str,
    /// Whether more or less is nearer to the goal.
    pub nearer: Nearer,
    weight: fn(&mut WeightedSum) -> &mut i32,
}

const fn count(
    name: &'static str,
    summary: &'static str,
    nearer: Nearer,
    weight: fn(&mut WeightedSum) -> &mut i32,
) -> Count {
    Count { name, summary, nearer, weight }
}

/// The integer weight of a weight of 1.
const FULL: f64 = 40.0;

impl WeightedSum {
    /// Every count.
    pub const COUNTS: [Count; 12] = [
        count("Away", "cards that are not home", Nearer::Low, |it| &mut it.away),
        count("Loose", "cards on a card with which they form no run", Nearer::Low, |it| {
            &mut it.loose
        }),
        count("Covers", "cards on the next card of each foundation", Nearer::Low, |it| {
            &mut it.covers
        }),
        count("InCells", "cards in cells", Nearer::Low, |it| &mut it.in_cells),
        count("InCellsSquared", "the square of the cards in cells", Nearer::Low, |it| {
            &mut it.in_cells_squared
        }),
        count("Empty", "empty columns", Nearer::High, |it| &mut it.empty),
        count("Stuck", "1 if no cell and no column is empty", Nearer::Low, |it| &mut it.stuck),
        count("OnKings", "cards of runs from a king at a base", Nearer::High, |it| {
            &mut it.on_kings
        }),
        count("Spread", "ranks from the lowest foundation to the highest", Nearer::Low, |it| {
            &mut it.spread
        }),
        count("CellsFromHome", "ranks that cards in cells are from home", Nearer::Low, |it| {
            &mut it.cells_from_home
        }),
        count("Forced", "runs that lie on a lower card of a suit of theirs", Nearer::Low, |it| {
            &mut it.forced
        }),
        count("Moves", "moves made", Nearer::Low, |it| &mut it.moves),
    ];

    /// From weights from 0 to 1 of [`WeightedSum::COUNTS`], in their order; missing ones are 0. If more of a count is nearer to the goal, its
    /// weight lowers the sum.
    ///
    /// ```
    /// use patience_freecell::WeightedSum;
    ///
    /// let weighted_sum = WeightedSum::weighing(&[0.5, 1.0, 0.0, 0.0, 0.0, 0.25]);
    /// assert_eq!((weighted_sum.away, weighted_sum.loose, weighted_sum.empty, weighted_sum.moves), (20, 40, -10, 0));
    /// ```
    #[must_use]
    pub fn weighing(weights: &[f64]) -> Self {
        let mut weighted_sum = Self::NOTHING;
        for (count, weight) in Self::COUNTS.iter().zip(weights) {
            let sign = if count.nearer == Nearer::High { -1.0 } else { 1.0 };
            // From −40 to 40.
            #[allow(clippy::cast_possible_truncation)]
            let whole = (sign * FULL * weight.clamp(0.0, 1.0)).round() as i32;
            *(count.weight)(&mut weighted_sum) = whole;
        }
        weighted_sum
    }

    /// All weights 0.
    pub const NOTHING: Self = Self {
        away: 0,
        loose: 0,
        covers: 0,
        in_cells: 0,
        in_cells_squared: 0,
        empty: 0,
        stuck: 0,
        on_kings: 0,
        spread: 0,
        cells_from_home: 0,
        forced: 0,
        moves: 0,
    };

    /// Greedy: finds most solutions after hardly more expansions than they have moves.
    pub const EAGER: Self = Self {
        away: 24,
        loose: 33,
        covers: 9,
        in_cells: 16,
        in_cells_squared: 4,
        empty: -38,
        stuck: 6,
        on_kings: -9,
        spread: -1,
        cells_from_home: 1,
        forced: 0,
        moves: 16,
    };

    /// Less greedy: sooner than the eager weights on deals that those do not solve quickly.
    pub const CAREFUL: Self = Self {
        away: 6,
        loose: 27,
        covers: 2,
        in_cells: 24,
        in_cells_squared: 5,
        empty: -26,
        stuck: -1,
        on_kings: -9,
        spread: 4,
        cells_from_home: -1,
        forced: 0,
        moves: 18,
    };

    /// For hard deals: weighs moves nearly as much as order.
    pub const THOROUGH: Self = Self {
        away: 4,
        loose: 32,
        covers: 7,
        in_cells: 23,
        in_cells_squared: 8,
        empty: -30,
        stuck: 1,
        on_kings: -12,
        spread: 1,
        cells_from_home: 1,
        forced: 0,
        moves: 23,
    };

    /// For deals that are hard for the others: less weight on full cells, more on buried cards.
    pub const STEADY: Self = Self {
        away: 8,
        loose: 31,
        covers: 12,
        in_cells: 12,
        in_cells_squared: 7,
        empty: -30,
        stuck: -1,
        on_kings: -17,
        spread: 2,
        cells_from_home: -1,
        forced: 0,
        moves: 30,
    };

    /// For the hardest deals: counts forced runs, which takes longer.
    pub const WARY: Self = Self {
        away: 6,
        loose: 28,
        covers: 9,
        in_cells: 29,
        in_cells_squared: 3,
        empty: -31,
        stuck: -1,
        on_kings: -5,
        spread: 0,
        cells_from_home: 1,
        forced: 8,
        moves: 21,
    };

    /// For beams: compares states after equally many moves by the moves that they still need.
    pub const BRIEF: Self = Self {
        away: 11,
        loose: 33,
        covers: 16,
        in_cells: -1,
        in_cells_squared: 4,
        empty: -31,
        stuck: 0,
        on_kings: 0,
        spread: 3,
        cells_from_home: 3,
        forced: 26,
        moves: 0,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_a_count_of_its_own() {
        let counts = WeightedSum::COUNTS.len();
        for at in 0..counts {
            let weights: Vec<f64> = (0..counts).map(|it| f64::from(u8::from(it == at))).collect();
            let mut weighted_sum = WeightedSum::weighing(&weights);
            let others = (0..counts).map(|it| *(WeightedSum::COUNTS[it].weight)(&mut weighted_sum));
            assert!(others.enumerate().all(|(it, weight)| (it == at) == (weight != 0)), "{at}");
        }
    }
}
