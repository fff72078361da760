//! Searches of a run as messages to other processes, which run them on the same arena.

use patience_core::{Cancel, Limits};
use serde::{Deserialize, Serialize};

use crate::arena::{Arena, Case, Job};
use crate::genome::{FeatureSet, GenomeText, GenomeTextError};

/// A search to run, as a message.
#[derive(Serialize, Deserialize)]
pub(crate) struct JobMessage {
    genome: Option<GenomeText>,
    case: Case,
    limits: Limits,
}

impl JobMessage {
    pub(crate) fn new(job: &Job<'_>, feature_set: &FeatureSet) -> Self {
        let genome = job.genome.map(|genome| GenomeText::new(genome, feature_set));
        Self { genome, case: job.case, limits: job.limits.clone() }
    }
}

/// A message that is no search to run.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heaps.rs"));
/// # }
/// # use doc::Heaps;
/// use patience_core::Cancel;
/// use patience_learn::{BadJob, run_job};
///
/// // `Heaps` is defined in the example of `Arena`: it has 60 cases.
/// let run = |message| run_job(&Heaps::new(), message, &Cancel::new());
/// assert!(matches!(run("{"), Err(BadJob::Damaged(_))));
/// assert!(matches!(run(r#"{ "case": 61, "limits": {} }"#), Err(BadJob::Case(61))));
/// let weights = r#"{ "case": 60, "limits": {}, "genome": { "rules": [], "default": { "weights": { "Right": "1" } } } }"#;
/// assert!(matches!(run(weights), Err(BadJob::Genome(_))));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadJob {
    /// It is not one at all.
    #[error("a search to run is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    /// Its genome belongs to other features.
    #[error("a search to run has a genome for other features: {0}")]
    Genome(#[from] GenomeTextError),
    /// There is no such case.
    #[error("a search to run is about case {0}, which does not exist here")]
    Case(Case),
}

/// Runs the search of a message, and returns the attempt as JSON. Another process sent it and has the same arena.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heaps.rs"));
/// # }
/// # use doc::Heaps;
/// use patience_core::Cancel;
/// use patience_learn::{Attempt, run_job};
///
/// // `Heaps` is defined in the example of `Arena`. Without a genome, the baseline searches.
/// let message = r#"{ "genome": null, "case": 60, "limits": { "nodes": 100 } }"#;
/// let attempt: Attempt = serde_json::from_str(&run_job(&Heaps::new(), message, &Cancel::new())?)?;
/// assert_eq!(attempt, Attempt { nodes: 60, length: Some(60), fired: Vec::new() });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_job(arena: &dyn Arena, message: &str, cancel: &Cancel) -> Result<String, BadJob> {
    let JobMessage { genome, case, limits } = serde_json::from_str(message)?;
    let genome = genome.map(|text| text.genome(arena.feature_set())).transpose()?;
    if arena.cases().binary_search(&case).is_err() && !arena.reserved().contains(&case) {
        return Err(BadJob::Case(case));
    }
    let attempt = Job { genome: genome.as_ref(), case, limits }.run(arena, cancel);
    Ok(serde_json::to_string(&attempt)?)
}
