//! Winning chances of the moves of an advice: games that a cheap player plays on after each.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use patience_core::{Cancel, Limits, Meter, Proportion, Stop};
use patience_kit::{Advice, Fault, GamesAfter, PlayOuts};
use web_time::Instant;

use crate::batch::in_order;

/// Games after each move: about two seconds in all where the player takes 15 ms a game, and intervals of at most 36 points.
pub const GAMES: u64 = 50;

/// Moves that are measured: the first ones of the advice.
pub const MOVES: usize = 3;

/// How many games to play, and the limits of all of them together.
///
/// ```
#[doc = include_str!("../doc/advice.rs")]
/// use patience_workbench::chances::{ChancePlan, GAMES, MOVES};
///
/// let plan = ChancePlan { games: GAMES, moves: MOVES, threads: 2, time: None, memory: None };
/// // This player advises a single move.
/// assert_eq!((advice.moves.len(), plan.total(&advice)), (1, GAMES));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChancePlan {
    /// Games after each move.
    pub games: u64,
    /// Moves that are measured.
    pub moves: usize,
    /// Games at once; only what a time limit leaves depends on it.
    pub threads: usize,
    /// The time for all games.
    pub time: Option<Duration>,
    /// Bytes that the tables of one game may hold.
    pub memory: Option<u64>,
}

impl ChancePlan {
    /// How many games are played after the moves of an advice.
    ///
    /// ```
    #[doc = include_str!("../doc/advice.rs")]
    /// use patience_workbench::chances::ChancePlan;
    ///
    /// let plan = ChancePlan { games: 20, moves: 3, threads: 1, time: None, memory: None };
    /// // Of five moves, the first three are measured.
    /// advice.moves = vec![advice.moves[0].clone(); 5];
    /// assert_eq!(plan.total(&advice), 60);
    /// advice.moves.clear();
    /// assert_eq!(plan.total(&advice), 0);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn total(&self, advice: &Advice) -> u64 {
        self.games.saturating_mul(advice.moves.len().min(self.moves) as u64)
    }
}

/// Plays games on after the first moves of an advice, and adds to each move how many of them were won.
///
/// The moves take turns, so that all have as many games, or one less. Games count up to the first that a limit stops: to leave out single
/// games that take long would favour short ones. `watch` is called after every game.
///
/// ```
#[doc = include_str!("../doc/advice.rs")]
/// use patience_workbench::chances::{ChancePlan, measure_chances};
///
/// let play_outs = game.visible(|it| players.play_outs(&setup, it, &advice, 1))?;
/// let play_outs = play_outs.expect("Klondike has a player that is cheap enough");
/// let plan = ChancePlan { games: 4, moves: 1, threads: 2, time: None, memory: None };
/// let mut watched = 0;
/// measure_chances(&mut advice, &*play_outs, &plan, &Cancel::new(), || watched += 1)?;
/// assert_eq!(watched, 4);
/// assert_eq!(advice.moves[0].games.map(|after| after.games), Some(4));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn measure_chances(
    advice: &mut Advice,
    play_outs: &dyn PlayOuts,
    plan: &ChancePlan,
    cancel: &Cancel,
    mut watch: impl FnMut(),
) -> Result<(), Fault> {
    let total = plan.total(advice);
    if total == 0 {
        return Ok(());
    }
    let mut won = vec![Proportion { successes: 0, trials: 0 }; advice.moves.len().min(plan.moves)];
    let (begun, moves) = (Instant::now(), won.len() as u64);
    let is_stopped = AtomicBool::new(false);
    let mut stop = None;
    let one_game = |turn: u64| -> Result<(usize, Result<bool, Stop>), Fault> {
        let at = usize::try_from(turn % moves).unwrap_or(usize::MAX);
        let time = plan.time.map(|time| time.saturating_sub(begun.elapsed()));
        if time.is_some_and(|time| time.is_zero()) {
            return Ok((at, Err(Stop::Time)));
        }
        let limits = Limits { nodes: None, time, memory: plan.memory };
        let mut observer = ();
        let mut meter = Meter::start(&limits, cancel, &mut observer);
        Ok((at, play_outs.play(at, turn / moves, &mut meter)?))
    };
    let emit = |played: Result<(usize, Result<bool, Stop>), Fault>| -> Result<(), Fault> {
        let (at, is_won) = played?;
        match is_won {
            Ok(is_won) if stop.is_none() => {
                won[at].trials += 1;
                won[at].successes += u64::from(is_won);
            }
            Ok(_) => {}
            Err(reason) => {
                stop.get_or_insert(reason);
                is_stopped.store(true, Ordering::Relaxed);
            }
        }
        watch();
        Ok(())
    };
    let is_over = || cancel.is_cancelled() || is_stopped.load(Ordering::Relaxed);
    let is_whole = in_order(0..total, plan.threads.max(1), is_over, one_game, emit)?;
    let stop = stop.or((!is_whole).then_some(Stop::Cancelled));
    let mut summary = play_outs.summary();
    summary.stop = stop;
    advice.play_outs = Some(summary);
    for (one, won) in advice.moves.iter_mut().zip(won) {
        one.games = (0 < won.trials).then(|| GamesAfter::from(won));
    }
    Ok(())
}
