//! The settings of players by name, and which player has which.

use std::num::NonZeroU32;

use patience_kit::{Fault, Field, PlayerAbout, Values};

use super::kind::{PlayerKind, PlayerSettings};

/// A number that some players take.
struct Setting {
    name: &'static str,
    doc: &'static str,
    range: (u64, u64),
    get: fn(&PlayerSettings) -> u64,
    set: fn(&mut PlayerSettings, u64),
}

const SMALL: (u64, u64) = (1, u32::MAX as u64);

static EFFORT: Setting = Setting {
    name: "effort",
    doc: "States that it may examine for one decision; 500000 by default for advice",
    range: (1, u64::MAX),
    get: |it| it.effort,
    set: |it, value| it.effort = value,
};

static SECOND_LOOK: Setting = Setting {
    name: "second_look",
    doc: "Worlds of a second look at close candidates, times the unseen cards; 0 for none",
    range: (0, u32::MAX as u64),
    get: |it| it.second_look.into(),
    set: |it, value| it.second_look = small(value),
};

static SAMPLES: Setting = Setting {
    name: "samples",
    doc: "Sampled worlds in which each move is tried",
    range: SMALL,
    get: |it| it.samples.into(),
    set: |it, value| it.samples = small(value),
};

static LEVEL: Setting = Setting {
    name: "level",
    doc: "Rollouts nested in each other",
    // Rollouts nested deeper than a few levels never end.
    range: (0, 9),
    get: |it| it.level.into(),
    set: |it, value| it.level = small(value),
};

static TREES: Setting = Setting {
    name: "trees",
    doc: "Trees to average",
    range: SMALL,
    get: |it| it.trees.into(),
    set: |it, value| it.trees = small(value),
};

static TRAJECTORIES: Setting = Setting {
    name: "trajectories",
    doc: "Trajectories that each tree grows by",
    range: SMALL,
    get: |it| it.trajectories.into(),
    set: |it, value| it.trajectories = small(value),
};

static WIDTH: Setting = Setting {
    name: "width",
    doc: "Outcomes of a move that a tree considers",
    range: SMALL,
    get: |it| it.width.map_or(0, |width| width.get().into()),
    set: |it, value| it.width = NonZeroU32::new(small(value)),
};

/// A number whose range has been checked.
fn small(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

impl PlayerKind {
    fn settings(self) -> Vec<&'static Setting> {
        match self {
            Self::Best => vec![&EFFORT, &SECOND_LOOK],
            Self::Random | Self::Greedy => vec![],
            Self::Hop => vec![&SAMPLES, &LEVEL],
            Self::Uct => vec![&TRAJECTORIES],
            Self::SparseUct => vec![&TRAJECTORIES, &WIDTH],
            Self::HopUct | Self::EnsembleUct => vec![&TREES, &TRAJECTORIES],
            Self::EnsembleSparseUct => vec![&TREES, &TRAJECTORIES, &WIDTH],
        }
    }

    /// The player as data, with its settings.
    pub(super) fn player_about(self) -> PlayerAbout {
        let (about, usual) = (self.about(), self.usual());
        let field = |setting: &Setting| {
            let (low, high) = setting.range;
            Field::new(setting.name, setting.doc, &(setting.get)(&usual)).within(low, high)
        };
        let settings = self.settings().into_iter().map(field).collect();
        PlayerAbout { name: about.name, summary: about.summary, settings }
    }
}

impl PlayerSettings {
    /// The usual settings of a player with these values; an error for values that it does not take.
    ///
    /// ```
    /// use patience_kit::Values;
    /// use patience_klondike::players::{PlayerKind, PlayerSettings};
    ///
    /// let player = PlayerSettings::read(PlayerKind::EnsembleUct, &Values::from_iter([("trees", 10)]))?;
    /// assert_eq!((player.trees, player.trajectories), (10, 200));
    /// let wrong = PlayerSettings::read(PlayerKind::Greedy, &Values::from_iter([("trees", 10)]));
    /// assert_eq!(wrong.unwrap_err().message, "the player greedy has no setting `trees` (its settings: none)");
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn read(player: PlayerKind, values: &Values) -> Result<Self, Fault> {
        let about = player.player_about();
        about.check(values)?;
        let mut settings = player.usual();
        for (field, setting) in about.settings.iter().zip(player.settings()) {
            if let Some(value) = values.get(field.name) {
                (setting.set)(&mut settings, field.read(value)?);
            }
        }
        Ok(settings)
    }

    /// The values of the settings that the player uses.
    #[must_use]
    pub fn values(&self) -> Values {
        self.player.settings().iter().map(|setting| (setting.name, (setting.get)(self))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_takes_its_settings_and_no_others() {
        let all = [&EFFORT, &SECOND_LOOK, &SAMPLES, &LEVEL, &TREES, &TRAJECTORIES, &WIDTH];
        for player in PlayerKind::ALL {
            let names: Vec<&str> = player.settings().iter().map(|setting| setting.name).collect();
            for setting in all {
                let values = Values::from_iter([(setting.name, 7)]);
                let read = PlayerSettings::read(player, &values);
                assert_eq!(
                    read.is_ok(),
                    names.contains(&setting.name),
                    "{player:?} {}",
                    setting.name
                );
                if let Ok(settings) = read {
                    assert_eq!(settings.values().get(setting.name), Some(&7.into()));
                    assert_eq!(PlayerSettings::read(player, &settings.values()), Ok(settings));
                }
            }
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for (name, value) in [("samples", 0), ("samples", 1_u64 << 32), ("level", 10)] {
            let read = PlayerSettings::read(PlayerKind::Hop, &Values::from_iter([(name, value)]));
            assert!(read.is_err(), "{name} {value}");
        }
    }
}
