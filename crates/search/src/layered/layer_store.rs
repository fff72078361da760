//! Layers on disk: one file each, written sequentially, verified when read.
//!
//! A file consists of the packed parts, then metadata as a line of JSON. It is written under a temporary name and renamed when complete,
//! so a file with the right name is a finished layer. A restarted search, which is deterministic, uses the layers it finds and makes the
//! others. Layers no longer needed are removed; a journal keeps the results of their iterations, so they are not repeated.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use patience_core::Cut;
use patience_files::{NewFile, is_unfinished};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ShortestPath;

const FORMAT: &str = "patience layer 2";
const JOURNAL: &str = "journal.jsonl";

/// An error with the file in which it occurred.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct LayerStoreError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub source: io::Error,
}

/// Metadata of a layer file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    format: String,
    /// The caller's description of the problem.
    problem: String,
    pub(super) base: u8,
    pub(super) least: u8,
    pub(super) counts: Vec<u64>,
    lengths: Vec<u64>,
    sums: Vec<u32>,
    /// The effort of making it.
    pub(super) made: Made,
    /// The bounds of all states surveyed up to this layer.
    seen: Value,
}

/// The effort of making a layer, and its best meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Made {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Why steps of this side were pruned.
    pub(super) cut: Cut,
    pub(super) meeting: Option<Meeting>,
}

/// A state that both sides reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Meeting {
    /// The number of moves of a solution through it.
    pub(super) cost: u8,
    pub(super) key: u64,
    /// The moves of this side, and of the other.
    pub(super) here: u8,
    pub(super) there: u8,
    /// The continuation of a move of which both sides made a part.
    pub(super) through: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Done {
    problem: String,
    iteration: String,
    most: Option<u64>,
    pub(super) expanded: u64,
    pub(super) ending: Ending,
    /// The bounds of all states surveyed.
    pub(super) seen: Value,
    /// The best solution so far, if this iteration found it.
    pub(super) found: Option<ShortestPath>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ending {
    /// All states were expanded.
    Exhausted,
    /// All states within the cutoff.
    CutOff,
    /// All states within bounds.
    Bounded,
    /// It was abandoned.
    GivenUp,
}

/// A file with a finished layer.
#[derive(Debug)]
pub(super) struct LayerFile {
    path: PathBuf,
    header: Header,
    /// The offset of each part.
    offsets: Vec<u64>,
    bytes: u64,
}

/// A folder for layers.
#[derive(Clone, Debug)]
pub(super) struct LayerStore {
    folder: PathBuf,
    problem: String,
    /// Maximum bytes of all layers.
    limit: Option<u64>,
}

impl LayerStore {
    /// Opens a folder, created if necessary, for layers of a problem with a maximum size. Removes unfinished files.
    pub(super) fn open(
        folder: &Path,
        problem: &str,
        limit: Option<u64>,
    ) -> Result<Self, LayerStoreError> {
        let fail = |source| LayerStoreError { path: folder.to_owned(), source };
        fs::create_dir_all(folder).map_err(fail)?;
        for entry in fs::read_dir(folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            if is_unfinished(&path) {
                fs::remove_file(&path).map_err(|source| LayerStoreError { path, source })?;
            }
        }
        Ok(Self { folder: folder.to_owned(), problem: problem.to_owned(), limit })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.layer"))
    }

    /// The finished layer with a name, if there is one.
    pub(super) fn find(&self, name: &str) -> Result<Option<LayerFile>, LayerStoreError> {
        let path = self.path(name);
        if !path.exists() {
            return Ok(None);
        }
        LayerFile::open(path, &self.problem).map(Some)
    }

    /// Starts a layer file, to be written part by part.
    pub(super) fn begin(&self, name: &str) -> Result<Unfinished, LayerStoreError> {
        let path = self.path(name);
        let room = self.limit.map(|limit| Ok((limit, limit.saturating_sub(self.bytes()?))));
        let room = room.transpose()?;
        match NewFile::create(&path) {
            Ok(file) => Ok(Unfinished { path, file, room, lengths: vec![], sums: vec![] }),
            Err(source) => Err(LayerStoreError { path, source }),
        }
    }

    /// Bytes of its files.
    fn bytes(&self) -> Result<u64, LayerStoreError> {
        let bytes = || -> io::Result<u64> {
            fs::read_dir(&self.folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
        };
        bytes().map_err(|source| LayerStoreError { path: self.folder.clone(), source })
    }

    pub(super) fn problem(&self) -> &str {
        &self.problem
    }

    /// The result of the iteration with a name and a maximum number of states, if it ended.
    pub(super) fn recall(
        &self,
        name: &str,
        most: Option<u64>,
    ) -> Result<Option<Done>, LayerStoreError> {
        let path = self.folder.join(JOURNAL);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(LayerStoreError { path, source }),
        };
        // Ignores a line cut off when the program was killed.
        let mut lines =
            text.lines().rev().filter_map(|line| serde_json::from_str::<Done>(line).ok());
        let fits = |done: &Done| {
            done.problem == self.problem && done.iteration == name && done.most == most
        };
        Ok(lines.find(fits))
    }

    /// Records the result of an iteration.
    pub(super) fn note(
        &self,
        name: &str,
        most: Option<u64>,
        expanded: u64,
        (ending, seen): (Ending, Value),
        found: Option<ShortestPath>,
    ) -> Result<(), LayerStoreError> {
        let path = self.folder.join(JOURNAL);
        let (problem, iteration) = (self.problem.clone(), name.to_owned());
        let done = Done { problem, iteration, most, expanded, ending, seen, found };
        let line = serde_json::to_string(&done).unwrap_or_default() + "\n";
        patience_files::append(&path, line.as_bytes())
            .map_err(|source| LayerStoreError { path, source })
    }

    /// Removes the layers of iterations of the same kind with a smaller cutoff.
    pub(super) fn forget_before(&self, kind: &str, cutoff: u8) -> Result<(), LayerStoreError> {
        self.keep_only(|name| {
            let digits = name.strip_prefix(kind).and_then(|rest| rest.get(..3));
            digits.and_then(|digits| digits.parse().ok()).is_none_or(|other: u8| cutoff <= other)
        })
    }

    /// Removes the layers of a kind except those of one iteration.
    pub(super) fn forget_others(&self, kind: &str, iteration: &str) -> Result<(), LayerStoreError> {
        self.keep_only(|name| !name.starts_with(kind) || name.starts_with(iteration))
    }

    /// Removes the layers whose names are not wanted.
    pub(super) fn keep_only(
        &self,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<(), LayerStoreError> {
        let fail = |source| LayerStoreError { path: self.folder.clone(), source };
        for entry in fs::read_dir(&self.folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            let is_layer =
                path.extension().is_some_and(|ending| ending == "layer") || is_unfinished(&path);
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            if is_layer && !is_wanted(name) {
                fs::remove_file(&path).map_err(|source| LayerStoreError { path, source })?;
            }
        }
        Ok(())
    }

    /// Whether a folder contains finished layers or a journal.
    pub(super) fn is_begun(folder: &Path) -> bool {
        let Ok(entries) = fs::read_dir(folder) else { return false };
        let mut paths = entries.filter_map(Result::ok).map(|entry| entry.path());
        paths
            .any(|path| path.extension().is_some_and(|it| it == "layer") || path.ends_with(JOURNAL))
    }

    /// Removes all layers, and the folder if nothing else is in it.
    pub(super) fn clear(&self) -> Result<(), LayerStoreError> {
        self.keep_only(|_| false)?;
        let path = self.folder.join(JOURNAL);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(LayerStoreError { path, source });
            }
            _ => {}
        }
        // The folder stays if it contains other files.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// A file in the making.
#[derive(Debug)]
pub(super) struct Unfinished {
    path: PathBuf,
    file: NewFile,
    /// The limit of the folder, if there is one, and what is left of it.
    room: Option<(u64, u64)>,
    lengths: Vec<u64>,
    sums: Vec<u32>,
}

impl Unfinished {
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), LayerStoreError> {
        self.take(bytes.len() as u64)?;
        let written = self.file.write_all(bytes);
        written.map_err(|source| LayerStoreError { path: self.path.clone(), source })?;
        self.lengths.push(bytes.len() as u64);
        self.sums.push(crc32fast::hash(bytes));
        Ok(())
    }

    /// Charges bytes to the limit.
    fn take(&mut self, bytes: u64) -> Result<(), LayerStoreError> {
        let Some((limit, left)) = &mut self.room else { return Ok(()) };
        if let Some(rest) = left.checked_sub(bytes) {
            *left = rest;
            return Ok(());
        }
        let what = format!("the layers take more than the limit of {limit} bytes");
        let source = io::Error::new(io::ErrorKind::StorageFull, what);
        let folder = self.path.parent().unwrap_or(&self.path);
        Err(LayerStoreError { path: folder.to_owned(), source })
    }

    /// Writes the metadata after the parts, and renames the file.
    pub(super) fn finish(
        mut self,
        problem: &str,
        (base, least): (u8, u8),
        counts: Vec<u64>,
        (made, seen): (Made, Value),
    ) -> Result<LayerFile, LayerStoreError> {
        let header = Header {
            format: FORMAT.to_owned(),
            problem: problem.to_owned(),
            base,
            least,
            counts,
            lengths: std::mem::take(&mut self.lengths),
            sums: std::mem::take(&mut self.sums),
            made,
            seen,
        };
        let line = serde_json::to_string(&header).unwrap_or_default();
        self.take(line.len() as u64 + 2 + TRAILER.unsigned_abs())?;
        let Self { path, mut file, .. } = self;
        match writeln!(file, "\n{line}\n{:020}", line.len()).and_then(|()| file.commit()) {
            Ok(()) => Ok(LayerFile::new(path, header)),
            Err(source) => Err(LayerStoreError { path, source }),
        }
    }
}

/// Length of the last line, which contains the length of the metadata.
const TRAILER: i64 = 21;

impl LayerFile {
    fn new(path: PathBuf, header: Header) -> Self {
        let mut bytes = 0;
        let mut offsets = Vec::with_capacity(header.lengths.len());
        for length in &header.lengths {
            offsets.push(bytes);
            bytes += length;
        }
        Self { path, header, offsets, bytes }
    }

    fn open(path: PathBuf, problem: &str) -> Result<Self, LayerStoreError> {
        let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
        let read = || -> io::Result<Header> {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::End(-TRAILER))?;
            let mut trailer = String::new();
            file.read_to_string(&mut trailer)?;
            let length: i64 =
                trailer.trim().parse().map_err(|_| invalid("truncated: not a finished layer"))?;
            file.seek(SeekFrom::End(-TRAILER - length - 1))?;
            let mut line = String::new();
            BufReader::new(file).read_line(&mut line)?;
            let header: Header =
                serde_json::from_str(&line).map_err(|_| invalid("unreadable metadata"))?;
            if header.format != FORMAT {
                return Err(invalid("not a layer of this version"));
            }
            if header.problem != problem {
                return Err(invalid(&format!(
                    "a layer of another search: {}; use another folder, or remove it",
                    header.problem
                )));
            }
            Ok(header)
        };
        match read() {
            Ok(header) => Ok(Self::new(path, header)),
            Err(source) => Err(LayerStoreError { path, source }),
        }
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// The bounds of all states surveyed up to this layer.
    pub(super) fn seen<B: DeserializeOwned>(&self) -> Result<B, LayerStoreError> {
        let seen = serde_json::from_value(self.header.seen.clone());
        seen.map_err(|error| LayerStoreError { path: self.path.clone(), source: error.into() })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads a part and verifies its checksum.
    pub(super) fn read(&self, part: usize) -> Result<Vec<u8>, LayerStoreError> {
        let read = || -> io::Result<Vec<u8>> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(self.offsets[part]))?;
            // A part fits into memory.
            #[allow(clippy::cast_possible_truncation)]
            let mut bytes = vec![0; self.header.lengths[part] as usize];
            file.read_exact(&mut bytes)?;
            if crc32fast::hash(&bytes) != self.header.sums[part] {
                let what = format!("part {part} is damaged: wrong checksum");
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            Ok(bytes)
        };
        read().map_err(|source| LayerStoreError { path: self.path.clone(), source })
    }
}
