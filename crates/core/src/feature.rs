//! Named features of a node: heuristics and advisors, selected by name and combined by genomes.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::evaluator::rounded;
use crate::{Cost, Evaluator, Heuristic, Node, Puzzle};

/// A named feature. The name is part of the file format.
///
/// A feature is computed only when it is read.
///
/// ```
/// use patience_core::{Features, Node, example::Countdown};
///
/// let puzzle = Countdown { from: 8, most: 3 };
/// let left = Countdown::feature("Left")?;
/// assert_eq!((left.measure)(&puzzle, &Node::root(&6)), 6.0);
/// assert_eq!(left.normalised(&puzzle, &Node::root(&6)), 0.75);
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
pub struct Feature<P: Puzzle> {
    /// The name in files and on the command line.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// Heuristic, advisor or flag.
    pub kind: Kind,
    /// Minimum and maximum under the rules of an instance; normalisation maps them to 0 and 1.
    pub range: fn(&P) -> (f64, f64),
    /// The raw value.
    pub measure: fn(&P, &Node<'_, P>) -> f64,
}

impl<P: Puzzle> Feature<P> {
    /// The value mapped to 0…1 by the feature's range, whose ends must differ. Values outside are clamped.
    #[must_use]
    pub fn normalised(&self, puzzle: &P, node: &Node<'_, P>) -> f64 {
        let (least, most) = (self.range)(puzzle);
        (((self.measure)(puzzle, node) - least) / (most - least)).clamp(0.0, 1.0)
    }

    /// The value as a distance: lower is nearer to the goal, and nothing is below zero.
    #[must_use]
    pub fn distance(&self, puzzle: &P, node: &Node<'_, P>) -> f64 {
        let (least, most) = (self.range)(puzzle);
        let value = (self.measure)(puzzle, node);
        match self.kind {
            Kind::Heuristic { nearer: Nearer::High, .. } => most - value,
            _ => value - least.min(0.0),
        }
    }
}

impl<P: Puzzle> fmt::Debug for Feature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feature")
            .field("name", &self.name)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

/// The kind of a feature.
///
/// ```
/// use patience_core::{Features, Kind, Nearer, example::Countdown};
///
/// let left = Countdown::feature("Left")?;
/// assert!(matches!(left.kind, Kind::Heuristic { nearer: Nearer::Low, .. }));
/// assert_eq!(Countdown::feature("g")?.kind, Kind::Advisor);
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Estimates the distance to the goal.
    Heuristic {
        /// Which values are nearer to the goal.
        nearer: Nearer,
        /// Whether its distance never exceeds the true cost-to-go, if every move costs at least one.
        admissible: bool,
    },
    /// Describes the node without estimating a distance.
    Advisor,
    /// An advisor that is 0 or 1.
    Flag,
}

/// Which values of a heuristic are nearer to the goal.
///
/// ```
/// use patience_core::{Feature, Kind, Nearer, Node, example::Countdown};
///
/// let taken = Feature {
///     name: "Taken",
///     summary: "what was taken from the heap",
///     kind: Kind::Heuristic { nearer: Nearer::High, admissible: false },
///     range: |puzzle: &Countdown| (0.0, f64::from(puzzle.from)),
///     measure: |puzzle, node| f64::from(puzzle.from - node.state),
/// };
/// // Six of eight are taken. More would be nearer, and two are missing.
/// assert_eq!(taken.distance(&Countdown { from: 8, most: 3 }, &Node::root(&2)), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearer {
    /// Lower is nearer.
    Low,
    /// Higher is nearer.
    High,
}

/// A puzzle with named features.
///
/// ```
/// use patience_core::{Features, example::Countdown};
///
/// let names: Vec<&str> = Countdown::features().iter().map(|feature| feature.name).collect();
/// assert_eq!(names, ["Left", "g"]);
/// assert!(Countdown::feature("Right").is_err());
/// ```
pub trait Features: Puzzle + Sized + 'static {
    /// All features, in the order in which they are listed.
    fn features() -> &'static [Feature<Self>];

    /// Whether the admissible features are admissible in the metric of this instance.
    fn has_admissible_features(&self) -> bool {
        true
    }

    /// The feature with this name.
    fn feature(name: &str) -> Result<&'static Feature<Self>, UnknownFeature> {
        Self::features().iter().find(|feature| feature.name == name).ok_or_else(|| UnknownFeature {
            name: name.to_owned(),
            known: Self::features().iter().map(|feature| feature.name).collect(),
        })
    }
}

/// A puzzle whose nodes are measured by numbered features. Those with [`Features`] have them by their type; one that is made at run time has
/// its own.
///
/// ```
/// use patience_core::{Measured, Node, example::Countdown};
///
/// let puzzle = Countdown { from: 8, most: 3 };
/// assert_eq!((puzzle.feature_count(), puzzle.feature_name(0)), (2, "Left"));
/// assert_eq!(puzzle.measure(0, &Node::root(&6)), 6.0);
/// ```
pub trait Measured: Puzzle + Sized {
    /// The number of features.
    fn feature_count(&self) -> usize;

    /// The name of a feature.
    fn feature_name(&self, at: usize) -> &str;

    /// The kind of a feature.
    fn feature_kind(&self, at: usize) -> Kind;

    /// Minimum and maximum of a feature in this instance.
    fn feature_range(&self, at: usize) -> (f64, f64);

    /// The raw value of a feature.
    fn measure(&self, at: usize, node: &Node<'_, Self>) -> f64;
}

impl<P: Features> Measured for P {
    fn feature_count(&self) -> usize {
        P::features().len()
    }

    fn feature_name(&self, at: usize) -> &str {
        P::features()[at].name
    }

    fn feature_kind(&self, at: usize) -> Kind {
        P::features()[at].kind
    }

    fn feature_range(&self, at: usize) -> (f64, f64) {
        (P::features()[at].range)(self)
    }

    #[inline]
    fn measure(&self, at: usize, node: &Node<'_, Self>) -> f64 {
        (P::features()[at].measure)(self, node)
    }
}

/// No feature has this name.
///
/// ```
/// use patience_core::{Features, example::Countdown};
///
/// let Err(error) = Countdown::feature("Right") else { panic!("there is no such feature") };
/// assert_eq!(error.to_string(), "unknown feature `Right` (known: Left, g)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFeature {
    /// The unknown name.
    pub name: String,
    /// The known names.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown feature `{}` (known: {})", self.name, self.known.join(", "))
    }
}

impl Error for UnknownFeature {}

/// How a feature's value becomes a score; lower is more promising.
///
/// ```
/// use patience_core::{ByFeature, Evaluator, Features, Node, Reading, example::Countdown};
///
/// let puzzle = Countdown { from: 8, most: 3 };
/// let feature = Countdown::feature("Left")?;
/// let score = |reading| ByFeature { feature, reading }.score(&puzzle, &Node::root(&6));
/// assert_eq!([Reading::Raw, Reading::Highest].map(score), [6.0, -6.0]);
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The measured value.
    Raw,
    /// The value as a distance: lower is nearer to the goal.
    #[default]
    Distance,
    /// The measured value, negated: the state with the highest value is the most promising.
    Highest,
}

/// A single feature as an evaluator and, rounded, as a heuristic.
///
/// ```
/// use patience_core::{ByFeature, Evaluator, Features, Node, Reading, example::Countdown};
///
/// let left = ByFeature { feature: Countdown::feature("Left")?, reading: Reading::Distance };
/// assert_eq!(left.score(&Countdown { from: 8, most: 3 }, &Node::root(&6)), 6.0);
/// assert!(Countdown::feature("Lift").is_err());
/// # Ok::<(), patience_core::UnknownFeature>(())
/// ```
#[derive(Debug)]
pub struct ByFeature<P: Puzzle + 'static> {
    /// The feature.
    pub feature: &'static Feature<P>,
    /// How its value becomes a score.
    pub reading: Reading,
}

impl<P: Puzzle> Clone for ByFeature<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for ByFeature<P> {}

impl<P: Puzzle> Evaluator<P> for ByFeature<P> {
    fn score(&self, puzzle: &P, node: &Node<'_, P>) -> f64 {
        match self.reading {
            Reading::Raw => (self.feature.measure)(puzzle, node),
            Reading::Distance => self.feature.distance(puzzle, node),
            Reading::Highest => -(self.feature.measure)(puzzle, node),
        }
    }
}

impl<P: Features> Heuristic<P> for ByFeature<P> {
    fn estimate(&self, puzzle: &P, node: &Node<'_, P>) -> Option<Cost> {
        Some(rounded(self.score(puzzle, node)))
    }

    fn is_admissible(&self, puzzle: &P) -> bool {
        self.reading == Reading::Distance
            && puzzle.has_admissible_features()
            && matches!(self.feature.kind, Kind::Heuristic { admissible: true, .. })
    }
}
