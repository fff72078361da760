//! The race of candidates: all are tried in the same sampled worlds.

use patience_core::{Meter, SplitMix, Stop};

use super::LOST_WORLDS;
use super::decision::{CandidateStats, Decision};
use crate::engines::exact::{Action, KeyWord};

/// Worlds before a candidate can be eliminated.
const WARM_UP: u32 = 4;
/// The most winnable worlds of a race: candidates that are still level differ little.
const MOST_WORLDS: u32 = 200;
/// Winnable worlds before candidates can count as alike.
const FEWEST_ALIKE: u32 = 24;
/// Candidates that are alike differ in at most one of this many worlds.
const ALIKE: u32 = 50;

impl<W: KeyWord> Decision<W> {
    /// Races the candidates until the effort is spent, one is left, or those left are alike.
    pub(super) fn race(
        &mut self,
        candidates: &[Vec<Action>],
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let root = self.root;
        self.stats = candidates
            .iter()
            .map(|candidate| {
                let turns = self.after(&root, candidate).dealt() < root.dealt();
                CandidateStats { tried: 0, wins: 0, turns, is_out: false }
            })
            .collect();
        if candidates.len() == 1 {
            return Ok(());
        }
        let mut matrix = WinMatrix::new(candidates.len());
        let mut won = vec![false; candidates.len()];
        let end = meter.expanded() + self.player.effort;
        while meter.expanded() < end && self.winnable < MOST_WORLDS {
            if self.winnable == 0 && LOST_WORLDS <= self.worlds {
                break;
            }
            self.sample_world(rng);
            self.worlds += 1;
            if !self.is_winnable(&root, meter)? {
                continue;
            }
            self.winnable += 1;
            matrix.begin();
            won.fill(false);
            let found = candidates.iter().position(|candidate| self.has_won_by(candidate));
            for (at, candidate) in candidates.iter().enumerate() {
                if self.stats[at].is_out {
                    continue;
                }
                // Plans that begin with a candidate come before it.
                let is_begun =
                    |(plan, wins): (&Vec<Action>, &bool)| *wins && plan.starts_with(candidate);
                let wins =
                    found == Some(at) || candidates[..at].iter().zip(&won).any(is_begun) || {
                        let end = self.after(&root, candidate);
                        self.is_winnable(&end, meter)?
                    };
                won[at] = wins;
                if wins {
                    matrix.win(at);
                }
                self.stats[at].tried += 1;
                self.stats[at].wins += u32::from(wins);
            }
            if WARM_UP <= self.winnable && self.eliminate(&matrix) {
                break;
            }
        }
        Ok(())
    }

    /// Eliminates candidates that are too far behind the leader; returns whether the leader is alone, or those left are alike.
    fn eliminate(&mut self, matrix: &WinMatrix) -> bool {
        let leader = self.leader();
        let lead = self.score(leader);
        for at in 0..self.stats.len() {
            if self.stats[at].is_out {
                continue;
            }
            let behind = (lead - self.score(at)) * f64::from(self.winnable);
            let spread = (f64::from(matrix.apart(leader, at)) + 1.0).sqrt();
            self.stats[at].is_out |= self.player.caution * spread < behind;
        }
        let running = || (0..self.stats.len()).filter(|&at| !self.stats[at].is_out);
        let is_alike = |at: usize| matrix.apart(leader, at) * ALIKE <= self.winnable;
        running().count() == 1 || FEWEST_ALIKE <= self.winnable && running().all(is_alike)
    }

    /// The candidate with the highest score.
    pub(super) fn leader(&self) -> usize {
        let running = (0..self.stats.len()).rev().filter(|&at| !self.stats[at].is_out);
        running.max_by(|&one, &other| self.score(one).total_cmp(&self.score(other))).unwrap_or(0)
    }

    /// The share of the winnable worlds that a candidate wins, with its bonus.
    pub(super) fn score(&self, at: usize) -> f64 {
        let stat = &self.stats[at];
        let share = f64::from(stat.wins) / f64::from(stat.tried.max(1));
        share + if stat.turns { self.player.curiosity } else { 0.0 }
    }

    /// The number of worlds in which a candidate was tried, and the share of all worlds that it wins.
    pub(super) fn standing(&self, at: usize) -> (u64, f64) {
        let Some(stat) = self.stats.get(at) else { return (0, 0.0) };
        let share = f64::from(stat.wins) / f64::from(stat.tried.max(1));
        let winnable = f64::from(self.winnable) / f64::from(self.worlds.max(1));
        (stat.tried.into(), share * winnable)
    }
}

/// The winnable worlds that each candidate wins, a bit each.
struct WinMatrix {
    candidates: usize,
    /// Rows of 64 worlds, one word for every candidate.
    wins: Vec<u64>,
    worlds: usize,
}

impl WinMatrix {
    fn new(candidates: usize) -> Self {
        Self { candidates, wins: Vec::new(), worlds: 0 }
    }

    /// Begins another world, in which no candidate has won yet.
    fn begin(&mut self) {
        if self.worlds.is_multiple_of(64) {
            self.wins.resize(self.wins.len() + self.candidates, 0);
        }
        self.worlds += 1;
    }

    /// Records that a candidate wins the current world.
    fn win(&mut self, at: usize) {
        let row = self.wins.len() - self.candidates;
        self.wins[row + at] |= 1 << ((self.worlds - 1) % 64);
    }

    /// The number of worlds in which two candidates differ.
    fn apart(&self, one: usize, other: usize) -> u32 {
        self.wins
            .chunks_exact(self.candidates)
            .map(|row| (row[one] ^ row[other]).count_ones())
            .sum()
    }
}
