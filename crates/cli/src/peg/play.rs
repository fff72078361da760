//! Playing moves that somebody has written.

use patience_peg::{
    Foul, Jump, Lengths, Pegs, Problem, Referee, Unfinished, WrittenChain, read_chains,
};

use crate::check_report::{moves_of_report, read_moves};

/// Moves played as far as they go.
pub(super) struct Play {
    /// The jumps of the moves.
    pub(super) jumps: Vec<Jump>,
    /// The pegs after them.
    pub(super) end: Pegs,
    /// The index of the move that is not allowed, and why.
    pub(super) foul: Option<(usize, Foul)>,
    /// What is wrong with what is left.
    pub(super) unfinished: Option<Unfinished>,
    pub(super) lengths: Lengths,
}

/// Plays the moves until one is not allowed.
pub(super) fn play(problem: &Problem, moves: &[WrittenChain]) -> Play {
    let mut referee = Referee::new(problem);
    let mut jumps = Vec::new();
    let mut foul = None;
    for (index, written) in moves.iter().enumerate() {
        if let Err(reason) = referee.play(&written.chain) {
            foul = Some((index, reason));
            break;
        }
        jumps.extend(written.chain.jumps(problem.board()).unwrap_or_default());
    }
    let end = jumps.iter().fold(problem.start(), |pegs, jump| pegs ^ jump.holes());
    let unfinished = referee.finish().err();
    Play { jumps, end, foul, unfinished, lengths: referee.lengths() }
}

/// Reads moves from a file, from standard input, or from the argument itself.
pub(super) fn read(argument: &str) -> anyhow::Result<Vec<WrittenChain>> {
    read_moves(argument, |text| read_chains(&moves_of_report(text)))
}
