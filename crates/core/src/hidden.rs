//! The `Hidden` trait: games with hidden cards, as views, revealed outcomes and possible worlds.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Puzzle, SplitMix};

/// A game in which the player does not see everything.
///
/// A player knows a *view*. Behind it is a *world*: the [`Puzzle`] with all cards face up. All worlds consistent with a view are equally
/// likely. Players receive a view, which gives no access to the true world.
///
/// A move names places, never hidden cards, and its legality does not depend on hidden cards. What a move reveals is its
/// [`Outcome`](Self::Outcome). View, move and outcome determine the next view, so a search stores moves and outcomes and replays views.
/// [`Maze`](crate::example::Maze) is the smallest implementation.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_core::{Hidden, Puzzle, SplitMix};
///
/// let maze = Maze::trap(2);
/// let view = maze.first_view();
/// let world = maze.determinise(&view, &mut SplitMix::new(1));
/// assert_eq!(maze.observe(&world, &world.start()), view);
/// ```
pub trait Hidden: Send + Sync {
    /// What the player knows: small, without heap allocation.
    type View: Clone + Eq + Debug + Send + Sync;
    /// A move. It names places, never hidden cards.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What a move reveals, for example a card.
    type Outcome: Copy + Eq + Debug + Send + Sync;
    /// Identifies a view exactly, up to symmetries that preserve all probabilities. Never a lossy hash.
    type Key: Copy + Ord + Hash + Debug + Send + Sync;
    /// The game with all cards face up.
    type World: Puzzle<Move = Self::Move>;

    /// Appends the legal moves of `view` to `out`, in a fixed order, without clearing it. They are legal in every world behind it.
    fn moves(&self, view: &Self::View, out: &mut Vec<Self::Move>);

    /// The payoff from 0 to 1 if the game is over, `None` otherwise.
    ///
    /// Exactly the goals of worlds pay 1. A view without allowed moves is a dead end: a loss.
    fn payoff(&self, view: &Self::View) -> Option<f64>;

    /// The exact, canonical key of `view`.
    fn key(&self, view: &Self::View) -> Self::Key;

    /// Whether nothing is hidden: one world remains, and no move reveals anything.
    fn is_open(&self, view: &Self::View) -> bool;

    /// Whether `mv`, which must be legal in `view`, reveals something.
    ///
    /// Revealed cards stay known: no view after such a move has the key of one before it.
    fn reveals(&self, view: &Self::View, mv: Self::Move) -> bool;

    /// Plays `mv`, which must be legal in `view`, with the outcome that it reveals; `None` if it reveals nothing.
    fn apply(&self, view: &mut Self::View, mv: Self::Move, outcome: Option<Self::Outcome>);

    /// A random world consistent with `view`, starting there, drawn uniformly.
    fn determinise(&self, view: &Self::View, rng: &mut SplitMix) -> Self::World;

    /// The player's view when `world` is in `state`.
    fn observe(&self, world: &Self::World, state: &<Self::World as Puzzle>::State) -> Self::View;

    /// What `mv` reveals when `world` is in `state`; `None` if it reveals nothing.
    fn reveal(
        &self,
        world: &Self::World,
        state: &<Self::World as Puzzle>::State,
        mv: Self::Move,
    ) -> Option<Self::Outcome>;

    /// What `mv` reveals in a random world behind `view`. Override it if drawing one card is cheaper than building a world.
    fn draw(&self, view: &Self::View, mv: Self::Move, rng: &mut SplitMix) -> Option<Self::Outcome> {
        if !self.reveals(view, mv) {
            return None;
        }
        let world = self.determinise(view, rng);
        self.reveal(&world, &world.start(), mv)
    }

    /// The view after `mv` in a random world behind `view`.
    fn sample(&self, view: &Self::View, mv: Self::Move, rng: &mut SplitMix) -> Self::View {
        let mut next = view.clone();
        let outcome = self.draw(view, mv, rng);
        self.apply(&mut next, mv, outcome);
        next
    }
}
