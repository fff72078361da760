use patience_core::{Cut, Layered, Record, Step};

/// Four stairs, up or down. A move takes one of them, and may continue with a second.
pub struct Stairs {
    pub up: bool,
}

impl Layered for Stairs {
    type Bounds = (); // nothing is narrowed

    fn key_bits(&self) -> u32 {
        3
    }
    fn steps(&self) -> usize {
        4
    }
    fn roots(&self) -> Vec<u64> {
        vec![if self.up { 0 } else { 4 }]
    }
    fn estimate(&self, key: u64) -> u8 {
        let left = if self.up { 4 - key } else { key };
        left.div_ceil(2) as u8
    }
    fn expand(&self, record: &Record, cutoff: u8, mut visit: impl FnMut(Step)) -> Cut {
        let next = |key: u64| if self.up { key + 1 } else { key - 1 };
        let (key, cost, mut cut) = (next(record.key), record.cost + 1, Cut::Nothing);
        // A new move keeps its only continuation, 0, open; there may be a stair left for it.
        let rest = if self.estimate(key) == 0 { 0 } else { self.estimate(next(key)) };
        if cost + rest <= cutoff {
            visit(Step { key, cost, open: Some(0), goes_on: None });
        } else {
            cut = Cut::Cost;
        }
        // The last move goes on, at no cost.
        if record.open & 1 != 0 {
            visit(Step { key, cost: record.cost, open: None, goes_on: Some(0) });
        }
        cut
    }
    fn parents(&self, key: u64, mut visit: impl FnMut(u64)) {
        visit(if self.up { key - 1 } else { key + 1 });
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
