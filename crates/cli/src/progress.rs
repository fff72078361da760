//! Progress on standard error, for people who watch a terminal.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use patience_core::{Event, Observer, Stats};

use crate::output::grouped;

/// A bar over a batch or a spinner over one search; nothing where nobody watches.
#[derive(Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    is_single: bool,
}

impl Progress {
    /// Progress over so many instances, shown only on a terminal and only if wanted.
    pub(crate) fn new(instances: u64, quiet: bool) -> Self {
        let bar =
            if instances == 1 { ProgressBar::new_spinner() } else { ProgressBar::new(instances) };
        if quiet || !stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let template = if instances == 1 {
            "{spinner} {elapsed} {msg}"
        } else {
            "{bar:30} {human_pos}/{human_len} {percent}% {elapsed_precise} left {eta} {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, is_single: instances == 1 }
    }

    /// An instance of a batch is done; `message` tells the state of the whole.
    pub(crate) fn advance(&self, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
            self.bar.inc(1);
        }
    }

    /// So many instances were done before.
    pub(crate) fn skip(&self, done: u64) {
        self.bar.inc(done);
        self.bar.reset_eta();
    }

    /// Runs `print` while the bar is off the screen.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Leaves the screen.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// What watches a search.
    pub(crate) fn observer(&self) -> impl Observer {
        let bar = self.is_single.then(|| self.bar.clone());
        let mut stage = String::new();
        move |event: Event, stats: &Stats| {
            let Some(bar) = &bar else { return };
            match event {
                Event::Iteration { bound } => stage = format!(", bound {bound}"),
                Event::Improved { score } => stage = format!(", best score {score}"),
                _ => {}
            }
            let stored = stats.peak_bytes >> 20;
            bar.set_message(format!("{} nodes, {stored} MiB{stage}", grouped(stats.expanded)));
        }
    }
}
