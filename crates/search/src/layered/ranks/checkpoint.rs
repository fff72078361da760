//! Checkpoints: a file for each rank and layer, and a journal of the layers that all ranks have written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use patience_files::{Journal, Purpose};
use serde::{Deserialize, Serialize};

use super::super::key_permutation::KeyPermutation;
use super::super::layer::{Layer, Packed};
use super::super::{LayerStoreError, ShortestPath};
use super::level::{LevelSum, owner};

/// The name of the journal.
const JOURNAL: &str = "ranks.jsonl";
/// The extension of files with parts of a layer.
const PARTS: &str = "parts";

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
            let purpose = Purpose::new("ranks", 1).with("problem", problem);
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

    /// Writes the parts of a rank.
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

    /// Reads the parts that a rank owns now, whichever ranks wrote them.
    pub(super) fn read(
        &self,
        noted: &Noted,
        permutation: KeyPermutation,
        (rank, ranks): (usize, usize),
    ) -> Result<Layer, LayerStoreError> {
        let mut packed: Vec<Packed> = (0..permutation.parts()).map(|_| Packed::default()).collect();
        let mut base = 0;
        for writer in 0..noted.ranks {
            let path = self.path(noted.cutoff, noted.layer, (writer, noted.ranks));
            let text = fs::read(&path).map_err(failed(&path))?;
            let damaged = || LayerStoreError::damaged(&path, "it is not what was written");
            let end = text.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
            let header: Header = serde_json::from_slice(&text[..end]).map_err(|_| damaged())?;
            let mut bytes = &text[end + 1..];
            let is_own = header.problem == self.problem
                && (header.cutoff, header.layer) == (noted.cutoff, noted.layer)
                && (header.rank, header.ranks) == (writer, noted.ranks)
                && header.parts.len() == packed.len();
            if !is_own || header.crc != crc32fast::hash(bytes) {
                return Err(damaged());
            }
            base = header.base;
            for (part, (count, length, least)) in header.parts.into_iter().enumerate() {
                let (some, rest) = bytes.split_at_checked(length).ok_or_else(damaged)?;
                bytes = rest;
                if owner(part, noted.ranks) == writer && owner(part, ranks) == rank {
                    packed[part] = Packed { bytes: some.to_owned(), count, least };
                }
            }
        }
        Ok(Layer::new(permutation, base, packed))
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
