//! The settings of a run.

use std::fmt;

use patience_learn::{BadSetting, MOST_SECONDS, Override};
use serde::{Deserialize, Serialize};

/// What a run is made of. The same settings make the same boards, on any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Cells a side: 6, or 8, 10 or 12 with empty cells around the boards that the run begins with.
    pub size: u8,
    /// Decides every random choice.
    pub seed: u64,
    /// Boards in a generation.
    pub population: usize,
    /// Generations after which the run ends.
    pub generations: u32,
    /// Generations without a harder board after which it ends; 0 for never.
    pub patience: u32,
    /// How many of the hardest pass into the next generation unchanged.
    pub elite: usize,
    /// How the parents of the others are chosen.
    pub selection: Selection,
    /// Boards of a tournament, where parents are chosen by tournaments.
    pub tournament: usize,
    /// How often a mutation adds a vehicle, …
    pub add: f64,
    /// … puts one in the place of another, …
    pub swap: f64,
    /// … or takes one away.
    pub delete: f64,
    /// How likely a mutation is followed by another one.
    pub again: f64,
    /// The engine whose nodes measure how hard a board is.
    pub engine: GradingEngine,
    /// Nodes after which a board counts as unsolved.
    pub nodes: u64,
    /// A breadth-first search with this part of the nodes comes first; what it does not solve counts as unsolved. 0 for none.
    pub filter: u64,
    /// Seconds after which a board counts as unsolved. A run with such a limit cannot be repeated exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Nodes that a board of the archive needs at least.
    pub archive: u64,
    /// How many of the hardest are listed.
    pub hardest: usize,
    /// How many others of the archive are listed, evenly from the hardest to the easiest.
    pub others: usize,
    /// Vehicles by which boards that are listed differ at least.
    pub apart: usize,
}

/// How parents are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// As likely as the nodes that they need.
    Proportionate,
    /// The hardest of some that are drawn.
    Tournament,
}

/// The engine whose nodes measure how hard a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradingEngine {
    /// Iterative deepening without a heuristic.
    Iterative,
    /// IDA* with its default heuristic.
    IdaStar,
}

impl GradingEngine {
    /// The name of the engine.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Iterative => "iterative",
            Self::IdaStar => "ida-star",
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            size: 8,
            seed: 1,
            population: 50,
            generations: 100,
            patience: 25,
            elite: 1,
            selection: Selection::Tournament,
            tournament: 3,
            add: 0.5,
            swap: 0.35,
            delete: 0.15,
            again: 0.3,
            engine: GradingEngine::IdaStar,
            nodes: 30_000_000,
            filter: 2,
            seconds: None,
            archive: 20_000,
            hardest: 15,
            others: 0,
            apart: 1,
        }
    }
}

/// Settings that cannot be read, or contradict themselves.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// The text is not that of settings.
    #[error("{0}")]
    Text(#[from] toml::de::Error),
    /// One of them cannot be.
    #[error(transparent)]
    Bad(#[from] BadSetting),
}

impl Settings {
    /// The default settings, changed by those of a file, and then one by one.
    ///
    /// ```
    /// use patience_rush_hour::evolve_boards::Settings;
    ///
    /// let settings = Settings::read("population = 20", ["seed=7".parse()?])?;
    /// assert_eq!((settings.population, settings.seed), (20, 7));
    /// assert!(Settings::read("populaton = 20", []).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        text: &str,
        changes: impl IntoIterator<Item = Override>,
    ) -> Result<Self, SettingsError> {
        toml::from_str::<Self>(text)?.changed(changes)
    }

    /// These settings, changed one by one.
    pub fn changed(
        &self,
        changes: impl IntoIterator<Item = Override>,
    ) -> Result<Self, SettingsError> {
        let mut table =
            toml::Table::try_from(self).map_err(<toml::de::Error as serde::de::Error>::custom)?;
        for change in changes {
            change.apply(&mut table);
        }
        let settings: Self = table.try_into()?;
        settings.check()?;
        Ok(settings)
    }

    /// Whether a run with them can begin: what is wrong with the first that is.
    pub fn check(&self) -> Result<(), BadSetting> {
        let bad = |name, found: &dyn fmt::Display, expected: &str| {
            Err(BadSetting { name, found: found.to_string(), expected: expected.to_owned() })
        };
        if !matches!(self.size, 6 | 8 | 10 | 12) {
            return bad("size", &self.size, "expected 6, 8, 10 or 12");
        }
        let at_least_one = [
            ("population", self.population as u64),
            ("generations", self.generations.into()),
            ("tournament", self.tournament as u64),
            ("nodes", self.nodes),
            ("archive", self.archive),
            ("apart", self.apart as u64),
        ];
        if let Some((name, value)) = at_least_one.iter().find(|(_, value)| *value == 0) {
            return bad(name, value, "expected 1 or more");
        }
        let shares = [
            ("add", self.add),
            ("swap", self.swap),
            ("delete", self.delete),
            ("again", self.again),
        ];
        if let Some((name, value)) = shares.iter().find(|(_, value)| !(0.0..=1.0).contains(value)) {
            return bad(name, value, "expected a number from 0 to 1");
        }
        if self.add + self.swap + self.delete <= 0.0 {
            return bad("add", &self.add, "one of the mutations must be possible");
        }
        if 1.0 <= self.again {
            return bad("again", &self.again, "expected less than 1, or mutations never end");
        }
        if self.population < self.elite {
            return bad("elite", &self.elite, "expected at most the population");
        }
        if let Some(seconds) = self.seconds
            && !(seconds.is_finite() && 0.0 < seconds && seconds <= MOST_SECONDS)
        {
            return bad("seconds", &seconds, "expected a number above 0, of a year at most");
        }
        Ok(())
    }

    /// Whether a run that began with these settings may continue with others: only settings of its end and of the lists may differ.
    pub fn allows(&self, other: &Self) -> Result<(), OtherRun> {
        let later = Self {
            generations: self.generations,
            patience: self.patience,
            archive: self.archive,
            hardest: self.hardest,
            others: self.others,
            apart: self.apart,
            ..other.clone()
        };
        if later == *self { Ok(()) } else { Err(OtherRun) }
    }
}

/// Settings that belong to another run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a run continues with the settings that it began with: only generations, patience, archive, hardest, others and apart may change"
)]
pub struct OtherRun;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_being_written_and_read() {
        let text = toml::to_string(&Settings::default()).unwrap();
        assert_eq!(Settings::read(&text, []), Ok(Settings::default()));
    }

    #[test]
    fn settings_that_cannot_be_are_told() {
        let printed =
            |change: &str| Settings::read("", [change.parse().unwrap()]).unwrap_err().to_string();
        assert_eq!(printed("size=7"), "size = 7: expected 6, 8, 10 or 12");
        assert_eq!(printed("population=0"), "population = 0: expected 1 or more");
        assert_eq!(printed("nodes=0"), "nodes = 0: expected 1 or more");
        assert_eq!(printed("swap=1.5"), "swap = 1.5: expected a number from 0 to 1");
        assert_eq!(printed("swap=nan"), "swap = NaN: expected a number from 0 to 1");
        assert_eq!(printed("elite=51"), "elite = 51: expected at most the population");
        assert!(printed("again=1").starts_with("again = 1: expected less than 1"));
        assert!(printed("seconds=0").starts_with("seconds = 0: expected a number above 0"));
        assert!(printed("populaton=3").contains("unknown field `populaton`"));
        assert!(printed("engine=exact").contains("unknown variant `exact`"));
        assert!(printed("seed=-1").contains("-1"));
    }

    #[test]
    fn a_file_with_a_mistake_is_told_with_its_line() {
        let error = Settings::read("seed = 2\npopulaton = 3\n", []).unwrap_err().to_string();
        assert!(error.contains("line 2, column 1"), "{error}");
    }

    #[test]
    fn a_run_may_go_on_for_longer_but_not_with_another_seed() {
        let settings = Settings::default();
        assert_eq!(settings.allows(&Settings { generations: 500, ..Settings::default() }), Ok(()));
        let other = Settings { seed: 2, ..Settings::default() };
        assert_eq!(settings.allows(&other), Err(OtherRun));
    }
}
