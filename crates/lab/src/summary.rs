//! What the records of a row say: figures with intervals, agreement with what was published, comparison with the control.

use std::collections::{BTreeMap, HashMap};

use patience_core::Proportion;
use patience_kit::Fault;
use serde::{Deserialize, Serialize};

use crate::arm_summary::ArmsSummary;
use crate::experiment::{Experiment, Penalty, Row, Scale};
use crate::measure::{Agreement, Bound, Measure, Published, Tolerance};
use crate::paired::Paired;
use crate::record::{CaseRecord, Ended};
use crate::run::Lab;
use crate::stats::{Estimate, holm, mean_estimate};

/// An experiment with what its records say. Its fields are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::run_boards;
/// use patience_core::Cancel;
/// use patience_lab::{Lab, Scale};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let experiment = run_boards(&lab)?; // A*, its control, and a paper, on five boards
/// let summary = lab.summarise(&experiment, Scale::Full)?;
/// assert_eq!(summary.headline(), "boards (Author, 2000): Boards of six cells; scale full");
/// assert!(summary.text().starts_with(&summary.headline()));
/// // What was published has a line of its own.
/// let names: Vec<String> = summary.grid().rows.into_iter().map(|row| row[0].clone()).collect();
/// assert_eq!(names, ["A*", "  published", "breadth first", "a paper"]);
/// assert_eq!(summary.comparisons()[0].0, "A*");
/// // Without new records, an earlier summary speaks for every row.
/// let empty = Lab { folder: lab.folder.join("empty"), ..lab };
/// let updated = empty.summarise(&experiment, Scale::Full)?.updating(&experiment, &summary, &[])?;
/// assert_eq!(updated.markdown(), summary.markdown());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// A case, and for each measure our figure and the published one.
pub type CaseFigures = (String, BTreeMap<Measure, (Option<f64>, f64)>);

/// A row with what its records say. Its fields are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::run_boards;
/// use patience_core::Cancel;
/// use patience_lab::{Ended, Lab, RowSummary, Scale};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let experiment = run_boards(&lab)?; // A*, its control, and a paper, on five boards
/// let rows = lab.summarise(&experiment, Scale::Full)?.rows;
/// assert_eq!((rows[0].cases, rows[0].successes(), rows[0].count(Ended::Limit)), (5, 5, 0));
/// // A* solves all boards, as was published; nothing was published of its control.
/// let verdicts: Vec<String> = rows.iter().map(RowSummary::verdict).collect();
/// assert_eq!(verdicts, ["within", "–", "quoted"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        if self.agreement.is_empty() {
            return "–".to_owned();
        }
        let parts = [
            ("differs", of(Agreement::Differs)),
            ("better", of(Agreement::Better)),
            ("not comparable: censored", of(Agreement::Censored)),
        ];
        let parts = parts.into_iter().filter(|(_, measures)| !measures.is_empty());
        let parts: Vec<String> =
            parts.map(|(word, measures)| format!("{word} ({measures})")).collect();
        if parts.is_empty() { "within".to_owned() } else { parts.join(", ") }
    }

    /// How the figures stand to the published ones.
    pub(crate) fn agreement_with(&self, said: &Row) -> BTreeMap<Measure, Agreement> {
        let mut agreement = BTreeMap::new();
        let is_comparable = said.incomparable.is_none();
        for (&measure, &published) in said.published.iter().filter(|_| is_comparable) {
            // A part of the cases has another total.
            let is_partial = measure == Measure::TotalNodes && self.cases < self.all_cases;
            let ours = self.figures.get(&measure).filter(|_| !measure.is_time() && !is_partial);
            let Some(&ours) = ours else { continue };
            let tolerance = said.tolerance.get(&measure).copied();
            let tolerance = tolerance.unwrap_or(Tolerance::Absolute(0.0));
            let bound = match (&self.paired, measure) {
                (Some(paired), Measure::Percent) => paired.percent_bound(),
                _ => Bound::Exact,
            };
            let found = Agreement::of(measure, ours, published, tolerance).given(bound);
            agreement.insert(measure, found);
        }
        agreement
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

/// The figures of records; that of the control is in `paired`.
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

pub(crate) fn summarise_row(
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
    let pair = |(&measure, &Published { value, plus_minus }): (&Measure, &Published)| {
        (measure, (value, plus_minus))
    };
    let mut summary = RowSummary {
        name: row.name.clone(),
        cases: records.len() as u64,
        all_cases,
        outcomes,
        figures,
        published: row.published.iter().map(pair).collect(),
        by_case: by_case(row, records),
        agreement: BTreeMap::new(),
        incomparable: row.incomparable.clone(),
        is_quoted: row.is_quoted(),
        control: row.control.clone(),
        paired,
        corrected_p: None,
        cpu_seconds: records.iter().map(|it| it.seconds).sum(),
    };
    summary.agreement = summary.agreement_with(row);
    summary
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

#[cfg(test)]
mod tests {
    use super::*;

    fn record(case: &str, outcome: Ended, nodes: u64) -> CaseRecord {
        CaseRecord {
            case: case.to_owned(),
            position: String::new(),
            outcome,
            optimal: false,
            nodes,
            lengths: BTreeMap::new(),
            layers: Vec::new(),
            seconds: 0.0,
            start: 0.0,
            end: 0.0,
            program: String::new(),
        }
    }

    /// The verdict on two cases of a row and its control, each with an outcome and nodes, and the cell of the percentage.
    fn judged(published: f64, cases: [[(Ended, u64); 2]; 2]) -> (String, String) {
        let text = format!(
            "name = \"x\"\ntitle = \"x\"\npuzzle = \"freecell\"\n[[row]]\nname = \"b\"\nengine = \"fast\"\n[[row]]\nname = \"a\"\n\
             engine = \"fast\"\ncontrol = \"b\"\npublished = {{ percent = {published} }}\n"
        );
        let experiment = Experiment::parse(&text).unwrap();
        let side = |at: usize| -> Vec<CaseRecord> {
            let cases = ["1", "2"].into_iter().zip(&cases);
            cases.map(|(name, sides)| record(name, sides[at].0, sides[at].1)).collect()
        };
        let (own, control) = (side(0), side(1));
        let paired = Paired::of(&own, &control, "m2");
        let row = summarise_row(&experiment.rows[1], &own, 2, "m2", Penalty::default(), paired);
        (row.verdict(), row.figure(Measure::Percent))
    }

    #[test]
    fn a_bound_is_better_or_differs_only_on_its_own_side() {
        let (solved, limit) = (Ended::Solved, Ended::Limit);
        let censored = "not comparable: censored (% of control)";
        // The control needs at least 1,000 nodes: ours are at most 1 %.
        let at_most = [[(solved, 10), (limit, 1000)]; 2];
        assert_eq!(judged(40.0, at_most).0, "better (% of control)");
        assert_eq!(judged(0.5, at_most).0, censored);
        assert_eq!(judged(1.0, at_most).0, censored);
        let at_least = [[(limit, 1000), (solved, 10)]; 2];
        assert_eq!(judged(40.0, at_least).0, "differs (% of control)");
        assert_eq!(judged(20_000.0, at_least).0, censored);
        let about = [at_most[0], at_least[0]];
        for published in [1.0, 5000.0, 20_000.0] {
            assert_eq!(judged(published, about).0, censored);
        }
        let counted = [[(solved, 10), (solved, 20)]; 2];
        assert_eq!(judged(50.0, counted).0, "within");
        assert_eq!(judged(40.0, counted).0, "differs (% of control)");
    }

    #[test]
    fn a_search_that_gives_up_soon_is_not_better() {
        let (solved, gave_up) = (Ended::Solved, Ended::Exhausted);
        let counted = [(solved, 10), (solved, 20)];
        let censored = "not comparable: censored (% of control)";
        // 50 and 1 per cent, of which the second would be more with a result.
        let (verdict, cell) = judged(60.0, [counted, [(gave_up, 1), (solved, 100)]]);
        assert_eq!(verdict, censored);
        assert!(cell.starts_with("at least 25.5 "), "{cell}");
        let (verdict, cell) = judged(5.0, [counted, [(solved, 1), (gave_up, 100)]]);
        assert_eq!(verdict, censored);
        assert!(cell.starts_with("at most 25.5 "), "{cell}");
        let (_, cell) = judged(50.0, [counted, [(gave_up, 1), (gave_up, 100)]]);
        assert_eq!(cell, "50.0 over 1 of 2 cases");
    }

    #[test]
    fn cases_that_are_censored_on_both_sides_are_left_out_and_said_to_be() {
        let (solved, limit) = (Ended::Solved, Ended::Limit);
        let (verdict, cell) =
            judged(90.0, [[(solved, 10), (solved, 20)], [(limit, 1000), (limit, 1000)]]);
        assert_eq!(cell, "50.0 over 1 of 2 cases");
        assert_eq!(verdict, "not comparable: censored (% of control)");
    }
}
