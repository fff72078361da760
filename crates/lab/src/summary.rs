//! What the records of a row say: figures with intervals, agreement with what was published, comparison with the control.

use std::collections::{BTreeMap, HashMap};

use patience_core::Proportion;
use patience_kit::Fault;
use serde::{Deserialize, Serialize};

use crate::arm_summary::ArmsSummary;
use crate::experiment::{Experiment, Penalty, Row, Scale};
use crate::measure::{Agreement, Measure, Published, Tolerance};
use crate::paired::Paired;
use crate::record::{CaseRecord, Ended};
use crate::run::Lab;
use crate::stats::{Estimate, holm, mean_estimate};

/// An experiment with what its records say. Its fields are file format.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The name of the experiment.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The paper whose claims it repeats.
    pub paper: Option<String>,
    /// What a reader must know.
    pub about: String,
    /// The scale.
    pub scale: String,
    /// The length that it reports.
    pub length: String,
    /// The rows.
    pub rows: Vec<RowSummary>,
    /// Runs of evolution.
    #[serde(default)]
    pub arms: Option<ArmsSummary>,
}

impl Summary {
    /// The same summary, where `kept`, an earlier one, speaks for all rows but these. So a row can be run where the records of the others are not.
    ///
    /// Rows that are compared must be updated together, and so must all runs of evolution: else a comparison would be lost.
    pub fn updating(mut self, kept: &Self, rows: &[String]) -> Result<Self, Fault> {
        let together = |name: &str| {
            Err(Fault::input(format_args!(
                "`{name}` is compared with other rows: keep the whole experiment, without --row"
            )))
        };
        let arms = self.arms.iter().flat_map(|arms| &arms.arms);
        if let Some(arm) = arms.into_iter().find(|arm| rows.contains(&arm.name)) {
            return together(&arm.name);
        }
        let is_updated = |name: &String| rows.contains(name);
        let others = self.rows.iter().filter(|row| !is_updated(&row.name));
        if let Some(control) =
            others.filter_map(|row| row.control.as_ref()).find(|it| is_updated(it))
        {
            return together(control);
        }
        for row in &mut self.rows {
            let Some(earlier) = kept.rows.iter().find(|earlier| earlier.name == row.name) else {
                continue;
            };
            if !rows.contains(&row.name) {
                *row = earlier.clone();
            } else if earlier.paired.is_some() || row.paired.is_some() {
                return together(&row.name);
            }
        }
        self.arms.clone_from(&kept.arms);
        Ok(self)
    }
}

/// A case, and for each measure our figure and the published one.
pub type CaseFigures = (String, BTreeMap<Measure, (Option<f64>, f64)>);

/// A row with what its records say. Its fields are file format.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RowSummary {
    /// The name.
    pub name: String,
    /// Cases with a record.
    pub cases: u64,
    /// Cases in all.
    pub all_cases: u64,
    /// How the cases ended.
    pub outcomes: BTreeMap<Ended, u64>,
    /// Our figures.
    pub figures: BTreeMap<Measure, Estimate>,
    /// Published figures: value, and half of the width of the interval.
    pub published: BTreeMap<Measure, (f64, f64)>,
    /// Figures of single cases, where they were published: the case, and for each measure ours and the published one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_case: Vec<CaseFigures>,
    /// How ours stand to them, where they can be compared.
    pub agreement: BTreeMap<Measure, Agreement>,
    /// Why they cannot be compared.
    pub incomparable: Option<String>,
    /// Whether it consists of published figures alone.
    pub is_quoted: bool,
    /// The row that it is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<String>,
    /// The comparison with the control, case by case.
    pub paired: Option<Paired>,
    /// The p-value of the comparison, corrected for the number of rows with a control (Holm).
    pub corrected_p: Option<f64>,
    /// CPU seconds of all cases.
    pub cpu_seconds: f64,
}

impl RowSummary {
    /// The verdict on a row.
    #[must_use]
    pub fn verdict(&self) -> String {
        if self.is_quoted {
            return "quoted".to_owned();
        }
        if self.cases == 0 {
            return "not run".to_owned();
        }
        if let Some(reason) = &self.incomparable {
            return format!("not comparable: {reason}");
        }
        let of = |wanted| {
            let found = self.agreement.iter().filter(move |(_, it)| **it == wanted);
            found.map(|(measure, _)| measure.heading()).collect::<Vec<_>>().join(", ")
        };
        let (differs, better) = (of(Agreement::Differs), of(Agreement::Better));
        match (differs.is_empty(), better.is_empty(), self.agreement.is_empty()) {
            (_, _, true) => "–".to_owned(),
            (true, true, _) => "within".to_owned(),
            (true, false, _) => format!("better ({better})"),
            (false, true, _) => format!("differs ({differs})"),
            (false, false, _) => format!("differs ({differs}), better ({better})"),
        }
    }

    /// The number of cases that ended so.
    #[must_use]
    pub fn count(&self, outcome: Ended) -> u64 {
        self.outcomes.get(&outcome).copied().unwrap_or(0)
    }

    /// Successes.
    #[must_use]
    pub fn successes(&self) -> u64 {
        self.outcomes.iter().filter(|(it, _)| it.is_success()).map(|(_, count)| count).sum()
    }
}

/// The figures of records; `control` has the nodes of the control by case.
#[must_use]
fn figures(
    records: &[CaseRecord],
    length: &str,
    penalty: Penalty,
    paired: Option<&Paired>,
) -> BTreeMap<Measure, Estimate> {
    let mut figures = BTreeMap::new();
    if records.is_empty() {
        return figures;
    }
    let share = |successes: usize| {
        let proportion = Proportion { successes: successes as u64, trials: records.len() as u64 };
        let (low, high) = proportion.wilson(Proportion::Z99);
        Estimate { value: proportion.rate(), low, high }.times(100.0)
    };
    let solved: Vec<&CaseRecord> = records.iter().filter(|it| it.outcome.is_success()).collect();
    let is_game = records.iter().all(|it| matches!(it.outcome, Ended::Won | Ended::Lost));
    figures.insert(Measure::Rate, share(solved.len()));
    figures.insert(Measure::Optimal, share(records.iter().filter(|it| it.optimal).count()));
    let length_of = |record: &CaseRecord| record.lengths.get(length).map(|&it| it as f64);
    let mut add = |measure, values: Vec<f64>| {
        if let Some(estimate) = mean_estimate(&values) {
            figures.insert(measure, estimate);
        }
    };
    let seconds: Vec<f64> = records.iter().map(|it| it.seconds).collect();
    add(Measure::Seconds, seconds.clone());
    if !is_game {
        add(Measure::Nodes, solved.iter().map(|it| it.nodes as f64).collect());
        add(Measure::Length, solved.iter().filter_map(|it| length_of(it)).collect());
        let penalised = |penalty: f64, value: &dyn Fn(&CaseRecord) -> Option<f64>| {
            let each = records.iter().map(|it| {
                if it.outcome.is_success() { value(it).unwrap_or(penalty) } else { penalty }
            });
            each.collect::<Vec<_>>()
        };
        if let Some(nodes) = penalty.nodes {
            add(Measure::PenalisedNodes, penalised(nodes, &|it| Some(it.nodes as f64)));
        }
        if let Some(most) = penalty.length {
            add(Measure::PenalisedLength, penalised(most, &length_of));
        }
    }
    let exact = |value: f64| Estimate { value, low: value, high: value };
    figures.insert(Measure::TotalSeconds, exact(seconds.iter().sum()));
    if !is_game {
        let nodes: u64 = records.iter().map(|it| it.nodes).sum();
        figures.insert(Measure::TotalNodes, exact(nodes as f64));
    }
    if let Some(percent) = paired.and_then(|paired| paired.percent) {
        figures.insert(Measure::Percent, percent);
    }
    figures
}

impl Lab<'_> {
    /// Summarises an experiment at a scale.
    pub fn summarise(&self, experiment: &Experiment, scale: Scale) -> Result<Summary, Fault> {
        let length = experiment.length_field()?;
        let mut records: HashMap<&str, (Vec<CaseRecord>, u64)> = HashMap::new();
        for row in &experiment.rows {
            records.insert(&row.name, self.records(experiment, row, scale)?);
        }
        let mut rows: Vec<RowSummary> = experiment
            .rows
            .iter()
            .map(|row| {
                let (own, all) = &records[row.name.as_str()];
                let control = row.control.as_ref().and_then(|name| records.get(name.as_str()));
                let paired = control.and_then(|(control, _)| Paired::of(own, control, &length));
                summarise_row(row, own, *all, &length, experiment.penalty, paired)
            })
            .collect();
        let p_values: Vec<f64> = rows.iter().filter_map(|row| row.paired.as_ref()?.p).collect();
        let mut corrected = holm(&p_values).into_iter();
        for row in &mut rows {
            if row.paired.as_ref().is_some_and(|paired| paired.p.is_some()) {
                row.corrected_p = corrected.next();
            }
        }
        Ok(Summary {
            name: experiment.name.clone(),
            title: experiment.title.clone(),
            paper: experiment.paper.clone(),
            about: experiment.about.trim().to_owned(),
            scale: scale.name().to_owned(),
            length,
            rows,
            arms: self.summarise_arms(experiment, scale)?,
        })
    }
}

fn summarise_row(
    row: &Row,
    records: &[CaseRecord],
    all_cases: u64,
    length: &str,
    penalty: Penalty,
    paired: Option<Paired>,
) -> RowSummary {
    let mut outcomes = BTreeMap::new();
    for record in records {
        *outcomes.entry(record.outcome).or_insert(0) += 1;
    }
    let figures = figures(records, length, penalty, paired.as_ref());
    let mut agreement = BTreeMap::new();
    let is_comparable = row.incomparable.is_none();
    for (&measure, &published) in row.published.iter().filter(|_| is_comparable) {
        // A part of the cases has another total.
        let is_total = matches!(measure, Measure::TotalNodes);
        let is_partial = is_total && (records.len() as u64) < all_cases;
        if let Some(&ours) = figures.get(&measure).filter(|_| !measure.is_time() && !is_partial) {
            let tolerance = row.tolerance.get(&measure).copied();
            let tolerance = tolerance.unwrap_or(Tolerance::Absolute(0.0));
            agreement.insert(measure, Agreement::of(measure, ours, published, tolerance));
        }
    }
    let pair = |(&measure, &Published { value, plus_minus }): (&Measure, &Published)| {
        (measure, (value, plus_minus))
    };
    RowSummary {
        name: row.name.clone(),
        cases: records.len() as u64,
        all_cases,
        outcomes,
        figures,
        published: row.published.iter().map(pair).collect(),
        by_case: by_case(row, records),
        agreement,
        incomparable: row.incomparable.clone(),
        is_quoted: row.is_quoted(),
        control: row.control.clone(),
        paired,
        corrected_p: None,
        cpu_seconds: records.iter().map(|it| it.seconds).sum(),
    }
}

/// Published figures of single cases, with ours.
fn by_case(row: &Row, records: &[CaseRecord]) -> Vec<CaseFigures> {
    let by_name: HashMap<&str, &CaseRecord> =
        records.iter().map(|record| (record.case.as_str(), record)).collect();
    let cases = row.by_case.iter().map(|(case, published)| {
        let record = by_name.get(case.as_str());
        let ours = |measure: Measure| match measure {
            Measure::Nodes | Measure::TotalNodes => record.map(|it| it.nodes as f64),
            Measure::Seconds | Measure::TotalSeconds => record.map(|it| it.seconds),
            _ => None,
        };
        let figures = published.iter().map(|(&measure, it)| (measure, (ours(measure), it.value)));
        (case.clone(), figures.collect())
    });
    cases.collect()
}
