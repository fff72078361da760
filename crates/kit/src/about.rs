//! What a puzzle and its engines are, as data for help texts, pages and messages.

use std::fmt;

use serde::Serialize;

use crate::{Field, Lengths};

/// A name with one sentence about it. Names are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::{Kit, Named, Position, Values};
///
/// // A puzzle writes its positions in every format that it names.
/// let heap = KIT.deal(7, &Values::default())?;
/// let mut formats = KIT.about().formats.iter();
/// assert!(formats.all(|Named { name, .. }| heap.write(name).is_ok()));
/// assert!(heap.write("nameless").is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: &'static str,
}

impl Named {
    /// A name with its sentence.
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary }
    }
}

/// A puzzle.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::{About, Kit};
///
/// /// The first lines of a help text.
/// fn help(kit: &dyn Kit) -> String {
///     let About { name, title, many, instance, .. } = kit.about();
///     let engines: Vec<&str> = kit.engines().iter().map(|engine| engine.name).collect();
///     format!("{title}: patience solve {name} {}\n{instance}\nEngines: {}\n", many.to_uppercase(), engines.join(", "))
/// }
/// assert_eq!(help(&KIT), "Heap: patience solve heap HEAPS\na number of stones, at most 9\nEngines: ida-star\n");
/// ```
#[derive(Clone, Copy, Debug, Serialize)]
pub struct About {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What an instance is called: `deal`, `board`.
    pub one: &'static str,
    /// What several instances are called.
    pub many: &'static str,
    /// What an instance can be given as, in one sentence.
    pub instance: &'static str,
    /// The instance of commands that get none, where there is a usual one.
    pub default_instance: Option<&'static str>,
    /// The metrics of solution cost, the default first.
    pub metrics: &'static [Named],
    /// The lengths of a solution, in the order in which they are reported.
    pub lengths: &'static [Length],
    /// Formats of a position, the default of `show` first.
    pub formats: &'static [Named],
    /// The format in which a position is written to be read back. It is self-contained: rules, goal, a move in progress.
    pub exchange: &'static str,
    /// Formats of a line of play besides the one-line summary; the default first.
    pub line_formats: &'static [Named],
    /// Switches that stand for an engine, such as `--shortest`: the switch, and the engine.
    pub engine_switches: &'static [(&'static str, &'static str)],
    /// Reports about a position, such as an analysis; see [`Position::report`](crate::Position::report).
    pub reports: &'static [Named],
}

impl About {
    /// The lengths in words, such as `M1 113, M2 93` or `8 slides, 16 steps`.
    #[must_use]
    pub fn describe(&self, lengths: &Lengths) -> String {
        let each = self.lengths.iter().zip(&lengths.0).map(|(length, &value)| length.with(value));
        each.collect::<Vec<_>>().join(", ")
    }
}

/// One way to measure a line of play.
///
/// ```
/// use patience_kit::{Length, LengthLabel};
///
/// let slides = Length { field: "slides", summary: None, label: LengthLabel::Unit("slide", "slides") };
/// assert_eq!((slides.with(1), slides.with(8)), ("1 slide".to_owned(), "8 slides".to_owned()));
/// let metric = Length { field: "m1", summary: Some("m1"), label: LengthLabel::Before("M1") };
/// assert_eq!(metric.with(113), "M1 113");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Length {
    /// The field in records. File format.
    pub field: &'static str,
    /// The name in fields of summaries, `mean_<name>`; none keeps it out of summaries. File format.
    pub summary: Option<&'static str>,
    /// How it is printed.
    pub label: LengthLabel,
}

/// How a length is printed.
///
/// ```
/// use patience_kit::{Length, LengthLabel};
///
/// let print = |label, value| Length { field: "slides", summary: None, label }.with(value);
/// assert_eq!(print(LengthLabel::Before("M1"), 113), "M1 113");
/// assert_eq!(print(LengthLabel::Unit("slide", "slides"), 1), "1 slide");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum LengthLabel {
    /// `M1 113`.
    Before(&'static str),
    /// `1 slide`, `8 slides`.
    Unit(&'static str, &'static str),
}

impl Length {
    /// The length with its value.
    #[must_use]
    pub fn with(&self, value: i64) -> String {
        match self.label {
            LengthLabel::Before(name) => format!("{name} {value}"),
            LengthLabel::Unit(one, _) if value == 1 => format!("1 {one}"),
            LengthLabel::Unit(_, many) => format!("{value} {many}"),
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.label {
            LengthLabel::Before(name) | LengthLabel::Unit(_, name) => f.write_str(name),
        }
    }
}

/// An engine.
///
/// ```
/// use patience_kit::EngineAbout;
///
/// // An engine that keeps only some states proves nothing when it runs out of them.
/// let exact = EngineAbout::new("exact", "Searches everything.", "yes", Vec::new());
/// let beam = EngineAbout { complete: false, optimal: "no", name: "beam", ..exact.clone() };
/// assert!(exact.complete && !beam.complete);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct EngineAbout {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Whether running out of states proves that there is no solution.
    pub complete: bool,
    /// When its solutions are optimal: `yes`, `no`, or the condition.
    pub optimal: &'static str,
    /// Whether a policy can guide it.
    pub guided: bool,
    /// Whether one search uses several threads.
    pub parallel: bool,
    /// The node limit of searches without a node or time limit, for engines that may never end.
    pub default_nodes: Option<u64>,
    /// Its settings.
    pub settings: Vec<Field>,
}

impl EngineAbout {
    /// A complete engine on one thread, without a guide and without a default node limit.
    #[must_use]
    pub fn new(
        name: &'static str,
        summary: &'static str,
        optimal: &'static str,
        settings: Vec<Field>,
    ) -> Self {
        Self {
            name,
            summary,
            complete: true,
            optimal,
            guided: false,
            parallel: false,
            default_nodes: None,
            settings,
        }
    }
}
