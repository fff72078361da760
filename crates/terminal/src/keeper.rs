//! The file that keeps a game, and the command that resumes it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use patience_kit::{Fault, Values, shown};
use patience_workbench::session::{Session, Start, is_game};
use patience_workbench::{quoted, read};

/// The longest part of a file name that is the name of an instance.
const LONGEST_NAME: usize = 40;

/// Where a game is kept.
///
/// ```
#[doc = include_str!("../doc/game.rs")]
///
/// let folder = tempfile::tempdir()?;
/// let keep = |name: &str| Keeper::new(&game.session, None, Keep::In(&folder.path().join(name)));
/// std::fs::write(folder.path().join("thesis.txt"), "mine")?;
/// assert!(keep("thesis.txt").is_err(), "it is somebody else's");
/// assert!(keep("tiles.game.txt").is_ok());
/// # Ok::<(), patience_terminal::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Keep<'a> {
    /// In no file.
    Nowhere,
    /// In this file, which must not hold anything else.
    In(&'a Path),
    /// In the file that the game was resumed from, or in a new one.
    Usual,
}

/// Keeps a game in a file, or in none.
///
/// ```
#[doc = include_str!("../doc/game.rs")]
/// use patience_terminal::{Input, play_lines, read_saved};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("tiles.game.txt");
/// game.keeper = Keeper::new(&game.session, None, Keep::In(&path))?;
/// assert!(!path.exists(), "nothing was played");
/// play_lines(&mut game, Input::Script("7\n7"), &mut Vec::new(), &Cancel::new())?;
/// assert_eq!(read_saved(&path)?.map(|saved| saved.moves), Some(vec!["7".to_owned(); 2]));
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub struct Keeper {
    path: Option<PathBuf>,
    /// Whether the file holds the game.
    is_written: bool,
}

/// An existing file is somebody's.
fn refuse_existing(path: &Path, session: &Session) -> Result<(), Fault> {
    let shown = path.display();
    match beginning(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Fault::input(format_args!("{shown}: {error}"))),
        Ok(text) if text.is_empty() => Ok(()),
        Ok(text) if is_game(&text) => Err(Fault::input(format_args!(
            "{shown} holds a game: resume it with patience play {} --interactive {shown}, or choose another file",
            session.kit().about().name
        ))),
        Ok(_) => Err(not_ours(path)),
    }
}

fn not_ours(path: &Path) -> Fault {
    Fault::input(format_args!("{} is not a saved game: it is not overwritten", path.display()))
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
    /// Chooses the file of a game, which was resumed from `resumed` or is new. The file is written at the first move.
    pub fn new(session: &Session, resumed: Option<&Path>, keep: Keep<'_>) -> Result<Self, Fault> {
        let path = match (keep, resumed) {
            (Keep::Nowhere, _) => None,
            (Keep::In(path), resumed) => {
                if resumed != Some(path) {
                    refuse_existing(path, session)?;
                }
                Some(path.to_owned())
            }
            (Keep::Usual, Some(path)) => Some(path.to_owned()),
            (Keep::Usual, None) => Some(new_file(session)),
        };
        let is_written = path.is_some() && path.as_deref() == resumed;
        Ok(Self { path, is_written })
    }

    /// Writes the game as a whole. A file that became somebody else's is left alone.
    pub(crate) fn keep(&mut self, session: &Session) -> Result<(), Fault> {
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
    #[must_use]
    pub(crate) fn written(&self) -> Option<String> {
        self.path.as_ref().filter(|_| self.is_written).map(|path| path.display().to_string())
    }

    /// The command that resumes the game.
    #[must_use]
    pub(crate) fn command(&self, session: &Session) -> String {
        match self.path.as_ref().filter(|_| self.is_written) {
            Some(path) => resume_file(session, path),
            None => replay_command(session),
        }
    }

    /// Writes what is visible, as `advise` and `show` read it, with the command that continues the game.
    pub(crate) fn write_visible(session: &Session, path: &Path) -> Result<(), Fault> {
        const MARK: &str = "# To continue: ";
        match beginning(path) {
            Ok(text) if !text.is_empty() && !text.starts_with(MARK) => {
                let path = path.display();
                return Err(Fault::input(format_args!(
                    "{path} exists and was not saved by a game"
                )));
            }
            _ => {}
        }
        let position = session.visible(|it| it.write(session.kit().about().exchange));
        let position = position?;
        let command = replay_command(session).replace('\n', "\n# ");
        write_file(path, &format!("{MARK}{command}\n{position}"))
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), Fault> {
    let written = patience_files::replace(path, text.as_bytes());
    written.map_err(|error| {
        Fault::environment(format_args!("cannot write {}: {error}", path.display()))
    })
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

/// The rules of a game that a command must name, since they are not the usual ones of a person's game.
fn unusual_rules(session: &Session) -> Values {
    let usual = session.kit().players().map(|players| players.personal_rules()).unwrap_or_default();
    let mut rules = session.start().rules().clone();
    rules.0.retain(|name, value| usual.get(name) != Some(&*value));
    rules
}
