//! A layer in partitions: made of sorted runs, range by range of their keys.

use crate::backend::{Kernels, Made, Rule};
use crate::error::GpuError;
use crate::runs::{Cursor, Run, Store, key_of};

/// The most entries that are copied at once; a fraction of the device's memory, if that is less.
const MOST_PIECE: u64 = 1 << 20;

/// The entries that are copied at once.
pub(crate) fn piece_of(kernels: &Kernels) -> u64 {
    // A state has at most as many entries as there are holes.
    (kernels.room().1 / 16).clamp(128, MOST_PIECE)
}

/// Makes the next layer of a side from its last one, given the layer of the other side that it may meet.
pub(crate) fn advance(
    kernels: &mut Kernels,
    store: &Store,
    (side, rule): (usize, &Rule),
    last: &Run,
    theirs: Run,
) -> Result<(Made, Run), GpuError> {
    let mut made = Made::nothing();
    let runs = expand(kernels, store, (side, rule), last, &mut made)?;
    let layer = unite(kernels, store, (side, rule), runs, theirs, &mut made)?;
    Ok((made, layer))
}

/// Expands a layer piece by piece; the steps of each become a run.
fn expand(
    kernels: &mut Kernels,
    store: &Store,
    (side, rule): (usize, &Rule),
    last: &Run,
    made: &mut Made,
) -> Result<Vec<Cursor>, GpuError> {
    let (left, _) = kernels.room();
    let most = left / 4;
    let mut runs = Vec::new();
    // The first piece that is not expanded, and the entries of it that are.
    let (mut first, mut done) = (0, 0);
    while first < last.len() {
        let (mut count, mut next) = (0, first);
        while next < last.len() && (next == first || count + last.piece_count(next) <= most) {
            let entries = last.piece(next)?;
            let skip = if next == first { usize::try_from(done).unwrap_or(usize::MAX) } else { 0 };
            kernels.put(count, &entries[skip..])?;
            count += (entries.len() - skip) as u64;
            next += 1;
        }
        let part = kernels.expand(side, rule, count)?;
        let mut run = store.begin();
        run.push_all(part.entries, piece_of(kernels), |at, entries| kernels.get(at, entries))?;
        runs.push(Cursor::new(run.finish()?));
        (first, done) = place_after(last, (first, done), part.taken)?;
        // The entries of a run are not yet those of the layer.
        made.add(&Made { entries: 0, ..part });
    }
    Ok(runs)
}

/// The place in a layer after so many entries, as a piece and entries of it; all of a state is expanded with its first entry.
fn place_after(
    layer: &Run,
    (mut piece, done): (usize, u64),
    taken: u64,
) -> Result<(usize, u64), GpuError> {
    let mut end = done + taken;
    while piece < layer.len() && layer.piece_count(piece) <= end {
        end -= layer.piece_count(piece);
        piece += 1;
    }
    if end == 0 {
        return Ok((piece, 0));
    }
    let entries = layer.piece(piece)?;
    let (before, after) = entries.split_at(usize::try_from(end).unwrap_or(usize::MAX));
    let state = before.last().map(|&entry| key_of(entry));
    end += after.iter().take_while(|&&entry| Some(key_of(entry)) == state).count() as u64;
    Ok(if end == layer.piece_count(piece) { (piece + 1, 0) } else { (piece, end) })
}

/// Makes a layer from runs, range by range of keys.
fn unite(
    kernels: &mut Kernels,
    store: &Store,
    (side, rule): (usize, &Rule),
    mut runs: Vec<Cursor>,
    theirs: Run,
    made: &mut Made,
) -> Result<Run, GpuError> {
    let (room, _) = kernels.room();
    let mut theirs = Cursor::new(theirs);
    let mut layer = store.begin();
    let mut from = 0;
    while let Some(last) = runs.iter().filter_map(Cursor::last).max() {
        let to = range_end(&mut runs, &mut theirs, room, (from, last + 1))?;
        let mut count = 0;
        for run in &mut runs {
            run.take(to, |entries| {
                kernels.put(count, entries)?;
                count += entries.len() as u64;
                Ok(())
            })?;
        }
        let steps = count;
        theirs.take(to, |entries| {
            kernels.put(count, entries)?;
            count += entries.len() as u64;
            Ok(())
        })?;
        let part = kernels.unite(side, rule, (steps, count - steps))?;
        layer.push_all(part.entries, piece_of(kernels), |at, entries| kernels.get(at, entries))?;
        made.add(&part);
        runs.retain(|run| run.last().is_some());
        from = to;
    }
    layer.finish()
}

/// The greatest key such that all entries below it fit into the room: the steps twice, since they are sorted.
fn range_end(
    runs: &mut [Cursor],
    theirs: &mut Cursor,
    room: u64,
    (from, end): (u64, u64),
) -> Result<u64, GpuError> {
    let mut fits = |key: u64| -> Result<bool, GpuError> {
        let mut count = theirs.below(key)?;
        for run in &mut *runs {
            count += 2 * run.below(key)?;
        }
        Ok(count <= room)
    };
    if fits(end)? {
        return Ok(end);
    }
    let (mut least, mut most) = (from, end);
    while least + 1 < most {
        let middle = least + (most - least) / 2;
        if fits(middle)? {
            least = middle;
        } else {
            most = middle;
        }
    }
    if least == from {
        return Err(GpuError::Failed("the steps to a state do not fit into its memory".to_owned()));
    }
    Ok(least)
}
