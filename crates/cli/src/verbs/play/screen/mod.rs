//! Play on the full screen of a terminal.

mod app;
mod buffer;
mod draw;
mod layout;
mod paint;
mod targets;
mod terminal;
#[cfg(test)]
mod tests;

use std::io::Write;

use patience_core::Cancel;

use self::app::{App, Flow};
use self::paint::Painter;
use self::terminal::{Happened, Terminal};
use super::interactive::Game;

/// How the screen looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    is_ascii: bool,
    is_coloured: bool,
}

impl Look {
    /// With ASCII letters or with symbols; `NO_COLOR` turns colours off.
    pub(super) fn of(is_ascii: bool) -> Self {
        let is_coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        Self { is_ascii, is_coloured }
    }
}

/// Plays until the person leaves, or an interrupt.
pub(super) fn run(game: &mut Game<'_>, look: Look, cancel: &Cancel) -> anyhow::Result<()> {
    play(game, look, cancel)?;
    let won = game.session.is_won();
    let how = if won { "won in" } else { "left after" };
    writeln!(anstream::stdout(), "{}\n{how} {}", game.title(), game.lengths())?;
    Ok(())
}

fn play(game: &mut Game<'_>, look: Look, cancel: &Cancel) -> anyhow::Result<()> {
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
