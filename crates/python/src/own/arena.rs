//! Fitness cases of a Python puzzle: the instances of its seeds, searched with a policy or with the baseline, by the same engine.

use std::sync::Arc;

use patience_core::{Cancel, Limits, Reading};
use patience_kit::{Algorithm, Fault, PolicyError, read_search_of};
use patience_learn::{Arena, Attempt, Bound, Case, FeatureEncoding, FeatureSet, Genome, Settings};
use pyo3::prelude::*;

use super::guide::Guide;
use super::instance::Instance;
use super::search::search;
use super::{ENGINE, Own};
use crate::raised::Raised;

/// Cases whose start is written into the checksum of a run. All of them would take long to make.
const DESCRIBED: usize = 16;

/// The fitness cases of a run.
pub(crate) struct OwnArena {
    own: Arc<Own>,
    raised: Arc<Raised>,
    feature_set: FeatureSet,
    encoding: FeatureEncoding,
    algorithm: Algorithm,
    /// The baseline and its search in words.
    rival: String,
    /// The start states of the first cases as text.
    described: Vec<String>,
}

impl Own {
    /// The fitness cases of a run with these settings.
    pub(crate) fn arena(
        self: &Arc<Self>,
        settings: &Settings,
        raised: &Arc<Raised>,
    ) -> Result<OwnArena, Fault> {
        if settings.puzzle != self.name {
            return Err(Fault::input(format_args!(
                "the settings are for {}, not for {}",
                settings.puzzle, self.name
            )));
        }
        if self.cases.is_empty() {
            return Err(Fault::input("cases: expected one or more"));
        }
        let (engine, algorithm) = Self::algorithm(settings)?;
        if algorithm.adds_estimates() && settings.reading == Reading::Highest {
            return Err(Fault::input(format_args!(
                "reading = \"highest\": {engine} adds values to the cost of a path"
            )));
        }
        let baseline = Guide::<Instance<'_>>::named(self, algorithm.heuristic())?;
        let baseline = match baseline {
            Guide::Feature(at) => self.feature_set.features()[at].name,
            _ => "no heuristic",
        };
        let feature_set = self.feature_set.clone().avoiding(&settings.avoid);
        let feature_set =
            feature_set.map_err(|wrong| Fault::input(format_args!("setting avoid: {wrong}")))?;
        let first = self.cases.iter().take(DESCRIBED);
        let described = first.map_while(|&case| {
            raised.keep(Python::attach(|py| self.graph(py, case.into())?.describe(py)))
        });
        Ok(OwnArena {
            described: described.collect(),
            own: Arc::clone(self),
            raised: Arc::clone(raised),
            feature_set,
            encoding: FeatureEncoding { reading: settings.reading, scale: settings.scale },
            rival: format!("{engine} with {baseline}"),
            algorithm,
        })
    }

    fn algorithm(settings: &Settings) -> Result<(&'static str, Algorithm), Fault> {
        let wrong = |PolicyError { key, message }| {
            Fault::input(format_args!("setting search.{key}: {message}"))
        };
        let engines = Self::guided_engines();
        let (engine, values) = read_search_of(&engines, ENGINE, &settings.search).map_err(wrong)?;
        let algorithm = Algorithm::read(engine, &values);
        let unknown = || Fault::unknown("engine", engine, engines.iter().map(|it| it.name));
        Ok((engine, algorithm.ok_or_else(unknown)??))
    }
}

impl OwnArena {
    fn search<'a>(
        &'a self,
        case: Case,
        limits: &Limits,
        cancel: &Cancel,
        guide: impl FnOnce(&Instance<'a>) -> Guide<Instance<'a>>,
    ) -> Attempt {
        let graph = if self.raised.is_over() {
            None
        } else {
            self.raised.keep(Python::attach(|py| self.own.graph(py, case.into())))
        };
        let Some(graph) = graph else {
            return Attempt { nodes: 0, length: None, fired: Vec::new() };
        };
        let instance = Instance::new(&self.own, graph, &self.raised);
        let guide = guide(&instance);
        let report = search(&self.algorithm, &guide, &instance, limits, cancel, &self.raised);
        let fired = if let Guide::Policy(bound) = &guide { bound.fired() } else { Vec::new() };
        Attempt::new(&report, fired)
    }
}

impl Arena for OwnArena {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn cases(&self) -> Vec<Case> {
        self.own.cases.clone()
    }

    fn description(&self, case: Case) -> String {
        let at = self.own.cases.iter().position(|&it| it == case);
        match at.and_then(|at| self.described.get(at)) {
            Some(start) => format!("{case} {start}"),
            None => case.to_string(),
        }
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        self.search(case, limits, cancel, |instance| {
            Guide::Policy(Bound::new(genome, &self.feature_set, self.encoding, instance))
        })
    }

    fn rival(&self) -> &str {
        &self.rival
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        // The name was found when the run began.
        let guide = |_: &Instance<'_>| Guide::named(&self.own, self.algorithm.heuristic());
        self.search(case, limits, cancel, |instance| guide(instance).unwrap_or(Guide::Blind))
    }
}
