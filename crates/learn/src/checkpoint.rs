//! The state of a run as text with a checksum.

use patience_core::SplitMix;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::arena::Case;
use crate::curriculum::Curriculum;
use crate::evolution::State;
use crate::genome::{GenomeText, GenomeTextError, Lexicon};
use crate::log::Champion;

/// The first line of a checkpoint begins with this: the format and its version.
const MARK: &str = "patience-checkpoint 1";

/// Text that is not a checkpoint.
#[derive(Debug, thiserror::Error)]
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
}

/// A value as JSON text with a checksum.
///
/// # Panics
///
/// If it has maps whose keys are not strings. Numbers must be finite, or they cannot be read back.
pub fn seal(saved: &impl Serialize) -> String {
    let body = serde_json::to_string(saved).expect("keys are strings");
    format!("{MARK} {:08x}\n{body}\n", crc32fast::hash(body.as_bytes()))
}

/// Reads a value that was [sealed](seal), and checks it.
pub fn unseal<T: DeserializeOwned>(text: &str) -> Result<T, BadCheckpoint> {
    let rest = text.strip_prefix(MARK).ok_or(BadCheckpoint::Mark)?;
    let (stored, body) = rest.split_once('\n').ok_or(BadCheckpoint::Mark)?;
    let (stored, body) = (stored.trim(), body.trim_end_matches('\n'));
    let found = crc32fast::hash(body.as_bytes());
    if format!("{found:08x}") != stored {
        return Err(BadCheckpoint::Checksum { found, stored: stored.to_owned() });
    }
    Ok(serde_json::from_str(body)?)
}

#[derive(Serialize, Deserialize)]
struct Saved {
    origin: u32,
    generation: u32,
    random: SplitMix,
    champion: Option<(GenomeText, Champion)>,
    curriculum: Curriculum,
    training: Vec<Case>,
    validation: Vec<Case>,
    population: Vec<GenomeText>,
}

impl State {
    /// The state as text.
    ///
    /// # Panics
    ///
    /// If the lexicon does not match the genomes.
    #[must_use]
    pub fn to_checkpoint(&self, lexicon: &Lexicon) -> String {
        let text = |genome| GenomeText::new(genome, lexicon);
        let champion = self.champion.as_ref().map(|(genome, champion)| (text(genome), *champion));
        let saved = Saved {
            origin: self.origin,
            generation: self.generation,
            random: self.random.clone(),
            champion,
            curriculum: self.curriculum.clone(),
            training: self.training.clone(),
            validation: self.validation.clone(),
            population: self.population.iter().map(text).collect(),
        };
        seal(&saved)
    }

    /// Reads a state from the text of a checkpoint.
    pub fn from_checkpoint(text: &str, lexicon: &Lexicon) -> Result<Self, BadCheckpoint> {
        let saved: Saved = unseal(text)?;
        let champion = match saved.champion {
            Some((text, champion)) => Some((text.genome(lexicon)?, champion)),
            None => None,
        };
        let population = saved.population.iter().map(|text| text.genome(lexicon));
        Ok(Self {
            origin: saved.origin,
            generation: saved.generation,
            population: population.collect::<Result<_, _>>()?,
            champion,
            training: saved.training,
            validation: saved.validation,
            random: saved.random,
            curriculum: saved.curriculum,
        })
    }
}
