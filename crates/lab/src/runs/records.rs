//! The records of an experiment as they are now, read without the experiment: another process may be adding to them.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use patience_draw::chart::Chart;
use patience_files::{JournalError, read_journal_of};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::arm_summary::curve;
use crate::arms::SeedRecord;
use crate::record::{CaseRecord, Ended};
use crate::site::{learning_charts, nodes_charts};
use crate::stats::quantile;

/// The formats of records, with their versions.
const CASES: (&str, u32) = ("experiment", 1);
const SEEDS: (&str, u32) = ("evolution", 1);

/// The most files of an experiment that are read.
const MOST_ROWS: usize = 500;

/// The records of an experiment.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::run_boards;
/// use patience_core::Cancel;
/// use patience_lab::Lab;
/// use patience_lab::runs::Records;
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let experiment = run_boards(&lab)?; // two engines on five boards
/// let folder = lab.folder.join(&experiment.name);
/// assert_eq!(Records::files(&folder)?.len(), 2); // `a.jsonl` and `breadth-first.jsonl`
/// let records = Records::read(&folder)?;
/// // Each case once, the one with most nodes first.
/// let hardest = records.hardest(10);
/// assert!(hardest.len() == 5 && hardest.is_sorted_by(|one, next| next.nodes <= one.nodes));
/// assert!(records.charts()[0].starts_with("<figure"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Records {
    /// The rows, by the names of their files.
    pub rows: Vec<RowRecords>,
    cases: Vec<(String, Vec<CaseRecord>)>,
    seeds: Vec<(String, Vec<SeedRecord>)>,
}

/// What the file of a row says.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/boards.rs"));
/// # }
/// # use doc::run_boards;
/// use patience_core::Cancel;
/// use patience_lab::runs::Records;
/// use patience_lab::{Ended, Lab};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().to_owned();
/// let lab = Lab { folder, threads: 1, cancel: &Cancel::new(), shard: None };
/// let experiment = run_boards(&lab)?; // two engines on five boards
/// let folder = lab.folder.join(&experiment.name);
/// std::fs::write(folder.join("other.jsonl"), "not a record\n")?;
/// let rows = Records::read(&folder)?.rows;
/// assert_eq!((&rows[0].row[..], rows[0].puzzle.as_deref()), ("A*", Some("tiles")));
/// assert_eq!((rows[0].cases, rows[0].outcomes[&Ended::Solved]), (5, 5));
/// // A row that cannot be read says why, and has the name of its file.
/// assert!(rows[2].row == "other" && rows[2].error.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default, Serialize)]
pub struct RowRecords {
    /// The row.
    pub row: String,
    /// The puzzle, if the file says.
    pub puzzle: Option<String>,
    /// Records: cases, or runs of evolution.
    pub cases: usize,
    /// How the cases ended.
    pub outcomes: BTreeMap<Ended, u64>,
    /// Quartiles of the nodes of solved cases: lower, median, upper.
    pub nodes: Option<[f64; 3]>,
    /// CPU seconds of all cases.
    pub seconds: f64,
    /// When the last case ended, in seconds since 1970.
    pub end: Option<f64>,
    /// Why the file cannot be read.
    pub error: Option<String>,
}

impl Records {
    /// The files of records in a folder: plain files, no symbolic links.
    pub fn files(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_file() && path.extension().is_some_and(|it| it == "jsonl") {
                files.push(path);
            }
        }
        files.sort();
        files.truncate(MOST_ROWS);
        Ok(files)
    }

    /// Reads every row of an experiment. A row that cannot be read says why.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut all = Self::default();
        for file in Self::files(folder)? {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let row = all.read_row(&file, &name).unwrap_or_else(|error| RowRecords {
                row: name,
                error: Some(error.to_string()),
                ..RowRecords::default()
            });
            all.rows.push(row);
        }
        Ok(all)
    }

    fn read_row(&mut self, file: &Path, name: &str) -> Result<RowRecords, JournalError> {
        let mut cases: Vec<CaseRecord> = Vec::new();
        let read = read_journal_of(file, CASES, |case| {
            cases.push(case);
            Ok(())
        });
        let purpose = match read {
            Err(JournalError::Other { .. }) => return self.read_seeds(file, name),
            read => read?.unwrap_or_default(),
        };
        let mut row = row_of(&purpose, "row", name);
        row.add(&cases);
        self.cases.push((row.row.clone(), cases));
        Ok(row)
    }

    fn read_seeds(&mut self, file: &Path, name: &str) -> Result<RowRecords, JournalError> {
        let mut seeds: Vec<SeedRecord> = Vec::new();
        let purpose = read_journal_of(file, SEEDS, |seed| {
            seeds.push(seed);
            Ok(())
        })?;
        let mut row = row_of(&purpose.unwrap_or_default(), "arm", name);
        for seed in &seeds {
            row.add(&seed.tests);
        }
        row.cases = seeds.len();
        row.seconds = seeds.iter().map(|seed| seed.seconds).sum();
        row.end = seeds.iter().map(|seed| seed.end).reduce(f64::max);
        self.seeds.push((row.row.clone(), seeds));
        Ok(row)
    }

    /// Charts of the rows, as HTML figures.
    #[must_use]
    pub fn charts(&self) -> Vec<String> {
        let mut charts = Vec::new();
        let has_lengths = |(_, cases): &(String, Vec<CaseRecord>)| {
            cases.iter().any(|case| !case.lengths.is_empty())
        };
        let searched: Vec<(&str, Vec<CaseRecord>)> = self
            .cases
            .iter()
            .filter(|row| has_lengths(row))
            .map(|(name, cases)| (name.as_str(), cases.clone()))
            .collect();
        charts.extend(nodes_charts(&searched).iter().map(Chart::figure));
        let curves = self.seeds.iter().map(|(name, seeds)| (name.as_str(), curve(seeds)));
        charts.extend(learning_charts(&curves.collect::<Vec<_>>()).iter().map(Chart::figure));
        charts
    }

    /// The cases that took most nodes, the hardest first; each case once.
    #[must_use]
    pub fn hardest(&self, most: usize) -> Vec<&CaseRecord> {
        let cases = self.cases.iter().flat_map(|(_, cases)| cases);
        let mut cases: Vec<&CaseRecord> = cases.filter(|case| !case.position.is_empty()).collect();
        cases.sort_by_key(|case| std::cmp::Reverse(case.nodes));
        let mut seen = std::collections::HashSet::new();
        cases.retain(|case| seen.insert(&case.case));
        cases.truncate(most);
        cases
    }
}

fn row_of(purpose: &Map<String, Value>, key: &str, name: &str) -> RowRecords {
    let word = |key: &str| purpose.get(key).and_then(Value::as_str).map(str::to_owned);
    RowRecords {
        row: word(key).unwrap_or_else(|| name.to_owned()),
        puzzle: word("puzzle"),
        ..RowRecords::default()
    }
}

impl RowRecords {
    fn add(&mut self, cases: &[CaseRecord]) {
        self.cases += cases.len();
        for case in cases {
            *self.outcomes.entry(case.outcome).or_default() += 1;
            self.seconds += case.seconds;
            self.end = Some(self.end.map_or(case.end, |end| end.max(case.end)));
        }
        let solved = cases.iter().filter(|case| case.outcome.is_success());
        let nodes: Vec<f64> = solved.map(|case| case.nodes as f64).collect();
        if let [Some(low), Some(middle), Some(high)] =
            [0.25, 0.5, 0.75].map(|share| quantile(&nodes, share))
        {
            self.nodes = Some([low, middle, high]);
        }
    }
}
