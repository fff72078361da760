//! A run on disk: its settings, a line a generation, the state to continue from, the boards.

use std::collections::BTreeMap;
use std::path::Path;

use patience_core::SplitMix;
use patience_learn::folder::{CHECKPOINT, LOG};
use patience_learn::{BadCheckpoint, Folder, FolderError, Hold, seal, unseal};
use serde::{Deserialize, Serialize};

use super::list::text;
use super::run::{Generation, State};
use super::{Grade, Settings, archive, list};
use crate::rules::board::Board;

/// The boards that are listed: what a run is for.
pub const BOARDS: &str = "boards.txt";
/// All boards that are hard enough.
pub const ARCHIVE: &str = "archive.txt";

/// The folder of a run. No file in it holds times: a run that was killed and resumed ends with the same files as any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder {
    folder: Folder,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    generation: u32,
    idle: u32,
    random: SplitMix,
    population: Vec<String>,
    met: BTreeMap<String, Grade>,
}

impl RunFolder {
    /// A folder for a new run, which is made if need be; its settings are written.
    pub fn create(path: &Path, settings: &Settings) -> Result<Self, FolderError> {
        Ok(Self { folder: Folder::create(path, settings)? })
    }

    /// The folder of a run, and its settings.
    pub fn open(path: &Path) -> Result<(Self, Settings), FolderError> {
        let (folder, settings) = Folder::open(path)?;
        Ok((Self { folder }, settings))
    }

    /// Keeps other processes from working in the folder while the hold lasts; they may look.
    pub fn hold(&self) -> Result<Hold, FolderError> {
        self.folder.hold()
    }

    /// Puts other settings in the place of those that there are.
    pub fn set(&self, settings: &Settings) -> Result<(), FolderError> {
        self.folder.set(settings)
    }

    /// The last state, if there was one; generations of the log that are beyond it are dropped.
    pub fn load(&self, settings: &Settings) -> Result<Option<State>, FolderError> {
        let state = self.state(settings)?;
        self.folder.cut_log(state.as_ref().map_or(0, |state| state.generation))?;
        Ok(state)
    }

    /// The last state, if there was one. Nothing is changed, so that a run can be inspected while it continues.
    pub fn state(&self, settings: &Settings) -> Result<Option<State>, FolderError> {
        let Some(text) = self.folder.read(CHECKPOINT)? else { return Ok(None) };
        let bad = |error| FolderError::Checkpoint { path: self.folder.file(CHECKPOINT), error };
        state(&text, settings).map(Some).map_err(bad)
    }

    /// The log: what every generation was like.
    pub fn log(&self) -> Result<Vec<Generation>, FolderError> {
        self.folder.lines(LOG)
    }

    /// Adds a generation to the log and lists the boards, then saves the state after it to continue from.
    pub fn save(
        &self,
        log: &Generation,
        state: &State,
        settings: &Settings,
    ) -> Result<(), FolderError> {
        self.folder.append(LOG, log)?;
        self.list(state, settings)?;
        let saved = Saved {
            generation: state.generation,
            idle: state.idle,
            random: state.random.clone(),
            population: state.population.iter().map(Board::letters).collect(),
            met: state.met.clone(),
        };
        self.folder.replace(CHECKPOINT, &seal(&saved))
    }

    /// Lists the boards of a state.
    pub fn list(&self, state: &State, settings: &Settings) -> Result<(), FolderError> {
        let archive = archive(&state.met, settings.archive);
        let all = format!("all that need {} nodes or more", settings.archive);
        self.folder.replace(ARCHIVE, &text(&archive, &all, settings))?;
        let listed = list(&archive, settings);
        let what = match settings.others {
            0 => "the hardest".to_owned(),
            others => format!("the {} hardest and {others} others", settings.hardest),
        };
        self.folder.replace(BOARDS, &text(&listed, &what, settings))
    }
}

fn state(text: &str, settings: &Settings) -> Result<State, BadCheckpoint> {
    let saved: Saved = unseal(text)?;
    let bad = |why: String| BadCheckpoint::Json(serde::de::Error::custom(why));
    let read = |letters: &String| {
        let board = Board::parse(letters).map_err(|error| bad(format!("{letters}: {error}")))?;
        if (board.width(), board.height()) == (settings.size, settings.size) {
            Ok(board)
        } else {
            Err(bad(format!("{letters}: expected a board of {0}×{0} cells", settings.size)))
        }
    };
    if saved.population.len() != settings.population {
        let (found, expected) = (saved.population.len(), settings.population);
        return Err(bad(format!("expected {expected} boards in the population, found {found}")));
    }
    Ok(State {
        generation: saved.generation,
        idle: saved.idle,
        population: saved.population.iter().map(read).collect::<Result<_, _>>()?,
        met: saved.met,
        random: saved.random,
    })
}
