//! A genome bound to a puzzle: an evaluator that searches can use.

use std::sync::atomic::{AtomicU64, Ordering};

use std::marker::PhantomData;

use patience_core::{Cost, Evaluator, Heuristic, Kind, Measured, Nearer, Node, Reading, Rounded};

use crate::genome::{Genome, Op, Scale, Tree, Value};
use crate::{FeatureEncoding, FeatureSet};

/// A genome as an [`Evaluator`] and, rounded, as a [`Heuristic`] for one instance. It counts how often each rule decides.
///
/// A feature is measured when it is first read, at most once per node. Values read features in the [encoding](FeatureEncoding) of the genome. Conditions
/// read them as measured, from 0 to 1: divided by the maximum if the encoding's scale says so, else by the whole range from the minimum on.
///
/// A score is a value; in the reading [`Highest`](Reading::Highest), its negation: the lowest score is the best.
///
/// ```
/// use patience_core::{Evaluator, Node, example::Countdown};
/// use patience_learn::{Bound, Genome, FeatureSet, FeatureEncoding, Value, Weights};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let weights = Weights::new(vec![0.5], &feature_set).expect("one for `Left`");
/// let genome = Genome { rules: Vec::new(), default: Value::Weights(weights) };
/// let puzzle = Countdown { from: 8, most: 3 };
/// let bound = Bound::new(&genome, &feature_set, FeatureEncoding::default(), &puzzle);
/// assert_eq!(bound.score(&puzzle, &Node::root(&4)), 0.25);
/// assert_eq!(bound.fired(), [1]);
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Debug)]
pub struct Bound<P> {
    rules: Vec<(Program, Program)>,
    default: Program,
    terms: Vec<Term>,
    fired: Vec<AtomicU64>,
    /// Whether the highest value is the best.
    is_highest_best: bool,
    puzzle: PhantomData<fn(&P)>,
}

/// The range of a feature in the instance.
#[derive(Debug)]
struct Term {
    /// Conditions read `(measure − origin) × scale`, clamped to 0 to 1.
    origin: f64,
    scale: f64,
    /// Values read `shift + factor × measure`.
    shift: f64,
    factor: f64,
}

/// A tree with the ends of its subtrees, or weights.
#[derive(Debug)]
enum Program {
    Tree(Vec<Code>),
    /// Nonzero weights with the indices of their features.
    Weights(Vec<(u8, f64)>),
}

#[derive(Clone, Copy, Debug)]
struct Code {
    op: Op,
    /// The end of the subtree.
    end: u32,
}

/// The most features of a puzzle: those that were measured are the bits of a `u64`.
pub const MOST_FEATURES: usize = 64;

impl<P: Measured> Bound<P> {
    /// Binds a genome to an instance.
    ///
    /// # Panics
    ///
    /// If the feature set does not match the features of the puzzle.
    #[must_use]
    pub fn new(
        genome: &Genome,
        feature_set: &FeatureSet,
        encoding: FeatureEncoding,
        puzzle: &P,
    ) -> Self {
        let features = 0..puzzle.feature_count();
        let names = features.clone().map(|at| puzzle.feature_name(at));
        let is_same = feature_set.features().iter().map(|feature| feature.name).eq(names);
        assert!(
            is_same && features.len() <= MOST_FEATURES,
            "the feature set must match the puzzle"
        );
        let value = |value: &Value| match value {
            Value::Formula(tree) => Program::tree(tree),
            Value::Weights(weights) => {
                let pairs = feature_set.weighted().iter().zip(weights.numbers());
                // There are at most 64 features.
                #[allow(clippy::cast_possible_truncation)]
                let pairs = pairs.map(|(&at, &weight)| (at as u8, weight));
                Program::Weights(pairs.filter(|&(_, weight)| weight != 0.0).collect())
            }
        };
        let rules = genome.rules.iter();
        Self {
            rules: rules.map(|rule| (Program::tree(&rule.condition), value(&rule.value))).collect(),
            default: value(&genome.default),
            terms: features.map(|at| Term::new(at, encoding, puzzle)).collect(),
            fired: (0..=genome.rules.len()).map(|_| AtomicU64::new(0)).collect(),
            is_highest_best: encoding.reading == Reading::Highest,
            puzzle: PhantomData,
        }
    }

    /// How often each rule decided so far; the default last.
    #[must_use]
    pub fn fired(&self) -> Vec<u64> {
        self.fired.iter().map(|count| count.load(Ordering::Relaxed)).collect()
    }
}

impl<P: Measured> Evaluator<P> for Bound<P> {
    /// Never NaN: the largest number takes its place.
    fn score(&self, puzzle: &P, node: &Node<'_, P>) -> f64 {
        let mut view =
            View { terms: &self.terms, puzzle, node, known: 0, measured: [0.0; MOST_FEATURES] };
        let applies = |(condition, _): &(Program, Program)| view.is_true(condition);
        let rule = self.rules.iter().position(applies).unwrap_or(self.rules.len());
        self.fired[rule].fetch_add(1, Ordering::Relaxed);
        let value = self.rules.get(rule).map_or(&self.default, |(_, value)| value);
        let value = view.value(value);
        let score = if self.is_highest_best { -value } else { value };
        if score.is_nan() { f64::MAX } else { score }
    }
}

impl<P: Measured> Heuristic<P> for Bound<P> {
    fn estimate(&self, puzzle: &P, node: &Node<'_, P>) -> Option<Cost> {
        Rounded(self).estimate(puzzle, node)
    }

    fn is_admissible(&self, _: &P) -> bool {
        false
    }
}

impl Term {
    fn new<P: Measured>(feature: usize, encoding: FeatureEncoding, puzzle: &P) -> Self {
        let (least, most) = puzzle.feature_range(feature);
        let inverse = |size: f64| if 0.0 < size { 1.0 / size } else { 0.0 };
        // Divided by the maximum, 0 stays 0; a feature that has no value above 0 counts as 0.
        let origin = if encoding.scale == Scale::Maximum { 0.0 } else { least };
        let scale = inverse(most - origin);
        let is_turned = encoding.reading == Reading::Distance
            && matches!(puzzle.feature_kind(feature), Kind::Heuristic { nearer: Nearer::High, .. });
        let (shift, factor) = match (encoding.scale, is_turned) {
            (Scale::Normalised | Scale::Maximum, false) => (-origin * scale, scale),
            (Scale::Normalised | Scale::Maximum, true) => (most * scale, -scale),
            (Scale::Counts, false) => (0.0, 1.0),
            (Scale::Counts, true) => (most, -1.0),
        };
        Self { origin, scale, shift, factor }
    }
}

impl Program {
    fn tree(tree: &Tree) -> Self {
        // Trees are a few dozen nodes.
        #[allow(clippy::cast_possible_truncation)]
        let code = |(at, &op)| Code { op, end: tree.subtree(at).end as u32 };
        Self::Tree(tree.ops().iter().enumerate().map(code).collect())
    }
}

/// A node with lazily measured features.
struct View<'a, P: Measured> {
    terms: &'a [Term],
    puzzle: &'a P,
    node: &'a Node<'a, P>,
    /// The features that were measured, one bit each.
    known: u64,
    measured: [f64; MOST_FEATURES],
}

impl<P: Measured> View<'_, P> {
    fn measure(&mut self, at: u8) -> f64 {
        let index = usize::from(at);
        if self.known & (1 << at) == 0 {
            self.known |= 1 << at;
            self.measured[index] = self.puzzle.measure(index, self.node);
        }
        self.measured[index]
    }

    /// A feature as conditions read it: from 0 to 1.
    fn compared(&mut self, at: u8) -> f64 {
        let value = self.measure(at);
        let term = &self.terms[usize::from(at)];
        ((value - term.origin) * term.scale).clamp(0.0, 1.0)
    }

    /// A feature as values read it.
    fn valued(&mut self, at: u8) -> f64 {
        let value = self.measure(at);
        let term = &self.terms[usize::from(at)];
        term.shift + term.factor * value
    }

    fn is_true(&mut self, program: &Program) -> bool {
        match program {
            Program::Tree(code) => self.truth(code, 0),
            // A condition is a tree.
            Program::Weights(_) => false,
        }
    }

    fn value(&mut self, program: &Program) -> f64 {
        match program {
            Program::Tree(code) => self.number(code, 0, Self::valued),
            Program::Weights(weights) => {
                weights.iter().map(|&(at, weight)| weight * self.valued(at)).sum()
            }
        }
    }

    fn truth(&mut self, code: &[Code], at: usize) -> bool {
        let first = at + 1;
        let mut side = |at| self.number(code, at, Self::compared);
        match code[at].op {
            Op::AtMost => side(first) <= side(second(code, first)),
            Op::AtLeast => side(first) >= side(second(code, first)),
            Op::And => self.truth(code, first) && self.truth(code, second(code, first)),
            Op::Or => self.truth(code, first) || self.truth(code, second(code, first)),
            Op::Feature(flag) => 0.5 <= self.measure(flag),
            Op::Constant(_) | Op::Sum | Op::Product | Op::If => {
                unreachable!("the tree is well-typed")
            }
        }
    }

    /// A number; `read` reads features as a value or as one side of a comparison.
    fn number(&mut self, code: &[Code], at: usize, read: fn(&mut Self, u8) -> f64) -> f64 {
        let first = at + 1;
        match code[at].op {
            Op::Feature(feature) => read(self, feature),
            Op::Constant(number) => number,
            Op::Sum => {
                self.number(code, first, read) + self.number(code, second(code, first), read)
            }
            Op::Product => {
                self.number(code, first, read) * self.number(code, second(code, first), read)
            }
            Op::If => {
                let then = second(code, first);
                let chosen = if self.truth(code, first) { then } else { second(code, then) };
                self.number(code, chosen, read)
            }
            Op::AtMost | Op::AtLeast | Op::And | Op::Or => unreachable!("the tree is well-typed"),
        }
    }
}

/// The argument after the one at `at`.
fn second(code: &[Code], at: usize) -> usize {
    code[at].end as usize
}
