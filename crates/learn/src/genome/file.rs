//! Genomes as files: TOML that a person can read and edit.

use std::fmt::{self, Write as _};

use toml::Table;

use super::read;
use super::{Genome, Lexicon, Manner, Value};

/// The number of the format that is read and written.
pub(super) const FORMAT: i64 = 1;

/// A genome with all that a file tells of it.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{GenomeFile, Lexicon};
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
/// let lexicon = Lexicon::of::<Countdown>(&["Left"])?;
/// let file = GenomeFile::parse(text, |puzzle, _| (puzzle == "countdown").then(|| lexicon.clone()))?;
/// assert_eq!(file.genome.rules.len(), 1);
/// let again = GenomeFile::parse(&file.to_text(&lexicon), |_, _| Some(lexicon.clone()))?;
/// assert_eq!(again, file);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GenomeFile {
    /// The puzzle by name.
    pub puzzle: String,
    /// What people call the genome.
    pub name: String,
    /// What there is to say about it.
    pub about: Option<String>,
    /// How features enter its values.
    pub manner: Manner,
    /// What it was bred to be searched with: text, whole numbers, true or false. Who runs searches knows what they mean.
    pub search: Table,
    /// The genome.
    pub genome: Genome,
    /// Where it came from, in whatever detail: program version, settings, seed, generation, training result.
    pub provenance: Table,
}

/// A file that holds no genome: where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, or what was expected and what stands there.
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
}

impl GenomeFile {
    /// Reads a file; `lexicon_of` knows the words of a puzzle by its name, and by the engine that the file is for, if it says so.
    pub fn parse(
        text: &str,
        lexicon_of: impl Fn(&str, Option<&str>) -> Option<Lexicon>,
    ) -> Result<Self, FileError> {
        read::file(text, lexicon_of)
    }

    /// An error at a value of a file that was read: for who finds one wrong that only the user of the file can judge.
    ///
    /// `path` names tables and the key, `["search", "horizon"]` say; what there is not counts as the last of them that there is.
    #[must_use]
    pub fn error_at(text: &str, path: &[&str], message: impl Into<String>) -> FileError {
        read::error_at(text, path, message)
    }

    /// The file of a genome whose words are those of the lexicon; [`GenomeFile::parse`] reads it as the same.
    ///
    /// # Panics
    ///
    /// If the lexicon has fewer words than the one the genome was made with.
    #[must_use]
    pub fn to_text(&self, lexicon: &Lexicon) -> String {
        let mut out = String::new();
        self.write(&mut out, lexicon).expect("text can be written to memory");
        out
    }

    fn write(&self, out: &mut String, lexicon: &Lexicon) -> fmt::Result {
        writeln!(out, "format = {FORMAT}")?;
        writeln!(out, "puzzle = {}", string(&self.puzzle))?;
        writeln!(out, "name = {}", string(&self.name))?;
        if let Some(about) = &self.about {
            writeln!(out, "about = {}", string(about))?;
        }
        writeln!(out, "reading = \"{}\"", read::reading_name(self.manner.reading))?;
        writeln!(out, "scale = \"{}\"", read::scale_name(self.manner.scale))?;
        table(out, "search", &self.search)?;
        for rule in &self.genome.rules {
            writeln!(out, "\n[[rule]]\nif = \"{}\"", rule.condition.display(lexicon))?;
            value(out, &rule.value, lexicon)?;
        }
        writeln!(out, "\n[default]")?;
        value(out, &self.genome.default, lexicon)?;
        table(out, "provenance", &self.provenance)
    }
}

fn value(out: &mut String, value: &Value, lexicon: &Lexicon) -> fmt::Result {
    match value {
        Value::Formula(tree) => writeln!(out, "value = \"{}\"", tree.display(lexicon)),
        Value::Weights(weights) => {
            let pairs = weights.named(lexicon).map(|(name, weight)| format!("{name} = {weight:?}"));
            writeln!(out, "weights = {{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Writes a table under its name, if there is anything in it.
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
