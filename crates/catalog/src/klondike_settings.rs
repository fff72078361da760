//! The settings of players by name, and which player has which.

use std::num::NonZeroU32;

use crate::klondike_players::{PlayerKind, PlayerSettings};

/// A number that some players can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// [`PlayerSettings::samples`].
    Samples,
    /// [`PlayerSettings::level`].
    Level,
    /// [`PlayerSettings::trees`].
    Trees,
    /// [`PlayerSettings::trajectories`].
    Trajectories,
    /// [`PlayerSettings::width`]; 0 for any number.
    Width,
    /// [`PlayerSettings::effort`].
    Effort,
    /// [`PlayerSettings::second_look`].
    SecondLook,
}

impl Setting {
    /// The name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Samples => "samples",
            Self::Level => "level",
            Self::Trees => "trees",
            Self::Trajectories => "trajectories",
            Self::Width => "width",
            Self::Effort => "effort",
            Self::SecondLook => "second-look",
        }
    }

    /// The least number that makes sense.
    fn least(self) -> u64 {
        match self {
            Self::Level | Self::SecondLook => 0,
            _ => 1,
        }
    }

    /// The largest number that makes sense: rollouts nested deeper than a few levels end with no one.
    fn most(self) -> u64 {
        match self {
            Self::Level => 9,
            Self::Effort => u64::MAX,
            _ => u32::MAX.into(),
        }
    }
}

/// A setting that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchSetting {
    /// The player has no use for it.
    #[error("--{setting} does not apply to the player {player}")]
    Unused {
        /// The name of the setting.
        setting: &'static str,
        /// The name of the player.
        player: &'static str,
    },
    /// The number is too small or too large.
    #[error("--{setting} {value} cannot be: expected {least} to {most}")]
    Range {
        /// The name of the setting.
        setting: &'static str,
        /// What was asked for.
        value: u64,
        /// The least that can be.
        least: u64,
        /// The most that can be.
        most: u64,
    },
}

impl PlayerKind {
    /// The settings that it looks at.
    #[must_use]
    pub fn settings(self) -> &'static [Setting] {
        use Setting::{Effort, Level, Samples, SecondLook, Trajectories, Trees, Width};
        match self {
            Self::Best => &[Effort, SecondLook],
            Self::Random | Self::Greedy => &[],
            Self::Hop => &[Samples, Level],
            Self::Uct => &[Trajectories],
            Self::SparseUct => &[Trajectories, Width],
            Self::HopUct | Self::EnsembleUct => &[Trees, Trajectories],
            Self::EnsembleSparseUct => &[Trees, Trajectories, Width],
        }
    }
}

impl PlayerSettings {
    /// Changes a setting, unless the player has no use for it or the number makes no sense.
    ///
    /// ```
    /// use patience_catalog::klondike_players::{PlayerKind, Setting};
    ///
    /// let mut player = PlayerKind::EnsembleUct.usual();
    /// player.set(Setting::Trees, 10)?;
    /// assert_eq!(player.used(), [("trees", 10), ("trajectories", 200)]);
    /// assert_eq!(
    ///     player.set(Setting::Level, 1).unwrap_err().to_string(),
    ///     "--level does not apply to the player ensemble-uct",
    /// );
    /// # Ok::<(), patience_catalog::klondike_players::NoSuchSetting>(())
    /// ```
    pub fn set(&mut self, setting: Setting, value: u64) -> Result<(), NoSuchSetting> {
        if !self.player.settings().contains(&setting) {
            let player = self.player.about().name;
            return Err(NoSuchSetting::Unused { setting: setting.name(), player });
        }
        let (least, most) = (setting.least(), setting.most());
        let wrong = NoSuchSetting::Range { setting: setting.name(), value, least, most };
        if !(least..=most).contains(&value) {
            return Err(wrong);
        }
        let small = || u32::try_from(value).map_err(|_| wrong);
        match setting {
            Setting::Samples => self.samples = small()?,
            Setting::Level => self.level = small()?,
            Setting::Trees => self.trees = small()?,
            Setting::Trajectories => self.trajectories = small()?,
            Setting::Width => self.width = NonZeroU32::new(small()?),
            Setting::Effort => self.effort = value,
            Setting::SecondLook => self.second_look = small()?,
        }
        Ok(())
    }

    /// The settings that the player looks at, by name.
    #[must_use]
    pub fn used(&self) -> Vec<(&'static str, u64)> {
        let value = |setting: Setting| match setting {
            Setting::Samples => self.samples.into(),
            Setting::Level => self.level.into(),
            Setting::Trees => self.trees.into(),
            Setting::Trajectories => self.trajectories.into(),
            Setting::Width => self.width.map_or(0, |width| width.get().into()),
            Setting::Effort => self.effort,
            Setting::SecondLook => self.second_look.into(),
        };
        self.player.settings().iter().map(|&setting| (setting.name(), value(setting))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_takes_the_settings_that_it_lists_and_no_others() {
        use Setting::{Effort, Level, Samples, SecondLook, Trajectories, Trees, Width};
        for kind in PlayerKind::ALL {
            for setting in [Samples, Level, Trees, Trajectories, Width, Effort, SecondLook] {
                let mut player = kind.usual();
                let is_set = player.set(setting, 7).is_ok();
                assert_eq!(is_set, kind.settings().contains(&setting), "{kind:?} {setting:?}");
                assert_eq!(is_set, player.used().contains(&(setting.name(), 7)));
            }
        }
    }

    #[test]
    fn numbers_that_make_no_sense_are_refused() {
        let mut hop = PlayerKind::Hop.usual();
        for (setting, value) in
            [(Setting::Samples, 0), (Setting::Samples, 1 << 32), (Setting::Level, 10)]
        {
            assert!(matches!(hop.set(setting, value), Err(NoSuchSetting::Range { .. })));
        }
        assert_eq!(hop, PlayerKind::Hop.usual());
    }
}
