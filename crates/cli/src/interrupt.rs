//! Ctrl-C and requests to terminate: the first one asks the searches to stop and report, the second one ends the program.

use std::thread;
use std::time::Duration;

use patience_core::Cancel;

use crate::output::say;

/// The exit code of a program that did not end by itself.
const INTERRUPTED: i32 = 130;

/// How long the program may take to stop and report. Files are written so that its end at any moment loses nothing.
const GRACE: Duration = Duration::from_secs(10);

/// A switch that Ctrl-C, and a request to terminate, turns. The program ends soon after, even where a system call waits.
pub(crate) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let switch = cancel.clone();
    ctrlc::set_handler(move || {
        if switch.is_cancelled() {
            std::process::exit(INTERRUPTED);
        }
        switch.cancel();
        thread::spawn(|| {
            thread::sleep(GRACE);
            say(format_args!("error: still busy {} s after the interrupt", GRACE.as_secs()));
            std::process::exit(INTERRUPTED);
        });
    })?;
    Ok(cancel)
}
