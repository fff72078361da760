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

#[cfg(test)]
mod tests {
    use patience_core::{Blind, Node};

    use super::*;
    use crate::toy::Toy;

    struct Guess {
        estimate: fn(u32) -> Option<Cost>,
        admissible: bool,
    }

    impl Heuristic<Toy> for Guess {
        fn estimate(&self, _: &Toy, node: &Node<'_, Toy>) -> Option<Cost> {
            (self.estimate)(*node.state)
        }

        fn is_admissible(&self, _: &Toy) -> bool {
            self.admissible
        }
    }

    fn check_guess(toy: &Toy, guess: &Guess) {
        check_heuristic(toy, guess, &Walks::default());
    }

    #[test]
    fn sound_heuristics_pass() {
        check_heuristic(&Toy::default(), &Blind, &Walks::default());
        check_guess(
            &Toy::default(),
            &Guess { estimate: |left| Some(left.div_ceil(3)), admissible: true },
        );
        check_guess(&Toy::default(), &Guess { estimate: Some, admissible: false });
    }

    #[test]
    fn estimates_are_free_without_a_goal() {
        let toy = Toy { is_goal: |_| false, ..Toy::default() };
        check_guess(&toy, &Guess { estimate: Some, admissible: true });
        check_guess(&toy, &Guess { estimate: |_| None, admissible: true });
    }

    #[test]
    #[should_panic(
        expected = "admissible and must not estimate 6, by the first estimate, where a goal is 2 away, in 6"
    )]
    fn overestimates_are_caught() {
        check_guess(&Toy::default(), &Guess { estimate: Some, admissible: true });
    }

    #[test]
    #[should_panic(
        expected = "must not report a dead end where a goal is 2 away, by the first estimate, in 6"
    )]
    fn false_dead_ends_are_caught() {
        check_guess(&Toy::default(), &Guess { estimate: |_| None, admissible: false });
    }

    #[test]
    fn admissible_features_pass() {
        let toy = Toy { cost: |_, taken| taken, ..Toy::default() };
        check_admissible_features(&toy, &Walks::default());
    }

    #[test]
    #[should_panic(
        expected = "`Left` is admissible and must not estimate 6, by the first estimate, where a goal is 2 away"
    )]
    fn inadmissible_features_are_caught() {
        check_admissible_features(&Toy::default(), &Walks::default());
    }

    /// Refines to too much, or expects too much of children.
    struct Overrated {
        of_node: Cost,
        of_children: Cost,
    }

    impl Heuristic<Toy> for Overrated {
        fn estimate(&self, _: &Toy, _: &Node<'_, Toy>) -> Option<Cost> {
            Some(0)
        }

        fn refine(&self, _: &Toy, _: &Node<'_, Toy>, _: Cost) -> Option<Cost> {
            Some(self.of_node)
        }

        fn bound_children(
            &self,
            _: &Toy,
            _: &Node<'_, Toy>,
            _: Cost,
            moves: &[u32],
            bounds: &mut Vec<Cost>,
        ) {
            bounds.extend(moves.iter().map(|_| self.of_children));
        }

        fn is_admissible(&self, _: &Toy) -> bool {
            true
        }
    }

    #[test]
    #[should_panic(expected = "must not estimate 9, by the refined estimate")]
    fn refined_overestimates_are_caught() {
        let overrated = Overrated { of_node: 9, of_children: 0 };
        check_heuristic(&Toy::default(), &overrated, &Walks::default());
    }

    #[test]
    #[should_panic(expected = "must not estimate 9, by the estimate of the parent")]
    fn overestimates_of_children_are_caught() {
        let overrated = Overrated { of_node: 0, of_children: 9 };
        check_heuristic(&Toy::default(), &overrated, &Walks::default());
    }
}
