//! Random instances.

use patience_kit::{Fault, Kit, Loaded, Values};

/// The most numbers that random instances are chosen from, so that people can type them.
const MOST_NUMBER: u64 = 1_000_000;

/// The number or name of an instance that a random number chooses: one of the puzzle's numbers, or one of its usual instances; `None` if there
/// is nothing to choose from.
pub fn random_instance(
    kit: &dyn Kit,
    rules: &Values,
    random: u64,
) -> Result<Option<String>, Fault> {
    if let Some(numbers) = kit.numbers() {
        return Ok(Some(within(*numbers.start(), *numbers.end(), random).to_string()));
    }
    let usual = kit.sample().and_then(|sample| kit.named(&sample, rules));
    let usual: Vec<Loaded> = usual.transpose()?.unwrap_or_default();
    let at = usize::try_from(random % usual.len().max(1) as u64).unwrap_or_default();
    let name = usual.get(at).and_then(|loaded| loaded.name.clone());
    Ok(name.filter(|_| 1 < usual.len()))
}

/// A random number of a range, at most [`MOST_NUMBER`] of them.
pub(crate) fn within(first: u64, last: u64, random: u64) -> u64 {
    let count = last.saturating_sub(first).min(MOST_NUMBER - 1) + 1;
    first.saturating_add(random % count)
}
