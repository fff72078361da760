//! Sets of weights that serve a purpose, found by tuning on deals beyond the first 32,000.

use super::appraisal::Appraisal;

impl Appraisal {
    /// Hurries: finds most solutions after hardly more expansions than they have moves.
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

    /// Looks around: what the eager one does not find soon, this one finds sooner.
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

    /// For hard deals: weighs moves made nearly as much as cards brought in order.
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

    /// For what is hard for the others: minds full cells less and buried cards more.
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

    /// For the hardest deals: minds cards that lie on lower ones of their suit, which takes longer to count.
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

    /// For short solutions: compares states after equally many moves, and looks for those that need the fewest more.
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
