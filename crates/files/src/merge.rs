//! Merging shards: the records of all of them, in the order of the units, as the journal that one process would have written.
//!
//! Rows are copied as they are, without the number of their unit, so the merged file is that of an unsharded run to the byte. Nothing is
//! written before all shards are found complete. The file appears as a whole.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::NewFile;
use crate::journal::JournalError;
use crate::purpose::{Difference, difference};
use crate::read::require_regular;
use crate::reading::{Header, Reading, seal, seal_text};
use crate::shard::{FIELD, Shard, ShardHeader, ShardRow};

/// Files that stay open at once; others are opened for every record.
const MOST_OPEN: usize = 200;
/// Names in a message.
const MOST_NAMES: usize = 10;

/// Why shards cannot be merged. Nothing was written.
///
/// ```
/// use patience_files::{MergeError, Purpose, merge, write_journal};
/// use serde_json::Value;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("squares.jsonl");
/// write_journal(&path, &Purpose::new("squares", 1), &[] as &[Value])?;
/// let result = merge(&[path], &folder.path().join("all.jsonl"));
/// assert!(matches!(result, Err(MergeError::NotShard { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A file cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file is not a shard.
    #[error("{} is not a shard: {what}", .path.display())]
    NotShard {
        /// The file.
        path: PathBuf,
        /// What it is.
        what: String,
    },
    /// Two files belong to different commands.
    #[error(
        "{} and {} do not belong together: {}",
        .first.display(), .second.display(), .difference.between("in the first", "in the second")
    )]
    Others {
        /// A file.
        first: PathBuf,
        /// Another.
        second: PathBuf,
        /// What differs.
        difference: Box<Difference>,
    },
    /// A shard is given twice.
    #[error("{} and {} are both shard {shard}", .first.display(), .second.display())]
    Twice {
        /// A file.
        first: PathBuf,
        /// Another.
        second: PathBuf,
        /// The shard.
        shard: Shard,
    },
    /// Shards are missing.
    #[error("{what}")]
    Missing {
        /// Which.
        what: String,
    },
    /// Shards have not come to their end.
    #[error("{}: shard {shard} has {done} of {units} units. Run its command again to finish it", .path.display())]
    Unfinished {
        /// The file.
        path: PathBuf,
        /// The shard.
        shard: Shard,
        /// Units with a row.
        done: u64,
        /// Units of the shard.
        units: u64,
    },
    /// The result has other content.
    #[error("{} holds something else than these shards; it was not changed. Choose another file", .path.display())]
    Occupied {
        /// The file.
        path: PathBuf,
    },
}

/// What a merged file holds.
///
/// ```
/// use patience_files::{Journal, Merged, Purpose, ShardHeader, ShardRow, merge};
/// use serde_json::{Value, json};
///
/// # let folder = tempfile::tempdir()?;
/// # let (shard, out) = (folder.path().join("1.jsonl"), folder.path().join("all.jsonl"));
/// let header = ShardHeader::new("1/1".parse()?, 2, "numbers", "an example");
/// let purpose = header.purpose(&Purpose::new("squares", 1));
/// let mut journal = Journal::open(&shard, &purpose, |_: Value| Ok(()))?;
/// journal.append_unit(0, &json!({ "square": 0 }))?;
/// journal.append_unit(1, &ShardRow::none())?;
/// drop(journal);
/// // Two units, of which one leaves no record.
/// let merged = |is_unchanged| Merged { shards: 1, records: 1, is_unchanged };
/// assert_eq!(merge(&[shard.clone()], &out)?, merged(false));
/// assert_eq!(merge(&[shard], &out)?, merged(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Merged shards.
    pub shards: u64,
    /// Records of all shards.
    pub records: u64,
    /// Whether the file was there already.
    pub is_unchanged: bool,
}

/// Merges all shards of a command into one journal. Does nothing if the journal is there already.
///
/// ```
/// use patience_files::{Journal, Purpose, Shard, ShardHeader, merge, read_journal};
/// use serde_json::{Value, json};
///
/// let folder = tempfile::tempdir()?;
/// let (whole, out, mut paths) = (Purpose::new("squares", 1), folder.path().join("squares.jsonl"), vec![]);
/// for name in ["1/2", "2/2"] {
///     let shard: Shard = name.parse()?;
///     let path = folder.path().join(format!("squares-{}.jsonl", shard.index()));
///     let purpose = ShardHeader::new(shard, 4, "numbers", "an example").purpose(&whole);
///     let mut journal = Journal::open(&path, &purpose, |_: Value| Ok(()))?;
///     for unit in shard.units(4) {
///         journal.append_unit(unit, &json!({ "square": unit * unit }))?;
///     }
///     paths.push(path);
/// }
/// assert_eq!(merge(&paths, &out)?.records, 4);
/// let mut squares = vec![];
/// read_journal(&out, &whole, |record: Value| Ok(squares.push(record["square"].clone())))?;
/// assert_eq!(squares, [0, 1, 4, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<Merged, MergeError> {
    let mut shards = Vec::new();
    for path in paths {
        shards.push(ShardFile::read(path)?);
    }
    check(&mut shards)?;
    let mut records: Vec<(u64, usize, Place)> = Vec::new();
    for (number, file) in shards.iter().enumerate() {
        let places = file.rows.iter().filter_map(|(unit, place)| Some((*unit, number, (*place)?)));
        records.extend(places);
    }
    records.sort_unstable_by_key(|(unit, ..)| *unit);
    let merged = |is_unchanged| Merged {
        shards: shards.len() as u64,
        records: records.len() as u64,
        is_unchanged,
    };
    let io = |error| JournalError::io(out, error);
    if require_regular(out).is_ok() {
        let mut existing = BufReader::new(File::open(out).map_err(io)?);
        let mut is_same = true;
        write_all(&shards, &records, |line| {
            let mut found = vec![0; line.len()];
            is_same = is_same && existing.read_exact(&mut found).is_ok() && found == line;
            Ok(())
        })?;
        if !is_same || existing.read(&mut [0]).map_err(io)? != 0 {
            return Err(MergeError::Occupied { path: out.to_owned() });
        }
        return Ok(merged(true));
    }
    if out.exists() {
        return Err(MergeError::Occupied { path: out.to_owned() });
    }
    let mut writer = BufWriter::new(NewFile::create(out).map_err(io)?);
    write_all(&shards, &records, |line| writer.write_all(line).map_err(io))?;
    let file = writer.into_inner().map_err(|error| io(error.into_error()))?;
    file.commit().map_err(io)?;
    Ok(merged(false))
}

/// Where the text of a record is in its file: its offset and length.
type Place = (u64, usize);

/// A shard that was read and found intact.
struct ShardFile {
    path: PathBuf,
    shard: Shard,
    header: Header,
    /// What all shards of its command have in common.
    common: Map<String, Value>,
    units: u64,
    /// Each unit, with the place of its record if it leaves one, in the order of the units.
    rows: Vec<(u64, Option<Place>)>,
}

impl ShardFile {
    fn read(path: &Path) -> Result<Self, MergeError> {
        let wrong = |what: &str| MergeError::NotShard { path: path.to_owned(), what: what.into() };
        let io = |error| JournalError::io(path, error);
        require_regular(path).map_err(io)?;
        let file = File::open(path).map_err(io)?;
        let mut reading = Reading::new(path, &file);
        let Some(mut header) = reading.any_header("shards")? else {
            return Err(wrong("it ends within its first line"));
        };
        let Some(own) = header.r#for.shift_remove(FIELD) else {
            return Err(wrong("it was written without --shard"));
        };
        let own: ShardHeader =
            serde_json::from_value(own).map_err(|error| wrong(&error.to_string()))?;
        let shard = own.shard().ok_or_else(|| wrong("there is no such shard"))?;
        let mut common = Map::new();
        common.insert("format".to_owned(), header.patience.clone().into());
        common.insert("version".to_owned(), header.version.into());
        common.extend(header.r#for.clone());
        common.insert(FIELD.to_owned(), json!(own.common()));
        let mut rows: Vec<(u64, Option<Place>)> = Vec::new();
        let mut offset = reading.length;
        while let Some(line) = reading.next()? {
            let row = reading.parse(&line).map(ShardRow::read)?;
            let ShardRow { unit, record } = row.map_err(|what| reading.damaged(what))?;
            if !shard.has(unit) || own.units <= unit {
                let what = format!("unit {unit} is not one of shard {shard}");
                return Err(reading.damaged(what).into());
            }
            let ending = ShardRow::ending(unit) + "}";
            let body = line.strip_suffix(ending.as_bytes());
            let body =
                body.ok_or_else(|| reading.damaged("expected its unit at its end".into()))?;
            rows.push((unit, record.map(|_| (offset, body.len()))));
            offset = reading.length;
        }
        // A unit without a record may have got one later.
        rows.sort_by_key(|(unit, place)| (*unit, place.is_none()));
        let records = rows.iter().filter(|(_, place)| place.is_some());
        let records: Vec<u64> = records.map(|(unit, _)| *unit).collect();
        if let Some([unit, ..]) = records.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(reading.damaged(format!("unit {unit} has two records")).into());
        }
        rows.dedup_by_key(|(unit, _)| *unit);
        Ok(Self { path: path.to_owned(), shard, header, common, units: own.units, rows })
    }
}

/// Checks that shards belong together and are all there; sorts them.
fn check(shards: &mut [ShardFile]) -> Result<(), MergeError> {
    if let Some((first, others)) = shards.split_first() {
        for other in others {
            if let Some(difference) = difference(&first.common, &other.common) {
                return Err(MergeError::Others {
                    first: first.path.clone(),
                    second: other.path.clone(),
                    difference: Box::new(difference),
                });
            }
        }
    }
    shards.sort_by_key(|file| file.shard.index());
    if let Some(pair) = shards.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        let [first, second] = [&pair[0], &pair[1]].map(|file| file.path.clone());
        return Err(MergeError::Twice { first, second, shard: pair[0].shard });
    }
    let of = shards.first().map_or(1, |file| file.shard.of());
    if (shards.len() as u64) < of {
        let mut given = shards.iter().map(|file| file.shard.index()).peekable();
        let missing = (1..=of).filter(|index| given.next_if_eq(index).is_none());
        let count = of - shards.len() as u64;
        let mut names: Vec<String> =
            missing.take(MOST_NAMES).map(|index| format!("{index}/{of}")).collect();
        if names.len() as u64 != count {
            names.push(format!("{} more", count - names.len() as u64));
        }
        let what = if count == 1 { "shard" } else { "shards" };
        return Err(MergeError::Missing { what: format!("missing {what}: {}", names.join(", ")) });
    }
    for file in shards.iter() {
        let (done, units) = (file.rows.len() as u64, file.shard.count(file.units));
        if done != units {
            let (path, shard) = (file.path.clone(), file.shard);
            return Err(MergeError::Unfinished { path, shard, done, units });
        }
    }
    Ok(())
}

/// Passes all lines of the merged journal to `each`.
fn write_all(
    shards: &[ShardFile],
    records: &[(u64, usize, Place)],
    mut each: impl FnMut(&[u8]) -> Result<(), JournalError>,
) -> Result<(), MergeError> {
    let Some(first) = shards.first() else { return Ok(()) };
    let failed = |number: usize, error| JournalError::io(&shards[number].path, error);
    let (line, mut chain) = seal(&first.header, 0).map_err(|error| failed(0, error))?;
    each(line.as_bytes())?;
    let mut open: Vec<Option<BufReader<File>>> = shards.iter().map(|_| None).collect();
    let is_kept = shards.len() <= MOST_OPEN;
    for (_, number, place) in records {
        let text = read_place(&shards[*number].path, &mut open[*number], *place);
        if !is_kept {
            open[*number] = None;
        }
        let (line, next) = seal_text(&text.map_err(|error| failed(*number, error))?, chain);
        chain = next;
        each(line.as_bytes())?;
    }
    Ok(())
}

/// The text of a record.
fn read_place(
    path: &Path,
    open: &mut Option<BufReader<File>>,
    (offset, length): Place,
) -> io::Result<String> {
    let reader = match open {
        Some(reader) => reader,
        None => open.insert(BufReader::new(File::open(path)?)),
    };
    let position = reader.stream_position()?;
    match i64::try_from(offset).ok().zip(i64::try_from(position).ok()) {
        Some((offset, position)) => reader.seek_relative(offset - position)?,
        None => drop(reader.seek(SeekFrom::Start(offset))?),
    }
    let mut text = vec![0; length];
    reader.read_exact(&mut text)?;
    String::from_utf8(text).map_err(io::Error::other)
}
