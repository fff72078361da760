//! UCT and its kin (Kocsis and Szepesvári, 2006; Bjarnason, Fern and Tadepalli, 2009): trees of trajectories, and their averages.

use std::num::NonZeroU32;

use patience_core::{Choice, Estimate, Finisher, Hidden, Meter, Player, SplitMix, Turn};

use super::tree::Tree;

/// Grows trees by playing from the present view to the end, over and over, and plays the move of the highest average.
///
/// Within a tree, a trajectory first tries each move of a view once, at random, and then the one of the highest upper confidence
/// bound; every view that it passes enters the tree. The averages of several trees are averaged. The [module](super) has the
/// names of the family.
///
/// *Memory*: eight to twelve bytes a step of each trajectory of one tree, and some hundred for each view that was visited twice.
/// Averages are exact for up to 2²⁴ trajectories a tree.
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
    /// Trees to average; without any, the choice is random.
    pub trees: u32,
    /// Trajectories that each tree grows by.
    pub trajectories: u32,
    /// The most times that an outcome is drawn for a move in one view of a tree; after that, one of those drawn comes again.
    /// `None` draws anew each time.
    pub width: Option<NonZeroU32>,
    /// What uncertainty weighs against the average payoff.
    pub exploration: f32,
    /// Asked in every new view in which nothing is hidden, before the trajectory goes on.
    pub finisher: F,
}

impl<F> Uct<F> {
    /// Plain UCT: one tree of a thousand trajectories, any number of outcomes, and an exploration of 1.
    pub fn new(finisher: F) -> Self {
        Self { trees: 1, trajectories: 1000, width: None, exploration: 1.0, finisher }
    }
}

/// What the trees so far tell of a move.
#[derive(Clone, Copy, Default)]
struct Tally {
    visits: u64,
    /// The trees that tried the move, and the sum of its averages there.
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
