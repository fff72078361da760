//! Running the rows of an experiment: the cases that have no record yet, on several threads, in order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use patience_core::{Cancel, Event, Limits, Meter, Stats};
use patience_files::{MOST_SETTINGS, Purpose, Shard};
use patience_kit::{About, End, Fault, Player, PlayerSetup, Policy, Setup, Solve};
use patience_workbench::batch::{cpu_clock, in_order, process_clock, threads};
use patience_workbench::ledger::Part;
use patience_workbench::{Instance, values};
use serde_json::json;

use crate::cases::{Case, Cases};
use crate::experiment::{Experiment, Row, Scale};
use crate::record::{self, CaseRecord, Ended};

/// The program and its version, in records.
pub(crate) const PROGRAM: &str = concat!("patience ", env!("CARGO_PKG_VERSION"));

/// Where records are, and how experiments run.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::BOARDS;
/// use patience_core::Cancel;
/// use patience_lab::{Experiment, Lab, Scale};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let experiment = Experiment::parse(BOARDS)?; // two engines: on two boards, or on five at full scale
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let row = &experiment.rows[0];
/// assert!(lab.run_row(&experiment, row, Scale::Quick, &mut ())?);
/// // The cases that have a record are not run again at a larger scale.
/// assert_eq!(lab.progress(&experiment, Scale::Full)?, (2, 10));
/// let (records, cases) = lab.records(&experiment, row, Scale::Full)?;
/// assert_eq!((records.len(), cases), (2, 5));
/// let files = lab.site(&[experiment.clone()], &[lab.summarise(&experiment, Scale::Full)?], Scale::Full)?;
/// assert_eq!(files[0].0, "index.html");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lab<'a> {
    /// The folder of all records.
    pub folder: PathBuf,
    /// Cases that run at once.
    pub threads: usize,
    /// Stops everything; what was recorded stays.
    pub cancel: &'a Cancel,
    /// The part of the cases that is run; all if `None`.
    pub shard: Option<Shard>,
}

/// Follows a run.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::BOARDS;
/// use patience_core::Cancel;
/// use patience_lab::{Experiment, Lab, Scale, Watch};
///
/// #[derive(Default)]
/// struct Lines(Vec<String>);
///
/// impl Watch for Lines {
///     fn begin(&mut self, row: &str, cases: u64, done: u64) {
///         self.0.push(format!("{row}: {done} of {cases}"));
///     }
///     fn advance(&mut self, summary: &dyn Fn() -> String) {
///         self.0.push(summary());
///     }
///     fn end(&mut self) {}
///     fn note(&mut self, _: &str) {}
/// }
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let experiment = Experiment::parse(BOARDS)?; // two boards at scale `quick`
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let mut lines = Lines::default();
/// lab.run_row(&experiment, &experiment.rows[0], Scale::Quick, &mut lines)?;
/// // Each case with the successes so far.
/// assert_eq!(lines.0, ["A*: 0 of 2", "1 of 1", "2 of 2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Watch {
    /// A row begins: its cases, and those that have a record.
    fn begin(&mut self, row: &str, cases: u64, done: u64);

    /// A case of the row has been recorded.
    fn advance(&mut self, summary: &dyn Fn() -> String);

    /// The row ends.
    fn end(&mut self);

    /// Something that a person should know.
    fn note(&mut self, text: &str);
}

impl Watch for () {
    fn begin(&mut self, _: &str, _: u64, _: u64) {}
    fn advance(&mut self, _: &dyn Fn() -> String) {}
    fn end(&mut self) {}
    fn note(&mut self, _: &str) {}
}

/// A row that is ready to run.
pub(crate) struct Ready {
    by: By,
    limits: Limits,
    /// What its records are for.
    pub(crate) purpose: Purpose,
}

enum By {
    Search(Box<dyn Solve>),
    Play(Box<dyn Player>),
}

impl Experiment {
    /// Prepares the engine or player of a row; `None` for published figures alone.
    pub(crate) fn prepare(&self, row: &Row) -> Result<Option<Ready>, Fault> {
        if row.is_quoted() {
            return Ok(None);
        }
        let place = |fault: Fault| Fault {
            message: format!("{}, row `{}`: {}", self.name, row.name, fault.message),
            ..fault
        };
        self.prepare_row(row).map(Some).map_err(place)
    }

    fn prepare_row(&self, row: &Row) -> Result<Ready, Fault> {
        let kit = self.kit()?;
        let (mut limits, rules) = (self.limits(row)?, self.rules(row));
        let (by, identity) = if let Some(player) = &row.player {
            let players = kit.players().ok_or_else(|| {
                Fault::input(format_args!("{} has no players: nothing is hidden", self.puzzle))
            })?;
            let mut fields = kit.rules();
            fields.extend(players.rules());
            rules.refuse_unknown(&self.puzzle, &fields)?;
            let setup =
                PlayerSetup { player: Some(player.as_str()), settings: Some(&row.settings) };
            let player = players.prepare(&setup, &rules)?;
            let identity = json!({
                "player": player.about().name,
                "settings": player.settings(),
                "rules": player.rules(),
            });
            (By::Play(player), identity)
        } else {
            rules.refuse_unknown(&self.puzzle, &kit.rules())?;
            let policy = row.policy.as_ref().map(|path| self.read_policy(path)).transpose()?;
            let setup = Setup {
                engine: row.engine.as_deref(),
                metric: row.metric.as_deref(),
                settings: Some(&row.settings),
                policy: policy.as_ref(),
                threads: 1,
                ranks: None,
            };
            let engine = kit.prepare(&setup)?;
            if limits.time.is_none() {
                limits.nodes = limits.nodes.or(engine.about().default_nodes);
            }
            let identity = engine.identity();
            (By::Search(engine), identity)
        };
        let defaults = kit.rules().into_iter().map(|field| (field.name, field.default));
        let all_rules = json!(rules.or(&defaults.collect()));
        let purpose = record::purpose(self, &row.name, all_rules, identity, &limits);
        Ok(Ready { by, limits, purpose })
    }

    /// Reads a policy, whose path starts beside the folder of the experiment, or in the working directory.
    fn read_policy(&self, name: &str) -> Result<Policy, Fault> {
        let beside = self.root.join(name);
        let path = if beside.exists() { beside } else { PathBuf::from(name) };
        let text = patience_files::read_text(&path, MOST_SETTINGS)
            .map_err(|error| Fault::input(patience_files::unreadable(name, &error)))?;
        Policy::parse(&text, self.kit()?)
            .map_err(|error| Fault::input(format_args!("{name}: {error}")))
    }
}

impl Lab<'_> {
    /// Runs a row at a scale. Returns whether it came to its end.
    pub fn run_row(
        &self,
        experiment: &Experiment,
        row: &Row,
        scale: Scale,
        watch: &mut dyn Watch,
    ) -> Result<bool, Fault> {
        let Some(ready) = experiment.prepare(row)? else { return Ok(true) };
        let path = record::path(&self.folder, &experiment.name, &row.name);
        let cases = ready.cases(experiment, row, scale)?;
        let part = Part { shard: self.shard, units: cases.count(), what: cases.identity() };
        let mut known: HashMap<String, String> = HashMap::new();
        let journal = record::open(&path, &ready.purpose, &part, |record: CaseRecord| {
            known.insert(record.case, record.position);
        });
        let mut journal = journal.map_err(Fault::environment)?;
        if journal.dropped() != 0 {
            let (path, bytes) = (path.display(), journal.dropped());
            watch.note(&format!("{path}: dropped an unfinished last line of {bytes} bytes"));
        }
        let mut done = 0;
        let mut missing = Vec::new();
        for (unit, case) in (0..).zip(cases.into_cases()).filter(|(unit, _)| part.has(*unit)) {
            let case = case?;
            match known.get(&case.name()) {
                Some(position) if *position == case.fingerprint() => done += 1,
                Some(_) => {
                    let name = case.name();
                    let message = format!(
                        "{}: the record of {name} is about another position; choose another folder",
                        path.display()
                    );
                    return Err(Fault::input(message));
                }
                None => missing.push((unit, case)),
            }
        }
        watch.begin(&row.name, part.count(), done);
        let mut successes = 0_u64;
        let mut tried = 0_u64;
        let at_once = if ready.has_threads() { 1 } else { self.threads };
        let threads = threads(Some(at_once), missing.len() as u64);
        let about = experiment.kit()?.about();
        let work = |(unit, case): (u64, Case)| (unit, ready.run(about, &case, self.cancel));
        let emit = |(unit, record): (u64, Result<Option<CaseRecord>, Fault>)| {
            // An interrupted case is run when the experiment continues.
            let Some(record) = record? else { return Ok::<(), Fault>(()) };
            journal.append(unit, &record).map_err(Fault::environment)?;
            tried += 1;
            successes += u64::from(record.outcome.is_success());
            watch.advance(&|| format!("{successes} of {tried}"));
            Ok(())
        };
        let is_over = || self.cancel.is_cancelled();
        let ended = in_order(missing.into_iter(), threads, is_over, work, emit);
        watch.end();
        Ok(ended? && !self.cancel.is_cancelled())
    }

    /// Cases with a record, and cases in all, at a scale. A run of evolution is a case.
    pub fn progress(&self, experiment: &Experiment, scale: Scale) -> Result<(u64, u64), Fault> {
        let (mut done, mut all) = (0, 0_u64);
        for row in &experiment.rows {
            let (records, cases) = self.records(experiment, row, scale)?;
            done += records.len() as u64;
            all = all.saturating_add(cases);
        }
        if let Some(evolve) = &experiment.evolve {
            let seeds = evolve.seeds(scale)?;
            for arm in &evolve.arms {
                done += self.arm_records(experiment, arm, scale)?.len() as u64;
                all = all.saturating_add(values::count_of(&seeds));
            }
        }
        Ok((done, all))
    }

    /// The records of a row at a scale, in the order of its cases, and the number of its cases.
    pub fn records(
        &self,
        experiment: &Experiment,
        row: &Row,
        scale: Scale,
    ) -> Result<(Vec<CaseRecord>, u64), Fault> {
        let Some(ready) = experiment.prepare(row)? else { return Ok((Vec::new(), 0)) };
        let path = record::path(&self.folder, &experiment.name, &row.name);
        let records: Vec<CaseRecord> =
            record::read(&path, &ready.purpose).map_err(Fault::environment)?;
        let cases = ready.cases(experiment, row, scale)?;
        let total = cases.count();
        let is_wanted: Box<dyn Fn(&str) -> bool> = match cases {
            Cases::Seeds(ranges) => Box::new(move |case| {
                let seed = case.parse::<u64>();
                seed.is_ok_and(|seed| ranges.iter().any(|range| range.contains(&seed)))
            }),
            Cases::Instances(_) => {
                let names = cases.into_cases().map(|case| Ok(case?.name()));
                let names: HashSet<String> = names.collect::<Result<_, Fault>>()?;
                Box::new(move |case| names.contains(case))
            }
        };
        let records = records.into_iter().filter(|record| is_wanted(&record.case));
        Ok((records.collect(), total))
    }
}

impl Ready {
    /// Whether its searches work on threads of their own. Then only the clock of the whole program measures them, one case at a time.
    fn has_threads(&self) -> bool {
        matches!(&self.by, By::Search(engine) if engine.about().parallel)
    }

    fn cases(&self, experiment: &Experiment, row: &Row, scale: Scale) -> Result<Cases, Fault> {
        if let By::Search(_) = self.by {
            return Ok(Cases::Instances(experiment.instances(row, scale)?));
        }
        let seeds = experiment.words(row, scale).into_iter().map(|word| {
            let expected = || {
                Fault::input(format_args!(
                    "row `{}`: expected seeds such as 1..=1000, found `{word}`",
                    row.name
                ))
            };
            values::numbers(&word).ok_or_else(expected)?.map_err(Fault::input)
        });
        Ok(Cases::Seeds(seeds.collect::<Result<_, _>>()?))
    }

    /// Runs a case; `None` if it was interrupted.
    fn run(
        &self,
        about: &About,
        case: &Case,
        cancel: &Cancel,
    ) -> Result<Option<CaseRecord>, Fault> {
        match (&self.by, case) {
            (By::Search(engine), Case::Instance(instance)) => {
                search_case(about, &**engine, instance, &self.limits, cancel)
            }
            (By::Play(player), Case::Seed(seed)) => {
                play_case(&**player, *seed, &self.limits, cancel)
            }
            _ => Err(Fault::input("the case does not fit the row")),
        }
    }
}

/// Solves an instance; `None` if it was interrupted. If the engine has threads of its own, nothing else may run meanwhile: the time of the
/// whole program counts.
pub(crate) fn search_case(
    about: &About,
    engine: &dyn Solve,
    instance: &Instance,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Option<CaseRecord>, Fault> {
    let clock: Box<dyn Fn() -> f64> =
        if engine.about().parallel { Box::new(process_clock()) } else { Box::new(cpu_clock()) };
    timed(instance.name.clone(), clock, cancel, |record| {
        record.position = instance.fingerprint();
        let layers = &mut record.layers;
        let mut observer = |event: Event, _: &Stats| match event {
            Event::Iteration { .. } => layers.clear(),
            Event::Layer { states, .. } => layers.push(states),
            _ => {}
        };
        let answer = engine.solve(&*instance.position, limits, cancel, &mut observer)?;
        record.nodes = answer.stats.expanded;
        (record.outcome, record.optimal) = match answer.end {
            End::Solved { optimal, .. } => (Ended::Solved, optimal),
            End::Unsolvable { .. } => (Ended::Unsolvable, false),
            End::Exhausted => (Ended::Exhausted, false),
            End::Limit(_) => (Ended::Limit, false),
        };
        if let Some(line) = &answer.line {
            let fields = about.lengths.iter().map(|length| length.field.to_owned());
            record.lengths = fields.zip(line.lengths().0).collect();
        }
        Ok(())
    })
}

/// Plays the game of a seed; `None` if it was interrupted.
fn play_case(
    player: &dyn Player,
    seed: u64,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Option<CaseRecord>, Fault> {
    timed(seed.to_string(), cpu_clock(), cancel, |record| {
        let mut observer = ();
        let mut meter = Meter::start(limits, cancel, &mut observer);
        let game = player.play(seed, &mut meter)?;
        record.nodes = game.decisions as u64;
        record.outcome = match game.won {
            Some(true) => Ended::Won,
            Some(false) => Ended::Lost,
            None => Ended::Limit,
        };
        Ok(())
    })
}

/// Fills in a record, with the time that it takes by a clock.
fn timed(
    case: String,
    seconds: impl Fn() -> f64,
    cancel: &Cancel,
    fill: impl FnOnce(&mut CaseRecord) -> Result<(), Fault>,
) -> Result<Option<CaseRecord>, Fault> {
    let start = now();
    let mut record = CaseRecord {
        case,
        position: String::new(),
        outcome: Ended::Limit,
        optimal: false,
        nodes: 0,
        lengths: BTreeMap::new(),
        layers: Vec::new(),
        seconds: 0.0,
        start,
        end: start,
        program: PROGRAM.to_owned(),
    };
    fill(&mut record)?;
    (record.seconds, record.end) = (seconds(), now());
    Ok((!cancel.is_cancelled()).then_some(record))
}

/// Seconds since 1970.
pub(crate) fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}
