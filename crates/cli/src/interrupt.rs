//! Ctrl-C and requests to terminate: the first one asks the searches to stop and report, the second one ends the program.

use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use patience_core::Cancel;

use crate::output::say;
use crate::progress;

/// The exit code of a program that did not end by itself.
const INTERRUPTED: i32 = 130;

/// How long the program may take to stop and report. Files are written so that its end at any moment loses nothing.
const GRACE: Duration = Duration::from_secs(10);

/// The switch of the command that runs; unset while it has nothing to stop or report.
static SWITCH: OnceLock<Cancel> = OnceLock::new();

/// The handler, once it is installed.
static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();

/// A switch that Ctrl-C, and a request to terminate, turns. The program ends soon after, even where a system call waits.
pub(crate) fn cancel_on_interrupt() -> anyhow::Result<Cancel> {
    install().map_err(anyhow::Error::msg)?;
    Ok(SWITCH.get_or_init(Cancel::new).clone())
}

/// From now on, Ctrl-C takes progress off the screen before the program ends.
pub(crate) fn clear_on_interrupt() {
    // Without a handler, a line of progress stays.
    let _ = install();
}

fn install() -> Result<(), String> {
    HANDLER.get_or_init(|| ctrlc::set_handler(handle).map_err(|error| error.to_string())).clone()
}

fn handle() {
    let Some(switch) = SWITCH.get().filter(|switch| !switch.is_cancelled()) else {
        progress::clear();
        std::process::exit(INTERRUPTED);
    };
    switch.cancel();
    thread::spawn(|| {
        thread::sleep(GRACE);
        progress::clear();
        say(format_args!("error: still busy {} s after the interrupt", GRACE.as_secs()));
        std::process::exit(INTERRUPTED);
    });
}
