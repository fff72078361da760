//! Natural logarithms of integers, bit-identical on every machine.

/// The logarithms of 0, 1, 2 …, up to the largest requested; that of 0 is never used and reads 0.
///
/// Searches need one at every step, and mathematical libraries round differently.
#[derive(Debug)]
pub(super) struct Logarithms {
    known: Vec<f32>,
    last: f64,
}

impl Logarithms {
    pub(super) fn new() -> Self {
        Self { known: vec![0.0, 0.0], last: 0.0 }
    }

    /// Extends the table up to `count`.
    pub(super) fn learn(&mut self, count: u32) {
        while self.known.len() <= count as usize {
            self.last += step(self.known.len() as f64);
            // The search computes in this precision.
            #[allow(clippy::cast_possible_truncation)]
            self.known.push(self.last as f32);
        }
    }

    /// The logarithm of a count in the table.
    #[inline]
    pub(super) fn of(&self, count: u32) -> f32 {
        self.known[count as usize]
    }
}

/// ln n − ln (n − 1) = 2 artanh (1 / (2 n − 1)), by its series.
fn step(n: f64) -> f64 {
    let x = 1.0 / (2.0 * n - 1.0);
    let (mut power, mut sum, mut odd) = (x, 0.0, 1.0);
    loop {
        let next = sum + power / odd;
        if next <= sum {
            return 2.0 * sum;
        }
        sum = next;
        power *= x * x;
        odd += 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_match_the_standard_library() {
        let mut logarithms = Logarithms::new();
        logarithms.learn(100_000);
        for count in 1_u16..50_000 {
            let (ours, theirs) = (logarithms.of(count.into()), f32::from(count).ln());
            assert!((ours - theirs).abs() <= 2e-6, "ln {count} is {theirs}, not {ours}");
        }
        assert!((logarithms.of(100_000) - 11.512_925).abs() < 2e-6);
    }
}
