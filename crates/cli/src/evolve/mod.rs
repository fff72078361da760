//! `patience evolve`.

pub(crate) mod baselines;
pub(crate) mod boards;
pub(crate) mod genomes;

use std::time::Duration;

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

/// A time as people tell it.
fn in_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        _ => format!("{:.1} h", time.as_secs_f64() / 3600.0),
    }
}
