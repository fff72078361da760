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
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// ASCII letters only.
    pub is_ascii: bool,
    /// Colours, or shapes only.
    pub is_coloured: bool,
}

/// Plays on the full screen of the process's terminal until the person leaves, or an interrupt. The terminal is restored in the end.
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
