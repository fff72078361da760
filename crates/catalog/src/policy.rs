//! Genomes that guide searches: the words of each puzzle, files of policies, and how they want to be searched with.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use patience_core::Reading;
use patience_freecell::MoveSet;
use patience_kit::{Choice as _, Kit as _, weights};
use patience_learn::{FileError, GenomeFile, Lexicon, Table};
use patience_search::Open;

/// The engines that a policy can guide, by puzzle, the usual one first.
const GUIDED: [(&str, &[&str]); 2] =
    [(FREECELL, &["staged", "ida-star", FAST]), (patience_rush_hour::NAME, &["ida-star"])];

/// The name of FreeCell.
pub(crate) const FREECELL: &str = "freecell";

/// The engine of FreeCell that weighs counts of its own.
const FAST: &str = "fast";

/// The words that policies of a puzzle are made of, for an engine or the usual one; nothing for a puzzle that has none.
#[must_use]
pub fn lexicon(puzzle: &str, engine: Option<&str>) -> Option<Lexicon> {
    match puzzle {
        FREECELL => patience_freecell::KIT.lexicon(engine),
        patience_rush_hour::NAME => patience_rush_hour::KIT.lexicon(engine),
        _ => None,
    }
}

/// A policy that was read from a file. Copies are the same policy, and count together.
#[derive(Clone, Debug)]
pub struct Policy(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: GenomeFile,
    lexicon: Lexicon,
    plan: Plan,
    fired: Vec<AtomicU64>,
}

/// What a policy wants to be searched with; what it does not say is as usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The engine.
    pub engine: &'static str,
    /// How far a stage looks.
    pub horizon: Option<u8>,
    /// States that the table of seen states holds.
    pub table: Option<usize>,
    /// Which states stay open.
    pub open: Option<Open>,
    /// Nodes after which the search begins anew.
    pub restart: Option<u64>,
    /// The moves that the search makes.
    pub moves: Option<MoveSet>,
}

/// The names of what stays open.
const OPEN: [(&str, Open); 2] = [("one", Open::OnePerScore), ("all", Open::All)];

impl Policy {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, FileError> {
        let file = GenomeFile::parse(text, lexicon)?;
        Self::new(file).map_err(|NoPlan { key, message }| {
            GenomeFile::error_at(text, &["search", &key], message)
        })
    }

    /// A policy that was not read but made.
    pub fn new(file: GenomeFile) -> Result<Self, NoPlan> {
        let wrong = |message: String| NoPlan { key: "puzzle".to_owned(), message };
        let plan = Plan::read(&file.puzzle, &file.search)?;
        let lexicon = lexicon(&file.puzzle, Some(plan.engine))
            .ok_or_else(|| wrong(format!("there are no policies for `{}`", file.puzzle)))?;
        let is_plain = weights(&file.genome).is_some() && file.manner.reading == Reading::Distance;
        if plan.engine == FAST && !is_plain {
            let message =
                "`fast` takes weights of distances: no rules, formulas or raw reading".to_owned();
            return Err(NoPlan { key: "engine".to_owned(), message });
        }
        let fired = (0..=file.genome.rules.len()).map(|_| AtomicU64::new(0)).collect();
        Ok(Self(Arc::new(Inner { file, lexicon, plan, fired })))
    }

    /// All that the file tells.
    #[must_use]
    pub fn file(&self) -> &GenomeFile {
        &self.0.file
    }

    /// The words that it is made of.
    #[must_use]
    pub fn lexicon(&self) -> &Lexicon {
        &self.0.lexicon
    }

    /// Whether a condition or a formula of it asks for a feature.
    #[must_use]
    pub fn mentions(&self, feature: &str) -> bool {
        self.0.lexicon.find(feature).is_some_and(|at| self.0.file.genome.mentions(at))
    }

    /// What it wants to be searched with.
    #[must_use]
    pub fn plan(&self) -> Plan {
        self.0.plan
    }

    /// How often each rule decided in all searches so far, and, last, the default.
    #[must_use]
    pub fn fired(&self) -> Vec<u64> {
        self.0.fired.iter().map(|count| count.load(Ordering::Relaxed)).collect()
    }
}

/// Something about searching in a file that means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` of the search: {message}")]
pub struct NoPlan {
    /// Which entry.
    pub key: String,
    /// What was expected, and what stands there.
    pub message: String,
}

impl Plan {
    /// What the table of a file, or of the settings of a run, says about searching a puzzle.
    pub(crate) fn read(puzzle: &str, search: &Table) -> Result<Self, NoPlan> {
        let engines = GUIDED.iter().find(|(known, _)| *known == puzzle);
        let engines = engines.map_or(&[][..], |(_, engines)| engines);
        let engine = engines.first().copied().unwrap_or_default();
        let mut plan =
            Self { engine, horizon: None, table: None, open: None, restart: None, moves: None };
        let is_freecell = puzzle == FREECELL;
        for (key, value) in search {
            let wrong = |expected: &str| NoPlan {
                key: key.clone(),
                message: format!("expected {expected}, found `{value}`"),
            };
            let text = value.as_str().unwrap_or_default();
            match key.as_str() {
                "engine" => {
                    let named = engines.iter().find(|name| **name == text).copied();
                    plan.engine = named.ok_or_else(|| wrong(&one_of(engines.iter().copied())))?;
                }
                "table" => {
                    let states = value.as_integer().and_then(|states| states.try_into().ok());
                    plan.table = Some(states.ok_or_else(|| wrong("a number of states"))?);
                }
                "horizon" if is_freecell => {
                    let moves = value.as_integer().and_then(|moves| moves.try_into().ok());
                    plan.horizon = Some(moves.ok_or_else(|| wrong("a number from 0 to 255"))?);
                }
                "open" if is_freecell => {
                    let named = OPEN.iter().find(|(name, _)| *name == text).map(|&(_, it)| it);
                    let known = OPEN.iter().map(|&(name, _)| name);
                    plan.open = Some(named.ok_or_else(|| wrong(&one_of(known)))?);
                }
                "restart" if is_freecell => {
                    let nodes = value.as_integer().and_then(|nodes| nodes.try_into().ok());
                    plan.restart = Some(nodes.ok_or_else(|| wrong("a number of nodes"))?);
                }
                "moves" if is_freecell => {
                    let known = MoveSet::ALL.iter().map(|(_, named)| named.name);
                    plan.moves = Some(MoveSet::named(text).ok_or_else(|| wrong(&one_of(known)))?);
                }
                _ => {
                    let all = ["engine", "table", "horizon", "open", "restart", "moves"];
                    let known = if is_freecell { &all[..] } else { &all[..2] };
                    let known = known.join(", ");
                    let message = format!("unknown setting `{key}` (known: {known})");
                    return Err(NoPlan { key: key.clone(), message });
                }
            }
        }
        Ok(plan)
    }
}

/// Words to choose from: `"one" or "all"`.
fn one_of(words: impl Iterator<Item = &'static str>) -> String {
    words.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ")
}
