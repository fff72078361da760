//! The vocabulary of genomes: the features of a puzzle by name.

use patience_core::{Feature, Features, Kind};

/// The features of a puzzle, without its types: what operators, readers and writers need.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::Lexicon;
///
/// let lexicon = Lexicon::of::<Countdown>(&["Left"]).expect("it has that heuristic");
/// assert_eq!(lexicon.words()[0].name, "Left");
/// assert!(Lexicon::of::<Countdown>(&["Right"]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon {
    words: Vec<Word>,
    weighted: Vec<usize>,
    /// Words that can be read, but that no new tree uses.
    avoided: Vec<usize>,
}

/// A feature as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The name in files.
    pub name: &'static str,
    /// What it measures, in one line.
    pub summary: &'static str,
    /// Its kind.
    pub kind: Kind,
}

impl Word {
    /// Whether it is true or false instead of a number.
    #[must_use]
    pub fn is_flag(&self) -> bool {
        self.kind == Kind::Flag
    }

    /// Whether it estimates the distance to the goal.
    #[must_use]
    pub fn is_heuristic(&self) -> bool {
        matches!(self.kind, Kind::Heuristic { .. })
    }
}

/// A name that should have a weight is not a heuristic of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a heuristic of the puzzle")]
pub struct NoHeuristic(pub String);

/// A name is not a feature of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a feature of the puzzle")]
pub struct NoWord(pub String);

impl Lexicon {
    /// The features of a puzzle; `weighted` names the heuristics with weights, in their order.
    pub fn of<P: Features>(weighted: &[&str]) -> Result<Self, NoHeuristic> {
        let word = |feature: &Feature<P>| Word {
            name: feature.name,
            summary: feature.summary,
            kind: feature.kind,
        };
        Self::new(P::features().iter().map(word).collect(), weighted)
    }

    /// A lexicon of words; `weighted` names the heuristics with weights, in their order.
    pub fn new(words: Vec<Word>, weighted: &[&str]) -> Result<Self, NoHeuristic> {
        let index = |name: &&str| {
            let is_it = |word: &Word| word.name == *name && word.is_heuristic();
            words.iter().position(is_it).ok_or_else(|| NoHeuristic((*name).to_owned()))
        };
        let weighted = weighted.iter().map(index).collect::<Result<_, _>>()?;
        Ok(Self { words, weighted, avoided: Vec::new() })
    }

    /// Every word.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The indices of the words with weights: heuristics, unless [all](Self::weighing_all) words have one.
    #[must_use]
    pub fn weighted(&self) -> &[usize] {
        &self.weighted
    }

    /// The index of a word.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.words.iter().position(|word| word.name == name)
    }

    /// The same lexicon, but no new tree uses the words of these names.
    pub fn avoiding(mut self, names: &[String]) -> Result<Self, NoWord> {
        let index = |name: &String| self.find(name).ok_or_else(|| NoWord(name.clone()));
        self.avoided = names.iter().map(index).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// The same lexicon, where all words have weights: first those that had one, then the others, without those that are avoided.
    #[must_use]
    pub fn weighing_all(mut self) -> Self {
        let others: Vec<usize> = self.usable().filter(|at| !self.weighted.contains(at)).collect();
        self.weighted.extend(others);
        self
    }

    /// The indices of the words that new trees use.
    pub(crate) fn usable(&self) -> impl Iterator<Item = usize> {
        (0..self.words.len()).filter(|at| !self.avoided.contains(at))
    }

    /// The indices of the heuristics that new formulas use: those with weights, or all if none has one.
    pub(crate) fn estimates(&self) -> Vec<usize> {
        let is_one = |&at: &usize| {
            self.words[at].is_heuristic()
                && (self.weighted.is_empty() || self.weighted.contains(&at))
        };
        self.usable().filter(is_one).collect()
    }
}
