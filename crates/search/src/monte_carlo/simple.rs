//! Players without lookahead: random, and greedy by an order of preference.

use patience_core::{Choice, Hidden, Meter, Player, SplitMix, Turn};

/// Plays a random move.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_core::{Cancel, Limits, Meter, advise};
/// use patience_search::monte_carlo::RandomPlay;
///
/// let maze = Maze::trap(2);
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let choice = advise(&maze, &RandomPlay, &maze.first_view(), &[], 1, &mut meter);
/// assert!(choice.is_some_and(|choice| choice.estimates.is_empty()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomPlay;

impl<H: Hidden> Player<H> for RandomPlay {
    fn choose(
        &self,
        _: &H,
        turn: &Turn<'_, H>,
        rng: &mut SplitMix,
        _: &mut Meter<'_>,
    ) -> Choice<H::Move> {
        Choice::plain(turn.moves[rng.below(turn.moves.len())])
    }
}

/// An order of moves without lookahead.
///
/// A function of game, view and move implements it.
///
/// ```
/// use patience_core::example::{Maze, MazeMove, MazeView};
/// use patience_core::{Cancel, Limits, Meter, advise};
/// use patience_search::monte_carlo::{Greedy, Preference, Ties};
///
/// /// Places in the order of a list.
/// struct Places([u8; 2]);
///
/// impl Preference<Maze> for Places {
///     fn class(&self, _: &Maze, _: &MazeView, step: MazeMove) -> u32 {
///         let at = self.0.iter().position(|place| step == MazeMove::Walk(*place));
///         at.map_or(2, |at| at as u32)
///     }
/// }
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let maze = Maze::trap(2);
/// for places in [[1, 2], [2, 1]] {
///     let player = Greedy { preference: Places(places), ties: Ties::First };
///     let choice = advise(&maze, &player, &maze.first_view(), &[], 1, &mut meter);
///     assert_eq!(choice.map(|choice| choice.mv), Some(MazeMove::Walk(places[0])));
/// }
/// ```
pub trait Preference<H: Hidden> {
    /// The class of `mv`, which must be legal in `view`; lower is better.
    fn class(&self, game: &H, view: &H::View, mv: H::Move) -> u32;
}

impl<H: Hidden, F: Fn(&H, &H::View, H::Move) -> u32> Preference<H> for F {
    fn class(&self, game: &H, view: &H::View, mv: H::Move) -> u32 {
        self(game, view, mv)
    }
}

/// How to break ties.
///
/// ```
/// use patience_core::example::{Maze, MazeMove, MazeView};
/// use patience_core::{Cancel, Limits, Meter, advise};
/// use patience_search::monte_carlo::{Greedy, Ties};
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let maze = Maze::trap(2);
/// let mut moves = |ties| {
///     let player = Greedy { preference: |_: &Maze, _: &MazeView, _: MazeMove| 0, ties };
///     let mut choose = |seed| advise(&maze, &player, &maze.first_view(), &[], seed, &mut meter).map(|choice| choice.mv);
///     (0..20).map(|seed| choose(seed)).collect::<Vec<_>>()
/// };
/// assert!(moves(Ties::First).iter().all(|mv| *mv == Some(MazeMove::Walk(1))));
/// assert!(moves(Ties::Random).contains(&Some(MazeMove::Walk(2))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ties {
    /// The first move in the game's order.
    First,
    /// A random move.
    Random,
}

/// Plays a move of the best class.
///
/// ```
/// use patience_core::example::{Maze, MazeView, MazeMove};
/// use patience_core::{Cancel, Limits, Meter, advise};
/// use patience_search::monte_carlo::{Greedy, Ties};
///
/// let maze = Maze::trap(2);
/// let far = |_: &Maze, _: &MazeView, step: MazeMove| match step {
///     MazeMove::Walk(to) => 9 - u32::from(to),
///     MazeMove::Turn(_) => 0,
/// };
/// let player = Greedy { preference: far, ties: Ties::First };
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let choice = advise(&maze, &player, &maze.first_view(), &[], 1, &mut meter);
/// assert_eq!(choice.map(|choice| choice.mv), Some(MazeMove::Walk(2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greedy<R> {
    /// The classes of moves.
    pub preference: R,
    /// Which move of the best class to play.
    pub ties: Ties,
}

impl<H: Hidden, R: Preference<H>> Player<H> for Greedy<R> {
    fn choose(
        &self,
        game: &H,
        turn: &Turn<'_, H>,
        rng: &mut SplitMix,
        _: &mut Meter<'_>,
    ) -> Choice<H::Move> {
        let mut best = turn.moves[0];
        let (mut least, mut equals) = (self.preference.class(game, turn.view, best), 1);
        for &mv in &turn.moves[1..] {
            let class = self.preference.class(game, turn.view, mv);
            if class < least {
                (best, least, equals) = (mv, class, 1);
            } else if class == least && self.ties == Ties::Random {
                // Reservoir sampling: the n-th tie replaces the choice with probability 1/n.
                equals += 1;
                if rng.below(equals) == 0 {
                    best = mv;
                }
            }
        }
        Choice::plain(best)
    }
}
