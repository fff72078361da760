//! The frame of searches that begin with a solution and look for a cheaper one.

use patience_core::{Cost, Event, Meter, Packed, Search, Solution, Solver, replay};

/// What a search for a cheaper solution found.
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
pub fn improve<P: Packed>(
    first: &impl Solver<P>,
    (puzzle, root): (&P, &P::State),
    is_admissible: bool,
    meter: &mut Meter<'_>,
    search: impl FnOnce(Cost, &mut Meter<'_>) -> Improved<P::Key>,
) -> Search<P::Move> {
    let Some(mut best) = first.search(puzzle, root, meter)? else { return Ok(None) };
    meter.emit(Event::Improved { score: f64::from(best.cost) });
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
