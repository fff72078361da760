//! The vocabulary of genomes: the features of a puzzle by name.

use patience_core::{Feature, Features, Kind, UnknownFeature};

/// The features of a puzzle, without its types: what operators, readers and writers need.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::FeatureSet;
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"]).expect("it has that heuristic");
/// assert_eq!(feature_set.features()[0].name, "Left");
/// assert!(FeatureSet::of::<Countdown>(&["Right"]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureSet {
    features: Vec<FeatureInfo>,
    weighted: Vec<usize>,
    /// Features that can be read, but that no new tree uses.
    avoided: Vec<usize>,
}

/// A feature without the types of its puzzle.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::FeatureSet;
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let [left, g] = feature_set.features() else { panic!("it has two features") };
/// assert_eq!((left.name, left.summary), ("Left", "size of the heap"));
/// assert!(left.is_heuristic() && !g.is_heuristic());
/// assert!(!left.is_flag() && !g.is_flag());
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureInfo {
    /// The name in files.
    pub name: &'static str,
    /// What it measures, in one line.
    pub summary: &'static str,
    /// Its kind.
    pub kind: Kind,
}

impl FeatureInfo {
    /// Whether it is true or false instead of a number.
    #[must_use]
    pub fn is_flag(&self) -> bool {
        self.kind == Kind::Flag
    }

    /// Whether it estimates the distance to the goal.
    #[must_use]
    pub fn is_heuristic(&self) -> bool {
        matches!(self.kind, Kind::Heuristic { .. })
    }
}

/// A name that should have a weight is not a heuristic of the puzzle.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, UnknownHeuristic};
///
/// // `g` is a feature, but it does not estimate a distance.
/// let error = FeatureSet::of::<Countdown>(&["Left", "g"]);
/// assert_eq!(error, Err(UnknownHeuristic("g".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a heuristic of the puzzle")]
pub struct UnknownHeuristic(pub String);

impl FeatureSet {
    /// The features of a puzzle; `weighted` names the heuristics with weights, in their order.
    pub fn of<P: Features>(weighted: &[&str]) -> Result<Self, UnknownHeuristic> {
        let info = |feature: &Feature<P>| FeatureInfo {
            name: feature.name,
            summary: feature.summary,
            kind: feature.kind,
        };
        Self::new(P::features().iter().map(info).collect(), weighted)
    }

    /// A set of features; `weighted` names the heuristics with weights, in their order.
    pub fn new(features: Vec<FeatureInfo>, weighted: &[&str]) -> Result<Self, UnknownHeuristic> {
        let index = |name: &&str| {
            let is_it = |feature: &FeatureInfo| feature.name == *name && feature.is_heuristic();
            features.iter().position(is_it).ok_or_else(|| UnknownHeuristic((*name).to_owned()))
        };
        let weighted = weighted.iter().map(index).collect::<Result<_, _>>()?;
        Ok(Self { features, weighted, avoided: Vec::new() })
    }

    /// Every feature.
    #[must_use]
    pub fn features(&self) -> &[FeatureInfo] {
        &self.features
    }

    /// The indices of the features with weights: heuristics, unless [all](Self::weighing_all) features have one.
    #[must_use]
    pub fn weighted(&self) -> &[usize] {
        &self.weighted
    }

    /// The index of a feature.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.features.iter().position(|feature| feature.name == name)
    }

    /// The same feature set, but no new tree uses the features of these names.
    ///
    /// ```
    /// use patience_core::example::Countdown;
    /// use patience_learn::FeatureSet;
    ///
    /// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
    /// let error = feature_set.avoiding(&["g".to_owned(), "Right".to_owned()]).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown feature `Right` (known: Left, g)");
    /// # Ok::<(), patience_learn::UnknownHeuristic>(())
    /// ```
    pub fn avoiding(mut self, names: &[String]) -> Result<Self, UnknownFeature> {
        let index = |name: &String| {
            let known = || self.features.iter().map(|feature| feature.name).collect();
            self.find(name).ok_or_else(|| UnknownFeature { name: name.clone(), known: known() })
        };
        self.avoided = names.iter().map(index).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// The same feature set, where all features have weights: first those that had one, then the others, without those that are avoided.
    #[must_use]
    pub fn weighing_all(mut self) -> Self {
        let others: Vec<usize> = self.usable().filter(|at| !self.weighted.contains(at)).collect();
        self.weighted.extend(others);
        self
    }

    /// The indices of the features that new trees use.
    pub(crate) fn usable(&self) -> impl Iterator<Item = usize> {
        (0..self.features.len()).filter(|at| !self.avoided.contains(at))
    }

    /// The indices of the heuristics that new formulas use: those with weights, or all if none has one.
    pub(crate) fn estimates(&self) -> Vec<usize> {
        let is_one = |&at: &usize| {
            self.features[at].is_heuristic()
                && (self.weighted.is_empty() || self.weighted.contains(&at))
        };
        self.usable().filter(is_one).collect()
    }
}
