//! Play line by line: typed, through a pipe, or from a script.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use patience_core::Cancel;
use patience_kit::Fault;

use crate::{Error, Game, Keeper};

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;
/// How soon an interrupt is noticed.
const TICK: Duration = Duration::from_millis(50);

const HELP: &str = "\
?       a hint: the best move, or the best moves with their chances
u       take a move back          r       play it again
x       begin again               b       show the board
s       save the game             s FILE  save what you see, and how to continue
h       this help                 q       quit
";

/// Whether a game goes on.
enum Next {
    On,
    Over,
}

/// Where moves and commands come from.
///
/// ```
#[doc = include_str!("../doc/game.rs")]
/// use patience_terminal::{Input, play_lines};
///
/// let from = Box::new("7\nu\nq\n".as_bytes());
/// let input = Input::Typed { from, name: "an example", is_prompted: true };
/// let mut out = Vec::new();
/// play_lines(&mut game, input, &mut out, &Cancel::new())?;
/// let out = String::from_utf8_lossy(&out);
/// // A prompt for each line; the first move was taken back.
/// assert_eq!(out.matches("> ").count(), 3);
/// assert!(out.ends_with("left after 0 moves\n"));
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub enum Input<'a> {
    /// A text with a command a line.
    Script(&'a str),
    /// Somebody or something that writes lines.
    Typed {
        /// What is read. A thread reads it until its end.
        from: Box<dyn Read + Send>,
        /// How errors name it.
        name: &'static str,
        /// Whether to write a prompt before every line.
        is_prompted: bool,
    },
}

/// Plays until the person leaves, the game or the input ends, or an interrupt.
///
/// ```
#[doc = include_str!("../doc/game.rs")]
/// use patience_terminal::{Input, play_lines};
///
/// let mut out = Vec::new();
/// play_lines(&mut game, Input::Script("1\n8\n7"), &mut out, &Cancel::new())?;
/// let out = String::from_utf8_lossy(&out);
/// assert!(out.contains("1 is not allowed") && out.ends_with("won in 1 move\n"));
/// // After the win, nothing more is read.
/// assert_eq!(game.session.moves(), ["8"]);
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub fn play_lines(
    game: &mut Game<'_>,
    input: Input<'_>,
    out: &mut dyn Write,
    cancel: &Cancel,
) -> Result<(), Error> {
    let mut lines = Lines { game, out };
    writeln!(lines.out, "{}; h for help", lines.game.title())?;
    lines.show()?;
    if let Next::Over = lines.check_over()? {
        return Ok(());
    }
    match input {
        Input::Script(script) => {
            for line in script.lines() {
                if let Next::Over = lines.obey(line.trim())? {
                    return Ok(());
                }
            }
        }
        Input::Typed { from, name, is_prompted } => {
            let input = typed(from, name);
            loop {
                if is_prompted {
                    write!(lines.out, "> ")?;
                    lines.out.flush()?;
                }
                let Some(line) = next_line(&input, cancel)? else { break };
                if let Next::Over = lines.obey(line.trim())? {
                    return Ok(());
                }
            }
        }
    }
    lines.leave()
}

/// Lines of an input. They are read by another thread, so that an interrupt ends the wait for the next one.
fn typed(from: Box<dyn Read + Send>, name: &'static str) -> Receiver<Result<String, Fault>> {
    let (sender, receiver) = mpsc::sync_channel(0);
    thread::spawn(move || {
        let mut input = BufReader::new(from);
        for number in 1_u64.. {
            let mut line = String::new();
            let wrong =
                |what: &dyn Display| Fault::input(format_args!("{name}, line {number}: {what}"));
            let read = match input.by_ref().take(LONGEST).read_line(&mut line) {
                Ok(0) => return,
                Ok(length) if length as u64 == LONGEST => Err(wrong(&"expected a short line")),
                Ok(_) => Ok(line),
                Err(error) => Err(wrong(&error)),
            };
            let is_last = read.is_err();
            if sender.send(read).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// The next line; `None` at the end of input, or after an interrupt.
fn next_line(
    input: &Receiver<Result<String, Fault>>,
    cancel: &Cancel,
) -> Result<Option<String>, Fault> {
    while !cancel.is_cancelled() {
        match input.recv_timeout(TICK) {
            Ok(line) => return line.map(Some),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(None)
}

struct Lines<'g, 'a> {
    game: &'g mut Game<'a>,
    out: &'g mut dyn Write,
}

impl Lines<'_, '_> {
    /// Executes a line.
    fn obey(&mut self, line: &str) -> Result<Next, Error> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("", _) => {}
            ("q" | "quit" | "exit", "") => {
                self.leave()?;
                return Ok(Next::Over);
            }
            ("h" | "help", "") => {
                write!(self.out, "{}{HELP}", self.game.session.kit().move_help())?;
            }
            ("b", "") => self.show()?,
            ("?", "") => self.advise()?,
            ("u" | "undo", "") => return self.change("take back", |game| game.session.undo()),
            ("x" | "restart", "") => {
                return self.change("take back", |game| game.session.restart());
            }
            ("redo", "") => return self.change("play again", |game| game.session.redo()),
            // Some puzzle may have a move of that name.
            ("r", "") if 0 < self.game.session.undone() => {
                return self.change("play again", |game| game.session.redo());
            }
            ("s" | "save", path) => self.save(path)?,
            _ => return self.play(line),
        }
        Ok(Next::On)
    }

    fn play(&mut self, line: &str) -> Result<Next, Error> {
        let played = match self.game.session.play(line) {
            Ok(played) => played,
            Err(_) if line == "r" => {
                writeln!(self.out, "there is no step to play again")?;
                return Ok(Next::On);
            }
            Err(fault) => {
                let place =
                    fault.place.map_or_else(String::new, |(_, at)| format!("column {at}: "));
                writeln!(self.out, "{place}{}; h for help", fault.message)?;
                return Ok(Next::On);
            }
        };
        for sentence in &played.sentences {
            writeln!(self.out, "{sentence}")?;
        }
        if let Some(refused) = played.refused {
            writeln!(self.out, "{} is not allowed: {}", refused.notation, refused.reason)?;
        }
        if played.moves.is_empty() {
            return Ok(Next::On);
        }
        self.changed()
    }

    /// Takes back, or plays again.
    fn change(
        &mut self,
        what: &str,
        change: impl FnOnce(&mut Game<'_>) -> bool,
    ) -> Result<Next, Error> {
        if self.game.is_strict {
            writeln!(self.out, "steps cannot be taken back: the game was begun with --strict")?;
        } else if change(self.game) {
            return self.changed();
        } else {
            writeln!(self.out, "there is no step to {what}")?;
        }
        Ok(Next::On)
    }

    /// Keeps and shows what was changed.
    fn changed(&mut self) -> Result<Next, Error> {
        if let Err(error) = self.game.keeper.keep(&self.game.session) {
            writeln!(self.out, "not saved: {error}")?;
        }
        self.show()?;
        self.check_over()
    }

    fn show(&mut self) -> Result<(), Error> {
        write!(self.out, "{}", self.game.session.table()?)?;
        self.out.flush()?;
        Ok(())
    }

    /// Reports the end of the game.
    fn check_over(&mut self) -> Result<Next, Error> {
        if self.game.session.is_won() {
            writeln!(self.out, "won in {}", self.game.lengths())?;
            return Ok(Next::Over);
        }
        if !self.game.session.is_stuck() {
            return Ok(Next::On);
        }
        if self.game.is_strict {
            writeln!(self.out, "no moves are left: the game is lost")?;
            return Ok(Next::Over);
        }
        writeln!(self.out, "no moves are left: take a step back (u) or quit (q)")?;
        Ok(Next::On)
    }

    fn advise(&mut self) -> Result<(), Error> {
        match self.game.hints.report(&self.game.session) {
            Ok(report) => write!(self.out, "{report}")?,
            Err(error) => writeln!(self.out, "no advice: {error}")?,
        }
        Ok(())
    }

    fn save(&mut self, path: &str) -> Result<(), Error> {
        let saved = if path.is_empty() {
            let kept = self.game.keeper.keep(&self.game.session);
            kept.map(|()| self.game.keeper.written())
        } else {
            let path = Path::new(path);
            let written = Keeper::write_visible(&self.game.session, path);
            written.map(|()| Some(path.display().to_string()))
        };
        match saved {
            Ok(Some(path)) => writeln!(self.out, "saved to {path}")?,
            Ok(None) => writeln!(self.out, "not saved: the game was begun without a file")?,
            Err(error) => writeln!(self.out, "not saved: {error}")?,
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<(), Error> {
        writeln!(self.out, "left after {}", self.game.lengths())?;
        Ok(())
    }
}
