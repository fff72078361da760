//! Checks of settings: ranges and contradictions.

use std::fmt;
use std::ops::RangeInclusive;

use super::{RunSettings, Settings};

/// The largest time limit: a year.
pub const MOST_SECONDS: f64 = 365.0 * 86_400.0;

/// The largest depth of trees; a full tree has more than a hundred thousand nodes.
const DEEPEST: usize = 17;

/// The upper limit of collections in memory.
const MANY: usize = 100_000;

/// No upper limit.
const ANY: usize = usize::MAX;

/// A setting that is out of range or contradicts another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} = {found}: {expected}")]
pub struct BadSetting {
    /// The setting.
    pub name: &'static str,
    /// Its value.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// A range in words.
fn expected(range: &RangeInclusive<usize>) -> String {
    match (*range.start(), *range.end()) {
        (least, ANY) => format!("expected {least} or more"),
        (least, most) => format!("expected {least} to {most}"),
    }
}

impl RunSettings for Settings {
    const CHANGEABLE: &'static [&'static str] = &["generations"];

    fn check(&self) -> Result<(), BadSetting> {
        let bad = |name, found: &dyn fmt::Display, expected: &str| {
            Err(BadSetting { name, found: found.to_string(), expected: expected.to_owned() })
        };
        // What takes memory has an upper limit.
        let ranges = [
            ("generations", self.generations as usize, 1..=ANY),
            ("population", self.population, 1..=MANY),
            ("rules", self.rules, 0..=1000),
            ("depth", self.depth, 2..=DEEPEST),
            ("training", self.training, 1..=ANY),
            ("random.cases", self.random.cases, 1..=ANY),
            ("gradual.group_size", self.gradual.group_size, 1..=ANY),
            ("gradual.current", self.gradual.current, 1..=ANY),
            ("rosin.population", self.rosin.population, 1..=MANY),
            ("rosin.hall", self.rosin.hall, 0..=MANY),
            ("rosin.cases", self.rosin.cases, 1..=MANY),
            ("rosin.hall_cases", self.rosin.hall_cases, 0..=MANY),
            ("hillis.population", self.hillis.population, 1..=MANY),
            ("hillis.cases", self.hillis.cases, 1..=MANY),
            ("hillis.sets", self.hillis.sets, 1..=MANY),
            ("hillis.every", self.hillis.every as usize, 1..=ANY),
        ];
        for (name, value, range) in ranges {
            if !range.contains(&value) {
                return bad(name, &value, &expected(&range));
            }
        }
        for (name, nodes) in [("nodes", self.nodes), ("baseline_nodes", self.baseline_nodes)] {
            if nodes == 0 {
                return bad(name, &nodes, "expected 1 or more");
            }
        }
        let shares = [
            ("reproduction", self.reproduction),
            ("crossover", self.crossover),
            ("mutation", self.mutation),
            ("weight_mutation", self.weight_mutation),
            ("favourite", self.favourite),
            ("constant_leaves", self.constant_leaves),
            ("constant_comparisons", self.constant_comparisons),
            ("rosin.mutation", self.rosin.mutation),
            ("hillis.reproduction", self.hillis.reproduction),
            ("hillis.crossover", self.hillis.crossover),
            ("hillis.mutation", self.hillis.mutation),
            ("hillis.case_mutation", self.hillis.case_mutation),
        ];
        if let Some((name, value)) = shares.iter().find(|(_, value)| !(0.0..=1.0).contains(value)) {
            return bad(name, value, "expected a number from 0 to 1");
        }
        if self.reproduction + self.crossover + self.mutation <= 0.0 {
            return bad("crossover", &self.crossover, "one of the operators must be possible");
        }
        if self.population < self.elite {
            return bad("elite", &self.elite, "expected at most the population");
        }
        if self.training < self.validation {
            return bad("validation", &self.validation, "expected at most the training set");
        }
        if self.gradual.groups < self.gradual.current {
            return bad(
                "gradual.groups",
                &self.gradual.groups,
                "expected at least gradual.current",
            );
        }
        if !(self.penalty.is_finite() && 0.0 < self.penalty) {
            return bad("penalty", &self.penalty, "expected a number above 0");
        }
        if !(self.partial.is_finite() && (self.partial == 0.0 || 1.0 <= self.partial)) {
            return bad("partial", &self.partial, "expected 0, or a number of 1 or more");
        }
        if !self.gradual.target.is_finite() {
            return bad("gradual.target", &self.gradual.target, "expected a number");
        }
        let limits =
            [("give_up", self.give_up), ("longest", self.longest), ("seconds", self.seconds)];
        for (name, limit) in limits {
            if let Some(limit) = limit
                && !(limit.is_finite() && 0.0 < limit)
            {
                return bad(name, &limit, "expected a number above 0");
            }
        }
        if self.seconds.is_some_and(|seconds| MOST_SECONDS < seconds) {
            let seconds = self.seconds.unwrap_or_default();
            return bad("seconds", &seconds, "expected a year at most");
        }
        Ok(())
    }
}
