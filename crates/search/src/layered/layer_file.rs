//! A layer in a file: written sequentially, verified when read.
//!
//! A file consists of the packed parts, then metadata as a line of JSON, then a line with the length and the checksum of the metadata. It is
//! written under a temporary name and renamed when complete.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use patience_files::NewFile;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::coding::Order;
use super::layer_store::{LayerStoreError, Made};

/// The format of a layer by the order of its records.
const fn format(order: Order) -> &'static str {
    match order {
        Order::Sorted => "patience layer 3",
        Order::Unsorted => "patience layer 3 unsorted",
    }
}
/// Length of the last line: twenty digits, a space, eight digits, the end of the line.
const TRAILER: u64 = 30;
/// The longest metadata that are read.
const MOST_METADATA: u64 = 64 << 20;

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

/// A file with a finished layer.
#[derive(Debug)]
pub(super) struct LayerFile {
    path: PathBuf,
    order: Order,
    header: Header,
    /// The offset of each part.
    offsets: Vec<u64>,
    bytes: u64,
}

/// How much the layers of a folder may take.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// Maximum bytes, if there is one.
    pub(super) limit: Option<u64>,
    /// The bytes that they take. Several files may be in the making at once.
    pub(super) used: Arc<AtomicU64>,
}

/// A file in the making.
#[derive(Debug)]
pub(super) struct Unfinished {
    pub(super) path: PathBuf,
    pub(super) file: NewFile,
    pub(super) order: Order,
    pub(super) room: Room,
    /// Bytes of the file that it replaces.
    pub(super) replaced: u64,
    pub(super) lengths: Vec<u64>,
    pub(super) sums: Vec<u32>,
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
    fn take(&self, bytes: u64) -> Result<(), LayerStoreError> {
        let used = self.room.used.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        let Some(limit) = self.room.limit.filter(|limit| *limit < used) else { return Ok(()) };
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
            format: format(self.order).to_owned(),
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
        self.take(line.len() as u64 + 2 + TRAILER)?;
        let Self { path, mut file, order, room, replaced, .. } = self;
        let sum = crc32fast::hash(line.as_bytes());
        let end = format!("\n{line}\n{:020} {sum:08x}\n", line.len());
        match file.write_all(end.as_bytes()).and_then(|()| file.commit()) {
            Ok(()) => {
                room.used.fetch_sub(replaced, Ordering::Relaxed);
                Ok(LayerFile::new(path, order, header))
            }
            Err(source) => Err(LayerStoreError { path, source }),
        }
    }
}

impl LayerFile {
    fn new(path: PathBuf, order: Order, header: Header) -> Self {
        let mut bytes = 0;
        let mut offsets = Vec::with_capacity(header.lengths.len());
        for length in &header.lengths {
            offsets.push(bytes);
            bytes += length;
        }
        Self { path, order, header, offsets, bytes }
    }

    /// Opens a layer of a problem with records in this order.
    pub(super) fn open(
        path: PathBuf,
        problem: &str,
        order: Order,
    ) -> Result<Self, LayerStoreError> {
        let fail = |source| LayerStoreError { path: path.clone(), source };
        let damaged = |what: &str| LayerStoreError::damaged(&path, what);
        patience_files::require_regular(&path).map_err(fail)?;
        let mut file = File::open(&path).map_err(fail)?;
        let size = file.metadata().map_err(fail)?.len();
        let mut tail = |from: u64, length: u64| -> io::Result<String> {
            file.seek(SeekFrom::Start(from))?;
            let mut text = String::new();
            Read::by_ref(&mut file).take(length).read_to_string(&mut text)?;
            Ok(text)
        };
        let end = size.checked_sub(TRAILER).ok_or_else(|| damaged("truncated"))?;
        let trailer = tail(end, TRAILER).map_err(fail)?;
        let (length, sum) = trailer
            .trim_end()
            .split_once(' ')
            .and_then(|(length, sum)| Some((length.parse().ok()?, sum)))
            .filter(|(length, _)| *length <= MOST_METADATA)
            .ok_or_else(|| damaged("truncated, or its last line is damaged"))?;
        // A line break before the metadata, and one after them.
        let start =
            end.checked_sub(length + 1).ok_or_else(|| damaged("its last line is damaged"))?;
        let line = tail(start, length).map_err(fail)?;
        if format!("{:08x}", crc32fast::hash(line.as_bytes())) != sum {
            return Err(damaged("its metadata are damaged: wrong checksum"));
        }
        let header: Header =
            serde_json::from_str(&line).map_err(|_| damaged("its metadata are not as expected"))?;
        if header.format != format(order) {
            return Err(damaged(
                "a layer of another version, or of another method of duplicate detection",
            ));
        }
        if header.problem != problem {
            let what = format!("a layer of another search: {}", header.problem);
            return Err(damaged(&what));
        }
        let parts = header.lengths.len();
        let data = header.lengths.iter().try_fold(0_u64, |sum, &length| sum.checked_add(length));
        let fits = parts == header.sums.len() && parts == header.counts.len();
        if !fits || data.and_then(|data| data.checked_add(1)) != Some(start) {
            return Err(damaged("its metadata do not fit its size"));
        }
        Ok(Self::new(path, order, header))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn order(&self) -> Order {
        self.order
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
                let what = format!(
                    "part {part} is damaged: wrong checksum; remove the folder to begin again"
                );
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            Ok(bytes)
        };
        read().map_err(|source| LayerStoreError { path: self.path.clone(), source })
    }
}
