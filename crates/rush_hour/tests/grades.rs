//! The measure behind grades, on a board whose chances follow by hand.

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{Graded, Kit as _, Position, Values};
use patience_rush_hour::KIT;

fn graded(position: &dyn Position) -> Option<Graded> {
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    position.grade(&mut meter).unwrap()
}

#[test]
fn bits_count_the_choices_of_a_shortest_solution() {
    // A+1, B+1 and B+2 are legal. After B+1 the slides are A+1, A+2, B+1 and B-1, after B+2 they are A+1, A+2, B-1 and B-2; A+2 solves. So the
    // chance of a shortest solution is 2/3 · 1/4 = 1/6.
    let board = KIT.read("AA.B\n...B\n....\n....", &Values::default()).unwrap();
    let graded = graded(&*board[0].position).unwrap();
    assert!((graded.values[1] - 2.0).abs() < 1e-9);
    assert!((graded.values[0] - 6_f64.log2()).abs() < 1e-9, "{}", graded.values[0]);
}
