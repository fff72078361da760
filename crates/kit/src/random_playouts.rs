//! Play-outs: how far plain play gets, which says how hard a deal is for a person.

use std::collections::HashSet;

use patience_core::{Meter, Puzzle, SplitMix, Stop};

/// How play-outs are made.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter, example::Countdown};
/// use patience_kit::RandomPlayouts;
///
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// let playouts = RandomPlayouts { count: 20, moves: 100, seed: 1 };
/// // Whoever takes from a heap for long enough empties it.
/// let played = playouts.run(&Countdown { from: 9, most: 3 }, |_, _| 0, |&left| left, &mut meter)?;
/// assert_eq!((played.wins, played.left), (1.0, 0.0));
/// assert!(1.0 <= played.branching && played.branching <= 3.0);
/// # Ok::<(), patience_core::Stop>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RandomPlayouts {
    /// How many.
    pub count: u32,
    /// The most moves of one.
    pub moves: usize,
    /// The seed of the first; each has its own.
    pub seed: u64,
}

/// What play-outs came to.
///
/// ```
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_core::example::Countdown;
/// use patience_kit::{Played, RandomPlayouts};
///
/// // Without moves, everything is left, and there was nothing to choose from.
/// let playouts = RandomPlayouts { count: 20, moves: 0, seed: 1 };
/// let played = playouts.run(&Countdown { from: 9, most: 3 }, |_, _| 0, |&left| left, &mut meter)?;
/// assert_eq!(played, Played { left: 9.0, wins: 0.0, branching: 0.0 });
/// # Ok::<(), patience_core::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    /// What is left at the end, on average.
    pub left: f64,
    /// The share that wins.
    pub wins: f64,
    /// Moves to choose from, on average over all positions.
    pub branching: f64,
}

impl RandomPlayouts {
    /// Plays. A play-out makes a random move among those of the least `rank`; it never returns to a position, and ends where no move leads to
    /// a new one. `left` counts what is not yet done.
    pub fn run<P: Puzzle>(
        &self,
        puzzle: &P,
        rank: impl Fn(&P::State, P::Move) -> u8,
        left: impl Fn(&P::State) -> u32,
        meter: &mut Meter<'_>,
    ) -> Result<Played, Stop> {
        let (mut sum_left, mut wins, mut choices, mut positions) = (0_u64, 0_u32, 0_u64, 0_u64);
        let mut moves = Vec::new();
        for number in 0..self.count {
            let mut random = SplitMix::new(self.seed.wrapping_add(u64::from(number)));
            let mut state = puzzle.start();
            let mut seen = HashSet::from([puzzle.key(&state)]);
            for _ in 0..self.moves {
                if puzzle.is_goal(&state) {
                    break;
                }
                meter.expand()?;
                moves.clear();
                puzzle.moves(&state, &mut moves);
                choices += moves.len() as u64;
                positions += 1;
                moves.retain(|&mv| !seen.contains(&puzzle.child_key(&state, mv)));
                let Some(least) = moves.iter().map(|&mv| rank(&state, mv)).min() else { break };
                moves.retain(|&mv| rank(&state, mv) == least);
                let mv = moves[random.below(moves.len())];
                puzzle.apply(&mut state, mv);
                seen.insert(puzzle.key(&state));
            }
            sum_left += u64::from(left(&state));
            wins += u32::from(puzzle.is_goal(&state));
        }
        // Counts are far below 2^52.
        #[allow(clippy::cast_precision_loss)]
        let mean = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
        let count = u64::from(self.count);
        Ok(Played {
            left: mean(sum_left, count),
            wins: mean(wins.into(), count),
            branching: mean(choices, positions),
        })
    }
}

#[cfg(test)]
mod tests {
    use patience_core::example::Countdown;
    use patience_core::{Cancel, Limits};

    use super::*;

    fn played(puzzle: &Countdown, moves: usize, seed: u64) -> Played {
        let mut observer = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
        let left = |&state: &<Countdown as Puzzle>::State| state;
        RandomPlayouts { count: 40, moves, seed }.run(puzzle, |_, _| 0, left, &mut meter).unwrap()
    }

    #[test]
    fn a_countdown_is_always_won_in_time() {
        let puzzle = Countdown { from: 5, most: 2 };
        let all = played(&puzzle, 5, 1);
        assert_eq!((all.left, all.wins), (0.0, 1.0));
        // From 5, 4, 3 and 2 there are two moves, from 1 there is one.
        assert!(1.0 < all.branching && all.branching < 2.0);
        assert_eq!(all, played(&puzzle, 5, 1));
        let none = played(&puzzle, 0, 1);
        assert_eq!((none.left, none.wins, none.branching), (5.0, 0.0, 0.0));
    }
}
