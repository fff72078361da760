//! An experiment as a file: cases, rows, and what was published about them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use patience_core::Limits;
use patience_files::MOST_SETTINGS;
use patience_kit::{Fault, Kit, Values};
use patience_workbench::{Instances, find, values};
use serde::Deserialize;

use crate::arms::Evolve;
use crate::measure::{Measure, Published, Tolerance};

/// An experiment. Its fields are the keys of the file.
///
/// ```
/// use patience_lab::{Experiment, Scale};
///
/// let experiment = Experiment::parse(
///     r#"
///     name = "boards"
///     title = "A* on boards of six cells"
///     puzzle = "tiles"
///     rules = { columns = 3, rows = 2 }
///     cases = "1..=100"
///     quick = "1..=10"
///     limits = { nodes = "1M" }
///     row = [{ name = "A*", engine = "a-star", limits = { time = "2s" } }]
///     "#,
/// )?;
/// let row = &experiment.rows[0];
/// assert_eq!(experiment.instances(row, Scale::Quick)?.count(), 10);
/// // The limits of the row, and those of the experiment where it has none.
/// let limits = experiment.limits(row)?;
/// assert_eq!((limits.nodes, limits.time.map(|it| it.as_secs())), (Some(1_000_000), Some(2)));
/// // Errors name the place.
/// let error = Experiment::parse("name = 'x'\ntitel = ''").unwrap_err();
/// assert_eq!(error.place, Some((2, 1)));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The name on the command line, and of its folder of records.
    pub name: String,
    /// The paper whose claims it repeats.
    #[serde(default)]
    pub paper: Option<String>,
    /// One line.
    pub title: String,
    /// What a reader must know to judge the rows.
    #[serde(default)]
    pub about: String,
    /// The puzzle.
    pub puzzle: String,
    /// The cases of all rows at full scale.
    #[serde(default)]
    pub cases: Option<Words>,
    /// The cases at the scale `quick`.
    #[serde(default)]
    pub quick: Option<Words>,
    /// The cases at the scale `smoke`; those of `quick` otherwise.
    #[serde(default)]
    pub smoke: Option<Words>,
    /// The limits of all rows.
    #[serde(default)]
    pub limits: LimitsText,
    /// The rules of all rows.
    #[serde(default)]
    pub rules: Values,
    /// The length that rows report, by the name of its field; the first of the puzzle otherwise.
    #[serde(default)]
    pub length: Option<String>,
    /// What an unsolved case counts with in penalised means.
    #[serde(default)]
    pub penalty: Penalty,
    /// The rows.
    #[serde(default, rename = "row")]
    pub rows: Vec<Row>,
    /// Runs of evolution over seeds.
    #[serde(default)]
    pub evolve: Option<Evolve>,
    /// The parent of the folder of the file, which paths of policies start from; empty for the working directory.
    #[serde(skip)]
    pub root: PathBuf,
}

/// One word or several.
///
/// ```
/// use patience_lab::Words;
///
/// // In the file of an experiment: `cases = "1..=100"` or `cases = ["jam10", "jam20"]`.
/// let read = |json| serde_json::from_str::<Words>(json);
/// assert_eq!(read(r#""1..=100""#)?.all(), ["1..=100"]);
/// assert_eq!(read(r#"["jam10", "jam20"]"#)?.all(), ["jam10", "jam20"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Words {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl Words {
    /// The words.
    #[must_use]
    pub fn all(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }
}

/// How much of an experiment is run.
///
/// ```
/// use patience_lab::Scale;
///
/// assert_eq!(Scale::named("quick"), Some(Scale::Quick));
/// assert_eq!(Scale::named("huge"), None);
/// assert!(Scale::ALL.iter().all(|(scale, name)| scale.name() == *name));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A few cases: a test that everything runs.
    Smoke,
    /// A sample, in minutes for all experiments together.
    Quick,
    /// Everything.
    Full,
}

impl Scale {
    /// Every scale with its name.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Smoke, "smoke"), (Self::Quick, "quick"), (Self::Full, "full")];

    /// The scale of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(scale, _)| *scale)
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(scale, _)| *scale == self).map_or("", |(_, name)| name)
    }
}

/// Limits as people write them: `20M`, `2s`, `2G`.
///
/// ```
/// use patience_lab::LimitsText;
///
/// let text = LimitsText { nodes: Some("1.5M".into()), memory: Some("2G".into()), ..LimitsText::default() };
/// let limits = text.read()?;
/// assert_eq!((limits.nodes, limits.time, limits.memory), (Some(1_500_000), None, Some(2 << 30)));
/// let wrong = LimitsText { time: Some("soon".into()), ..LimitsText::default() };
/// assert!(wrong.read().unwrap_err().message.starts_with("limits.time: expected a time"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsText {
    /// Nodes of a search.
    #[serde(default)]
    pub nodes: Option<String>,
    /// Time of a search.
    #[serde(default)]
    pub time: Option<String>,
    /// Memory of a search.
    #[serde(default)]
    pub memory: Option<String>,
}

impl LimitsText {
    /// These limits, and those of `others` where these have none.
    fn or(&self, others: &Self) -> Self {
        Self {
            nodes: self.nodes.clone().or_else(|| others.nodes.clone()),
            time: self.time.clone().or_else(|| others.time.clone()),
            memory: self.memory.clone().or_else(|| others.memory.clone()),
        }
    }

    /// The limits.
    pub fn read(&self) -> Result<Limits, Fault> {
        fn each<T>(
            text: Option<&String>,
            name: &str,
            read: fn(&str) -> Result<T, String>,
        ) -> Result<Option<T>, Fault> {
            let wrong = |message| Fault::input(format_args!("limits.{name}: {message}"));
            text.map(|text| read(text).map_err(wrong)).transpose()
        }
        Ok(Limits {
            nodes: each(self.nodes.as_ref(), "nodes", values::count)?,
            time: each(self.time.as_ref(), "time", values::duration)?,
            memory: each(self.memory.as_ref(), "memory", values::size)?,
        })
    }
}

/// What an unsolved case counts with.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::BOARDS;
/// use patience_lab::{Experiment, Penalty};
///
/// let experiment = Experiment::parse(&format!("penalty = {{ nodes = 1e9 }}\n{BOARDS}"))?;
/// let Penalty { nodes, length } = experiment.penalty;
/// // Without a penalty there is no penalised mean.
/// assert_eq!((nodes, length), (Some(1e9), None));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    /// Nodes.
    #[serde(default)]
    pub nodes: Option<f64>,
    /// Length.
    #[serde(default)]
    pub length: Option<f64>,
}

/// A row: one engine, policy or player on all cases, or published figures alone.
///
/// ```
/// use patience_lab::{Experiment, Row};
///
/// let experiment = Experiment::parse(
///     r#"
///     name = "boards"
///     title = "A* beside a paper"
///     puzzle = "tiles"
///     [[row]]
///     name = "A*"
///     engine = "a-star"
///     [[row]]
///     name = "a paper"
///     published = { rate = 90 }
///     "#,
/// )?;
/// // The second row has nothing to run.
/// assert!(experiment.rows.iter().map(Row::is_quoted).eq([false, true]));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name within the experiment.
    pub name: String,
    /// The engine; that of the policy or the usual one otherwise.
    #[serde(default)]
    pub engine: Option<String>,
    /// The player of a game with hidden cards.
    #[serde(default)]
    pub player: Option<String>,
    /// The path of a policy file.
    #[serde(default)]
    pub policy: Option<String>,
    /// Settings of the engine or player.
    #[serde(default)]
    pub settings: Values,
    /// The metric of the search.
    #[serde(default)]
    pub metric: Option<String>,
    /// Rules besides those of the experiment.
    #[serde(default)]
    pub rules: Values,
    /// Limits besides those of the experiment.
    #[serde(default)]
    pub limits: LimitsText,
    /// Other cases than those of the experiment.
    #[serde(default)]
    pub cases: Option<Words>,
    /// Likewise at the scale `quick`.
    #[serde(default)]
    pub quick: Option<Words>,
    /// Likewise at the scale `smoke`.
    #[serde(default)]
    pub smoke: Option<Words>,
    /// Published figures.
    #[serde(default)]
    pub published: BTreeMap<Measure, Published>,
    /// Published figures of single cases.
    #[serde(default, rename = "by-case")]
    pub by_case: BTreeMap<String, BTreeMap<Measure, Published>>,
    /// How far our figures may be from the published ones.
    #[serde(default)]
    pub tolerance: BTreeMap<Measure, Tolerance>,
    /// The row that it is compared with, case by case.
    #[serde(default)]
    pub control: Option<String>,
    /// Why its figures cannot be compared with the published ones.
    #[serde(default)]
    pub incomparable: Option<String>,
}

impl Row {
    /// Whether it has nothing to run: published figures alone.
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        self.engine.is_none() && self.player.is_none() && self.policy.is_none()
    }
}

impl Experiment {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let name = path.display().to_string();
        let text = patience_files::read_text(path, MOST_SETTINGS)
            .map_err(|error| Fault::input(patience_files::unreadable(&name, &error)))?;
        let read = Self::parse(&text);
        let mut experiment = read.map_err(|fault| Fault::input(format_args!("{name}: {fault}")))?;
        experiment.root = root_of(path);
        Ok(experiment)
    }

    /// Reads a text. Errors name the line, the row or the key.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let experiment: Self = toml::from_str(text).map_err(|error| {
            let message = error.message();
            let before = error.span().map(|span| &text[..span.start.min(text.len())]);
            before.map_or_else(
                || Fault::input(message),
                |before| {
                    let line = before.matches('\n').count() + 1;
                    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
                    Fault::input(message).at(line, column + 1)
                },
            )
        })?;
        experiment.check()?;
        Ok(experiment)
    }

    /// The puzzle.
    pub fn kit(&self) -> Result<&'static dyn Kit, Fault> {
        find(&self.puzzle)
    }

    /// The limits of a row.
    pub fn limits(&self, row: &Row) -> Result<Limits, Fault> {
        row.limits.or(&self.limits).read()
    }

    /// The rules of a row.
    #[must_use]
    pub fn rules(&self, row: &Row) -> Values {
        row.rules.clone().or(&self.rules)
    }

    /// The cases of a row at a scale; none if the row is not run at that scale.
    #[must_use]
    pub fn words(&self, row: &Row, scale: Scale) -> Vec<String> {
        let words = match scale {
            Scale::Full => row.cases.as_ref().or(self.cases.as_ref()),
            Scale::Quick => row.quick.as_ref().or(self.quick.as_ref()),
            Scale::Smoke => {
                let own = row.smoke.as_ref().or(row.quick.as_ref());
                own.or(self.smoke.as_ref()).or(self.quick.as_ref())
            }
        };
        words.map(|words| words.all().to_vec()).unwrap_or_default()
    }

    /// The instances of a row at a scale.
    pub fn instances(&self, row: &Row, scale: Scale) -> Result<Instances, Fault> {
        let mut instances = Instances::new(self.kit()?, self.rules(row));
        for word in self.words(row, scale) {
            instances.add(&word)?;
        }
        Ok(instances)
    }

    /// The field of the length that rows report.
    pub fn length_field(&self) -> Result<String, Fault> {
        let first = || self.kit().map(|kit| kit.about().lengths.first().map(|it| it.field));
        match &self.length {
            Some(name) => Ok(name.clone()),
            None => Ok(first()?.unwrap_or("length").to_owned()),
        }
    }
}

/// The parent of the folder of a file.
fn root_of(path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or(Path::new(""));
    match folder.file_name() {
        Some(_) => folder.parent().map(Path::to_owned).unwrap_or_default(),
        // `.`, `..` or nothing: a name would be needed to leave it out.
        None => folder.join(".."),
    }
}

/// A name as a part of a path: small letters, digits and dashes.
#[must_use]
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').to_owned()
}
