//! Ctrl-C: the first one asks the searches to stop and report, the second one ends the program.

use patience_core::Cancel;

/// The exit code of a program that was interrupted twice.
const INTERRUPTED: i32 = 130;

/// A switch that Ctrl-C, and a polite request to terminate, turns.
pub(crate) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    let cancel = Cancel::new();
    let switch = cancel.clone();
    ctrlc::set_handler(move || {
        if switch.is_cancelled() {
            std::process::exit(INTERRUPTED);
        }
        switch.cancel();
    })?;
    Ok(cancel)
}
