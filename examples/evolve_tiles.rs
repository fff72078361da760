//! Sliding tiles, continued: how to breed a heuristic for a puzzle of your own.
//!
//! The puzzle has [`Features`](patience_core::Features); this file says on which boards genomes made of them are tried, and what they
//! are compared with: an [`Arena`]. The rest — operators, selection, curricula, caching, checkpoints — comes with `patience-learn`.
//!
//! ```text
//! cargo run --release -p patience-examples --example evolve_tiles
//! ```

#[allow(dead_code, unreachable_pub, reason = "a program in its own right")]
#[path = "sliding_tiles.rs"]
mod sliding_tiles;

use patience_core::{Cancel, Limits, Puzzle, SplitMix, solve};
use patience_learn::{
    Alone, Arena, Attempt, Bound, Case, CurriculumKind, Evolution, Genome, GenomeText, Lexicon,
    Manner, NoHeuristic, Scale, Settings, Shape,
};
use patience_search::{IdaStar, IterativeDeepening};

use sliding_tiles::{SlidingTiles, Tile};

/// Boards of 3×3 that were shuffled by random moves, to be solved by IDA*. Iterative deepening is what a genome must beat.
pub struct Shuffled {
    lexicon: Lexicon,
    manner: Manner,
}

impl Shuffled {
    /// The arena for a run with these settings.
    pub fn new(settings: &Settings) -> Result<Self, NoHeuristic> {
        Ok(Self {
            lexicon: Lexicon::of::<SlidingTiles>(&["Misplaced", "Manhattan"])?,
            manner: Manner { reading: settings.reading, scale: settings.scale },
        })
    }

    /// The board of a case: the solved one after so many random moves, the same ones every time.
    fn board(case: Case) -> SlidingTiles {
        let mut tiles: Vec<Tile> = (1..9).chain([0]).collect();
        let mut random = SplitMix::new(case.into());
        let mut puzzle = SlidingTiles::new(3, &tiles).expect("nine cells, each of them once");
        let (mut board, mut moves) = (puzzle.start(), Vec::new());
        for _ in 0..20 + case % 30 {
            moves.clear();
            puzzle.moves(&board, &mut moves);
            puzzle.apply(&mut board, moves[random.below(moves.len())]);
        }
        for (cell, tile) in tiles.iter_mut().enumerate() {
            *tile = (board >> (4 * cell) & 15) as Tile;
        }
        puzzle = SlidingTiles::new(3, &tiles).expect("moves keep all tiles");
        puzzle
    }
}

impl Arena for Shuffled {
    fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    fn cases(&self) -> Vec<Case> {
        (1..=200).collect()
    }

    fn name(&self, case: Case) -> String {
        format!("board {case}")
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let puzzle = Self::board(case);
        let bound = Bound::new(genome, &self.lexicon, self.manner, &puzzle);
        let solver = IdaStar { ordered: true, ..IdaStar::new(&bound) };
        let report = solve(&solver, &puzzle, &puzzle.start(), limits, cancel, &mut ());
        Attempt::new(&report, bound.fired())
    }

    fn baseline(&self, case: Case, limits: &Limits, cancel: &Cancel) -> Attempt {
        let puzzle = Self::board(case);
        let solver = IterativeDeepening::default();
        let report = solve(&solver, &puzzle, &puzzle.start(), limits, cancel, &mut ());
        Attempt::new(&report, Vec::new())
    }
}

/// A small run: formulas, ten random boards a generation.
#[must_use]
pub fn settings() -> Settings {
    Settings {
        puzzle: "sliding-tiles".to_owned(),
        genome: Shape::Formula,
        curriculum: CurriculumKind::Random,
        generations: 10,
        population: 20,
        training: 60,
        validation: 15,
        // Estimates of IDA* are moves, not shares.
        scale: Scale::Counts,
        nodes: 20_000,
        baseline_nodes: 20_000,
        penalty: 20_000.0,
        ..Settings::default()
    }
}

fn main() -> Result<(), NoHeuristic> {
    let settings = settings();
    let arena = Shuffled::new(&settings)?;
    let cancel = Cancel::new();
    let Ok(mut run) = Evolution::begin(&settings, &arena, &Alone, &cancel, &mut ()) else {
        return Ok(());
    };
    while !run.is_over() {
        let Ok(generation) = run.step(&mut ()) else { return Ok(()) };
        println!(
            "generation {:2}: best {:.3}, mean {:.3}; on the validation set {:.3}",
            generation.generation, generation.best, generation.mean, generation.validation.fitness
        );
    }
    if let Some((genome, champion)) = &run.state().champion {
        let text = GenomeText::new(genome, arena.lexicon());
        println!("\nthe best came in generation {}: {:?}", champion.generation, text.default);
    }
    Ok(())
}
