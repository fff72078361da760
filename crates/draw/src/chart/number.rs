//! Numbers as axes and tables print them.

use patience_core::text::grouped;

use super::scale::MOST;

/// A number for an axis: `0.25`, `300`, `20k`, `1.5M`.
#[must_use]
pub fn short(number: f64) -> String {
    let size = number.abs();
    let (unit, name) = match size {
        1e9.. => (1e9, "G"),
        1e6.. => (1e6, "M"),
        1e4.. => (1e3, "k"),
        _ => (1.0, ""),
    };
    format!("{}{name}", trimmed(number / unit, 4))
}

/// A number for a table: `0.123`, `31.2`, `1,234,568`.
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
