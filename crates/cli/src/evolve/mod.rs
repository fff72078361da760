//! `patience evolve rushhour-boards` and `patience evolve freecell-baselines`, and what all runs share.

pub(crate) mod baselines;
pub(crate) mod boards;

use patience_learn::FolderError;

use crate::exit::Exit;

/// An unusable folder is an error of the input, except for errors of the file system.
pub(crate) fn refused(error: FolderError) -> anyhow::Error {
    match error {
        FolderError::Io { .. } => error.into(),
        FolderError::Taken(_) => {
            let advice = "resume it with --resume, or use another folder";
            Exit::bad_input(anyhow::anyhow!("{error}: {advice}"))
        }
        _ => Exit::bad_input(error),
    }
}

/// Seconds in a fitting unit. `HumanDuration` has no decimals for hours.
pub(crate) fn in_time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}
