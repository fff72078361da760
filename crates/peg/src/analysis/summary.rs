//! The facts about a problem that need no search.

use super::argument::{Argument, possible_goals, prove_unsolvable};
use super::bounds::PaperBound;
use super::class::Class;
use super::corners::corners;
use super::merson;
use super::pagoda::Pagoda;
use super::strong::{MOST_PAGODAS, strong_pagodas};
use super::trails::cap;
use super::types::PegType;
use crate::{Pegs, Problem};

/// Facts about a problem and its board.
///
/// ```
/// use patience_peg::{Drawing, Goal, Problem, analysis::Analysis};
///
/// // The only jump ends in hole 2.
/// let Drawing { board, pegs } = Drawing::parse("oo.")?;
/// let analysis = Analysis::of(&Problem::new(board, pegs, Goal::OneAnywhere)?);
/// assert_eq!((analysis.goals, analysis.corners), (vec![0b100], 0b101));
/// assert_eq!((analysis.bound, analysis.unsolvable), (1, None));
/// assert_eq!((analysis.board_symmetries, analysis.problem_symmetries), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The class of the start.
    pub class: Class,
    /// The goals that neither peg counts, class nor types rule out.
    pub goals: Vec<Pegs>,
    /// The four types.
    pub types: [TypeFacts; 4],
    /// The holes that no line has in its middle.
    pub corners: Pegs,
    /// Disjoint Merson regions without corners.
    pub regions: Vec<Pegs>,
    /// Their images under the symmetries of the board, each once, themselves first.
    pub images: Vec<Vec<Pegs>>,
    /// Pagodas that refute many positions worth less than every goal; none without a goal left.
    pub forth: Vec<Pagoda>,
    /// Pagodas that refute many positions of play from the end: those worth more than the start.
    pub back: Vec<Pagoda>,
    /// The number of symmetries of the board.
    pub board_symmetries: usize,
    /// The number of them that keep start and goal.
    pub problem_symmetries: usize,
    /// A lower bound on the moves.
    pub bound: u8,
    /// Why there is no solution, if an argument shows it.
    pub unsolvable: Option<Argument>,
}

/// Facts about a type.
///
/// ```
/// use patience_peg::analysis::{Analysis, PegType, TypeFacts};
/// use patience_peg::{Drawing, Goal, Problem};
///
/// // Even columns and odd ones are of two types.
/// let Drawing { board, pegs } = Drawing::parse("oo.o")?;
/// let [even, odd, ..] = Analysis::of(&Problem::new(board, pegs, Goal::OneAnywhere)?).types;
/// assert_eq!(even, TypeFacts { peg_type: PegType::EvenEven, holes: 0b0101, start: 1, cap: 1 });
/// assert_eq!(odd, TypeFacts { peg_type: PegType::EvenOdd, holes: 0b1010, start: 2, cap: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeFacts {
    /// The type.
    pub peg_type: PegType,
    /// Its holes.
    pub holes: Pegs,
    /// Its pegs at the start.
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
            forth: strong_pagodas(board, &[start], &goals, MOST_PAGODAS),
            back: strong_pagodas(board, &ends, &[rest(start)], MOST_PAGODAS),
            board_symmetries: board.symmetries().len(),
            problem_symmetries: problem.symmetries().len(),
            bound: PaperBound::towards(board, &goals).estimate(start),
            unsolvable: prove_unsolvable(problem),
            goals,
        }
    }
}
