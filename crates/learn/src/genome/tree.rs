//! Strongly typed trees: conditions are true or false, formulas are numbers.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::FeatureSet;

/// One node of a tree.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, Op, Tree, Type};
///
/// let feature_set = FeatureSet::of::<Countdown>(&[])?;
/// // `Left` is the first feature. A node comes before its arguments.
/// let tree = Tree::parse("0.5 + 2 * Left", Type::Number, &feature_set)?;
/// assert_eq!(tree.ops(), [Op::Sum, Op::Constant(0.5), Op::Product, Op::Constant(2.0), Op::Feature(0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Op {
    /// A feature by its index in the feature set.
    Feature(u8),
    /// A number.
    Constant(f64),
    /// The sum of two numbers.
    Sum,
    /// The product of two numbers.
    Product,
    /// The second argument if the first is true, else the third.
    If,
    /// Whether the first is at most the second; flags count as 0 and 1.
    AtMost,
    /// Whether the first is at least the second; flags count as 0 and 1.
    AtLeast,
    /// Whether both are true.
    And,
    /// Whether one is true.
    Or,
}

impl Op {
    /// The types of its arguments.
    pub(crate) fn arguments(self) -> &'static [Place] {
        match self {
            Self::Feature(_) | Self::Constant(_) => &[],
            Self::Sum | Self::Product => &[Place::Number, Place::Number],
            Self::If => &[Place::Truth, Place::Number, Place::Number],
            Self::AtMost | Self::AtLeast => &[Place::Operand, Place::Operand],
            Self::And | Self::Or => &[Place::Truth, Place::Truth],
        }
    }

    /// Its identity: constants are equal if their bits are.
    fn bits(self) -> (u8, u64) {
        match self {
            Self::Feature(at) => (0, u64::from(at)),
            Self::Constant(number) => (1, number.to_bits()),
            Self::Sum => (2, 0),
            Self::Product => (3, 0),
            Self::If => (4, 0),
            Self::AtMost => (5, 0),
            Self::AtLeast => (6, 0),
            Self::And => (7, 0),
            Self::Or => (8, 0),
        }
    }
}

impl PartialEq for Op {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Op {}

impl Hash for Op {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

/// The type of a node.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, Tree, Type};
///
/// let feature_set = FeatureSet::of::<Countdown>(&[])?;
/// let is_tree = |text, kind| Tree::parse(text, kind, &feature_set).is_ok();
/// assert!(is_tree("Left <= 0.5", Type::Truth) && !is_tree("Left <= 0.5", Type::Number));
/// assert!(is_tree("2 * Left", Type::Number) && !is_tree("2 * Left", Type::Truth));
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A number.
    Number,
    /// True or false.
    Truth,
}

/// What a place in a tree accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A number.
    Number,
    /// True or false.
    Truth,
    /// One side of a comparison: a number, or a flag that counts as 0 or 1.
    Operand,
}

impl Place {
    /// Whether a node of a type fits here; of truth values, only flags can be compared.
    pub(crate) fn takes(self, found: Type, is_leaf: bool) -> bool {
        match self {
            Self::Number => found == Type::Number,
            Self::Truth => found == Type::Truth,
            Self::Operand => found == Type::Number || is_leaf,
        }
    }
}

impl From<Type> for Place {
    fn from(kind: Type) -> Self {
        match kind {
            Type::Number => Self::Number,
            Type::Truth => Self::Truth,
        }
    }
}

/// A well-typed tree of nodes in prefix order.
///
/// [`Tree::new`] is the only constructor and checks the types, so no operator and no file can produce an ill-typed tree.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, Op, Tree, Type};
///
/// let feature_set = FeatureSet::of::<Countdown>(&[])?;
/// let is_near = vec![Op::AtMost, Op::Feature(0), Op::Constant(0.5)];
/// assert!(Tree::new(is_near.clone(), Type::Truth, &feature_set).is_some());
/// assert!(Tree::new(is_near, Type::Number, &feature_set).is_none());
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    ops: Vec<Op>,
}

impl Tree {
    /// The tree of these nodes, if they are well-typed, with finite numbers and features of the feature set.
    #[must_use]
    pub fn new(ops: Vec<Op>, kind: Type, feature_set: &FeatureSet) -> Option<Self> {
        let end = end_of(&ops, 0, kind.into(), feature_set)?;
        (end == ops.len()).then_some(Self { ops })
    }

    /// The nodes in prefix order.
    #[must_use]
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The subtree that begins at a node.
    pub(crate) fn subtree(&self, at: usize) -> Range<usize> {
        let mut open = 1;
        let mut end = at;
        while 0 < open {
            open += self.ops[end].arguments().len();
            open -= 1;
            end += 1;
        }
        at..end
    }

    /// The longest path from the root to a leaf, in nodes.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut waiting = Vec::new();
        let mut deepest = 0;
        for op in &self.ops {
            let depth = waiting.pop().unwrap_or(1);
            deepest = deepest.max(depth);
            waiting.extend(op.arguments().iter().map(|_| depth + 1));
        }
        deepest
    }

    /// The place and the depth of each node.
    pub(crate) fn places(&self, kind: Type) -> Vec<(Place, usize)> {
        let mut waiting = vec![(Place::from(kind), 1)];
        let mut places = Vec::with_capacity(self.ops.len());
        for op in &self.ops {
            let Some((place, depth)) = waiting.pop() else { break };
            places.push((place, depth));
            waiting.extend(op.arguments().iter().rev().map(|&place| (place, depth + 1)));
        }
        places
    }

    /// This tree with a subtree replaced, if the result is well-typed.
    pub(crate) fn with(
        &self,
        at: usize,
        ops: &[Op],
        kind: Type,
        feature_set: &FeatureSet,
    ) -> Option<Self> {
        let mut all = self.ops.clone();
        all.splice(self.subtree(at), ops.iter().copied());
        Self::new(all, kind, feature_set)
    }
}

/// The end of the subtree at `at`, if it is well-typed for its place.
fn end_of(ops: &[Op], at: usize, place: Place, feature_set: &FeatureSet) -> Option<usize> {
    let op = *ops.get(at)?;
    let kind = type_of(op, feature_set)?;
    if !place.takes(kind, op.arguments().is_empty()) {
        return None;
    }
    op.arguments().iter().try_fold(at + 1, |at, &place| end_of(ops, at, place, feature_set))
}

/// The type of a node; `None` for a number that is not finite and for an unknown feature.
pub(crate) fn type_of(op: Op, feature_set: &FeatureSet) -> Option<Type> {
    match op {
        Op::Feature(at) => {
            let feature = feature_set.features().get(usize::from(at))?;
            Some(if feature.is_flag() { Type::Truth } else { Type::Number })
        }
        Op::Constant(number) => number.is_finite().then_some(Type::Number),
        Op::Sum | Op::Product | Op::If => Some(Type::Number),
        Op::AtMost | Op::AtLeast | Op::And | Op::Or => Some(Type::Truth),
    }
}

#[cfg(test)]
mod tests {
    use patience_core::example::Countdown;

    use super::*;

    fn feature_set() -> FeatureSet {
        FeatureSet::of::<Countdown>(&[]).unwrap()
    }

    #[test]
    fn a_tree_knows_its_subtrees_and_its_depth() {
        let ops = vec![
            Op::And,
            Op::AtMost,
            Op::Feature(0),
            Op::Constant(0.5),
            Op::AtLeast,
            Op::Sum,
            Op::Feature(0),
            Op::Constant(1.0),
            Op::Constant(2.0),
        ];
        let tree = Tree::new(ops, Type::Truth, &feature_set()).unwrap();
        assert_eq!(tree.subtree(1), 1..4);
        assert_eq!(tree.subtree(4), 4..9);
        assert_eq!(tree.depth(), 4);
        let places = tree.places(Type::Truth);
        assert_eq!(places[5], (Place::Operand, 3));
        assert_eq!(places[6], (Place::Number, 4));
    }

    #[test]
    fn numbers_that_are_not_finite_and_unknown_features_make_no_tree() {
        for op in [Op::Constant(f64::NAN), Op::Constant(f64::INFINITY), Op::Feature(200)] {
            assert_eq!(Tree::new(vec![op], Type::Number, &feature_set()), None);
        }
    }

    #[test]
    fn missing_and_extra_nodes_make_no_tree() {
        let one = Op::Constant(1.0);
        for ops in [vec![], vec![Op::Sum, one], vec![one, one], vec![Op::AtMost, Op::And, one]] {
            assert_eq!(Tree::new(ops, Type::Number, &feature_set()), None);
        }
    }
}
