//! A search of a Python puzzle by a generic engine.

use std::panic::{self, AssertUnwindSafe};

use patience_core::{Cancel, Event, Limits, Meter, Outcome, Puzzle, Reading, Report, Stats};
use patience_kit::{Algorithm, Fault, OutcomeKind, PolicyError, Values, read_search_of};
use patience_learn::{Bound as PolicyBound, GenomeFile};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;

use super::guide::Guide;
use super::instance::Instance;
use super::{DEFAULT_NODES, ENGINE, Own};
use crate::convert::{Budget, error, panicked, refuse, values};
use crate::policy::Policy;
use crate::position::limited;
use crate::raised::Raised;

/// The fields of a record: engine, outcome, limit, moves, nodes, moves generated, duplicates, bytes, seconds, whether it is optimal.
pub(super) type Solved =
    (String, String, Option<String>, Py<PyList>, u64, u64, u64, u64, f64, bool);

/// Searches an instance from its start, and looks at Python's signals now and then.
pub(super) fn search<'a>(
    algorithm: &Algorithm,
    guide: &Guide<Instance<'a>>,
    instance: &Instance<'a>,
    limits: &Limits,
    cancel: &Cancel,
    raised: &Raised,
) -> Report<u32> {
    let mut look = |_: Event, _: &Stats| raised.look_at_signals();
    let mut meter = Meter::start(limits, cancel, &mut look);
    let outcome = algorithm.search(guide, false, instance, &instance.start(), &mut meter);
    Report { outcome, stats: meter.finish() }
}

/// An engine for a puzzle: its own settings over those of the policy, if it was made for that engine.
fn prepare(
    engine: Option<&str>,
    settings: Values,
    file: Option<&GenomeFile>,
) -> Result<(String, Algorithm), Fault> {
    let wrong = |PolicyError { key, message }| {
        Fault::input(format_args!("`{key}` of the policy's search: {message}"))
    };
    let made_for = file.map(|file| read_search_of(&Own::guided_engines(), ENGINE, &file.search));
    let made_for = made_for.transpose().map_err(wrong)?;
    let usual = made_for.as_ref().map_or(ENGINE, |(name, _)| name);
    let name = engine.unwrap_or(usual);
    let engines = Algorithm::engines(DEFAULT_NODES);
    let unknown = || Fault::unknown("engine", name, engines.iter().map(|engine| engine.name));
    let about = engines.iter().find(|engine| engine.name == name).ok_or_else(unknown)?;
    settings.refuse_unknown(name, &about.settings)?;
    let settings = match &made_for {
        Some((made_for, values)) if *made_for == name => settings.or(values),
        _ => settings,
    };
    if file.is_some() && !about.guided {
        return Err(Fault::input(format_args!("the engine {name} takes no policy")));
    }
    let algorithm = Algorithm::read(name, &settings).ok_or_else(unknown)??;
    if algorithm.adds_estimates()
        && file.is_some_and(|file| file.encoding.reading == Reading::Highest)
    {
        return Err(Fault::input(format_args!(
            "the engine {name} adds the value of a policy to the cost of a path: it takes none with reading = \"highest\""
        )));
    }
    Ok((name.to_owned(), algorithm))
}

/// Solves the instance of a seed on this thread.
pub(super) fn solve(
    py: Python<'_>,
    own: &Own,
    seed: u64,
    engine: Option<&str>,
    settings: &Bound<'_, PyDict>,
    policy: Option<&Policy>,
    budget: Budget,
) -> PyResult<Solved> {
    let (settings, limits) = (values(settings)?, budget.limits(py)?);
    let file = policy.map(|policy| policy.parts().0);
    if let Some(file) = file
        && file.puzzle != own.name
    {
        let what = format!("the policy is for {}, not for {}", file.puzzle, own.name);
        return Err(refuse(py, what));
    }
    let (engine, algorithm) = prepare(engine, settings, file).map_err(|it| error(py, &it))?;
    let raised = Raised::default();
    let instance = Instance::new(own, own.graph(py, seed)?, &raised);
    let guide = match file {
        Some(file) => Guide::Policy(PolicyBound::new(
            &file.genome,
            &own.feature_set,
            file.encoding,
            &instance,
        )),
        None => Guide::named(own, algorithm.heuristic()).map_err(|fault| error(py, &fault))?,
    };
    let limits = limited(limits, Some(DEFAULT_NODES));
    let report = py.detach(|| {
        let work = || search(&algorithm, &guide, &instance, &limits, &raised.cancel, &raised);
        panic::catch_unwind(AssertUnwindSafe(work))
    });
    // An exception of Python comes first.
    if let Some(raised) = raised.take() {
        return Err(raised);
    }
    let Report { outcome, stats } = report.map_err(|thrown| panicked(&*thrown))?;
    let (mut stop, mut is_optimal) = (None, false);
    let moves = PyList::empty(py);
    match &outcome {
        Outcome::Solved(solution) => {
            is_optimal = solution.optimal;
            let mut state = instance.start();
            for &mv in &solution.moves {
                let steps = instance.graph.moves(py, state)?;
                let made = &steps[mv as usize];
                moves.append(&made.mv)?;
                state = made.child;
            }
        }
        Outcome::LimitReached(limit) => stop = json!(limit).as_str().map(str::to_owned),
        _ => {}
    }
    Ok((
        engine,
        OutcomeKind::of(&outcome).word().to_owned(),
        stop,
        moves.unbind(),
        stats.expanded,
        stats.generated,
        stats.duplicates,
        stats.peak_bytes,
        stats.elapsed.as_secs_f64(),
        is_optimal,
    ))
}
