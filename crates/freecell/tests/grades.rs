//! Grades: the four grades are quarters of the stated sample, and the measure behind them agrees with other measures of effort.

use patience_core::{Cancel, Limits, Meter};
use patience_freecell::KIT;
use patience_kit::{Choice as _, Grade, Graded, Kit as _, Position, Values, quartiles};
use patience_laws::rank_correlation;

fn graded(position: &dyn Position) -> Option<Graded> {
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    position.grade(&mut meter).unwrap()
}

/// The winnable deals among the first ones.
fn sample(last: u64) -> Vec<Graded> {
    let deal = |number| KIT.deal(number, &Values::default()).unwrap();
    (1..=last).filter_map(|number| graded(&*deal(number))).collect()
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
    let sample = sample(200);
    let first = KIT.grading().unwrap().measures[0].name;
    for named in KIT.grading().unwrap().measures {
        let correlation = rank_correlation(&column(&sample, named.name), &column(&sample, first));
        println!("{}: {:?}, {correlation:.2}", named.name, quartiles(&column(&sample, named.name)));
    }
    let found = quartiles(&column(&sample, first));
    for (found, written) in found.into_iter().zip(KIT.grading().unwrap().quartiles) {
        // They are written with two decimals.
        assert!((found - written).abs() < 0.006, "{found}, not {written}");
    }
}

#[test]
fn every_grade_occurs_and_longer_solutions_are_harder() {
    let sample = sample(24);
    for &(grade, named) in Grade::ALL {
        assert!(sample.iter().any(|graded| graded.grade == grade), "{}", named.name);
    }
    let left = column(&sample, "left");
    assert!(0.3 < rank_correlation(&left, &column(&sample, "moves")));
    assert!(rank_correlation(&left, &column(&sample, "wins")) < -0.5);
}

#[test]
fn a_deal_that_cannot_be_won_has_no_grade() {
    assert!(graded(&*KIT.deal(11_982, &Values::default()).unwrap()).is_none());
}
