//! Genomes as TOML files that people can read and edit.

use std::fmt::{self, Write as _};

use toml::Table;

use super::read;
use super::{FeatureEncoding, FeatureSet, Genome, Value};

/// The version of the format.
pub(super) const FORMAT: i64 = 1;

/// The content of a genome file.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{GenomeFile, FeatureSet};
///
/// let text = r#"
/// format = 1
/// puzzle = "countdown"
/// name = "Near and far"
///
/// [[rule]]
/// if = "Left <= 0.5"
/// value = "2 * Left"
///
/// [default]
/// weights = { Left = 1.0 }
/// "#;
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let file = GenomeFile::parse(text, |puzzle, _| (puzzle == "countdown").then(|| feature_set.clone()))?;
/// assert_eq!(file.genome.rules.len(), 1);
/// let again = GenomeFile::parse(&file.to_text(&feature_set), |_, _| Some(feature_set.clone()))?;
/// assert_eq!(again, file);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GenomeFile {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The name of the genome.
    pub name: String,
    /// A description.
    pub about: Option<String>,
    /// How features enter its values.
    pub encoding: FeatureEncoding,
    /// The engine and its settings that the genome was evolved for: strings, numbers, booleans.
    pub search: Table,
    /// The genome.
    pub genome: Genome,
    /// The origin: program version, settings, seed, generation, training result.
    pub provenance: Table,
}

/// An error in a genome file, with its place.
///
/// ```
/// use patience_learn::GenomeFile;
///
/// let text = "format = 1\npuzzle = 7\n";
/// let error = GenomeFile::parse(text, |_, _| None).unwrap_err();
/// assert_eq!((error.line, error.column), (2, 10));
/// assert!(error.in_file("best.toml").starts_with("best.toml:2:10: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, or what was expected and what was found.
    pub message: String,
}

impl FileError {
    /// An error at a byte of a text.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Self { line, column, message: message.into() }
    }

    /// The error with the name of its file, as compilers print it.
    #[must_use]
    pub fn in_file(&self, name: &str) -> String {
        let Self { line, column, message } = self;
        format!("{name}:{line}:{column}: {message}")
    }
}

impl GenomeFile {
    /// Parses a file; `feature_set_of` returns the vocabulary of a puzzle and of the engine, if the file names one.
    pub fn parse(
        text: &str,
        feature_set_of: impl Fn(&str, Option<&str>) -> Option<FeatureSet>,
    ) -> Result<Self, FileError> {
        read::file(text, feature_set_of)
    }

    /// An error at a value of a file that was parsed, for checks outside this crate.
    ///
    /// `path` names the tables and the key, such as `["search", "horizon"]`; for a missing key it is the innermost table that exists.
    #[must_use]
    pub fn error_at(text: &str, path: &[&str], message: impl Into<String>) -> FileError {
        read::error_at(text, path, message)
    }

    /// The text of the file; [`GenomeFile::parse`] reads it back.
    ///
    /// # Panics
    ///
    /// If the feature set has fewer features than the genome uses.
    #[must_use]
    pub fn to_text(&self, feature_set: &FeatureSet) -> String {
        let mut out = String::new();
        self.write(&mut out, feature_set).expect("writing to a string does not fail");
        out
    }

    fn write(&self, out: &mut String, feature_set: &FeatureSet) -> fmt::Result {
        writeln!(out, "format = {FORMAT}")?;
        writeln!(out, "puzzle = {}", string(&self.puzzle))?;
        writeln!(out, "name = {}", string(&self.name))?;
        if let Some(about) = &self.about {
            writeln!(out, "about = {}", string(about))?;
        }
        writeln!(out, "reading = \"{}\"", read::reading_name(self.encoding.reading))?;
        writeln!(out, "scale = \"{}\"", read::scale_name(self.encoding.scale))?;
        table(out, "search", &self.search)?;
        for rule in &self.genome.rules {
            writeln!(out, "\n[[rule]]\nif = \"{}\"", rule.condition.display(feature_set))?;
            value(out, &rule.value, feature_set)?;
        }
        writeln!(out, "\n[default]")?;
        value(out, &self.genome.default, feature_set)?;
        table(out, "provenance", &self.provenance)
    }
}

fn value(out: &mut String, value: &Value, feature_set: &FeatureSet) -> fmt::Result {
    match value {
        Value::Formula(tree) => writeln!(out, "value = \"{}\"", tree.display(feature_set)),
        Value::Weights(weights) => {
            let pairs =
                weights.named(feature_set).map(|(name, weight)| format!("{name} = {weight:?}"));
            writeln!(out, "weights = {{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Writes a table under its name, unless it is empty.
fn table(out: &mut String, name: &str, table: &Table) -> fmt::Result {
    if table.is_empty() {
        return Ok(());
    }
    let whole = Table::from_iter([(name.to_owned(), toml::Value::Table(table.clone()))]);
    write!(out, "\n{}", toml::to_string(&whole).map_err(|_| fmt::Error)?)
}

fn string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
