//! Proofs without a search that a problem has no solution.

use std::fmt;

use super::class::Class;
use super::pagoda::Pagoda;
use super::program::strongest;
use super::types::{PegType, counts};
use crate::{Pegs, Problem};

/// The largest weight of a pagoda in a proof: anything that fits into a byte will do.
const LARGEST: i8 = i8::MAX;

/// Why a problem has no solution, or why some of its goals cannot be reached.
///
/// ```
/// use patience_peg::{Board, Problem, analysis::prove_unsolvable};
///
/// let board = Board::named("english").expect("a board of that name");
/// let problem = Problem::vacancy(board, 16, 15)?;
/// let argument = prove_unsolvable(&problem).expect("a proof");
/// assert_eq!(
///     argument.to_string(),
///     "no jump changes the class, which is 1010 at the start and another at the goal"
/// );
/// # Ok::<(), patience_peg::ProblemError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The goal has as many pegs as the start but is not the start.
    PegCount(u32),
    /// The goal is of another class than the start, which is of this one.
    Class(Class),
    /// The goal has more pegs of a type than the start.
    Type {
        /// The type.
        peg_type: PegType,
        /// How many the start has.
        start: u32,
        /// How many the goal has.
        goal: u32,
    },
    /// The goal is worth more than the start.
    Pagoda {
        /// What they are measured by.
        pagoda: Pagoda,
        /// What the start is worth.
        start: i32,
        /// What the goal is worth, or the cheapest of the goals.
        goal: i32,
    },
    /// Some goals are ruled out by one argument, some by another: how many by which.
    Several(Vec<(usize, Argument)>),
}

/// A sentence without its full stop.
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PegCount(pegs) => {
                write!(f, "every jump takes a peg, and the start has {pegs} as has the goal")
            }
            Self::Class(class) => write!(
                f,
                "no jump changes the class, which is {class} at the start and another at the goal"
            ),
            Self::Type { peg_type, start, goal } => write!(
                f,
                "no jump brings pegs of type {peg_type}, of which the start has {start} and the goal {goal}"
            ),
            Self::Pagoda { start, goal, .. } => write!(
                f,
                "no jump raises the value of a pagoda, which is {start} at the start and {goal} at the goal"
            ),
            Self::Several(arguments) => {
                for (at, (goals, argument)) in arguments.iter().enumerate() {
                    let join = if at == 0 { "" } else { "; " };
                    let noun = if *goals == 1 { "goal" } else { "goals" };
                    write!(f, "{join}{goals} {noun}: {argument}")?;
                }
                Ok(())
            }
        }
    }
}

/// The argument that shows at once that no goal of the problem can be reached from its start, if there is one.
#[must_use]
pub fn prove_unsolvable(problem: &Problem) -> Option<Argument> {
    let (mut arguments, mut left) = (Vec::new(), Vec::new());
    for goal in problem.goals() {
        match simple(problem, goal) {
            Some(argument) => add(&mut arguments, argument),
            None => left.push(goal),
        }
    }
    // One pagoda for all, or else one for each.
    match by_pagoda(problem, &left) {
        Some(argument) => arguments.push((left.len(), argument)),
        None => {
            for goal in left {
                add(&mut arguments, by_pagoda(problem, &[goal])?);
            }
        }
    }
    match &arguments[..] {
        [(_, only)] => Some(only.clone()),
        _ => Some(Argument::Several(arguments)),
    }
}

/// The goals that neither pegs, nor class, nor types rule out.
#[must_use]
pub fn possible_goals(problem: &Problem) -> Vec<Pegs> {
    problem.goals().into_iter().filter(|&goal| simple(problem, goal).is_none()).collect()
}

/// What rules out a goal without a linear program.
fn simple(problem: &Problem, goal: Pegs) -> Option<Argument> {
    let (board, start) = (problem.board(), problem.start());
    if goal == start {
        return None;
    }
    let pegs = start.count_ones();
    if pegs == goal.count_ones() {
        return Some(Argument::PegCount(pegs));
    }
    let class = Class::of(board, start);
    if class != Class::of(board, goal) {
        return Some(Argument::Class(class));
    }
    let counts = counts(board, start).into_iter().zip(counts(board, goal));
    let types = PegType::ALL.into_iter().zip(counts);
    let mut grown = types.filter(|(_, (start, goal))| start < goal);
    grown.next().map(|(peg_type, (start, goal))| Argument::Type { peg_type, start, goal })
}

/// A pagoda that rules out all these goals.
fn by_pagoda(problem: &Problem, goals: &[Pegs]) -> Option<Argument> {
    goals.first()?;
    let pagoda = strongest(problem.board(), &[problem.start()], goals, LARGEST)?;
    let start = pagoda.value(problem.start());
    let goal = goals.iter().map(|&goal| pagoda.value(goal)).min()?;
    (start < goal).then_some(Argument::Pagoda { pagoda, start, goal })
}

/// Counts one more goal for an argument.
fn add(arguments: &mut Vec<(usize, Argument)>, argument: Argument) {
    match arguments.iter_mut().find(|(_, known)| *known == argument) {
        Some((goals, _)) => *goals += 1,
        None => arguments.push((1, argument)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Board, Goal, Hole, members};

    fn rectangle(rows: u8, columns: u8) -> Board {
        let holes = (0..rows).flat_map(|row| (0..columns).map(move |column| Hole { row, column }));
        Board::new(holes).expect("some holes")
    }

    fn argument(board: &Board, start: Pegs, goal: Goal) -> Option<Argument> {
        prove_unsolvable(&Problem::new(board.clone(), start, goal).expect("a problem"))
    }

    /// How many vacancy problems of a board, up to symmetry, no argument rules out.
    fn possible(board: &Board) -> usize {
        let holes = || members(board.all());
        let symmetries = board.symmetries();
        let pairs = holes().flat_map(|empty| holes().map(move |last| (empty, last)));
        let is_first = |&(empty, last): &(u8, u8)| {
            let image = |to: &Vec<u8>| (to[usize::from(empty)], to[usize::from(last)]);
            symmetries.iter().map(image).all(|image| (empty, last) <= image)
        };
        let is_possible = |&(empty, last): &(u8, u8)| {
            argument(board, board.all() & !(1 << empty), Goal::Exactly(1 << last)).is_none()
        };
        pairs.filter(is_first).filter(is_possible).count()
    }

    #[test]
    fn vacancy_problems_of_the_named_boards_that_may_have_a_solution() {
        // Of these 21, 10, 4 and 35 have one.
        let possible = Board::NAMES.map(|name| Board::named(name).map(|board| possible(&board)));
        assert_eq!(possible, [21, 10, 14, 36].map(Some));
    }

    /// Every position that can be reached.
    fn reached(board: &Board, start: Pegs) -> BTreeSet<Pegs> {
        let (mut reached, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(pegs) = open.pop() {
            for jump in board.jumps().iter().filter(|jump| jump.is_legal(pegs)) {
                if reached.insert(pegs ^ jump.holes()) {
                    open.push(pegs ^ jump.holes());
                }
            }
        }
        reached
    }

    #[test]
    fn what_can_be_reached_is_not_ruled_out() {
        for board in [rectangle(3, 4), rectangle(3, 3), rectangle(1, 6), rectangle(2, 5)] {
            for start in members(board.all()).map(|empty| board.all() & !(1 << empty)) {
                let reached = reached(&board, start);
                for &goal in reached.iter().step_by(7) {
                    assert_eq!(argument(&board, start, Goal::Exactly(goal)), None);
                }
                if reached.iter().any(|pegs| pegs.is_power_of_two()) {
                    assert_eq!(argument(&board, start, Goal::OneAnywhere), None);
                }
            }
        }
    }

    #[test]
    fn every_argument_has_its_example() {
        let line = rectangle(1, 6);
        let of = |start, goal| argument(&line, start, Goal::Exactly(goal));
        assert_eq!(of(0b11, 0b11), None);
        assert_eq!(of(0b11, 0b110), Some(Argument::PegCount(2)));
        assert!(matches!(of(0b11, 0b10), Some(Argument::Class(_))));
        let typed = Argument::Type { peg_type: PegType::EvenOdd, start: 0, goal: 1 };
        assert_eq!(of(0b01_0101, 0b01_0010), Some(typed));
        assert!(matches!(of(0b00_0011, 0b10_0000), Some(Argument::Pagoda { .. })));
        assert_eq!(of(0b00_0011, 0b00_0100), None);
    }

    #[test]
    fn goals_anywhere_are_all_ruled_out_each_by_its_argument() {
        let argument = argument(&rectangle(1, 6), 0b01_0001, Goal::OneAnywhere);
        let sentence = argument.expect("a proof").to_string();
        let simple = "4 goals: no jump changes the class, which is 0111 at the start and another at the goal; \
             1 goal: no jump brings pegs of type (0,1), of which the start has 0 and the goal 1; \
             1 goal: no jump raises the value of a pagoda, which is ";
        assert!(sentence.starts_with(simple), "{sentence}");
    }
}
