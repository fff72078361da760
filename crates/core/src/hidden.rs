//! What a game with hidden cards is: views, what a move brings to light, and the worlds that a view may be.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Puzzle, SplitMix};

/// One game in which the player does not see everything.
///
/// A player knows a *view*. Behind it lies a *world*: the [`Puzzle`] with all cards face up. The worlds that a view may be are
/// equally likely. Whoever is given only a view cannot reach the true world, so nobody can cheat: the types see to that.
///
/// A move names places, never hidden cards, and whether it is legal never depends on what is hidden. What a move brings to light
/// is its [`Outcome`](Self::Outcome): view, move and outcome together tell the next view, so that a search keeps moves and
/// outcomes and plays views again instead of storing them. See [`Maze`](crate::example::Maze) for the smallest implementation.
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
    /// What the player knows. Small, without heap.
    type View: Clone + Eq + Debug + Send + Sync;
    /// A move. It names places, never hidden cards.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What a move brings to light: the card that it turns over, say.
    type Outcome: Copy + Eq + Debug + Send + Sync;
    /// Identifies a view exactly, up to symmetries that keep all chances. Never a lossy hash.
    type Key: Copy + Ord + Hash + Debug + Send + Sync;
    /// The game with nothing hidden.
    type World: Puzzle<Move = Self::Move>;

    /// Appends every legal move of `view` to `out`, in a fixed order, clearing nothing: those of every world behind it.
    fn moves(&self, view: &Self::View, out: &mut Vec<Self::Move>);

    /// What the game was worth if it is over, from 0 to 1, and `None` while it is going.
    ///
    /// The goals of worlds are worth 1, and nothing else is. A view without moves that are allowed is a dead end: a loss.
    fn payoff(&self, view: &Self::View) -> Option<f64>;

    /// The exact and canonical key of `view`.
    fn key(&self, view: &Self::View) -> Self::Key;

    /// Whether nothing is hidden any more: there is one world, and no move brings anything to light.
    fn is_open(&self, view: &Self::View) -> bool;

    /// Whether `mv`, which must be legal in `view`, brings something to light.
    ///
    /// What is seen stays seen: no view after such a move has the key of one before it.
    fn reveals(&self, view: &Self::View, mv: Self::Move) -> bool;

    /// Plays `mv`, which must be legal in `view`, with what it brings to light; `None` where it reveals nothing.
    fn apply(&self, view: &mut Self::View, mv: Self::Move, outcome: Option<Self::Outcome>);

    /// A world that begins where `view` stands, each of them as likely as the others.
    fn determinise(&self, view: &Self::View, rng: &mut SplitMix) -> Self::World;

    /// What the player knows when `world` is in `state`.
    fn observe(&self, world: &Self::World, state: &<Self::World as Puzzle>::State) -> Self::View;

    /// What `mv` brings to light when `world` is in `state`; `None` if it reveals nothing.
    fn reveal(
        &self,
        world: &Self::World,
        state: &<Self::World as Puzzle>::State,
        mv: Self::Move,
    ) -> Option<Self::Outcome>;

    /// What `mv` brings to light in a random world behind `view`, for games that know it without making a world: by drawing only
    /// the card that is turned over.
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
