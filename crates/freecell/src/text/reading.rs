//! Reading written solutions that do not say how many cards move.

use patience_core::text::Written;

use super::Step;
use crate::{Board, Foul, Move, Place, Position, Referee};

/// Moves that are played to find the meaning of a solution. After that the best reading so far is the answer.
const MOST_PLAYED: usize = 1_000_000;

/// A solution played as far as it is legal.
pub(crate) struct Reading {
    /// The legal moves.
    pub(crate) moves: Vec<Move>,
    /// The index of the step that is not allowed, and why.
    pub(crate) foul: Option<(usize, Foul)>,
    is_solved: bool,
}

impl Reading {
    /// Steps until the foul.
    fn reach(&self) -> usize {
        self.foul.as_ref().map_or(usize::MAX, |(index, _)| *index)
    }
}

/// Plays the steps; with `auto`, cards that are safe go home after each of them.
///
/// Notation without counts leaves open how many cards go to an empty column: fc-solve means one or several as needed, programs
/// for players mean as many as possible. The reading that leads to the end is taken as the intended one; if there is none, the one that
/// gets furthest. In a text that has counts, a step without one means a single card.
pub(crate) fn read_solution(board: &Board, steps: &[Written<Step>], auto: bool) -> Reading {
    let mut reader = Reader { board, steps, auto, guesses: Vec::new() };
    let mut best = reader.play();
    let mut played = best.moves.len();
    let has_counts = steps.iter().any(|written| written.step.count.is_some());
    // Without auto-play, every reading without a foul has as many cards home in the end.
    let is_intended = |it: &Reading| it.foul.is_none() && (it.is_solved || !auto);
    while !has_counts && !is_intended(&best) && played < MOST_PLAYED && reader.guess_again() {
        let reading = reader.play();
        played += reading.moves.len();
        if best.reach() < reading.reach() || is_intended(&reading) {
            best = reading;
        }
    }
    best
}

/// The possible counts of a step, and the index of the one that is tried.
struct Guess {
    counts: Vec<u8>,
    tried: usize,
}

struct Reader<'a> {
    board: &'a Board,
    steps: &'a [Written<Step>],
    auto: bool,
    /// One for each step so far whose count is open.
    guesses: Vec<Guess>,
}

impl Reader<'_> {
    /// Plays with the present guesses, and the smallest count for open steps after them.
    fn play(&mut self) -> Reading {
        let mut referee = Referee::new(self.board.rules(), self.board.position().clone());
        let (mut moves, mut foul, mut open) = (Vec::new(), None, 0);
        for (index, written) in self.steps.iter().enumerate() {
            let mut step = written.step;
            if is_open(step, referee.position()) {
                if open == self.guesses.len() {
                    self.guesses.push(Guess { counts: counts(step, &referee), tried: 0 });
                }
                let Guess { counts, tried } = &self.guesses[open];
                step.count = counts.get(*tried).copied();
                open += 1;
            }
            match referee.play(step) {
                Ok(mv) => moves.push(mv),
                Err(reason) => {
                    foul = Some((index, reason));
                    break;
                }
            }
            if self.auto {
                moves.extend(referee.auto_play());
            }
        }
        Reading { moves, foul, is_solved: referee.is_solved() }
    }

    /// Takes the next guesses, the last step first; false if all were tried.
    fn guess_again(&mut self) -> bool {
        while let Some(guess) = self.guesses.last_mut() {
            guess.tried += 1;
            if guess.tried < guess.counts.len() {
                return true;
            }
            self.guesses.pop();
        }
        false
    }
}

/// Whether the step takes any number of cards to an empty column.
fn is_open(step: Step, position: &Position) -> bool {
    let is_empty = |at: u8| position.columns.get(usize::from(at)).is_some_and(Vec::is_empty);
    matches!(step, Step { from: Place::Column(_), to: Place::Column(to), count: None } if is_empty(to))
}

/// The numbers of cards that the step could take.
fn counts(step: Step, referee: &Referee) -> Vec<u8> {
    let is_allowed =
        |count: &u8| referee.clone().play(Step { count: Some(*count), ..step }).is_ok();
    (1..=13).filter(is_allowed).collect()
}
