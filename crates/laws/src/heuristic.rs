//! Laws of heuristics, on instances so small that all true costs are known.

use patience_core::{ByFeature, Cost, Features, Heuristic, Kind, Puzzle, Reading};

use crate::Walks;
use crate::reference::Distances;

/// Checks the laws of [`Heuristic`] on random walks: `None` only where no goal is reachable, and an admissible estimate never exceeds the
/// true cost, which the [`reference`](mod@crate::reference) computes.
///
/// ```
/// use patience_core::example::{Countdown, HeapHeight};
/// use patience_laws::{Walks, check_heuristic};
///
/// check_heuristic(&Countdown { from: 20, most: 3 }, &HeapHeight, &Walks::default());
/// ```
///
/// # Panics
///
/// If a law is broken, or if the instance has more than [`CAP`](crate::reference::CAP) states.
pub fn check_heuristic<P: Puzzle>(puzzle: &P, heuristic: &impl Heuristic<P>, walks: &Walks) {
    check_named(puzzle, heuristic, "the heuristic", &Distances::from_start(puzzle), walks);
}

/// Checks every feature marked admissible with [`check_heuristic`].
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::{Walks, check_admissible_features};
///
/// check_admissible_features(&Countdown { from: 20, most: 3 }, &Walks::default());
/// ```
///
/// # Panics
///
/// If a law is broken, or if the instance has more than [`CAP`](crate::reference::CAP) states.
pub fn check_admissible_features<P: Features>(puzzle: &P, walks: &Walks) {
    let distances = Distances::from_start(puzzle);
    for feature in P::features() {
        if matches!(feature.kind, Kind::Heuristic { admissible: true, .. }) {
            let heuristic = ByFeature { feature, reading: Reading::Distance };
            check_named(puzzle, &heuristic, &format!("`{}`", feature.name), &distances, walks);
        }
    }
}

fn check_named<P: Puzzle>(
    puzzle: &P,
    heuristic: &impl Heuristic<P>,
    name: &str,
    distances: &Distances,
    walks: &Walks,
) {
    let check = |state: &P::State, estimate: Option<Cost>, what: &str| match (
        estimate,
        distances.of(state),
    ) {
        (None, Some(cost)) => {
            panic!(
                "{name} must not report a dead end where a goal is {cost} away, by {what}, in {state:?}"
            )
        }
        (Some(estimate), Some(cost)) if heuristic.is_admissible(puzzle) => assert!(
            estimate <= cost,
            "{name} is admissible and must not estimate {estimate}, by {what}, where a goal is {cost} away, in {state:?}"
        ),
        _ => (),
    };
    let (mut moves, mut bounds) = (Vec::new(), Vec::new());
    walks.visit(puzzle, |node| {
        let estimate = heuristic.estimate(puzzle, node);
        check(node.state, estimate, "the first estimate");
        let refined = estimate.and_then(|estimate| heuristic.refine(puzzle, node, estimate));
        check(node.state, refined, "the refined estimate");
        let Some(refined) = refined else { return };
        moves.clear();
        bounds.clear();
        puzzle.moves(node.state, &mut moves);
        heuristic.bound_children(puzzle, node, refined, &moves, &mut bounds);
        for (&mv, &bound) in moves.iter().zip(&bounds) {
            check(&puzzle.child(node.state, mv), Some(bound), "the estimate of the parent");
        }
    });
}
