//! The seam for fault injection: the n-th step of a write fails, or the process ends there.
//!
//! Every write goes through steps: create, write, sync, rename, sync the folder. Tests [`inject`] a fault at each of them in turn. A
//! simulated crash leaves what a real one leaves: half of the bytes, temporary files, and no later step of the thread succeeds.
//!
//! Programs of debug builds honour the environment variable `PATIENCE_CRASH_AT_STEP=N`: the process aborts at its N-th step, counted from 1
//! over all threads. Release builds ignore it.

use std::cell::Cell;
use std::io::{self, Write};
use std::marker::PhantomData;

/// A step of a write.
///
/// ```
/// use patience_files::fault::{Kind, Step, inject};
///
/// // A file that is replaced goes through these steps, in this order.
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("result.txt");
/// for (nth, step) in (1..).zip([Step::Create, Step::Write, Step::Sync, Step::Rename, Step::SyncFolder]) {
///     let _fault = inject(nth, Kind::Error);
///     let error = patience_files::replace(&path, b"text").unwrap_err();
///     assert_eq!(error.to_string(), format!("injected fault: {step:?}"));
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A temporary file is created.
    Create,
    /// Bytes are written.
    Write,
    /// The file is synced.
    Sync,
    /// The temporary file gets its name.
    Rename,
    /// The folder is synced.
    SyncFolder,
}

/// What an injected fault does.
///
/// ```
/// use patience_files::fault::{Kind, inject};
/// use patience_files::replace;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("result.txt");
/// // After an error the process goes on; after a crash it does nothing more.
/// let fault = inject(1, Kind::Error);
/// assert!(replace(&path, b"text").is_err() && replace(&path, b"text").is_ok());
/// drop(fault);
/// let fault = inject(1, Kind::Crash);
/// assert!(replace(&path, b"text").is_err() && replace(&path, b"text").is_err());
/// # drop(fault);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The step fails, as on a full disk; the process goes on.
    Error,
    /// The process ends: this step and all later ones fail, and nothing is cleaned up.
    Crash,
}

#[derive(Clone, Copy)]
enum State {
    Idle,
    /// A fault after this many more steps.
    Planned(u64, Kind),
    Struck(Kind),
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State::Idle) };
}

/// A fault in the writes of this thread; it ends when this is dropped.
///
/// ```
/// use patience_files::fault::{Kind, inject};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("result.txt");
/// let fault = inject(1, Kind::Crash);
/// assert!(patience_files::replace(&path, b"text").is_err());
/// drop(fault);
/// assert!(patience_files::replace(&path, b"text").is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Injected(PhantomData<*const ()>);

impl Injected {
    /// Whether the fault has happened.
    ///
    /// ```
    /// use patience_files::fault::{Kind, inject};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("result.txt");
    /// // A write that has fewer steps is never struck: a test of every step ends here.
    /// let fault = inject(100, Kind::Error);
    /// patience_files::replace(&path, b"text")?;
    /// assert!(!fault.has_struck());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn has_struck(&self) -> bool {
        matches!(STATE.get(), State::Struck(_))
    }
}

impl Drop for Injected {
    fn drop(&mut self) {
        STATE.set(State::Idle);
    }
}

/// Injects a fault at the `nth` step of this thread, counted from 1.
///
/// ```
/// use patience_files::fault::{Kind, inject};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("result.txt");
/// patience_files::replace(&path, b"old")?;
/// // The second step is the write.
/// let fault = inject(2, Kind::Error);
/// assert!(patience_files::replace(&path, b"new").is_err() && fault.has_struck());
/// assert_eq!(std::fs::read(&path)?, b"old");
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
pub fn inject(nth: u64, kind: Kind) -> Injected {
    STATE.set(State::Planned(nth, kind));
    Injected(PhantomData)
}

/// Writes bytes; a fault writes half of them.
pub(crate) fn write(file: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    if has_crashed() {
        return Err(error(Step::Write));
    }
    if !is_due() {
        return file.write_all(bytes);
    }
    file.write_all(&bytes[..bytes.len() / 2])?;
    Err(error(Step::Write))
}

/// An error if a fault is due at this step.
pub(crate) fn check(step: Step) -> io::Result<()> {
    if has_crashed() || is_due() { Err(error(step)) } else { Ok(()) }
}

/// Whether a crash was simulated.
pub(crate) fn has_crashed() -> bool {
    matches!(STATE.get(), State::Struck(Kind::Crash))
}

/// Counts a step.
fn is_due() -> bool {
    match STATE.get() {
        State::Planned(1, kind) => STATE.set(State::Struck(kind)),
        State::Planned(left, kind) => {
            STATE.set(State::Planned(left - 1, kind));
            return false;
        }
        State::Idle | State::Struck(_) => return process::is_due(),
    }
    true
}

fn error(step: Step) -> io::Error {
    process::abort_if_due();
    io::Error::other(format!("injected fault: {step:?}"))
}

/// The fault of the whole process.
#[cfg(debug_assertions)]
mod process {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static DONE: AtomicU64 = AtomicU64::new(0);

    fn planned() -> Option<u64> {
        static PLANNED: OnceLock<Option<u64>> = OnceLock::new();
        *PLANNED.get_or_init(|| std::env::var("PATIENCE_CRASH_AT_STEP").ok()?.parse().ok())
    }

    pub(super) fn is_due() -> bool {
        planned().is_some_and(|planned| DONE.fetch_add(1, Ordering::Relaxed) + 1 == planned)
    }

    pub(super) fn abort_if_due() {
        if planned().is_some_and(|planned| planned <= DONE.load(Ordering::Relaxed)) {
            std::process::abort();
        }
    }
}

#[cfg(not(debug_assertions))]
mod process {
    pub(super) fn is_due() -> bool {
        false
    }

    pub(super) fn abort_if_due() {}
}
