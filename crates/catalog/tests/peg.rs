//! Searches that know nothing of peg solitaire play it as well: jumps that cost nothing do not confuse them.

use patience_laws::{SplitMix, agreement};
use patience_puzzles::peg::{Drawing, Goal, Metric, Peg, Problem};
use patience_search::IterativeDeepening;

/// Small problems of every kind: board, start, goal and metric all follow from the seed.
fn tiny(seed: u64) -> Peg {
    let mut random = SplitMix::new(seed);
    loop {
        let mut row =
            || -> String { (0..4).map(|_| [' ', '.', 'o', 'o', 'o'][random.below(5)]).collect() };
        let rows = [row(), row(), row()].join("\n");
        let Ok(Drawing { board, pegs }) = Drawing::parse(&rows) else { continue };
        let goal = match random.below(2) {
            0 => Goal::OneAnywhere,
            _ => Goal::Exactly(1 << random.below(board.holes().len())),
        };
        let Ok(problem) = Problem::new(board, pegs, goal) else { continue };
        let mut game = Peg::new(problem);
        game.metric = [Metric::Moves, Metric::Jumps][random.below(2)];
        return game;
    }
}

#[test]
fn iterative_deepening_agrees_with_the_reference() {
    for seed in 0..500 {
        agreement(&tiny(seed), &IterativeDeepening::default(), "iterative");
    }
}
