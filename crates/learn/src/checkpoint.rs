//! The state of a run as text with a checksum.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::genome::GenomeTextError;

/// The first line of a checkpoint begins with this: the format and its version.
const MARK: &str = "patience-checkpoint 1";

/// Text that is not a checkpoint.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// use patience_learn::{BadCheckpoint, Evolution, Run, from_checkpoint};
///
/// // `Numbers` is defined in the example of `Species`.
/// let species = Numbers { generations: 3 };
/// let text = Evolution::begin(Numbers { generations: 3 }).checkpoint();
/// assert!(matches!(from_checkpoint(&species, "[1, 2, 3]"), Err(BadCheckpoint::Mark)));
/// let damaged = text.replace("[1,2,3]", "[1,2,4]");
/// assert!(matches!(from_checkpoint(&species, &damaged), Err(BadCheckpoint::Checksum { .. })));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadCheckpoint {
    /// The first line is wrong.
    #[error("it does not begin with `{MARK}`: not a checkpoint, or one of another version")]
    Mark,
    /// The checksum is wrong.
    #[error("it is damaged: its checksum is {found:08x}, and it says {stored}")]
    Checksum {
        /// The checksum of the content.
        found: u32,
        /// The checksum in the file.
        stored: String,
    },
    /// The content cannot be read.
    #[error("it cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// A genome cannot be read.
    #[error("it has a genome that cannot be read: {0}")]
    Genome(#[from] GenomeTextError),
    /// An individual does not fit the settings.
    #[error("it does not fit the settings: {0}")]
    Unfit(String),
    /// It belongs to another run.
    #[error("it is of a run with other settings or other cases")]
    Other,
}

/// A value as JSON text with a checksum.
///
/// # Panics
///
/// If it has maps whose keys are not strings. Numbers must be finite, or they cannot be read back.
pub(crate) fn write_saved(saved: &impl Serialize) -> String {
    let body = serde_json::to_string(saved).expect("keys are strings");
    format!("{MARK} {:08x}\n{body}\n", crc32fast::hash(body.as_bytes()))
}

/// Reads what was saved in a checkpoint, and checks its checksum.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/numbers.rs"));
/// # }
/// # use doc::Numbers;
/// use patience_learn::{Evolution, Run, Species, read_saved};
///
/// // `Numbers` is defined in the example of `Species`. This is what it saved, before it is restored.
/// let text = Evolution::begin(Numbers { generations: 3 }).checkpoint();
/// let (generation, population, _): <Numbers as Species>::Saved = read_saved(&text)?;
/// assert_eq!((generation, population), (0, vec![1, 2, 3]));
/// # Ok::<(), patience_learn::BadCheckpoint>(())
/// ```
pub fn read_saved<T: DeserializeOwned>(text: &str) -> Result<T, BadCheckpoint> {
    let rest = text.strip_prefix(MARK).ok_or(BadCheckpoint::Mark)?;
    let (stored, body) = rest.split_once('\n').ok_or(BadCheckpoint::Mark)?;
    let (stored, body) = (stored.trim(), body.trim_end_matches('\n'));
    let found = crc32fast::hash(body.as_bytes());
    if format!("{found:08x}") != stored {
        return Err(BadCheckpoint::Checksum { found, stored: stored.to_owned() });
    }
    Ok(serde_json::from_str(body)?)
}
