//! The laws of games with hidden cards.

mod chances;
#[cfg(test)]
mod faulty;
mod peeking;

pub use chances::{exact_values, hindsight_values};
pub use peeking::check_no_peeking;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use patience_core::{Hidden, Puzzle};

use crate::successors::{listed, moves};
use crate::{SplitMix, Walks};

/// Checks the laws of [`Hidden`] on random walks through `worlds`, one world after the other.
///
/// In every view:
/// - a world behind it looks like it, and has the same moves: what is legal never depends on what is hidden;
/// - payoffs are between 0 and 1, and 1 exactly at the goals of worlds;
/// - `apply`, with what `reveal` tells, leads to what is observed of the next state, in the true world as in any other;
/// - `reveals` tells when there is something to reveal, which is never so when nothing is hidden;
/// - `draw` draws what the worlds behind the view reveal, as often.
///
/// Over all views: those of equal keys have the same payoff and lead to the same keys. Along each walk: no view comes back after
/// something was brought to light.
///
/// The worlds are puzzles: [`check`](crate::check) them as such, too.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_laws::{Walks, check_hidden};
///
/// let maze = Maze::trap(3);
/// check_hidden(&maze, &maze.worlds(&maze.first_view()), &Walks::default());
/// ```
///
/// # Panics
///
/// If a law is broken.
pub fn check_hidden<H: Hidden>(game: &H, worlds: &[H::World], walks: &Walks) {
    let rng = SplitMix::new(walks.seed);
    let mut laws = Laws { game, rng, known: BTreeMap::new(), drawn: 0 };
    for (_, world) in (0..walks.count).zip(worlds.iter().cycle()) {
        laws.walk(world, walks.length);
    }
}

/// All that a search over keys can see of a view.
#[derive(PartialEq)]
struct Look<K> {
    payoff: Option<f64>,
    is_open: bool,
    /// The keys that moves lead to which reveal nothing, and whether others reveal something.
    successors: BTreeSet<K>,
    has_secrets: bool,
}

/// The first view of each key, and how it looked.
type Known<H> = BTreeMap<<H as Hidden>::Key, (<H as Hidden>::View, Look<<H as Hidden>::Key>)>;

struct Laws<'g, H: Hidden> {
    game: &'g H,
    rng: SplitMix,
    known: Known<H>,
    /// Moves whose outcomes were counted.
    drawn: usize,
}

/// Moves whose outcomes are counted: drawing takes time.
const MOST_DRAWN: usize = 50;

/// Draws of each of them.
const DRAWS: u32 = 1000;

impl<H: Hidden> Laws<'_, H> {
    fn walk(&mut self, world: &H::World, length: usize) {
        let mut state = world.start();
        let (mut hidden, mut recent) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..length {
            let view = self.game.observe(world, &state);
            let key = self.game.key(&view);
            assert!(
                !hidden.contains(&key),
                "no view may come back after something was brought to light, but {view:?} does"
            );
            recent.insert(key);
            self.check_view(world, &state, &view);
            if self.game.payoff(&view).is_some() {
                return;
            }
            let legal = moves(world, &state);
            if legal.is_empty() {
                return;
            }
            let mv = legal[self.rng.below(legal.len())];
            if self.game.reveals(&view, mv) {
                hidden.append(&mut recent);
            }
            world.apply(&mut state, mv);
        }
    }

    fn check_view(
        &mut self,
        world: &H::World,
        state: &<H::World as Puzzle>::State,
        view: &H::View,
    ) {
        let game = self.game;
        let other = game.determinise(view, &mut self.rng);
        let start = other.start();
        agree("a view and what a world behind it looks like", view, &game.observe(&other, &start));
        let payoff = game.payoff(view);
        assert!(
            payoff.is_none_or(|payoff| (0.0..=1.0).contains(&payoff)),
            "payoffs must be between 0 and 1, not {payoff:?} as in {view:?}"
        );
        assert!(
            world.is_goal(state) == (payoff == Some(1.0))
                && other.is_goal(&start) == world.is_goal(state),
            "goals and nothing else must be worth 1, but {view:?} has the payoff {payoff:?}"
        );
        if payoff.is_none() {
            let legal = listed("moves", view, |out| game.moves(view, out));
            agree("the moves of a view and of its true world", &legal, &moves(world, state));
            agree("the moves of a view and of a world behind it", &legal, &moves(&other, &start));
            for &mv in &legal {
                self.check_move(world, state, view, mv);
                self.check_move(&other, &start, view, mv);
            }
            self.check_draws(view, &legal);
        }
        self.check_key(view);
    }

    fn check_move(
        &self,
        world: &H::World,
        state: &<H::World as Puzzle>::State,
        view: &H::View,
        mv: H::Move,
    ) {
        let game = self.game;
        let (reveals, revealed) = (game.reveals(view, mv), game.reveal(world, state, mv));
        assert!(
            reveals == revealed.is_some(),
            "`reveals` must tell whether there is something to reveal, but {mv:?} reveals {revealed:?} in {view:?}"
        );
        assert!(
            !(reveals && game.is_open(view)),
            "nothing can be brought to light when nothing is hidden, but {mv:?} does so in {view:?}"
        );
        let mut next = view.clone();
        game.apply(&mut next, mv, revealed);
        let seen = game.observe(world, &world.child(state, mv));
        assert!(
            next == seen,
            "`apply` must lead to what is observed: {mv:?} with {revealed:?} in {view:?} leads to {next:?} instead of {seen:?}"
        );
    }

    /// Compares what is drawn for moves with what worlds behind the view reveal.
    fn check_draws(&mut self, view: &H::View, legal: &[H::Move]) {
        let game = self.game;
        if self.known.contains_key(&game.key(view)) {
            return;
        }
        for &mv in legal {
            if !game.reveals(view, mv) {
                let drawn = game.draw(view, mv, &mut self.rng);
                assert!(
                    drawn.is_none(),
                    "{mv:?} reveals nothing in {view:?}, but {drawn:?} is drawn"
                );
                continue;
            }
            if self.drawn == MOST_DRAWN {
                continue;
            }
            self.drawn += 1;
            let mut counts = Vec::new();
            for _ in 0..DRAWS {
                count(&mut counts, game.draw(view, mv, &mut self.rng)).0 += 1;
                let world = game.determinise(view, &mut self.rng);
                count(&mut counts, game.reveal(&world, &world.start(), mv)).1 += 1;
            }
            assert!(
                are_alike(&counts),
                "`draw` must draw as often what worlds reveal, but {mv:?} in {view:?} gives {counts:?}"
            );
        }
    }

    fn check_key(&mut self, view: &H::View) {
        let game = self.game;
        let (payoff, is_open) = (game.payoff(view), game.is_open(view));
        let mut legal = Vec::new();
        if payoff.is_none() {
            game.moves(view, &mut legal);
        }
        let plain = legal.iter().filter(|&&mv| !game.reveals(view, mv)).map(|&mv| {
            let mut next = view.clone();
            game.apply(&mut next, mv, None);
            game.key(&next)
        });
        let successors = plain.collect();
        let has_secrets = legal.iter().any(|&mv| game.reveals(view, mv));
        let look = Look { payoff, is_open, successors, has_secrets };
        let Some((first, known)) = self.known.get(&game.key(view)) else {
            self.known.insert(game.key(view), (view.clone(), look));
            return;
        };
        assert!(
            *known == look,
            "views of equal keys must be worth the same and lead to the same keys, but not {first:?} and {view:?}"
        );
    }
}

fn agree<T: PartialEq + Debug>(what: &str, one: &T, other: &T) {
    assert!(one == other, "{what} must agree: {one:?} and {other:?}");
}

/// How often an outcome came up in each of two ways.
type Counts<O> = Vec<(Option<O>, (u32, u32))>;

/// The counts of an outcome.
fn count<O: Copy + Eq>(counts: &mut Counts<O>, outcome: Option<O>) -> &mut (u32, u32) {
    let at = counts.iter().position(|entry| entry.0 == outcome).unwrap_or_else(|| {
        counts.push((outcome, (0, 0)));
        counts.len() - 1
    });
    &mut counts[at].1
}

/// Whether two ways of drawing can be the same, by the chi-square of the difference: one in billions of sound games fails.
fn are_alike<O>(counts: &Counts<O>) -> bool {
    let parts = counts
        .iter()
        .map(|&(_, (one, other))| f64::from(one.abs_diff(other)).powi(2) / f64::from(one + other));
    let freedom = counts.len() as f64;
    parts.sum::<f64>() <= freedom + 8.0 * (2.0 * freedom).sqrt() + 20.0
}

#[cfg(test)]
mod tests {
    use patience_core::example::Maze;

    use super::faulty::{Fault, Faulty};
    use super::*;

    fn check_fault(fault: Fault) {
        let maze = Maze::trap(3);
        let worlds = maze.worlds(&maze.first_view());
        check_hidden(&Faulty { maze, fault }, &worlds, &Walks::default());
    }

    #[test]
    fn sound_games_pass() {
        check_fault(Fault::None);
        for seed in 0..200 {
            let maze = Maze::random(seed);
            let worlds = maze.worlds(&maze.first_view());
            check_hidden(&maze, &worlds, &Walks { seed, count: 10, length: 20 });
            crate::check(&worlds[0], &Walks { seed, count: 10, length: 20 });
        }
    }

    #[test]
    #[should_panic(expected = "a view and what a world behind it looks like must agree")]
    fn worlds_that_look_different_are_caught() {
        check_fault(Fault::ForgetfulWorlds);
    }

    #[test]
    #[should_panic(expected = "the moves of a view and of its true world must agree")]
    fn moves_that_the_world_does_not_have_are_caught() {
        check_fault(Fault::MissingMove);
    }

    #[test]
    #[should_panic(expected = "goals and nothing else must be worth 1")]
    fn wrong_payoffs_are_caught() {
        check_fault(Fault::EverythingWins);
    }

    #[test]
    #[should_panic(expected = "payoffs must be between 0 and 1, not Some(-1.0)")]
    fn payoffs_out_of_range_are_caught() {
        check_fault(Fault::LosingCosts);
    }

    #[test]
    #[should_panic(expected = "`reveals` must tell whether there is something to reveal")]
    fn silent_revelations_are_caught() {
        check_fault(Fault::SilentReveal);
    }

    #[test]
    #[should_panic(expected = "nothing can be brought to light when nothing is hidden")]
    fn games_that_call_themselves_open_are_caught() {
        check_fault(Fault::AlwaysOpen);
    }

    #[test]
    #[should_panic(expected = "`apply` must lead to what is observed")]
    fn views_that_go_astray_are_caught() {
        check_fault(Fault::WrongApply);
    }

    #[test]
    #[should_panic(expected = "`draw` must draw as often what worlds reveal")]
    fn loaded_draws_are_caught() {
        check_fault(Fault::LoadedDraw);
    }

    #[test]
    #[should_panic(expected = "views of equal keys must be worth the same")]
    fn lossy_keys_are_caught() {
        check_fault(Fault::LossyKey);
    }

    #[test]
    #[should_panic(expected = "no view may come back after something was brought to light")]
    fn keys_that_forget_cards_are_caught() {
        // Some maze leads back to a place by way of a card.
        for seed in 0..200 {
            let maze = Maze::random(seed);
            let worlds = maze.worlds(&maze.first_view());
            let game = Faulty { maze, fault: Fault::KeyWithoutCards };
            let mut laws = Laws {
                game: &game,
                rng: SplitMix::new(seed),
                known: BTreeMap::new(),
                drawn: MOST_DRAWN,
            };
            for world in &worlds {
                laws.known.clear();
                laws.walk(world, 20);
            }
        }
    }
}
