//! Proofs without a search that a problem has no solution.

use std::fmt;

use super::class::Class;
use super::pagoda::Pagoda;
use super::program::strongest;
use super::types::{PegType, counts};
use crate::{Pegs, Problem};

/// The largest weight of a pagoda in a proof: any that fits into a byte.
const LARGEST: i8 = i8::MAX;

/// Why a problem has no solution, or why some goals cannot be reached.
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
    /// Start and goal differ but have the same number of pegs.
    PegCount(u32),
    /// The goal is of another class than the start, which is of this one.
    Class(Class),
    /// The goal has more pegs of a type than the start.
    Type {
        /// The type.
        peg_type: PegType,
        /// Pegs of that type at the start.
        start: u32,
        /// Pegs of that type in the goal.
        goal: u32,
    },
    /// The goal is worth more than the start.
    Pagoda {
        /// The pagoda.
        pagoda: Pagoda,
        /// The value of the start.
        start: i32,
        /// The least value of a goal.
        goal: i32,
    },
    /// Different arguments rule out different goals: the number of goals of each.
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

/// An argument that no goal can be reached from the start, if there is one.
///
/// ```
/// use patience_peg::analysis::{Argument, prove_unsolvable};
/// use patience_peg::{Drawing, Goal, Problem};
///
/// // The only jump ends in hole 2.
/// let Drawing { board, pegs } = Drawing::parse("oo.")?;
/// let problem = |goal| Problem::new(board.clone(), pegs, Goal::Exactly(goal));
/// assert_eq!(prove_unsolvable(&problem(0b100)?), None);
/// assert!(matches!(prove_unsolvable(&problem(0b001)?), Some(Argument::Class(_))));
/// assert_eq!(prove_unsolvable(&problem(0b110)?), Some(Argument::PegCount(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// The goals that neither peg counts, class nor types rule out.
///
/// ```
/// use patience_peg::{Drawing, Goal, Problem, analysis::possible_goals};
///
/// // The only jump ends in hole 2. The class rules out the other holes.
/// let Drawing { board, pegs } = Drawing::parse("oo.")?;
/// let problem = Problem::new(board, pegs, Goal::OneAnywhere)?;
/// assert_eq!(possible_goals(&problem), [0b100]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
