use std::path::Path;

use patience_core::Cancel;
use patience_learn::{Evolution, Executor, Folder, Run as _, RunSettings as _, Sequential, Table};
use patience_workbench::evolution::settings;
use patience_workbench::policies::{Hooks, kit_policies};

/// Evolves weights for sliding tiles, for two generations.
pub fn small_run(path: &Path, seed: u64) -> Result<(), Box<dyn std::error::Error>> {
    let changes = format!(
        "genome = 'weights'\nseed = {seed}\npopulation = 6\ngenerations = 2\ntraining = 4\nvalidation = 3"
    );
    let settings = settings("tiles", changes.parse::<Table>()?)?;
    let folder = Folder::create(path, &settings.to_text())?;
    let policies = kit_policies(patience_workbench::find("tiles")?, settings, Hooks::default())?;
    let mut run = Evolution::open(policies, &folder)?;
    let mut executor =
        Executor { workers: &Sequential, cancel: &Cancel::new(), watcher: &mut () };
    while !run.is_over() {
        let logged = run.advance(&mut executor)?;
        folder.save(&logged.json, &run)?;
    }
    Ok(())
}
