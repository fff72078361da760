//! Puzzles that are written in Python: the generic engines search them, and evolution finds policies for them.

mod arena;
mod graph;
mod guide;
mod instance;
mod search;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use patience_core::{Kind, Nearer, SplitMix};
use patience_kit::{Algorithm, EngineAbout, Fault, read_search_of};
use patience_learn::{
    CurriculumKind, FeatureInfo, FeatureSet, FileError, GenomeFile, MOST_FEATURES, Scale, Settings,
    Shape,
};
use patience_workbench::kits;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyWeakrefReference};

use self::graph::Graph;
use crate::convert::refuse;
use crate::policy::Policy;

/// The node limit of a search that has none.
const DEFAULT_NODES: u64 = 1_000_000;

/// The engine that policies guide, unless the settings name another.
pub(crate) const ENGINE: &str = "best-first";

/// States that are kept between searches; more are forgotten together.
const KEPT_STATES: usize = 1_000_000;

/// Random walks that find the ranges of features, and their moves.
const WALKS: usize = 16;
const STEPS: usize = 64;

/// Nodes of a search in an evolution.
const NODES: u32 = 20_000;

/// Words that mean something else in formulas.
const RESERVED: [&str; 10] =
    ["if", "then", "else", "and", "or", "nan", "inf", "NaN", "Infinity", "infinity"];

/// A feature as Python describes it: name, summary, kind, whether high values are nearer to the goal, whether it is admissible, range.
type Described = (String, String, String, bool, bool, Option<(f64, f64)>);

/// A puzzle that is written in Python. The class `patience.Puzzle` makes it.
#[pyclass(frozen, module = "patience._patience")]
pub(crate) struct OwnPuzzle(Arc<Own>);

/// A puzzle that is written in Python, with what is known of its instances.
pub(crate) struct Own {
    name: String,
    object: Py<PyWeakrefReference>,
    feature_set: FeatureSet,
    ranges: Vec<(f64, f64)>,
    /// The heuristic of searches that name none.
    heuristic: Option<usize>,
    cases: Vec<u32>,
    graphs: Mutex<HashMap<u64, Arc<Graph>>>,
}

#[pymethods]
impl OwnPuzzle {
    #[new]
    fn new(
        py: Python<'_>,
        object: &Bound<'_, PyAny>,
        name: String,
        features: Vec<Described>,
        heuristic: Option<String>,
        cases: Vec<u32>,
    ) -> PyResult<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(is_plain) {
            let what = format!("name: expected letters, digits and hyphens, found `{name}`");
            return Err(refuse(py, what));
        }
        if kits().iter().any(|kit| kit.about().name == name) {
            return Err(refuse(py, format_args!("name: {name} is a puzzle of the workbench")));
        }
        let (infos, ranges) = infos(py, features)?;
        let heuristics: Vec<&str> =
            infos.iter().filter(|info| info.is_heuristic()).map(|info| info.name).collect();
        let heuristic = match heuristic {
            Some(name) if !heuristics.contains(&name.as_str()) => {
                let known = heuristics.iter().copied();
                return Err(crate::convert::error(py, &Fault::unknown("heuristic", &name, known)));
            }
            Some(name) => infos.iter().position(|info| info.name == name),
            None => infos.iter().position(FeatureInfo::is_heuristic),
        };
        let feature_set = FeatureSet::new(infos.clone(), &heuristics);
        let feature_set = feature_set.map_err(|wrong| refuse(py, wrong))?;
        let is_measured = ranges.iter().any(Option::is_none);
        let known = ranges.iter().map(|range| range.unwrap_or((0.0, 1.0))).collect();
        let (object, graphs) = (PyWeakrefReference::new(object)?.unbind(), Mutex::default());
        let mut own = Own { name, object, feature_set, ranges: known, heuristic, cases, graphs };
        if is_measured {
            let measured = own.measured_ranges(py)?;
            let pairs = ranges.iter().zip(measured);
            own.ranges = pairs.map(|(given, measured)| given.unwrap_or(measured)).collect();
        }
        Ok(Self(Arc::new(own)))
    }

    /// Solves the instance of a seed: how it ended, the limit, the moves, nodes, moves generated, bytes, seconds, whether it is optimal.
    fn solve(
        &self,
        py: Python<'_>,
        seed: u64,
        engine: Option<&str>,
        settings: &Bound<'_, PyDict>,
        policy: Option<&Bound<'_, Policy>>,
        budget: crate::convert::Budget,
    ) -> PyResult<search::Solved> {
        search::solve(py, &self.0, seed, engine, settings, policy.map(Bound::get), budget)
    }
}

impl OwnPuzzle {
    /// The puzzle.
    pub(crate) fn own(&self) -> Arc<Own> {
        Arc::clone(&self.0)
    }
}

impl Own {
    /// The vocabulary of policies.
    pub(crate) fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    /// Engines that a policy or a heuristic guides.
    fn guided_engines() -> Vec<EngineAbout> {
        let engines = Algorithm::engines(DEFAULT_NODES).into_iter();
        engines.filter(|engine| engine.guided).collect()
    }

    /// Reads the text of a policy file.
    pub(crate) fn read_policy(&self, text: &str) -> Result<GenomeFile, FileError> {
        let feature_set =
            |puzzle: &str, _: Option<&str>| (puzzle == self.name).then(|| self.feature_set.clone());
        let file = GenomeFile::parse(text, feature_set)?;
        read_search_of(&Self::guided_engines(), ENGINE, &file.search)
            .map_err(|wrong| GenomeFile::error_at(text, &["search", &wrong.key], wrong.message))?;
        Ok(file)
    }

    /// The default settings of an evolution.
    pub(crate) fn settings(&self) -> Settings {
        let training = (self.cases.len() / 2).clamp(1, 300);
        Settings {
            puzzle: self.name.clone(),
            genome: Shape::Formula,
            curriculum: CurriculumKind::Random,
            generations: 30,
            population: 50,
            scale: Scale::Normalised,
            training,
            validation: training.min(30),
            nodes: NODES.into(),
            baseline_nodes: NODES.into(),
            penalty: f64::from(NODES),
            ..Settings::default()
        }
    }

    /// What is known of the instance of a seed.
    fn graph(&self, py: Python<'_>, seed: u64) -> PyResult<Arc<Graph>> {
        let graphs = || self.graphs.lock().unwrap_or_else(PoisonError::into_inner);
        let held = graphs().get(&seed).cloned();
        if let Some(graph) = held {
            return Ok(graph);
        }
        // Python is called without the lock.
        let graph = Arc::new(Graph::new(py, &self.object, seed, self.ranges.len())?);
        let mut graphs = graphs();
        let kept: usize = graphs.values().map(|graph| graph.len()).sum();
        let forgotten =
            if KEPT_STATES < kept { std::mem::take(&mut *graphs) } else { HashMap::new() };
        let graph = Arc::clone(graphs.entry(seed).or_insert(graph));
        drop(graphs);
        drop(forgotten);
        Ok(graph)
    }

    /// The least and greatest values of features on random walks from the first cases.
    fn measured_ranges(&self, py: Python<'_>) -> PyResult<Vec<(f64, f64)>> {
        let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); self.ranges.len()];
        let mut random = SplitMix::new(0);
        for &case in self.cases.iter().take(WALKS) {
            let graph = self.graph(py, case.into())?;
            let mut state = graph.root();
            for _ in 0..STEPS {
                for (range, &value) in ranges.iter_mut().zip(&*graph.values(py, state)?) {
                    *range = (range.0.min(value), range.1.max(value));
                }
                let moves = graph.moves(py, state)?;
                if moves.is_empty() {
                    break;
                }
                state = moves[random.below(moves.len())].child;
            }
        }
        // A feature that never changes has the range of a unit.
        let widened = |(least, most): (f64, f64)| match (least, most) {
            (least, most) if least < most => (least, most),
            (least, _) if least.is_finite() => (least, least + 1.0),
            _ => (0.0, 1.0),
        };
        Ok(ranges.into_iter().map(widened).collect())
    }
}

/// The features, and their ranges as far as they are given.
#[allow(clippy::type_complexity, reason = "two lists of the same length")]
fn infos(
    py: Python<'_>,
    features: Vec<Described>,
) -> PyResult<(Vec<FeatureInfo>, Vec<Option<(f64, f64)>>)> {
    if features.is_empty() || MOST_FEATURES < features.len() {
        let found = features.len();
        let what = format!("features: expected 1 to {MOST_FEATURES}, found {found}");
        return Err(refuse(py, what));
    }
    let (mut infos, mut ranges) = (Vec::new(), Vec::new());
    for (name, summary, kind, is_high, admissible, range) in features {
        let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_word = begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_word || RESERVED.contains(&name.as_str()) {
            let what = format!("features: expected a name of letters and digits, found `{name}`");
            return Err(refuse(py, what));
        }
        if infos.iter().any(|info: &FeatureInfo| info.name == name) {
            return Err(refuse(py, format_args!("features: {name} is there twice")));
        }
        if let Some((least, most)) = range
            && !(least.is_finite() && most.is_finite() && least < most)
        {
            let what = format!("features: {name}: expected a range such as (0, 10)");
            return Err(refuse(py, what));
        }
        let nearer = if is_high { Nearer::High } else { Nearer::Low };
        let kind = match kind.as_str() {
            "heuristic" => Kind::Heuristic { nearer, admissible },
            "advisor" => Kind::Advisor,
            "flag" => Kind::Flag,
            other => {
                let known = ["heuristic", "advisor", "flag"];
                let fault = Fault::unknown("kind of feature", other, known);
                return Err(crate::convert::error(py, &fault));
            }
        };
        infos.push(FeatureInfo { name: lasting(name), summary: lasting(summary), kind });
        ranges.push(range);
    }
    Ok((infos, ranges))
}

/// A text that lasts as long as the program: names of features are few, and each is stored once.
fn lasting(text: String) -> &'static str {
    static TEXTS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let texts = texts.get_or_insert_with(HashSet::new);
    if let Some(held) = texts.get(text.as_str()) {
        return held;
    }
    let text: &'static str = text.leak();
    texts.insert(text);
    text
}
