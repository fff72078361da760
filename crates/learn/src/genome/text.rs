//! Trees as people write them: `PhaseByHSDH <= 0.58 and (IsMoveToCascade or FreeCells >= 0.2)`.

use std::fmt;

use patience_core::UnknownFeature;

use super::parse;
use super::{Lexicon, Op, Tree, Type};

/// Text that is no tree: where, and why.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{Lexicon, Tree, Type};
///
/// let lexicon = Lexicon::of::<Countdown>(&[])?;
/// let error = Tree::parse("Left * (2", Type::Number, &lexicon).unwrap_err();
/// assert_eq!(error.offset, 9);
/// assert_eq!(error.to_string(), "expected `)` or an operator, found the end");
/// # Ok::<(), patience_learn::NoHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct TreeError {
    /// Where it is, in bytes from the beginning of the text.
    pub offset: usize,
    /// What is wrong there.
    pub fault: TreeFault,
}

/// What is wrong with the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeFault {
    /// Something stands where something else must.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What could.
        expected: &'static str,
    },
    /// A word that is no feature.
    #[error(transparent)]
    UnknownFeature(UnknownFeature),
    /// A part of the wrong type.
    #[error("{found} is {}; expected {}", type_name(*.is), type_name(*.expected))]
    IllTyped {
        /// The part, or its beginning.
        found: String,
        /// What it is.
        is: Type,
        /// What its place takes.
        expected: Type,
    },
    /// A number that is too large, or none at all.
    #[error("`{0}` is not a finite number")]
    NotFinite(String),
    /// More parts within parts than are read.
    #[error("nested more than {} deep", Tree::DEEPEST)]
    TooDeep,
}

/// A type in words.
fn type_name(kind: Type) -> &'static str {
    match kind {
        Type::Number => "a number",
        Type::Truth => "true or false",
    }
}

impl Tree {
    /// The deepest tree, and the deepest nesting of parentheses, that text may have: reading and evaluating recurse.
    pub const DEEPEST: usize = 200;

    /// Reads a tree of that type.
    ///
    /// Operators are, from the weakest to the strongest, `or`, `and`, `<=` and `>=`, `+`, `*`; equal ones group from the left.
    /// `if … then … else …` stands alone or in parentheses. There is no minus: `-` belongs to numbers and to names of features.
    ///
    /// ```
    /// use patience_core::example::Countdown;
    /// use patience_learn::{Lexicon, Tree, Type};
    ///
    /// let lexicon = Lexicon::of::<Countdown>(&[])?;
    /// let tree = Tree::parse("if Left <= 0.5 then (2 * Left) else -1e3", Type::Number, &lexicon)?;
    /// assert_eq!(tree.display(&lexicon).to_string(), "if Left <= 0.5 then 2 * Left else -1000");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, kind: Type, lexicon: &Lexicon) -> Result<Self, TreeError> {
        parse::tree(text, kind, lexicon)
    }

    /// The tree as text, with no parentheses but those that it needs; [`Tree::parse`] reads it as the same tree.
    ///
    /// # Panics
    ///
    /// When it is written, if the lexicon has fewer words than the one the tree was made with.
    #[must_use]
    pub fn display<'a>(&'a self, lexicon: &'a Lexicon) -> impl fmt::Display + 'a {
        Written { tree: self, lexicon }
    }
}

struct Written<'a> {
    tree: &'a Tree,
    lexicon: &'a Lexicon,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.part(f, 0, Bond::Whole).map(|_| ())
    }
}

impl Written<'_> {
    /// Writes the part that begins at a node where nothing weaker than `least` may stand bare, and tells where it ends.
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
                f.write_str(self.lexicon.words()[usize::from(feature)].name)?;
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

    /// Writes an operator between its two parts: on the left it may stand itself, since equal ones group from there.
    fn pair(&self, f: &mut fmt::Formatter<'_>, at: usize, sign: &str) -> Result<usize, fmt::Error> {
        let bond = Bond::of(self.tree.ops()[at]);
        let left = if bond == Bond::Comparison { bond.tighter() } else { bond };
        let second = self.part(f, at + 1, left)?;
        f.write_str(sign)?;
        self.part(f, second, bond.tighter())
    }
}

/// How tightly something holds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Bond {
    /// `if`, which holds as much as it can.
    Whole,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    /// A number, a feature, what stands in parentheses.
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

    /// The next one.
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

/// A number in the fewest digits that read as the same number.
pub(super) struct Shortest(pub(super) f64);

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Debug` has exponents where they are shorter, and marks whole numbers by a fraction that nobody writes.
        let text = format!("{:?}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}
