//! What the runs of evolution say: medians and quartiles over seeds, learning curves, tests between settings.

use std::collections::HashMap;

use patience_kit::{Fault, grouped};
use patience_workbench::values;
use serde::{Deserialize, Serialize};

use crate::arm_pairs::{ArmPair, pairs};
use crate::arms::SeedRecord;
use crate::experiment::{Experiment, Scale};
use crate::record::CaseRecord;
use crate::run::Lab;
use crate::stats::{mean, quantile};
use crate::table::Grid;

/// The arms of an experiment with what their runs say. Its fields are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/arms.rs"));
/// # }
/// # use doc::arm;
/// use patience_lab::{ArmPair, ArmsSummary};
///
/// let (one, other) = ("weights".to_owned(), "formula".to_owned());
/// let arms = ArmsSummary {
///     cases: 100,
///     control: "default".to_owned(),
///     control_solved: 97,
///     all_seeds: 3,
///     arms: vec![arm(&one, &[0.5, 0.25, 0.75]), arm(&other, &[1.0, 2.0])], // by seed: nodes relative to the control
///     pairs: vec![ArmPair { one, other, p: 0.01, a12: 1.0 }],
/// };
/// let grid = arms.grid();
/// assert_eq!((&grid.head[5][..], &grid.rows[0][5][..]), ("nodes / control", "0.500 [0.375, 0.625]"));
/// assert_eq!(grid.rows[1][1], "2 of 3");
/// assert!(arms.legend().contains("those of `default`"));
/// assert!(arms.text().contains("weights needs fewer nodes than formula: p = 0.0100"));
/// assert!(arms.markdown().starts_with("| setting | seeds |"));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArmsSummary {
    /// Test cases.
    pub cases: u64,
    /// The row of the baseline.
    pub control: String,
    /// Cases that the baseline solves.
    pub control_solved: u64,
    /// Seeds of each arm in all.
    pub all_seeds: u64,
    /// The arms.
    pub arms: Vec<ArmSummary>,
    /// Pairs of arms.
    pub pairs: Vec<ArmPair>,
}

/// An arm. Its fields are file format.
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
/// let experiment = Experiment::parse(SEEDS)?; // two arms
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let summary = lab.summarise_arms(&experiment, Scale::Full)?.expect("it has arms");
/// let names: Vec<&str> = summary.arms.iter().map(|arm| arm.name.as_str()).collect();
/// assert_eq!(names, ["evolution", "random search"]);
/// // Nothing has been run.
/// assert!(summary.arms.iter().all(|arm| arm.seeds.is_empty() && arm.curve.is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArmSummary {
    /// The name.
    pub name: String,
    /// What the paper reports of it.
    pub published: Option<String>,
    /// The row of its baseline, if it is another than that of all arms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// One entry a seed.
    pub seeds: Vec<SeedSummary>,
    /// Quartiles over seeds of the fitness on validation cases, after evaluations: evaluations, lower quartile, median, upper quartile.
    pub curve: Vec<[f64; 4]>,
    /// Whether test cases have no record of the control, so that there are no ratios.
    #[serde(skip)]
    pub lacks_control: bool,
}

/// A run and its champion on the test cases. Its fields are file format.
///
/// ```
/// use patience_lab::SeedSummary;
///
/// // As summaries of earlier versions have it: the ratio is over all cases.
/// let kept = r#"{"seed":1,"evaluations":6000,"validation":0.5,"solved":98,"ratio":0.75,"is_bound":true,"length":81.5}"#;
/// let seed: SeedSummary = serde_json::from_str(kept)?;
/// assert_eq!(seed.both, None);
/// assert_eq!(serde_json::to_string(&seed)?, kept);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeedSummary {
    /// The seed.
    pub seed: u64,
    /// Evaluations.
    pub evaluations: u64,
    /// The fitness of the champion on the validation cases.
    pub validation: f64,
    /// Test cases that the champion solves.
    pub solved: u64,
    /// The ratio of the geometric means of nodes to the baseline's, over the test cases that both solved. In summaries of earlier versions, which do not
    /// have their number, over all test cases; searches that failed count there with the nodes that they had. `None` where no case was solved by both, or records of
    /// the control are missing.
    pub ratio: Option<f64>,
    /// Whether searches that failed are in the ratio.
    pub is_bound: bool,
    /// Test cases that both solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub both: Option<u64>,
    /// The mean length of its solutions.
    pub length: Option<f64>,
}

impl Lab<'_> {
    /// Summarises the arms of an experiment at a scale; `None` if it has none.
    pub fn summarise_arms(
        &self,
        experiment: &Experiment,
        scale: Scale,
    ) -> Result<Option<ArmsSummary>, Fault> {
        let Some(evolve) = &experiment.evolve else { return Ok(None) };
        let baseline = |name: &str| {
            let row = experiment.rows.iter().find(|row| row.name == name);
            let row = row.ok_or_else(|| {
                Fault::input(format_args!("evolve: its control `{name}` is not a row"))
            })?;
            self.records(experiment, row, scale)
        };
        let (common, cases) = baseline(&evolve.control)?;
        let length = experiment.length_field()?;
        let seeds = evolve.seeds(scale)?;
        let mut arms = Vec::new();
        for arm in &evolve.arms {
            let records = self.arm_records(experiment, arm, scale)?;
            let other = arm.control.as_ref().filter(|name| **name != evolve.control);
            let own = other.map(|name| baseline(name)).transpose()?;
            let control = own.as_ref().map_or(&common, |(records, _)| records);
            let by_case: HashMap<&str, &CaseRecord> =
                control.iter().map(|record| (record.case.as_str(), record)).collect();
            let tests = records.iter().flat_map(|record| &record.tests);
            let lacks_control = tests.into_iter().any(|it| !by_case.contains_key(it.case.as_str()));
            let seeds = records.iter().map(|record| {
                let summary = seed_summary(record, &by_case, &length);
                SeedSummary { ratio: summary.ratio.filter(|_| !lacks_control), ..summary }
            });
            arms.push(ArmSummary {
                name: arm.name.clone(),
                published: arm.published.clone(),
                control: other.cloned(),
                seeds: seeds.collect(),
                curve: curve(&records),
                lacks_control,
            });
        }
        Ok(Some(ArmsSummary {
            cases,
            control: evolve.control.clone(),
            control_solved: common.iter().filter(|it| it.outcome.is_success()).count() as u64,
            all_seeds: values::count_of(&seeds),
            pairs: pairs(&arms),
            arms,
        }))
    }
}

fn seed_summary(
    record: &SeedRecord,
    control: &HashMap<&str, &CaseRecord>,
    length: &str,
) -> SeedSummary {
    let solved = |it: &&CaseRecord| it.outcome.is_success();
    let logs: Vec<f64> = record
        .tests
        .iter()
        .filter_map(|test| {
            let other = control.get(test.case.as_str())?;
            if !solved(&test) || !solved(other) {
                return None;
            }
            Some((test.nodes.max(1) as f64).ln() - (other.nodes.max(1) as f64).ln())
        })
        .collect();
    let lengths: Vec<f64> = record
        .tests
        .iter()
        .filter(solved)
        .filter_map(|it| it.lengths.get(length).map(|&it| it as f64))
        .collect();
    SeedSummary {
        seed: record.seed,
        evaluations: record.evaluations,
        validation: record.validation,
        solved: record.tests.iter().filter(solved).count() as u64,
        ratio: mean(&logs).map(f64::exp),
        is_bound: false,
        both: Some(logs.len() as u64),
        length: mean(&lengths),
    }
}

/// Points of a learning curve.
const POINTS: u64 = 50;

/// Quartiles over seeds after equal numbers of evaluations.
pub(crate) fn curve(records: &[SeedRecord]) -> Vec<[f64; 4]> {
    let most = records.iter().map(|it| it.evaluations).min().unwrap_or(0);
    let at = |record: &SeedRecord, evaluations: u64| {
        let before = record.curve.iter().take_while(|(spent, _)| *spent <= evaluations);
        before.last().map(|(_, fitness)| *fitness)
    };
    let points = (1..=POINTS).map(|point| most * point / POINTS);
    points
        .filter_map(|evaluations| {
            let values: Option<Vec<f64>> =
                records.iter().map(|record| at(record, evaluations)).collect();
            let values = values.filter(|values| !values.is_empty())?;
            let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(&values, share));
            Some([evaluations as f64, low?, middle?, high?])
        })
        .collect()
}

impl ArmSummary {
    /// Whether its ratios contain searches that failed, as in summaries of earlier versions.
    pub(crate) fn is_bound(&self) -> bool {
        self.seeds.iter().any(|seed| seed.is_bound)
    }

    /// Lower quartile, median and upper quartile over seeds.
    pub(crate) fn quartiles(
        &self,
        value: impl Fn(&SeedSummary) -> Option<f64>,
    ) -> Option<[f64; 3]> {
        let values: Vec<f64> = self.seeds.iter().filter_map(value).collect();
        let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(&values, share));
        Some([low?, middle?, high?])
    }
}

impl ArmsSummary {
    /// A line an arm: medians, and quartiles in brackets.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let head = [
            "setting",
            "seeds",
            "evaluations",
            "validation",
            "solved",
            "nodes / control",
            "length",
            "paper",
        ];
        let rows = self.arms.iter().map(|arm| {
            let text = |digits: usize, value: &dyn Fn(&SeedSummary) -> Option<f64>| {
                arm.quartiles(value).map_or_else(
                    || "–".to_owned(),
                    |[low, middle, high]| {
                        format!("{middle:.digits$} [{low:.digits$}, {high:.digits$}]")
                    },
                )
            };
            let evaluations = arm.seeds.iter().map(|it| it.evaluations).max();
            let bound = if arm.is_bound() { " *" } else { "" };
            vec![
                arm.name.clone(),
                format!("{} of {}", arm.seeds.len(), self.all_seeds),
                evaluations.map_or_else(|| "–".to_owned(), grouped),
                text(3, &|it| Some(it.validation)),
                text(1, &|it| Some(it.solved as f64)),
                text(3, &|it| it.ratio) + bound,
                text(1, &|it| it.length),
                arm.published.clone().unwrap_or_default(),
            ]
        });
        Grid { head: head.map(str::to_owned).to_vec(), rows: rows.collect() }
    }

    /// What the figures are, in words.
    #[must_use]
    pub fn legend(&self) -> String {
        let mut out = format!(
            "Medians over seeds, quartiles in brackets. The champion of a run is chosen on validation cases and tested once on {} cases that no run saw. Nodes are \
             relative to those of `{}` (geometric means), which solves {} of them",
            grouped(self.cases),
            self.control,
            grouped(self.control_solved)
        );
        for arm in &self.arms {
            if let Some(control) = &arm.control {
                out.extend(["; those of ", &arm.name, " to `", control, "`"]);
            }
        }
        out += ", over the cases that both solve; the column `solved` has the failures.";
        if self.arms.iter().any(ArmSummary::is_bound) {
            out += " Figures with * are of an earlier version, over all cases: a failed search counts with the nodes that it had, usually fewer than a solution takes, so failures of \
                    the control make a ratio too large, failures of a champion too small. They are compared with each other only.";
        }
        out
    }

    /// The summary for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        self.with_differences(&self.grid().text(), ("", "\n"))
    }

    /// The summary as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        self.with_differences(&self.grid().markdown(), ("- ", ".\n"))
    }

    /// What to say where no pair of settings differs.
    #[must_use]
    pub fn without_differences(&self) -> Option<&'static str> {
        if !self.differences().is_empty() {
            None
        } else if self.pairs.is_empty() {
            Some("No two settings can be compared.")
        } else if self.can_differ() {
            Some("No pair of settings differs at 5 % (Mann–Whitney, Holm).")
        } else {
            Some("Too few seeds to tell settings apart at 5 % (Mann–Whitney, Holm).")
        }
    }

    /// A table with its legend, and the pairs that differ; each line has a beginning and an end.
    fn with_differences(&self, table: &str, (begin, end): (&str, &str)) -> String {
        let mut out = format!("{table}\n{}\n\n", self.legend());
        if let Some(sentence) = self.without_differences() {
            out.extend([sentence, "\n"]);
        }
        for line in &self.differences() {
            out.extend([begin, line, end]);
        }
        out
    }
}
