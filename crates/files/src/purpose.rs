//! What a kept file is for: everything that decides its content.

use std::fmt;

use serde_json::{Map, Value};

/// What a file is for: its format, and everything that decides its results.
///
/// ```
/// use patience_files::Purpose;
/// use serde_json::json;
///
/// let four = Purpose::new("solve", 1).with("rules", json!({ "cells": 4 }));
/// let five = Purpose::new("solve", 1).with("rules", json!({ "cells": 5 }));
/// assert_eq!(four.difference(five.fields()).unwrap().to_string(), "rules.cells is 5 there and 4 here");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Purpose {
    format: &'static str,
    version: u32,
    fields: Map<String, Value>,
}

impl Purpose {
    /// The purpose of files of this format and version.
    #[must_use]
    pub fn new(format: &'static str, version: u32) -> Self {
        Self { format, version, fields: Map::new() }
    }

    /// Adds something that decides results.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> &'static str {
        self.format
    }

    /// The version of the format.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// What decides results.
    #[must_use]
    pub fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    /// The first difference from the purpose of an existing file.
    #[must_use]
    pub fn difference(&self, existing: &Map<String, Value>) -> Option<Difference> {
        difference(existing, &self.fields)
    }
}

/// Something that decides results and differs.
///
/// ```
/// use patience_files::Purpose;
///
/// let (old, new) = (Purpose::new("solve", 1).with("nodes", 10), Purpose::new("solve", 1).with("nodes", 20));
/// let difference = new.difference(old.fields()).expect("they differ");
/// assert_eq!(difference.field, "nodes");
/// assert_eq!(difference.between("in the file", "on the command line"), "nodes is 10 in the file and 20 on the command line");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its name; names of inner fields follow after a dot.
    pub field: String,
    /// Its value in the existing file.
    pub there: Option<Value>,
    /// Its value in this run.
    pub here: Option<Value>,
}

impl Difference {
    /// The difference, with words for where the values are.
    #[must_use]
    pub fn between(&self, there: &str, here: &str) -> String {
        let values = (words(self.there.as_ref()), words(self.here.as_ref()));
        format!("{} is {} {there} and {} {here}", self.field, values.0, values.1)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.between("there", "here"))
    }
}

/// A value as people read it; an object goes by its name, a shard by its numbers.
fn words(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "not set".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Object(fields)) if fields.contains_key("name") => words(fields.get("name")),
        Some(Value::Object(fields)) if fields.contains_key("of") => {
            format!("{}/{}", words(fields.get("index")), words(fields.get("of")))
        }
        Some(value) => value.to_string(),
    }
}

/// Of two objects, the innermost part that differs is named.
pub(crate) fn difference(
    there: &Map<String, Value>,
    here: &Map<String, Value>,
) -> Option<Difference> {
    let names = here.keys().chain(there.keys().filter(|name| !here.contains_key(*name)));
    let find = |name: &String| match (there.get(name), here.get(name)) {
        (Some(Value::Object(there)), Some(Value::Object(here))) => {
            let inner = difference(there, here)?;
            Some(Difference { field: format!("{name}.{}", inner.field), ..inner })
        }
        (there, here) if there == here => None,
        (there, here) => {
            Some(Difference { field: name.clone(), there: there.cloned(), here: here.cloned() })
        }
    };
    names.into_iter().find_map(find)
}

/// A fingerprint of a text that decides results, such as a policy or a board.
///
/// It is file format: the 64 bits of XXH3 in hexadecimal.
///
/// ```
/// use patience_files::fingerprint;
///
/// assert_eq!(fingerprint("a policy"), fingerprint("a policy"));
/// assert_ne!(fingerprint("a policy"), fingerprint("another policy"));
/// assert_eq!(fingerprint("").len(), 16);
/// ```
#[must_use]
pub fn fingerprint(text: &str) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}
