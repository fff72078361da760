//! Numbers as axes and tables print them.

use patience_core::text::grouped;

use super::scale::MOST;

/// The numbers of an axis, all in the same style: `0.25`, `300`, `20,000`, or with units where they are large: `1k`, `200k`, `1.5M`.
///
/// ```
/// use patience_draw::chart::tick_labels;
///
/// assert_eq!(tick_labels(&[0.0, 0.25]), ["0", "0.25"]);
/// assert_eq!(tick_labels(&[0.0, 20_000.0]), ["0", "20,000"]);
/// assert_eq!(tick_labels(&[500_000.0, 1_500_000.0]), ["500k", "1.5M"]);
/// ```
#[must_use]
pub fn tick_labels(ticks: &[f64]) -> Vec<String> {
    let largest = ticks.iter().fold(0.0_f64, |most, tick| most.max(tick.abs()));
    ticks.iter().map(|&tick| if largest < 1e5 { plain(tick) } else { with_unit(tick) }).collect()
}

/// A number below 100,000.
fn plain(number: f64) -> String {
    let size = number.abs().round();
    if size < 1e3 {
        return trimmed(number, 4);
    }
    // Below 100,000.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let size = grouped(size as u64);
    if number < 0.0 { format!("-{size}") } else { size }
}

fn with_unit(number: f64) -> String {
    let (unit, name) = match number.abs() {
        1e9.. => (1e9, "G"),
        1e6.. => (1e6, "M"),
        1e3.. => (1e3, "k"),
        _ => (1.0, ""),
    };
    format!("{}{name}", trimmed(number / unit, 4))
}

/// A number for a table: `0.123`, `31.2`, `1,234,568`.
///
/// ```
/// use patience_draw::chart::readable;
///
/// assert_eq!([0.123, 31.2, 1_234_568.0].map(readable), ["0.123", "31.2", "1,234,568"]);
/// ```
#[must_use]
pub fn readable(number: f64) -> String {
    if (1000.0..=MOST).contains(&number) {
        // The range was just checked.
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
