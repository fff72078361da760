//! Players of games with hidden cards, and finishers that take over once nothing is hidden.

use std::cmp::Ordering;

use crate::{Hidden, Meter, SplitMix, Stop};

/// One decision for a player: a view and the moves to choose from.
///
/// ```
/// use patience_core::example::{Maze, MazeMove};
/// use patience_core::{Hidden, Turn};
///
/// let maze = Maze::trap(2);
/// let view = maze.first_view();
/// let mut moves = Vec::new();
/// maze.moves(&view, &mut moves);
/// let turn: Turn<'_, Maze> = Turn { view: &view, moves: &moves, seen: &[maze.key(&view)] };
/// let is_safe = |mv: &&MazeMove| !maze.reveals(turn.view, **mv);
/// assert_eq!(turn.moves.iter().find(is_safe), Some(&MazeMove::Walk(1)));
/// ```
pub struct Turn<'a, H: Hidden> {
    /// What the player knows.
    pub view: &'a H::View,
    /// The moves to choose from, at least one: the legal moves that do not lead back to a view in `seen`.
    pub moves: &'a [H::Move],
    /// The keys of the views of this game since the last revealed card; the last is that of `view`.
    pub seen: &'a [H::Key],
}

/// A player's estimate of a move.
///
/// ```
/// use patience_core::{Choice, Estimate};
///
/// let lost = Estimate { mv: 'a', visits: 4, mean: 0.0 };
/// let untried = Estimate { mv: 'b', visits: 0, mean: 0.0 };
/// // Of equal means, that of more trials is preferred; a move without trials comes last.
/// let choice = Choice::first_best(vec![untried, lost], None);
/// assert_eq!(choice.map(|choice| choice.mv), Some('a'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<M> {
    /// The move.
    pub mv: M,
    /// Number of trials.
    pub visits: u64,
    /// Average payoff of the trials: an estimate of the win probability. 0 without trials.
    pub mean: f64,
}

/// A player's decision.
///
/// ```
/// use patience_core::{Choice, Estimate};
///
/// let estimates = vec![
///     Estimate { mv: 'a', visits: 10, mean: 0.5 },
///     Estimate { mv: 'b', visits: 10, mean: 0.7 },
///     Estimate { mv: 'c', visits: 0, mean: 0.0 },
/// ];
/// let choice = Choice::first_best(estimates, None).expect("there are estimates");
/// assert_eq!((choice.mv, choice.estimates.len()), ('b', 3));
/// assert!(Choice::plain('a').estimates.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move to play.
    pub mv: M,
    /// Moves to play after it without asking again, as long as nothing is revealed.
    pub then: Vec<M>,
    /// Estimates of all moves, in the order of the turn; empty if the player makes none.
    pub estimates: Vec<Estimate<M>>,
    /// Why the player stopped early; the move is then the best known.
    pub stopped: Option<Stop>,
}

impl<M: Copy> Choice<M> {
    /// A choice without estimates.
    #[must_use]
    pub fn plain(mv: M) -> Self {
        Self { mv, then: Vec::new(), estimates: Vec::new(), stopped: None }
    }

    /// The move with the highest mean; ties go to the most trials, then to chance. Untried moves come last.
    ///
    /// `None` if there are no estimates.
    #[must_use]
    pub fn best(
        estimates: Vec<Estimate<M>>,
        stopped: Option<Stop>,
        rng: &mut SplitMix,
    ) -> Option<Self> {
        let best = *estimates.iter().max_by(|one, other| one.order(other))?;
        let mut equals = estimates.iter().filter(|other| best.order(other).is_eq());
        let at = rng.below(equals.clone().count());
        let mv = equals.nth(at)?.mv;
        Some(Self { mv, then: Vec::new(), estimates, stopped })
    }

    /// The move with the highest mean; ties go to the most trials, then to the earlier move. Untried moves come last.
    ///
    /// `None` if there are no estimates.
    #[must_use]
    pub fn first_best(estimates: Vec<Estimate<M>>, stopped: Option<Stop>) -> Option<Self> {
        // `max_by` returns the last of equal ones.
        let mv = estimates.iter().rev().max_by(|one, other| one.order(other))?.mv;
        Some(Self { mv, then: Vec::new(), estimates, stopped })
    }
}

impl<M> Estimate<M> {
    /// The order of preference: tried moves, the mean, the number of trials.
    fn order(&self, other: &Self) -> Ordering {
        let tried = (0 < self.visits).cmp(&(0 < other.visits));
        tried.then(self.mean.total_cmp(&other.mean)).then(self.visits.cmp(&other.visits))
    }
}

/// Chooses moves from views. Its settings are its public fields.
///
/// A player receives views, never a world, and takes its random numbers from `rng`: equal turns and equal generators give equal choices.
///
/// ```
#[doc = include_str!("../doc/first.rs")]
/// use patience_core::example::{Maze, MazeMove};
/// use patience_core::{Cancel, Limits, advise};
///
/// # let (limits, cancel, mut watch) = (Limits::default(), Cancel::new(), ());
/// # let mut meter = Meter::start(&limits, &cancel, &mut watch);
/// let maze = Maze::trap(2);
/// let choice = advise(&maze, &First, &maze.first_view(), &[], 1, &mut meter);
/// assert_eq!(choice.map(|choice| choice.mv), Some(MazeMove::Walk(1)));
/// ```
pub trait Player<H: Hidden> {
    /// Chooses one of the moves of `turn`. When `meter` stops it, it returns the best known move and sets `stopped`.
    fn choose(
        &self,
        game: &H,
        turn: &Turn<'_, H>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<H::Move>;
}

/// The result of a finisher.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_core::{Cancel, Finish, Finisher, Limits, Meter, Stop};
///
/// # let (limits, cancel, mut watch) = (Limits::default(), Cancel::new(), ());
/// # let mut meter = Meter::start(&limits, &cancel, &mut watch);
/// let maze = Maze::trap(2);
/// let mut line = Vec::new();
/// // The finisher that finds nothing has no line and no proof.
/// assert_eq!(().finish(&maze, &maze.first_view(), &mut line, &mut meter), Ok(Finish::Unknown));
/// assert!(line.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// A winning line.
    Won,
    /// Proof that there is no winning line.
    Lost,
    /// Neither: the game continues.
    Unknown,
}

/// Searches for a winning line once nothing is hidden, so that players need not find it by chance.
///
/// `()` is the finisher that finds nothing.
///
/// ```
/// use patience_core::example::{Maze, MazeMove, MazeView};
/// use patience_core::{Finish, Finisher, Hidden, Meter, Stop};
///
/// /// Wins where a single move does.
/// struct OneMove;
///
/// impl Finisher<Maze> for OneMove {
///     fn finish(&self, maze: &Maze, view: &MazeView, line: &mut Vec<MazeMove>, meter: &mut Meter<'_>) -> Result<Finish, Stop> {
///         meter.expand()?;
///         let mut moves = Vec::new();
///         maze.moves(view, &mut moves);
///         for mv in moves {
///             let mut next = *view;
///             maze.apply(&mut next, mv, None);
///             if maze.payoff(&next) == Some(1.0) {
///                 line.push(mv);
///                 return Ok(Finish::Won);
///             }
///         }
///         Ok(Finish::Unknown)
///     }
/// }
/// ```
pub trait Finisher<H: Hidden> {
    /// Searches for a winning line from `view`, in which nothing is hidden, and appends it to `line`. It uses no random numbers: equal
    /// views give equal answers unless `meter` stops it.
    fn finish(
        &self,
        game: &H,
        view: &H::View,
        line: &mut Vec<H::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Finish, Stop>;
}

impl<H: Hidden> Finisher<H> for () {
    fn finish(
        &self,
        _: &H,
        _: &H::View,
        _: &mut Vec<H::Move>,
        _: &mut Meter<'_>,
    ) -> Result<Finish, Stop> {
        Ok(Finish::Unknown)
    }
}

/// Appends the legal moves of `view` that do not lead to a view in `seen`.
///
/// A move that reveals something never leads back.
///
/// ```
/// use patience_core::example::{Maze, MazeMove};
/// use patience_core::{Hidden, unrepeated_moves};
///
/// let maze = Maze::trap(2);
/// let start = maze.first_view();
/// let mut safe = start;
/// maze.apply(&mut safe, MazeMove::Walk(1), None);
/// let (seen, mut moves) = ([maze.key(&start), maze.key(&safe)], Vec::new());
/// unrepeated_moves(&maze, &start, &seen, &mut moves);
/// assert_eq!(moves, [MazeMove::Walk(2)]);
/// ```
pub fn unrepeated_moves<H: Hidden>(
    game: &H,
    view: &H::View,
    seen: &[H::Key],
    out: &mut Vec<H::Move>,
) {
    let first = out.len();
    game.moves(view, out);
    let mut kept = first;
    for at in first..out.len() {
        let mv = out[at];
        if game.reveals(view, mv) || !seen.contains(&key_after(game, view, mv)) {
            out[kept] = mv;
            kept += 1;
        }
    }
    out.truncate(kept);
}

/// The key of the view after a move that reveals nothing.
fn key_after<H: Hidden>(game: &H, view: &H::View, mv: H::Move) -> H::Key {
    let mut next = view.clone();
    game.apply(&mut next, mv, None);
    game.key(&next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(estimates: &[(char, u64, f64)], seed: u64) -> Option<char> {
        let estimates = estimates.iter().map(|&(mv, visits, mean)| Estimate { mv, visits, mean });
        Choice::best(estimates.collect(), None, &mut SplitMix::new(seed)).map(|choice| choice.mv)
    }

    #[test]
    fn best_is_highest_mean_then_most_visits() {
        assert_eq!(best(&[('a', 9, 0.4), ('b', 1, 0.5), ('c', 9, 0.3)], 1), Some('b'));
        assert_eq!(best(&[('a', 9, 0.5), ('b', 10, 0.5), ('c', 8, 0.5)], 1), Some('b'));
    }

    #[test]
    fn untried_moves_come_last() {
        assert_eq!(best(&[('a', 0, 0.0), ('b', 1, 0.0), ('c', 0, 0.0)], 1), Some('b'));
        assert_eq!(best(&[], 1), None);
    }

    #[test]
    fn ties_are_broken_at_random() {
        let equals = [('a', 2, 0.5), ('b', 2, 0.5), ('c', 2, 0.5), ('d', 2, 0.4)];
        let chosen: std::collections::BTreeSet<_> =
            (0..50).filter_map(|seed| best(&equals, seed)).collect();
        assert_eq!(chosen.into_iter().collect::<String>(), "abc");
    }
}
