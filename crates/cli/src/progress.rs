//! Progress on standard error, for people who watch a terminal.

use std::borrow::Cow;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, WeakProgressBar};
use patience_core::{Cost, Event, Observer, Stats};

use crate::interrupt;
use crate::output::grouped;

/// The bar on the screen, so that whatever else prints or ends the program can take it off.
static SHOWN: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// How long the end of the program waits for the screen: a thread that prints may hold it.
const PATIENCE: Duration = Duration::from_millis(200);

/// A bar over a batch or a spinner over one search; hidden unless standard error is a terminal.
#[derive(Clone)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Whether a search can be watched: not if others run at the same time.
    shows_search: bool,
}

impl Progress {
    /// Progress over a number of instances, shown only on a terminal and not if `quiet`.
    pub(crate) fn new(instances: u64, quiet: bool) -> Self {
        let bar =
            if instances == 1 { ProgressBar::new_spinner() } else { ProgressBar::new(instances) };
        if quiet || !stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        } else {
            interrupt::clear_on_interrupt();
            *shown() = Some(bar.downgrade());
        }
        let template = if instances == 1 {
            "{spinner} {elapsed} {wide_msg}"
        } else {
            // Messages are cut at the edge: what wraps leaves lines behind when the width changes.
            "{bar:20} {human_pos}/{human_len} {elapsed_precise} left {eta} {wide_msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar, shows_search: instances == 1 }
    }

    /// A spinner that says what the program does before it can say how far it is; it leaves the screen at the end.
    pub(crate) fn activity(doing: impl Into<Cow<'static, str>>, quiet: bool) -> Self {
        Self::new(1, quiet).doing(doing)
    }

    /// The same with words for what the program does before the first result.
    pub(crate) fn doing(self, doing: impl Into<Cow<'static, str>>) -> Self {
        self.now(doing);
        self
    }

    /// Says what the program does now.
    pub(crate) fn now(&self, doing: impl Into<Cow<'static, str>>) {
        self.bar.set_message(doing);
    }

    /// The same for instances that are searched one after the other, so that each can be watched.
    pub(crate) fn one_by_one(self) -> Self {
        Self { shows_search: true, ..self }
    }

    /// Advances the bar; `message` is the state of the whole.
    pub(crate) fn advance_by(&self, count: u64, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
            self.bar.inc(count);
        }
    }

    /// Counts one instance of a batch; `message` is the state of the whole.
    pub(crate) fn advance(&self, message: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
            self.bar.inc(1);
        }
    }

    /// Counts instances that were done before.
    pub(crate) fn skip(&self, done: u64) {
        self.bar.inc(done);
        self.bar.reset_eta();
    }

    /// Runs `print` while the bar is off the screen.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Leaves the screen. A bar that is dropped leaves it too.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// An observer of one search.
    pub(crate) fn observer(&self) -> impl Observer {
        let bar = self.shows_search.then(|| self.bar.clone());
        let mut stage = Stage::default();
        move |event: Event, stats: &Stats| {
            let Some(bar) = &bar else { return };
            stage.enter(event);
            bar.set_message(stage.render(stats));
        }
    }
}

fn shown() -> MutexGuard<'static, Option<WeakProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bar on the screen.
fn on_screen() -> Option<ProgressBar> {
    let bar = shown().as_ref().and_then(WeakProgressBar::upgrade);
    bar.filter(|bar| !bar.is_finished())
}

/// Runs `print` while no bar is on the screen. It must not print through a bar itself.
pub(crate) fn suspended<R>(print: impl FnOnce() -> R) -> R {
    match on_screen() {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Takes the bar off the screen, since the program ends now.
pub(crate) fn clear() {
    let Some(bar) = on_screen() else { return };
    let (sender, done) = mpsc::channel();
    thread::spawn(move || {
        bar.finish_and_clear();
        let _ = sender.send(());
    });
    let _ = done.recv_timeout(PATIENCE);
}

/// How far a search is.
#[derive(Debug, Default)]
struct Stage {
    /// Its activity in words that begin with a comma.
    doing: String,
    /// The bytes that the two sides of a search by layers hold in memory, and on disk.
    layers: Option<[[u64; 2]; 2]>,
}

/// The bound of a search by layers without one.
const NO_BOUND: Cost = u8::MAX as Cost;

impl Stage {
    fn enter(&mut self, event: Event) {
        match event {
            Event::Iteration { bound: NO_BOUND } => self.doing = String::new(),
            Event::Iteration { bound } => self.doing = format!(", bound {bound}"),
            Event::Improved { score } => self.doing = format!(", best score {score}"),
            Event::Layer { forward, bound, layer, layers, states, memory, disk } => {
                let way = if forward { "forward" } else { "backward" };
                let bound = match bound {
                    NO_BOUND => String::new(),
                    bound => format!(", bound {bound}"),
                };
                let states = grouped(states);
                self.doing =
                    format!("{bound}, {way}: level {layer} of {layers} has {states} states");
                self.layers.get_or_insert_default()[usize::from(forward)] = [memory, disk];
            }
            _ => {}
        }
    }

    fn render(&self, stats: &Stats) -> String {
        let Self { doing, layers } = self;
        let nodes = grouped(stats.expanded);
        let Some([[one, on_disk], [other, also_on_disk]]) = layers else {
            return format!("{nodes} nodes, {} MiB{doing}", stats.peak_bytes >> 20);
        };
        let disk = match on_disk + also_on_disk {
            0 => String::new(),
            bytes => format!(", {} MiB on disk", bytes >> 20),
        };
        format!("{nodes} nodes, {} MiB{disk}{doing}", (one + other) >> 20)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_by_layers_tell_where_they_are_and_what_both_sides_hold() {
        let mut stage = Stage::default();
        let mut stats = Stats::default();
        (stats.expanded, stats.peak_bytes) = (1234, 9 << 20);
        stage.enter(Event::Iteration { bound: 17 });
        assert_eq!(stage.render(&stats), "1,234 nodes, 9 MiB, bound 17");
        let layer = |forward, disk| Event::Layer {
            forward,
            bound: 17,
            layer: 5,
            layers: 31,
            states: 4000,
            memory: 2 << 20,
            disk,
        };
        stage.enter(layer(true, 0));
        stage.enter(layer(false, 0));
        assert_eq!(
            stage.render(&stats),
            "1,234 nodes, 4 MiB, bound 17, backward: level 5 of 31 has 4,000 states"
        );
        stage.enter(layer(true, 3 << 20));
        assert!(
            stage
                .render(&stats)
                .starts_with("1,234 nodes, 4 MiB, 3 MiB on disk, bound 17, forward")
        );
    }
}
