//! Many games of one player: on several threads, told in order, the same whatever their number.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use patience_core::{Cancel, Limits, Proportion};
use patience_puzzles::klondike::{Rules, SetupError};
use serde::{Deserialize, Serialize};

use crate::klondike_players::{GameRecord, PlayerSettings};

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
/// times.
///
/// After a cancel, games that were begun are told as stopped, and the others not at all.
///
/// ```
/// use std::num::NonZeroUsize;
/// use patience_catalog::{PlaySummary, klondike_players::PlayerKind, play_games};
/// use patience_core::{Cancel, Limits};
/// use patience_puzzles::klondike::Rules;
///
/// let (player, rules) = (PlayerKind::Greedy.usual(), Rules::default());
/// let mut records = Vec::new();
/// let seeds: Vec<u64> = (0..10).collect();
/// play_games(&player, rules, &seeds, NonZeroUsize::MIN, &Limits::default(), &Cancel::new(), |record| records.push(record))?;
/// assert_eq!(PlaySummary::new(player, rules, &records).games, 10);
/// # Ok::<(), patience_puzzles::klondike::SetupError>(())
/// ```
pub fn play_games(
    player: &PlayerSettings,
    rules: Rules,
    seeds: &[u64],
    threads: NonZeroUsize,
    limits: &Limits,
    cancel: &Cancel,
    mut tell: impl FnMut(GameRecord),
) -> Result<(), SetupError> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get().min(seeds.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !cancel.is_cancelled() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&seed) = seeds.get(at) else { return };
                    // Nobody listens any more once something went wrong.
                    if sender.send((at, player.play(rules, seed, limits, cancel))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut told = 0;
        let mut early = BTreeMap::new();
        for (at, record) in receiver {
            early.insert(at, record?);
            while let Some(record) = early.remove(&told) {
                tell(record);
                told += 1;
            }
        }
        // What a cancel left behind a gap.
        early.into_values().for_each(tell);
        Ok(())
    })
}
