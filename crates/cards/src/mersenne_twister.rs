//! The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), which other programs shuffle with.

/// Words of the state.
const SIZE: usize = 624;
/// The distance of the words that are combined.
const MIDDLE: usize = 397;

/// The generator.
pub(crate) struct MersenneTwister {
    state: [u32; SIZE],
    at: usize,
}

impl MersenneTwister {
    /// Seeded with one word, as in C++.
    pub(crate) fn new(seed: u32) -> Self {
        let mut state = [seed; SIZE];
        let mut last = seed;
        for (at, word) in (0..).zip(&mut state) {
            if 0 < at {
                last = 1_812_433_253_u32.wrapping_mul(last ^ last >> 30).wrapping_add(at);
            }
            *word = last;
        }
        Self { state, at: SIZE }
    }

    /// Seeded with a number of any size, its lowest word first, as in Python.
    pub(crate) fn of_words(key: &[u32]) -> Self {
        let mut twister = Self::new(19_650_218);
        let state = &mut twister.state;
        let mut at = 1;
        let mut step = |state: &mut [u32; SIZE], factor: u32, summand: Option<u32>| {
            let before = state[at - 1];
            let mixed = state[at] ^ (before ^ before >> 30).wrapping_mul(factor);
            // `at` is below 624.
            #[allow(clippy::cast_possible_truncation)]
            let index = at as u32;
            state[at] = match summand {
                Some(summand) => mixed.wrapping_add(summand),
                None => mixed.wrapping_sub(index),
            };
            at += 1;
            if at == SIZE {
                state[0] = state[SIZE - 1];
                at = 1;
            }
        };
        for (index, &word) in (0..).zip(key).cycle().take(SIZE.max(key.len())) {
            step(state, 1_664_525, Some(word.wrapping_add(index)));
        }
        for _ in 1..SIZE {
            step(state, 1_566_083_941, None);
        }
        state[0] = 1 << 31;
        twister
    }

    /// The next 32 random bits.
    pub(crate) fn bits(&mut self) -> u32 {
        if self.at == SIZE {
            self.twist();
            self.at = 0;
        }
        let mut bits = self.state[self.at];
        self.at += 1;
        bits ^= bits >> 11;
        bits ^= bits << 7 & 0x9d2c_5680;
        bits ^= bits << 15 & 0xefc6_0000;
        bits ^ bits >> 18
    }

    /// A random number from 0 to below 1 with 53 bits, as in Python.
    pub(crate) fn unit(&mut self) -> f64 {
        let (high, low) = (self.bits() >> 5, self.bits() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    fn twist(&mut self) {
        for at in 0..SIZE {
            let next = self.state[(at + 1) % SIZE];
            let joined = self.state[at] & 1 << 31 | next & !(1 << 31);
            let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[at] = self.state[(at + MIDDLE) % SIZE] ^ joined >> 1 ^ odd;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_match_the_published_generator() {
        // The C++ standard demands this 10,000th number of the default seed.
        let mut twister = MersenneTwister::new(5489);
        assert_eq!((0..10_000).map(|_| twister.bits()).last(), Some(4_123_659_995));
        // The first output of the authors' code for its key.
        let mut twister = MersenneTwister::of_words(&[0x123, 0x234, 0x345, 0x456]);
        assert_eq!(twister.bits(), 1_067_595_299);
    }
}
