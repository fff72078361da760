//! The full-screen game.

mod app;
mod buffer;
mod draw;
mod layout;
mod paint;
mod targets;
mod terminal;
#[cfg(test)]
mod tests;

use std::io;

use patience_core::Cancel;

use self::app::{App, Flow};
use self::paint::Painter;
use self::terminal::{Happened, Terminal};
use crate::Game;

/// How the screen looks.
///
/// ```
/// use patience_terminal::Look;
///
/// // Who sets `NO_COLOR` gets shapes only.
/// let look = |no_color: Option<&str>| {
///     Look { is_ascii: false, is_coloured: no_color.is_none_or(str::is_empty) }
/// };
/// assert!(look(None).is_coloured && look(Some("")).is_coloured && !look(Some("1")).is_coloured);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// ASCII letters only.
    pub is_ascii: bool,
    /// Colours, or shapes only.
    pub is_coloured: bool,
}

/// Plays on the full screen of the process's terminal until the person leaves, or an interrupt. The terminal is restored in the end.
///
/// ```
#[doc = include_str!("../../doc/game.rs")]
/// use crossterm::terminal::is_raw_mode_enabled;
/// use patience_terminal::{Look, play_screen};
///
/// // After an interrupt, nobody can play. Without a terminal, this is an error.
/// let cancel = Cancel::new();
/// cancel.cancel();
/// let ended = play_screen(&mut game, Look { is_ascii: true, is_coloured: false }, &cancel);
/// assert!(ended.is_err() || game.session.moves().is_empty());
/// // Either way, the terminal is as it was.
/// assert!(!is_raw_mode_enabled().unwrap_or(false));
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub fn play_screen(game: &mut Game<'_>, look: Look, cancel: &Cancel) -> io::Result<()> {
    let painter = Painter { is_ascii: look.is_ascii };
    let mut app = App::new(game);
    let terminal = Terminal::take(look.is_coloured)?;
    let mut is_new = true;
    loop {
        let (width, height) = Terminal::size();
        terminal.show(&app.draw(painter, width, height), is_new)?;
        is_new = false;
        let flow = loop {
            if cancel.is_cancelled() {
                return Ok(());
            }
            match Terminal::wait()? {
                Happened::Nothing => {}
                Happened::Key(key) => break app.press(key),
                Happened::Resized => {
                    is_new = true;
                    break Flow::On;
                }
            }
        };
        match flow {
            Flow::On => {}
            Flow::Quit => return Ok(()),
            Flow::Hint => {
                app.messages = vec!["thinking...".to_owned()];
                terminal.show(&app.draw(painter, width, height), false)?;
                app.hint();
            }
        }
    }
}
