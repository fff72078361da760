//! Writing results: files, words for people on standard error, and numbers.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Moves a line of notation.
const MOVES_PER_LINE: usize = 10;
/// Seconds a move of an animation.
pub(crate) const PACE: f64 = 0.6;

/// Writes a file atomically.
pub(crate) fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    patience_files::replace(path, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Says something on standard error; where nobody can hear it, that is no reason to fail.
pub(crate) fn say(message: impl Display) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Moves in notation, so many a line.
pub(crate) fn rows(words: &[String]) -> String {
    words.chunks(MOVES_PER_LINE).map(|row| row.join(" ") + "\n").collect()
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
