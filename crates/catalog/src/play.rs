//! Many games of one player: on several threads, told in order, the same whatever their number.

use patience_core::{Cancel, Limits, Proportion};
use patience_klondike::{Rules, SetupError};
use serde::{Deserialize, Serialize};

use crate::klondike_players::{GameRecord, PlayerSettings};
use patience_workbench::batch::in_order;

/// What games of one player come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaySummary {
    /// The player and its settings.
    pub player: PlayerSettings,
    /// Games that were played to their end.
    pub games: u64,
    /// Games that were won.
    pub wins: u64,
    /// Wins per game.
    pub win_rate: f64,
    /// The interval of 99 % of the chance to win.
    pub interval: (f64, f64),
    /// CPU seconds per game.
    pub cpu_seconds: f64,
    /// The rules.
    pub rules: Rules,
}

impl PlaySummary {
    /// Sums up games; those that were stopped do not count.
    ///
    /// Records may come from several runs: whoever goes on with a run plays the seeds that have no record yet.
    pub fn new<'r>(
        player: PlayerSettings,
        rules: Rules,
        records: impl IntoIterator<Item = &'r GameRecord>,
    ) -> Self {
        let mut won = Proportion { successes: 0, trials: 0 };
        let mut seconds = 0.0;
        for record in records {
            let Some(is_won) = record.won else { continue };
            won.trials += 1;
            won.successes += u64::from(is_won);
            seconds += record.cpu_seconds;
        }
        Self {
            player,
            games: won.trials,
            wins: won.successes,
            win_rate: won.rate(),
            interval: won.wilson(Proportion::Z99),
            cpu_seconds: seconds / won.trials.max(1) as f64,
            rules,
        }
    }
}

/// Plays the deals of `seeds`, and tells each game in the order of the seeds; what is told does not depend on `threads`, but for the
/// times. Returns whether it came to the end.
///
/// After a cancel, games that were begun are told as stopped, and the others not at all; nor is anything told after an error.
///
/// ```
/// use patience_catalog::{PlaySummary, klondike_players::PlayerKind, play_games};
/// use patience_core::{Cancel, Limits};
/// use patience_klondike::{Rules, SetupError};
///
/// let (player, rules) = (PlayerKind::Greedy.usual(), Rules::default());
/// let mut records = Vec::new();
/// let visit = |record| Ok::<(), SetupError>(records.push(record));
/// assert!(play_games(&player, rules, 0..10, 1, &Limits::default(), &Cancel::new(), visit)?);
/// assert_eq!(PlaySummary::new(player, rules, &records).games, 10);
/// # Ok::<(), SetupError>(())
/// ```
pub fn play_games<E: From<SetupError>>(
    player: &PlayerSettings,
    rules: Rules,
    seeds: impl Iterator<Item = u64> + Send,
    threads: usize,
    limits: &Limits,
    cancel: &Cancel,
    mut visit: impl FnMut(GameRecord) -> Result<(), E>,
) -> Result<bool, E> {
    in_order(
        seeds,
        threads,
        || cancel.is_cancelled(),
        |seed| player.play(rules, seed, limits, cancel),
        |record| visit(record?),
    )
}
