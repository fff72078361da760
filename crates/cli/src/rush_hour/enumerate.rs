//! `patience enumerate rushhour`.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::anyhow;
use patience_rush_hour::{Hard, Metric, Seen, Space};
use patience_workbench::batch;
use serde::{Deserialize, Serialize};

use crate::args::EnumerateRushHour;
use crate::exit::Exit;
use crate::interrupt;
use crate::ledger::Journal;
use crate::output::{grouped, write_file};
use crate::progress::Progress;

pub(crate) fn run(args: &EnumerateRushHour) -> anyhow::Result<Exit> {
    let metric = Metric::from(args.metric);
    let space = Space::new(args.side, metric).ok_or_else(|| {
        Exit::bad_input(anyhow!(
            "boards of 3 to 6 cells a side can be enumerated, not {}",
            args.side
        ))
    })?;
    let units = args.units.map_or(space.units(), |units| units.min(space.units()));
    let cancel = interrupt::cancel_on_interrupt()?;
    let progress = Progress::new(units as u64, args.quiet);
    let mut total = Seen::default();
    let mut done = 0;
    let mut journal = match &args.out {
        Some(path) => Some(Journal::open(path, "enumerate", |line: Line| {
            if (line.side, line.metric.as_str(), line.unit) != (args.side, metric.name(), done) {
                return Err(anyhow!("the file belongs to another enumeration"));
            }
            done += 1;
            add(&mut total, line.seen);
            Ok(())
        })?),
        None => None,
    };
    progress.skip(done as u64);
    let threads = args.threads.unwrap_or_else(batch::all_cores);
    let ended = batch::in_order(
        done..units,
        threads,
        || cancel.is_cancelled(),
        |unit| (unit, space.explore(unit, &cancel)),
        |(unit, seen)| -> anyhow::Result<()> {
            // What was cut short is done again next time.
            let Some(seen) = seen else { return Ok(()) };
            let line = Line { side: args.side, metric: metric.name().to_owned(), unit, seen };
            if let Some(journal) = &mut journal {
                journal.append(&line)?;
            }
            add(&mut total, line.seen);
            progress.advance(|| format!("{} boards", grouped(total.hard.len() as u64)));
            Ok(())
        },
    );
    progress.finish();
    let ended = ended? && !cancel.is_cancelled();
    // The hardest first, and those of few positions before those of many.
    total.hard.sort_unstable_by(|one, other| {
        let by = |hard: &Hard| (u16::MAX - hard.length, hard.positions);
        by(one).cmp(&by(other)).then_with(|| one.letters.cmp(&other.letters))
    });
    if let Some(path) = &args.boards {
        write_file(path, &list(&total, args))?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Summary::of(&total, args))?)?;
    } else {
        write!(out, "{}", render(&total))?;
    }
    Ok(if ended { Exit::Done } else { Exit::Interrupted })
}

/// A line of the file that an enumeration goes on from. Its fields are file format.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    side: u8,
    metric: String,
    unit: usize,
    #[serde(flatten)]
    seen: Seen,
}

fn add(total: &mut Seen, seen: Seen) {
    total.families += seen.families;
    total.positions += seen.positions;
    total.clusters += seen.clusters;
    total.hard.extend(seen.hard);
}

/// The boards as a file that `solve rushhour --file` reads.
fn list(total: &Seen, args: &EnumerateRushHour) -> String {
    let metric = Metric::from(args.metric).name();
    let mut text = format!(
        "# Minimal boards of {side}×{side} cells without walls, each the hardest of its cluster in {metric}.\n\
         # NAME LETTERS SLIDES STEPS POSITIONS\n",
        side = args.side,
    );
    let wanted =
        total.hard.iter().filter(|hard| args.at_least.is_none_or(|least| least <= hard.length));
    for (number, hard) in (1..).zip(wanted) {
        let Hard { letters, slides, steps, positions, .. } = hard;
        // A string takes everything.
        let _ = writeln!(text, "{metric}-{number} {letters} {slides} {steps} {positions}");
    }
    text
}

/// How many boards there are of each length, the shortest first.
fn histogram(total: &Seen) -> Vec<(u16, usize)> {
    let mut counts: Vec<(u16, usize)> = Vec::new();
    for hard in total.hard.iter().rev() {
        match counts.last_mut() {
            Some((length, count)) if *length == hard.length => *count += 1,
            _ => counts.push((hard.length, 1)),
        }
    }
    counts
}

fn render(total: &Seen) -> String {
    let mut text = String::new();
    for (what, number) in [
        ("families", total.families),
        ("positions", total.positions),
        ("clusters", total.clusters),
        ("minimal boards", total.hard.len() as u64),
    ] {
        let _ = writeln!(text, "{what:14} {}", grouped(number));
    }
    for (length, count) in histogram(total) {
        let _ = writeln!(text, "{length:>3} {}", grouped(count as u64));
    }
    if let Some(hardest) = total.hard.first() {
        let _ = writeln!(text, "hardest        {} {}", hardest.letters, hardest.length);
    }
    text
}

/// What `--json` tells. Its fields are file format.
#[derive(Debug, Serialize)]
struct Summary<'a> {
    side: u8,
    metric: &'static str,
    families: u64,
    positions: u64,
    clusters: u64,
    minimal: usize,
    /// Pairs of a length and how many boards have it.
    lengths: Vec<(u16, usize)>,
    hardest: Option<&'a Hard>,
}

impl<'a> Summary<'a> {
    fn of(total: &'a Seen, args: &EnumerateRushHour) -> Self {
        Self {
            side: args.side,
            metric: Metric::from(args.metric).name(),
            families: total.families,
            positions: total.positions,
            clusters: total.clusters,
            minimal: total.hard.len(),
            lengths: histogram(total),
            hardest: total.hard.first(),
        }
    }
}
