//! Hindsight optimisation (Yoon, Fern, Givan and Kambhampati, 2008): solve sampled worlds after each move.

use patience_core::{
    Choice, Estimate, Finish, Finisher, Hidden, Meter, Player, Puzzle, Solver, SplitMix, Stop, Turn,
};

use super::Ties;

/// Decides whether it can win a game with nothing hidden. A negative answer need not be correct.
///
/// ```
/// use patience_core::example::{Maze, OpenMaze, OpenState};
/// use patience_core::{Cancel, Limits, Meter, Puzzle, Stop, advise};
/// use patience_search::monte_carlo::{Hindsight, Planner, Ties};
///
/// /// Wins where one more move reaches the exit.
/// struct OneMove;
///
/// impl Planner<OpenMaze> for OneMove {
///     fn wins(&self, world: &OpenMaze, root: &OpenState, _: &mut Meter<'_>) -> Result<bool, Stop> {
///         let mut moves = Vec::new();
///         world.moves(root, &mut moves);
///         Ok(moves.into_iter().any(|step| world.is_goal(&world.child(root, step))))
///     }
/// }
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let player = Hindsight { samples: 10, planner: OneMove, ties: Ties::First };
/// let maze = Maze::trap(2);
/// let choice = advise(&maze, &player, &maze.first_view(), &[], 1, &mut meter).expect("there are two moves");
/// // Both passages are one move from the exit, for who sees the cards.
/// assert!(choice.estimates.iter().all(|estimate| estimate.mean == 1.0));
/// ```
pub trait Planner<P: Puzzle> {
    /// Whether it found a winning line from `root`, which need not be the start of `world`.
    fn wins(&self, world: &P, root: &P::State, meter: &mut Meter<'_>) -> Result<bool, Stop>;
}

/// A solver with a node limit, as a planner and a finisher.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, example::Countdown};
/// use patience_search::BreadthFirst;
/// use patience_search::monte_carlo::{Capped, Planner};
///
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let puzzle = Countdown { from: 100, most: 3 };
/// assert_eq!(Capped { solver: BreadthFirst, nodes: 1000 }.wins(&puzzle, &100, &mut meter), Ok(true));
/// assert_eq!(Capped { solver: BreadthFirst, nodes: 10 }.wins(&puzzle, &100, &mut meter), Ok(false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capped<S> {
    /// The solver.
    pub solver: S,
    /// Maximum number of expansions per search.
    pub nodes: u64,
}

impl<P: Puzzle, S: Solver<P>> Planner<P> for Capped<S> {
    fn wins(&self, world: &P, root: &P::State, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        let found = meter.within(self.nodes, |meter| self.solver.search(world, root, meter))?;
        Ok(matches!(found, Some(Some(_))))
    }
}

impl<H: Hidden, S: Solver<H::World>> Finisher<H> for Capped<S> {
    fn finish(
        &self,
        game: &H,
        view: &H::View,
        line: &mut Vec<H::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Finish, Stop> {
        // Nothing is hidden: there is only one world, whatever the seed.
        let world = game.determinise(view, &mut SplitMix::new(0));
        let search = |meter: &mut Meter<'_>| self.solver.search(&world, &world.start(), meter);
        Ok(match meter.within(self.nodes, search)? {
            Some(Some(solution)) => {
                line.extend(solution.moves);
                Finish::Won
            }
            Some(None) if self.solver.is_complete() => Finish::Lost,
            Some(None) | None => Finish::Unknown,
        })
    }
}

/// Rates each move in a number of sampled worlds, in each of which a planner that sees all cards continues after the move.
///
/// *Too optimistic* where a player must guess, because the planner knows. *Memory*: that of the planner.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_core::{Cancel, Limits, Meter, advise};
/// use patience_search::BreadthFirst;
/// use patience_search::monte_carlo::{Capped, Hindsight, Ties};
///
/// let maze = Maze::trap(2);
/// let planner = Capped { solver: BreadthFirst, nodes: 100 };
/// let player = Hindsight { samples: 10, planner, ties: Ties::Random };
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let choice = advise(&maze, &player, &maze.first_view(), &[], 1, &mut meter).expect("there are two moves");
/// // It does not distinguish the safe passage from the guess.
/// assert!(choice.estimates.iter().all(|estimate| estimate.mean == 1.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hindsight<S> {
    /// Number of sampled worlds per move; with 0, the choice is random.
    pub samples: u32,
    /// Continues after the move.
    pub planner: S,
    /// Which of the moves that win equally many worlds to play.
    pub ties: Ties,
}

impl<H: Hidden, S: Planner<H::World>> Player<H> for Hindsight<S> {
    fn choose(
        &self,
        game: &H,
        turn: &Turn<'_, H>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<H::Move> {
        let mut wins = vec![0_u32; turn.moves.len()];
        let mut tries = vec![0_u32; turn.moves.len()];
        let stopped = self.sample(game, turn, &mut wins, &mut tries, rng, meter).err();
        let counts = wins.iter().zip(&tries);
        let estimates = turn.moves.iter().zip(counts).map(|(&mv, (&wins, &tries))| Estimate {
            mv,
            visits: tries.into(),
            mean: f64::from(wins) / f64::from(tries.max(1)),
        });
        let choice = match self.ties {
            Ties::Random => Choice::best(estimates.collect(), stopped, rng),
            Ties::First => Choice::first_best(estimates.collect(), stopped),
        };
        choice.unwrap_or_else(|| Choice::plain(turn.moves[0]))
    }
}

impl<S> Hindsight<S> {
    /// Tries all moves in turn, so that all have equally many trials at any stop.
    fn sample<H: Hidden>(
        &self,
        game: &H,
        turn: &Turn<'_, H>,
        wins: &mut [u32],
        tries: &mut [u32],
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop>
    where
        S: Planner<H::World>,
    {
        for _ in 0..self.samples {
            for (at, &mv) in turn.moves.iter().enumerate() {
                meter.expand()?;
                let world = game.determinise(turn.view, rng);
                let state = world.child(&world.start(), mv);
                wins[at] += u32::from(self.planner.wins(&world, &state, meter)?);
                tries[at] += 1;
            }
        }
        Ok(())
    }
}
