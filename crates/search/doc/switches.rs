use patience_core::{Cut, Layered, Record, Step};

/// Four switches to turn on, the first after the last; forwards or backwards.
pub struct Switches {
    pub forwards: bool,
}

impl Switches {
    /// The states one switch further on, or one back.
    fn next(key: u64, forwards: bool) -> impl Iterator<Item = u64> {
        let others = (0..4).filter(move |at| (key >> at & 1 == 0) == forwards).map(move |at| key ^ 1 << at);
        others.filter(|key| key & 0b1001 != 0b0001)
    }
}

impl Layered for Switches {
    type Bounds = (); // these states have none

    fn key_bits(&self) -> u32 {
        4
    }
    fn steps(&self) -> usize {
        4
    }
    fn roots(&self) -> Vec<u64> {
        vec![if self.forwards { 0 } else { 0b1111 }]
    }
    fn estimate(&self, key: u64) -> u8 {
        let on = key.count_ones() as u8;
        if self.forwards { 4 - on } else { on }
    }
    fn expand(&self, record: &Record, cutoff: u8, mut visit: impl FnMut(Step)) -> Cut {
        let (mut cut, cost) = (Cut::Nothing, record.cost + 1);
        for key in Self::next(record.key, self.forwards) {
            if cost + self.estimate(key) <= cutoff {
                visit(Step { key, cost, open: None, goes_on: None });
            } else {
                cut = Cut::Cost;
            }
        }
        cut
    }
    fn parents(&self, key: u64, visit: impl FnMut(u64)) {
        Self::next(key, !self.forwards).for_each(visit);
    }
    fn unbounded(&self) {}
    fn survey(&self, _: u64, (): &mut ()) {}
    fn unite(&self, (): &mut (), (): &()) {}
    fn narrow(&mut self, (): &()) {}
    fn widen(&mut self) {}
    fn is_within(&self, _: u64) -> bool {
        true
    }
    fn can_follow(&self, _: u64, (): &()) -> bool {
        true
    }
}
