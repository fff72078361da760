use patience_core::Cancel;
use patience_learn::{Evolution, Run, Sequential};

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));

/// A run in a new folder, and the line of its first generation, which is not saved yet.
pub fn first_generation(
    path: &std::path::Path,
) -> Result<(Folder, Evolution<Numbers>, String), Box<dyn std::error::Error>> {
    let folder = Folder::create(&path.join("run"), "generations = 3\n")?;
    let mut run = Evolution::open(Numbers { generations: 3 }, &folder)?;
    let line = next_line(&mut run)?;
    Ok((folder, run, line))
}

/// The line of the next generation.
pub fn next_line(run: &mut dyn Run) -> Result<String, Stopped> {
    let cancel = Cancel::new();
    let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
    Ok(run.advance(&mut executor)?.json)
}
