//! Checkpoints: a file for each rank and layer, and a journal of the layers that all ranks have written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use patience_files::{Journal, Purpose};
use serde::{Deserialize, Serialize};

use super::super::coding::{Entry, Order, Reader, Writer};
use super::super::key_permutation::KeyPermutation;
use super::super::layer::{Layer, Packed};
use super::super::{LayerStoreError, ShortestPath};
use super::level::LevelSum;

/// The name of the journal.
const JOURNAL: &str = "ranks.jsonl";
/// The extension of files with parts of a layer.
const PARTS: &str = "parts";
/// The version of the format. In version 1, ranks owned states by their keys.
const VERSION: u32 = 2;

/// A layer that all ranks have written. Its fields are file format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Noted {
    pub(super) cutoff: u8,
    pub(super) layer: usize,
    /// The number of ranks that wrote it.
    pub(super) ranks: usize,
    #[serde(flatten)]
    pub(super) sum: LevelSum,
}

/// A row of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Row {
    /// The path that a cutoff found.
    Path { cutoff: u8, path: ShortestPath },
    /// A layer.
    Layer(Noted),
}

/// The first line of a file with parts. Its fields are file format.
#[derive(Serialize, Deserialize)]
struct Header {
    problem: String,
    cutoff: u8,
    layer: usize,
    rank: usize,
    ranks: usize,
    base: u8,
    /// By part: its records, its bytes, and its least cost.
    parts: Vec<(u64, usize, Option<u8>)>,
    /// Of the bytes of all parts.
    crc: u32,
}

/// The folder of a search, which all ranks share.
pub(super) struct Checkpoint {
    folder: PathBuf,
    problem: String,
    /// Of rank 0 only.
    journal: Option<Journal>,
}

fn failed(path: &Path) -> impl Fn(io::Error) -> LayerStoreError {
    move |source| LayerStoreError { path: path.to_owned(), source }
}

impl Checkpoint {
    /// Opens the folder; rank 0 also locks it and returns the layers that are noted.
    pub(super) fn open(
        folder: &Path,
        problem: &str,
        is_first: bool,
    ) -> Result<(Self, Vec<Row>), LayerStoreError> {
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let mut noted = Vec::new();
        let journal = is_first.then(|| {
            let purpose = Purpose::new("ranks", VERSION).with("problem", problem);
            Journal::open(&folder.join(JOURNAL), &purpose, |row| {
                noted.push(row);
                Ok(())
            })
        });
        let (folder, problem) = (folder.to_owned(), problem.to_owned());
        Ok((Self { folder, problem, journal: journal.transpose()? }, noted))
    }

    fn path(&self, cutoff: u8, layer: usize, (rank, ranks): (usize, usize)) -> PathBuf {
        self.folder.join(format!("{cutoff:03}-{layer:03}-{rank}-of-{ranks}.{PARTS}"))
    }

    /// Writes the states of a rank.
    pub(super) fn write(
        &self,
        (cutoff, number): (u8, usize),
        (rank, ranks): (usize, usize),
        layer: &Layer,
    ) -> Result<(), LayerStoreError> {
        let path = self.path(cutoff, number, (rank, ranks));
        let (mut bytes, mut parts) = (Vec::new(), Vec::new());
        for part in 0..layer.parts() {
            let packed = layer.packed(part)?;
            let costs = layer.reader(&packed).map(|entry| entry.cost);
            parts.push((layer.part_count(part), packed.len(), costs.min()));
            bytes.extend_from_slice(&packed);
        }
        let crc = crc32fast::hash(&bytes);
        let problem = self.problem.clone();
        let header =
            Header { problem, cutoff, layer: number, rank, ranks, base: layer.base(), parts, crc };
        let header = serde_json::to_string(&header).map_err(|it| failed(&path)(it.into()))? + "\n";
        let text = [header.as_bytes(), &bytes].concat();
        patience_files::replace(&path, &text).map_err(failed(&path))
    }

    /// Reads the states that a rank owns now, whichever ranks wrote them.
    pub(super) fn read(
        &self,
        noted: &Noted,
        permutation: KeyPermutation,
        (rank, ranks): (usize, usize),
        is_own: impl Fn(u64) -> bool,
    ) -> Result<Layer, LayerStoreError> {
        if noted.ranks == ranks {
            let (base, packed) = self.read_file(noted, permutation, rank)?;
            return Ok(Layer::new(permutation, base, packed));
        }
        let mut own: Vec<Vec<Entry>> = vec![Vec::new(); permutation.parts()];
        let mut base = 0;
        for writer in 0..noted.ranks {
            let file = self.read_file(noted, permutation, writer)?;
            // The same in all files.
            base = file.0;
            for (part, (packed, own)) in file.1.iter().zip(&mut own).enumerate() {
                let entries = Reader::new(&packed.bytes, base, Order::Sorted);
                own.extend(entries.filter(|entry| is_own(permutation.key(part, entry.rest))));
            }
        }
        let pack = |mut entries: Vec<Entry>| {
            entries.sort_unstable_by_key(|entry| entry.rest);
            let mut writer = Writer::new(base);
            for entry in &entries {
                writer.push(entry);
            }
            Packed::new(writer, entries.iter().map(|entry| entry.cost).min())
        };
        Ok(Layer::new(permutation, base, own.into_iter().map(pack).collect()))
    }

    /// The base and the parts of the file of a rank.
    fn read_file(
        &self,
        noted: &Noted,
        permutation: KeyPermutation,
        writer: usize,
    ) -> Result<(u8, Vec<Packed>), LayerStoreError> {
        let path = self.path(noted.cutoff, noted.layer, (writer, noted.ranks));
        let text = fs::read(&path).map_err(failed(&path))?;
        let damaged = || LayerStoreError::damaged(&path, "it is not what was written");
        let end = text.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
        let header: Header = serde_json::from_slice(&text[..end]).map_err(|_| damaged())?;
        let mut bytes = &text[end + 1..];
        let is_meant = header.problem == self.problem
            && (header.cutoff, header.layer) == (noted.cutoff, noted.layer)
            && (header.rank, header.ranks) == (writer, noted.ranks)
            && header.parts.len() == permutation.parts();
        if !is_meant || header.crc != crc32fast::hash(bytes) {
            return Err(damaged());
        }
        let mut packed = Vec::new();
        for (count, length, least) in header.parts {
            let (some, rest) = bytes.split_at_checked(length).ok_or_else(damaged)?;
            packed.push(Packed { bytes: some.to_owned(), count, least });
            bytes = rest;
        }
        Ok((header.base, packed))
    }

    /// Notes a layer that all ranks have written, or a path.
    pub(super) fn note(&mut self, row: &Row) -> Result<(), LayerStoreError> {
        match &mut self.journal {
            Some(journal) => Ok(journal.append_durably(row)?),
            None => Ok(()),
        }
    }

    /// Removes the layers of other cutoffs; of all if `None`.
    pub(super) fn forget(&self, but: Option<u8>) -> Result<(), LayerStoreError> {
        let prefix = but.map(|cutoff| format!("{cutoff:03}-"));
        let entries = fs::read_dir(&self.folder).map_err(failed(&self.folder))?;
        for entry in entries {
            let path = entry.map_err(failed(&self.folder))?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let is_kept = prefix.as_ref().zip(name).is_some_and(|(it, name)| name.starts_with(it));
            if !is_kept && path.extension().is_some_and(|it| it == PARTS) {
                fs::remove_file(&path).map_err(failed(&path))?;
            }
        }
        Ok(())
    }

    /// Removes everything.
    pub(super) fn clear(self) -> Result<(), LayerStoreError> {
        self.forget(None)?;
        drop(self.journal);
        let path = self.folder.join(JOURNAL);
        fs::remove_file(&path).map_err(failed(&path))?;
        // Something else may be in it.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}
