//! Evolution over seeds: each arm is a setting, each seed a run, and its champion is tested once on cases that no run saw.

use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use patience_files::Purpose;
use patience_kit::{Evolvable, Fault, Policy, Setup, Solve};
use patience_learn::{BEST, Executor, Table};
use patience_workbench::batch::{cpu_clock, in_order, threads};
use patience_workbench::evolution::{Threads, evolvables};
use patience_workbench::ledger::Part;
use patience_workbench::{Instance, values};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::experiment::{Experiment, LimitsText, Row, Scale, slug};
use crate::record::{self, CaseRecord};
use crate::run::{Lab, PROGRAM, Watch, now, search_case};

/// Runs of evolution.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/seeds.rs"));
/// # }
/// # use doc::SEEDS;
/// use patience_lab::{Experiment, Scale};
///
/// let evolve = Experiment::parse(SEEDS)?.evolve.expect("it has a section `evolve`");
/// assert_eq!(evolve.seeds(Scale::Full)?, 1..=2);
/// // The smallest scale has the seeds of `quick`, unless it has its own.
/// assert_eq!(evolve.seeds(Scale::Smoke)?, evolve.seeds(Scale::Quick)?);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evolve {
    /// What evolves, as `patience evolve` names it; the puzzle otherwise.
    #[serde(default)]
    pub what: Option<String>,
    /// Settings of all arms.
    #[serde(default)]
    pub settings: Table,
    /// Settings that replace some of these at the scale `quick`.
    #[serde(default)]
    pub quick_settings: Table,
    /// Likewise at the scale `smoke`; those of `quick` otherwise.
    #[serde(default)]
    pub smoke_settings: Option<Table>,
    /// The seeds at full scale.
    pub seeds: String,
    /// The seeds at the scale `quick`.
    pub quick_seeds: String,
    /// The seeds at the scale `smoke`; those of `quick` otherwise.
    #[serde(default)]
    pub smoke_seeds: Option<String>,
    /// Limits of the tests; those of the experiment otherwise.
    #[serde(default)]
    pub limits: LimitsText,
    /// The row of the baseline on the test cases.
    pub control: String,
    /// The arms.
    #[serde(rename = "arm")]
    pub arms: Vec<Arm>,
}

/// A setting of evolution.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/seeds.rs"));
/// # }
/// # use doc::SEEDS;
/// use patience_lab::Experiment;
///
/// let evolve = Experiment::parse(SEEDS)?.evolve.expect("it has a section `evolve`");
/// // An arm names only the settings in which it differs from `evolve.settings`.
/// assert_eq!(evolve.arms[1].settings["method"].as_str(), Some("random-search"));
/// assert!(evolve.settings.contains_key("genome") && !evolve.arms[1].settings.contains_key("genome"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// The name within the experiment.
    pub name: String,
    /// Settings besides those of all arms.
    #[serde(default)]
    pub settings: Table,
    /// What the paper reports of it.
    #[serde(default)]
    pub published: Option<String>,
    /// The row of its baseline, such as the one with the same search; that of all arms otherwise.
    #[serde(default)]
    pub control: Option<String>,
}

/// One run: an arm and a seed. Its fields are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/seeds.rs"));
/// # }
/// # use doc::SEEDS;
/// use patience_core::Cancel;
/// use patience_lab::{Experiment, Lab, Scale};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let experiment = Experiment::parse(SEEDS)?; // two generations of weights for sliding tiles
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let arm = &experiment.evolve.as_ref().expect("it has a section `evolve`").arms[0];
/// assert!(lab.run_arm(&experiment, arm, Scale::Quick, &mut ())?);
/// let records = lab.arm_records(&experiment, arm, Scale::Quick)?;
/// // One seed: its champion was tried on the three cases of the experiment.
/// assert_eq!((records.len(), records[0].seed, records[0].generations), (1, 1, 2));
/// assert_eq!((records[0].curve.len(), records[0].tests.len()), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedRecord {
    /// The seed.
    pub seed: u64,
    /// Completed generations.
    pub generations: u32,
    /// Evaluations: searches of genomes on cases.
    pub evaluations: u64,
    /// The fitness of the champion on the validation cases.
    pub validation: f64,
    /// After each generation: evaluations so far, and the fitness of the champion on the validation cases.
    pub curve: Vec<(u64, f64)>,
    /// The champion as a policy file.
    pub policy: String,
    /// The champion on the test cases.
    pub tests: Vec<CaseRecord>,
    /// CPU seconds of the run, without the test, where one thread does everything.
    pub seconds: f64,
    /// When it began and ended, in seconds since 1970.
    pub start: f64,
    /// See `start`.
    pub end: f64,
    /// The program and its version.
    pub program: String,
}

impl Evolve {
    /// The seeds at a scale.
    pub fn seeds(&self, scale: Scale) -> Result<RangeInclusive<u64>, Fault> {
        let text = match scale {
            Scale::Full => &self.seeds,
            Scale::Quick => &self.quick_seeds,
            Scale::Smoke => self.smoke_seeds.as_ref().unwrap_or(&self.quick_seeds),
        };
        let expected = || Fault::input(format_args!("seeds: expected a range, found `{text}`"));
        values::numbers(text).ok_or_else(expected)?.map_err(Fault::input)
    }

    fn changes(&self, arm: &Arm, scale: Scale) -> Table {
        let mut changes = self.settings.clone();
        merge(&mut changes, &arm.settings);
        match scale {
            Scale::Full => {}
            Scale::Quick => merge(&mut changes, &self.quick_settings),
            Scale::Smoke => {
                merge(&mut changes, self.smoke_settings.as_ref().unwrap_or(&self.quick_settings));
            }
        }
        changes
    }
}

/// Adds the values of another table, which win; tables are merged.
fn merge(table: &mut Table, other: &Table) {
    for (key, value) in other {
        match (table.get_mut(key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(other)) => merge(inner, other),
            _ => {
                table.insert(key.clone(), value.clone());
            }
        }
    }
}

/// An arm that is ready to run at a scale.
struct ReadyArm<'a> {
    experiment: &'a Experiment,
    evolve: &'a Evolve,
    arm: &'a Arm,
    scale: Scale,
    evolvable: &'static dyn Evolvable,
    purpose: Purpose,
    path: PathBuf,
}

impl ReadyArm<'_> {
    /// Complete settings with a seed.
    fn settings(&self, seed: u64) -> Result<String, Fault> {
        let mut changes = self.evolve.changes(self.arm, self.scale);
        let seed = i64::try_from(seed).map_err(|_| Fault::input("seeds: too large"))?;
        changes.insert("seed".to_owned(), seed.into());
        self.evolvable.settings(changes)
    }
}

impl Lab<'_> {
    fn ready<'a>(
        &self,
        experiment: &'a Experiment,
        evolve: &'a Evolve,
        arm: &'a Arm,
        scale: Scale,
    ) -> Result<ReadyArm<'a>, Fault> {
        let what = evolve.what.as_deref().unwrap_or(&experiment.puzzle);
        let names = || evolvables().map(|it| it.about().name);
        let evolvable = evolvables().find(|it| it.about().name == what);
        let evolvable =
            evolvable.ok_or_else(|| Fault::unknown("thing to evolve", what, names()))?;
        let mut ready = ReadyArm {
            experiment,
            evolve,
            arm,
            scale,
            evolvable,
            purpose: Purpose::new("evolution", 1),
            path: record::path(
                &self.folder,
                &experiment.name,
                &format!("{}-{}", slug(&arm.name), scale.name()),
            ),
        };
        // The seed is that of each record.
        let settings: Table =
            ready.settings(0)?.parse().map_err(|_| Fault::input("bad settings"))?;
        let tests = experiment.words(&ready.row(), scale);
        let limits = experiment.limits(&ready.row())?;
        ready.purpose = Purpose::new("evolution", 1)
            .with("experiment", experiment.name.as_str())
            .with("arm", arm.name.as_str())
            .with("settings", json!(settings))
            .with("tests", json!(tests))
            .with("limits", json!(limits.nodes));
        Ok(ready)
    }

    /// Runs the missing seeds of an arm. Returns whether it came to its end.
    pub fn run_arm(
        &self,
        experiment: &Experiment,
        arm: &Arm,
        scale: Scale,
        watch: &mut dyn Watch,
    ) -> Result<bool, Fault> {
        let Some(evolve) = &experiment.evolve else { return Ok(true) };
        let ready = self.ready(experiment, evolve, arm, scale)?;
        let seeds = evolve.seeds(scale)?;
        let first = *seeds.start();
        let what = format!("{first}..={}", seeds.end());
        let part = Part { shard: self.shard, units: values::count_of(&seeds), what };
        let mut done = HashSet::new();
        let journal = record::open(&ready.path, &ready.purpose, &part, |record: SeedRecord| {
            done.insert(record.seed);
        });
        let mut journal = journal.map_err(Fault::environment)?;
        watch.begin(&arm.name, part.count(), done.len() as u64);
        for seed in part.of(seeds).filter(|seed| !done.contains(seed)) {
            let Some(record) = self.run_seed(&ready, seed)? else {
                watch.end();
                return Ok(false);
            };
            journal.append_durably(seed - first, &record).map_err(Fault::environment)?;
            let fitness = record.validation;
            watch.advance(&|| format!("validation {fitness:.3}"));
        }
        watch.end();
        Ok(true)
    }

    /// The records of an arm at a scale, in the order of the seeds.
    pub fn arm_records(
        &self,
        experiment: &Experiment,
        arm: &Arm,
        scale: Scale,
    ) -> Result<Vec<SeedRecord>, Fault> {
        let Some(evolve) = &experiment.evolve else { return Ok(Vec::new()) };
        let ready = self.ready(experiment, evolve, arm, scale)?;
        let mut records: Vec<SeedRecord> =
            record::read(&ready.path, &ready.purpose).map_err(Fault::environment)?;
        let seeds = evolve.seeds(scale)?;
        records.retain(|record| seeds.contains(&record.seed));
        records.sort_by_key(|record| record.seed);
        Ok(records)
    }

    /// Runs a seed and tests its champion; `None` if interrupted.
    fn run_seed(&self, ready: &ReadyArm<'_>, seed: u64) -> Result<Option<SeedRecord>, Fault> {
        let (start, clock) = (now(), cpu_clock());
        let mut run = ready.evolvable.begin(&ready.settings(seed)?)?;
        let workers = Threads(self.threads);
        let mut record = SeedRecord {
            seed,
            generations: 0,
            evaluations: 0,
            validation: 0.0,
            curve: Vec::new(),
            policy: String::new(),
            tests: Vec::new(),
            seconds: 0.0,
            start,
            end: start,
            program: PROGRAM.to_owned(),
        };
        while !run.is_over() {
            let mut executor =
                Executor { workers: &workers, cancel: self.cancel, watcher: &mut () };
            let Ok(logged) = run.advance(&mut executor) else { return Ok(None) };
            let log: Value = serde_json::from_str(&logged.json).unwrap_or_default();
            let searches = log["searches"].as_u64().unwrap_or(0);
            record.evaluations =
                log["evaluations"].as_u64().unwrap_or(record.evaluations + searches);
            record.validation = log["champion"]["validation"]["fitness"].as_f64().unwrap_or(0.0);
            record.curve.push((record.evaluations, record.validation));
        }
        record.generations = run.generation();
        let best = run.results().into_iter().find(|(name, _)| *name == BEST);
        record.policy = best.map(|(_, text)| text).unwrap_or_default();
        record.seconds = clock();
        match self.test(ready, &record.policy)? {
            Some(tests) => record.tests = tests,
            None => return Ok(None),
        }
        record.end = now();
        Ok(Some(record))
    }

    /// The champion on the test cases; `None` if interrupted.
    fn test(&self, ready: &ReadyArm<'_>, policy: &str) -> Result<Option<Vec<CaseRecord>>, Fault> {
        let experiment = ready.experiment;
        let (kit, row) = (experiment.kit()?, ready.row());
        let policy = Policy::parse(policy, kit).map_err(Fault::input)?;
        let setup = Setup { policy: Some(&policy), threads: 1, ..Setup::default() };
        let engine: Box<dyn Solve> = kit.prepare(&setup)?;
        let limits = experiment.limits(&row)?;
        let instances = experiment.instances(&row, ready.scale)?;
        let threads = threads(Some(self.threads), instances.count());
        let work = |instance: Result<Instance, Fault>| {
            search_case(kit.about(), &*engine, &instance?, &limits, self.cancel)
        };
        let mut tests = Vec::new();
        let emit = |record: Result<Option<CaseRecord>, Fault>| {
            tests.extend(record?);
            Ok::<(), Fault>(())
        };
        let is_over = || self.cancel.is_cancelled();
        let ended = in_order(instances.into_iter(), threads, is_over, work, emit)?;
        Ok((ended && !self.cancel.is_cancelled()).then_some(tests))
    }
}

impl ReadyArm<'_> {
    /// A row with the limits of the tests and the cases of the experiment.
    fn row(&self) -> Row {
        Row {
            name: self.arm.name.clone(),
            limits: self.evolve.limits.clone(),
            engine: None,
            player: None,
            policy: None,
            settings: patience_kit::Values::default(),
            metric: None,
            rules: patience_kit::Values::default(),
            cases: None,
            quick: None,
            smoke: None,
            published: BTreeMap::new(),
            by_case: BTreeMap::new(),
            tolerance: BTreeMap::new(),
            control: None,
            incomparable: None,
        }
    }
}
