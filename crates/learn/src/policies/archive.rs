//! MAP-Elites (Mouret and Clune, 2015): a grid that keeps the best genome of each kind of behaviour, and parents from all its cells.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::genome::{FeatureSet, Genome, GenomeText, GenomeTextError};
use crate::log::Archived;
use crate::settings::ArchiveAxes;

/// A column and a row.
pub(super) type Place = (u32, u32);

/// Units of length or size in a row.
const ROW: f64 = 10.0;

/// The grid: the best genome so far of each cell that has one.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{Archive, ArchiveKind, Evolution, Settings};
///
/// let settings = Settings { archive: Some(ArchiveKind::MapElites), ..settings() };
/// let mut run = Evolution::begin(policies(settings));
/// assert_eq!(run.state().memory.archive, Archive::default());
/// let best = step(&mut run)?.best;
/// // The best genome of the first generation is the best of its cell.
/// let archive = &run.state().memory.archive;
/// assert!(archive.elites().any(|elite| elite.figures.fitness == best));
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive(pub(super) BTreeMap<Place, Elite>);

/// The best genome of a cell, with the figures of the generation in which it entered.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{ArchiveKind, Elite, Evolution, Settings};
///
/// let settings = Settings { archive: Some(ArchiveKind::MapElites), ..settings() };
/// let mut run = Evolution::begin(policies(settings));
/// let first = run.state().population.clone();
/// step(&mut run)?;
/// for Elite { genome, fired, figures } in run.state().memory.archive.elites() {
///     assert!(first.contains(genome));
///     assert_eq!((fired.len(), figures.generation), (genome.rules.len() + 1, 0));
/// }
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Elite {
    /// The genome.
    pub genome: Genome,
    /// How often each rule decided.
    pub fired: Vec<u64>,
    /// Its figures.
    pub figures: Figures,
}

/// The figures of a genome in a generation. Its fields are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{ArchiveKind, Evolution, Figures, Settings};
///
/// let settings = Settings { archive: Some(ArchiveKind::MapElites), ..settings() };
/// let mut run = Evolution::begin(policies(settings));
/// step(&mut run)?;
/// // A search of these cases expands a node for each move.
/// let mut figures = run.state().memory.archive.elites().map(|elite| elite.figures);
/// assert!(figures.all(|Figures { nodes, length, .. }| nodes == length));
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The mean fitness.
    pub fitness: f64,
    /// Mean nodes of the searches that found a solution.
    pub nodes: f64,
    /// Mean length of the solutions.
    pub length: f64,
    /// The generation.
    pub generation: u32,
}

/// A cell in a checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedElite {
    genome: GenomeText,
    fired: Vec<u64>,
    figures: Figures,
}

/// The grid as a file.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{ArchiveFile, ArchiveKind, Evolution, Run, Settings, folder::ARCHIVE};
///
/// let settings = Settings { archive: Some(ArchiveKind::MapElites), ..settings() };
/// let mut run = Evolution::begin(policies(settings));
/// step(&mut run)?;
/// let results = run.results();
/// let (_, text) = results.iter().find(|(name, _)| *name == ARCHIVE).expect("the run has an archive");
/// let file: ArchiveFile = toml::from_str(text)?;
/// let elites = run.state().memory.archive.elites();
/// assert!(file.cells.iter().map(|cell| cell.figures).eq(elites.map(|elite| elite.figures)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArchiveFile {
    /// The axes.
    pub axes: ArchiveAxes,
    /// The occupied cells, by column and row.
    #[serde(default, rename = "cell")]
    pub cells: Vec<ArchiveCell>,
}

/// A cell of the grid in its file.
///
/// ```
/// use patience_learn::{ArchiveFile, nodes_of, units_of};
///
/// let text = r#"
/// axes = "nodes-length"
///
/// [[cell]]
/// column = 10
/// row = 6
/// fitness = 0.5
/// nodes = 1500.0
/// length = 64.0
/// generation = 3
/// size = 2
/// policy = "…"
/// "#;
/// let cell = &toml::from_str::<ArchiveFile>(text)?.cells[0];
/// assert!((nodes_of(cell.column)..nodes_of(cell.column + 1)).contains(&cell.figures.nodes));
/// assert!((units_of(cell.row)..units_of(cell.row + 1)).contains(&cell.figures.length));
/// # Ok::<(), patience_learn::TomlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArchiveCell {
    /// Its column: the binary logarithm of the nodes, rounded down.
    pub column: u32,
    /// Its row: a tenth of the length or of the size, rounded down.
    pub row: u32,
    /// The figures of its genome.
    #[serde(flatten)]
    pub figures: Figures,
    /// The size of its genome in nodes and weights.
    pub size: usize,
    /// The genome as a policy file.
    pub policy: String,
}

/// A column as the nodes that it stands for.
///
/// ```
/// // A column has half as many nodes as the next.
/// assert_eq!([0, 1, 10].map(patience_learn::nodes_of), [1.0, 2.0, 1024.0]);
/// ```
#[must_use]
pub fn nodes_of(column: u32) -> f64 {
    f64::from(column).exp2()
}

/// A row as the length or size at which it begins.
///
/// ```
/// // A row has ten lengths.
/// assert_eq!([0, 1, 6].map(patience_learn::units_of), [0.0, 10.0, 60.0]);
/// ```
#[must_use]
pub fn units_of(row: u32) -> f64 {
    f64::from(row) * ROW
}

impl Elite {
    fn place(&self, axes: ArchiveAxes) -> Place {
        let units = match axes {
            ArchiveAxes::NodesLength => self.figures.length,
            ArchiveAxes::NodesSize => self.genome.size() as f64,
        };
        // Small positive numbers; `as` saturates.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let whole = |number: f64| number.floor() as u32;
        (whole(self.figures.nodes.max(1.0).log2()), whole(units / ROW))
    }
}

impl Archive {
    /// Takes a genome if its cell is empty or has one that is less fit.
    pub(super) fn offer(&mut self, elite: Elite, axes: ArchiveAxes) {
        let place = elite.place(axes);
        let is_better = |old: &Elite| old.figures.fitness.total_cmp(&elite.figures.fitness).is_lt();
        if self.0.get(&place).is_none_or(is_better) {
            self.0.insert(place, elite);
        }
    }

    /// The genomes of all occupied cells.
    pub fn elites(&self) -> impl Iterator<Item = &Elite> {
        self.0.values()
    }

    /// The figures of the log.
    pub(super) fn figures(&self) -> Archived {
        let cells = self.0.len();
        let sum: f64 = self.elites().map(|elite| elite.figures.fitness).sum();
        Archived { cells, mean: sum / cells.max(1) as f64 }
    }

    pub(super) fn save(&self, feature_set: &FeatureSet) -> Vec<SavedElite> {
        let saved = |elite: &Elite| SavedElite {
            genome: GenomeText::new(&elite.genome, feature_set),
            fired: elite.fired.clone(),
            figures: elite.figures,
        };
        self.elites().map(saved).collect()
    }

    pub(super) fn restore(
        saved: Vec<SavedElite>,
        axes: ArchiveAxes,
        feature_set: &FeatureSet,
    ) -> Result<Self, GenomeTextError> {
        let mut archive = Self::default();
        for SavedElite { genome, fired, figures } in saved {
            archive.offer(Elite { genome: genome.genome(feature_set)?, fired, figures }, axes);
        }
        Ok(archive)
    }

    /// The grid as a file; `policy` writes a genome.
    pub(super) fn file(
        &self,
        axes: ArchiveAxes,
        policy: impl Fn(&Genome) -> String,
    ) -> ArchiveFile {
        let cell = |(&(column, row), elite): (&Place, &Elite)| ArchiveCell {
            column,
            row,
            figures: elite.figures,
            size: elite.genome.size(),
            policy: policy(&elite.genome),
        };
        ArchiveFile { axes, cells: self.0.iter().map(cell).collect() }
    }
}
