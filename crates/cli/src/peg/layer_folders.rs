//! Where the layers of searches lie on disk, and what becomes of them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use patience_search::layered::{LayerStoreError, LayerStoreSettings};

use crate::args::LayerStoreArgs;
use crate::exit::Exit;

/// The longest name of a folder; file systems take 255 bytes.
const LONGEST: usize = 120;

/// A folder with a folder for each search.
pub(super) struct LayerFolders {
    folder: PathBuf,
    /// Whether layers outlive a search that does not come to its end.
    keeps: bool,
    /// Whether the folder was there before.
    is_old: bool,
}

impl LayerFolders {
    /// The shelf that the command line asks for, if it does.
    pub(super) fn new(args: &LayerStoreArgs) -> Option<Self> {
        let folder = args.disk.clone()?;
        let is_old = folder.exists();
        Some(Self { folder, keeps: args.keep || args.resume, is_old })
    }

    /// The place for a search, which has a name that tells it from others.
    pub(super) fn place(&self, search: &str) -> LayerFolder {
        let plain = |letter: char| match letter {
            _ if letter.is_ascii_alphanumeric() || ",.".contains(letter) => letter,
            _ => '-',
        };
        let folder = self.folder.join(search.chars().map(plain).take(LONGEST).collect::<String>());
        let keeps = self.keeps || LayerStoreSettings::is_begun(&folder);
        LayerFolder { folder, keeps }
    }

    /// An error unless one of the searches has begun.
    pub(super) fn check_begun(&self, searches: impl Iterator<Item = String>) -> anyhow::Result<()> {
        let mut places = searches.map(|search| self.place(&search));
        if places.any(|place| LayerStoreSettings::is_begun(&place.folder)) {
            return Ok(());
        }
        Err(Exit::bad_input(anyhow!(
            "{} has no layers of this search: leave --resume out to begin it",
            self.folder.display()
        )))
    }
}

impl Drop for LayerFolders {
    fn drop(&mut self) {
        if !self.is_old {
            // Layers that are kept are in it.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// The folder of one search.
pub(super) struct LayerFolder {
    folder: PathBuf,
    keeps: bool,
}

impl LayerFolder {
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The search was stopped before its end.
    pub(super) fn leave(&self) -> Result<(), LayerStoreError> {
        if self.keeps { Ok(()) } else { LayerStoreSettings::clear(&self.folder) }
    }
}

/// What went wrong with a file, and that nothing is lost.
pub(super) fn complaint(error: &LayerStoreError, place: Option<&LayerFolder>) -> anyhow::Error {
    let is_kept = |place: &&LayerFolder| LayerStoreSettings::is_begun(place.folder());
    let is_damaged = error.source.kind() == std::io::ErrorKind::InvalidData;
    match place.filter(is_kept).filter(|_| !is_damaged) {
        Some(_) => anyhow!("{error}; the finished layers are kept, and --resume goes on from them"),
        None => anyhow!("{error}"),
    }
}
