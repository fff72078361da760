//! Who plays a game with hidden cards: players, and finishers that take over when nothing is hidden any more.

use crate::{Hidden, Meter, SplitMix, Stop};

/// What a player is asked: a view, and the moves that may be played there.
pub struct Turn<'a, H: Hidden> {
    /// What the player knows.
    pub view: &'a H::View,
    /// The moves to choose from, at least one: the legal ones that do not lead back to a view of `seen`.
    pub moves: &'a [H::Move],
    /// The keys of the views of this game since something was last brought to light; the last one is that of `view`.
    pub seen: &'a [H::Key],
}

/// What a player thinks of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// The average payoff of those tries: an estimate of the chance to win. 0 where it was never tried.
    pub mean: f64,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move to play.
    pub mv: M,
    /// What to play after it without asking again, as long as nothing is brought to light.
    pub then: Vec<M>,
    /// What the player thinks of each move, in the order of the turn; empty if it does not think.
    pub estimates: Vec<Estimate<M>>,
    /// Why the player stopped thinking before it was done; the move is then the best that it knew.
    pub stopped: Option<Stop>,
}

impl<M: Copy> Choice<M> {
    /// A move chosen without estimates.
    #[must_use]
    pub fn plain(mv: M) -> Self {
        Self { mv, then: Vec::new(), estimates: Vec::new(), stopped: None }
    }

    /// The move of the highest mean; among equals the one tried most, and after that one at random. Moves never tried come last.
    ///
    /// `None` if there are no estimates.
    #[must_use]
    pub fn best(
        estimates: Vec<Estimate<M>>,
        stopped: Option<Stop>,
        rng: &mut SplitMix,
    ) -> Option<Self> {
        let order = |one: &Estimate<M>, other: &Estimate<M>| {
            let tried = (0 < one.visits).cmp(&(0 < other.visits));
            tried.then(one.mean.total_cmp(&other.mean)).then(one.visits.cmp(&other.visits))
        };
        let best = *estimates.iter().max_by(|one, other| order(one, other))?;
        let mut equals = estimates.iter().filter(|other| order(&best, other).is_eq());
        let at = rng.below(equals.clone().count());
        let mv = equals.nth(at)?.mv;
        Some(Self { mv, then: Vec::new(), estimates, stopped })
    }
}

/// Chooses moves by what it sees. Its settings are its public fields.
///
/// A player is given views and no world, and draws its random numbers from `rng`: the same turn and the same generator give the
/// same choice.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_core::{Choice, Hidden, Meter, Player, SplitMix, Turn};
///
/// /// Plays the first move.
/// struct First;
///
/// impl<H: Hidden> Player<H> for First {
///     fn choose(&self, _: &H, turn: &Turn<'_, H>, _: &mut SplitMix, _: &mut Meter<'_>) -> Choice<H::Move> {
///         Choice::plain(turn.moves[0])
///     }
/// }
/// ```
pub trait Player<H: Hidden> {
    /// Chooses one of the moves of `turn`; asked to stop by `meter`, it chooses the best move that it knows and says so.
    fn choose(
        &self,
        game: &H,
        turn: &Turn<'_, H>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<H::Move>;
}

/// What a finisher found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// A way to win.
    Won,
    /// That there is none.
    Lost,
    /// Nothing: the game goes on.
    Unknown,
}

/// Looks for a way to win once nothing is hidden, so that players need not find it by chance.
///
/// `()` is the finisher that finds nothing.
pub trait Finisher<H: Hidden> {
    /// Looks for a way to win from `view`, in which nothing is hidden, and appends its moves to `line` if it finds one. It draws
    /// no random numbers: the same view gives the same answer, unless `meter` stops it.
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

/// Appends the legal moves of `view` that do not lead to a view of `seen`.
///
/// A move that brings something to light leads nowhere back.
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
    fn the_highest_mean_is_best_and_the_most_visits_among_equals() {
        assert_eq!(best(&[('a', 9, 0.4), ('b', 1, 0.5), ('c', 9, 0.3)], 1), Some('b'));
        assert_eq!(best(&[('a', 9, 0.5), ('b', 10, 0.5), ('c', 8, 0.5)], 1), Some('b'));
    }

    #[test]
    fn moves_never_tried_come_last() {
        assert_eq!(best(&[('a', 0, 0.0), ('b', 1, 0.0), ('c', 0, 0.0)], 1), Some('b'));
        assert_eq!(best(&[], 1), None);
    }

    #[test]
    fn every_one_of_equals_comes_up() {
        let equals = [('a', 2, 0.5), ('b', 2, 0.5), ('c', 2, 0.5), ('d', 2, 0.4)];
        let chosen: std::collections::BTreeSet<_> =
            (0..50).filter_map(|seed| best(&equals, seed)).collect();
        assert_eq!(chosen.into_iter().collect::<String>(), "abc");
    }
}
