//! Sorted entries on the host: in its memory as long as they may take more of it, then in files.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use patience_search::layered::{WordFile, WordFolder, WordWriter};

use crate::backend::Found;
use crate::error::GpuError;
use crate::tables::NO_CUTOFF;

/// Bits of an entry below its key: the moves, and the hole of a peg that may continue its move, as in `kernels/steps.h`.
const KEY_SHIFT: u32 = 12;
const HOLE_BITS: u32 = 6;
const LOW: u64 = 63;
const NO_HOLE: u64 = 63;

/// The pegs of an entry.
pub(crate) fn key_of(entry: u64) -> u64 {
    entry >> KEY_SHIFT
}

/// Where entries are kept.
#[derive(Debug)]
pub(crate) struct Store {
    /// The most bytes in memory, and those that are there.
    limit: u64,
    used: Arc<AtomicU64>,
    folder: Option<WordFolder>,
}

impl Store {
    pub(crate) fn new(limit: u64, folder: Option<WordFolder>) -> Self {
        Self { limit, used: Arc::default(), folder }
    }

    /// Bytes in memory, and on disk.
    pub(crate) fn bytes(&self) -> (u64, u64) {
        (self.used.load(Ordering::Relaxed), self.folder.as_ref().map_or(0, WordFolder::bytes))
    }

    /// Begins a run.
    pub(crate) fn begin(&self) -> RunWriter<'_> {
        RunWriter { store: self, pieces: VecDeque::new(), file: None }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            // What cannot be removed now is removed by the next search in the folder.
            let _ = folder.clear();
        }
    }
}

/// Entries in memory.
#[derive(Debug)]
struct Held {
    entries: Vec<u64>,
    used: Arc<AtomicU64>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.used.fetch_sub(bytes_of(&self.entries), Ordering::Relaxed);
    }
}

fn bytes_of(entries: &[u64]) -> u64 {
    size_of_val(entries) as u64
}

/// Whole states in the order of their keys.
#[derive(Clone, Debug)]
struct Piece {
    place: Place,
    count: u64,
    /// The keys of the first state and of the last.
    first: u64,
    last: u64,
}

#[derive(Clone, Debug)]
enum Place {
    Memory(Arc<Held>),
    /// A part of the file that is being written.
    Writing(usize),
    File(Arc<WordFile>, usize),
}

impl Piece {
    fn read(&self) -> Result<Cow<'_, [u64]>, GpuError> {
        match &self.place {
            Place::Memory(held) => Ok(Cow::Borrowed(&held.entries)),
            Place::Writing(_) => Err(GpuError::Inconsistent),
            Place::File(file, part) => Ok(Cow::Owned(file.read(*part)?)),
        }
    }
}

/// A run in the making.
pub(crate) struct RunWriter<'s> {
    store: &'s Store,
    pieces: VecDeque<Piece>,
    file: Option<WordWriter>,
}

impl RunWriter<'_> {
    /// Appends whole states.
    pub(crate) fn push(&mut self, entries: Vec<u64>) -> Result<(), GpuError> {
        let (Some(&first), Some(&last)) = (entries.first(), entries.last()) else { return Ok(()) };
        let (first, last, count) = (key_of(first), key_of(last), entries.len() as u64);
        let Store { limit, used, folder } = self.store;
        let bytes = bytes_of(&entries);
        let place = if used.load(Ordering::Relaxed) + bytes <= *limit {
            used.fetch_add(bytes, Ordering::Relaxed);
            Place::Memory(Arc::new(Held { entries, used: Arc::clone(used) }))
        } else {
            let Some(folder) = folder else { return Err(GpuError::HostFull(*limit)) };
            let file = match &mut self.file {
                Some(file) => file,
                none => none.insert(folder.begin()?),
            };
            Place::Writing(file.push(&entries)?)
        };
        self.pieces.push_back(Piece { place, count, first, last });
        Ok(())
    }

    /// Appends so many entries that a device has, fetched in pieces of at most `most` entries.
    pub(crate) fn push_all(
        &mut self,
        count: u64,
        most: u64,
        mut fetch: impl FnMut(u64, &mut [u64]) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        let mut at = 0;
        while at < count {
            let some = most.min(count - at);
            let mut entries = new_list(some)?;
            fetch(at, &mut entries)?;
            if let Some(&last) = entries.last().filter(|_| at + some < count) {
                let whole = entries.partition_point(|&entry| key_of(entry) < key_of(last));
                if whole == 0 {
                    return Err(GpuError::Inconsistent);
                }
                entries.truncate(whole);
            }
            at += entries.len() as u64;
            self.push(entries)?;
        }
        Ok(())
    }

    /// The whole run.
    pub(crate) fn finish(self) -> Result<Run, GpuError> {
        let mut pieces = self.pieces;
        if let Some(file) = self.file {
            let file = Arc::new(file.finish()?);
            for piece in &mut pieces {
                if let Place::Writing(part) = piece.place {
                    piece.place = Place::File(Arc::clone(&file), part);
                }
            }
        }
        Ok(Run { pieces })
    }
}

fn new_list(count: u64) -> Result<Vec<u64>, GpuError> {
    let mut list = Vec::new();
    let missing = |_| GpuError::NoMemory(count.saturating_mul(8));
    let count = usize::try_from(count).map_err(|_| GpuError::NoMemory(u64::MAX))?;
    list.try_reserve_exact(count).map_err(missing)?;
    list.resize(count, 0);
    Ok(list)
}

/// Sorted entries: pieces of whole states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    pieces: VecDeque<Piece>,
}

impl Run {
    /// Its number of pieces.
    pub(crate) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// The entries of a piece.
    pub(crate) fn piece(&self, at: usize) -> Result<Cow<'_, [u64]>, GpuError> {
        self.pieces[at].read()
    }

    /// How many entries a piece has.
    pub(crate) fn piece_count(&self, at: usize) -> u64 {
        self.pieces[at].count
    }

    /// A state, if the run has it; else its cost is [`NO_CUTOFF`].
    pub(crate) fn find(&self, key: u64) -> Result<Found, GpuError> {
        let mut found = Found { key, open: 0, cost: NO_CUTOFF.into(), unused: 0 };
        let at = self.pieces.partition_point(|piece| piece.last < key);
        let Some(piece) = self.pieces.get(at) else { return Ok(found) };
        let entries = piece.read()?;
        let from = entries.partition_point(|&entry| key_of(entry) < key);
        for entry in entries[from..].iter().take_while(|&&entry| key_of(entry) == key) {
            // Six bits.
            #[allow(clippy::cast_possible_truncation)]
            let cost = (entry >> HOLE_BITS & LOW) as u32;
            found.cost = cost;
            if entry & LOW != NO_HOLE {
                found.open |= 1 << (entry & LOW);
            }
        }
        Ok(found)
    }
}

/// Reads a run from its least key to its greatest, and lets go of what it has read.
#[derive(Debug)]
pub(crate) struct Cursor {
    pieces: VecDeque<Piece>,
    /// Entries of the first piece that were read.
    at: usize,
    /// Pieces that were let go of.
    gone: usize,
    /// A piece of a file, by its number in the run.
    loaded: Option<(usize, Vec<u64>)>,
}

impl Cursor {
    pub(crate) fn new(run: Run) -> Self {
        Self { pieces: run.pieces, at: 0, gone: 0, loaded: None }
    }

    /// The greatest key, if there are entries left.
    pub(crate) fn last(&self) -> Option<u64> {
        self.pieces.back().map(|piece| piece.last)
    }

    /// How many entries are left with keys below this one.
    pub(crate) fn below(&mut self, key: u64) -> Result<u64, GpuError> {
        let mut count = 0;
        for index in 0..self.pieces.len() {
            let read = if index == 0 { self.at } else { 0 };
            let piece = &self.pieces[index];
            if key <= piece.first {
                break;
            }
            if piece.last < key {
                count += piece.count - read as u64;
                continue;
            }
            let entries = self.entries(index)?;
            let end = entries.partition_point(|&entry| key_of(entry) < key);
            count += end.saturating_sub(read) as u64;
            break;
        }
        Ok(count)
    }

    /// Reads all entries that are left with keys below this one.
    pub(crate) fn take(
        &mut self,
        key: u64,
        mut sink: impl FnMut(&[u64]) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        while let Some(piece) = self.pieces.front() {
            if key <= piece.first {
                return Ok(());
            }
            let (is_whole, from) = (piece.last < key, self.at);
            let entries = self.entries(0)?;
            let end = entries.partition_point(|&entry| key_of(entry) < key);
            if from < end {
                sink(&entries[from..end])?;
            }
            if !is_whole {
                self.at = end;
                return Ok(());
            }
            self.pieces.pop_front();
            self.gone += 1;
            self.at = 0;
        }
        Ok(())
    }

    fn entries(&mut self, index: usize) -> Result<&[u64], GpuError> {
        let number = self.gone + index;
        let piece = &self.pieces[index];
        if let Place::Memory(held) = &piece.place {
            return Ok(&held.entries);
        }
        if self.loaded.as_ref().is_none_or(|(it, _)| *it != number) {
            self.loaded = Some((number, piece.read()?.into_owned()));
        }
        Ok(self.loaded.as_ref().map_or(&[], |(_, entries)| entries))
    }
}
