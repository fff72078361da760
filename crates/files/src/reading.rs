//! Reading a journal line by line, with all checks.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::journal::{BoxError, JournalError};
use crate::purpose::{Difference, Purpose};

/// The longest line that is read.
const MOST_LINE: u64 = 64 << 20;
/// Every journal begins with this.
const MARK: &[u8] = b"{\"patience\":\"";
/// The length of `,"crc":"01234567"}` with the end of the line.
const ENDING: usize = 19;

/// The first record. Its fields are file format.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    pub(crate) patience: String,
    pub(crate) version: u32,
    pub(crate) r#for: Map<String, Value>,
}

impl Header {
    pub(crate) fn new(purpose: &Purpose) -> Self {
        let patience = purpose.format().to_owned();
        Self { patience, version: purpose.version(), r#for: purpose.fields().clone() }
    }
}

/// A record as a line, and the checksum that it ends with.
pub(crate) fn seal(record: &impl Serialize, chain: u32) -> io::Result<(String, u32)> {
    Ok(seal_text(&open_object(record)?, chain))
}

/// A record as text without its last brace.
pub(crate) fn open_object(record: &impl Serialize) -> io::Result<String> {
    let mut line = serde_json::to_string(record)?;
    if !line.starts_with('{') || line.pop() != Some('}') || line.len() == 1 {
        return Err(io::Error::other("a record must be a JSON object with fields"));
    }
    Ok(line)
}

/// The text of a record without its last brace as a line, and the checksum that it ends with.
pub(crate) fn seal_text(line: &str, chain: u32) -> (String, u32) {
    let chain = checksum(line.as_bytes(), chain);
    (format!("{line},\"crc\":\"{chain:08x}\"}}\n"), chain)
}

fn checksum(body: &[u8], chain: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&chain.to_le_bytes());
    hasher.update(body);
    hasher.finalize()
}

/// The place in a journal up to which it was read and found intact.
pub(crate) struct Reading<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    /// The number of the last line, from 1.
    number: usize,
    /// The checksum of the last line.
    pub(crate) chain: u32,
    /// The length of all lines.
    pub(crate) length: u64,
    /// What follows: a line without its end.
    pub(crate) tail: Vec<u8>,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(path: &'a Path, file: &'a File) -> Self {
        let (reader, tail) = (BufReader::new(file), Vec::new());
        Self { path, reader, number: 0, chain: 0, length: 0, tail }
    }

    /// Reads the first record, which must say the same; `None` if the file ends before its end.
    pub(crate) fn header(&mut self, purpose: &Purpose) -> Result<Option<()>, JournalError> {
        let Some(r#for) = self.header_of(purpose.format(), purpose.version())? else {
            return Ok(None);
        };
        purpose.difference(&r#for).map_or(Ok(Some(())), |difference| Err(self.other(difference)))
    }

    fn other(&self, difference: Difference) -> JournalError {
        let (path, difference) = (self.path.to_owned(), Box::new(difference));
        JournalError::Other { path, difference }
    }

    /// Reads the first record of a journal of a format, and returns what it is for; `None` if the file ends before its end.
    pub(crate) fn header_of(
        &mut self,
        format: &'static str,
        expected: u32,
    ) -> Result<Option<Map<String, Value>>, JournalError> {
        let Some(Header { patience, version, r#for }) = self.any_header(format)? else {
            return Ok(None);
        };
        if patience != format {
            let (there, here) = (Some(patience.into()), Some(format.into()));
            return Err(self.other(Difference { field: "format".to_owned(), there, here }));
        }
        if version != expected {
            let path = self.path.to_owned();
            return Err(JournalError::Version { path, found: version, expected });
        }
        Ok(Some(r#for))
    }

    /// Reads the first record of any journal; errors call it one of `format`. `None` if the file ends before its end.
    pub(crate) fn any_header(
        &mut self,
        format: &'static str,
    ) -> Result<Option<Header>, JournalError> {
        let begin = self.reader.fill_buf().map_err(|error| JournalError::io(self.path, error))?;
        if !begin.iter().zip(MARK).all(|(byte, mark)| byte == mark) {
            let path = self.path.to_owned();
            return Err(match earlier(begin, format) {
                Some(advice) => JournalError::Earlier { path, advice },
                None => JournalError::Foreign { path, format },
            });
        }
        let Some(line) = self.next()? else { return Ok(None) };
        self.parse(&line).map(Some)
    }

    /// Reads the records after the first.
    pub(crate) fn records<T: DeserializeOwned>(
        &mut self,
        mut each: impl FnMut(T) -> Result<(), BoxError>,
    ) -> Result<(), JournalError> {
        while let Some(line) = self.next()? {
            let record = self.parse(&line)?;
            each(record).map_err(|error| {
                let (path, line) = (self.path.to_owned(), self.number);
                JournalError::Refused { path, line, error }
            })?;
        }
        Ok(())
    }

    /// The next line without its checksum, which is right.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u8>>, JournalError> {
        let mut line = Vec::new();
        let mut reader = self.reader.by_ref().take(MOST_LINE);
        reader.read_until(b'\n', &mut line).map_err(|error| JournalError::io(self.path, error))?;
        let length = line.len() as u64;
        self.number += 1;
        if length == MOST_LINE {
            return Err(self.damaged(format!("longer than {} MiB", MOST_LINE >> 20)));
        }
        if line.last() != Some(&b'\n') {
            self.tail = line;
            return Ok(None);
        }
        let ending = line.split_off(line.len().saturating_sub(ENDING));
        let chain = checksum(&line, self.chain);
        if ending != format!(",\"crc\":\"{chain:08x}\"}}\n").as_bytes() {
            let what = "damaged: it does not end with the checksum of what was written".to_owned();
            return Err(self.damaged(what));
        }
        line.push(b'}');
        (self.chain, self.length) = (chain, self.length + length);
        Ok(Some(line))
    }

    pub(crate) fn parse<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, JournalError> {
        serde_json::from_slice(line).map_err(|error| self.damaged(error.to_string()))
    }

    pub(crate) fn damaged(&self, what: String) -> JournalError {
        JournalError::Damaged { path: self.path.to_owned(), line: self.number, what }
    }
}

/// What to do with a file of version 0.1, which had no first line of its own; `None` if it does not begin like one.
fn earlier(begin: &[u8], format: &str) -> Option<&'static str> {
    let (mark, advice): (&[u8], _) = match format {
        "solve" => (
            b"{\"puzzle\":",
            "Its lines stay readable as JSON. Choose another file; its cases are solved again",
        ),
        "play" => (
            b"{\"seed\":",
            "Its lines stay readable as JSON. Choose another file; its games are played again",
        ),
        "enumerate" => (b"{\"side\":", "Choose another file; its units are done again"),
        "evolve" => (
            b"{\"generation\":",
            "Begin a new run with --config and the settings.toml beside it; best.toml there still guides searches, with --policy",
        ),
        "layers" => (
            b"{\"problem\":",
            "Remove its folder, or choose another one; its layers are searched again",
        ),
        _ => return None,
    };
    begin.starts_with(mark).then_some(advice)
}
