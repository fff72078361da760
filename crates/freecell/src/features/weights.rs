//! Weights for each purpose, tuned on deals beyond the first 32,000; and weights by the names of their counts.

use patience_core::Nearer::{self, High, Low};

use super::weighted_sum::WeightedSum;
use crate::Selection;

/// A count that a [`WeightedSum`] weighs.
///
/// ```
/// use patience_core::Nearer;
/// use patience_freecell::WeightedSum;
///
/// // More empty columns are nearer to the goal, so a policy that weighs them lowers the sum.
/// let at = WeightedSum::COUNTS.iter().position(|count| count.name == "Empty").unwrap_or_default();
/// assert!(WeightedSum::COUNTS[at].nearer == Nearer::High);
/// let mut weights = [0.0; 12];
/// weights[at] = 1.0;
/// assert!(WeightedSum::weighing(&weights).empty < 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The name in files.
    pub name: &'static str,
    /// What is counted, in one sentence.
    pub summary: &'static str,
    /// Whether more or less is nearer to the goal.
    pub nearer: Nearer,
}

const fn count(name: &'static str, summary: &'static str, nearer: Nearer) -> Count {
    Count { name, summary, nearer }
}

/// The integer weight of a weight of 1.
const FULL: f64 = 40.0;

impl WeightedSum {
    /// Every count that policies weigh, in the order of the fields.
    pub const COUNTS: [Count; 12] = [
        count("Away", "cards that are not home", Low),
        count("Loose", "cards on a card with which they form no run", Low),
        count("Covers", "cards on the next card of each foundation", Low),
        count("InCells", "cards in cells", Low),
        count("InCellsSquared", "the square of the cards in cells", Low),
        count("Empty", "empty columns", High),
        count("Stuck", "1 if no cell and no column is empty", Low),
        count("OnKings", "cards of runs from a king at a base", High),
        count("Spread", "ranks from the lowest foundation to the highest", Low),
        count("CellsFromHome", "ranks that cards in cells are from home", Low),
        count("Forced", "runs that lie on a lower card of a suit of theirs", Low),
        count("Moves", "moves made", Low),
    ];

    /// All weights 0.
    pub const NOTHING: Self = Self::of([0; 12]);

    /// Greedy: finds most solutions after hardly more expansions than they have moves.
    pub const EAGER: Self = Self::of([24, 33, 9, 16, 4, -38, 6, -9, -1, 1, 0, 16]);

    /// Less greedy: sooner than the eager weights on deals that those do not solve quickly.
    pub const CAREFUL: Self = Self::of([6, 27, 2, 24, 5, -26, -1, -9, 4, -1, 0, 18]);

    /// Greedy, for selective searches under the standard rules.
    pub const KEEN: Self = Self::of([20, 33, 8, 11, 4, -42, 5, -6, 8, 1, 0, 15]).stranding(15);

    /// Less greedy, for deals that those do not solve quickly.
    pub const CALM: Self = Self::of([3, 27, 2, 20, 2, -23, 3, -8, -1, -2, 0, 17]).stranding(17);

    /// For hard deals: weighs moves nearly as much as order.
    pub const THOROUGH: Self = Self::of([4, 32, 7, 23, 8, -30, 1, -12, 1, 1, 0, 23]);

    /// For deals that are hard for the others: less weight on full cells, more on buried cards.
    pub const STEADY: Self = Self::of([8, 31, 12, 12, 7, -30, -1, -17, 2, -1, 0, 30]);

    /// For the hardest deals: counts forced runs, which takes longer.
    pub const WARY: Self = Self::of([6, 28, 9, 29, 3, -31, -1, -5, 0, 1, 8, 21]);

    /// For beams: compares states after equally many moves by the moves that they still need.
    pub const BRIEF: Self = Self::of([11, 33, 16, -1, 4, -31, 0, 0, 3, 3, 26, 0]);

    /// The weights of [`WeightedSum::COUNTS`], in their order.
    #[must_use]
    pub const fn of(weights: [i32; 12]) -> Self {
        let [away, loose, covers, in_cells, in_cells_squared, empty, ..] = weights;
        let [.., stuck, on_kings, spread, cells_from_home, forced, moves] = weights;
        Self {
            away,
            loose,
            covers,
            in_cells,
            in_cells_squared,
            empty,
            stuck,
            on_kings,
            spread,
            cells_from_home,
            forced,
            moves,
            stranded: 0,
            selection: Selection::All,
        }
    }

    /// The same weights, and one for stranded runs.
    #[must_use]
    pub const fn stranding(self, stranded: i32) -> Self {
        Self { stranded, ..self }
    }

    /// The same weights for searches that make these moves.
    #[must_use]
    pub const fn selecting(self, selection: Selection) -> Self {
        Self { selection, ..self }
    }

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
        let mut whole = [0; 12];
        for ((whole, count), weight) in whole.iter_mut().zip(Self::COUNTS).zip(weights) {
            let sign = if count.nearer == Nearer::High { -1.0 } else { 1.0 };
            // From −40 to 40.
            #[allow(clippy::cast_possible_truncation)]
            let rounded = (sign * FULL * weight.clamp(0.0, 1.0)).round() as i32;
            *whole = rounded;
        }
        Self::of(whole)
    }
}
