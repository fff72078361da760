//! Playing moves that somebody has written.

use anyhow::anyhow;
use patience_puzzles::ParseError;
use patience_puzzles::rush_hour::{Board, Foul, Lengths, Move, Referee, WrittenStep, read_steps};

use super::instances::{self, Instance};
use crate::args::PositionArgs;
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;
use crate::verdict::read_moves;

/// Moves played as far as they go.
pub(super) struct Play {
    /// The moves, with the vehicles of the board that they began with.
    pub(super) moves: Vec<Move>,
    /// The board after them.
    pub(super) end: Board,
    /// The index of the step that is not allowed, and why.
    pub(super) foul: Option<(usize, Foul)>,
    pub(super) lengths: Lengths,
}

/// Plays the steps until one is not allowed.
pub(super) fn play(start: &Board, steps: &[WrittenStep]) -> Play {
    let mut referee = Referee::new(start);
    let mut moves = Vec::new();
    let mut foul = None;
    for (index, written) in steps.iter().enumerate() {
        if let Err(reason) = referee.play(written.step) {
            foul = Some((index, reason));
            break;
        }
        moves.extend(written.step.to_move(start));
    }
    Play { moves, end: referee.board(), foul, lengths: referee.lengths() }
}

/// Reads a board and plays the moves of `--after`, if there are any; all of them must be allowed.
pub(super) fn read_position(args: &PositionArgs) -> anyhow::Result<(Instance, Play)> {
    let after = args.after.as_deref();
    refuse_two_inputs([&args.instance, after.unwrap_or("")], "BOARD and --after")?;
    let instance = instances::read_one(&args.instance)?;
    let steps = after.map_or(Ok(Vec::new()), read)?;
    let play = play(&instance.position, &steps);
    if let Some((index, foul)) = play.foul {
        let step = steps[index].step;
        return Err(Exit::bad_input(anyhow!("move {} ({step}) is not allowed: {foul}", index + 1)));
    }
    Ok((instance, play))
}

/// Reads moves from a file, from standard input, or from the argument itself.
pub(super) fn read(argument: &str) -> anyhow::Result<Vec<WrittenStep>> {
    read_moves(argument, steps)
}

/// Reads notation, or what `solve` prints around it: a headline, boards.
fn steps(text: &str) -> Result<Vec<WrittenStep>, ParseError> {
    const MOVE: &str = "Move: ";
    let has_boards = text.lines().any(|line| line.starts_with(MOVE));
    let mut moves = String::with_capacity(text.len());
    for (at, line) in text.lines().enumerate() {
        let is_headline = at == 0 && line.contains(": solved in ");
        match line.strip_prefix(MOVE) {
            // What is left out leaves its place, so that errors name the place of the rest.
            Some(step) => moves.extend([" ".repeat(MOVE.len()).as_str(), step]),
            None if is_headline || has_boards => {}
            None => moves.push_str(line),
        }
        moves.push('\n');
    }
    read_steps(&moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_solve_prints_is_read() {
        let told = |text: &str| -> Vec<(String, usize, usize)> {
            let steps = steps(text).unwrap();
            steps.iter().map(|at| (at.step.to_string(), at.line, at.column)).collect()
        };
        let notation =
            "x: solved in 2 slides, optimal (4 steps); exact: 5 nodes, 0.000 s\nB+2 A+2\n";
        assert_eq!(told(notation), [("B+2".to_owned(), 2, 1), ("A+2".to_owned(), 2, 5)]);
        let boards = "AA.B\n...B\n\nMove: B+2\n\nAA..\n....\n";
        assert_eq!(told(boards), [("B+2".to_owned(), 4, 7)]);
    }
}
