//! Layers on disk: one file each, written once from front to back, checked when it is read.
//!
//! A file is the packed records of its parts one after the other, then what is known of it as a line of JSON. It appears
//! under its name when it is complete, so a file of the right name is a finished layer. Searches are deterministic: one that begins again
//! takes the layers that are there and makes the others. Layers that nobody needs any more are removed; a journal tells what became of
//! them, so that they are not made again.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use patience_core::Cut;
use patience_files::{NewFile, is_unfinished};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ShortestPath;

/// Files of this kind and no other.
const FORMAT: &str = "patience layer 2";
/// The file that tells of iterations.
const JOURNAL: &str = "journal.jsonl";

/// What went wrong with a file, and with which.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct LayerStoreError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub source: io::Error,
}

/// What is known of the layer of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    format: String,
    /// What was searched, as the caller calls it.
    problem: String,
    pub(super) base: u8,
    pub(super) least: u8,
    /// The records of each part.
    pub(super) counts: Vec<u64>,
    /// The bytes of each part.
    lengths: Vec<u64>,
    /// A checksum of the bytes of each part.
    sums: Vec<u32>,
    /// What making it took.
    pub(super) made: Made,
    /// The bounds of what was surveyed up to this layer.
    seen: Value,
}

/// What making a layer took, and what it met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Made {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Why steps of this side were left out.
    pub(super) cut: Cut,
    pub(super) meeting: Option<Meeting>,
}

/// A state that both sides reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Meeting {
    /// The moves of a solution through it.
    pub(super) cost: u8,
    pub(super) key: u64,
    /// The moves of this side, and of the other.
    pub(super) here: u8,
    pub(super) there: u8,
    /// The way that a move goes on with that both sides made a part of.
    pub(super) through: Option<u8>,
}

/// What became of an iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Done {
    problem: String,
    iteration: String,
    most: Option<u64>,
    pub(super) expanded: u64,
    pub(super) ending: Ending,
    /// The bounds of what was surveyed.
    pub(super) seen: Value,
    /// The best solution so far, if it was found here.
    pub(super) found: Option<ShortestPath>,
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ending {
    /// There was nothing more to see.
    Exhausted,
    /// Nothing more within the cut-off.
    CutOff,
    /// Nothing more within bounds.
    Bounded,
    /// It was given up.
    GivenUp,
}

/// A file with a finished layer.
#[derive(Debug)]
pub(super) struct LayerFile {
    path: PathBuf,
    header: Header,
    /// Where each part begins.
    offsets: Vec<u64>,
    bytes: u64,
}

/// A folder for layers.
#[derive(Clone, Debug)]
pub(super) struct LayerStore {
    folder: PathBuf,
    problem: String,
    /// The most bytes that layers may take.
    limit: Option<u64>,
}

impl LayerStore {
    /// A folder, made if need be, for layers of a problem that take so many bytes at most. Files that were not finished are removed.
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

    /// The finished layer of a name, if there is one.
    pub(super) fn find(&self, name: &str) -> Result<Option<LayerFile>, LayerStoreError> {
        let path = self.path(name);
        if !path.exists() {
            return Ok(None);
        }
        LayerFile::open(path, &self.problem).map(Some)
    }

    /// Writes a layer, part by part in their order.
    pub(super) fn begin(&self, name: &str) -> Result<Unfinished, LayerStoreError> {
        let path = self.path(name);
        let room = self.limit.map(|limit| Ok((limit, limit.saturating_sub(self.bytes()?))));
        let room = room.transpose()?;
        match NewFile::create(&path) {
            Ok(file) => Ok(Unfinished { path, file, room, lengths: vec![], sums: vec![] }),
            Err(source) => Err(LayerStoreError { path, source }),
        }
    }

    /// What its files take.
    fn bytes(&self) -> Result<u64, LayerStoreError> {
        let bytes = || -> io::Result<u64> {
            fs::read_dir(&self.folder)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
        };
        bytes().map_err(|source| LayerStoreError { path: self.folder.clone(), source })
    }

    /// The problem that its layers are of.
    pub(super) fn problem(&self) -> &str {
        &self.problem
    }

    /// What became of the iteration of a name that might take so many states, if it came to its end.
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
        // A line that was cut off when the program was killed counts as not written.
        let mut lines =
            text.lines().rev().filter_map(|line| serde_json::from_str::<Done>(line).ok());
        let fits = |done: &Done| {
            done.problem == self.problem && done.iteration == name && done.most == most
        };
        Ok(lines.find(fits))
    }

    /// Notes what became of an iteration.
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

    /// Removes the layers of iterations of the same kind as this one, which is a name and a cut-off, that had a lesser cut-off.
    pub(super) fn forget_before(&self, kind: &str, cutoff: u8) -> Result<(), LayerStoreError> {
        self.keep_only(|name| {
            let digits = name.strip_prefix(kind).and_then(|rest| rest.get(..3));
            digits.and_then(|digits| digits.parse().ok()).is_none_or(|other: u8| cutoff <= other)
        })
    }

    /// Removes the layers of a kind but for those of one iteration.
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

    /// Whether a folder holds finished layers, or tells of some.
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
        // It stays if somebody keeps other files there.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// A file whose parts are being written.
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
    /// Writes the next part.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), LayerStoreError> {
        self.take(bytes.len() as u64)?;
        let written = self.file.write_all(bytes);
        written.map_err(|source| LayerStoreError { path: self.path.clone(), source })?;
        self.lengths.push(bytes.len() as u64);
        self.sums.push(crc32fast::hash(bytes));
        Ok(())
    }

    /// Takes bytes from what is left of the limit.
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

    /// Writes what is known of the layer behind its parts, and gives the file its name.
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

/// The last line, with the length of the one before.
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
            let length: i64 = trailer
                .trim()
                .parse()
                .map_err(|_| invalid("it has no end: not a finished layer"))?;
            file.seek(SeekFrom::End(-TRAILER - length - 1))?;
            let mut line = String::new();
            BufReader::new(file).read_line(&mut line)?;
            let header: Header =
                serde_json::from_str(&line).map_err(|_| invalid("its header cannot be read"))?;
            if header.format != FORMAT {
                return Err(invalid("it is not a layer of this version"));
            }
            if header.problem != problem {
                return Err(invalid(&format!(
                    "it is a layer of another search: {}; give another folder, or remove it",
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

    /// The bounds of what was surveyed up to this layer.
    pub(super) fn seen<B: DeserializeOwned>(&self) -> Result<B, LayerStoreError> {
        let seen = serde_json::from_value(self.header.seen.clone());
        seen.map_err(|error| LayerStoreError { path: self.path.clone(), source: error.into() })
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads a part and checks it.
    pub(super) fn read(&self, part: usize) -> Result<Vec<u8>, LayerStoreError> {
        let read = || -> io::Result<Vec<u8>> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(self.offsets[part]))?;
            // A part fits into memory.
            #[allow(clippy::cast_possible_truncation)]
            let mut bytes = vec![0; self.header.lengths[part] as usize];
            file.read_exact(&mut bytes)?;
            if crc32fast::hash(&bytes) != self.header.sums[part] {
                let what = format!("part {part} is damaged: its checksum is wrong");
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            Ok(bytes)
        };
        read().map_err(|source| LayerStoreError { path: self.path.clone(), source })
    }
}
