//! Values as people write them: durations, sizes, counts, numbers of instances.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The longest piece of the input that an error repeats, in characters.
const QUOTED: usize = 24;

/// Reads `200ms`, `0.2s`, `5m`, `1h`, or seconds without a unit.
///
/// ```
/// assert_eq!(patience_workbench::values::duration("200ms")?.as_millis(), 200);
/// # Ok::<(), String>(())
/// ```
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 200ms, 0.2s, 5m or 1h".to_owned();
    let (number, scale) = split_unit(text);
    let number: f64 = number.parse().map_err(|_| expected())?;
    let scale = match scale {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(number * scale).map_err(|_| expected())
}

/// Reads `200M`, `1G`, `1.5GiB`, `512k`, or bytes without a unit; units are powers of 1024.
///
/// ```
/// assert_eq!(patience_workbench::values::size("1.5GiB")?, 3 << 29);
/// # Ok::<(), String>(())
/// ```
pub fn size(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 200M or 1G".to_owned();
    let (number, unit) = split_unit(text);
    let number: f64 = number.parse().map_err(|_| expected())?;
    let exponent = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 1,
        "m" | "mb" | "mib" => 2,
        "g" | "gb" | "gib" => 3,
        "t" | "tb" | "tib" => 4,
        _ => return Err(expected()),
    };
    let bytes = number * 1024_f64.powi(exponent);
    if !(0.0..=u64::MAX as f64).contains(&bytes) {
        return Err(expected());
    }
    // Within the range that was just checked.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let bytes = bytes as u64;
    Ok(bytes)
}

/// Reads `1500000`, `1_500_000`, `1.5M`, `200k`; units are powers of 1000.
///
/// ```
/// assert_eq!(patience_workbench::values::count("1.5M")?, 1_500_000);
/// # Ok::<(), String>(())
/// ```
pub fn count(text: &str) -> Result<u64, String> {
    let expected = || "expected a count such as 1500000, 1_500_000 or 1.5M".to_owned();
    let text = text.replace('_', "");
    let (number, unit) = split_unit(&text);
    let scale = match unit {
        "" => return number.parse().map_err(|_| expected()),
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    let product = number * scale;
    if !(0.0..1e18).contains(&product) {
        return Err(expected());
    }
    // Within the range that was just checked.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let product = product as u64;
    Ok(product)
}

/// Where the digits end and the unit begins.
fn split_unit(text: &str) -> (&str, &str) {
    let end =
        text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    text.split_at(end)
}

/// Reads several of [`numbers`] with commas between them: `1,2,5-9`; `None` if the text does not look like numbers at all.
///
/// ```
/// use patience_workbench::values::number_list;
///
/// assert_eq!(number_list("1,2,5-9"), Some(Ok(vec![1..=1, 2..=2, 5..=9])));
/// assert!(number_list("1,9-5").is_some_and(|list| list.is_err()));
/// assert_eq!(number_list("first,2"), None);
/// ```
#[must_use]
pub fn number_list(text: &str) -> Option<Result<Vec<RangeInclusive<u64>>, String>> {
    text.split(',').map(numbers).collect::<Option<Vec<_>>>().map(|list| list.into_iter().collect())
}

/// Whether a word is a number of an instance, of the puzzle or of another program: `617`, `pysol:617`.
///
/// ```
/// use patience_workbench::values::is_numbers;
///
/// assert!(is_numbers("617") && is_numbers("pysol:1-10"));
/// assert!(!is_numbers("boards.txt"));
/// ```
#[must_use]
pub fn is_numbers(word: &str) -> bool {
    let numbers = word.split_once(':').map_or(word, |(_, numbers)| numbers);
    number_list(numbers).is_some()
}

/// Reads `617`, `1-1000`, `1..=1000` or `1..1001`; `None` if the text does not look like numbers at all.
///
/// ```
/// use patience_workbench::values::numbers;
///
/// assert_eq!(numbers("1..4"), Some(Ok(1..=3)));
/// assert!(numbers("4-1").is_some_and(|range| range.is_err()));
/// assert_eq!(numbers("first"), None);
/// ```
#[must_use]
pub fn numbers(text: &str) -> Option<Result<RangeInclusive<u64>, String>> {
    let (first, last, inclusive) = match text.split_once("..") {
        None => {
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            (first, last, true)
        }
        Some((first, rest)) => match rest.strip_prefix('=') {
            Some(last) => (first, last, true),
            None => (first, rest, false),
        },
    };
    let looks_like_number = |text: &str| {
        text.starts_with(|letter: char| letter.is_ascii_digit())
            && text.chars().all(|letter| letter.is_ascii_digit() || letter == '_')
    };
    if !looks_like_number(first) || !looks_like_number(last) {
        return None;
    }
    Some(range(text, first, last, inclusive))
}

/// How many numbers a range has; [`u64::MAX`] for all that there are.
///
/// ```
/// use patience_workbench::values::count_of;
///
/// assert_eq!(count_of(&(5..=9)), 5);
/// assert_eq!(count_of(&(u64::MAX - 1..=u64::MAX)), 2);
/// // One more would not fit.
/// assert_eq!(count_of(&(0..=u64::MAX)), u64::MAX);
/// ```
#[must_use]
pub fn count_of(range: &RangeInclusive<u64>) -> u64 {
    if range.is_empty() { 0 } else { (range.end() - range.start()).saturating_add(1) }
}

fn range(
    text: &str,
    first: &str,
    last: &str,
    inclusive: bool,
) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str| {
        text.replace('_', "")
            .parse::<u64>()
            .map_err(|_| format!("the number {} is too large", shortened(text)))
    };
    let (first, last) = (number(first)?, number(last)?);
    let last = if inclusive { Some(last) } else { last.checked_sub(1) };
    match last {
        Some(last) if first <= last => Ok(first..=last),
        _ => Err(format!("the range {text} is empty")),
    }
}

/// Text that an error can repeat, however long it is.
///
/// ```
/// use patience_workbench::values::shortened;
///
/// assert_eq!(shortened("a word"), "a word");
/// assert_eq!(shortened(&"x".repeat(1000)).chars().last(), Some('…'));
/// ```
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn durations_are_read_with_and_without_unit() {
        assert_eq!(duration("0.2s"), Ok(Duration::from_millis(200)));
        assert_eq!(duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(duration("3"), Ok(Duration::from_secs(3)));
        assert_eq!(duration("1h"), Ok(Duration::from_hours(1)));
        for bad in ["", "s", "-1s", "1x", "1.2.3s", "1e9s", "99999999999999999999999h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_powers_of_1024() {
        assert_eq!(size("200M"), Ok(200 << 20));
        assert_eq!(size("1.5GiB"), Ok(3 << 29));
        assert_eq!(size("17"), Ok(17));
        for bad in ["", "M", "1X", "-1M", "999999999T"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn counts_are_exact_without_unit() {
        assert_eq!(count("1_500_000"), Ok(1_500_000));
        assert_eq!(count("1.5M"), Ok(1_500_000));
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        for bad in ["", "k", "1.5", "1m", "18446744073709551616"] {
            assert!(count(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges_are_read_as_in_rust() {
        assert_eq!(numbers("617"), Some(Ok(617..=617)));
        assert_eq!(numbers("1..=32_000"), Some(Ok(1..=32000)));
        assert_eq!(numbers("1..3"), Some(Ok(1..=2)));
        assert_eq!(numbers("1-3"), Some(Ok(1..=3)));
        assert_eq!(number_list("1,5-7,9..=9"), Some(Ok(vec![1..=1, 5..=7, 9..=9])));
        assert!(matches!(number_list("1,7-5"), Some(Err(_))));
        assert_eq!(number_list("1,,2"), None);
        assert_eq!(numbers("-3"), None);
        assert_eq!(numbers("1-2-3"), None);
        assert!(matches!(numbers("3..=1"), Some(Err(_))));
        assert!(matches!(numbers("0..0"), Some(Err(_))));
        assert!(matches!(numbers("99999999999999999999"), Some(Err(_))));
        assert_eq!(numbers("board.txt"), None);
        assert_eq!(numbers("1..=x"), None);
        assert_eq!(numbers("_"), None);
        assert_eq!(numbers(""), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,24}") {
            let _ = (duration(&text), size(&text), count(&text), numbers(&text));
        }

        #[test]
        fn no_near_miss_panics(text in "[0-9._=xkMGTsmhib-]{0,24}") {
            let _ = (duration(&text), size(&text), count(&text), numbers(&text));
        }
    }
}
