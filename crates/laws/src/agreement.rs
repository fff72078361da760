//! Laws of solvers: their claims must agree with the reference search.

use std::fmt::Debug;

use patience_core::{Cancel, Cost, Limits, Outcome, Puzzle, Report, Solution, Solver, solve};

use crate::reference;

/// Checks that a complete solver without limits agrees with the [`reference`](mod@reference): it solves the solvable and proves the rest
/// unsolvable; no solution is cheaper than the optimum, and one marked optimal costs exactly that. A second run must give the same answer
/// and counts.
///
/// `name` identifies the solver in messages.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_core::{Meter, Puzzle, Search, Solution, Solver};
/// use patience_laws::agreement;
///
/// /// Takes as much as it may: for a countdown, nothing is better.
/// struct Greedy;
///
/// impl Solver<Countdown> for Greedy {
///     fn search(&self, puzzle: &Countdown, root: &u32, meter: &mut Meter<'_>) -> Search<u32> {
///         let (mut left, mut taken) = (*root, Vec::new());
///         while 0 < left {
///             meter.expand()?;
///             taken.push(left.min(puzzle.most));
///             left -= left.min(puzzle.most);
///         }
///         Ok(Some(Solution { optimal: true, ..Solution::new(puzzle, root, taken) }))
///     }
///
///     fn is_complete(&self) -> bool {
///         true
///     }
/// }
///
/// for from in 0..20 {
///     agreement(&Countdown { from, most: 3 }, &Greedy, "greedy");
/// }
/// ```
///
/// # Panics
///
/// If they disagree, or if the instance has more than [`CAP`](reference::CAP) states.
pub fn agreement<P: Puzzle>(puzzle: &P, solver: &impl Solver<P>, name: &str) {
    let start = puzzle.start();
    assert!(solver.is_complete(), "{name} is not complete: check its soundness instead");
    match (outcome(puzzle, solver, &Limits::default(), name), reference::cheapest(puzzle, &start)) {
        (Outcome::Solved(solution), least) => check_solution(&solution, least, name, &start),
        (Outcome::ProvenUnsolvable, Some(least)) => {
            panic!("{name} must not call {start:?} unsolvable: it has a solution of cost {least}")
        }
        (Outcome::ProvenUnsolvable, None) => (),
        (other, _) => {
            panic!("{name} is complete and has no limits, but answers {other:?} to {start:?}")
        }
    }
}

/// Checks that an incomplete solver under `limits` claims nothing that the [`reference`](mod@reference) refutes: it never proves
/// unsolvability, and its solutions obey [`agreement`]. A second run must give the same answer and counts unless there is a time limit.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_core::{Limits, Meter, Puzzle, Search, Solver};
/// use patience_laws::soundness;
///
/// struct GivesUp;
///
/// impl<P: Puzzle> Solver<P> for GivesUp {
///     fn search(&self, _: &P, _: &P::State, _: &mut Meter<'_>) -> Search<P::Move> {
///         Ok(None)
///     }
///
///     fn is_complete(&self) -> bool {
///         false
///     }
/// }
///
/// soundness(&Countdown { from: 7, most: 3 }, &GivesUp, &Limits::default(), "the quitter");
/// ```
///
/// # Panics
///
/// If the solver is wrong, or if the instance has more than [`CAP`](reference::CAP) states.
pub fn soundness<P: Puzzle>(puzzle: &P, solver: &impl Solver<P>, limits: &Limits, name: &str) {
    let start = puzzle.start();
    match outcome(puzzle, solver, limits, name) {
        Outcome::Solved(solution) => {
            check_solution(&solution, reference::cheapest(puzzle, &start), name, &start);
        }
        Outcome::ProvenUnsolvable => {
            panic!("{name} is incomplete and cannot prove {start:?} unsolvable")
        }
        Outcome::Exhausted | Outcome::LimitReached(_) => (),
    }
}

/// The solver's answer, checked for determinism.
fn outcome<P: Puzzle>(
    puzzle: &P,
    solver: &impl Solver<P>,
    limits: &Limits,
    name: &str,
) -> Outcome<P::Move> {
    let start = puzzle.start();
    let run = || solve(solver, puzzle, &start, limits, &Cancel::new(), &mut ());
    let counts = |report: &Report<P::Move>| (report.stats.expanded, report.stats.generated);
    let (first, second) = (run(), run());
    assert!(
        limits.time.is_some()
            || (&first.outcome, counts(&first)) == (&second.outcome, counts(&second)),
        "{name} must be deterministic from {start:?}: {first:?}, {second:?}"
    );
    first.outcome
}

fn check_solution<M: Debug>(
    solution: &Solution<M>,
    least: Option<Cost>,
    name: &str,
    start: &impl Debug,
) {
    let cost = solution.cost;
    let Some(least) = least else {
        panic!("{name} solves {start:?}, which the reference calls unsolvable: {solution:?}");
    };
    assert!(
        least <= cost,
        "{name} solves {start:?} at a cost of {cost}, below the {least} of the reference: {solution:?}"
    );
    assert!(
        !solution.optimal || cost == least,
        "{name} calls a cost of {cost} optimal for {start:?}, where the reference needs {least}: {solution:?}"
    );
}

#[cfg(test)]
mod tests {
    use patience_core::{Meter, Search, Stop};

    use super::*;
    use crate::toy::Toy;

    /// A solver that gives a fixed answer.
    struct Stub {
        answer: fn() -> Result<Option<&'static [u32]>, Stop>,
        optimal: bool,
        complete: bool,
    }

    impl Solver<Toy> for Stub {
        fn search(&self, puzzle: &Toy, root: &u32, meter: &mut Meter<'_>) -> Search<u32> {
            meter.expand()?;
            let answer = (self.answer)()?;
            let solution = |moves: &[u32]| Solution::new(puzzle, root, moves.to_vec());
            Ok(answer.map(|moves| Solution { optimal: self.optimal, ..solution(moves) }))
        }

        fn is_complete(&self) -> bool {
            self.complete
        }
    }

    const SOUND: Stub = Stub { answer: || Ok(Some(&[3, 3])), optimal: true, complete: true };

    fn unsolvable() -> Toy {
        Toy { is_goal: |_| false, ..Toy::default() }
    }

    #[test]
    fn true_claims_pass() {
        agreement(&Toy::default(), &SOUND, "toy");
        agreement(
            &Toy::default(),
            &Stub { answer: || Ok(Some(&[1, 2, 3])), optimal: false, ..SOUND },
            "toy",
        );
        agreement(&unsolvable(), &Stub { answer: || Ok(None), ..SOUND }, "toy");
    }

    #[test]
    fn honest_failures_pass() {
        for answer in [SOUND.answer, || Ok(None), || Err(Stop::Nodes)] {
            let says = Stub { answer, optimal: false, complete: false };
            soundness(&Toy::default(), &says, &Limits::default(), "toy");
        }
    }

    #[test]
    #[should_panic(expected = "toy must not call 6 unsolvable: it has a solution of cost 2")]
    fn false_proofs_are_caught() {
        agreement(&Toy::default(), &Stub { answer: || Ok(None), ..SOUND }, "toy");
    }

    #[test]
    #[should_panic(expected = "toy calls a cost of 3 optimal for 6, where the reference needs 2")]
    fn false_optimality_is_caught() {
        agreement(&Toy::default(), &Stub { answer: || Ok(Some(&[2, 2, 2])), ..SOUND }, "toy");
    }

    #[test]
    #[should_panic(
        expected = "toy is complete and has no limits, but answers LimitReached(Nodes) to 6"
    )]
    fn stopping_without_limits_is_caught() {
        agreement(&Toy::default(), &Stub { answer: || Err(Stop::Nodes), ..SOUND }, "toy");
    }

    #[test]
    #[should_panic(expected = "toy is not complete")]
    fn incomplete_solvers_are_rejected() {
        agreement(&Toy::default(), &Stub { complete: false, ..SOUND }, "toy");
    }

    #[test]
    #[should_panic(expected = "toy must be deterministic from 6")]
    fn nondeterminism_is_caught() {
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let answer = || Ok((CALLS.fetch_add(1, Relaxed) == 0).then_some([3, 3].as_slice()));
        soundness(
            &Toy::default(),
            &Stub { answer, complete: false, ..SOUND },
            &Limits::default(),
            "toy",
        );
    }

    #[test]
    #[should_panic(expected = "toy is incomplete and cannot prove 6 unsolvable")]
    fn proofs_by_incomplete_solvers_are_caught() {
        soundness(&unsolvable(), &Stub { answer: || Ok(None), ..SOUND }, &Limits::default(), "toy");
    }

    #[test]
    #[should_panic(expected = "toy solves 6, which the reference calls unsolvable")]
    fn impossible_solutions_are_caught() {
        check_solution(&Solution::new(&Toy::default(), &6, vec![3, 3]), None, "toy", &6);
    }

    #[test]
    #[should_panic(expected = "toy solves 6 at a cost of 1, below the 2 of the reference")]
    fn too_cheap_solutions_are_caught() {
        check_solution(&Solution::new(&Toy::default(), &6, vec![3]), Some(2), "toy", &6);
    }
}
