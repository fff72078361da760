//! Grades of every puzzle: the four grades are quarters of the stated sample, and the measure behind them agrees with other measures of effort.

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{Choice as _, Grade, Graded, Kit, Position, Values, quartiles};
use patience_laws::rank_correlation;
use patience_workbench::{Instances, find, read};

/// Where the positions of a sample come from.
#[derive(Clone, Copy)]
enum Source {
    /// Instances by their names.
    Named(&'static [&'static str]),
    /// The first puzzles of the generator.
    Generated(u64),
}

/// A puzzle with the sample of its thresholds, a smaller one, and how other measures go with the first: at least so much if positive, at most if not.
struct Case {
    puzzle: &'static str,
    stated: Source,
    small: Source,
    correlations: &'static [(&'static str, f64)],
}

const CASES: [Case; 5] = [
    Case {
        puzzle: "freecell",
        stated: Source::Named(&["1..=200"]),
        small: Source::Named(&["1..=24"]),
        correlations: &[("moves", 0.3), ("wins", -0.5)],
    },
    Case {
        puzzle: "klondike",
        stated: Source::Named(&["1..=200"]),
        small: Source::Named(&["1..=24"]),
        correlations: &[("wins", -0.5)],
    },
    Case {
        puzzle: "rushhour",
        stated: Source::Named(&["JAM01..=JAM40"]),
        small: Source::Named(&["JAM01..=JAM03", "JAM11..=JAM13", "JAM21..=JAM22", "JAM34..=JAM35"]),
        correlations: &[("slides", 0.8), ("effort", 0.7)],
    },
    Case {
        puzzle: "peg",
        stated: Source::Generated(200),
        small: Source::Generated(24),
        correlations: &[("jumps", 0.2), ("keeping", -0.5)],
    },
    Case {
        puzzle: "tiles",
        stated: Source::Named(&["1..=400"]),
        small: Source::Named(&["1..=40"]),
        correlations: &[("nodes", 0.7)],
    },
];

impl Source {
    fn positions(self, kit: &'static dyn Kit) -> Vec<Box<dyn Position>> {
        match self {
            Self::Named(words) => {
                let mut instances = Instances::new(kit, Values::default());
                for word in words {
                    instances.add(word).unwrap();
                }
                instances.into_iter().map(|instance| instance.unwrap().position).collect()
            }
            Self::Generated(count) => generated(kit, count),
        }
    }

    /// The grades of what can be solved.
    fn graded(self, kit: &'static dyn Kit) -> Vec<Graded> {
        self.positions(kit).iter().filter_map(|position| graded(&**position)).collect()
    }
}

fn graded(position: &dyn Position) -> Option<Graded> {
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    position.grade(&mut meter).unwrap()
}

/// The first puzzles of the generator with its default settings.
fn generated(kit: &dyn Kit, count: u64) -> Vec<Box<dyn Position>> {
    let job = kit.jobs().iter().find(|job| job.about().verb == "generate").unwrap();
    let (work, mut gather) = job.start(&Values::from_iter([("count", count)])).unwrap();
    let mut made = Vec::new();
    for unit in 0.. {
        let result = work.work(unit, &Limits::default(), &Cancel::new()).unwrap().unwrap();
        let taken = gather.take(unit, result).unwrap();
        made.extend(taken.items.into_iter().filter_map(|item| item.position));
        if taken.is_enough {
            break;
        }
    }
    made
}

/// The values of a measure.
fn column(sample: &[Graded], measure: &str) -> Vec<f64> {
    let at = sample[0].grading.measures.iter().position(|named| named.name == measure).unwrap();
    sample.iter().map(|graded| graded.values[at]).collect()
}

#[test]
#[ignore = "takes minutes without optimization: run it after a change of a measure"]
fn thresholds_are_the_quartiles_of_the_stated_sample() {
    for Case { puzzle, stated, .. } in CASES {
        let kit = find(puzzle).unwrap();
        let (sample, grading) = (stated.graded(kit), kit.grading().unwrap());
        let first = column(&sample, grading.measures[0].name);
        for named in grading.measures {
            let values = column(&sample, named.name);
            let correlation = rank_correlation(&values, &first);
            println!("{puzzle}, {}: {:?}, {correlation:.2}", named.name, quartiles(&values));
        }
        for (found, written) in quartiles(&first).into_iter().zip(grading.quartiles) {
            // They are written with two decimals; a value that equals one belongs to the easier grade.
            assert!((-0.006..=0.011).contains(&(written - found)), "{found}, not {written}");
        }
    }
}

#[test]
fn every_grade_occurs_and_goes_with_other_measures() {
    for Case { puzzle, small, correlations, .. } in CASES {
        let kit = find(puzzle).unwrap();
        let sample = small.graded(kit);
        for &(grade, named) in Grade::ALL {
            let occurs = sample.iter().any(|graded| graded.grade == grade);
            assert!(occurs, "{puzzle} has none that is {}", named.name);
        }
        let first = column(&sample, kit.grading().unwrap().measures[0].name);
        for &(measure, bound) in correlations {
            let found = rank_correlation(&first, &column(&sample, measure));
            let holds = if bound < 0.0 { found < bound } else { bound < found };
            assert!(holds, "{puzzle}, {measure}: {found}, not {bound}");
        }
    }
}

#[test]
fn what_cannot_be_solved_has_no_grade() {
    for (puzzle, instance) in
        [("freecell", "11982"), ("klondike", "3"), ("tiles", "1 2 3/4 5 6/8 7 .")]
    {
        let position = read(find(puzzle).unwrap(), instance, &Values::default()).unwrap();
        assert!(graded(&*position).is_none(), "{puzzle} {instance}");
    }
}
