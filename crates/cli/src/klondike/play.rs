//! Playing somebody's steps by the rules.

use patience_klondike::{
    Foul, Lengths, Played, Position, Referee, Rules, Step, WrittenStep, read_steps,
};

use super::instances::Game;
use crate::check_report::{moves_of_report, read_moves};

/// What became of steps.
pub(super) struct Play {
    /// The start, and the position after every step that was played.
    pub(super) positions: Vec<Position>,
    /// What the steps did.
    pub(super) played: Vec<(Step, Played)>,
    /// The step that is not allowed, by index, and why.
    pub(super) foul: Option<(usize, Foul)>,
    pub(super) lengths: Lengths,
}

impl Play {
    /// The position at the end.
    pub(super) fn end(&self) -> &Position {
        // The start is always there.
        &self.positions[self.positions.len() - 1]
    }
}

/// Reads steps: a file, standard input, or the argument itself.
pub(super) fn read(argument: &str, rules: &Rules) -> anyhow::Result<Vec<WrittenStep>> {
    read_moves(argument, |text| read_steps(&moves_of_report(text), rules))
}

/// Plays steps as far as they are allowed.
pub(super) fn play(game: &Game, steps: impl IntoIterator<Item = Step>) -> Play {
    let mut referee = Referee::new(&game.rules, game.position.clone());
    let (mut positions, mut played, mut foul) = (vec![game.position.clone()], Vec::new(), None);
    for (index, step) in steps.into_iter().enumerate() {
        match referee.play(step) {
            Ok(done) => played.push((step, done)),
            Err(reason) => {
                foul = Some((index, reason));
                break;
            }
        }
        positions.push(referee.position().clone());
    }
    Play { positions, played, foul, lengths: referee.lengths() }
}
