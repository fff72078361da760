//! Tests of the notation of steps.

use patience_cards::Suit;
use patience_klondike::{Rules, Step, read_steps};
use proptest::prelude::*;

fn step() -> impl Strategy<Value = Step> {
    let suit = prop::sample::select(Suit::ALL.to_vec());
    prop_oneof![
        Just(Step::Turn),
        Just(Step::Redeal),
        Just(Step::WasteHome),
        (0..7_u8).prop_map(|to| Step::WasteColumn { to }),
        (0..7_u8).prop_map(|from| Step::Home { from }),
        (0..7_u8, 0..7_u8, prop::option::of(1..=13_u8)).prop_map(|(from, to, count)| Step::Run {
            from,
            to,
            count
        }),
        (suit, 0..7_u8).prop_map(|(suit, to)| Step::Back { suit, to }),
    ]
}

proptest! {
    #[test]
    fn steps_read_as_they_are_written(steps in prop::collection::vec(step(), 0..40)) {
        let text: Vec<String> = steps.iter().map(Step::to_string).collect();
        let read = read_steps(&text.join(" "), &Rules::default()).unwrap();
        prop_assert_eq!(read.iter().map(|written| written.step).collect::<Vec<_>>(), steps);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "([a-z0-9#. \n-]|\\PC)*") {
        let _ = read_steps(&text, &Rules::default());
    }
}

#[test]
fn what_is_no_step_is_refused_with_its_place() {
    for text in [
        "", "-", "x", "TT", "w", "w-", "w-x", "0-h", "h-h", "h-3", "hX-3", "h☆-3", "5>", ">2",
        "5-2x", "5-2x0", "5-+2", "w-3x2", "hS-4x2",
    ] {
        let wrong = read_steps(&format!("T\n  {text}"), &Rules::default());
        match wrong {
            Ok(steps) => assert!(text.is_empty() && steps.len() == 1, "{text}"),
            Err(error) => assert_eq!((error.line, error.column), (2, 3), "{text}"),
        }
    }
}
