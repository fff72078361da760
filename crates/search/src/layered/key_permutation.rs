//! A permutation of keys that spreads them evenly over the parts of a layer.

/// Maximum number of parts of a layer, as a power of two.
const PART_BITS: u32 = 8;

/// A bijection of the numbers of some bits that spreads them evenly.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyPermutation {
    bits: u32,
    mask: u64,
}

/// An odd multiplier without pattern, and its inverse modulo 2^64.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
const INVERSE: u64 = inverse(FACTOR);

/// Newton's method: every round doubles the number of correct bits.
const fn inverse(odd: u64) -> u64 {
    let (mut inverse, mut round) = (odd, 0);
    while round < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
}

impl KeyPermutation {
    /// The permutation of numbers of `bits` bits, from 1 to 64.
    pub(super) fn new(bits: u32) -> Self {
        assert!((1..=64).contains(&bits), "keys have 1 to 64 bits");
        Self { bits, mask: u64::MAX >> (64 - bits) }
    }

    #[inline]
    pub(super) fn permute(self, key: u64) -> u64 {
        let half = self.bits.div_ceil(2);
        let mut permuted = key.wrapping_mul(FACTOR) & self.mask;
        permuted ^= permuted.unbounded_shr(half);
        permuted = permuted.wrapping_mul(FACTOR) & self.mask;
        permuted ^ permuted.unbounded_shr(half)
    }

    #[inline]
    pub(super) fn invert(self, permuted: u64) -> u64 {
        // A xor with a shift by at least half of the bits is its own inverse.
        let half = self.bits.div_ceil(2);
        let mut key = permuted ^ permuted.unbounded_shr(half);
        key = key.wrapping_mul(INVERSE) & self.mask;
        key ^= key.unbounded_shr(half);
        key.wrapping_mul(INVERSE) & self.mask
    }

    pub(super) fn parts(self) -> usize {
        1 << self.bits.min(PART_BITS)
    }

    /// Number of bits of a permuted key within its part.
    pub(super) fn rest_bits(self) -> u32 {
        self.bits - self.bits.min(PART_BITS)
    }

    #[inline]
    pub(super) fn part(self, permuted: u64) -> usize {
        // Less than the number of parts.
        #[allow(clippy::cast_possible_truncation)]
        let part = permuted.unbounded_shr(self.rest_bits()) as usize;
        part
    }

    /// A permuted key without its part.
    #[inline]
    pub(super) fn rest(self, permuted: u64) -> u64 {
        permuted & !u64::MAX.unbounded_shl(self.rest_bits())
    }

    /// The key of a part and the rest.
    #[inline]
    pub(super) fn key(self, part: usize, rest: u64) -> u64 {
        self.invert((part as u64).unbounded_shl(self.rest_bits()) | rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_permutation_is_a_bijection() {
        for bits in 1..=12 {
            let permutation = KeyPermutation::new(bits);
            let mut seen = vec![false; 1 << bits];
            for key in 0..1 << bits {
                let permuted = permutation.permute(key);
                assert_eq!(permutation.invert(permuted), key);
                assert_eq!(
                    permutation.key(permutation.part(permuted), permutation.rest(permuted)),
                    key
                );
                assert!(permutation.part(permuted) < permutation.parts());
                assert!(!std::mem::replace(&mut seen[usize::try_from(permuted).unwrap()], true));
            }
        }
        for bits in [33, 45, 63, 64] {
            let permutation = KeyPermutation::new(bits);
            for at in 0..1000_u64 {
                let key = at.wrapping_mul(0xDEAD_BEEF_1234_5677) & permutation.mask;
                assert_eq!(
                    permutation.key(
                        permutation.part(permutation.permute(key)),
                        permutation.rest(permutation.permute(key))
                    ),
                    key
                );
            }
        }
    }
}
