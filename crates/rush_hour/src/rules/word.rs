//! Sets of cells and packed keys: one machine word for boards up to 8×8, three for larger ones.

use std::fmt::Debug;
use std::hash::Hash;

/// Bits, for a set of cells or for a key.
///
/// Implemented by `u64` and [`Wide`].
///
/// ```
/// use patience_rush_hour::{Wide, Word};
///
/// fn check<W: Word>(shift: u32) {
///     let word = W::placed(0b101, shift);
///     assert_eq!((word.field(shift, 3), word.field(shift, 2)), (0b101, 0b01));
///     assert!(word.meets(W::placed(1, shift)) && !word.meets(W::placed(1, shift + 1)));
///     assert_eq!(word.xor(word), W::default());
/// }
/// check::<u64>(8);
/// check::<Wide>(64 + 8);
/// assert_eq!((<u64 as Word>::BITS, Wide::BITS), (64, 192));
/// ```
pub trait Word: Copy + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// The number of bits.
    const BITS: u32;

    /// `value` moved to the place that begins with bit `shift`.
    fn placed(value: u64, shift: u32) -> Self;

    /// The value of `bits` bits from bit `shift` on; they lie in one machine word.
    fn field(self, shift: u32, bits: u32) -> usize;

    /// The bits that are in exactly one of the two.
    #[must_use]
    fn xor(self, other: Self) -> Self;

    /// Whether some bit is in both.
    fn meets(self, other: Self) -> bool;

    /// All of the bits, where they are a machine word.
    fn short(self) -> Option<u64>;
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;

    #[inline]
    fn placed(value: u64, shift: u32) -> Self {
        value << shift
    }

    #[inline]
    fn field(self, shift: u32, bits: u32) -> usize {
        low(self >> shift, bits)
    }

    #[inline]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        self & other != 0
    }

    #[inline]
    fn short(self) -> Option<u64> {
        Some(self)
    }
}

/// 192 bits: enough for the 144 cells of a board of 12×12, and for its keys.
///
/// ```
/// use patience_rush_hour::{Wide, Word};
///
/// // Bit 0 and bit 143, the last cell of a board of 12×12.
/// let cells = Wide::placed(1, 0).xor(Wide::placed(1, 143));
/// assert_eq!((cells.field(0, 1), cells.field(142, 2)), (1, 0b10));
/// assert_eq!(cells.short(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide([u64; 3]);

impl Word for Wide {
    const BITS: u32 = 3 * u64::BITS;

    #[inline]
    fn placed(value: u64, shift: u32) -> Self {
        let mut words = [0; 3];
        words[(shift / u64::BITS) as usize] = value << (shift % u64::BITS);
        Self(words)
    }

    #[inline]
    fn field(self, shift: u32, bits: u32) -> usize {
        low(self.0[(shift / u64::BITS) as usize] >> (shift % u64::BITS), bits)
    }

    #[inline]
    fn xor(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] ^ other.0[at]))
    }

    #[inline]
    fn meets(self, other: Self) -> bool {
        (0..3).any(|at| self.0[at] & other.0[at] != 0)
    }

    #[inline]
    fn short(self) -> Option<u64> {
        None
    }
}

#[inline]
fn low(word: u64, bits: u32) -> usize {
    // Fields have a few bits.
    #[allow(clippy::cast_possible_truncation)]
    let field = (word & ((1 << bits) - 1)) as usize;
    field
}
