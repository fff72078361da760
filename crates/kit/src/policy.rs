//! Policies: genomes in files that guide the engines of a puzzle.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use patience_core::{Features, Reading};
use patience_learn::{
    Bound, FeatureSet, FileError, Genome, GenomeFile, Table, TomlValue, Value, Weights,
};

use crate::{EngineAbout, Fault, Kit, Values};

/// A policy of one puzzle. Copies are the same policy, and count their decisions together.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, KIT};
/// use patience_core::{Evaluator, Node};
/// use patience_kit::Policy;
///
/// let text = "format = 1\npuzzle = 'heap'\nname = 'Low'\n[default]\nweights = { Height = 2.0 }\n";
/// let policy = Policy::parse(text, &KIT)?;
/// assert!(policy.mentions("Height") && !policy.mentions("g"));
/// // In a heap of six, three stones are half of the height.
/// let (heap, copy) = (Heap(6), policy.clone());
/// let bound = policy.bind(&heap);
/// assert_eq!(bound.score(&heap, &Node::root(&3)), 1.0);
/// // Copies count their decisions together.
/// policy.count(&bound);
/// assert_eq!(copy.fired(), [1]);
/// # Ok::<(), patience_learn::FileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: GenomeFile,
    feature_set: FeatureSet,
    engine: &'static str,
    settings: Values,
    fired: Vec<AtomicU64>,
}

/// An entry of a policy's `search` table that the puzzle does not accept.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::read_search;
/// use patience_learn::Table;
///
/// let search = "engine = 'magic'".parse::<Table>()?;
/// let error = read_search(&KIT, &search).expect_err("there is no such engine");
/// assert_eq!(error.to_string(), r#"`engine` of the search: expected "ida-star", found `"magic"`"#);
/// # Ok::<(), patience_learn::TomlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` of the search: {message}")]
pub struct PolicyError {
    /// The entry.
    pub key: String,
    /// What was expected, and what was found.
    pub message: String,
}

impl Policy {
    /// Reads the text of a policy file for a puzzle.
    pub fn parse(text: &str, kit: &dyn Kit) -> Result<Self, FileError> {
        let name = kit.about().name;
        let feature_set_of = |puzzle: &str, engine: Option<&str>| {
            // An engine that takes no policies is an error of `search`, not of the puzzle.
            if puzzle == name {
                kit.feature_set(engine).or_else(|| kit.feature_set(None))
            } else {
                None
            }
        };
        let file = GenomeFile::parse(text, feature_set_of)?;
        Self::new(file, kit).map_err(|PolicyError { key, message }| {
            GenomeFile::error_at(text, &["search", &key], message)
        })
    }

    /// A policy of a genome that is not in a file.
    pub fn new(file: GenomeFile, kit: &dyn Kit) -> Result<Self, PolicyError> {
        let (engine, settings) = read_search(kit, &file.search)?;
        let feature_set = kit.feature_set(Some(engine)).ok_or_else(|| PolicyError {
            key: "puzzle".to_owned(),
            message: format!("there are no policies for `{}`", file.puzzle),
        })?;
        kit.check_policy(engine, &file)
            .map_err(|message| PolicyError { key: "engine".to_owned(), message })?;
        let fired = (0..=file.genome.rules.len()).map(|_| AtomicU64::new(0)).collect();
        Ok(Self(Arc::new(Inner { file, feature_set, engine, settings, fired })))
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &GenomeFile {
        &self.0.file
    }

    /// The vocabulary.
    #[must_use]
    pub fn feature_set(&self) -> &FeatureSet {
        &self.0.feature_set
    }

    /// The engine that it was made for.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.0.engine
    }

    /// The settings of that engine that it was made for.
    #[must_use]
    pub fn settings(&self) -> &Values {
        &self.0.settings
    }

    /// How its values read heuristics.
    #[must_use]
    pub fn reading(&self) -> Reading {
        self.0.file.encoding.reading
    }

    /// Whether a condition, a formula or a weight reads a feature.
    #[must_use]
    pub fn mentions(&self, feature: &str) -> bool {
        let Inner { file, feature_set, .. } = &*self.0;
        feature_set.find(feature).is_some_and(|at| file.genome.mentions(at, feature_set))
    }

    /// How often each rule decided in all searches so far; the default last.
    #[must_use]
    pub fn fired(&self) -> Vec<u64> {
        self.0.fired.iter().map(|count| count.load(Ordering::Relaxed)).collect()
    }

    /// The weights of a policy that has neither rules nor formulas.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        weights(&self.0.file.genome)
    }

    /// The policy for one instance.
    ///
    /// # Panics
    ///
    /// If the instance is one of another puzzle.
    #[must_use]
    pub fn bind<P: Features>(&self, puzzle: &P) -> Bound<P> {
        Bound::new(&self.0.file.genome, &self.0.feature_set, self.0.file.encoding, puzzle)
    }

    /// Adds the decisions of a search.
    pub fn count<P: Features>(&self, bound: &Bound<P>) {
        for (all, fired) in self.0.fired.iter().zip(bound.fired()) {
            all.fetch_add(fired, Ordering::Relaxed);
        }
    }

    /// Adds decisions of a search whose guide has no rules.
    pub fn count_default(&self, decisions: u64) {
        if let Some(default) = self.0.fired.last() {
            default.fetch_add(decisions, Ordering::Relaxed);
        }
    }
}

/// The weights of a genome that has neither rules nor formulas.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # let text = "format = 1\npuzzle = 'heap'\nname = 'Low'\n[default]\nweights = { Height = 2.0 }\n";
/// use patience_kit::{Policy, weights};
///
/// let policy = Policy::parse(text, &KIT)?;
/// let mut genome = policy.file().genome.clone();
/// assert_eq!(weights(&genome).map(|it| it.numbers()), Some(&[2.0][..]));
/// // A formula has none.
/// # let formula = text.replace("weights = { Height = 2.0 }", "value = 'Height'");
/// genome.default = Policy::parse(&formula, &KIT)?.file().genome.default.clone();
/// assert!(weights(&genome).is_none());
/// # Ok::<(), patience_learn::FileError>(())
/// ```
#[must_use]
pub fn weights(genome: &Genome) -> Option<&Weights> {
    match &genome.default {
        Value::Weights(weights) if genome.rules.is_empty() => Some(weights),
        _ => None,
    }
}

/// Reads what a file, or the settings of an evolution, says about searching: the engine, and values of its settings.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::{Values, read_search};
/// use patience_learn::Table;
///
/// let search = "heuristic = 'Height'".parse::<Table>()?;
/// let values = Values::from_iter([("heuristic", "Height")]);
/// // The engine that is not named is the usual one.
/// assert_eq!(read_search(&KIT, &search), Ok(("ida-star", values)));
/// # Ok::<(), patience_learn::TomlError>(())
/// ```
pub fn read_search(kit: &dyn Kit, search: &Table) -> Result<(&'static str, Values), PolicyError> {
    let is_guided = |engine: &EngineAbout| kit.feature_set(Some(engine.name)).is_some();
    let engines: Vec<EngineAbout> = kit.engines().into_iter().filter(is_guided).collect();
    read_search_of(&engines, kit.policy_engine(), search)
}

/// The same for engines that take policies; `usual` is the one of a search that names none.
///
/// ```
/// use patience_kit::{Algorithm, read_search_of};
/// use patience_learn::Table;
///
/// let engines = Algorithm::engines(1000);
/// let read = |text: &str| text.parse::<Table>().map(|search| read_search_of(&engines, "staged", &search));
/// assert_eq!(read("engine = 'beam'\nwidth = 8")?.map(|(engine, _)| engine), Ok("beam"));
/// // The usual engine has no width.
/// assert_eq!(read("width = 8")?.map_err(|error| error.key), Err("width".to_owned()));
/// # Ok::<(), patience_learn::TomlError>(())
/// ```
pub fn read_search_of(
    engines: &[EngineAbout],
    usual: &'static str,
    search: &Table,
) -> Result<(&'static str, Values), PolicyError> {
    let wrong = |key: &str, message: String| PolicyError { key: key.to_owned(), message };
    let name = match search.get("engine") {
        None => usual,
        Some(value) => value.as_str().unwrap_or_default(),
    };
    let Some(engine) = engines.iter().find(|engine| engine.name == name) else {
        let names: Vec<String> =
            engines.iter().map(|engine| format!("\"{}\"", engine.name)).collect();
        if names.is_empty() {
            return Err(wrong("engine", "no engine of this puzzle takes policies".to_owned()));
        }
        let found =
            search.get("engine").map_or_else(|| format!("\"{usual}\""), ToString::to_string);
        return Err(wrong("engine", format!("expected {}, found `{found}`", names.join(" or "))));
    };
    let mut values = Values::default();
    for (key, value) in search.iter().filter(|(key, _)| *key != "engine") {
        let Some(field) = engine.settings.iter().find(|field| field.name == key) else {
            let known: Vec<&str> = engine.settings.iter().map(|field| field.name).collect();
            let known = known.join(", ");
            return Err(wrong(key, format!("unknown setting `{key}` (known: engine, {known})")));
        };
        let json = json(value);
        field.check(&json).map_err(|Fault { message, .. }| wrong(key, message))?;
        values.set(key, json);
    }
    Ok((engine.name, values))
}

fn json(value: &TomlValue) -> serde_json::Value {
    match value {
        TomlValue::String(text) => text.as_str().into(),
        TomlValue::Integer(number) => (*number).into(),
        TomlValue::Float(number) => (*number).into(),
        TomlValue::Boolean(flag) => (*flag).into(),
        other => other.to_string().into(),
    }
}
