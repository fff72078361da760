//! Many games of one player: on several threads or ranks, in order, the same on any number of them.

use patience_core::{Cancel, Limits, Meter, Proportion};
use patience_kit::{Fault, GameRecord, Player};
use patience_learn::Undone;
use serde::{Deserialize, Serialize};

use crate::batch::{cpu_clock, in_order};
use crate::farm::Crew;

/// A game with its CPU time. Its fields are file format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The game.
    #[serde(flatten)]
    pub record: GameRecord,
    /// CPU time of the thread that played it.
    pub cpu_seconds: f64,
}

/// Totals of games of one player.
///
/// ```
/// use patience_core::{Cancel, Limits};
/// use patience_kit::{Fault, PlayerSetup, Values};
/// use patience_workbench::farm::Crew;
/// use patience_workbench::play::{PlaySummary, play_games};
///
/// let players = patience_workbench::find("klondike")?.players().expect("Klondike has players");
/// let setup = PlayerSetup { player: Some("greedy"), ..PlayerSetup::default() };
/// let player = players.prepare(&setup, &Values::default())?;
/// let mut summary = PlaySummary::default();
/// play_games(&*player, 1..=20, &Crew::Threads(2), &Limits::default(), &Cancel::new(), |game| {
///     summary.add(&game);
///     Ok::<(), Fault>(())
/// })?;
/// assert_eq!(summary.games, 20);
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaySummary {
    /// Games that were played to their end.
    pub games: u64,
    /// Games that were won.
    pub wins: u64,
    /// Games that a limit stopped; the other figures leave them out.
    pub stopped: u64,
    /// CPU seconds of all games.
    pub cpu_seconds: f64,
}

impl PlaySummary {
    /// Adds a game.
    pub fn add(&mut self, game: &PlayedGame) {
        match game.record.won {
            Some(is_won) => {
                self.games += 1;
                self.wins += u64::from(is_won);
                self.cpu_seconds += game.cpu_seconds;
            }
            None => self.stopped += 1,
        }
    }

    /// Wins per game.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        self.proportion().rate()
    }

    /// The 99 % confidence interval of the win rate (Wilson).
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        self.proportion().wilson(Proportion::Z99)
    }

    /// CPU seconds per game.
    #[must_use]
    pub fn cpu_seconds_per_game(&self) -> f64 {
        self.cpu_seconds / self.games.max(1) as f64
    }

    fn proportion(&self) -> Proportion {
        Proportion { successes: self.wins, trials: self.games }
    }
}

/// Plays the game of a seed.
pub fn play_game(
    player: &dyn Player,
    seed: u64,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<PlayedGame, Fault> {
    let mut observer = ();
    let mut meter = Meter::start(limits, cancel, &mut observer);
    let seconds = cpu_clock();
    let record = player.play(seed, &mut meter)?;
    Ok(PlayedGame { record, cpu_seconds: seconds() })
}

/// Plays the games of `seeds`, and passes each to `visit` in the order of the seeds; only CPU times depend on the crew. Ranks get seeds, and
/// return games. Returns whether it came to the end.
///
/// After a cancel, games that were begun count as stopped, and the others are not visited.
pub fn play_games<E: From<Fault>>(
    player: &dyn Player,
    seeds: impl Iterator<Item = u64> + Send,
    crew: &Crew,
    limits: &Limits,
    cancel: &Cancel,
    mut visit: impl FnMut(PlayedGame) -> Result<(), E>,
) -> Result<bool, E> {
    let play = |seed: u64| crew.work(|| seed, || play_game(player, seed, limits, cancel));
    let visit = |game: Result<Result<PlayedGame, Fault>, Undone>| match game {
        Ok(game) => visit(game?),
        Err(Undone::Failed(why)) => Err(Fault::environment(why).into()),
        Err(Undone::Stopped) => {
            cancel.cancel();
            Ok(())
        }
    };
    in_order(seeds, crew.size(), || cancel.is_cancelled(), play, visit)
}
