//! What guides a search: a feature by name, a heuristic that the puzzle adds, or a policy.

use patience_core::{
    ByFeature, Cost, Evaluator, Features, Heuristic, Kind, Nearer, Node, Packed, Reading,
};
use patience_learn::{Bound, FeatureSet};
use serde::Serialize;

use crate::Fault;

/// A puzzle whose generic engines can be guided.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::Heap;
/// use patience_kit::{Guide, Guided};
///
/// // The default heuristic is one of the features, or an own heuristic.
/// assert!(Heap::own_heuristics().is_empty());
/// assert!(Guide::<Heap>::named(Heap::DEFAULT_HEURISTIC).is_ok());
/// ```
pub trait Guided: Packed + Features {
    /// The heuristic of engines that are given none.
    const DEFAULT_HEURISTIC: &'static str;

    /// The node limit of generic engines without a node or time limit.
    const DEFAULT_NODES: u64 = 20_000_000;

    /// Whether IDA* tries the moves of a state in the order of the estimates of what they lead to.
    const ORDERED: bool = false;

    /// Heuristics besides the features, by name.
    #[must_use]
    fn own_heuristic(_name: &str) -> Option<&'static dyn Heuristic<Self>> {
        None
    }

    /// The names of these.
    #[must_use]
    fn own_heuristics() -> &'static [&'static str] {
        &[]
    }
}

/// A guide bound to one instance.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::Heap;
/// use patience_core::{Heuristic, Node};
/// use patience_kit::Guide;
///
/// let (heap, guide) = (Heap(9), Guide::named("Height")?);
/// assert_eq!(guide.estimate(&heap, &Node::root(&7)), Some(3));
/// assert!(guide.is_admissible(&heap));
/// // The moves since the start do not say how far the goal is.
/// let wrong = Guide::<Heap>::named("g").err().expect("it is no heuristic");
/// assert_eq!(wrong.message, "g is an advisor: it does not estimate the distance to the goal");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub enum Guide<P: Guided + 'static> {
    /// A feature, turned so that less is nearer to the goal.
    Feature(ByFeature<P>),
    /// A heuristic that the puzzle adds.
    Own(&'static dyn Heuristic<P>),
    /// A policy.
    Policy(Bound<P>),
}

impl<P: Guided> Guide<P> {
    /// The heuristic of a name.
    pub fn named(name: &str) -> Result<Self, Fault> {
        if let Some(own) = P::own_heuristic(name) {
            return Ok(Self::Own(own));
        }
        match P::features().iter().find(|feature| feature.name == name) {
            Some(feature) if matches!(feature.kind, Kind::Heuristic { .. }) => {
                Ok(Self::Feature(ByFeature { feature, reading: Reading::Distance }))
            }
            Some(_) => Err(Fault::input(format_args!(
                "{name} is an advisor: it does not estimate the distance to the goal"
            ))),
            None => {
                let is_heuristic = |kind: Kind| matches!(kind, Kind::Heuristic { .. });
                let features = P::features().iter().filter(|feature| is_heuristic(feature.kind));
                let known = features.map(|feature| feature.name);
                let known = known.chain(P::own_heuristics().iter().copied());
                Err(Fault::unknown("heuristic", name, known))
            }
        }
    }
}

impl<P: Guided> Evaluator<P> for Guide<P> {
    #[inline]
    fn score(&self, puzzle: &P, node: &Node<'_, P>) -> f64 {
        match self {
            Self::Feature(feature) => feature.score(puzzle, node),
            Self::Own(heuristic) => heuristic.estimate(puzzle, node).map_or(f64::MAX, f64::from),
            Self::Policy(bound) => bound.score(puzzle, node),
        }
    }
}

impl<P: Guided> Heuristic<P> for Guide<P> {
    #[inline]
    fn estimate(&self, puzzle: &P, node: &Node<'_, P>) -> Option<Cost> {
        match self {
            Self::Feature(feature) => feature.estimate(puzzle, node),
            Self::Own(heuristic) => heuristic.estimate(puzzle, node),
            Self::Policy(bound) => bound.estimate(puzzle, node),
        }
    }

    fn is_admissible(&self, puzzle: &P) -> bool {
        match self {
            Self::Feature(feature) => feature.is_admissible(puzzle),
            Self::Own(heuristic) => heuristic.is_admissible(puzzle),
            Self::Policy(bound) => bound.is_admissible(puzzle),
        }
    }
}

/// A feature as lists show it. Its fields are file format.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_kit::{feature_values, features};
///
/// let puzzle = Countdown { from: 8, most: 3 };
/// let listed = features(&puzzle);
/// assert_eq!((listed[0].name, listed[0].kind, listed[0].nearer), ("Left", "heuristic", Some("low")));
/// // At the start, the heap is full and no move was made.
/// assert_eq!(feature_values(&puzzle), [listed[0].max.unwrap_or(0.0), 0.0]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FeatureAbout {
    /// The name.
    pub name: &'static str,
    /// `heuristic`, `advisor` or `flag`.
    pub kind: &'static str,
    /// Which values are nearer to the goal: `low` or `high`; nothing for advisors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearer: Option<&'static str>,
    /// Whether the estimate never exceeds the true cost.
    pub admissible: bool,
    /// The least value, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest value, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// What it measures, in one sentence.
    pub summary: &'static str,
}

impl FeatureAbout {
    fn new(
        name: &'static str,
        kind: Kind,
        range: Option<(f64, f64)>,
        summary: &'static str,
    ) -> Self {
        let (kind, nearer, admissible) = match kind {
            Kind::Heuristic { nearer, admissible } => {
                let nearer = if nearer == Nearer::Low { "low" } else { "high" };
                ("heuristic", Some(nearer), admissible)
            }
            Kind::Advisor => ("advisor", None, false),
            Kind::Flag => ("flag", None, false),
        };
        let (min, max) = range.unzip();
        Self { name, kind, nearer, admissible, min, max, summary }
    }

    /// The features of genomes that are no features of the puzzle: their ranges are unknown.
    #[must_use]
    pub fn without_ranges(feature_set: &FeatureSet) -> Vec<Self> {
        let features = feature_set.features().iter();
        features
            .map(|feature| Self::new(feature.name, feature.kind, None, feature.summary))
            .collect()
    }
}

/// The features of a puzzle, with their ranges in an instance.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_kit::features;
///
/// // Ranges are those of the instance.
/// let most = |from| features(&Countdown { from, most: 3 })[0].max;
/// assert_eq!((most(8), most(100)), (Some(8.0), Some(100.0)));
/// ```
pub fn features<P: Features>(example: &P) -> Vec<FeatureAbout> {
    let features = P::features().iter();
    features
        .map(|feature| {
            let range = Some((feature.range)(example));
            FeatureAbout::new(feature.name, feature.kind, range, feature.summary)
        })
        .collect()
}

/// The values of the features of a puzzle at its start, in the order of [`features`].
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_kit::{feature_values, features};
///
/// let puzzle = Countdown { from: 8, most: 3 };
/// let names = features(&puzzle).into_iter().map(|feature| feature.name);
/// assert!(names.zip(feature_values(&puzzle)).eq([("Left", 8.0), ("g", 0.0)]));
/// ```
pub fn feature_values<P: Features>(puzzle: &P) -> Vec<f64> {
    let start = puzzle.start();
    let node = Node::root(&start);
    P::features().iter().map(|feature| (feature.measure)(puzzle, &node)).collect()
}
