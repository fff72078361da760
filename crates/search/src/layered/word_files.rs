//! Sorted words in layer files, for searches that make their layers themselves.
//!
//! The files are not resumed: they are removed when their words are no longer needed, and when the folder is opened again.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use super::coding::Order;
use super::layer_file::{LayerFile, Room, Unfinished};
use super::layer_store::{LayerStore, LayerStoreError, Made};

/// A folder for files of words.
///
/// ```
/// use patience_search::layered::WordFolder;
///
/// # let temporary = tempfile::tempdir()?;
/// let folder = WordFolder::open(&temporary.path().join("words"), "an example", None)?;
/// let mut writer = folder.begin()?;
/// let part = writer.push(&[2, 3, 5, 7])?;
/// let file = writer.finish()?;
/// assert_eq!(file.read(part)?, [2, 3, 5, 7]);
/// // The file is removed when it is dropped.
/// assert!(0 < folder.bytes());
/// drop(file);
/// assert_eq!(folder.bytes(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WordFolder {
    store: LayerStore,
    /// The number of the next file.
    next: Arc<AtomicU64>,
}

impl WordFolder {
    /// Opens a folder, created if necessary, for the words of a search: they may take so many bytes. Locks it, and removes what an earlier
    /// search left there.
    pub fn open(folder: &Path, search: &str, limit: Option<u64>) -> Result<Self, LayerStoreError> {
        let store = LayerStore::open(folder, search, Order::Sorted, limit)?;
        store.keep_only(|_| false)?;
        Ok(Self { store, next: Arc::new(AtomicU64::new(0)) })
    }

    /// Begins a file.
    pub fn begin(&self) -> Result<WordWriter, LayerStoreError> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let file = self.store.begin(&format!("words-{number:06}"))?;
        Ok(WordWriter { file, counts: Vec::new(), store: self.store.clone() })
    }

    /// Bytes of all files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.store.room().used.load(Ordering::Relaxed)
    }

    /// Removes the files, and the folder if nothing else is in it.
    pub fn clear(&self) -> Result<(), LayerStoreError> {
        self.store.clear()
    }
}

/// A file of words in the making.
///
/// ```
/// use patience_search::layered::WordFolder;
///
/// # let temporary = tempfile::tempdir()?;
/// // A part of two words does not fit into twelve bytes.
/// let folder = WordFolder::open(&temporary.path().join("words"), "an example", Some(12))?;
/// let mut writer = folder.begin()?;
/// assert_eq!(writer.push(&[2])?, 0, "the first part");
/// assert!(writer.push(&[3, 5]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WordWriter {
    file: Unfinished,
    counts: Vec<u64>,
    store: LayerStore,
}

impl WordWriter {
    /// Appends words as a part, and returns its number.
    pub fn push(&mut self, words: &[u64]) -> Result<usize, LayerStoreError> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.file.push(&bytes)?;
        self.counts.push(words.len() as u64);
        Ok(self.counts.len() - 1)
    }

    /// The whole file.
    pub fn finish(self) -> Result<WordFile, LayerStoreError> {
        let room = self.store.room().clone();
        let made = (Made::default(), Value::Null);
        let file = self.file.finish(self.store.problem(), (0, 0), self.counts, made)?;
        Ok(WordFile { file, room })
    }
}

/// A file of words. It is removed when it is dropped.
///
/// ```
/// use patience_search::layered::WordFolder;
///
/// # let temporary = tempfile::tempdir()?;
/// let folder = WordFolder::open(&temporary.path().join("words"), "an example", None)?;
/// let mut writer = folder.begin()?;
/// let parts = [writer.push(&[2, 3])?, writer.push(&[5])?];
/// let file = writer.finish()?;
/// // Parts are read in any order.
/// assert_eq!(file.read(parts[1])?, [5]);
/// assert_eq!(file.read(parts[0])?, [2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WordFile {
    file: LayerFile,
    room: Room,
}

impl WordFile {
    /// The words of a part, whose checksum is verified.
    pub fn read(&self, part: usize) -> Result<Vec<u64>, LayerStoreError> {
        let bytes = self.file.read(part)?;
        let (words, _) = bytes.as_chunks();
        Ok(words.iter().map(|&word| u64::from_le_bytes(word)).collect())
    }
}

impl Drop for WordFile {
    fn drop(&mut self) {
        let path = self.file.path();
        let bytes = fs::metadata(path).map_or(0, |it| it.len());
        // What cannot be removed now is removed with the folder.
        if fs::remove_file(path).is_ok() {
            self.room.used.fetch_sub(bytes, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back_and_files_go_when_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let words = WordFolder::open(folder.path(), "test", None).unwrap();
        let mut writer = words.begin().unwrap();
        assert_eq!(writer.push(&[1, u64::MAX]).unwrap(), 0);
        assert_eq!(writer.push(&[7]).unwrap(), 1);
        let file = writer.finish().unwrap();
        assert_eq!((file.read(0).unwrap(), file.read(1).unwrap()), (vec![1, u64::MAX], vec![7]));
        assert!(24 < words.bytes());
        drop(file);
        assert_eq!(words.bytes(), 0);
        words.clear().unwrap();
        assert!(!folder.path().exists(), "nothing else was in it");
    }

    #[test]
    fn a_full_folder_and_the_folder_of_another_search_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let words = WordFolder::open(folder.path(), "test", Some(20)).unwrap();
        let error = words.begin().unwrap().push(&[1, 2, 3]).unwrap_err();
        assert!(error.to_string().contains("more than the limit of 20 bytes"), "{error}");
        drop(words);
        let error = WordFolder::open(folder.path(), "another", None).unwrap_err();
        assert!(error.to_string().contains("another"), "{error}");
    }
}
