//! The prunings of a search, a switch for each.

/// Prunings of a search. None of them changes an answer; all are on by default.
///
/// ```
/// use patience_core::{Cancel, Limits, Outcome, Puzzle, solve};
/// use patience_klondike::engines::exact::{Exact, Prunings};
/// use patience_klondike::{Klondike, Rules};
///
/// let none = Prunings { eager: false, safe: false, links: false, relaxed: false };
/// let rules = Rules { ranks: 4, columns: 4, passes: Some(1), ..Rules::default() };
/// for seed in 1..=20 {
///     let game = Klondike::of_seed(seed, rules)?;
///     let is_won = |prunings| {
///         let (engine, limits) = (Exact { prunings }, Limits::default());
///         let report = solve(&engine, &game, &game.start(), &limits, &Cancel::new(), &mut ());
///         matches!(report.outcome, Outcome::Solved(_))
///     };
///     assert_eq!(is_won(none), is_won(Prunings::default()));
/// }
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is a switch of its own.
pub struct Prunings {
    /// Cards that are not rooted go home at once, where cards may come back.
    pub eager: bool,
    /// Cards that nothing can need go home at once.
    pub safe: bool,
    /// Actions that only take room wait for an action that they enable. Without it, `eager` is off too. Where the whole stock is available it
    /// needs `safe`: a stock card that enables nothing goes home when it is safe.
    pub links: bool,
    /// A state that is lost with the whole stock available is lost; in a last pass, also one that is lost although cards wait in the stock.
    pub relaxed: bool,
}

impl Default for Prunings {
    fn default() -> Self {
        Self { eager: true, safe: true, links: true, relaxed: true }
    }
}
