//! Slow property tests on all cores.

use std::convert::Infallible;
use std::ops::Range;

use patience_workbench::batch::{all_cores, in_order};

/// Cases that one thread takes at once.
const PART: u32 = 250;

/// Cases of a slow test: what `PATIENCE_POSITIONS` says, a number or a range such as `50000..100000`, or 100,000.
fn cases() -> Range<u64> {
    let Ok(text) = std::env::var("PATIENCE_POSITIONS") else { return 0..100_000 };
    let (start, end) = text.split_once("..").unwrap_or(("0", &text));
    let number = |text: &str| text.parse().expect("PATIENCE_POSITIONS is a number or a range");
    number(start)..number(end)
}

/// Works on all cases in parts, which do not depend on the number of cores. A panic in a part is one of the test.
pub(crate) fn in_parts<R: Send>(work: impl Fn(&Range<u64>) -> R + Sync) -> Vec<(Range<u64>, R)> {
    let cases = cases();
    let starts = cases.clone().step_by(PART as usize);
    let parts = starts.map(|start| start..cases.end.min(start + u64::from(PART)));
    let mut results = Vec::new();
    let emit = |result| {
        results.push(result);
        Ok::<(), Infallible>(())
    };
    let work = |part: Range<u64>| (part.clone(), work(&part));
    assert_eq!(in_order(parts, all_cores(), || false, work, emit), Ok(true));
    results
}
