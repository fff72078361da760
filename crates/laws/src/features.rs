//! Laws of named features.

use std::collections::BTreeSet;

use patience_core::{Feature, Features, Kind, Node, Puzzle};

use crate::Walks;

/// Checks the laws of [`Features`] on random walks.
///
/// - Names are unique, and every feature has a summary.
/// - The ends of each range are finite and differ, because normalisation divides by their difference.
/// - Every value is deterministic, finite and within its range; normalised, it is within 0…1; a flag is 0 or 1.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_laws::{Walks, check_features};
///
/// check_features(&Countdown { from: 20, most: 3 }, &Walks::default());
/// ```
///
/// # Panics
///
/// If a law is broken.
pub fn check_features<P: Features>(puzzle: &P, walks: &Walks) {
    check_list(puzzle, P::features(), walks);
}

fn check_list<P: Puzzle>(puzzle: &P, features: &[Feature<P>], walks: &Walks) {
    let mut names = BTreeSet::new();
    for feature in features {
        check_description(puzzle, feature);
        assert!(names.insert(feature.name), "two features are named `{}`", feature.name);
    }
    walks.visit(puzzle, |node| {
        for feature in features {
            check_value(puzzle, feature, node);
        }
    });
}

fn check_description<P: Puzzle>(puzzle: &P, feature: &Feature<P>) {
    let Feature { name, summary, range, .. } = feature;
    assert!(!name.trim().is_empty(), "a feature has no name: its summary is `{summary}`");
    assert!(!summary.trim().is_empty(), "`{name}` has no summary");
    let (least, most) = range(puzzle);
    assert!(
        least.is_finite() && most.is_finite(),
        "`{name}` must have a finite range, not {least} to {most}"
    );
    assert!(
        least < most,
        "`{name}` must have a range of more than one value, not {least} to {most}"
    );
}

fn check_value<P: Puzzle>(puzzle: &P, feature: &Feature<P>, node: &Node<'_, P>) {
    let Feature { name, kind, range, measure, .. } = feature;
    let place =
        || format!("{:?}, reached by {} moves, the last {:?}", node.state, node.g, node.last);
    let value = measure(puzzle, node);
    assert!(value.is_finite(), "`{name}` must be finite, not {value} in {}", place());
    let again = measure(puzzle, node);
    assert!(
        value.to_bits() == again.to_bits(),
        "`{name}` must be deterministic, not {value} and {again} in {}",
        place()
    );
    let (least, most) = range(puzzle);
    assert!(
        (least..=most).contains(&value),
        "`{name}` must be within {least} to {most}, not {value} in {}",
        place()
    );
    let normalised = feature.normalised(puzzle, node);
    assert!(
        (0.0..=1.0).contains(&normalised),
        "`{name}`, normalised, must be within 0 to 1, not {normalised} in {}",
        place()
    );
    let is_bit = [0.0, 1.0].contains(&value);
    assert!(
        *kind != Kind::Flag || is_bit,
        "`{name}` is a flag and must be 0 or 1, not {value} in {}",
        place()
    );
}

#[cfg(test)]
mod tests {
    use patience_core::example::Countdown;

    use super::*;

    const SOUND: Feature<Countdown> = Feature {
        name: "Left",
        summary: "size of the heap",
        kind: Kind::Advisor,
        range: |puzzle| (0.0, f64::from(puzzle.from)),
        measure: |_, node| f64::from(*node.state),
    };

    fn check_these(features: &[Feature<Countdown>]) {
        check_list(&Countdown { from: 9, most: 3 }, features, &Walks::default());
    }

    #[test]
    fn sound_features_pass() {
        check_these(&[SOUND]);
    }

    #[test]
    #[should_panic(expected = "two features are named `Left`")]
    fn duplicate_names_are_caught() {
        check_these(&[SOUND, SOUND]);
    }

    #[test]
    #[should_panic(expected = "a feature has no name")]
    fn missing_name_is_caught() {
        check_these(&[Feature { name: "", ..SOUND }]);
    }

    #[test]
    #[should_panic(expected = "`Left` has no summary")]
    fn missing_summary_is_caught() {
        check_these(&[Feature { summary: " ", ..SOUND }]);
    }

    #[test]
    #[should_panic(expected = "`Left` must have a finite range, not 0 to inf")]
    fn infinite_range_is_caught() {
        check_these(&[Feature { range: |_| (0.0, f64::INFINITY), ..SOUND }]);
    }

    #[test]
    #[should_panic(expected = "`Left` must have a range of more than one value, not 9 to 0")]
    fn reversed_range_is_caught() {
        check_these(&[Feature { range: |_| (9.0, 0.0), ..SOUND }]);
    }

    #[test]
    #[should_panic(expected = "`Left` must have a range of more than one value, not 9 to 9")]
    fn range_of_one_value_is_caught() {
        check_these(&[Feature { range: |_| (9.0, 9.0), ..SOUND }]);
    }

    #[test]
    #[should_panic(expected = "`Left` must be finite, not NaN")]
    fn nan_is_caught() {
        check_these(&[Feature { measure: |_, _| f64::NAN, ..SOUND }]);
    }

    #[test]
    #[should_panic(expected = "`Left` must be deterministic")]
    fn nondeterminism_is_caught() {
        use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
        static CALLS: AtomicU32 = AtomicU32::new(0);
        check_these(&[Feature {
            measure: |_, _| f64::from(CALLS.fetch_add(1, Relaxed) % 2),
            ..SOUND
        }]);
    }

    #[test]
    #[should_panic(expected = "`Left` must be within 0 to 8, not 9")]
    fn value_out_of_range_is_caught() {
        check_these(&[Feature { range: |_| (0.0, 8.0), ..SOUND }]);
    }

    #[test]
    #[should_panic(expected = "`Left` is a flag and must be 0 or 1, not 9")]
    fn flag_that_is_not_0_or_1_is_caught() {
        check_these(&[Feature { kind: Kind::Flag, ..SOUND }]);
    }
}
