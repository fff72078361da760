//! Parquet files: the part of the format that an export needs, without compression.
//!
//! A file has a magic word, row groups with the pages of every column, a footer that describes them, the footer's length, and the magic word
//! again. Descriptions are structures of Thrift's compact protocol. Texts go through a dictionary, in runs, since most of them repeat; other
//! values are plain. (The crate `parquet` has all of the format, with a dozen dependencies that every build of the program would wait for;
//! the tests read our files with it.)

use std::collections::HashMap;
use std::num::TryFromIntError;
use std::ops::Range;

/// Rows of a group: a page of so many records stays far below the 2 GiB that its header can state.
const GROUP_ROWS: usize = 1 << 16;
const MAGIC: &[u8; 4] = b"PAR1";

/// A column of a table.
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) values: Values,
}

/// The values of a column, one for each row.
pub(crate) enum Values {
    Texts(Vec<String>),
    Integers(Vec<i64>),
    OptionalIntegers(Vec<Option<i64>>),
    Numbers(Vec<f64>),
    Flags(Vec<bool>),
}

/// The pages of a column in one row group.
struct Pages {
    /// The number of texts, and the texts themselves.
    dictionary: Option<(usize, Vec<u8>)>,
    data: Vec<u8>,
}

/// The file of a table, whose columns have the same number of rows. An error means that a page is too large for the format.
pub(crate) fn file(columns: &[Column]) -> Result<Vec<u8>, TryFromIntError> {
    let rows = columns.first().map_or(0, |column| column.values.len());
    let mut out = MAGIC.to_vec();
    let mut groups = Vec::new();
    for first in (0..rows).step_by(GROUP_ROWS) {
        let range = first..rows.min(first + GROUP_ROWS);
        let begin = out.len();
        let chunks = columns
            .iter()
            .map(|column| append_chunk(&mut out, column, range.clone()))
            .collect::<Result<_, _>>()?;
        let size = i64::try_from(out.len() - begin)?;
        let group = Struct::default().list(1, STRUCT, chunks).i64(2, size);
        groups.push(group.i64(3, i64::try_from(range.len())?).end());
    }
    let root = Struct::default().text(4, "records").i32(5, i32::try_from(columns.len())?).end();
    let schema = [root].into_iter().chain(columns.iter().map(Column::schema)).collect();
    let footer = Struct::default()
        .i32(1, 1)
        .list(2, STRUCT, schema)
        .i64(3, i64::try_from(rows)?)
        .list(4, STRUCT, groups)
        .text(6, concat!("patience version ", env!("CARGO_PKG_VERSION")))
        .end();
    out.extend(&footer);
    out.extend(u32::try_from(footer.len())?.to_le_bytes());
    out.extend(MAGIC);
    Ok(out)
}

/// Appends the pages of a column, and describes them.
fn append_chunk(
    out: &mut Vec<u8>,
    column: &Column,
    rows: Range<usize>,
) -> Result<Vec<u8>, TryFromIntError> {
    let count = i32::try_from(rows.len())?;
    let pages = column.values.pages(rows);
    let begin = i64::try_from(out.len())?;
    if let Some((texts, page)) = &pages.dictionary {
        let size = i32::try_from(page.len())?;
        let about = Struct::default().i32(1, i32::try_from(*texts)?).i32(2, PLAIN).end();
        let header = Struct::default().i32(1, DICTIONARY_PAGE).i32(2, size).i32(3, size);
        out.extend(header.nested(7, &about).end());
        out.extend(page);
    }
    let data = i64::try_from(out.len())?;
    let encoding = if pages.dictionary.is_some() { RLE_DICTIONARY } else { PLAIN };
    let size = i32::try_from(pages.data.len())?;
    let about = Struct::default().i32(1, count).i32(2, encoding).i32(3, RLE).i32(4, RLE).end();
    let header = Struct::default().i32(1, DATA_PAGE).i32(2, size).i32(3, size);
    out.extend(header.nested(5, &about).end());
    out.extend(&pages.data);
    let size = i64::try_from(out.len())? - begin;

    let encodings = [PLAIN, RLE].into_iter().chain(pages.dictionary.is_some().then_some(encoding));
    let encodings = encodings.map(|it| zigzag(i64::from(it))).collect();
    let mut about = Struct::default()
        .i32(1, column.values.kind())
        .list(2, I32, encodings)
        .list(3, BINARY, vec![prefixed(column.name)])
        .i32(4, UNCOMPRESSED)
        .i64(5, i64::from(count))
        .i64(6, size)
        .i64(7, size)
        .i64(9, data);
    if pages.dictionary.is_some() {
        about = about.i64(11, begin);
    }
    Ok(Struct::default().i64(2, begin).nested(3, &about.end()).end())
}

impl Column {
    fn schema(&self) -> Vec<u8> {
        let repetition = match self.values {
            Values::OptionalIntegers(_) => OPTIONAL,
            _ => REQUIRED,
        };
        let schema =
            Struct::default().i32(1, self.values.kind()).i32(3, repetition).text(4, self.name);
        match self.values {
            Values::Texts(_) => schema.i32(6, UTF8).end(),
            _ => schema.end(),
        }
    }
}

impl Values {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Texts(values) => values.len(),
            Self::Integers(values) => values.len(),
            Self::OptionalIntegers(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Flags(values) => values.len(),
        }
    }

    /// The physical type of the format.
    fn kind(&self) -> i32 {
        match self {
            Self::Flags(_) => 0,
            Self::Integers(_) | Self::OptionalIntegers(_) => 2,
            Self::Numbers(_) => 5,
            Self::Texts(_) => 6,
        }
    }

    fn pages(&self, rows: Range<usize>) -> Pages {
        let plain = |data| Pages { dictionary: None, data };
        match self {
            Self::Texts(values) => text_pages(&values[rows]),
            Self::Integers(values) => {
                plain(values[rows].iter().flat_map(|value| value.to_le_bytes()).collect())
            }
            Self::OptionalIntegers(values) => {
                let values = &values[rows];
                let present: Vec<usize> =
                    values.iter().map(|value| usize::from(value.is_some())).collect();
                let levels = runs(&present, 1);
                let mut data = size(levels.len()).to_vec();
                data.extend(levels);
                data.extend(values.iter().flatten().flat_map(|value| value.to_le_bytes()));
                plain(data)
            }
            Self::Numbers(values) => {
                plain(values[rows].iter().flat_map(|value| value.to_le_bytes()).collect())
            }
            Self::Flags(values) => {
                let byte = |flags: &[bool]| {
                    flags.iter().rev().fold(0, |byte, &flag| byte << 1 | u8::from(flag))
                };
                plain(values[rows].chunks(8).map(byte).collect())
            }
        }
    }
}

/// Texts by a dictionary of those that occur, in order of appearance.
fn text_pages(texts: &[String]) -> Pages {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut dictionary = Vec::new();
    let numbered: Vec<usize> = texts
        .iter()
        .map(|text| {
            let next = numbers.len();
            *numbers.entry(text).or_insert_with(|| {
                dictionary.extend(size(text.len()));
                dictionary.extend(text.bytes());
                next
            })
        })
        .collect();
    let count = numbers.len();
    let width = (usize::BITS - count.saturating_sub(1).leading_zeros()).max(1);
    let mut data = vec![width.to_le_bytes()[0]];
    data.extend(runs(&numbered, width.div_ceil(8) as usize));
    Pages { dictionary: Some((count, dictionary)), data }
}

/// A size within a page. Pages with sizes that do not fit are too large themselves, and refused.
fn size(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}

/// Runs of equal values: each has twice its length, then the value in some bytes.
fn runs(values: &[usize], bytes: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for run in values.chunk_by(|one, other| one == other) {
        varint(&mut out, 2 * run.len() as u64);
        out.extend(&run[0].to_le_bytes()[..bytes]);
    }
    out
}

// Numbers of the format.
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const UTF8: i32 = 0;
const UNCOMPRESSED: i32 = 0;
const DATA_PAGE: i32 = 0;
const DICTIONARY_PAGE: i32 = 2;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const RLE_DICTIONARY: i32 = 8;

// Types of Thrift's compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure of Thrift's compact protocol. Its fields come by rising numbers.
#[derive(Default)]
struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    fn field(mut self, number: u8, kind: u8, value: &[u8]) -> Self {
        self.bytes.push((number - self.last) << 4 | kind);
        self.bytes.extend(value);
        self.last = number;
        self
    }

    fn i32(self, number: u8, value: i32) -> Self {
        self.field(number, I32, &zigzag(i64::from(value)))
    }

    fn i64(self, number: u8, value: i64) -> Self {
        self.field(number, I64, &zigzag(value))
    }

    fn text(self, number: u8, value: &str) -> Self {
        self.field(number, BINARY, &prefixed(value))
    }

    /// A structure that has ended.
    fn nested(self, number: u8, value: &[u8]) -> Self {
        self.field(number, STRUCT, value)
    }

    fn list(self, number: u8, kind: u8, items: Vec<Vec<u8>>) -> Self {
        let mut value = match u8::try_from(items.len()) {
            Ok(count) if count < 15 => vec![count << 4 | kind],
            _ => vec![0xF0 | kind],
        };
        if 15 <= items.len() {
            varint(&mut value, items.len() as u64);
        }
        value.extend(items.into_iter().flatten());
        self.field(number, LIST, &value)
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >> 7 != 0 {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

/// A signed number, small if its absolute value is small.
fn zigzag(value: i64) -> Vec<u8> {
    let mut out = Vec::new();
    varint(&mut out, (value << 1 ^ value >> 63).cast_unsigned());
    out
}

/// A text after its length.
fn prefixed(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    varint(&mut out, text.len() as u64);
    out.extend(text.bytes());
    out
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use patience_core::SplitMix;

    use super::*;

    /// What the crate `parquet` reads from a table.
    fn read_back(columns: &[Column]) -> Vec<Vec<Field>> {
        let file = bytes::Bytes::from(file(columns).unwrap());
        let reader = SerializedFileReader::new(file).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        rows.map(|row| row.unwrap().into_columns().into_iter().map(|(_, field)| field).collect())
            .collect()
    }

    fn column(name: &'static str, values: Values) -> Column {
        Column { name, values }
    }

    #[test]
    fn another_reader_finds_the_same_values() {
        for rows in [0, 1, 2, 7, 8, 9, 300, GROUP_ROWS, GROUP_ROWS + 3] {
            let mut random = SplitMix::new(rows as u64);
            let texts: Vec<String> = (0..rows)
                .map(|row| match random.below(3) {
                    0 => "again".to_owned(),
                    1 => String::new(),
                    _ => format!("{row} „ü“"),
                })
                .collect();
            let same = vec!["one".to_owned(); rows];
            let integers: Vec<i64> = (0..rows).map(|_| random.bits().cast_signed()).collect();
            let optional: Vec<Option<i64>> =
                integers.iter().map(|&it| (it & 3 != 0).then_some(it)).collect();
            let numbers: Vec<f64> = (0..rows).map(|_| random.unit() - 0.5).collect();
            let flags: Vec<bool> = (0..rows).map(|_| random.below(3) == 0).collect();
            let expected: Vec<Vec<Field>> = (0..rows)
                .map(|row| {
                    vec![
                        Field::Str(texts[row].clone()),
                        Field::Str(same[row].clone()),
                        Field::Long(integers[row]),
                        optional[row].map_or(Field::Null, Field::Long),
                        Field::Double(numbers[row]),
                        Field::Bool(flags[row]),
                    ]
                })
                .collect();
            let columns = [
                column("texts", Values::Texts(texts)),
                column("same", Values::Texts(same)),
                column("integers", Values::Integers(integers)),
                column("optional", Values::OptionalIntegers(optional)),
                column("numbers", Values::Numbers(numbers)),
                column("flags", Values::Flags(flags)),
            ];
            assert!(read_back(&columns) == expected, "{rows} rows");
        }
    }
}
