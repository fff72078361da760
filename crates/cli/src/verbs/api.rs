//! `patience api`: JSON requests on standard input, answers on standard output, one a line.

use std::io::{self, BufRead, Read, Write};

use patience_workbench::request::{Desk, system_entropy};

use crate::exit::Exit;
use crate::interrupt;

/// The longest request.
const MOST_BYTES: u64 = 16 << 20;

/// Hidden games that are kept at once.
const MOST_GAMES: usize = 1000;

/// Answers requests until the input ends.
pub(crate) fn run() -> anyhow::Result<Exit> {
    let cancel = interrupt::cancel_on_interrupt()?;
    let desk = Desk::new(system_entropy(), MOST_GAMES);
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut line = Vec::new();
    while !cancel.is_cancelled() {
        line.clear();
        if input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(Exit::Done);
        }
        let request = String::from_utf8_lossy(&line);
        if !request.trim().is_empty() {
            writeln!(out, "{}", desk.answer_text(&request, &cancel, &mut ()))?;
            out.flush()?;
        }
    }
    Ok(Exit::Interrupted)
}
