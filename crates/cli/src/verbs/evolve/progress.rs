//! What a run prints: a bar over the searches of a generation, and a line per generation.

use std::fmt::Write as _;
use std::io::{Write as _, stdout};

use patience_learn::{Attempt, Generation, Settings, Watcher};

use crate::evolve::in_time;
use crate::progress::Progress;

/// A generation in one line; `left` are the seconds that remain.
pub(super) fn render(generation: &Generation, settings: &Settings, left: f64) -> String {
    let Generation { best, mean, solved, searches, validation, champion, .. } = generation;
    let mut line = format!(
        "{:>4}: best {best:.3}, mean {mean:.3}, solved {solved} of {searches}; validation {:.3}, {} of {}; best so far {:.3} of {}",
        generation.generation,
        validation.fitness,
        validation.solved,
        validation.cases,
        champion.validation.fitness,
        champion.generation,
    );
    if !generation.stage.is_empty() {
        let _ = write!(line, "; {}", generation.stage);
    }
    if generation.generation + 1 < settings.generations {
        let _ = write!(line, "; {} left", in_time(left));
    }
    line
}

/// Prints a line at once.
pub(super) fn print(line: &str) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// A bar over the searches of a generation.
pub(super) struct Watch {
    pub(super) generation: u32,
    quiet: bool,
    progress: Option<Progress>,
    solved: usize,
    done: usize,
}

impl Watch {
    pub(super) fn new(quiet: bool) -> Self {
        Self { generation: 0, quiet, progress: None, solved: 0, done: 0 }
    }

    pub(super) fn clear(&self) {
        if let Some(progress) = &self.progress {
            progress.finish();
        }
    }
}

impl Watcher for Watch {
    fn begin(&mut self, searches: usize) {
        self.clear();
        (self.solved, self.done) = (0, 0);
        self.progress = (0 < searches).then(|| Progress::new(searches as u64, self.quiet));
    }

    fn ended(&mut self, attempt: &Attempt) {
        self.done += 1;
        self.solved += usize::from(attempt.is_solved());
        if let Some(progress) = &self.progress {
            let (generation, solved, done) = (self.generation, self.solved, self.done);
            progress.advance(|| format!("generation {generation}, {solved} of {done} solved"));
        }
    }
}
