//! Scales of axes: where values lie, which of them are marked, and how they are written.

use crate::output::grouped;

/// Values beyond this are no figures of a run, and nothing is drawn of them.
const MOST: f64 = 1e15;

/// The most marks that an axis can have, however odd its values are.
const MOST_MARKS: u32 = 60;

/// How values are spread over an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// Evenly, from 0 to a round number above all values.
    Even,
    /// Evenly, from the first to the last value, with marks at whole numbers.
    Whole,
    /// By ratios. Values of 0 or less have no place.
    Ratios,
}

impl Spread {
    /// Whether a value has a place.
    pub(super) fn has(self, value: f64) -> bool {
        value.abs() <= MOST && (self != Self::Ratios || 1e-9 < value)
    }
}

/// An axis of values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    spread: Spread,
    low: f64,
    high: f64,
    marks: Vec<f64>,
}

impl Scale {
    /// A scale that has a place for all values, with about so many marks.
    pub(super) fn new(spread: Spread, values: impl Iterator<Item = f64>, marks: u32) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|&value| spread.has(value)) {
            (low, high) = (low.min(value), high.max(value));
        }
        if high < low {
            (low, high) = if spread == Spread::Ratios { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        match spread {
            Spread::Even => Self::even(low.min(0.0), high.max(0.0), marks),
            Spread::Whole => Self::whole(low, high, marks),
            Spread::Ratios => Self::ratios(low, high, marks),
        }
    }

    fn even(low: f64, high: f64, marks: u32) -> Self {
        let high = if low < high { high } else { low + 1.0 };
        let step = round_step((high - low) / f64::from(marks));
        // A hair less, so that 0.6 is not above three steps of 0.2.
        let (low, high) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        Self { spread: Spread::Even, low, high, marks: multiples(low, high, step) }
    }

    fn whole(low: f64, high: f64, marks: u32) -> Self {
        let high = if low < high { high } else { low + 1.0 };
        let step = round_step((high - low) / f64::from(marks)).max(1.0);
        let first = (low / step - 1e-9).ceil() * step;
        Self { spread: Spread::Whole, low, high, marks: multiples(first, high, step) }
    }

    fn ratios(low: f64, high: f64, marks: u32) -> Self {
        // 1, 2, 5, 10, 20, … from below the lowest value to above the highest.
        let decade = 10_f64.powf(low.log10().floor());
        let ladder = (0..MOST_MARKS).map(|rung| {
            let factor = [1.0, 2.0, 5.0][rung as usize % 3];
            let power = f64::from(rung / 3);
            (factor * 10_f64.powf(power) * decade, factor < 1.5)
        });
        let ladder: Vec<(f64, bool)> = ladder.collect();
        let first = ladder.iter().rposition(|&(rung, _)| rung <= low * (1.0 + 1e-9)).unwrap_or(0);
        let reaches = |&(rung, _): &(f64, bool)| high * (1.0 - 1e-9) <= rung;
        let last = ladder.iter().position(reaches).unwrap_or(ladder.len() - 1).max(first + 1);
        let mut rungs = ladder[first..=last.min(ladder.len() - 1)].to_vec();
        let (low, high) = (rungs[0].0, rungs[rungs.len() - 1].0);
        let most = marks as usize + 2;
        if most < rungs.len() {
            rungs.retain(|&(_, is_power)| is_power);
        }
        let every = rungs.len().div_ceil(most).max(1);
        let marks = rungs.iter().step_by(every).map(|&(rung, _)| rung).collect();
        Self { spread: Spread::Ratios, low, high, marks }
    }

    /// Where a value lies, from 0 to 1, if it has a place.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        if !self.spread.has(value) {
            return None;
        }
        let share = match self.spread {
            Spread::Ratios => (value / self.low).ln() / (self.high / self.low).ln(),
            Spread::Even | Spread::Whole => (value - self.low) / (self.high - self.low),
        };
        Some(share.clamp(0.0, 1.0))
    }

    /// The values that are marked, in ascending order.
    pub(super) fn marks(&self) -> &[f64] {
        &self.marks
    }
}

/// 1, 2 or 5 times a power of ten: the least that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let fits = |factor: &f64| step <= factor * power * (1.0 + 1e-9);
    [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0) * power
}

fn multiples(first: f64, last: f64, step: f64) -> Vec<f64> {
    let numbers = (0..MOST_MARKS).map(|number| first + f64::from(number) * step);
    numbers.take_while(|&mark| mark <= last + step * 1e-6).collect()
}

/// A number in a few letters: `0.25`, `300`, `20k`, `1.5M`.
pub(super) fn short(number: f64) -> String {
    let size = number.abs();
    let (unit, name) = match size {
        1e9.. => (1e9, "G"),
        1e6.. => (1e6, "M"),
        1e4.. => (1e3, "k"),
        _ => (1.0, ""),
    };
    format!("{}{name}", trimmed(number / unit, 4))
}

/// A number as people read it: thousands apart if it is large, and no more digits than it needs.
pub(super) fn readable(number: f64) -> String {
    if (1000.0..=MOST).contains(&number) {
        // Positive and not too large, as was just checked.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let whole = number.round() as u64;
        return grouped(whole);
    }
    trimmed(number, if number.abs() < 10.0 { 3 } else { 1 })
}

fn trimmed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    };
    if text == "-0" { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(spread: Spread, values: &[f64]) -> Vec<String> {
        let scale = Scale::new(spread, values.iter().copied(), 5);
        scale.marks().iter().map(|&mark| short(mark)).collect()
    }

    #[test]
    fn even_scales_go_from_zero_to_a_round_number() {
        assert_eq!(marks(Spread::Even, &[0.37, 0.6]), ["0", "0.2", "0.4", "0.6"]);
        assert_eq!(marks(Spread::Even, &[47.0]), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(marks(Spread::Even, &[-3.0, 4.0]), ["-4", "-2", "0", "2", "4"]);
        assert_eq!(marks(Spread::Even, &[100.0]), ["0", "20", "40", "60", "80", "100"]);
    }

    #[test]
    fn generations_are_marked_by_whole_numbers_within_their_range() {
        assert_eq!(marks(Spread::Whole, &[0.0, 299.0]), ["0", "100", "200"]);
        assert_eq!(marks(Spread::Whole, &[0.0, 2.0]), ["0", "1", "2"]);
        assert_eq!(marks(Spread::Whole, &[7.0]), ["7", "8"]);
    }

    #[test]
    fn scales_of_ratios_have_marks_at_one_two_five_or_at_powers_of_ten() {
        assert_eq!(marks(Spread::Ratios, &[300.0, 1800.0]), ["200", "500", "1000", "2000"]);
        assert_eq!(
            marks(Spread::Ratios, &[12.0, 7e6]),
            ["10", "100", "1000", "10k", "100k", "1M", "10M"]
        );
        assert_eq!(marks(Spread::Ratios, &[10.0]), ["10", "20"]);
    }

    #[test]
    fn places_are_shares_of_the_axis() {
        let even = Scale::new(Spread::Even, [10.0].into_iter(), 5);
        assert_eq!(even.place(2.5), Some(0.25));
        let ratios = Scale::new(Spread::Ratios, [10.0, 1000.0].into_iter(), 5);
        assert!((ratios.place(100.0).unwrap() - 0.5).abs() < 1e-9);
        assert_eq!(ratios.place(0.0), None);
        assert_eq!(even.place(f64::NAN), None);
    }

    #[test]
    fn scales_of_nothing_and_of_absurd_values_are_scales() {
        for spread in [Spread::Even, Spread::Whole, Spread::Ratios] {
            for values in [&[][..], &[f64::NAN, f64::INFINITY], &[1e308, -1e308], &[1e15, 1e-8]] {
                let scale = Scale::new(spread, values.iter().copied(), 5);
                assert!((2..=60).contains(&scale.marks().len()), "{spread:?} {values:?} {scale:?}");
                let share = scale.place(values.first().copied().unwrap_or(0.0)).unwrap_or(0.0);
                assert!((0.0..=1.0).contains(&share));
            }
        }
    }

    #[test]
    fn numbers_are_short_and_readable() {
        assert_eq!(
            [0.25, 300.0, 20_000.0, 1.5e6, 3e9].map(short),
            ["0.25", "300", "20k", "1.5M", "3G"]
        );
        assert_eq!(
            [0.12345, 31.25, 999.96, 1_234_567.8, 0.0].map(readable),
            ["0.123", "31.2", "1000", "1,234,568", "0"]
        );
    }
}
