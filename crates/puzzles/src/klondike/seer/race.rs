//! The race of ways in common worlds.

use patience_core::{Meter, SplitMix, Stop};

use super::super::engine::{Act, Word};
use super::LOST_WORLDS;
use super::thought::{Runner, Thought};

/// Worlds before any way can be out.
const WARM_UP: u32 = 4;

impl<W: Word> Thought<W> {
    /// Lets ways race until effort is spent or one is left.
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
        while meter.expanded() < end {
            if self.winnable == 0 && LOST_WORLDS <= self.worlds {
                break;
            }
            self.imagine(rng);
            self.worlds += 1;
            if !self.is_winnable(&root, meter)? {
                continue;
            }
            self.winnable += 1;
            let found = ways.iter().position(|way| self.has_won_by(way));
            for (at, way) in ways.iter().enumerate() {
                if self.runners[at].is_out {
                    continue;
                }
                let wins = found == Some(at) || {
                    let end = self.after(&root, way);
                    self.is_winnable(&end, meter)?
                };
                field.wins[at] = wins;
                self.runners[at].tried += 1;
                self.runners[at].wins += u32::from(wins);
            }
            field.count(&self.runners);
            if WARM_UP <= self.winnable && self.drop_the_last(&field) {
                break;
            }
        }
        Ok(())
    }

    /// Drops ways that are too far behind the leader; tells whether the leader is alone.
    fn drop_the_last(&mut self, field: &Field) -> bool {
        let leader = self.leader();
        let lead = self.score(leader);
        for at in 0..self.runners.len() {
            let behind = (lead - self.score(at)) * f64::from(self.winnable);
            let spread = (f64::from(field.apart(leader, at)) + 1.0).sqrt();
            self.runners[at].is_out |= self.seer.caution * spread < behind;
        }
        self.runners.iter().filter(|runner| !runner.is_out).count() == 1
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

/// In how many worlds two ways had different ends.
struct Field {
    wins: Vec<bool>,
    apart: Vec<u32>,
}

impl Field {
    fn new(ways: usize) -> Self {
        Self { wins: vec![false; ways], apart: vec![0; ways * ways] }
    }

    fn count(&mut self, runners: &[Runner]) {
        let ways = self.wins.len();
        let running = |at: &usize| !runners[*at].is_out;
        for one in (0..ways).filter(running) {
            for other in (0..ways).filter(running) {
                self.apart[one * ways + other] += u32::from(self.wins[one] != self.wins[other]);
            }
        }
    }

    fn apart(&self, one: usize, other: usize) -> u32 {
        self.apart[one * self.wins.len() + other]
    }
}
