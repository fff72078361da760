//! A second look at close candidates: two decisions deep.

use patience_core::{Meter, SplitMix, Stop};

use super::decision::Decision;
use crate::engines::exact::{AbstractState, Action, KeyWord};

/// Worlds that look the same after a candidate, with the wins of each second candidate.
struct Look {
    state: AbstractState,
    candidates: Vec<Vec<Action>>,
    wins: Vec<u32>,
}

impl<W: KeyWord> Decision<W> {
    /// The best candidate: the leader, or the one of its contenders that a second look prefers.
    pub(super) fn choose(
        &mut self,
        candidates: &[Vec<Action>],
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<usize, Stop> {
        let leader = self.leader();
        let mut close: Vec<usize> = (0..candidates.len())
            .filter(|&at| {
                !self.stats[at].is_out && self.score(leader) - self.player.margin < self.score(at)
            })
            .collect();
        close.sort_by(|&one, &other| self.score(other).total_cmp(&self.score(one)));
        close.truncate(self.player.contenders);
        if self.player.second_look == 0 || self.winnable == 0 || close.len() < 2 {
            return Ok(leader);
        }
        let mut seconds: Vec<Second> = close.iter().map(|_| Second::default()).collect();
        let worlds = self.player.second_look * self.unseen();
        for _ in 0..worlds {
            self.sample_world(rng);
            for (&at, second) in close.iter().zip(&mut seconds) {
                self.look(&candidates[at], second, meter)?;
            }
        }
        let mut best = (f64::MIN, leader);
        for (&at, second) in close.iter().zip(&seconds) {
            let bonus = if self.stats[at].turns { self.player.curiosity } else { 0.0 };
            let score = f64::from(second.wins()) / f64::from(worlds) + bonus;
            if best.0 < score {
                best = (score, at);
            }
        }
        Ok(best.1)
    }

    /// Looks at the sampled world after a candidate.
    fn look(
        &mut self,
        candidate: &[Action],
        second: &mut Second,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let root = self.root;
        let state = self.after(&root, candidate);
        if self.layout.is_won(&state) {
            second.won += 1;
            return Ok(());
        }
        if !self.is_winnable(&state, meter)? {
            return Ok(());
        }
        let at = match second.looks.iter().position(|look| look.state == state) {
            Some(at) => at,
            None => {
                let candidates = self.candidates_from(&state);
                second.looks.push(Look { state, wins: vec![0; candidates.len()], candidates });
                second.looks.len() - 1
            }
        };
        let Look { candidates, wins, .. } = &mut second.looks[at];
        for (candidate, wins) in candidates.iter().zip(wins) {
            let end = self.after(&state, candidate);
            *wins += u32::from(self.is_winnable(&end, meter)?);
        }
        Ok(())
    }
}

/// The results of a candidate in the second look.
#[derive(Default)]
struct Second {
    /// Worlds that it wins by itself.
    won: u32,
    looks: Vec<Look>,
}

impl Second {
    /// The worlds that are won if worlds that look the same continue with the same candidate.
    fn wins(&self) -> u32 {
        let most = |look: &Look| look.wins.iter().copied().max().unwrap_or(0);
        self.won + self.looks.iter().map(most).sum::<u32>()
    }
}
