//! `patience evolve freecell-baselines`.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use patience_core::UnknownFeature;
use patience_freecell::arena::baselines::{Baselines, HEADER, LINE, line, search};
use patience_learn::{Attempt, Case};
use patience_workbench::batch;

use crate::args::EvolveFreecellBaselines;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::say;
use crate::progress::Progress;

pub(crate) fn run(args: &EvolveFreecellBaselines) -> anyhow::Result<Exit> {
    let (mut file, done) = open(&args.out)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let lines = (done + 1..=args.deals).step_by(LINE as usize);
    let progress = Progress::new(args.deals.into(), args.quiet);
    progress.skip(done.into());
    let threads =
        batch::threads(args.threads, args.deals.saturating_sub(done).div_ceil(LINE).into());
    let (mut deals, mut solved) = (0_usize, 0_usize);
    let work = |first: Case| {
        let last = args.deals.min(first + (LINE - 1));
        let attempts: Result<Vec<Attempt>, UnknownFeature> =
            (first..=last).map(|deal| search(deal, &cancel)).collect();
        (first, attempts)
    };
    let emit = |(first, attempts): (Case, Result<Vec<Attempt>, _>)| -> anyhow::Result<()> {
        // Searches that were cut short have no result.
        if cancel.is_cancelled() {
            return Ok(());
        }
        let attempts = attempts?;
        file.write_all(line(first, &attempts).as_bytes()).with_context(|| name(&args.out))?;
        deals += attempts.len();
        solved += attempts.iter().filter(|attempt| attempt.is_solved()).count();
        for _ in &attempts {
            progress.advance(|| format!("{solved} of {deals} solved"));
        }
        Ok(())
    };
    let is_whole = batch::in_order(lines, threads, || cancel.is_cancelled(), work, emit)?;
    progress.finish();
    if !is_whole || cancel.is_cancelled() {
        if !args.quiet {
            say(format_args!("interrupted; the same command continues {}", args.out.display()));
        }
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// The file to continue, and the number of its deals. An incomplete last line is dropped; a file of another kind is not touched.
fn open(path: &Path) -> anyhow::Result<(File, Case)> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| name(path)),
    };
    if !text.starts_with(HEADER) && !HEADER.starts_with(&text) {
        let error = anyhow!("{} is not a table of baselines", path.display());
        return Err(Exit::bad_input(error));
    }
    // An incomplete header is written again.
    let end = if text.starts_with(HEADER) { text.rfind('\n').map_or(0, |end| end + 1) } else { 0 };
    let whole = &text[..end];
    let table = Baselines::parse(whole).with_context(|| name(path)).map_err(Exit::bad_input)?;
    let mut options = OpenOptions::new();
    let mut file = options.create(true).append(true).open(path).with_context(|| name(path))?;
    if whole.len() < text.len() {
        file.set_len(whole.len() as u64).with_context(|| name(path))?;
    }
    if whole.is_empty() {
        file.write_all(HEADER.as_bytes()).with_context(|| name(path))?;
    }
    let done = Case::try_from(table.len()).map_err(Exit::bad_input)?;
    Ok((file, done))
}

fn name(path: &Path) -> String {
    path.display().to_string()
}
