//! The terminal: raw mode, keys, colours. It is restored however the game ends.

use std::io::{self, Write};
use std::panic;
use std::sync::Once;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{
    Attribute, Color, Print, ResetColor, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};

use super::app::Key;
use super::buffer::{Buffer, Tone};
use super::targets::Way;

/// How soon an interrupt is noticed.
const TICK: Duration = Duration::from_millis(100);

/// A terminal that shows the game.
pub(super) struct Terminal {
    is_coloured: bool,
}

/// What happened.
pub(super) enum Happened {
    Nothing,
    Key(Key),
    Resized,
}

impl Terminal {
    /// Takes the screen.
    pub(super) fn take(is_coloured: bool) -> io::Result<Self> {
        restore_after_panics();
        terminal::enable_raw_mode()?;
        let taken = Self { is_coloured };
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide, Clear(ClearType::All))?;
        Ok(taken)
    }

    /// Columns and lines.
    pub(super) fn size() -> (u16, u16) {
        terminal::size().unwrap_or((80, 24))
    }

    /// Waits a moment for a key.
    pub(super) fn wait() -> io::Result<Happened> {
        if !event::poll(TICK)? {
            return Ok(Happened::Nothing);
        }
        Ok(match event::read()? {
            Event::Key(key) => key_of(key).map_or(Happened::Nothing, Happened::Key),
            Event::Resize(..) => Happened::Resized,
            _ => Happened::Nothing,
        })
    }

    /// Shows a screen.
    pub(super) fn show(&self, buffer: &Buffer, is_new: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        queue!(out, BeginSynchronizedUpdate)?;
        if is_new {
            queue!(out, Clear(ClearType::All))?;
        }
        for (line, runs) in (0..).zip(buffer.rows()) {
            queue!(out, cursor::MoveTo(0, line))?;
            for (tone, text) in runs {
                self.style(&mut out, tone)?;
                queue!(out, Print(text), SetAttribute(Attribute::Reset), ResetColor)?;
            }
        }
        queue!(out, EndSynchronizedUpdate)?;
        out.flush()
    }

    fn style(&self, out: &mut impl Write, tone: Tone) -> io::Result<()> {
        let attribute = match tone {
            Tone::Strong
            | Tone::Cursor
            | Tone::Target
            | Tone::Neutral
            | Tone::RedCard
            | Tone::Accent => Some(Attribute::Bold),
            Tone::Faint => Some(Attribute::Dim),
            Tone::Plain | Tone::BlackCard | Tone::Back | Tone::Body => None,
        };
        if let Some(attribute) = attribute {
            queue!(out, SetAttribute(attribute))?;
        }
        if !self.is_coloured {
            return Ok(());
        }
        let (ink, paper) = match tone {
            Tone::RedCard => (Some(Color::DarkRed), Some(Color::White)),
            Tone::BlackCard => (Some(Color::Black), Some(Color::White)),
            Tone::Back => (Some(Color::White), Some(Color::DarkBlue)),
            Tone::Neutral => (Some(Color::DarkCyan), None),
            Tone::Body => (Some(Color::Black), Some(Color::DarkCyan)),
            Tone::Accent => (Some(Color::White), Some(Color::DarkRed)),
            Tone::Cursor => (Some(Color::DarkYellow), None),
            Tone::Target => (Some(Color::DarkGreen), None),
            Tone::Plain | Tone::Strong | Tone::Faint => (None, None),
        };
        if let Some(ink) = ink {
            queue!(out, SetForegroundColor(ink))?;
        }
        if let Some(paper) = paper {
            queue!(out, SetBackgroundColor(paper))?;
        }
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the screen back. Nothing can be done if that fails.
fn restore() {
    let _ = execute!(io::stdout(), cursor::Show, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// Whoever reads the message of a panic needs the screen back first.
fn restore_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            usual(info);
        }));
    });
}

fn key_of(key: KeyEvent) -> Option<Key> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        let ends = matches!(key.code, KeyCode::Char('c' | 'd'));
        return (ends && key.modifiers.contains(KeyModifiers::CONTROL)).then_some(Key::Quit);
    }
    Some(match key.code {
        KeyCode::Up => Key::Arrow(Way::Up),
        KeyCode::Down => Key::Arrow(Way::Down),
        KeyCode::Left => Key::Arrow(Way::Left),
        KeyCode::Right => Key::Arrow(Way::Right),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace | KeyCode::Delete => Key::Backspace,
        KeyCode::Char(letter) => Key::Letter(letter),
        _ => return None,
    })
}
