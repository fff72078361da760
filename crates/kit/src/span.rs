//! Ranges of lengths or counts in settings, and seeds of candidates.

use std::ops::RangeInclusive;

use patience_core::SplitMix;

/// Reads a range of lengths or counts: `30`, `30..`, `..20`, `30..=40`, `30..40`. An end that is left out has no limit.
///
/// ```
/// use patience_kit::read_range;
///
/// assert_eq!(read_range("30..40"), Ok(30..=39));
/// ```
pub fn read_range(text: &str) -> Result<RangeInclusive<u16>, String> {
    let expected = || "expected a number or a range such as 30, 30.., ..=20 or 30..=40".to_owned();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (last, is_inclusive) = match last.strip_prefix('=') {
        Some(last) => (last, true),
        None => (last, !text.contains("..")),
    };
    if first.is_empty() && last.is_empty() || is_inclusive && last.is_empty() {
        return Err(expected());
    }
    let number = |text: &str| match text.parse() {
        _ if !text.bytes().all(|byte| byte.is_ascii_digit()) => Err(expected()),
        Ok(number) => Ok(number),
        Err(_) => Err("the number is too large".to_owned()),
    };
    let first = if first.is_empty() { 0 } else { number(first)? };
    let last = match (last.is_empty(), is_inclusive) {
        (true, _) => Some(u16::MAX),
        (false, true) => Some(number(last)?),
        (false, false) => number(last)?.checked_sub(1),
    };
    match last {
        Some(last) if first <= last => Ok(first..=last),
        _ => Err(format!("the range {text} is empty")),
    }
}

/// The seed of an index; those of neighbours are unrelated.
///
/// ```
/// use patience_kit::seed_of;
///
/// assert_eq!(seed_of(7, 3), seed_of(7, 3));
/// assert_ne!(seed_of(7, 3), seed_of(7, 4));
/// ```
#[must_use]
pub fn seed_of(seed: u64, index: u64) -> u64 {
    let first = SplitMix::new(seed).bits();
    SplitMix::new(first.wrapping_add(index)).bits()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn seeds_of_neighbours_differ() {
        let seeds: HashSet<u64> =
            (0..10).flat_map(|seed| (0..100).map(move |index| seed_of(seed, index))).collect();
        assert_eq!(seeds.len(), 1000);
    }

    #[test]
    fn ranges_may_lack_an_end() {
        assert_eq!(read_range("30"), Ok(30..=30));
        assert_eq!(read_range("30.."), Ok(30..=u16::MAX));
        assert_eq!(read_range("..20"), Ok(0..=19));
        assert_eq!(read_range("..=20"), Ok(0..=20));
        assert_eq!(read_range("30..=40"), Ok(30..=40));
        assert_eq!(read_range("30..40"), Ok(30..=39));
        for bad in ["", "..", "..=", "3..=", "4..4", "5..=4", "..0", "x", "+3", "1..2..3", "70000"]
        {
            assert!(read_range(bad).is_err(), "{bad}");
        }
    }
}
