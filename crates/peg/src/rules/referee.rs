//! The referee: plays moves on a grid of letters and reports what is wrong.
//!
//! It shares no code with the jumps of searches, so each checks the other.

use super::{Board, Goal, Hole, Lattice, Pegs, Position, Problem};
use crate::text::Chain;

const PEG: char = 'o';
const EMPTY: char = '.';

/// Why a move is illegal.
///
/// ```
/// use patience_peg::{Drawing, Foul, Goal, Hole, Problem, Referee, read_chains};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o")?;
/// let mut referee = Referee::new(&Problem::new(board, pegs, Goal::OneAnywhere)?);
/// let moves = read_chains("02-00, 01-03, 02-04")?;
/// let fouls = moves.iter().map(|it| referee.play(&it.chain).unwrap_err());
/// let hole = |column| Hole { row: 0, column };
/// assert!(fouls.eq([Foul::NoPeg(hole(2)), Foul::Taken(hole(3)), Foul::Outside(hole(4))]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foul {
    /// The board has no such hole.
    #[error("there is no hole {0}")]
    Outside(Hole),
    /// A jump is two holes long, along a row or a column, or along a diagonal of a triangular board.
    #[error("{from} to {to} is no jump: a jump goes two holes along a row{}", ways(*.lattice))]
    Crooked {
        /// Its first hole.
        from: Hole,
        /// Its last hole.
        to: Hole,
        /// The lattice of the board.
        lattice: Lattice,
    },
    /// There is no peg to jump with.
    #[error("there is no peg at {0}")]
    NoPeg(Hole),
    /// There is no peg to jump over.
    #[error("there is no peg at {over} to jump over from {from} to {to}")]
    NothingToTake {
        /// The first hole of the jump.
        from: Hole,
        /// The hole that should have a peg.
        over: Hole,
        /// The last hole of the jump.
        to: Hole,
    },
    /// The hole to land in has a peg.
    #[error("there is a peg at {0} already")]
    Taken(Hole),
}

/// Why moves do not end with the goal.
///
/// ```
/// use patience_peg::{Drawing, Goal, Hole, Problem, Referee, Unfinished, read_chains};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.")?;
/// let mut referee = Referee::new(&Problem::new(board, pegs, Goal::Exactly(0b001))?);
/// assert_eq!(referee.finish(), Err(Unfinished::Count { left: 2, goal: 1 }));
/// referee.play(&read_chains("00-02")?[0].chain)?;
/// let hole = |column| vec![Hole { row: 0, column }];
/// assert_eq!(referee.finish(), Err(Unfinished::Place { left: hole(2), goal: hole(0) }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// Too many or too few pegs.
    #[error("the moves end with {}, but the goal has {goal}", counted(*.left))]
    Count {
        /// The pegs at the end.
        left: usize,
        /// The pegs of the goal.
        goal: usize,
    },
    /// The right number of pegs in the wrong holes.
    #[error("the moves end with {} at {}, not at {}", if .left.len() == 1 { "a peg" } else { "pegs" }, listed(.left), listed(.goal))]
    Place {
        /// Their holes.
        left: Vec<Hole>,
        /// The holes of the goal.
        goal: Vec<Hole>,
    },
}

fn ways(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Square => " or a column",
        Lattice::Triangular => ", a column or a falling diagonal",
    }
}

fn counted(pegs: usize) -> String {
    if pegs == 1 { "1 peg".to_owned() } else { format!("{pegs} pegs") }
}

fn listed(holes: &[Hole]) -> String {
    let holes: Vec<String> = holes.iter().map(Hole::to_string).collect();
    holes.join(" ")
}

/// The length of a line in both metrics.
///
/// ```
/// use patience_peg::{Drawing, Goal, Lengths, Problem, Referee, read_chains};
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o.")?;
/// let mut referee = Referee::new(&Problem::new(board, pegs, Goal::OneAnywhere)?);
/// for written in read_chains("00-02, 02-04")? {
///     referee.play(&written.chain)?;
/// }
/// assert_eq!(referee.lengths(), Lengths { moves: 1, jumps: 2 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Moves: successive jumps of one peg are one move, however they are written.
    pub moves: u32,
    /// Jumps.
    pub jumps: u32,
}

/// Plays moves by the rules.
///
/// ```
/// use patience_peg::{Board, Problem, Referee, read_chains};
///
/// let board = Board::named("english").expect("a board of that name");
/// let mut referee = Referee::new(&Problem::vacancy(board, 16, 16)?);
/// let moves = read_chains("35-33, 35-33")?;
/// referee.play(&moves[0].chain)?;
/// assert_eq!(referee.play(&moves[1].chain).unwrap_err().to_string(), "there is no peg at 3,5");
/// assert!(!referee.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    lattice: Lattice,
    /// The letter of every place, row by row; rows end with their last hole.
    grid: Vec<Vec<char>>,
    /// The grid of the goal; `None` for one peg anywhere.
    end: Option<Vec<Vec<char>>>,
    /// Where the last peg landed.
    last: Option<Hole>,
    lengths: Lengths,
}

impl Referee {
    /// Starts with the start of `problem`.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::at(&Position::new(problem))
    }

    /// Starts with a position, whose last peg may continue its move.
    #[must_use]
    pub fn at(position: &Position) -> Self {
        let board = position.board();
        let end = match position.goal() {
            Goal::Exactly(pegs) => Some(grid(board, pegs)),
            Goal::OneAnywhere => None,
        };
        let last = position.last().map(|hole| board.holes()[usize::from(hole)]);
        let grid = grid(board, position.pegs());
        Self { lattice: board.lattice(), grid, end, last, lengths: Lengths::default() }
    }

    /// Every legal jump, found by trying all pairs of holes.
    #[must_use]
    pub fn jumps(&self) -> Vec<Chain> {
        let empty = places(&self.grid, EMPTY);
        let pairs =
            pegs(&self.grid).into_iter().flat_map(|from| empty.iter().map(move |&to| (from, to)));
        let legal = pairs.filter(|&(from, to)| self.over(from, to).is_ok());
        legal.filter_map(|(from, to)| Chain::new(vec![from, to])).collect()
    }

    /// The letters of each row after the moves so far.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.grid.iter().map(|row| row.iter().collect()).collect()
    }

    /// Whether the pegs are the goal.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.finish().is_ok()
    }

    /// Checks that the pegs are the goal.
    pub fn finish(&self) -> Result<(), Unfinished> {
        let left = pegs(&self.grid);
        let goal = self.end.as_deref().map(pegs);
        let count = goal.as_ref().map_or(1, Vec::len);
        if left.len() != count {
            return Err(Unfinished::Count { left: left.len(), goal: count });
        }
        match goal {
            Some(goal) if goal != left => Err(Unfinished::Place { left, goal }),
            _ => Ok(()),
        }
    }

    /// The lengths of the moves so far.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// Plays a move; an illegal one changes nothing.
    pub fn play(&mut self, chain: &Chain) -> Result<(), Foul> {
        let before = self.clone();
        for pair in chain.holes().windows(2) {
            if let Err(foul) = self.jump(pair[0], pair[1]) {
                *self = before;
                return Err(foul);
            }
        }
        Ok(())
    }

    fn jump(&mut self, from: Hole, to: Hole) -> Result<(), Foul> {
        let over = self.over(from, to)?;
        self.put(from, EMPTY);
        self.put(over, EMPTY);
        self.put(to, PEG);
        self.lengths.jumps += 1;
        self.lengths.moves += u32::from(self.last != Some(from));
        self.last = Some(to);
        Ok(())
    }

    /// The hole that a legal jump goes over.
    fn over(&self, from: Hole, to: Hole) -> Result<Hole, Foul> {
        let (start, landing) = (self.letter(from)?, self.letter(to)?);
        let (down, right) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
        let is_falling = (from.row < to.row) == (from.column < to.column);
        let is_straight = match (down, right) {
            (0, 2) | (2, 0) => true,
            (2, 2) => self.lattice == Lattice::Triangular && is_falling,
            _ => false,
        };
        if !is_straight {
            return Err(Foul::Crooked { from, to, lattice: self.lattice });
        }
        let over = Hole {
            row: from.row.min(to.row) + down / 2,
            column: from.column.min(to.column) + right / 2,
        };
        let between = self.letter(over)?;
        if start != PEG {
            return Err(Foul::NoPeg(from));
        }
        if landing != EMPTY {
            return Err(Foul::Taken(to));
        }
        if between != PEG {
            return Err(Foul::NothingToTake { from, over, to });
        }
        Ok(over)
    }

    fn letter(&self, hole: Hole) -> Result<char, Foul> {
        let row = self.grid.get(usize::from(hole.row));
        let letter = row.and_then(|row| row.get(usize::from(hole.column))).copied();
        letter.filter(|&letter| letter == PEG || letter == EMPTY).ok_or(Foul::Outside(hole))
    }

    fn put(&mut self, hole: Hole, letter: char) {
        self.grid[usize::from(hole.row)][usize::from(hole.column)] = letter;
    }
}

/// The letter of every place, row by row; rows end with their last hole.
fn grid(board: &Board, pegs: Pegs) -> Vec<Vec<char>> {
    let mut rows = vec![Vec::new(); board.rows().into()];
    for (number, hole) in board.holes().iter().enumerate() {
        let row = &mut rows[usize::from(hole.row)];
        row.resize(hole.column.into(), ' ');
        row.push(if pegs >> number & 1 == 1 { PEG } else { EMPTY });
    }
    rows
}

/// Where pegs stand on a grid.
fn pegs(grid: &[Vec<char>]) -> Vec<Hole> {
    places(grid, PEG)
}

/// Where a letter stands on a grid, in reading order.
fn places(grid: &[Vec<char>], letter: char) -> Vec<Hole> {
    let mut holes = Vec::new();
    for (row, letters) in (0..).zip(grid) {
        let places = (0..).zip(letters).filter(|&(_, &there)| there == letter);
        holes.extend(places.map(|(column, _)| Hole { row, column }));
    }
    holes
}
