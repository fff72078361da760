//! Records as one flat table: CSV, or Parquet.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use patience_kit::Fault;

use crate::experiment::{Experiment, Scale};
use crate::record::CaseRecord;
use crate::run::Lab;

/// A record with its place.
struct Line<'a> {
    experiment: &'a str,
    row: &'a str,
    /// The seed of the run of evolution.
    seed: Option<u64>,
    length: Option<i64>,
    record: CaseRecord,
}

/// The columns of the table, as a Parquet schema.
const SCHEMA: &str = "message records {
    required binary experiment (UTF8);
    required binary row (UTF8);
    optional int64 seed;
    required binary case (UTF8);
    required binary outcome (UTF8);
    required boolean optimal;
    required int64 nodes;
    optional int64 length;
    required double seconds;
    required double start;
    required double end;
    required binary program (UTF8);
}";

/// Writes the records of experiments at a scale to a file; its extension says which format.
pub fn export(
    lab: &Lab<'_>,
    experiments: &[Experiment],
    scale: Scale,
    path: &Path,
) -> Result<(), Fault> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let write: fn(&[Line<'_>]) -> Result<Vec<u8>, Fault> = match extension {
        Some("csv") => |lines| Ok(csv(lines).into_bytes()),
        Some("parquet") => |lines| parquet(lines).map_err(Fault::environment),
        _ => {
            return Err(Fault::input(format_args!(
                "{}: expected a name that ends in .csv or .parquet",
                path.display()
            )));
        }
    };
    let mut lines = Vec::new();
    for experiment in experiments {
        let length = experiment.length_field()?;
        let mut add = |row, seed, records: Vec<CaseRecord>| {
            lines.extend(records.into_iter().map(|record| Line {
                experiment: &experiment.name,
                row,
                seed,
                length: record.lengths.get(&length).copied(),
                record,
            }));
        };
        for row in &experiment.rows {
            add(row.name.as_str(), None, lab.records(experiment, row, scale)?.0);
        }
        for arm in experiment.evolve.iter().flat_map(|evolve| &evolve.arms) {
            for run in lab.arm_records(experiment, arm, scale)? {
                add(arm.name.as_str(), Some(run.seed), run.tests);
            }
        }
    }
    patience_files::replace(path, &write(&lines)?).map_err(|error| {
        Fault::environment(format_args!("cannot write {}: {error}", path.display()))
    })
}

/// The word of an outcome.
fn outcome(line: &Line<'_>) -> String {
    let word = serde_json::to_value(line.record.outcome).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
}

fn csv(lines: &[Line<'_>]) -> String {
    let mut out = String::from(
        "experiment,row,seed,case,outcome,optimal,nodes,length,seconds,start,end,program\n",
    );
    for line in lines {
        let record = &line.record;
        let number = |value: Option<i128>| value.map(|it| it.to_string()).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{}",
            quoted(line.experiment),
            quoted(line.row),
            number(line.seed.map(i128::from)),
            quoted(&record.case),
            outcome(line),
            record.optimal,
            record.nodes,
            number(line.length.map(i128::from)),
            record.seconds,
            record.start,
            record.end,
            quoted(&record.program)
        );
    }
    out
}

/// A field of CSV (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn parquet(lines: &[Line<'_>]) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties)?;
    let mut group = writer.next_row_group()?;
    let mut at = 0;
    while let Some(column) = group.next_column()? {
        write_column(column, at, lines)?;
        at += 1;
    }
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

/// Writes one column, by its place in the schema.
fn write_column(
    mut column: SerializedColumnWriter<'_>,
    at: usize,
    lines: &[Line<'_>],
) -> Result<(), ParquetError> {
    let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let texts = |text: &dyn Fn(&Line<'_>) -> String| -> Vec<ByteArray> {
        lines.iter().map(|line| ByteArray::from(text(line).into_bytes())).collect()
    };
    let numbers = |number: &dyn Fn(&CaseRecord) -> f64| -> Vec<f64> {
        lines.iter().map(|line| number(&line.record)).collect()
    };
    let optional = |number: &dyn Fn(&Line<'_>) -> Option<i64>| -> (Vec<i64>, Vec<i16>) {
        let values: Vec<Option<i64>> = lines.iter().map(number).collect();
        let levels = values.iter().map(|value| i16::from(value.is_some())).collect();
        (values.into_iter().flatten().collect(), levels)
    };
    match at {
        0 | 1 | 3 | 4 | 11 => {
            let values = texts(&|line| match at {
                0 => line.experiment.to_owned(),
                1 => line.row.to_owned(),
                3 => line.record.case.clone(),
                4 => outcome(line),
                _ => line.record.program.clone(),
            });
            column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        }
        2 | 7 => {
            let (values, levels) = optional(&|line| match at {
                2 => line.seed.map(whole),
                _ => line.length,
            });
            column.typed::<Int64Type>().write_batch(&values, Some(&levels), None)?;
        }
        5 => {
            let values: Vec<bool> = lines.iter().map(|line| line.record.optimal).collect();
            column.typed::<BoolType>().write_batch(&values, None, None)?;
        }
        6 => {
            let values: Vec<i64> = lines.iter().map(|line| whole(line.record.nodes)).collect();
            column.typed::<Int64Type>().write_batch(&values, None, None)?;
        }
        _ => {
            let values = numbers(&|record| match at {
                8 => record.seconds,
                9 => record.start,
                _ => record.end,
            });
            column.typed::<DoubleType>().write_batch(&values, None, None)?;
        }
    }
    column.close()
}
