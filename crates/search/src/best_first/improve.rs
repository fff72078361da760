//! The frame of searches that begin with a solution and look for a cheaper one.

use patience_core::{Cost, Meter, Packed, Search, Solution, Solver, replay};

/// What a search for a cheaper solution found.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, example::Countdown};
/// use patience_search::IterativeDeepening;
/// use patience_search::best_first::{Improved, improve};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let puzzle = Countdown { from: 4, most: 2 };
/// let first = IterativeDeepening { step: 1000, table: 1000 };
/// // The search was stopped: the first solution stays, and nothing is proven.
/// let stopped = |_, _: &mut Meter<'_>| Improved { keys: None, is_finished: false };
/// let solution = improve(&first, (&puzzle, &4), true, &mut meter, stopped)?;
/// assert!(solution.is_some_and(|solution| !solution.optimal));
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub struct Improved<K> {
    /// The keys along the cheapest solution, without the root; `None` if none costs less than the first.
    pub keys: Option<Vec<K>>,
    /// Whether nothing cheaper is left, as far as the heuristic can tell.
    pub is_finished: bool,
}

/// Finds a solution with `first`, then a cheaper one with `search`, which gets the cost of the first.
///
/// # Panics
///
/// If the keys of a solution are no path from the root: a bug of `search`.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, example::Countdown};
/// use patience_search::IterativeDeepening;
/// use patience_search::best_first::{Improved, improve};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let puzzle = Countdown { from: 4, most: 2 };
/// let first = IterativeDeepening { step: 1000, table: 1000 };
/// // By way of a heap of two.
/// let cheaper = |cost, _: &mut Meter<'_>| Improved { keys: (2 < cost).then_some(vec![2, 0]), is_finished: true };
/// let solution = improve(&first, (&puzzle, &4), true, &mut meter, cheaper)?.expect("the heap can be emptied");
/// assert_eq!((solution.moves, solution.optimal), (vec![2, 2], true));
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub fn improve<P: Packed>(
    first: &impl Solver<P>,
    (puzzle, root): (&P, &P::State),
    is_admissible: bool,
    meter: &mut Meter<'_>,
    search: impl FnOnce(Cost, &mut Meter<'_>) -> Improved<P::Key>,
) -> Search<P::Move> {
    let found = meter.first_solution(|meter| first.search(puzzle, root, meter))?;
    let Some(mut best) = found else { return Ok(None) };
    let improved = if puzzle.is_goal(root) {
        Improved { keys: None, is_finished: true }
    } else {
        search(best.cost, meter)
    };
    if let Some(keys) = improved.keys {
        // States with equal keys have equal successor keys: a law of puzzles.
        let moves = replay(puzzle, root, &keys).expect("a path of keys can be replayed");
        best = Solution::new(puzzle, root, moves);
    }
    best.optimal |= improved.is_finished && is_admissible;
    Ok(Some(best))
}
