//! Genomes: rules, formulas and weights over the features of a puzzle.

mod compact;
mod feature_set;
mod file;
mod parse;
mod read;
mod text;
mod tree;

use std::hash::{Hash, Hasher};

use patience_core::Reading;

pub use compact::{GenomeText, GenomeTextError, RuleText, ValueText};
pub use feature_set::{FeatureInfo, FeatureSet, UnknownHeuristic};
pub use file::{FileError, GenomeFile};
pub use text::{TreeError, TreeFault};
pub use tree::{Op, Tree, Type};
pub(crate) use tree::{Place, type_of};

/// An ordered list of rules and a default value: the first rule whose condition is true decides.
///
/// A genome without rules is a value: weights, for a genetic algorithm, or a formula, for genetic programming.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{Genome, FeatureSet, Rule, Tree, Type, Value, Weights};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let genome = Genome {
///     rules: vec![Rule {
///         condition: Tree::parse("Left <= 0.5", Type::Truth, &feature_set)?,
///         value: Value::Formula(Tree::parse("2 * Left", Type::Number, &feature_set)?),
///     }],
///     default: Value::Weights(Weights::new(vec![1.0], &feature_set).expect("one weight for one feature")),
/// };
/// assert!(genome.mentions(0, &feature_set));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genome {
    /// The rules in their order.
    pub rules: Vec<Rule>,
    /// The value if no rule applies.
    pub default: Value,
}

/// A condition, and the value of states for which it is true.
///
/// ```
/// use patience_core::{Evaluator, Node, example::Countdown};
/// use patience_learn::{Bound, FeatureEncoding, FeatureSet, Genome, Rule, Tree, Type, Value};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let value = |text| Tree::parse(text, Type::Number, &feature_set).map(Value::Formula);
/// let condition = Tree::parse("Left <= 0.5", Type::Truth, &feature_set)?;
/// let genome = Genome { rules: vec![Rule { condition, value: value("-1")? }], default: value("Left")? };
/// let puzzle = Countdown { from: 8, most: 3 };
/// let bound = Bound::new(&genome, &feature_set, FeatureEncoding::default(), &puzzle);
/// // The rule applies to half of the heap, the default to six eighths.
/// assert_eq!([4, 6].map(|left| bound.score(&puzzle, &Node::root(&left))), [-1.0, 0.75]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// When the rule applies; a tree of type [`Type::Truth`].
    pub condition: Tree,
    /// The value.
    pub value: Value,
}

/// How a state is scored.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, Genome, Tree, Type, Value, Weights};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let weights = Weights::new(vec![2.0], &feature_set).expect("one weight for one feature");
/// let formula = Tree::parse("2 * Left", Type::Number, &feature_set)?;
/// // A weight, and a tree of three nodes.
/// let size = |value| Genome { rules: Vec::new(), default: value }.size();
/// assert_eq!((size(Value::Weights(weights)), size(Value::Formula(formula))), (1, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A weighted sum of the weighted features of the feature set.
    Weights(Weights),
    /// A formula; a tree of type [`Type::Number`].
    Formula(Tree),
}

/// A finite number for each weighted feature of the feature set.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, Weights};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let weights = Weights::new(vec![2.5], &feature_set).expect("one weight for one feature");
/// assert!(weights.named(&feature_set).eq([("Left", 2.5)]));
/// assert_eq!(Weights::new(vec![], &feature_set), None);
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<f64>);

impl Weights {
    /// Weights, if there is one finite number for each weighted feature.
    #[must_use]
    pub fn new(numbers: Vec<f64>, feature_set: &FeatureSet) -> Option<Self> {
        let is_fit =
            numbers.len() == feature_set.weighted().len() && numbers.iter().all(|w| w.is_finite());
        is_fit.then_some(Self(numbers))
    }

    /// The numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f64] {
        &self.0
    }

    /// The nonzero weights with the names of their features.
    pub fn named<'a>(
        &'a self,
        feature_set: &'a FeatureSet,
    ) -> impl Iterator<Item = (&'static str, f64)> {
        let names = feature_set.weighted().iter().map(|&at| feature_set.features()[at].name);
        names.zip(self.0.iter().copied()).filter(|&(_, weight)| weight != 0.0)
    }
}

impl Eq for Weights {}

impl Hash for Weights {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for number in &self.0 {
            // Equal numbers must have equal bits: zero has two representations.
            (number + 0.0).to_bits().hash(state);
        }
    }
}

impl Genome {
    /// The value of a rule; the default comes after the last rule.
    #[must_use]
    pub fn value(&self, rule: usize) -> &Value {
        self.rules.get(rule).map_or(&self.default, |rule| &rule.value)
    }

    pub(crate) fn value_mut(&mut self, rule: usize) -> &mut Value {
        match self.rules.get_mut(rule) {
            Some(rule) => &mut rule.value,
            None => &mut self.default,
        }
    }

    /// Whether one of its trees or weights uses the feature of an index of the feature set.
    #[must_use]
    pub fn mentions(&self, feature: usize, feature_set: &FeatureSet) -> bool {
        let has = |tree: &Tree| {
            tree.ops().iter().any(|op| matches!(op, Op::Feature(at) if usize::from(*at) == feature))
        };
        let place = feature_set.weighted().iter().position(|&at| at == feature);
        let value = |value: &Value| match value {
            Value::Formula(tree) => has(tree),
            Value::Weights(weights) => place.is_some_and(|at| weights.numbers()[at] != 0.0),
        };
        self.rules.iter().any(|rule| has(&rule.condition) || value(&rule.value))
            || value(&self.default)
    }

    /// The number of its nodes and weights.
    #[must_use]
    pub fn size(&self) -> usize {
        let value = |value: &Value| match value {
            Value::Weights(weights) => weights.numbers().len(),
            Value::Formula(tree) => tree.ops().len(),
        };
        let rule = |rule: &Rule| rule.condition.ops().len() + value(&rule.value);
        self.rules.iter().map(rule).sum::<usize>() + value(&self.default)
    }
}

/// How values of a genome read features.
///
/// ```
/// use patience_core::{Evaluator, Node, Reading, example::Countdown};
/// use patience_learn::{Bound, FeatureEncoding, FeatureSet, Genome, Scale, Tree, Type, Value};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let formula = Tree::parse("1 + Left", Type::Number, &feature_set)?;
/// let genome = Genome { rules: Vec::new(), default: Value::Formula(formula) };
/// let puzzle = Countdown { from: 8, most: 3 };
/// let score = |reading| {
///     let encoding = FeatureEncoding { reading, scale: Scale::Counts };
///     Bound::new(&genome, &feature_set, encoding, &puzzle).score(&puzzle, &Node::root(&6))
/// };
/// // Where the highest value is the best, the score is its negation: searches take the lowest.
/// assert_eq!([Reading::Raw, Reading::Highest].map(score), [7.0, -7.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FeatureEncoding {
    /// Whether heuristics are turned into distances, and whether the lowest value or the highest is the best.
    pub reading: Reading,
    /// Their unit.
    pub scale: Scale,
}

/// The unit of features in values.
///
/// ```
/// use patience_core::{Evaluator, Node, example::Countdown};
/// use patience_learn::{Bound, FeatureEncoding, FeatureSet, Genome, Scale, Tree, Type, Value};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let left = Tree::parse("Left", Type::Number, &feature_set)?;
/// let genome = Genome { rules: Vec::new(), default: Value::Formula(left) };
/// let puzzle = Countdown { from: 8, most: 3 };
/// let score = |scale| {
///     let encoding = FeatureEncoding { scale, ..FeatureEncoding::default() };
///     Bound::new(&genome, &feature_set, encoding, &puzzle).score(&puzzle, &Node::root(&6))
/// };
/// // `Left` is 0 to 8.
/// assert_eq!([Scale::Normalised, Scale::Counts, Scale::Maximum].map(score), [0.75, 6.0, 0.75]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// From 0 to 1, by the range of the feature.
    #[default]
    Normalised,
    /// The unit of the feature: moves, cards, cells.
    Counts,
    /// Divided by the greatest value of the feature; values below 0 stay below 0.
    Maximum,
}
