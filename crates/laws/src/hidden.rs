//! Laws of games with hidden cards.

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

/// Checks the laws of [`Hidden`] on random walks through each of `worlds`.
///
/// In every view:
/// - a sampled world has this view and the same moves: legality never depends on hidden cards;
/// - payoffs are between 0 and 1, and 1 exactly at the goals of worlds;
/// - `apply` with the outcome of `reveal` gives the view of the next state, in the true world and in sampled ones;
/// - `reveals` agrees with `reveal`, and nothing is revealed when nothing is hidden;
/// - `draw` has the same distribution as `reveal` in sampled worlds.
///
/// Over all views: equal keys have equal payoffs and equal successor keys. Along each walk: no view recurs after something was revealed.
///
/// The worlds are puzzles: [`check`](crate::check) them, too.
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

/// Everything that a search over keys can see of a view.
#[derive(PartialEq)]
struct KeySummary<K> {
    payoff: Option<f64>,
    is_open: bool,
    /// The keys after moves that reveal nothing, and whether other moves exist.
    successors: BTreeSet<K>,
    has_secrets: bool,
}

/// The first view of each key, and its summary.
type Known<H> = BTreeMap<<H as Hidden>::Key, (<H as Hidden>::View, KeySummary<<H as Hidden>::Key>)>;

struct Laws<'g, H: Hidden> {
    game: &'g H,
    rng: SplitMix,
    known: Known<H>,
    /// Number of moves whose outcomes were counted.
    drawn: usize,
}

/// Maximum number of moves whose outcomes are counted: drawing takes time.
const MOST_DRAWN: usize = 50;

/// Draws per counted move.
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
                "no view may recur after something was revealed, but {view:?} does"
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
        agree("a view and the view of a sampled world", view, &game.observe(&other, &start));
        let payoff = game.payoff(view);
        assert!(
            payoff.is_none_or(|payoff| (0.0..=1.0).contains(&payoff)),
            "payoffs must be between 0 and 1, not {payoff:?} in {view:?}"
        );
        assert!(
            world.is_goal(state) == (payoff == Some(1.0))
                && other.is_goal(&start) == world.is_goal(state),
            "exactly the goals must pay 1, but {view:?} has the payoff {payoff:?}"
        );
        if payoff.is_none() {
            let legal = listed("moves", view, |out| game.moves(view, out));
            agree("the moves of a view and of its true world", &legal, &moves(world, state));
            agree("the moves of a view and of a sampled world", &legal, &moves(&other, &start));
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
            "`reveals` must agree with `reveal`, but {mv:?} reveals {revealed:?} in {view:?}"
        );
        assert!(
            !(reveals && game.is_open(view)),
            "nothing can be revealed when nothing is hidden, but {mv:?} does in {view:?}"
        );
        let mut next = view.clone();
        game.apply(&mut next, mv, revealed);
        let seen = game.observe(world, &world.child(state, mv));
        assert!(
            next == seen,
            "`apply` must give the observed view: {mv:?} with {revealed:?} in {view:?} gives {next:?} instead of {seen:?}"
        );
    }

    /// Compares the distribution of `draw` with that of `reveal` in sampled worlds.
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
                "`draw` must have the distribution of `reveal`, but {mv:?} in {view:?} gives {counts:?}"
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
        let summary = KeySummary { payoff, is_open, successors, has_secrets };
        let Some((first, known)) = self.known.get(&game.key(view)) else {
            self.known.insert(game.key(view), (view.clone(), summary));
            return;
        };
        assert!(
            *known == summary,
            "views with equal keys must have equal payoffs and successors, unlike {first:?} and {view:?}"
        );
    }
}

fn agree<T: PartialEq + Debug>(what: &str, one: &T, other: &T) {
    assert!(one == other, "{what} must agree: {one:?} and {other:?}");
}

/// How often each of two methods drew an outcome.
type Counts<O> = Vec<(Option<O>, (u32, u32))>;

/// The counts of an outcome.
fn count<O: Copy + Eq>(counts: &mut Counts<O>, outcome: Option<O>) -> &mut (u32, u32) {
    let at = counts.iter().position(|entry| entry.0 == outcome).unwrap_or_else(|| {
        counts.push((outcome, (0, 0)));
        counts.len() - 1
    });
    &mut counts[at].1
}

/// Whether two samples may come from one distribution, by a chi-square test: one in billions of correct games fails.
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
    #[should_panic(expected = "a view and the view of a sampled world must agree")]
    fn wrong_views_of_sampled_worlds_are_caught() {
        check_fault(Fault::ForgetfulWorlds);
    }

    #[test]
    #[should_panic(expected = "the moves of a view and of its true world must agree")]
    fn moves_missing_in_the_world_are_caught() {
        check_fault(Fault::MissingMove);
    }

    #[test]
    #[should_panic(expected = "exactly the goals must pay 1")]
    fn wrong_payoffs_are_caught() {
        check_fault(Fault::EverythingWins);
    }

    #[test]
    #[should_panic(expected = "payoffs must be between 0 and 1, not Some(-1.0)")]
    fn payoffs_out_of_range_are_caught() {
        check_fault(Fault::LosingCosts);
    }

    #[test]
    #[should_panic(expected = "`reveals` must agree with `reveal`")]
    fn wrong_reveals_is_caught() {
        check_fault(Fault::SilentReveal);
    }

    #[test]
    #[should_panic(expected = "nothing can be revealed when nothing is hidden")]
    fn wrong_is_open_is_caught() {
        check_fault(Fault::AlwaysOpen);
    }

    #[test]
    #[should_panic(expected = "`apply` must give the observed view")]
    fn wrong_apply_is_caught() {
        check_fault(Fault::WrongApply);
    }

    #[test]
    #[should_panic(expected = "`draw` must have the distribution of `reveal`")]
    fn biased_draws_are_caught() {
        check_fault(Fault::LoadedDraw);
    }

    #[test]
    #[should_panic(expected = "views with equal keys must have equal payoffs")]
    fn lossy_keys_are_caught() {
        check_fault(Fault::LossyKey);
    }

    #[test]
    #[should_panic(expected = "no view may recur after something was revealed")]
    fn keys_that_forget_cards_are_caught() {
        // In some maze, turning a card leads back to a place.
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
