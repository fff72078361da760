//! A bar over the searches of a batch.

use patience_learn::Watcher;

use crate::progress::Progress;

/// A bar over the searches of a batch.
pub(crate) struct Watch {
    /// The purpose of the searches.
    pub(crate) label: String,
    quiet: bool,
    progress: Option<Progress>,
    /// What the run does.
    doing: &'static str,
    solved: usize,
    done: usize,
}

impl Watch {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { label: String::new(), quiet, progress: None, doing: "", solved: 0, done: 0 }
    }

    pub(crate) fn clear(&self) {
        if let Some(progress) = &self.progress {
            progress.finish();
        }
    }
}

impl Watcher for Watch {
    fn doing(&mut self, doing: &'static str) {
        self.clear();
        self.doing = doing;
        let words = format!("{}{doing}", self.label);
        self.progress = Some(Progress::activity(words, self.quiet));
    }

    fn begin(&mut self, searches: usize) {
        self.clear();
        (self.solved, self.done) = (0, 0);
        let words = format!("{}{}", self.label, self.doing);
        self.progress =
            (0 < searches).then(|| Progress::new(searches as u64, self.quiet).doing(words));
    }

    fn ended(&mut self, is_solved: bool) {
        self.done += 1;
        self.solved += usize::from(is_solved);
        if let Some(progress) = &self.progress {
            let Self { label, doing, solved, done, .. } = self;
            progress.advance(|| format!("{label}{doing}: {solved} of {done} solved"));
        }
    }
}
