//! Two rows on the same cases: who needs fewer nodes, and by how much.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::measure::Bound;
use crate::record::CaseRecord;
use crate::stats::{Estimate, a12, bootstrap, mean, mean_estimate, signed_rank};

/// A row compared with its control, case by case. Its fields are file format.
///
/// A search that reached its limit is censored: its nodes are a lower bound. Ratios are over cases that both sides solved; the test and the counts also use
/// cases that one side solved and the other did not, since these have a winner.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/record.rs"));
/// # }
/// # use doc::record;
/// use patience_lab::measure::Bound;
/// use patience_lab::{Ended, Paired};
///
/// let row = [record("1", Ended::Solved, 100), record("2", Ended::Solved, 50), record("3", Ended::Solved, 10)];
/// let control = [record("1", Ended::Solved, 200), record("2", Ended::Solved, 100), record("3", Ended::Limit, 1_000)];
/// let paired = Paired::of(&row, &control, "moves").expect("they share cases");
/// assert_eq!((paired.cases, paired.both, paired.only_row), (3, 2, 1));
/// // Over the cases that both solved.
/// assert!(paired.ratio.is_some_and(|ratio| (ratio.value - 0.5).abs() < 1e-9));
/// // The control would have needed more nodes in the third case.
/// assert_eq!(paired.percent_bound(), Bound::AtMost);
/// assert!(paired.sentence(None).starts_with("0.500 [0.500, 0.500] of its nodes"));
/// assert!(Paired::of(&row, &[], "moves").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Paired {
    /// Cases that both sides have.
    pub cases: u64,
    /// Cases that both solved.
    pub both: u64,
    /// Cases that only the row solved.
    pub only_row: u64,
    /// Cases that only the control solved.
    pub only_control: u64,
    /// Cases in which the row reached a limit.
    pub censored_row: u64,
    /// Cases in which the control reached a limit.
    pub censored_control: u64,
    /// Cases that both solved, the row with fewer nodes.
    pub fewer: u64,
    /// Cases that both solved, the row with more nodes.
    pub more: u64,
    /// The ratio of the geometric means of the nodes, over cases that both solved.
    pub ratio: Option<Estimate>,
    /// The ratio of the arithmetic means of the nodes, over the same cases.
    pub mean_ratio: Option<Estimate>,
    /// The ratio of the CPU seconds, over the same cases.
    pub seconds_ratio: Option<f64>,
    /// The mean length of the row minus that of the control, over the same cases.
    pub longer: Option<Estimate>,
    /// The mean of the nodes in per cent of the control's, over all cases that at least one side solved or proved unsolvable.
    pub percent: Option<Estimate>,
    /// The cases behind the percentage. `None` in summaries of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_cases: Option<u64>,
    /// Whether the percentage contains searches of the row that reached a limit or gave up: it is at least this. In summaries of earlier versions, those that
    /// gave up are counted as if they had come to a result.
    pub percent_is_lower_bound: bool,
    /// Whether the percentage contains searches of the control that reached a limit or gave up: it is at most this. In summaries of earlier versions as above.
    pub percent_is_upper_bound: bool,
    /// The p-value of Wilcoxon's signed-rank test on the logarithms of the nodes; a case that one side did not solve counts as the largest difference.
    pub p: Option<f64>,
    /// The probability that the row needs fewer nodes on a random case than the control on another one (A12).
    pub a12: Option<f64>,
}

impl Paired {
    /// Compares the records of two rows; `None` if they share no case.
    #[must_use]
    pub fn of(row: &[CaseRecord], control: &[CaseRecord], length: &str) -> Option<Self> {
        let by_case: HashMap<&str, &CaseRecord> =
            control.iter().map(|record| (record.case.as_str(), record)).collect();
        let pairs: Vec<(&CaseRecord, &CaseRecord)> = row
            .iter()
            .filter_map(|record| Some((record, *by_case.get(record.case.as_str())?)))
            .filter(|(one, other)| one.position == other.position)
            .collect();
        if pairs.is_empty() {
            return None;
        }
        let solved = |record: &CaseRecord| record.outcome.is_success();
        let both: Vec<(&CaseRecord, &CaseRecord)> =
            pairs.iter().copied().filter(|(one, other)| solved(one) && solved(other)).collect();
        let count = |is: &dyn Fn(&CaseRecord, &CaseRecord) -> bool| {
            pairs.iter().filter(|(one, other)| is(one, other)).count() as u64
        };
        let logs: Vec<f64> = both.iter().map(|(one, other)| log(one) - log(other)).collect();
        let (fewer, more) = (
            logs.iter().filter(|it| **it < 0.0).count() as u64,
            logs.iter().filter(|it| 0.0 < **it).count() as u64,
        );
        let is_percent = |one: &CaseRecord, other: &CaseRecord| {
            !(one.outcome.is_open() && other.outcome.is_open())
        };
        let percent: Vec<f64> = pairs
            .iter()
            .filter(|(one, other)| is_percent(one, other))
            .map(|(one, other)| 100.0 * one.nodes as f64 / other.nodes.max(1) as f64)
            .collect();
        let nodes = |record: &CaseRecord| record.nodes as f64;
        let lengths: Vec<f64> = both
            .iter()
            .filter_map(|(one, other)| {
                Some((one.lengths.get(length)? - other.lengths.get(length)?) as f64)
            })
            .collect();
        // The largest difference, for cases that one side did not solve.
        let most = logs.iter().fold(0.0_f64, |most, it| most.max(it.abs())) + 1.0;
        let differences =
            pairs.iter().filter_map(|(one, other)| match (solved(one), solved(other)) {
                (true, true) => Some(log(one) - log(other)),
                (true, false) => Some(-most),
                (false, true) => Some(most),
                (false, false) => None,
            });
        let ranked = |records: Vec<&CaseRecord>| -> Vec<f64> {
            records
                .into_iter()
                .map(|record| if solved(record) { nodes(record) } else { f64::INFINITY })
                .collect()
        };
        let (own, others): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        let seconds =
            |side: &dyn Fn(&(&CaseRecord, &CaseRecord)) -> f64| both.iter().map(side).sum::<f64>();
        let (own_seconds, other_seconds) =
            (seconds(&|pair| pair.0.seconds), seconds(&|pair| pair.1.seconds));
        Some(Self {
            cases: pairs.len() as u64,
            both: both.len() as u64,
            only_row: count(&|one, other| solved(one) && !solved(other)),
            only_control: count(&|one, other| !solved(one) && solved(other)),
            censored_row: count(&|one, _| one.outcome.is_censored()),
            censored_control: count(&|_, other| other.outcome.is_censored()),
            fewer,
            more,
            ratio: geometric(&logs),
            mean_ratio: ratio_of_means(&both, nodes),
            seconds_ratio: (0.0 < other_seconds).then(|| own_seconds / other_seconds),
            longer: mean_estimate(&lengths),
            percent: mean_estimate(&percent),
            percent_cases: Some(percent.len() as u64),
            percent_is_lower_bound: 0 < count(&|one, other| {
                one.outcome.is_open() && is_percent(one, other)
            }),
            percent_is_upper_bound: 0 < count(&|one, other| {
                other.outcome.is_open() && is_percent(one, other)
            }),
            p: signed_rank(&differences.collect::<Vec<_>>()),
            // Fewer nodes are better: the control's values exceed the row's.
            a12: a12(&ranked(others), &ranked(own)),
        })
    }

    /// What the percentage says about all cases.
    #[must_use]
    pub fn percent_bound(&self) -> Bound {
        if self.percent_cases.is_some_and(|cases| cases < self.cases) {
            return Bound::Neither;
        }
        match (self.percent_is_lower_bound, self.percent_is_upper_bound) {
            (true, true) => Bound::Neither,
            (true, false) => Bound::AtLeast,
            (false, true) => Bound::AtMost,
            (false, false) => Bound::Exact,
        }
    }
}

/// The logarithm of the nodes.
fn log(record: &CaseRecord) -> f64 {
    (record.nodes.max(1) as f64).ln()
}

fn geometric(logs: &[f64]) -> Option<Estimate> {
    let value = mean(logs)?.exp();
    let (low, high) = bootstrap(logs.len(), |sample| {
        (sample.iter().map(|&at| logs[at]).sum::<f64>() / sample.len() as f64).exp()
    });
    Some(Estimate { value, low, high })
}

fn ratio_of_means(
    pairs: &[(&CaseRecord, &CaseRecord)],
    value: impl Fn(&CaseRecord) -> f64,
) -> Option<Estimate> {
    if pairs.is_empty() {
        return None;
    }
    let ratio = |sample: &mut dyn Iterator<Item = usize>| {
        let (mut above, mut below) = (0.0, 0.0);
        for at in sample {
            above += value(pairs[at].0);
            below += value(pairs[at].1);
        }
        above / below.max(1.0)
    };
    let (low, high) = bootstrap(pairs.len(), |sample| ratio(&mut sample.iter().copied()));
    Some(Estimate { value: ratio(&mut (0..pairs.len())), low, high })
}
