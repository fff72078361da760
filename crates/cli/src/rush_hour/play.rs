//! Playing moves that somebody has written.

use anyhow::anyhow;
use patience_rush_hour::{Board, Foul, Lengths, Move, Referee, WrittenStep, read_steps};

use super::instances::{self, Instance};
use crate::args::PositionArgs;
use crate::check_report::{moves_of_report, read_moves};
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;

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
    refuse_two_inputs(&[&args.instance, after.unwrap_or("")], "BOARD and --after")?;
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
    read_moves(argument, |text| read_steps(&moves_of_report(text)))
}
