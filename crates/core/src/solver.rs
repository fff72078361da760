//! The `Solver` trait and the functions that run a solver.

use crate::{Cancel, Cost, Limits, Meter, Observer, Outcome, Puzzle, Report, Solution, Stop};

/// The result of an algorithm: a solution, or `None` if nothing is left to try, or the reason why it stopped.
pub type Search<M> = Result<Option<Solution<M>>, Stop>;

/// An algorithm that searches for a path from a state to a goal. Its settings are its public fields.
///
/// ```
#[doc = include_str!("../doc/greedy.rs")]
/// use patience_core::{Cancel, Limits, Outcome, solve};
///
/// let puzzle = Countdown { from: 7, most: 3 };
/// let report = solve(&Greedy, &puzzle, &puzzle.start(), &Limits::default(), &Cancel::new(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved(solution) if solution.moves == [3, 3, 1]));
/// ```
pub trait Solver<P: Puzzle> {
    /// Searches from `root`, which need not be the puzzle's start.
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move>;

    /// Whether exhausting the search proves that there is no solution.
    fn is_complete(&self) -> bool;
}

/// Runs `solver` from `root` under `limits` and replays its solution by the rules.
///
/// # Panics
///
/// If the solver returns moves that are no solution: a bug in the solver, never the fault of the input.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/greedy.rs"));
/// # }
/// # use doc::Greedy;
/// use patience_core::example::Countdown;
/// use patience_core::{Cancel, Limits, Outcome, Stop, solve};
///
/// // `Greedy` is defined in the example of `Solver`. From seven, it needs three nodes.
/// let puzzle = Countdown { from: 7, most: 3 };
/// let limits = Limits { nodes: Some(2), ..Limits::default() };
/// let report = solve(&Greedy, &puzzle, &7, &limits, &Cancel::new(), &mut ());
/// assert_eq!(report.outcome, Outcome::LimitReached(Stop::Nodes));
/// assert_eq!(report.stats.expanded, 2);
/// ```
pub fn solve<P: Puzzle>(
    solver: &impl Solver<P>,
    puzzle: &P,
    root: &P::State,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Report<P::Move> {
    let mut meter = Meter::start(limits, cancel, observer);
    let outcome = solve_with(solver, puzzle, root, &mut meter);
    Report { outcome, stats: meter.finish() }
}

/// Runs `solver` from `root` under a meter that other searches may share, and replays its solution by the rules.
///
/// # Panics
///
/// If the solver returns moves that are no solution: a bug in the solver, never the fault of the input.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_core::{Cancel, Limits, Meter, Outcome, Puzzle, Search, Solution, Solver, Stop, solve_with};
///
/// /// Takes one at a time.
/// struct Slow;
///
/// impl Solver<Countdown> for Slow {
///     fn search(&self, puzzle: &Countdown, root: &u32, meter: &mut Meter<'_>) -> Search<u32> {
///         for _ in 0..*root {
///             meter.expand()?;
///         }
///         Ok(Some(Solution::new(puzzle, root, vec![1; *root as usize])))
///     }
///
///     fn is_complete(&self) -> bool {
///         true
///     }
/// }
///
/// let puzzle = Countdown { from: 6, most: 3 };
/// let limits = Limits { nodes: Some(10), ..Limits::default() };
/// let (cancel, mut watch) = (Cancel::new(), ());
/// let mut meter = Meter::start(&limits, &cancel, &mut watch);
/// let outcomes = [0, 1].map(|_| solve_with(&Slow, &puzzle, &puzzle.start(), &mut meter));
/// assert!(matches!(&outcomes[0], Outcome::Solved(solution) if solution.cost == 6));
/// assert_eq!(outcomes[1], Outcome::LimitReached(Stop::Nodes), "the second has four nodes left");
/// ```
pub fn solve_with<P: Puzzle>(
    solver: &impl Solver<P>,
    puzzle: &P,
    root: &P::State,
    meter: &mut Meter<'_>,
) -> Outcome<P::Move> {
    solve_by(solver, puzzle, root, meter, |state, mv| puzzle.pay(state, mv))
}

/// Like [`solve_with`], with a function that does what [`Puzzle::pay`] does, and may note what happens when the solution is replayed.
///
/// # Panics
///
/// If the solver returns moves that are no solution: a bug in the solver, never the fault of the input.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/greedy.rs"));
/// # }
/// # use doc::Greedy;
/// use patience_core::example::Countdown;
/// use patience_core::{Cancel, Limits, Meter, Outcome, Puzzle, solve_by};
///
/// # let (limits, cancel, mut watch) = (Limits::default(), Cancel::new(), ());
/// # let mut meter = Meter::start(&limits, &cancel, &mut watch);
/// let (puzzle, mut heaps) = (Countdown { from: 7, most: 3 }, Vec::new());
/// // `Greedy` is defined in the example of `Solver`. Its solution is replayed, and the heap noted after every move.
/// let outcome = solve_by(&Greedy, &puzzle, &7, &mut meter, |state, mv| {
///     let cost = puzzle.pay(state, mv);
///     heaps.push(*state);
///     cost
/// });
/// assert!(matches!(outcome, Outcome::Solved(solution) if solution.cost == 3));
/// assert_eq!(heaps, [4, 1, 0]);
/// ```
pub fn solve_by<P: Puzzle>(
    solver: &impl Solver<P>,
    puzzle: &P,
    root: &P::State,
    meter: &mut Meter<'_>,
    pay: impl FnMut(&mut P::State, P::Move) -> Cost,
) -> Outcome<P::Move> {
    match solver.search(puzzle, root, meter) {
        Ok(Some(solution)) => {
            if let Err(illegal) = solution.check_by(puzzle, root, pay) {
                panic!("the solver returned a wrong solution: {illegal}");
            }
            Outcome::Solved(solution)
        }
        Ok(None) if solver.is_complete() => Outcome::ProvenUnsolvable,
        Ok(None) => Outcome::Exhausted,
        Err(stop) => Outcome::LimitReached(stop),
    }
}
