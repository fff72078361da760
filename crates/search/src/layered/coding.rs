//! Delta coding of sorted records in few bytes.
//!
//! A record is a variable-length number of seven bits per byte, the lowest first: the difference of its key, a bit for open
//! continuations, and three bits for its cost above the base of the part. Higher costs take an extra byte. Open continuations follow, a
//! byte each, the last without its highest bit.

/// The cost code for a cost in an extra byte.
const FAR: u8 = 7;
/// Marks that another byte follows.
const MORE: u8 = 0x80;

/// A record within a part: the rest of its permuted key, its cost and its open continuations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) rest: u64,
    pub(super) cost: u8,
    pub(super) open: u64,
}

impl Entry {
    /// Keeps the cheaper of two, and the union of what is open if they cost the same.
    #[inline]
    pub(super) fn merge(&mut self, cost: u8, open: u64) {
        if cost < self.cost {
            self.cost = cost;
            self.open = open;
        } else if cost == self.cost {
            self.open |= open;
        }
    }
}

/// The order of the entries of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// By their keys; each is stored as the difference to the one before.
    Sorted,
    /// Any; each key is stored whole.
    Unsorted,
}

impl Order {
    /// What remains of a key as the base of the next difference.
    fn mask(self) -> u64 {
        match self {
            Self::Sorted => u64::MAX,
            Self::Unsorted => 0,
        }
    }
}

/// Writes entries in an order.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    pub(super) count: u64,
    last: u64,
    mask: u64,
    base: u8,
}

impl Writer {
    /// Costs are relative to `base`, which is at most every cost; keys are ascending.
    pub(super) fn new(base: u8) -> Self {
        Self::ordered(base, Order::Sorted)
    }

    /// The same for keys in an order.
    pub(super) fn ordered(base: u8, order: Order) -> Self {
        Self { base, mask: order.mask(), ..Self::default() }
    }

    #[inline]
    pub(super) fn push(&mut self, entry: &Entry) {
        let above = entry.cost - self.base;
        let code = above.min(FAR);
        let mut number =
            (entry.rest - self.last) << 4 | u64::from(entry.open != 0) << 3 | u64::from(code);
        self.last = entry.rest & self.mask;
        self.count += 1;
        // The lowest bits of a number.
        #[allow(clippy::cast_possible_truncation)]
        while u64::from(MORE) <= number {
            self.bytes.push(number as u8 | MORE);
            number >>= 7;
        }
        #[allow(clippy::cast_possible_truncation)]
        self.bytes.push(number as u8);
        if code == FAR {
            self.bytes.push(above);
        }
        let mut open = entry.open;
        while open != 0 {
            // Less than 64.
            #[allow(clippy::cast_possible_truncation)]
            let way = open.trailing_zeros() as u8;
            open &= open - 1;
            self.bytes.push(if open == 0 { way } else { way | MORE });
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Reader<'b> {
    bytes: &'b [u8],
    last: u64,
    mask: u64,
    base: u8,
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8], base: u8, order: Order) -> Self {
        Self { bytes, last: 0, mask: order.mask(), base }
    }

    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }
}

impl Iterator for Reader<'_> {
    type Item = Entry;

    #[inline]
    fn next(&mut self) -> Option<Entry> {
        // Bytes that no writer wrote give other entries, but no panic.
        let (mut number, mut shift) = (0_u64, 0_u32);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & !MORE).wrapping_shl(shift);
            if byte < MORE {
                break;
            }
            shift = shift.wrapping_add(7);
        }
        let rest = self.last.wrapping_add(number >> 4);
        self.last = rest & self.mask;
        // Three bits.
        #[allow(clippy::cast_possible_truncation)]
        let mut above = number as u8 & FAR;
        if above == FAR {
            above = self.byte()?;
        }
        let mut open = 0;
        if number & 8 != 0 {
            loop {
                let byte = self.byte()?;
                open |= 1 << (byte & 63);
                if byte < MORE {
                    break;
                }
            }
        }
        Some(Entry { rest, cost: self.base.wrapping_add(above), open })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entries_round_trip(mut entries in prop::collection::vec(
            (0..1_u64 << 56, 3_u8..60, prop_oneof![Just(0), any::<u64>()]), 0..50)) {
            for order in [Order::Unsorted, Order::Sorted] {
                if order == Order::Sorted {
                    entries.sort_unstable();
                    entries.dedup_by_key(|entry| entry.0);
                }
                let entry = |&(rest, cost, open): &_| Entry { rest, cost, open };
                let entries: Vec<Entry> = entries.iter().map(entry).collect();
                let mut writer = Writer::ordered(3, order);
                for entry in &entries {
                    writer.push(entry);
                }
                let read: Vec<Entry> = Reader::new(&writer.bytes, 3, order).collect();
                prop_assert_eq!(read, entries);
            }
        }
    }
}
