//! A second look at close ways: two decisions deep.

use patience_core::{Meter, SplitMix, Stop};

use super::super::engine::{Act, Sketch, Word};
use super::thought::Thought;

/// Worlds that look the same after a way, and how often each second way wins in them.
struct Look {
    sketch: Sketch,
    ways: Vec<Vec<Act>>,
    wins: Vec<u32>,
}

impl<W: Word> Thought<W> {
    /// The best way: the leader, or the one of its contenders that a second look prefers.
    pub(super) fn choose(
        &mut self,
        ways: &[Vec<Act>],
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<usize, Stop> {
        let leader = self.leader();
        let mut close: Vec<usize> = (0..ways.len())
            .filter(|&at| {
                !self.runners[at].is_out && self.score(leader) - self.seer.margin < self.score(at)
            })
            .collect();
        close.sort_by(|&one, &other| self.score(other).total_cmp(&self.score(one)));
        close.truncate(self.seer.contenders);
        if self.seer.second_look == 0 || self.winnable == 0 || close.len() < 2 {
            return Ok(leader);
        }
        // The same worlds for all of them.
        let seed = rng.bits();
        let mut best = (f64::MIN, leader);
        for at in close {
            let share = self.look(&ways[at], &mut SplitMix::new(seed), meter)?;
            let bonus = if self.runners[at].turns { self.seer.curiosity } else { 0.0 };
            if best.0 < share + bonus {
                best = (share + bonus, at);
            }
        }
        Ok(best.1)
    }

    /// The share of worlds that are won by a way if those that look the same after it go on in one way.
    fn look(
        &mut self,
        way: &[Act],
        rng: &mut SplitMix,
        meter: &mut Meter<'_>,
    ) -> Result<f64, Stop> {
        let root = self.root;
        let mut looks: Vec<Look> = Vec::new();
        let worlds = self.seer.second_look * self.unseen();
        let mut won = 0;
        self.forget_order();
        for _ in 0..worlds {
            self.imagine(rng);
            let sketch = self.after(&root, way);
            if self.layout.is_won(&sketch) {
                won += 1;
                continue;
            }
            if !self.is_winnable(&sketch, meter)? {
                continue;
            }
            let at = match looks.iter().position(|look| look.sketch == sketch) {
                Some(at) => at,
                None => {
                    let ways = self.ways_from(&sketch);
                    looks.push(Look { sketch, wins: vec![0; ways.len()], ways });
                    looks.len() - 1
                }
            };
            let found = looks[at].ways.iter().position(|way| self.has_won_by(way));
            for second in 0..looks[at].ways.len() {
                let wins = found == Some(second) || {
                    let end = self.after(&sketch, &looks[at].ways[second]);
                    self.is_winnable(&end, meter)?
                };
                looks[at].wins[second] += u32::from(wins);
            }
        }
        let most = |look: &Look| look.wins.iter().copied().max().unwrap_or(0);
        won += looks.iter().map(most).sum::<u32>();
        Ok(f64::from(won) / f64::from(worlds))
    }
}
