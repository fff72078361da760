//! The file that keeps a game, and the command that resumes it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::ArgMatches;
use patience_kit::{Values, shown};
use patience_workbench::read;
use patience_workbench::session::{Session, Start, is_game};

use super::begin::{Begun, unusual_rules};
use crate::exit::Exit;
use crate::output::write_file;
use crate::sources::failed;

/// The longest part of a file name that is the name of an instance.
const LONGEST_NAME: usize = 40;

/// Keeps a game in a file, or in none.
pub(in super::super) struct Keeper {
    path: Option<PathBuf>,
    /// Whether the file holds the game.
    is_written: bool,
}

/// The file that the command line chooses. It is written at the first move.
pub(super) fn choose(begun: &Begun, matches: &ArgMatches) -> anyhow::Result<Keeper> {
    let is_scripted = matches.get_one::<String>("script").is_some();
    let path = match (matches.get_one::<String>("save"), &begun.file) {
        (Some(path), file) => {
            let path = PathBuf::from(path);
            if file.as_ref() != Some(&path) {
                refuse_existing(&path, &begun.session)?;
            }
            Some(path)
        }
        (None, _) if matches.get_flag("no-save") || is_scripted => None,
        (None, Some(file)) => Some(file.clone()),
        (None, None) => Some(new_file(&begun.session)),
    };
    let is_written = path.is_some() && path == begun.file;
    Ok(Keeper { path, is_written })
}

/// An existing file is somebody's.
fn refuse_existing(path: &Path, session: &Session) -> anyhow::Result<()> {
    let shown = path.display();
    match beginning(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Exit::bad_input(anyhow!("{shown}: {error}"))),
        Ok(text) if text.is_empty() => Ok(()),
        Ok(text) if is_game(&text) => Err(Exit::bad_input(anyhow!(
            "{shown} holds a game: resume it with patience play {} --interactive {shown}, or choose another file",
            session.kit().about().name
        ))),
        Ok(_) => Err(not_ours(path)),
    }
}

fn not_ours(path: &Path) -> anyhow::Error {
    Exit::bad_input(anyhow!("{} is not a saved game: it is not overwritten", path.display()))
}

/// The first letters of a file: enough to see whose it is.
fn beginning(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(64).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file that does not exist yet, named after the game.
fn new_file(session: &Session) -> PathBuf {
    let name = session.start().name();
    let name: String = name.chars().take(LONGEST_NAME).collect();
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let stem = format!("{}-{}", session.kit().about().name, words.join("-"));
    let numbered = (2_u32..).map(|number| format!("{stem}-{number}.game.txt"));
    let mut names = std::iter::once(format!("{stem}.game.txt")).chain(numbered).map(PathBuf::from);
    names.find(|path| !path.exists()).unwrap_or_default()
}

impl Keeper {
    /// A game that no file keeps.
    #[cfg(test)]
    pub(in super::super) fn none() -> Self {
        Self { path: None, is_written: false }
    }

    /// Writes the game as a whole. A file that became somebody else's is left alone.
    pub(in super::super) fn keep(&mut self, session: &Session) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let is_ours = |text: &String| text.is_empty() || (self.is_written && is_game(text));
        if !beginning(path).as_ref().map_or(true, is_ours) {
            return Err(not_ours(path));
        }
        let note = format!("Resume with: {}", resume_file(session, path));
        write_file(path, &session.saved().write(&note))?;
        self.is_written = true;
        Ok(())
    }

    /// The file that holds the game.
    pub(in super::super) fn written(&self) -> Option<String> {
        self.path.as_ref().filter(|_| self.is_written).map(|path| path.display().to_string())
    }

    /// The command that resumes the game.
    pub(in super::super) fn command(&self, session: &Session) -> String {
        match self.path.as_ref().filter(|_| self.is_written) {
            Some(path) => resume_file(session, path),
            None => replay_command(session),
        }
    }

    /// Writes what is visible, as `advise` and `show` read it, with the command that continues the game.
    pub(in super::super) fn write_visible(session: &Session, path: &Path) -> anyhow::Result<()> {
        const MARK: &str = "# To continue: ";
        match beginning(path) {
            Ok(text) if !text.is_empty() && !text.starts_with(MARK) => {
                return Err(anyhow!("{} exists and was not saved by a game", path.display()));
            }
            _ => {}
        }
        let position = session.visible(|it| it.write(session.kit().about().exchange));
        let position = position.map_err(failed)?;
        let command = replay_command(session).replace('\n', "\n# ");
        write_file(path, &format!("{MARK}{command}\n{position}")).context("not saved")
    }
}

fn resume_file(session: &Session, path: &Path) -> String {
    let puzzle = session.kit().about().name;
    format!("patience play {puzzle} --interactive {}", quoted(&path.display().to_string()))
}

/// The command that begins the same game and plays the same moves.
fn replay_command(session: &Session) -> String {
    let kit = session.kit();
    let start = match session.start() {
        Start::Seed { seed, .. } => format!("--seed {seed}"),
        Start::Position { name, text, .. } => {
            let exchange = kit.about().exchange;
            let named = read(kit, name, &Values::default()).and_then(|it| it.write(exchange));
            quoted(if named.as_ref() == Ok(text) { name } else { text })
        }
    };
    let rules: String = unusual_rules(session)
        .0
        .iter()
        .map(|(name, value)| {
            let flag = name.replace('_', "-");
            match value.as_bool() {
                Some(_) => format!(" --{flag}"),
                None => format!(" --{flag} {}", quoted(&shown(value))),
            }
        })
        .collect();
    let moves = match session.moves() {
        moves if moves.is_empty() => String::new(),
        moves => format!(" --after '{}'", moves.join(" ")),
    };
    format!("patience play {} --interactive {start}{rules}{moves}", kit.about().name)
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("617"), "617");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
