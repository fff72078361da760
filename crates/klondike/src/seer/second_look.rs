//! A second look at close ways: two decisions deep.

use patience_core::{Meter, SplitMix, Stop};

use super::thought::Thought;
use crate::engine::{Act, Sketch, Word};

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
        let mut seconds: Vec<Second> = close.iter().map(|_| Second::default()).collect();
        let worlds = self.seer.second_look * self.unseen();
        for _ in 0..worlds {
            self.imagine(rng);
            for (&at, second) in close.iter().zip(&mut seconds) {
                self.look(&ways[at], second, meter)?;
            }
        }
        let mut best = (f64::MIN, leader);
        for (&at, second) in close.iter().zip(&seconds) {
            let bonus = if self.runners[at].turns { self.seer.curiosity } else { 0.0 };
            let score = f64::from(second.wins()) / f64::from(worlds) + bonus;
            if best.0 < score {
                best = (score, at);
            }
        }
        Ok(best.1)
    }

    /// Looks at the world that is imagined after a way.
    fn look(
        &mut self,
        way: &[Act],
        second: &mut Second,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let root = self.root;
        let sketch = self.after(&root, way);
        if self.layout.is_won(&sketch) {
            second.won += 1;
            return Ok(());
        }
        if !self.is_winnable(&sketch, meter)? {
            return Ok(());
        }
        let at = match second.looks.iter().position(|look| look.sketch == sketch) {
            Some(at) => at,
            None => {
                let ways = self.ways_from(&sketch);
                second.looks.push(Look { sketch, wins: vec![0; ways.len()], ways });
                second.looks.len() - 1
            }
        };
        let Look { ways, wins, .. } = &mut second.looks[at];
        for (way, wins) in ways.iter().zip(wins) {
            let end = self.after(&sketch, way);
            *wins += u32::from(self.is_winnable(&end, meter)?);
        }
        Ok(())
    }
}

/// What is seen of a way.
#[derive(Default)]
struct Second {
    /// Worlds that it wins by itself.
    won: u32,
    looks: Vec<Look>,
}

impl Second {
    /// The worlds that are won if those that look the same go on in one way.
    fn wins(&self) -> u32 {
        let most = |look: &Look| look.wins.iter().copied().max().unwrap_or(0);
        self.won + self.looks.iter().map(most).sum::<u32>()
    }
}
