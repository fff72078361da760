//! What the runs of evolution say: medians and quartiles over seeds, learning curves, tests between settings.

use std::collections::HashMap;

use patience_kit::{Fault, grouped};
use serde::{Deserialize, Serialize};

use crate::arms::SeedRecord;
use crate::experiment::{Experiment, Scale};
use crate::record::CaseRecord;
use crate::run::Lab;
use crate::stats::{a12, holm, mann_whitney, mean, quantile};
use crate::table::Grid;

/// The arms of an experiment with what their runs say. Its fields are file format.
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
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArmSummary {
    /// The name.
    pub name: String,
    /// What the paper reports of it.
    pub published: Option<String>,
    /// One entry a seed.
    pub seeds: Vec<SeedSummary>,
    /// Quartiles over seeds of the fitness on validation cases, after evaluations: evaluations, lower quartile, median, upper quartile.
    pub curve: Vec<[f64; 4]>,
}

/// A run and its champion on the test cases. Its fields are file format.
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
    /// The ratio of the geometric means of nodes to the baseline's, over all test cases; searches that failed count with the nodes that they had.
    pub ratio: f64,
    /// Whether searches failed, so that the ratio is a bound.
    pub is_bound: bool,
    /// The mean length of its solutions.
    pub length: Option<f64>,
}

/// Two arms. Its fields are file format.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArmPair {
    /// The first arm.
    pub one: String,
    /// The second arm.
    pub other: String,
    /// The p-value of the Mann–Whitney test on the ratios, corrected for the number of pairs (Holm).
    pub p: f64,
    /// The probability that a run of the first has a smaller ratio than one of the second.
    pub a12: f64,
}

impl Lab<'_> {
    /// Summarises the arms of an experiment at a scale; `None` if it has none.
    pub fn summarise_arms(
        &self,
        experiment: &Experiment,
        scale: Scale,
    ) -> Result<Option<ArmsSummary>, Fault> {
        let Some(evolve) = &experiment.evolve else { return Ok(None) };
        let control = experiment.rows.iter().find(|row| row.name == evolve.control);
        let control = control.ok_or_else(|| {
            Fault::input(format_args!("evolve: its control `{}` is not a row", evolve.control))
        })?;
        let (baseline, cases) = self.records(experiment, control, scale)?;
        let by_case: HashMap<&str, &CaseRecord> =
            baseline.iter().map(|record| (record.case.as_str(), record)).collect();
        let length = experiment.length_field()?;
        let seeds = evolve.seeds(scale)?;
        let mut arms = Vec::new();
        for arm in &evolve.arms {
            let records = self.arm_records(experiment, arm, scale)?;
            let seeds = records.iter().map(|record| seed_summary(record, &by_case, &length));
            arms.push(ArmSummary {
                name: arm.name.clone(),
                published: arm.published.clone(),
                seeds: seeds.collect(),
                curve: curve(&records),
            });
        }
        Ok(Some(ArmsSummary {
            cases,
            control: control.name.clone(),
            control_solved: baseline.iter().filter(|it| it.outcome.is_success()).count() as u64,
            all_seeds: seeds.end() - seeds.start() + 1,
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
            Some((test.nodes.max(1) as f64).ln() - (other.nodes.max(1) as f64).ln())
        })
        .collect();
    let is_failed = |test: &CaseRecord| {
        let control = control.get(test.case.as_str());
        !test.outcome.is_success() || control.is_some_and(|it| !it.outcome.is_success())
    };
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
        ratio: mean(&logs).unwrap_or(0.0).exp(),
        is_bound: record.tests.iter().any(is_failed),
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

fn pairs(arms: &[ArmSummary]) -> Vec<ArmPair> {
    let ratios = |arm: &ArmSummary| arm.seeds.iter().map(|it| it.ratio).collect::<Vec<f64>>();
    let mut pairs = Vec::new();
    for (at, one) in arms.iter().enumerate() {
        for other in &arms[at + 1..] {
            let (left, right) = (ratios(one), ratios(other));
            if let (Some(p), Some(a12)) = (mann_whitney(&left, &right), a12(&right, &left)) {
                let (one, other) = (one.name.clone(), other.name.clone());
                pairs.push(ArmPair { one, other, p, a12 });
            }
        }
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.p).collect::<Vec<_>>());
    pairs.iter_mut().zip(corrected).for_each(|(pair, p)| pair.p = p);
    pairs
}

impl ArmSummary {
    /// Lower quartile, median and upper quartile over seeds.
    fn quartiles(&self, value: impl Fn(&SeedSummary) -> Option<f64>) -> Option<[f64; 3]> {
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
            let bound = if arm.seeds.iter().any(|it| it.is_bound) { " *" } else { "" };
            vec![
                arm.name.clone(),
                format!("{} of {}", arm.seeds.len(), self.all_seeds),
                evaluations.map_or_else(|| "–".to_owned(), grouped),
                text(3, &|it| Some(it.validation)),
                text(1, &|it| Some(it.solved as f64)),
                text(3, &|it| Some(it.ratio)) + bound,
                text(1, &|it| it.length),
                arm.published.clone().unwrap_or_default(),
            ]
        });
        Grid { head: head.map(str::to_owned).to_vec(), rows: rows.collect() }
    }

    /// What the figures are, in words.
    #[must_use]
    pub fn legend(&self) -> String {
        format!(
            "Medians over seeds, quartiles in brackets. The champion of a run is chosen on validation cases and tested once on {} cases that no run saw. Nodes are \
             relative to those of `{}` (geometric means), which solves {} of them; failed searches count with the nodes that they had, \
             and * marks figures that contain such searches of either side.",
            grouped(self.cases),
            self.control,
            grouped(self.control_solved)
        )
    }

    /// Pairs of arms that differ at 5 %.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        let significant = self.pairs.iter().filter(|pair| pair.p < 0.05);
        let sentences = significant.map(|pair| {
            let (better, worse, a12) = if 0.5 <= pair.a12 {
                (&pair.one, &pair.other, pair.a12)
            } else {
                (&pair.other, &pair.one, 1.0 - pair.a12)
            };
            format!("{better} needs fewer nodes than {worse}: p = {:.4} (Mann–Whitney, Holm), A12 {a12:.2}", pair.p)
        });
        sentences.collect()
    }

    /// Whether there are seeds enough for some pair to differ at 5 %: the least p-value of the exact test, corrected for all pairs.
    fn can_differ(&self) -> bool {
        let seeds: Vec<usize> = self.arms.iter().map(|arm| arm.seeds.len()).collect();
        let pairs = seeds.iter().enumerate().flat_map(|(at, one)| {
            seeds[at + 1..]
                .iter()
                .map(move |other| (*one, *other))
                .filter(|(one, other)| 0 < *one.min(other))
        });
        let least = |(one, other): (usize, usize)| {
            let splits = (1..=one).fold(1.0, |splits, at| splits * (other + at) as f64 / at as f64);
            2.0 / splits
        };
        let least = pairs.map(least).fold(1.0, f64::min);
        least * (self.pairs.len() as f64) < 0.05
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

    /// A table with its legend, and the pairs that differ; each line has a beginning and an end.
    fn with_differences(&self, table: &str, (begin, end): (&str, &str)) -> String {
        let mut out = format!("{table}\n{}\n\n", self.legend());
        let differences = self.differences();
        if differences.is_empty() {
            out += if self.can_differ() {
                "No pair of settings differs at 5 % (Mann–Whitney, Holm).\n"
            } else {
                "Too few seeds to tell settings apart at 5 % (Mann–Whitney, Holm).\n"
            };
        }
        for line in &differences {
            out.extend([begin, line, end]);
        }
        out
    }
}
