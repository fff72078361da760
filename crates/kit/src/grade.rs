//! Grades: how hard a person would find a position, by measures that the puzzle states.

use std::fmt::Write as _;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::{Choice, Named, choices};

choices! {
    /// How hard a position is: a quarter of the puzzle's sample each.
    ///
    /// ```
    /// use patience_kit::{Choice, Grade};
    ///
    /// assert!(Grade::Easy < Grade::Medium && Grade::Hard < Grade::Expert);
    /// assert_eq!(serde_json::to_value(Grade::Hard).ok(), Some(Grade::Hard.name().into()));
    /// ```
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Grade {
        /// The easiest quarter of the sample
        Easy = "easy",
        /// The second quarter
        Medium = "medium",
        /// The third quarter
        Hard = "hard",
        /// The hardest quarter
        Expert = "expert",
    }
}

/// How a puzzle grades: its measures, and the sample that the grades are quarters of.
///
/// ```
/// use patience_kit::{Grade, Grading, Named};
///
/// let grading = Grading {
///     definition: "The number of nodes of a breadth-first search",
///     sample: "A thousand random boards",
///     measures: &[Named { name: "nodes", summary: "Nodes of the search" }],
///     quartiles: [10.0, 50.0, 200.0],
/// };
/// assert_eq!(grading.grade(50.0), Grade::Medium);
/// assert_eq!(grading.grade(1000.0), Grade::Expert);
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Grading {
    /// What the grade follows from, in a sentence or two.
    pub definition: &'static str,
    /// The sample, as a command or a description that leads to it again.
    pub sample: &'static str,
    /// The measures. The first decides the grade: more is harder. Their names are file format.
    pub measures: &'static [Named],
    /// The quartiles of the first measure in the sample. A value that equals one belongs to the easier grade.
    pub quartiles: [f64; 3],
}

impl Grading {
    /// The grade of a value of the first measure.
    #[must_use]
    pub fn grade(&self, value: f64) -> Grade {
        let [first, second, third] = self.quartiles;
        if value <= first {
            Grade::Easy
        } else if value <= second {
            Grade::Medium
        } else if value <= third {
            Grade::Hard
        } else {
            Grade::Expert
        }
    }

    /// A position with these measures, in the order of [`measures`](Self::measures).
    #[must_use]
    pub fn graded(&'static self, values: Vec<f64>) -> Graded {
        let grade = self.grade(values.first().copied().unwrap_or(f64::INFINITY));
        Graded { grade, grading: self, values }
    }
}

/// A grade with the measures behind it.
///
/// ```
/// use patience_kit::{Grade, Grading, Named};
///
/// static GRADING: Grading = Grading {
///     definition: "The number of nodes of a breadth-first search",
///     sample: "A thousand random boards",
///     measures: &[Named { name: "nodes", summary: "nodes of the search" }],
///     quartiles: [10.0, 50.0, 200.0],
/// };
/// let graded = GRADING.graded(vec![120.0]);
/// assert_eq!(graded.grade, Grade::Hard);
/// assert_eq!(graded.table(), "nodes  120  nodes of the search\n");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Graded {
    /// The grade.
    pub grade: Grade,
    /// How it was found.
    pub grading: &'static Grading,
    /// The values of the measures.
    pub values: Vec<f64>,
}

impl Graded {
    /// The measures with their values.
    pub fn measures(&self) -> impl Iterator<Item = (&'static Named, f64)> {
        self.grading.measures.iter().zip(self.values.iter().copied())
    }

    /// The measures as lines of a table: name, value, what it is.
    #[must_use]
    pub fn table(&self) -> String {
        let rows: Vec<_> = self.measures().map(|(named, value)| (named, figure(value))).collect();
        let widths = rows.iter().fold((0, 0), |(name, value), (named, text)| {
            (name.max(named.name.len()), value.max(text.len()))
        });
        let mut out = String::new();
        for (named, text) in rows {
            let (name, summary) = (named.name, named.summary);
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{name:0$}  {text:>1$}  {summary}", widths.0, widths.1);
        }
        out
    }
}

/// `{"grade": "hard", "measures": {"slides": 31, …}}`: file format.
impl Serialize for Graded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("grade", self.grade.name())?;
        let measures: serde_json::Map<String, serde_json::Value> =
            self.measures().map(|(named, value)| (named.name.to_owned(), number(value))).collect();
        map.serialize_entry("measures", &measures)?;
        map.end()
    }
}

/// A measure as text: whole numbers as they are, others with two decimals.
///
/// ```
/// assert_eq!((patience_kit::figure(12.0), patience_kit::figure(0.125)), ("12".to_owned(), "0.12".to_owned()));
/// ```
#[must_use]
pub fn figure(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// A measure as JSON: whole numbers without a point, others to the millionth, which hides how sums are rounded.
fn number(value: f64) -> serde_json::Value {
    let value = (value * 1e6).round() / 1e6;
    if value.fract() == 0.0 && value.abs() < 1e15 {
        // Whole and small.
        #[allow(clippy::cast_possible_truncation)]
        let whole = value as i64;
        whole.into()
    } else {
        value.into()
    }
}

/// The quartiles of a sample: the values after a quarter, a half and three quarters of it, in order. Zeros for an empty sample.
///
/// ```
/// let sample = [5.0, 1.0, 4.0, 2.0, 3.0, 8.0, 7.0, 6.0];
/// assert_eq!(patience_kit::quartiles(&sample), [2.0, 4.0, 6.0]);
/// ```
#[must_use]
pub fn quartiles(sample: &[f64]) -> [f64; 3] {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |quarter: usize| {
        let index = (quarter * sorted.len()).div_ceil(4).saturating_sub(1);
        sorted.get(index).copied().unwrap_or(0.0)
    };
    [at(1), at(2), at(3)]
}

#[cfg(test)]
mod tests {
    use super::*;

    static GRADING: Grading = Grading {
        definition: "",
        sample: "",
        measures: &[Named::new("length", "Moves"), Named::new("share", "Of something")],
        quartiles: [10.0, 20.0, 30.5],
    };

    #[test]
    fn grades_are_quarters_and_ties_are_easier() {
        let grades = [0.0, 10.0, 10.1, 20.0, 30.5, 30.6, f64::INFINITY];
        let grades = grades.map(|value| GRADING.grade(value).name());
        assert_eq!(grades, ["easy", "easy", "medium", "medium", "hard", "expert", "expert"]);
    }

    #[test]
    fn quartiles_leave_a_quarter_below_or_at_each() {
        let sample: Vec<f64> = (1..=8).map(f64::from).rev().collect();
        // Text, since no arithmetic is involved.
        let shown = |sample: &[f64]| format!("{:?}", quartiles(sample));
        assert_eq!(shown(&sample), "[2.0, 4.0, 6.0]");
        assert_eq!(shown(&[5.0]), "[5.0, 5.0, 5.0]");
        assert_eq!(shown(&[]), "[0.0, 0.0, 0.0]");
    }

    #[test]
    fn measures_are_written_as_text_and_json() {
        let graded = GRADING.graded(vec![12.0, 0.125]);
        assert_eq!(graded.table(), "length    12  Moves\nshare   0.12  Of something\n");
        let json = serde_json::to_string(&graded).unwrap();
        assert_eq!(json, r#"{"grade":"medium","measures":{"length":12,"share":0.125}}"#);
    }
}
