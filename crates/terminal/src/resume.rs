//! Saved games: the file of a game as the game that it continues.

use std::path::Path;

use patience_files::MOST_TEXT;
use patience_kit::{Fault, Kit};
use patience_workbench::session::{Saved, Session, is_game};

/// The saved game of a file; `None` if the file is no saved game, or cannot be read.
///
/// ```
/// use patience_kit::Values;
/// use patience_terminal::read_saved;
/// use patience_workbench::{find, session::Session};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("klondike.game.txt");
/// let game = Session::deal(find("klondike")?, 617, Values::default())?;
/// std::fs::write(&path, game.saved().write("a note"))?;
/// assert_eq!(read_saved(&path)?.map(|saved| saved.start.name()), Some("617".to_owned()));
/// std::fs::write(&path, "a letter")?;
/// assert!(read_saved(&path)?.is_none());
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub fn read_saved(path: &Path) -> Result<Option<Saved>, Fault> {
    let Some(text) = text(path).filter(|text| is_game(text)) else { return Ok(None) };
    Saved::read(&text).map(Some).map_err(|fault| in_file(path, &fault))
}

/// The puzzle of a saved game; `None` if the file is none.
///
/// ```
/// use patience_kit::Values;
/// use patience_terminal::puzzle_of;
/// use patience_workbench::{find, session::Session};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("klondike.game.txt");
/// let game = Session::deal(find("klondike")?, 617, Values::default())?;
/// std::fs::write(&path, game.saved().write("a note"))?;
/// assert_eq!(puzzle_of(&path), Some("klondike"));
/// assert_eq!(puzzle_of(folder.path()), None);
/// # Ok::<(), patience_terminal::Error>(())
/// ```
#[must_use]
pub fn puzzle_of(path: &Path) -> Option<&'static str> {
    Saved::read(&text(path)?).ok().map(|saved| saved.kit.about().name)
}

fn text(path: &Path) -> Option<String> {
    if !path.is_file() {
        return None;
    }
    patience_files::read_text(path, MOST_TEXT).ok()
}

/// Resumes the saved game of a file, which must be of this puzzle.
///
/// ```
/// use patience_kit::Values;
/// use patience_terminal::{read_saved, resume};
/// use patience_workbench::{find, session::Session};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("klondike.game.txt");
/// let game = Session::deal(find("klondike")?, 617, Values::default())?;
/// std::fs::write(&path, game.saved().write("a note"))?;
/// let saved = read_saved(&path)?.expect("a saved game");
/// let resumed = resume(find("klondike")?, saved.clone(), &path)?;
/// assert_eq!(resumed.table()?, game.table()?);
/// assert!(resume(find("tiles")?, saved, &path).is_err(), "it is a game of another puzzle");
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub fn resume(kit: &dyn Kit, saved: Saved, path: &Path) -> Result<Session, Fault> {
    let (known, wanted) = (saved.kit.about(), kit.about());
    if known.name != wanted.name {
        let file = path.display();
        return Err(Fault::input(format_args!(
            "{file} is a game of {}: resume it with patience play {} --interactive {file}",
            known.title, known.name
        )));
    }
    Session::resume(saved).map_err(|fault| in_file(path, &fault))
}

fn in_file(path: &Path, fault: &Fault) -> Fault {
    Fault::input(format_args!("{}: {fault}", path.display()))
}
