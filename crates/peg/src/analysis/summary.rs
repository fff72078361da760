//! All that is known of a problem before a search, in one place.

use super::argument::{Argument, possible_goals, prove_unsolvable};
use super::bounds::PaperBound;
use super::class::Class;
use super::corners::corners;
use super::merson;
use super::pagoda::Pagoda;
use super::strong::strong_pagodas;
use super::trails::cap;
use super::types::PegType;
use crate::{Pegs, Problem};

/// What can be said of a problem and its board.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The class of the start.
    pub class: Class,
    /// The goals that neither pegs, nor class, nor types rule out.
    pub goals: Vec<Pegs>,
    /// The four types.
    pub types: [TypeFacts; 4],
    /// The holes that no line has in its middle.
    pub corners: Pegs,
    /// Disjoint Merson regions without corners.
    pub regions: Vec<Pegs>,
    /// What the symmetries of the board make of them, each once, themselves the first.
    pub images: Vec<Vec<Pegs>>,
    /// Pagodas that refute many positions worth less than every goal; none without a goal left.
    pub forth: Vec<Pagoda>,
    /// Pagodas that refute many positions of play from the end: those worth more than the start.
    pub back: Vec<Pagoda>,
    /// How many symmetries the board has.
    pub board_symmetries: usize,
    /// How many of them keep start and goal.
    pub problem_symmetries: usize,
    /// No solution has fewer moves.
    pub bound: u8,
    /// Why there is no solution, if that can be seen at once.
    pub unsolvable: Option<Argument>,
}

/// What is known of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeFacts {
    /// The type.
    pub peg_type: PegType,
    /// Its holes.
    pub holes: Pegs,
    /// How many pegs of it the start has.
    pub start: u32,
    /// The most that one move can take.
    pub cap: u32,
}

impl Analysis {
    /// The analysis of a problem.
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        let (board, start) = (problem.board(), problem.start());
        let goals = possible_goals(problem);
        let regions = merson::family(board);
        let rest = |pegs: Pegs| board.all() & !pegs;
        let ends: Vec<Pegs> = goals.iter().map(|&goal| rest(goal)).collect();
        Self {
            class: Class::of(board, start),
            types: PegType::ALL.map(|peg_type| {
                let holes = peg_type.holes(board);
                let start = (holes & start).count_ones();
                TypeFacts { peg_type, holes, start, cap: cap(board, peg_type) }
            }),
            corners: corners(board),
            images: merson::images(board, &regions),
            regions,
            forth: strong_pagodas(board, &[start], &goals),
            back: strong_pagodas(board, &ends, &[rest(start)]),
            board_symmetries: board.symmetries().len(),
            problem_symmetries: problem.symmetries().len(),
            bound: PaperBound::towards(board, &goals).estimate(start),
            unsolvable: prove_unsolvable(problem),
            goals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Goal};

    fn of(name: &str, goal: Goal) -> Analysis {
        let board = Board::named(name).expect("a named board");
        let start = board.all() & !(1 << (board.holes().len() / 2));
        Analysis::of(&Problem::new(board, start, goal).expect("a problem"))
    }

    #[test]
    fn the_central_game_is_summed_up() {
        let analysis = of("english", Goal::Exactly(1 << 16));
        assert_eq!(analysis.types.map(|it| it.cap), [4, 8, 8, 5]);
        assert_eq!(analysis.types.map(|it| it.start), [12, 8, 8, 4]);
        assert_eq!((analysis.corners.count_ones(), analysis.regions.len()), (8, 4));
        assert_eq!((analysis.board_symmetries, analysis.problem_symmetries), (8, 8));
        assert_eq!((analysis.bound, analysis.unsolvable), (12, None));
        // The complement of the central game is the central game.
        assert_eq!(analysis.forth, analysis.back);
    }

    #[test]
    fn one_anywhere_has_the_goals_of_its_class() {
        let analysis = of("english", Goal::OneAnywhere);
        assert_eq!(analysis.goals.len(), 5);
        assert_eq!(analysis.unsolvable, None);
    }
}
