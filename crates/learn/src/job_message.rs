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
pub fn run_job(arena: &dyn Arena, message: &str, cancel: &Cancel) -> Result<String, BadJob> {
    let JobMessage { genome, case, limits } = serde_json::from_str(message)?;
    let genome = genome.map(|text| text.genome(arena.feature_set())).transpose()?;
    if arena.cases().binary_search(&case).is_err() && !arena.reserved().contains(&case) {
        return Err(BadJob::Case(case));
    }
    let attempt = Job { genome: genome.as_ref(), case, limits }.run(arena, cancel);
    Ok(serde_json::to_string(&attempt)?)
}
