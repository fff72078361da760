//! Many games of one player: on several threads or ranks, in order, the same on any number of them.

use patience_core::{Cancel, Limits, Meter, Proportion};
use patience_kit::{Fault, GameRecord, Player};
use patience_learn::RemoteError;
use serde::{Deserialize, Serialize};

use crate::batch::{cpu_clock, in_order};
use crate::farm::WorkerPool;

/// A game with its CPU time. Its fields are file format.
///
/// ```
#[doc = include_str!("../doc/greedy.rs")]
/// use patience_workbench::play::{PlayedGame, play_game};
///
/// let game = play_game(&*player, 7, &Limits::default(), &Cancel::new())?;
/// let line = serde_json::to_string(&game).map_err(Fault::environment)?;
/// assert!(line.starts_with("{\"seed\":7,"), "{line}");
/// let again: PlayedGame = serde_json::from_str(&line).map_err(Fault::environment)?;
/// assert_eq!(again.record, game.record);
/// # Ok::<(), Fault>(())
/// ```
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
/// use patience_workbench::farm::WorkerPool;
/// use patience_workbench::play::{PlaySummary, play_games};
///
/// let players = patience_workbench::find("klondike")?.players().expect("Klondike has players");
/// let setup = PlayerSetup { player: Some("greedy"), ..PlayerSetup::default() };
/// let player = players.prepare(&setup, &Values::default())?;
/// let mut summary = PlaySummary::default();
/// play_games(&*player, 1..=20, &WorkerPool::Threads(2), &Limits::default(), &Cancel::new(), |game| {
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
    ///
    /// ```
    /// use patience_kit::GameRecord;
    /// use patience_workbench::play::{PlaySummary, PlayedGame};
    ///
    /// let mut summary = PlaySummary::default();
    /// for (seed, won) in (1..).zip([Some(true), Some(false), None]) {
    ///     let record = GameRecord { seed, won, moves: 90, decisions: 80 };
    ///     summary.add(&PlayedGame { record, cpu_seconds: 0.5 });
    /// }
    /// assert_eq!((summary.games, summary.wins, summary.stopped), (2, 1, 1));
    /// ```
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
    ///
    /// ```
    /// use patience_workbench::play::PlaySummary;
    ///
    /// let summary = PlaySummary { games: 20, wins: 5, cpu_seconds: 3.0, ..PlaySummary::default() };
    /// assert_eq!(summary.win_rate(), 0.25);
    /// ```
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        self.proportion().rate()
    }

    /// The 99 % confidence interval of the win rate (Wilson).
    ///
    /// ```
    /// use patience_workbench::play::PlaySummary;
    ///
    /// let summary = PlaySummary { games: 20, wins: 5, cpu_seconds: 3.0, ..PlaySummary::default() };
    /// // By hand: (0.25 + 0.165872 ± 2.575829·√(0.009375 + 0.004147)) / 1.331745.
    /// let (low, high) = summary.interval();
    /// assert!((low - 0.08736).abs() < 5e-5 && (high - 0.53719).abs() < 5e-5);
    /// ```
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        self.proportion().wilson(Proportion::Z99)
    }

    /// CPU seconds per game.
    ///
    /// ```
    /// use patience_workbench::play::PlaySummary;
    ///
    /// let summary = PlaySummary { games: 20, wins: 5, cpu_seconds: 3.0, ..PlaySummary::default() };
    /// assert_eq!(summary.cpu_seconds_per_game(), 0.15);
    /// // Without games there is nothing to divide by.
    /// assert_eq!(PlaySummary::default().cpu_seconds_per_game(), 0.0);
    /// ```
    #[must_use]
    pub fn cpu_seconds_per_game(&self) -> f64 {
        self.cpu_seconds / self.games.max(1) as f64
    }

    fn proportion(&self) -> Proportion {
        Proportion { successes: self.wins, trials: self.games }
    }
}

/// Plays the game of a seed.
///
/// ```
#[doc = include_str!("../doc/greedy.rs")]
/// use patience_workbench::play::play_game;
///
/// let game = play_game(&*player, 7, &Limits::default(), &Cancel::new())?;
/// assert_eq!(game.record.seed, 7);
/// // The seed decides everything but the time.
/// let again = play_game(&*player, 7, &Limits::default(), &Cancel::new())?;
/// assert_eq!(again.record, game.record);
/// # Ok::<(), Fault>(())
/// ```
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

/// Plays the games of `seeds`, and passes each to `visit` in the order of the seeds; only CPU times depend on the pool. Ranks get seeds, and
/// return games. Returns whether it came to the end.
///
/// After a cancel, games that were begun count as stopped, and the others are not visited.
///
/// ```
#[doc = include_str!("../doc/greedy.rs")]
/// use patience_workbench::farm::WorkerPool;
/// use patience_workbench::play::{PlayedGame, play_games};
///
/// let mut seeds = Vec::new();
/// let visit = |game: PlayedGame| Ok::<(), Fault>(seeds.push(game.record.seed));
/// let pool = WorkerPool::Threads(3);
/// assert!(play_games(&*player, 1..=9, &pool, &Limits::default(), &Cancel::new(), visit)?);
/// assert_eq!(seeds, Vec::from_iter(1..=9));
/// # Ok::<(), Fault>(())
/// ```
pub fn play_games<E: From<Fault>>(
    player: &dyn Player,
    seeds: impl Iterator<Item = u64> + Send,
    pool: &WorkerPool,
    limits: &Limits,
    cancel: &Cancel,
    mut visit: impl FnMut(PlayedGame) -> Result<(), E>,
) -> Result<bool, E> {
    let play = |seed: u64| pool.work(|| seed, || play_game(player, seed, limits, cancel));
    let visit = |game: Result<Result<PlayedGame, Fault>, RemoteError>| match game {
        Ok(game) => visit(game?),
        Err(RemoteError::Failed(why)) => Err(Fault::environment(why).into()),
        Err(RemoteError::Stopped) => {
            cancel.cancel();
            Ok(())
        }
    };
    in_order(seeds, pool.size(), || cancel.is_cancelled(), play, visit)
}
