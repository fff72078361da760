//! Grades: the four grades are quarters of the stated sample, and the measure behind them agrees with other measures of effort.

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{Choice as _, Grade, Graded, Kit as _, Position, Values, quartiles};
use patience_laws::rank_correlation;
use patience_rush_hour::KIT;

fn graded(position: &dyn Position) -> Option<Graded> {
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    position.grade(&mut meter).unwrap()
}

/// Cards of the original game.
fn sample(cards: &str) -> Vec<Graded> {
    let cards = KIT.named(cards, &Values::default()).unwrap().unwrap();
    cards.iter().filter_map(|card| graded(&*card.position)).collect()
}

/// The values of a measure.
fn column(sample: &[Graded], measure: &str) -> Vec<f64> {
    let measures = KIT.grading().unwrap().measures;
    let at = measures.iter().position(|named| named.name == measure).unwrap();
    sample.iter().map(|graded| graded.values[at]).collect()
}

#[test]
#[ignore = "takes minutes without optimization: run it after a change of the measure"]
fn the_thresholds_are_the_quartiles_of_the_sample() {
    let sample = sample("JAM01..=JAM40");
    let first = KIT.grading().unwrap().measures[0].name;
    for named in KIT.grading().unwrap().measures {
        let correlation = rank_correlation(&column(&sample, named.name), &column(&sample, first));
        println!("{}: {:?}, {correlation:.2}", named.name, quartiles(&column(&sample, named.name)));
    }
    let found = quartiles(&column(&sample, first));
    for (found, written) in found.into_iter().zip(KIT.grading().unwrap().quartiles) {
        // They are rounded up to two decimals, so that the value itself belongs to the easier grade.
        assert!((-0.001..=0.011).contains(&(written - found)), "{found}, not {written}");
    }
}

#[test]
fn harder_cards_have_harder_grades() {
    // The cards are in the order of their difficulty, ten a level.
    let cards = ["JAM01..=JAM03", "JAM11..=JAM13", "JAM21..=JAM22", "JAM34..=JAM35"];
    let sample: Vec<Graded> = cards.into_iter().flat_map(sample).collect();
    for &(grade, named) in Grade::ALL {
        assert!(sample.iter().any(|graded| graded.grade == grade), "{}", named.name);
    }
    let bits = column(&sample, "bits");
    let order: Vec<f64> = (0..sample.len()).map(|at| at as f64).collect();
    assert!(0.8 < rank_correlation(&bits, &order));
    assert!(0.8 < rank_correlation(&bits, &column(&sample, "slides")));
    assert!(0.7 < rank_correlation(&bits, &column(&sample, "effort")));
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
