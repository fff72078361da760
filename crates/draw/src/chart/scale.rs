//! Scales of axes: positions of values, and round numbers for the ticks.

/// Larger values are not drawn.
pub(super) const MOST: f64 = 1e15;

/// An upper bound on the ticks of an axis, for any values.
const MOST_TICKS: u32 = 60;

/// The kind of an axis.
///
/// ```
/// use patience_draw::chart::ScaleKind;
///
/// // A logarithm has no place for 0.
/// assert!(ScaleKind::Linear.has(0.0) && !ScaleKind::Log.has(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleKind {
    /// Linear, from 0 to a round number above all values.
    Linear,
    /// Linear, from the least to the greatest value, with ticks at whole numbers.
    Integer,
    /// Logarithmic. Values of 0 or less have no position.
    Log,
}

impl ScaleKind {
    /// Whether a value has a position on an axis of this kind.
    #[must_use]
    pub fn has(self, value: f64) -> bool {
        value.abs() <= MOST && (self != Self::Log || 1e-9 < value)
    }
}

/// The range of an axis, and its ticks.
///
/// ```
/// use patience_draw::chart::{Scale, ScaleKind};
///
/// let scale = Scale::new(ScaleKind::Linear, [3.0, 87.0].into_iter(), 5);
/// assert_eq!(scale.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
/// assert_eq!(scale.position(50.0), Some(0.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    kind: ScaleKind,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Scale {
    /// A scale that covers all values, with about `ticks` ticks.
    #[must_use]
    pub fn new(kind: ScaleKind, values: impl Iterator<Item = f64>, ticks: u32) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|&value| kind.has(value)) {
            (low, high) = (low.min(value), high.max(value));
        }
        if high < low {
            (low, high) = if kind == ScaleKind::Log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        match kind {
            ScaleKind::Linear => Self::linear(low.min(0.0), high.max(0.0), ticks),
            ScaleKind::Integer => Self::integer(low, high, ticks),
            ScaleKind::Log => Self::log(low, high, ticks),
        }
    }

    fn linear(low: f64, high: f64, ticks: u32) -> Self {
        let high = if low < high { high } else { low + 1.0 };
        let step = round_step((high - low) / f64::from(ticks));
        // Rounding errors: 0.6 is not above three steps of 0.2.
        let (low, high) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
        Self { kind: ScaleKind::Linear, low, high, ticks: multiples(low, high, step) }
    }

    fn integer(low: f64, high: f64, ticks: u32) -> Self {
        let high = if low < high { high } else { low + 1.0 };
        let step = round_step((high - low) / f64::from(ticks)).max(1.0);
        let first = (low / step - 1e-9).ceil() * step;
        Self { kind: ScaleKind::Integer, low, high, ticks: multiples(first, high, step) }
    }

    fn log(low: f64, high: f64, ticks: u32) -> Self {
        // 1, 2, 5, 10, 20, … from below the lowest value to above the highest.
        let decade = 10_f64.powf(low.log10().floor());
        let ladder = (0..MOST_TICKS).map(|rung| {
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
        let most = ticks as usize + 2;
        if most < rungs.len() {
            rungs.retain(|&(_, is_power)| is_power);
        }
        let every = rungs.len().div_ceil(most).max(1);
        let ticks = rungs.iter().step_by(every).map(|&(rung, _)| rung).collect();
        Self { kind: ScaleKind::Log, low, high, ticks }
    }

    /// The position of a value, from 0 to 1; `None` if it has none.
    #[must_use]
    pub fn position(&self, value: f64) -> Option<f64> {
        if !self.kind.has(value) {
            return None;
        }
        let share = match self.kind {
            ScaleKind::Log => (value / self.low).ln() / (self.high / self.low).ln(),
            ScaleKind::Linear | ScaleKind::Integer => (value - self.low) / (self.high - self.low),
        };
        Some(share.clamp(0.0, 1.0))
    }

    /// The values of the ticks, in ascending order.
    #[must_use]
    pub fn ticks(&self) -> &[f64] {
        &self.ticks
    }
}

/// 1, 2 or 5 times a power of ten: the least that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let fits = |factor: &f64| step <= factor * power * (1.0 + 1e-9);
    [1.0, 2.0, 5.0].into_iter().find(fits).unwrap_or(10.0) * power
}

fn multiples(first: f64, last: f64, step: f64) -> Vec<f64> {
    let numbers = (0..MOST_TICKS).map(|number| first + f64::from(number) * step);
    numbers.take_while(|&tick| tick <= last + step * 1e-6).collect()
}
