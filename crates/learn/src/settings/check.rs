//! Checks of settings: ranges and contradictions.

use std::fmt;
use std::ops::RangeInclusive;

use toml::Table;

use super::run::to_table;
use super::{Method, RunSettings, Settings, SettingsError};

/// The largest time limit: a year.
const MOST_SECONDS: f64 = 365.0 * 86_400.0;

/// The largest depth of trees; a full tree has more than a hundred thousand nodes.
const DEEPEST: u64 = 17;

/// The upper limit of collections in memory.
const MANY: u64 = 100_000;

/// No upper limit.
const ANY: u64 = u64::MAX;

/// A setting that is out of range or contradicts another.
///
/// ```
/// use patience_learn::{RunSettings, Settings};
///
/// let wrong = Settings { population: 0, ..Settings::default() };
/// let error = wrong.check().unwrap_err();
/// assert_eq!((error.name, error.found.as_str()), ("population", "0"));
/// ```
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

impl BadSetting {
    /// A wrong setting.
    pub fn new(name: &'static str, found: impl fmt::Display, expected: &str) -> Self {
        Self { name, found: found.to_string(), expected: expected.to_owned() }
    }

    /// An error for the first whole number outside its range.
    pub fn in_ranges(
        settings: impl IntoIterator<Item = (&'static str, u64, RangeInclusive<u64>)>,
    ) -> Result<(), Self> {
        let mut settings = settings.into_iter();
        let wrong = settings.find(|(_, value, range)| !range.contains(value));
        wrong.map_or(Ok(()), |(name, value, range)| {
            let expected = match (*range.start(), *range.end()) {
                (least, ANY) => format!("expected {least} or more"),
                (least, most) => format!("expected {least} to {most}"),
            };
            Err(Self::new(name, value, &expected))
        })
    }

    /// An error for the first number outside 0 to 1.
    pub fn in_shares(settings: impl IntoIterator<Item = (&'static str, f64)>) -> Result<(), Self> {
        let wrong = settings.into_iter().find(|(_, value)| !(0.0..=1.0).contains(value));
        let bad = |(name, value)| Err(Self::new(name, value, "expected a number from 0 to 1"));
        wrong.map_or(Ok(()), bad)
    }

    /// An error if a time limit is not above 0, or longer than a year.
    pub fn in_seconds(seconds: Option<f64>) -> Result<(), Self> {
        Self::in_time("seconds", seconds)
    }

    fn in_time(name: &'static str, seconds: Option<f64>) -> Result<(), Self> {
        let bad = |seconds, expected| Err(Self::new(name, seconds, expected));
        match seconds {
            Some(seconds) if !(seconds.is_finite() && 0.0 < seconds) => {
                bad(seconds, "expected a number above 0")
            }
            Some(seconds) if MOST_SECONDS < seconds => bad(seconds, "expected a year at most"),
            _ => Ok(()),
        }
    }
}

impl RunSettings for Settings {
    const CHANGEABLE: &'static [&'static str] = &["generations", "budget"];

    // Like the provided methods, but compiled once.

    fn parse(text: &str) -> Result<Self, SettingsError> {
        Ok(toml::from_str(text)?)
    }

    fn to_text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    fn from_table(table: Table) -> Result<Self, SettingsError> {
        Ok(table.try_into()?)
    }

    fn table(&self) -> Result<Table, SettingsError> {
        to_table(self)
    }

    fn check(&self) -> Result<(), BadSetting> {
        let bad = |name, found: &dyn fmt::Display, expected: &str| {
            Err(BadSetting::new(name, found, expected))
        };
        // Settings that take memory have an upper limit.
        BadSetting::in_ranges([
            ("generations", self.generations.into(), 1..=ANY),
            ("population", self.population as u64, 1..=MANY),
            ("offspring", self.offspring as u64, 1..=MANY),
            ("rules", self.rules as u64, 0..=1000),
            ("depth", self.depth as u64, 2..=DEEPEST),
            ("training", self.training as u64, 1..=ANY),
            ("random.cases", self.random.cases as u64, 1..=ANY),
            ("gradual.group_size", self.gradual.group_size as u64, 1..=ANY),
            ("gradual.current", self.gradual.current as u64, 1..=ANY),
            ("rosin.population", self.rosin.population as u64, 1..=MANY),
            ("rosin.hall", self.rosin.hall as u64, 0..=MANY),
            ("rosin.cases", self.rosin.cases as u64, 1..=MANY),
            ("rosin.hall_cases", self.rosin.hall_cases as u64, 0..=MANY),
            ("hillis.population", self.hillis.population as u64, 1..=MANY),
            ("hillis.cases", self.hillis.cases as u64, 1..=MANY),
            ("hillis.sets", self.hillis.sets as u64, 1..=MANY),
            ("hillis.every", self.hillis.every.into(), 1..=ANY),
            ("nodes", self.nodes, 1..=ANY),
            ("baseline_nodes", self.baseline_nodes, 1..=ANY),
        ])?;
        BadSetting::in_shares([
            ("reproduction", self.reproduction),
            ("crossover", self.crossover),
            ("mutation", self.mutation),
            ("weight_mutation", self.weight_mutation),
            ("advisor_share", self.advisor_share),
            ("favourite", self.favourite),
            ("constant_leaves", self.constant_leaves),
            ("constant_comparisons", self.constant_comparisons),
            ("rosin.mutation", self.rosin.mutation),
            ("hillis.reproduction", self.hillis.reproduction),
            ("hillis.crossover", self.hillis.crossover),
            ("hillis.mutation", self.hillis.mutation),
            ("hillis.case_mutation", self.hillis.case_mutation),
        ])?;
        if self.reproduction + self.crossover + self.mutation <= 0.0 {
            return bad("crossover", &self.crossover, "one of the operators must be possible");
        }
        if let Some(budget) = self.budget
            && budget < self.searches() as u64
        {
            let expected = format!("expected {} or more, for one generation", self.searches());
            return bad("budget", &budget, &expected);
        }
        if self.archive.is_some() && self.method != Method::Evolution {
            return bad("archive", &"\"map-elites\"", "only the method evolution has an archive");
        }
        if let Some(command) = &self.mutator {
            if command.trim().is_empty() {
                return bad("mutator", &"\"\"", "expected a command line");
            }
            if self.method == Method::RandomSearch {
                return bad("mutator", command, "random search breeds nothing");
            }
        }
        BadSetting::in_time("mutator_seconds", self.mutator_seconds)?;
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
        for (name, limit) in [("give_up", self.give_up), ("longest", self.longest)] {
            if let Some(limit) = limit
                && !(limit.is_finite() && 0.0 < limit)
            {
                return bad(name, &limit, "expected a number above 0");
            }
        }
        BadSetting::in_seconds(self.seconds)
    }
}
