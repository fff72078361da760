//! Genomes that guide staged deepening through deals of FreeCell.

use patience_core::{
    ByFeature, Cancel, Features, Limits, NoSuchSetting, Outcome, Puzzle, Reading, Solver, solve,
};
use patience_learn::{Arena, Attempt, Bound, Case, Genome, Lexicon, Manner, Settings};
use patience_puzzles::freecell::{FreeCell, MoveSet};
use patience_search::{Open, StagedDeepening};
