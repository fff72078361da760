//! Arms compared with each other: which needs fewer nodes.

use serde::{Deserialize, Serialize};

use crate::arm_summary::{ArmSummary, ArmsSummary};
use crate::stats::{a12, holm, mann_whitney};

/// Two arms. Its fields are file format.
///
/// ```
/// use patience_lab::{ArmPair, ArmsSummary};
///
/// let pair = |p, a12| ArmPair { one: "weights".into(), other: "formula".into(), p, a12 };
/// let differences = |pair| {
///     let (control, arms, pairs) = (String::new(), Vec::new(), vec![pair]);
///     ArmsSummary { cases: 0, control, control_solved: 0, all_seeds: 0, arms, pairs }.differences()
/// };
/// // Runs of the first have the smaller ratio in one of four comparisons.
/// assert!(differences(pair(0.01, 0.25))[0].starts_with("formula needs fewer nodes than weights"));
/// assert!(differences(pair(0.06, 0.25)).is_empty());
/// ```
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

/// The ratios of the seeds that have one.
fn ratios(arm: &ArmSummary) -> Vec<f64> {
    arm.seeds.iter().filter_map(|seed| seed.ratio).collect()
}

/// All pairs of arms whose ratios mean the same: to one control, and with failed searches in both or in neither.
fn comparable(arms: &[ArmSummary]) -> impl Iterator<Item = (&ArmSummary, &ArmSummary)> {
    let others = |at: usize| arms.iter().skip(at + 1);
    let pairs =
        arms.iter().enumerate().flat_map(move |(at, one)| others(at).map(move |it| (one, it)));
    pairs.filter(|(one, other)| one.control == other.control && one.is_bound() == other.is_bound())
}

/// All comparable pairs that have runs.
pub(crate) fn pairs(arms: &[ArmSummary]) -> Vec<ArmPair> {
    let mut pairs = Vec::new();
    for (one, other) in comparable(arms) {
        let (left, right) = (ratios(one), ratios(other));
        if let (Some(p), Some(a12)) = (mann_whitney(&left, &right), a12(&right, &left)) {
            let (one, other) = (one.name.clone(), other.name.clone());
            pairs.push(ArmPair { one, other, p, a12 });
        }
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.p).collect::<Vec<_>>());
    pairs.iter_mut().zip(corrected).for_each(|(pair, p)| pair.p = p);
    pairs
}

impl ArmsSummary {
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
            let solved = |name: &String| {
                let arm = self.arms.iter().find(|arm| arm.name == *name)?;
                arm.quartiles(|seed| Some(seed.solved as f64)).map(|[_, median, _]| median)
            };
            // The ratios leave failures out.
            let solved = match (solved(better), solved(worse)) {
                (Some(one), Some(other)) if one.total_cmp(&other).is_ne() => {
                    format!("; it solves {one:.1} cases, the other {other:.1}")
                }
                _ => String::new(),
            };
            format!("{better} needs fewer nodes than {worse}: p = {:.4} (Mann–Whitney, Holm), A12 {a12:.2}{solved}", pair.p)
        });
        sentences.collect()
    }

    /// Whether there are seeds enough for some pair to differ at 5 %: the least p-value of the exact test, corrected for all pairs.
    pub(crate) fn can_differ(&self) -> bool {
        let pairs = comparable(&self.arms)
            .map(|(one, other)| (ratios(one).len(), ratios(other).len()))
            .filter(|(one, other)| 0 < *one.min(other));
        let least = |(one, other): (usize, usize)| {
            let splits = (1..=one).fold(1.0, |splits, at| splits * (other + at) as f64 / at as f64);
            2.0 / splits
        };
        let least = pairs.map(least).fold(1.0, f64::min);
        least * (self.pairs.len() as f64) < 0.05
    }
}
