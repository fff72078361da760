//! Why a request cannot be answered.

use std::fmt;

use patience_core::text::ParseError;

/// An error of a request, with its place where the request holds text.
///
/// ```
/// use patience_kit::Fault;
///
/// let fault = Fault::input("expected a card").at(2, 7);
/// assert_eq!(fault.to_string(), "line 2, column 7: expected a card");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Who is at fault.
    pub kind: FaultKind,
    /// What is wrong, or what was expected and what was found.
    pub message: String,
    /// Line and column, both from 1.
    pub place: Option<(usize, usize)>,
}

/// Who is at fault.
///
/// ```
/// use patience_kit::{Fault, FaultKind};
///
/// // A program chooses its exit code by it.
/// let code = |fault: &Fault| match fault.kind {
///     FaultKind::Input => 2,
///     FaultKind::Environment => 3,
///     FaultKind::Limit => 4,
/// };
/// assert_eq!(code(&Fault::environment("the disk is full")), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The request: its text, names or settings.
    Input,
    /// The environment: files, disks.
    Environment,
    /// Nobody: a limit was reached before there was an answer.
    Limit,
}

impl Fault {
    /// The request is at fault.
    pub fn input(message: impl fmt::Display) -> Self {
        Self { kind: FaultKind::Input, message: message.to_string(), place: None }
    }

    /// The environment is at fault.
    pub fn environment(message: impl fmt::Display) -> Self {
        Self { kind: FaultKind::Environment, message: message.to_string(), place: None }
    }

    /// A limit was reached before there was an answer.
    pub fn limit(message: impl fmt::Display) -> Self {
        Self { kind: FaultKind::Limit, message: message.to_string(), place: None }
    }

    /// The same at a line and column, both from 1.
    #[must_use]
    pub fn at(self, line: usize, column: usize) -> Self {
        Self { place: Some((line, column)), ..self }
    }

    /// The same in a text that begins `lines` lines further down.
    #[must_use]
    pub fn shifted(self, lines: usize) -> Self {
        Self { place: self.place.map(|(line, column)| (line + lines, column)), ..self }
    }

    /// An unknown name, with the names that exist.
    ///
    /// ```
    /// use patience_kit::Fault;
    ///
    /// let fault = Fault::unknown("engine", "fats", ["fast", "exact"]);
    /// assert_eq!(fault.message, "unknown engine `fats` (known: fast, exact)");
    /// ```
    pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        Self::input(format_args!("unknown {what} `{name}` (known: {known})"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<ParseError> for Fault {
    fn from(error: ParseError) -> Self {
        Self::input(error.message).at(error.line, error.column)
    }
}
