//! A parser of trees: precedence climbing, with types checked as parts are joined.

use patience_core::UnknownFeature;

use super::text::{Bond, TreeError, TreeFault};
use super::{FeatureSet, Op, Place, Tree, Type, type_of};

/// Parses a whole text as a tree of a type.
pub(super) fn tree(text: &str, kind: Type, feature_set: &FeatureSet) -> Result<Tree, TreeError> {
    let mut reader = Reader { text, at: 0, nested: 0, feature_set };
    let part = reader.whole()?;
    reader.require(&part, kind.into())?;
    if let Some(token) = reader.peek()? {
        return Err(token.unexpected("an operator or the end"));
    }
    // The parts were checked as they were joined.
    Tree::new(part.ops, kind, feature_set).ok_or_else(|| fault(0, TreeFault::TooDeep))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The nesting of parentheses and branches.
    nested: usize,
    feature_set: &'a FeatureSet,
}

/// A part of the tree: its nodes in prefix order and its place in the text.
struct Part {
    ops: Vec<Op>,
    depth: usize,
    offset: usize,
    end: usize,
}

/// A piece of the text.
struct Token<'a> {
    kind: Kind,
    text: &'a str,
    offset: usize,
}

impl Token<'_> {
    /// An error: something else was expected.
    fn unexpected(&self, expected: &'static str) -> TreeError {
        let found = format!("`{}`", quoted(self.text));
        fault(self.offset, TreeFault::Unexpected { found, expected })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Sign,
}

/// The longest quotation of the input in errors.
const QUOTED: usize = 24;

/// What an operand begins with.
const OPERAND: &str = "a number, a feature or `(`";

impl<'a> Reader<'a> {
    /// Parses an expression, which may be an `if`.
    fn whole(&mut self) -> Result<Part, TreeError> {
        self.nested += 1;
        let next = self.peek()?;
        if Tree::DEEPEST < self.nested {
            let offset = next.map_or(self.text.len(), |token| token.offset);
            return Err(fault(offset, TreeFault::TooDeep));
        }
        let part = match next {
            Some(token) if token.text == "if" => self.branches(&token)?,
            _ => self.operators(Bond::Or)?,
        };
        self.nested -= 1;
        Ok(part)
    }

    /// Parses `if … then … else …`.
    fn branches(&mut self, first: &Token<'_>) -> Result<Part, TreeError> {
        self.skip(first);
        let condition = self.whole()?;
        self.require(&condition, Place::Truth)?;
        self.word("then", "`then` or an operator")?;
        let then = self.whole()?;
        self.require(&then, Place::Number)?;
        self.word("else", "`else` or an operator")?;
        let otherwise = self.whole()?;
        self.require(&otherwise, Place::Number)?;
        join(Op::If, first.offset, first.offset, [condition, then, otherwise])
    }

    /// Parses operators that bind at least as tightly as `least`, with their operands.
    fn operators(&mut self, least: Bond) -> Result<Part, TreeError> {
        let mut left = self.operand()?;
        let mut most = Bond::Atom;
        while let Some(token) = self.peek()? {
            let Some(op) = operator(&token) else { break };
            let bond = Bond::of(op);
            if bond < least || most < bond {
                break;
            }
            // Comparisons do not chain.
            most = if bond == Bond::Comparison { Bond::And } else { bond };
            self.skip(&token);
            let right = self.operators(bond.tighter())?;
            let [first, second] = *op.arguments() else { break };
            self.require(&left, first)?;
            self.require(&right, second)?;
            left = join(op, left.offset, token.offset, [left, right])?;
        }
        Ok(left)
    }

    /// Parses a number, a feature or a parenthesis.
    fn operand(&mut self) -> Result<Part, TreeError> {
        let Some(token) = self.peek()? else { return Err(self.missing(OPERAND)) };
        let op = match token.kind {
            Kind::Sign if token.text == "(" => {
                self.skip(&token);
                let part = self.whole()?;
                self.word(")", "`)` or an operator")?;
                return Ok(Part { offset: token.offset, end: self.at, ..part });
            }
            Kind::Sign => return Err(token.unexpected(OPERAND)),
            Kind::Number => Op::Constant(number(&token)?),
            Kind::Word => self.feature(&token)?,
        };
        self.skip(&token);
        Ok(Part { ops: vec![op], depth: 1, offset: token.offset, end: self.at })
    }

    fn feature(&self, token: &Token<'_>) -> Result<Op, TreeError> {
        match token.text {
            "if" => return Err(token.unexpected("`(` before `if`")),
            "and" | "or" | "then" | "else" => return Err(token.unexpected(OPERAND)),
            "nan" | "inf" | "NaN" | "Infinity" | "infinity" => {
                return Err(fault(token.offset, TreeFault::NotFinite(token.text.to_owned())));
            }
            _ => {}
        }
        let place = self.feature_set.find(token.text).and_then(|at| u8::try_from(at).ok());
        place.map(Op::Feature).ok_or_else(|| {
            let unknown = UnknownFeature {
                name: quoted(token.text),
                known: self.feature_set.features().iter().map(|feature| feature.name).collect(),
            };
            fault(token.offset, TreeFault::UnknownFeature(unknown))
        })
    }

    /// Expects a token.
    fn word(&mut self, text: &str, expected: &'static str) -> Result<(), TreeError> {
        match self.peek()? {
            Some(token) if token.text == text => {
                self.skip(&token);
                Ok(())
            }
            Some(token) => Err(token.unexpected(expected)),
            None => Err(self.missing(expected)),
        }
    }

    /// An error if a part has the wrong type for its place.
    fn require(&self, part: &Part, place: Place) -> Result<(), TreeError> {
        let root = part.ops[0];
        let Some(is) = type_of(root, self.feature_set) else { return Ok(()) };
        if place.takes(is, root.arguments().is_empty()) {
            return Ok(());
        }
        let found = match root {
            Op::Feature(at) => format!("`{}`", self.feature_set.features()[usize::from(at)].name),
            Op::Constant(number) => format!("`{}`", super::text::Shortest(number)),
            _ => format!("`{}`", quoted(&self.text[part.offset..part.end])),
        };
        let expected = if place == Place::Truth { Type::Truth } else { Type::Number };
        Err(fault(part.offset, TreeFault::IllTyped { found, is, expected }))
    }

    fn skip(&mut self, token: &Token<'_>) {
        self.at = token.offset + token.text.len();
    }

    /// The next token; `None` at the end.
    fn peek(&self) -> Result<Option<Token<'a>>, TreeError> {
        let rest = self.text[self.at..].trim_start();
        let offset = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let (kind, length) = if first.is_alphabetic() {
            (Kind::Word, word_length(rest))
        } else if first.is_ascii_digit() || first == '.' {
            (Kind::Number, number_length(rest))
        } else if first == '-' && rest[1..].starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            (Kind::Number, 1 + number_length(&rest[1..]))
        } else if rest.starts_with("<=") || rest.starts_with(">=") {
            (Kind::Sign, 2)
        } else if "()+*".contains(first) {
            (Kind::Sign, 1)
        } else {
            let expected = match first {
                '<' => "`<=`",
                '>' => "`>=`",
                '-' => "`-` only before a number",
                _ => "numbers, features, parentheses, `+`, `*`, `<=`, `>=`, `and`, `or`, `if`",
            };
            let found = format!("`{}`", first.escape_debug());
            return Err(fault(offset, TreeFault::Unexpected { found, expected }));
        };
        Ok(Some(Token { kind, text: &rest[..length], offset }))
    }

    fn missing(&self, expected: &'static str) -> TreeError {
        let found = "the end".to_owned();
        fault(self.text.len(), TreeFault::Unexpected { found, expected })
    }
}

/// An operator with its operands.
fn join<const N: usize>(
    op: Op,
    offset: usize,
    sign: usize,
    parts: [Part; N],
) -> Result<Part, TreeError> {
    let depth = 1 + parts.iter().map(|part| part.depth).max().unwrap_or(0);
    if Tree::DEEPEST < depth {
        return Err(fault(sign, TreeFault::TooDeep));
    }
    let end = parts.last().map_or(offset, |part| part.end);
    let mut ops = vec![op];
    ops.extend(parts.into_iter().flat_map(|part| part.ops));
    Ok(Part { ops, depth, offset, end })
}

fn operator(token: &Token<'_>) -> Option<Op> {
    match token.text {
        "or" => Some(Op::Or),
        "and" => Some(Op::And),
        "<=" => Some(Op::AtMost),
        ">=" => Some(Op::AtLeast),
        "+" => Some(Op::Sum),
        "*" => Some(Op::Product),
        _ => None,
    }
}

/// The number of a token.
fn number(token: &Token<'_>) -> Result<f64, TreeError> {
    let found = quoted(token.text);
    match token.text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(fault(token.offset, TreeFault::NotFinite(found))),
        Err(_) => {
            let found = format!("`{found}`");
            Err(fault(token.offset, TreeFault::Unexpected { found, expected: "a number" }))
        }
    }
}

/// The length of the word at the start of `text`: letters, digits, underscores, and hyphens inside.
fn word_length(text: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    text[..end].trim_end_matches('-').len()
}

/// The length of the number at the start of `text`: digits, points, an exponent.
fn number_length(text: &str) -> usize {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let Some(exponent) = text[end..].strip_prefix(['e', 'E']) else { return end };
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    match digits(unsigned) {
        0 => end,
        count => text.len() - unsigned.len() + count,
    }
}

fn fault(offset: usize, fault: TreeFault) -> TreeError {
    TreeError { offset, fault }
}

/// A quotation of the input for errors.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().take(QUOTED) {
        if c.is_control() { out.extend(c.escape_debug()) } else { out.push(c) }
    }
    if text.chars().nth(QUOTED).is_some() {
        out.push('…');
    }
    out
}
