//! Trees as text: `Phase <= 0.58 and (IsCapture or Room >= 0.2)`.

use std::fmt;

use patience_core::UnknownFeature;

use super::parse;
use super::{FeatureSet, Op, Tree, Type};

/// An error in the text of a tree, with its place.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, Tree, Type};
///
/// let feature_set = FeatureSet::of::<Countdown>(&[])?;
/// let error = Tree::parse("Left * (2", Type::Number, &feature_set).unwrap_err();
/// assert_eq!(error.offset, 9);
/// assert_eq!(error.to_string(), "expected `)` or an operator, found the end");
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct TreeError {
    /// The byte offset.
    pub offset: usize,
    /// What is wrong.
    pub fault: TreeFault,
}

/// What is wrong with the text of a tree.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, Tree, TreeFault, Type};
///
/// let feature_set = FeatureSet::of::<Countdown>(&[])?;
/// let fault = |text| Tree::parse(text, Type::Number, &feature_set).unwrap_err().fault;
/// assert!(matches!(fault("2 * Right"), TreeFault::UnknownFeature(error) if error.known == ["Left", "g"]));
/// assert!(matches!(fault("Left <= 1"), TreeFault::IllTyped { is: Type::Truth, expected: Type::Number, .. }));
/// assert!(matches!(fault("1e999"), TreeFault::NotFinite(number) if number == "1e999"));
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeFault {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// An unknown feature.
    #[error(transparent)]
    UnknownFeature(UnknownFeature),
    /// A part of the wrong type.
    #[error("{found} is {}; expected {}", type_name(*.is), type_name(*.expected))]
    IllTyped {
        /// The part, or its beginning.
        found: String,
        /// Its type.
        is: Type,
        /// The type of its place.
        expected: Type,
    },
    /// A number that is not finite.
    #[error("`{0}` is not a finite number")]
    NotFinite(String),
    /// Nested too deep.
    #[error("nested more than {} deep", Tree::DEEPEST)]
    TooDeep,
}

/// The name of a type in errors.
fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Number => "a number",
        Type::Truth => "true or false",
    }
}

impl Tree {
    /// The limit of depth and nesting: parsing and evaluating recurse.
    pub const DEEPEST: usize = 200;

    /// Parses a tree of a type.
    ///
    /// Operators by increasing precedence: `or`, `and`, `<=` and `>=`, `+`, `*`; they are left-associative. `if … then … else …` needs
    /// parentheses inside an expression. There is no minus operator: `-` is part of numbers and of feature names.
    ///
    /// ```
    /// use patience_core::example::Countdown;
    /// use patience_learn::{FeatureSet, Tree, Type};
    ///
    /// let feature_set = FeatureSet::of::<Countdown>(&[])?;
    /// let tree = Tree::parse("if Left <= 0.5 then (2 * Left) else -1e3", Type::Number, &feature_set)?;
    /// assert_eq!(tree.display(&feature_set).to_string(), "if Left <= 0.5 then 2 * Left else -1000");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, kind: Type, feature_set: &FeatureSet) -> Result<Self, TreeError> {
        parse::tree(text, kind, feature_set)
    }

    /// The tree as text with the fewest parentheses; [`Tree::parse`] reads it back.
    ///
    /// # Panics
    ///
    /// When it is formatted, if the feature set has fewer features than the tree uses.
    #[must_use]
    pub fn display<'a>(&'a self, feature_set: &'a FeatureSet) -> impl fmt::Display + 'a {
        Written { tree: self, feature_set }
    }
}

struct Written<'a> {
    tree: &'a Tree,
    feature_set: &'a FeatureSet,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.part(f, 0, Bond::Whole).map(|_| ())
    }
}

impl Written<'_> {
    /// Writes the subtree at a node, in parentheses if it binds weaker than `least`. Returns the end of the subtree.
    fn part(
        &self,
        f: &mut fmt::Formatter<'_>,
        at: usize,
        least: Bond,
    ) -> Result<usize, fmt::Error> {
        let op = self.tree.ops()[at];
        let is_bare = least <= Bond::of(op);
        if !is_bare {
            f.write_str("(")?;
        }
        let end = match op {
            Op::Feature(feature) => {
                f.write_str(self.feature_set.features()[usize::from(feature)].name)?;
                at + 1
            }
            Op::Constant(number) => {
                write!(f, "{}", Shortest(number))?;
                at + 1
            }
            Op::If => {
                f.write_str("if ")?;
                let then = self.part(f, at + 1, Bond::Whole)?;
                f.write_str(" then ")?;
                let otherwise = self.part(f, then, Bond::Whole)?;
                f.write_str(" else ")?;
                self.part(f, otherwise, Bond::Whole)?
            }
            Op::Sum => self.pair(f, at, " + ")?,
            Op::Product => self.pair(f, at, " * ")?,
            Op::AtMost => self.pair(f, at, " <= ")?,
            Op::AtLeast => self.pair(f, at, " >= ")?,
            Op::And => self.pair(f, at, " and ")?,
            Op::Or => self.pair(f, at, " or ")?,
        };
        if !is_bare {
            f.write_str(")")?;
        }
        Ok(end)
    }

    /// Writes a binary operator. It is left-associative, so its left operand may have the same precedence.
    fn pair(&self, f: &mut fmt::Formatter<'_>, at: usize, sign: &str) -> Result<usize, fmt::Error> {
        let bond = Bond::of(self.tree.ops()[at]);
        let left = if bond == Bond::Comparison { bond.tighter() } else { bond };
        let second = self.part(f, at + 1, left)?;
        f.write_str(sign)?;
        self.part(f, second, bond.tighter())
    }
}

/// The precedence of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bond {
    /// `if`, the weakest.
    Whole,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    /// A number, a feature, a parenthesis.
    Atom,
}

impl Bond {
    pub(super) fn of(op: Op) -> Self {
        match op {
            Op::If => Self::Whole,
            Op::Or => Self::Or,
            Op::And => Self::And,
            Op::AtMost | Op::AtLeast => Self::Comparison,
            Op::Sum => Self::Sum,
            Op::Product => Self::Product,
            Op::Feature(_) | Op::Constant(_) => Self::Atom,
        }
    }

    /// The next higher precedence.
    pub(super) fn tighter(self) -> Self {
        match self {
            Self::Whole => Self::Or,
            Self::Or => Self::And,
            Self::And => Self::Comparison,
            Self::Comparison => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product | Self::Atom => Self::Atom,
        }
    }
}

/// The shortest text that reads back as the same number.
pub(super) struct Shortest(pub(super) f64);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Debug` uses exponents where they are shorter, and adds `.0` to whole numbers.
        let text = format!("{:?}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}
