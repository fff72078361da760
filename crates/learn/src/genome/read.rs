//! A reader of genome files whose errors have exact places.

use std::ops::Range;

use patience_core::{Reading, UnknownFeature};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::{FORMAT, FileError, GenomeFile};
use super::parse::quoted;
use super::{FeatureEncoding, FeatureSet, Genome, Rule, Scale, Tree, Type, Value, Weights};

const READINGS: [(&str, Reading); 3] =
    [("distance", Reading::Distance), ("raw", Reading::Raw), ("highest", Reading::Highest)];
const SCALES: [(&str, Scale); 3] =
    [("normalised", Scale::Normalised), ("counts", Scale::Counts), ("maximum", Scale::Maximum)];

pub(super) fn reading_name(reading: Reading) -> &'static str {
    READINGS.iter().find(|(_, it)| *it == reading).map_or("", |(name, _)| name)
}

pub(super) fn scale_name(scale: Scale) -> &'static str {
    SCALES.iter().find(|(_, it)| *it == scale).map_or("", |(name, _)| name)
}

/// Parses a file.
pub(super) fn file(
    text: &str,
    feature_set_of: impl Fn(&str, Option<&str>) -> Option<FeatureSet>,
) -> Result<GenomeFile, FileError> {
    let reader = Reader { text };
    let document = DeTable::parse(text).map_err(|error| reader.bad_toml(&error))?;
    let top = Entries { reader, table: document.get_ref(), span: 0..0, name: "the file" };
    top.know(&[
        "format",
        "puzzle",
        "name",
        "about",
        "reading",
        "scale",
        "search",
        "rule",
        "default",
        "provenance",
    ])?;

    let format = top.require("format", "`format = 1`")?;
    if format.get_ref().as_integer().map(ToString::to_string) != Some(FORMAT.to_string()) {
        let found = reader.found(format);
        return Err(reader.error(format, format!("expected the format {FORMAT}, found {found}")));
    }
    let puzzle = top.require("puzzle", "`puzzle = \"…\"`")?;
    let puzzle_name = reader.string(puzzle, "the name of a puzzle")?;
    let search = top.table("search")?;
    let engine = search.as_ref().and_then(|search| search.get("engine")?.get_ref().as_str());
    let Some(feature_set) = feature_set_of(puzzle_name, engine) else {
        let message = format!("there are no policies for the puzzle `{}`", quoted(puzzle_name));
        return Err(reader.error(puzzle, message));
    };
    let name = reader.string(top.require("name", "`name = \"…\"`")?, "a name as text")?;
    let about = top.get("about").map(|about| reader.string(about, "text")).transpose()?;
    let encoding = FeatureEncoding {
        reading: top.choice("reading", &READINGS)?,
        scale: top.choice("scale", &SCALES)?,
    };
    if let Some(search) = search {
        search.each(|value| {
            let is_plain = matches!(
                value,
                DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_)
            );
            is_plain.then_some(()).ok_or("text, a number, true or false")
        })?;
    }
    top.table("provenance")?;
    let genome = genome(&top, &feature_set)?;

    // Tables with free content.
    let mut free: toml::Table = text.parse().map_err(|error| reader.bad_toml(&error))?;
    let mut free = |name| match free.remove(name) {
        Some(toml::Value::Table(table)) => table,
        _ => toml::Table::new(),
    };
    Ok(GenomeFile {
        puzzle: puzzle_name.to_owned(),
        name: name.to_owned(),
        about: about.map(str::to_owned),
        encoding,
        search: free("search"),
        genome,
        provenance: free("provenance"),
    })
}

/// An error at the value of a path, such as `["search", "horizon"]`.
pub(super) fn error_at(text: &str, path: &[&str], message: impl Into<String>) -> FileError {
    let mut offset = 0;
    if let Ok(document) = DeTable::parse(text) {
        let mut table = Some(document.get_ref());
        for &name in path {
            let Some(value) = table.and_then(|table| table.get(name)) else { break };
            offset = value.span().start;
            table = value.get_ref().as_table();
        }
    }
    FileError::at(text, offset, message)
}

fn genome(top: &Entries<'_, '_>, feature_set: &FeatureSet) -> Result<Genome, FileError> {
    let reader = top.reader;
    let mut rules = Vec::new();
    if let Some(all) = top.get("rule") {
        let Some(array) = all.get_ref().as_array() else {
            let found = reader.found(all);
            return Err(reader.error(all, format!("expected rules as `[[rule]]`, found {found}")));
        };
        for rule in array {
            let rule = reader.table(rule, "a rule")?;
            rule.know(&["if", "weights", "value"])?;
            let condition = rule.require("if", "`if = \"…\"`")?;
            rules.push(Rule {
                condition: reader.tree(condition, Type::Truth, feature_set)?,
                value: value(&rule, feature_set)?,
            });
        }
    }
    let Some(default) = top.table("default")? else {
        let message = "expected `[default]` with `weights` or `value`, found the end of the file";
        return Err(FileError::at(reader.text, reader.text.len(), message));
    };
    default.know(&["weights", "value"])?;
    Ok(Genome { rules, default: value(&default, feature_set)? })
}

fn value(entries: &Entries<'_, '_>, feature_set: &FeatureSet) -> Result<Value, FileError> {
    let reader = entries.reader;
    match (entries.get("weights"), entries.get("value")) {
        (Some(weights), None) => {
            let named = reader.table(weights, "weights")?;
            named.weights(feature_set).map(Value::Weights)
        }
        (None, Some(formula)) => {
            reader.tree(formula, Type::Number, feature_set).map(Value::Formula)
        }
        (Some(_), Some(second)) => {
            Err(reader.error(second, format!("{} has both weights and a value", entries.name)))
        }
        (None, None) => Err(FileError::at(
            reader.text,
            entries.span.start,
            format!("{} needs `weights = {{ … }}` or `value = \"…\"`", entries.name),
        )),
    }
}

#[derive(Clone, Copy)]
struct Reader<'t> {
    text: &'t str,
}

/// A table with its name and place for errors.
struct Entries<'t, 'd> {
    reader: Reader<'t>,
    table: &'d DeTable<'t>,
    span: Range<usize>,
    name: &'static str,
}

type Entry<'t> = Spanned<DeValue<'t>>;

impl<'t> Reader<'t> {
    fn error<T>(self, place: &Spanned<T>, message: impl Into<String>) -> FileError {
        FileError::at(self.text, place.span().start, message)
    }

    fn bad_toml(self, error: &toml::de::Error) -> FileError {
        let offset = error.span().map_or(0, |span| span.start);
        FileError::at(self.text, offset, error.message().replace('\n', "; "))
    }

    /// A value as the file has it.
    fn found(self, value: &Entry<'_>) -> String {
        match value.get_ref() {
            DeValue::Table(_) => "a table".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            _ => format!("`{}`", quoted(self.text.get(value.span()).unwrap_or_default())),
        }
    }

    fn string<'d>(self, value: &'d Entry<'_>, expected: &str) -> Result<&'d str, FileError> {
        value.get_ref().as_str().ok_or_else(|| {
            self.error(value, format!("expected {expected} in quotes, found {}", self.found(value)))
        })
    }

    fn table<'d>(
        self,
        value: &'d Entry<'t>,
        name: &'static str,
    ) -> Result<Entries<'t, 'd>, FileError> {
        let Some(table) = value.get_ref().as_table() else {
            let message = format!("expected {name} as a table, found {}", self.found(value));
            return Err(self.error(value, message));
        };
        Ok(Entries { reader: self, table, span: value.span(), name })
    }

    fn tree(
        self,
        value: &Entry<'_>,
        kind: Type,
        feature_set: &FeatureSet,
    ) -> Result<Tree, FileError> {
        let expected = if kind == Type::Truth { "a condition" } else { "a formula" };
        let text = self.string(value, expected)?;
        Tree::parse(text, kind, feature_set).map_err(|error| {
            let span = value.span();
            // Without escapes, an offset in the string is an offset in the file.
            let is_plain = self.text.get(span.start + 1..span.end.saturating_sub(1)) == Some(text);
            let offset = if is_plain { span.start + 1 + error.offset } else { span.start };
            FileError::at(self.text, offset, error.to_string())
        })
    }
}

impl<'t, 'd> Entries<'t, 'd> {
    fn get(&self, name: &str) -> Option<&'d Entry<'t>> {
        self.table.get(name)
    }

    fn require(&self, name: &str, expected: &str) -> Result<&'d Entry<'t>, FileError> {
        self.get(name).ok_or_else(|| {
            let message = format!("{} needs {expected}", self.name);
            FileError::at(self.reader.text, self.span.start, message)
        })
    }

    fn table(&self, name: &'static str) -> Result<Option<Entries<'t, 'd>>, FileError> {
        let label = match name {
            "default" => "the default",
            "search" => "the search",
            _ => "the provenance",
        };
        self.get(name).map(|value| self.reader.table(value, label)).transpose()
    }

    /// An error for an unknown key.
    fn know(&self, known: &[&str]) -> Result<(), FileError> {
        match self.table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let (key_text, known) = (quoted(key.get_ref()), known.join("`, `"));
                let message = format!("unknown key `{key_text}` (known: `{known}`)");
                Err(self.reader.error(key, message))
            }
        }
    }

    /// An error for a value that `check` refuses with what it expects.
    fn each(
        &self,
        check: impl Fn(&DeValue<'_>) -> Result<(), &'static str>,
    ) -> Result<(), FileError> {
        for value in self.table.values() {
            check(value.get_ref()).map_err(|expected| {
                let found = self.reader.found(value);
                self.reader.error(value, format!("expected {expected}, found {found}"))
            })?;
        }
        Ok(())
    }

    /// One of a few names, or the default if the key is missing.
    fn choice<T: Copy + Default>(&self, name: &str, known: &[(&str, T)]) -> Result<T, FileError> {
        let Some(value) = self.get(name) else { return Ok(T::default()) };
        let named = |text: &str| known.iter().find(|(name, _)| *name == text).map(|&(_, it)| it);
        value.get_ref().as_str().and_then(named).ok_or_else(|| {
            let words: Vec<_> = known.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            let found = self.reader.found(value);
            let message = format!("expected {}, found {found}", words.join(" or "));
            self.reader.error(value, message)
        })
    }

    /// The entries as weights; others are 0.
    fn weights(&self, feature_set: &FeatureSet) -> Result<Weights, FileError> {
        let reader = self.reader;
        let mut numbers = vec![0.0; feature_set.weighted().len()];
        for (key, value) in self.table {
            let place = feature_set.weight(key.get_ref()).map_err(|why| reader.error(key, why))?;
            let number = number(value.get_ref()).ok_or_else(|| {
                let found = reader.found(value);
                reader.error(value, format!("expected a finite number, found {found}"))
            })?;
            numbers[place] = number;
        }
        // There is a finite number for each heuristic.
        Weights::new(numbers, feature_set)
            .ok_or_else(|| FileError::at(reader.text, self.span.start, "expected finite numbers"))
    }
}

/// The value as a finite number.
fn number(value: &DeValue<'_>) -> Option<f64> {
    let number: f64 = match value {
        DeValue::Float(float) => float.as_str().parse().ok()?,
        DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

impl FeatureSet {
    /// The index of the weight of a feature, or an error message.
    pub(super) fn weight(&self, name: &str) -> Result<usize, String> {
        let names = || self.weighted().iter().map(|&at| self.features()[at].name);
        if let Some(place) = names().position(|weighted| weighted == name) {
            return Ok(place);
        }
        let known = names().collect::<Vec<_>>();
        Err(match self.find(name) {
            Some(_) => {
                format!("`{name}` has no weight (those that have one: {})", known.join(", "))
            }
            None => UnknownFeature { name: quoted(name), known }.to_string(),
        })
    }
}
