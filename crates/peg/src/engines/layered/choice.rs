//! Chooses the bound that pays for a problem: all Merson regions, or a fixed family of them.
//!
//! The bound with all regions is never less, but takes longer. On Wiegleb's board it is greater for three quarters of the positions that
//! take jumps back, and saves more than it costs. On the English board, for two fifths, five of 21 problems then need more nodes, one of them
//! four times as many, since the sides are chosen in another order; on the French board and on Diamond(5), for an eighth at most, it saves
//! next to nothing.

use patience_core::{Layered as _, SplitMix};

use super::options::{Bound, Options, Pagodas};
use super::side::Side;
use crate::{Jump, Metric, Problem};

/// Games of random play.
const GAMES: usize = 40;

/// The least share of positions with a greater bound, forth and back: either is enough.
const SHARES: [f64; 2] = [0.06, 0.6];

/// Fixed, so that the choice is reproducible.
const SEED: u64 = 1962;

impl Bound {
    /// The bound that pays for a problem, by how often all regions raise it in random play.
    #[must_use]
    pub fn for_problem(problem: &Problem, metric: Metric) -> Self {
        if metric == Metric::Jumps {
            return Self::None;
        }
        let sides = |bound: Self| {
            Side::both(problem, Options { bound, pagodas: Pagodas::None, ..Options::default() })
        };
        let (family, all) = (sides(Self::Paper), sides(Self::AllRegions));
        let mut random = SplitMix::new(SEED);
        let (mut positions, mut raised) = (0_u32, [0_u32; 2]);
        for _ in 0..GAMES {
            let mut pegs = problem.start();
            for _ in 0..problem.jumps_to_play() {
                let jumps = problem.board().jumps().iter();
                let legal: Vec<Jump> = jumps.copied().filter(|jump| jump.is_legal(pegs)).collect();
                if legal.is_empty() {
                    break;
                }
                pegs ^= legal[random.below(legal.len())].holes();
                positions += 1;
                raised[0] += u32::from(family.0.estimate(pegs) < all.0.estimate(pegs));
                raised[1] += u32::from(family.1.estimate(pegs) < all.1.estimate(pegs));
            }
        }
        let is_often =
            |(raised, share): (u32, f64)| share * f64::from(positions) < f64::from(raised);
        if raised.into_iter().zip(SHARES).any(is_often) { Self::AllRegions } else { Self::Paper }
    }
}
