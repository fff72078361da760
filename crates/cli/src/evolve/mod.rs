//! `patience evolve`.

pub(crate) mod baselines;
pub(crate) mod boards;
pub(crate) mod genomes;

use patience_learn::FolderError;

use crate::exit::Exit;

/// A folder that is not what it should be is the fault of the input, unless the disk is.
fn refused(error: FolderError) -> anyhow::Error {
    match error {
        FolderError::Io { .. } => error.into(),
        FolderError::Taken(_) => {
            let advice = "go on with it by --resume, or take another folder";
            Exit::bad_input(anyhow::anyhow!("{error}: {advice}"))
        }
        _ => Exit::bad_input(error),
    }
}

/// Seconds as people tell them, however many they are.
fn in_time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
