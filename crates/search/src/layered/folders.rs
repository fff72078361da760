//! A folder for each of several searches that keep their layers on disk, and what becomes of it when a search ends early.

use std::fs;
use std::path::{Path, PathBuf};

use super::{LayerStoreError, LayerStoreSettings};

/// The longest name of a folder without a checksum; file systems take 255 bytes.
const LONGEST: usize = 120;

/// A folder with a folder for each search. It is removed at the end if it was made for the searches and is empty.
///
/// ```
/// use patience_search::layered::LayerFolders;
///
/// # let temporary = tempfile::tempdir()?;
/// let folders = LayerFolders::new(temporary.path().join("layers"), false);
/// // The name of a search becomes the name of a folder.
/// let place = folders.place("board 3: centre");
/// assert_eq!(place.folder(), folders.folder().join("board-3--centre"));
/// assert!(!folders.has_begun("centre"), "nothing was searched there yet");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LayerFolders {
    folder: PathBuf,
    /// Whether layers outlive a search that a limit ends.
    keeps: bool,
    /// Whether the folder was there before.
    is_old: bool,
}

impl LayerFolders {
    /// Searches in this folder.
    #[must_use]
    pub fn new(folder: PathBuf, keeps: bool) -> Self {
        let is_old = folder.exists();
        Self { folder, keeps, is_old }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The place of a search with this name, which no other search has.
    #[must_use]
    pub fn place(&self, search: &str) -> LayerFolder {
        let mut name = plain(search);
        if LONGEST < name.len() {
            name.truncate(LONGEST);
            name = format!("{name}-{:08x}", crc32fast::hash(search.as_bytes()));
        }
        let folder = self.folder.join(name);
        let keeps = self.keeps || LayerStoreSettings::is_begun(&folder);
        LayerFolder { folder, keeps }
    }

    /// Whether there are layers of a search whose name ends like this.
    #[must_use]
    pub fn has_begun(&self, ending: &str) -> bool {
        let ending = plain(ending);
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut places = entries.map(|entry| entry.path());
        places.any(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            // The end of a long name is its checksum.
            let is_named = name.is_some_and(|it| it.ends_with(&ending) || LONGEST < it.len());
            is_named && LayerStoreSettings::is_begun(&path)
        })
    }
}

impl Drop for LayerFolders {
    fn drop(&mut self) {
        if !self.is_old {
            // Fails if layers that are kept are in it.
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// A name of letters, digits, commas and dots, all of one byte; dashes replace everything else.
fn plain(name: &str) -> String {
    let plain = |letter: char| match letter {
        _ if letter.is_ascii_alphanumeric() || ",.".contains(letter) => letter,
        _ => '-',
    };
    name.chars().map(plain).collect()
}

/// The folder of one search.
///
/// ```
/// use patience_search::layered::{LayerFolders, LayerStoreSettings};
///
/// # let temporary = tempfile::tempdir()?;
/// let unfinished = |name, keeps| -> Result<bool, Box<dyn std::error::Error>> {
///     let place = LayerFolders::new(temporary.path().to_owned(), keeps).place(name);
///     std::fs::create_dir_all(place.folder())?;
///     std::fs::write(place.folder().join("f004-01.layer"), [])?;
///     // A limit has ended the search.
///     place.leave()?;
///     Ok(LayerStoreSettings::is_begun(place.folder()))
/// };
/// assert!(unfinished("board 3", true)?, "its layers are kept");
/// assert!(!unfinished("board 4", false)?, "its layers are removed");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayerFolder {
    folder: PathBuf,
    keeps: bool,
}

impl LayerFolder {
    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes the layers of a search that was stopped before its end, unless they are to be kept.
    pub fn leave(&self) -> Result<(), LayerStoreError> {
        if self.keeps { Ok(()) } else { LayerStoreSettings::clear(&self.folder) }
    }

    /// Whether finished layers are left after this error, from which the search can go on.
    #[must_use]
    pub fn can_resume_after(&self, error: &LayerStoreError) -> bool {
        let is_damaged = error.source.kind() == std::io::ErrorKind::InvalidData;
        !is_damaged && LayerStoreSettings::is_begun(&self.folder)
    }
}
