//! Pegs in arrays, for programs that learn to play.

use patience_kit::{Alphabet, ArrayGame, Fault};

use crate::rules::{Goal, Jump};
use crate::{Pegs, Position};

/// Pegs on a board, as a set and as numbers.
pub(super) struct Jumper {
    pegs: Pegs,
    goal: Goal,
    jumps: Vec<Jump>,
    cells: Vec<u8>,
    peg: u8,
}

impl Jumper {
    pub(super) fn new(position: &Position) -> Option<Self> {
        let (board, pegs, peg) = (position.board(), position.pegs(), Alphabet::number('o')?);
        let cell = |number| if pegs >> number & 1 == 1 { peg } else { 0 };
        let cells = (0..board.holes().len()).map(cell).collect();
        Some(Self { pegs, goal: position.goal(), jumps: board.jumps().to_vec(), cells, peg })
    }

    fn action(&self, jump: Jump) -> u32 {
        // There are at most 64 holes.
        #[allow(clippy::cast_possible_truncation)]
        let holes = self.cells.len() as u32;
        u32::from(jump.from) * holes + u32::from(jump.to)
    }
}

impl ArrayGame for Jumper {
    fn observation(&self) -> &[u8] {
        &self.cells
    }

    fn legal(&self, actions: &mut Vec<u32>) {
        let legal = self.jumps.iter().filter(|jump| jump.is_legal(self.pegs));
        actions.extend(legal.map(|jump| self.action(*jump)));
    }

    fn play(&mut self, action: u32) -> Result<(), Fault> {
        let Some(&jump) = self.jumps.iter().find(|jump| self.action(**jump) == action) else {
            return Err(Fault::input(format_args!("the action {action} is no jump")));
        };
        self.pegs ^= jump.holes();
        self.cells[usize::from(jump.from)] = 0;
        self.cells[usize::from(jump.over)] = 0;
        self.cells[usize::from(jump.to)] = self.peg;
        Ok(())
    }

    fn is_solved(&self) -> bool {
        match self.goal {
            Goal::Exactly(pegs) => self.pegs == pegs,
            Goal::OneAnywhere => self.pegs.is_power_of_two(),
        }
    }
}
