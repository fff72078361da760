//! What rows measure, what was published of it, and how far ours may differ.

use serde::{Deserialize, Deserializer, Serialize};

use crate::stats::Estimate;

/// A figure of a row.
///
/// ```
/// use patience_lab::measure::Measure;
///
/// assert!(Measure::Rate.is_larger_better() && !Measure::Nodes.is_larger_better());
/// // Times depend on the machine, so they are shown and never judged.
/// let judged = Measure::ALL.into_iter().filter(|measure| !measure.is_time());
/// assert_eq!(judged.count(), Measure::ALL.len() - 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Cases solved or games won, in per cent.
    Rate,
    /// Mean nodes of solved cases.
    Nodes,
    /// Mean nodes; an unsolved case counts with the penalty.
    PenalisedNodes,
    /// The nodes of all cases.
    TotalNodes,
    /// Mean nodes in per cent of the control's, case by case.
    Percent,
    /// Mean length of solutions.
    Length,
    /// Mean length; an unsolved case counts with the penalty.
    PenalisedLength,
    /// Cases with a proven optimum, in per cent.
    Optimal,
    /// CPU seconds a case.
    Seconds,
    /// Mean seconds; an unsolved case counts with the penalty. Quoted only.
    PenalisedSeconds,
    /// The CPU seconds of all cases.
    TotalSeconds,
}

impl Measure {
    /// Every measure, in the order of the columns.
    pub const ALL: [Self; 11] = [
        Self::Rate,
        Self::Nodes,
        Self::PenalisedNodes,
        Self::TotalNodes,
        Self::Percent,
        Self::Length,
        Self::PenalisedLength,
        Self::Optimal,
        Self::Seconds,
        Self::PenalisedSeconds,
        Self::TotalSeconds,
    ];

    /// The heading of its column.
    ///
    /// ```
    /// use patience_lab::measure::Measure;
    ///
    /// assert_eq!(Measure::PenalisedNodes.heading(), "nodes, penalised");
    /// ```
    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::Rate => "solved %",
            Self::Nodes => "nodes",
            Self::PenalisedNodes => "nodes, penalised",
            Self::TotalNodes => "nodes in all",
            Self::Percent => "% of control",
            Self::Length => "length",
            Self::PenalisedLength => "length, penalised",
            Self::Optimal => "optimal %",
            Self::Seconds => "CPU s",
            Self::PenalisedSeconds => "s, penalised",
            Self::TotalSeconds => "CPU s in all",
        }
    }

    /// Whether larger values are better.
    ///
    /// ```
    /// use patience_lab::measure::Measure;
    ///
    /// let better = |measure: Measure, one: f64, other: f64| (other < one) == measure.is_larger_better();
    /// assert!(better(Measure::Rate, 97.0, 90.0));
    /// assert!(!better(Measure::Length, 97.0, 90.0));
    /// ```
    #[must_use]
    pub fn is_larger_better(self) -> bool {
        matches!(self, Self::Rate | Self::Optimal)
    }

    /// Whether the figure depends on the machine: it is shown and never judged.
    ///
    /// ```
    /// use patience_lab::measure::Measure;
    ///
    /// assert!(Measure::Seconds.is_time() && !Measure::Nodes.is_time());
    /// ```
    #[must_use]
    pub fn is_time(self) -> bool {
        matches!(self, Self::Seconds | Self::PenalisedSeconds | Self::TotalSeconds)
    }

    /// A value with as many digits as it deserves.
    ///
    /// ```
    /// use patience_lab::measure::Measure;
    ///
    /// assert_eq!(Measure::Rate.text(97.126), "97.13");
    /// assert_eq!(Measure::Nodes.text(1_234_567.8), "1,234,568");
    /// ```
    #[must_use]
    pub fn text(self, value: f64) -> String {
        match self {
            Self::Rate | Self::Optimal => format!("{value:.2}"),
            Self::Percent if value < 10.0 => format!("{value:.2}"),
            Self::Percent | Self::Length => format!("{value:.1}"),
            Self::Seconds | Self::PenalisedSeconds | Self::TotalSeconds if value < 10.0 => {
                format!("{value:.4}")
            }
            // A count that is far below 2^64.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            _ => patience_kit::grouped(value.max(0.0).round() as u64),
        }
    }
}

/// A published figure, with half of the width of its interval where that was published.
///
/// ```
/// use patience_lab::measure::Published;
///
/// // In the file of an experiment: a number, or a number and half of its interval.
/// let read = |text| serde_json::from_str::<Published>(text);
/// assert_eq!(read("27.2")?, Published { value: 27.2, plus_minus: 0.0 });
/// assert_eq!(read("[27.2, 0.8]")?, Published { value: 27.2, plus_minus: 0.8 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Published {
    /// The figure.
    pub value: f64,
    /// Half of the width of its interval.
    pub plus_minus: f64,
}

impl<'de> Deserialize<'de> for Published {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number, or a number and half of its interval")]
        enum Text {
            Value(f64),
            Interval([f64; 2]),
        }
        Ok(match Text::deserialize(reader)? {
            Text::Value(value) => Self { value, plus_minus: 0.0 },
            Text::Interval([value, plus_minus]) => Self { value, plus_minus },
        })
    }
}

/// How far a figure may be from the published one: `5%` of it, or so much.
///
/// ```
/// use patience_lab::measure::Tolerance;
///
/// let read = |text| serde_json::from_str::<Tolerance>(text);
/// assert_eq!(read("\"25%\"")?, Tolerance::Share(0.25));
/// assert_eq!(read("3")?, Tolerance::Absolute(3.0));
/// assert!(read("\"a bit\"").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// A share of the published figure.
    Share(f64),
    /// In the unit of the figure.
    Absolute(f64),
}

impl<'de> Deserialize<'de> for Tolerance {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number, or a percentage such as \"5%\"")]
        enum Text {
            Number(f64),
            Percent(String),
        }
        match Text::deserialize(reader)? {
            Text::Number(number) => Ok(Self::Absolute(number)),
            Text::Percent(text) => {
                let number =
                    text.strip_suffix('%').and_then(|text| text.trim().parse::<f64>().ok());
                number.map(|number| Self::Share(number / 100.0)).ok_or_else(|| {
                    serde::de::Error::custom(format!(
                        "expected a percentage such as \"5%\", found \"{text}\""
                    ))
                })
            }
        }
    }
}

/// How our figure stands to the published one.
///
/// ```
/// use patience_lab::measure::{Agreement, Measure, Published, Tolerance};
/// use patience_lab::stats::Estimate;
///
/// // Ours are shorter than the published solutions, by more than the tolerance.
/// let ours = Estimate { value: 80.0, low: 79.0, high: 81.0 };
/// let published = Published { value: 100.0, plus_minus: 0.0 };
/// let agreement = |tolerance| Agreement::of(Measure::Length, ours, published, tolerance);
/// assert_eq!(agreement(Tolerance::Share(0.05)), Agreement::Better);
/// assert_eq!(agreement(Tolerance::Share(0.25)), Agreement::Within);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// The difference is within its interval, widened by the tolerance.
    Within,
    /// It lies outside, on the better side.
    Better,
    /// It lies outside, on the worse side.
    Differs,
    /// Ours is only a bound, because of searches that reached a limit or gave up, and it lies where it decides nothing.
    Censored,
}

impl Agreement {
    /// Compares our figure with a published one. Errors add as independent ones do: by their squares.
    ///
    /// ```
    /// use patience_lab::measure::{Agreement, Measure, Published, Tolerance};
    /// use patience_lab::stats::Estimate;
    ///
    /// let published = Published { value: 27.2, plus_minus: 0.8 };
    /// let ours = |value, half| Estimate { value, low: value - half, high: value + half };
    /// let none = Tolerance::Absolute(0.0);
    /// let of = |ours| Agreement::of(Measure::Rate, ours, published, none);
    /// assert_eq!(of(ours(28.0, 0.6)), Agreement::Within);
    /// assert_eq!(of(ours(33.0, 0.6)), Agreement::Better);
    /// assert_eq!(of(ours(25.0, 0.6)), Agreement::Differs);
    /// ```
    #[must_use]
    pub fn of(
        measure: Measure,
        ours: Estimate,
        published: Published,
        tolerance: Tolerance,
    ) -> Self {
        let allowed = match tolerance {
            Tolerance::Share(share) => share * published.value.abs(),
            Tolerance::Absolute(number) => number,
        };
        let excess = ours.value - published.value;
        let error = if excess < 0.0 { ours.high - ours.value } else { ours.value - ours.low };
        if excess.abs() <= allowed + error.hypot(published.plus_minus) {
            Self::Within
        } else if (0.0 < excess) == measure.is_larger_better() {
            Self::Better
        } else {
            Self::Differs
        }
    }

    /// What remains of it if ours is only a bound: an upper bound of a figure that should be small may be better, a lower bound may differ, and
    /// nothing else is known.
    ///
    /// ```
    /// use patience_lab::measure::{Agreement, Bound};
    ///
    /// assert_eq!(Agreement::Better.given(Bound::AtMost), Agreement::Better);
    /// assert_eq!(Agreement::Differs.given(Bound::AtMost), Agreement::Censored);
    /// assert_eq!(Agreement::Within.given(Bound::AtLeast), Agreement::Censored);
    /// assert_eq!(Agreement::Within.given(Bound::Exact), Agreement::Within);
    /// ```
    #[must_use]
    pub fn given(self, bound: Bound) -> Self {
        match (bound, self) {
            (Bound::Exact, agreement) => agreement,
            (Bound::AtMost, Self::Better) => Self::Better,
            (Bound::AtLeast, Self::Differs) => Self::Differs,
            _ => Self::Censored,
        }
    }
}

/// What a figure is whose smaller values are better, if searches reached a limit or gave up.
///
/// ```
/// use patience_lab::measure::{Agreement, Bound};
///
/// assert_eq!(Agreement::Better.given(Bound::Neither), Agreement::Censored);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// All searches came to a result.
    Exact,
    /// The true figure is at most this.
    AtMost,
    /// The true figure is at least this.
    AtLeast,
    /// Searches without a result on both sides, or cases that had to be left out: neither.
    Neither,
}
