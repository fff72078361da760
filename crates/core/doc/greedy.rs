use patience_core::example::Countdown;
use patience_core::{Meter, Puzzle, Search, Solution, Solver};

/// Takes as much as it can.
pub struct Greedy;

impl Solver<Countdown> for Greedy {
    fn search(&self, puzzle: &Countdown, root: &u32, meter: &mut Meter<'_>) -> Search<u32> {
        let (mut left, mut moves) = (*root, Vec::new());
        while !puzzle.is_goal(&left) {
            meter.expand()?;
            moves.push(left.min(puzzle.most));
            left -= left.min(puzzle.most);
        }
        Ok(Some(Solution::new(puzzle, root, moves)))
    }

    fn is_complete(&self) -> bool {
        true
    }
}
