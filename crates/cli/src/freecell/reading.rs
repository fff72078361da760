//! What a written solution means where it does not say how many cards move.

use patience_freecell::{Foul, Lengths, Move, Place, Position, Referee, Rules, Step, WrittenStep};

/// Moves that are played to find the meaning of a solution before the best reading so far must do.
const MOST_PLAYED: usize = 1_000_000;

/// A solution played as far as it goes.
pub(super) struct Play {
    pub(super) moves: Vec<Move>,
    /// The position after them.
    pub(super) end: Position,
    /// The index of the step that is not allowed, and why.
    pub(super) foul: Option<(usize, Foul)>,
    pub(super) lengths: Lengths,
    pub(super) is_solved: bool,
}

impl Play {
    /// Steps until the foul.
    fn reach(&self) -> usize {
        self.foul.as_ref().map_or(usize::MAX, |(index, _)| *index)
    }
}

/// Plays the steps, and sends cards that are safe at home there after each of them if `auto` says so.
///
/// Notation without counts leaves open how many cards go to an empty column: fc-solve means one or several as it needs, programs
/// for players mean as many as can go. The reading that leads to the end is the one that was meant; without any, the one that
/// comes furthest. Who writes counts at all means one card where there is none.
pub(super) fn play(rules: Rules, start: &Position, steps: &[WrittenStep], auto: bool) -> Play {
    let mut reader = Reader { rules, start, steps, auto, guesses: Vec::new() };
    let mut best = reader.play();
    let mut played = best.moves.len();
    let has_counts = steps.iter().any(|written| written.step.count.is_some());
    // Without auto-play, the steps alone say how many cards are home in the end.
    let is_meant = |play: &Play| play.foul.is_none() && (play.is_solved || !auto);
    while !has_counts && !is_meant(&best) && played < MOST_PLAYED && reader.guess_again() {
        let play = reader.play();
        played += play.moves.len();
        if best.reach() < play.reach() || is_meant(&play) {
            best = play;
        }
    }
    best
}

/// The start and the position after every move; the moves must have been played from there.
pub(super) fn positions(rules: Rules, start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut referee = Referee::new(&rules, start.clone());
    let mut positions = vec![start.clone()];
    for &mv in moves {
        referee.play_move(mv).expect("the moves were played before");
        positions.push(referee.position().clone());
    }
    positions
}

/// The counts that are possible for a step, and which of them is tried.
struct Guess {
    counts: Vec<u8>,
    tried: usize,
}

struct Reader<'a> {
    rules: Rules,
    start: &'a Position,
    steps: &'a [WrittenStep],
    auto: bool,
    /// One for each step so far that leaves the count open.
    guesses: Vec<Guess>,
}

impl Reader<'_> {
    /// Plays with the guesses there are, and the smallest count for open steps behind them.
    fn play(&mut self) -> Play {
        let mut referee = Referee::new(&self.rules, self.start.clone());
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
        let (lengths, is_solved) = (referee.lengths(), referee.is_solved());
        Play { moves, end: referee.position().clone(), foul, lengths, is_solved }
    }

    /// Moves on to the next guesses, the last ones first; false when all were tried.
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
fn counts(step: Step, referee: &Referee<'_>) -> Vec<u8> {
    let is_allowed =
        |count: &u8| referee.clone().play(Step { count: Some(*count), ..step }).is_ok();
    (1..=13).filter(is_allowed).collect()
}

#[cfg(test)]
mod tests {
    use patience_freecell::read_steps;

    use super::*;

    /// What the steps mean on the board, in notation with counts.
    fn meaning(board: &str, steps: &str) -> (Vec<String>, Option<usize>) {
        let rules = Rules { ranks: 3, columns: 4, cells: 2, ..Rules::default() };
        let start = Position::parse(board, &rules).unwrap();
        let play = play(rules, &start, &read_steps(steps, &rules).unwrap(), false);
        let rendered = play.moves.iter().map(|&mv| Step::from(mv).to_string()).collect();
        (rendered, play.foul.map(|(index, _)| index))
    }

    const BOARD: &str = "AH AD\nAC AS 2H 3C 2D\n2C 3H 3D 2S 3S\n:";

    #[test]
    fn one_card_goes_where_one_will_do() {
        assert_eq!(meaning(BOARD, "24 4a"), (vec!["24".to_owned(), "4a".to_owned()], None));
    }

    #[test]
    fn several_cards_go_where_one_would_not_do() {
        assert_eq!(meaning(BOARD, "24 2a 2h").0, ["24v2", "2a", "2h"]);
        assert_eq!(meaning(BOARD, "24 21").0, ["24"]);
    }

    #[test]
    fn who_writes_counts_means_one_card_without() {
        assert_eq!(meaning(BOARD, "24v1 2a 2b 2h").1, None);
        assert_eq!(meaning(BOARD, "24 2av1 2h").1, Some(2));
    }

    #[test]
    fn the_reading_that_comes_furthest_tells_the_foul() {
        assert_eq!(meaning(BOARD, "24 2a 2h 2h 3h").1, Some(4));
    }
}
