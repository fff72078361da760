//! In-cache duplicate detection: merges the steps of a part into sorted, small tables.

use super::coding::{Entry, Reader};

/// A step to a part: the rest of its permuted key, its cost and its open continuation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Child {
    low: u32,
    high: u32,
    cost: u8,
    /// A continuation, or [`CLOSED`].
    open: u8,
}

/// No continuation is open.
const CLOSED: u8 = u8::MAX;
/// No key.
const EMPTY: u64 = u64::MAX;
/// Maximum number of steps per table, so that its slots stay in cache.
const TABLE_STEPS: usize = 1 << 12;

impl Child {
    #[inline]
    pub(super) fn new(rest: u64, cost: u8, open: Option<u8>) -> Self {
        // The two halves of a word.
        #[allow(clippy::cast_possible_truncation)]
        let (low, high) = (rest as u32, (rest >> 32) as u32);
        Self { low, high, cost, open: open.unwrap_or(CLOSED) }
    }

    #[inline]
    pub(super) fn rest(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }

    #[inline]
    fn open(self) -> u64 {
        if self.open == CLOSED { 0 } else { 1 << self.open }
    }

    #[inline]
    pub(super) fn entry(self) -> Entry {
        Entry { rest: self.rest(), cost: self.cost, open: self.open() }
    }
}

/// Merges the steps of a part and earlier runs of it into sorted entries; buffers are reused.
#[derive(Debug, Default)]
pub(super) struct DuplicateMerger {
    children: Vec<Child>,
    starts: Vec<usize>,
    slots: Vec<Entry>,
    sorted: Vec<Entry>,
}

impl DuplicateMerger {
    /// Calls `take` with the entries of `children` and `runs`, whose keys have `bits` bits, in key order.
    pub(super) fn merge(
        &mut self,
        children: &[&[Child]],
        runs: &mut [std::iter::Peekable<Reader<'_>>],
        of_runs: u64,
        bits: u32,
        mut take: impl FnMut(&Entry),
    ) {
        let count = children.iter().map(|some| some.len()).sum::<usize>();
        // The records of one part fit into memory.
        #[allow(clippy::cast_possible_truncation)]
        let all = count + of_runs as usize;
        let piece_bits = (all.div_ceil(TABLE_STEPS)).next_power_of_two().trailing_zeros().min(bits);
        let within = bits - piece_bits;
        self.scatter(children, count, piece_bits, within);
        let of_run = (all - count) >> piece_bits;
        for piece in 0..1_usize << piece_bits {
            let children = self.starts[piece]..self.starts[piece + 1];
            let slots = 2 * (children.len() + of_run).max(8);
            let slot_bits = slots.next_power_of_two().trailing_zeros().min(within);
            self.fill(children, runs, piece as u64, within, slot_bits);
            self.sorted.iter().for_each(&mut take);
        }
    }

    /// Scatters the steps into pieces by their highest bits.
    fn scatter(&mut self, children: &[&[Child]], count: usize, piece_bits: u32, within: u32) {
        // Less than the number of pieces.
        #[allow(clippy::cast_possible_truncation)]
        let piece = |child: &Child| child.rest().unbounded_shr(within) as usize;
        self.starts.clear();
        self.starts.resize((1 << piece_bits) + 2, 0);
        for child in children.iter().copied().flatten() {
            self.starts[piece(child) + 2] += 1;
        }
        for at in 2..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        self.children.clear();
        self.children.resize(count, Child::default());
        for child in children.iter().copied().flatten() {
            let at = &mut self.starts[piece(child) + 1];
            self.children[*at] = *child;
            *at += 1;
        }
    }

    /// Collects the entries of a piece, whose keys differ in the lowest `within` bits, in a table with some spare slots at its end.
    fn fill(
        &mut self,
        children: std::ops::Range<usize>,
        runs: &mut [std::iter::Peekable<Reader<'_>>],
        piece: u64,
        within: u32,
        slot_bits: u32,
    ) {
        let Self { children: all, slots, sorted, .. } = self;
        let first = piece.unbounded_shl(within);
        let last = first | !u64::MAX.unbounded_shl(within);
        let down = within - slot_bits;
        slots.clear();
        slots.resize((1 << slot_bits) + 16, Entry { rest: EMPTY, ..Entry::default() });
        let mut enter = |rest: u64, cost: u8, open: u64| {
            // Less than the number of slots.
            #[allow(clippy::cast_possible_truncation)]
            let mut at = (rest - first).unbounded_shr(down) as usize;
            loop {
                match slots.get_mut(at) {
                    Some(slot) if slot.rest == rest => return slot.merge(cost, open),
                    Some(slot) if slot.rest == EMPTY => {
                        *slot = Entry { rest, cost, open };
                        return;
                    }
                    Some(_) => at += 1,
                    None => slots.push(Entry { rest: EMPTY, ..Entry::default() }),
                }
            }
        };
        for child in &all[children] {
            enter(child.rest(), child.cost, child.open());
        }
        for run in runs {
            while let Some(entry) = run.next_if(|entry| entry.rest <= last) {
                enter(entry.rest, entry.cost, entry.open);
            }
        }
        // Keys are near their slots: an insertion sort moves displaced ones back.
        sorted.clear();
        for slot in slots.iter().filter(|slot| slot.rest != EMPTY) {
            let mut at = sorted.len();
            sorted.push(*slot);
            while 0 < at && slot.rest < sorted[at - 1].rest {
                sorted.swap(at, at - 1);
                at -= 1;
            }
        }
    }
}
