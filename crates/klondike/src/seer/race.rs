//! The race of ways in common worlds.

use patience_core::{Meter, SplitMix, Stop};

use super::LOST_WORLDS;
use super::thought::{Runner, Thought};
use crate::engine::{Act, Word};

/// Worlds before any way can be out.
const WARM_UP: u32 = 4;
/// The most winnable worlds of a race: what they do not tell apart makes little difference.
const MOST_WORLDS: u32 = 200;
/// Winnable worlds before ways can be taken for alike.
const FEWEST_ALIKE: u32 = 24;
/// Of so many worlds, ways that are alike have different ends in one at most.
const ALIKE: u32 = 50;

impl<W: Word> Thought<W> {
    /// Lets ways race until effort is spent or it is clear who wins, or that it makes no difference.
    pub(super) fn race(
        &mut self,
        ways: &[Vec<Act>],
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let root = self.root;
        self.runners = ways
            .iter()
            .map(|way| {
                let turns = self.after(&root, way).dealt() < root.dealt();
                Runner { tried: 0, wins: 0, turns, is_out: false }
            })
            .collect();
        if ways.len() == 1 {
            return Ok(());
        }
        let mut field = Field::new(ways.len());
        let end = meter.expanded() + self.seer.effort;
        while meter.expanded() < end && self.winnable < MOST_WORLDS {
            if self.winnable == 0 && LOST_WORLDS <= self.worlds {
                break;
            }
            self.imagine(rng);
            self.worlds += 1;
            if !self.is_winnable(&root, meter)? {
                continue;
            }
            self.winnable += 1;
            field.begin();
            let found = ways.iter().position(|way| self.has_won_by(way));
            for (at, way) in ways.iter().enumerate() {
                if self.runners[at].is_out {
                    continue;
                }
                let wins = found == Some(at) || {
                    let end = self.after(&root, way);
                    self.is_winnable(&end, meter)?
                };
                if wins {
                    field.win(at);
                }
                self.runners[at].tried += 1;
                self.runners[at].wins += u32::from(wins);
            }
            if WARM_UP <= self.winnable && self.drop_the_last(&field) {
                break;
            }
        }
        Ok(())
    }

    /// Drops ways that are too far behind the leader; tells whether the leader is alone, or those left are alike.
    fn drop_the_last(&mut self, field: &Field) -> bool {
        let leader = self.leader();
        let lead = self.score(leader);
        for at in 0..self.runners.len() {
            if self.runners[at].is_out {
                continue;
            }
            let behind = (lead - self.score(at)) * f64::from(self.winnable);
            let spread = (f64::from(field.apart(leader, at)) + 1.0).sqrt();
            self.runners[at].is_out |= self.seer.caution * spread < behind;
        }
        let running = || (0..self.runners.len()).filter(|&at| !self.runners[at].is_out);
        let is_alike = |at: usize| field.apart(leader, at) * ALIKE <= self.winnable;
        running().count() == 1 || FEWEST_ALIKE <= self.winnable && running().all(is_alike)
    }

    /// The way with the highest score.
    pub(super) fn leader(&self) -> usize {
        let running = (0..self.runners.len()).rev().filter(|&at| !self.runners[at].is_out);
        running.max_by(|&one, &other| self.score(one).total_cmp(&self.score(other))).unwrap_or(0)
    }

    /// The share of the winnable worlds that a way wins, with its bonus.
    pub(super) fn score(&self, at: usize) -> f64 {
        let runner = &self.runners[at];
        let share = f64::from(runner.wins) / f64::from(runner.tried.max(1));
        share + if runner.turns { self.seer.curiosity } else { 0.0 }
    }

    /// In how many worlds a way was tried, and the share of all worlds that it wins.
    pub(super) fn standing(&self, at: usize) -> (u64, f64) {
        let Some(runner) = self.runners.get(at) else { return (0, 0.0) };
        let share = f64::from(runner.wins) / f64::from(runner.tried.max(1));
        let winnable = f64::from(self.winnable) / f64::from(self.worlds.max(1));
        (runner.tried.into(), share * winnable)
    }
}

/// The winnable worlds that each way wins, a bit each.
struct Field {
    ways: usize,
    /// Rows of 64 worlds, one word for every way.
    wins: Vec<u64>,
    worlds: usize,
}

impl Field {
    fn new(ways: usize) -> Self {
        Self { ways, wins: Vec::new(), worlds: 0 }
    }

    /// Begins another world, which nobody has won yet.
    fn begin(&mut self) {
        if self.worlds.is_multiple_of(64) {
            self.wins.resize(self.wins.len() + self.ways, 0);
        }
        self.worlds += 1;
    }

    /// Says that a way wins the world that was begun last.
    fn win(&mut self, at: usize) {
        let row = self.wins.len() - self.ways;
        self.wins[row + at] |= 1 << ((self.worlds - 1) % 64);
    }

    /// In how many worlds two ways have different ends.
    fn apart(&self, one: usize, other: usize) -> u32 {
        self.wins.chunks_exact(self.ways).map(|row| (row[one] ^ row[other]).count_ones()).sum()
    }
}
