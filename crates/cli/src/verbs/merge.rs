//! `patience merge`: makes the file of a whole command from the files of its shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use patience_files::{MergeError, Merged, merge};

use super::reproduce::with_extension;
use crate::exit::Exit;
use crate::journal;
use crate::output::{grouped, say};

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The files of all shards, or the folders of `reproduce --records`, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The merged file, or the folder of merged files
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Print results only: no remarks
    #[arg(long, short)]
    quiet: bool,
}

/// Examples in the help.
pub(crate) const EXAMPLES: &str = "Examples:
  patience solve freecell 1..=32000 --shard 1/2 --out part-1.jsonl
  patience solve freecell 1..=32000 --shard 2/2 --out part-2.jsonl
  patience merge part-*.jsonl --out all.jsonl
  patience solve freecell 1..=32000 --out all.jsonl --summary

The merged file is the one that the command writes without --shard. Nothing is written unless all shards are given once and finished. \
A file that is there is not replaced.";

pub(crate) fn run(args: &MergeArgs) -> anyhow::Result<Exit> {
    if !args.files.iter().any(|path| path.is_dir()) {
        merge_files(&args.files, &args.out, args.quiet)?;
        return Ok(Exit::Done);
    }
    if let Some(file) = args.files.iter().find(|path| !path.is_dir()) {
        let file = file.display();
        return Err(Exit::bad_input(anyhow!("expected files or folders: {file} is not a folder")));
    }
    let mut shards: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for folder in &args.files {
        for file in files_below(folder)? {
            let name = file.strip_prefix(folder).unwrap_or(&file).to_owned();
            shards.entry(name).or_default().push(file);
        }
    }
    if shards.is_empty() {
        return Err(Exit::bad_input(anyhow!("the folders hold no files that end in .jsonl")));
    }
    for (name, files) in shards {
        let out = args.out.join(name);
        if let Some(folder) = out.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
        }
        merge_files(&files, &out, args.quiet)?;
    }
    Ok(Exit::Done)
}

fn merge_files(files: &[PathBuf], out: &Path, quiet: bool) -> anyhow::Result<()> {
    let merged = merge(files, out).map_err(|error| match error {
        MergeError::Journal(error) => journal::failed(error),
        error => Exit::bad_input(anyhow!(error)),
    })?;
    if !quiet {
        let Merged { shards, records, is_unchanged } = merged;
        let (out, records) = (out.display(), grouped(records));
        let shards = if shards == 1 { "1 shard".to_owned() } else { format!("{shards} shards") };
        let already = if is_unchanged { ", as before" } else { "" };
        say(format_args!("{out}: {records} records of {shards}{already}"));
    }
    Ok(())
}

/// The records of a folder and its folders.
fn files_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let read = |folder: &Path| {
        std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))
    };
    let mut files = with_extension(read(folder)?, "jsonl");
    for entry in read(folder)? {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        }
    }
    Ok(files)
}
