//! UCT (Kocsis and Szepesvári, 2006) and its ensembles (Bjarnason, Fern and Tadepalli, 2009).

use std::num::NonZeroU32;

use patience_core::{Choice, Estimate, Finisher, Hidden, Meter, Player, SplitMix, Turn};

use super::tree::Tree;

/// Grows trees by playing trajectories from the current view to the end, and plays the move with the highest average.
///
/// Within a tree, a trajectory first tries each move of a view once, in random order, then the one with the highest upper confidence
/// bound; every view that it passes enters the tree. The averages of several trees are averaged. The [module](super) lists the named
/// variants.
///
/// *Memory*: eight to twelve bytes per step of each trajectory of one tree, and some hundred per view that was visited twice. Averages
/// are exact for up to 2²⁴ trajectories per tree.
///
/// ```
/// use std::num::NonZeroU32;
/// use patience_search::monte_carlo::Uct;
///
/// let hop_uct = Uct { trees: 20, trajectories: 100, width: NonZeroU32::new(1), ..Uct::new(()) };
/// assert_eq!(hop_uct.exploration, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uct<F = ()> {
    /// Number of trees; with 0, the choice is random.
    pub trees: u32,
    /// Trajectories per tree.
    pub trajectories: u32,
    /// Maximum number of draws of an outcome for a move in one view of a tree; after that, the drawn ones recur. `None` draws anew each
    /// time.
    pub width: Option<NonZeroU32>,
    /// Weight of uncertainty against the average payoff.
    pub exploration: f32,
    /// Runs in every new view in which nothing is hidden, before the trajectory continues.
    pub finisher: F,
}

impl<F> Uct<F> {
    /// Plain UCT: one tree of 1000 trajectories, unlimited outcomes, and exploration 1.
    pub fn new(finisher: F) -> Self {
        Self { trees: 1, trajectories: 1000, width: None, exploration: 1.0, finisher }
    }
}

/// The result of the trees so far for a move.
#[derive(Clone, Copy, Default)]
struct Tally {
    visits: u64,
    /// The number of trees that tried the move, and the sum of its averages there.
    trees: u32,
    means: f64,
}

impl<H: Hidden, F: Finisher<H>> Player<H> for Uct<F> {
    fn choose(
        &self,
        game: &H,
        turn: &Turn<'_, H>,
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Choice<H::Move> {
        let mut tallies = vec![Tally::default(); turn.moves.len()];
        let mut tree = Tree::new(game, turn, &self.finisher, self.width, self.exploration);
        let mut stopped = None;
        for _ in 0..self.trees {
            stopped = tree.grow(self.trajectories, rng, meter).err();
            for (tally, &mv) in tallies.iter_mut().zip(turn.moves) {
                let (visits, sum) = tree.of_move(mv);
                if 0 < visits {
                    tally.visits += u64::from(visits);
                    tally.trees += 1;
                    tally.means += f64::from(sum) / f64::from(visits);
                }
            }
            if stopped.is_some() {
                break;
            }
        }
        let estimates = turn.moves.iter().zip(&tallies).map(|(&mv, tally)| Estimate {
            mv,
            visits: tally.visits,
            mean: tally.means / f64::from(tally.trees.max(1)),
        });
        let choice = Choice::best(estimates.collect(), stopped, rng);
        choice.unwrap_or_else(|| Choice::plain(turn.moves[0]))
    }
}
