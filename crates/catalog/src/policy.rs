//! Genomes that guide searches: the words of each puzzle, files of policies, and how they want to be searched with.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use patience_core::{Features, Kind, Reading};
use patience_freecell::{Count, FreeCell, MoveSet, WeightedSum};
use patience_kit::Kit as _;
use patience_learn::{Bound, FileError, Genome, GenomeFile, Lexicon, Table, Value, Weights, Word};
use patience_search::Open;

use crate::freecell;

/// The heuristics of FreeCell that have weights: those of Table I of *Evolutionary Design of `FreeCell` Solvers* (Elyasaf, Hauptman and
/// Sipper, 2012), in its order.
const FREECELL_WEIGHTED: [&str; 9] = [
    "HSDH",
    "NumWellPlaced",
    "NumCardsNotAtFoundations",
    "FreeCells",
    "DifferenceFromTop",
    "LowestFoundationCard",
    "HighestFoundationCard",
    "DifferenceFoundation",
    "SumOfBottomCards",
];

/// The engines that a policy can guide, by puzzle, the usual one first.
const GUIDED: [(&str, &[&str]); 2] =
    [(freecell::NAME, &["staged", "ida-star", FAST]), (patience_rush_hour::NAME, &["ida-star"])];

/// The engine of FreeCell that weighs counts of its own.
pub(crate) const FAST: &str = "fast";

/// The words that policies of a puzzle are made of, for an engine or the usual one; nothing for a puzzle that has none.
#[must_use]
pub fn lexicon(puzzle: &str, engine: Option<&str>) -> Option<Lexicon> {
    match puzzle {
        freecell::NAME if engine == Some(FAST) => {
            let kind = |nearer| Kind::Heuristic { nearer, admissible: false };
            let words = WeightedSum::COUNTS.map(|Count { name, summary, nearer, .. }| Word {
                name,
                summary,
                kind: kind(nearer),
            });
            Lexicon::new(words.to_vec(), &words.map(|word| word.name)).ok()
        }
        freecell::NAME => Lexicon::of::<FreeCell>(&FREECELL_WEIGHTED).ok(),
        patience_rush_hour::NAME => patience_rush_hour::KIT.lexicon(engine),
        _ => None,
    }
}

/// A policy that was read from a file. Copies are the same policy, and count together.
///
/// ```
/// use patience_catalog::freecell::{Engine, solve};
/// use patience_catalog::policy::Policy;
/// use patience_core::{Cancel, Limits};
/// use patience_freecell::FreeCell;
///
/// let policy = Policy::parse(r#"
/// format = 1
/// puzzle = "freecell"
/// name = "Cards that are away"
/// search = { engine = "staged", horizon = 4 }
/// default = { weights = { NumCardsNotAtFoundations = 1.0 } }
/// "#)?;
/// let mut engine = Engine::named(policy.plan().engine).expect("an engine that takes policies");
/// assert!(engine.set_policy(&policy));
/// let limits = Limits { nodes: Some(1000), ..Limits::default() };
/// let game = FreeCell::microsoft(617)?;
/// let _ = solve(&game, &engine, &limits, &Cancel::new(), &mut ());
/// assert!(0 < policy.fired()[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// The policy for one instance.
    ///
    /// # Panics
    ///
    /// If the instance is one of another puzzle.
    pub(crate) fn bind<P: Features>(&self, puzzle: &P) -> Bound<P> {
        Bound::new(&self.0.file.genome, &self.0.lexicon, self.0.file.manner, puzzle)
    }

    /// What guides the engine `fast`; nothing if the policy is for another.
    pub(crate) fn weighted_sum(&self) -> Option<WeightedSum> {
        let weights = weights(&self.0.file.genome).filter(|_| self.0.plan.engine == FAST)?;
        Some(WeightedSum::weighing(weights.numbers()))
    }

    /// Adds the decisions of a search whose guide has no rules.
    pub(crate) fn count_default(&self, decisions: u64) {
        if let Some(default) = self.0.fired.last() {
            default.fetch_add(decisions, Ordering::Relaxed);
        }
    }

    /// Adds what a search has counted.
    pub(crate) fn count<P: Features>(&self, bound: &Bound<P>) {
        for (all, fired) in self.0.fired.iter().zip(bound.fired()) {
            all.fetch_add(fired, Ordering::Relaxed);
        }
    }

    /// Whether it is for a puzzle.
    pub(crate) fn is_for(&self, puzzle: &str) -> bool {
        self.0.file.puzzle == puzzle
    }
}

/// The weights of a genome that is nothing else.
pub(crate) fn weights(genome: &Genome) -> Option<&Weights> {
    match &genome.default {
        Value::Weights(weights) if genome.rules.is_empty() => Some(weights),
        _ => None,
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
        let is_freecell = puzzle == freecell::NAME;
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
                    let known = MoveSet::NAMES.iter().map(|&(name, _)| name);
                    plan.moves = Some(text.parse().map_err(|_| wrong(&one_of(known)))?);
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

/// What guides an engine: a heuristic by name, or a policy.
#[derive(Clone, Debug)]
pub enum Guidance<H> {
    /// A heuristic by name.
    Named(H),
    /// A policy, bound to each instance when its turn comes.
    Policy(Policy),
}

impl<H> Guidance<H> {
    /// The policy, if it is one.
    pub(crate) fn policy(&self) -> Option<&Policy> {
        match self {
            Self::Named(_) => None,
            Self::Policy(policy) => Some(policy),
        }
    }
}
