//! A game with hidden cards that a person plays: the world stays inside.

use patience_core::Hidden as _;
use patience_kit::{ArrayGame, Fault, HiddenGame, HiddenPlay, Lengths, MoveInfo, Refused};

use super::hidden::{KnownStock, UnseenStock};
use crate::kit::{CardArrays, legal_moves};
use crate::text::sentence::{describe_rules, sentence};
use crate::text::table::numbered;
use crate::{Instance, Position, Referee, Rules, Step, read_steps};

/// A game in progress.
pub(super) struct Game {
    rules: Rules,
    referee: Referee,
    steps: Vec<Step>,
    /// The game before every step.
    before: Vec<Referee>,
}

impl Game {
    pub(super) fn new(Instance { rules, position }: Instance) -> Self {
        let referee = Referee::new(&rules, position);
        Self { rules, referee, steps: Vec::new(), before: Vec::new() }
    }

    fn seen(&self) -> Position {
        self.referee.position().covered(&self.rules)
    }
}

impl HiddenGame<Instance> for Game {
    fn describe_rules(&self) -> String {
        describe_rules(&self.rules)
    }

    fn visible(&self) -> Instance {
        Instance { rules: self.rules, position: self.seen() }
    }

    fn table(&self) -> String {
        numbered(&self.seen())
    }

    /// Which moves are legal does not depend on hidden cards.
    fn moves(&self) -> Vec<MoveInfo> {
        legal_moves(&self.rules, self.referee.position(), &self.seen())
    }

    fn play(&mut self, moves: &str) -> Result<HiddenPlay, Fault> {
        let mut done = HiddenPlay { played: Vec::new(), refused: None };
        for (index, written) in read_steps(moves, &self.rules)?.into_iter().enumerate() {
            let (step, before) = (written.step, self.referee.clone());
            match self.referee.play(step) {
                Ok(played) => {
                    done.played.push(sentence(step, played, before.position()));
                    self.steps.push(step);
                    self.before.push(before);
                }
                Err(foul) => {
                    done.refused = Some(Refused::new(index, &written, foul));
                    break;
                }
            }
        }
        Ok(done)
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.referee = before;
        self.steps.pop();
        true
    }

    fn notation(&self) -> Vec<String> {
        self.steps.iter().map(Step::to_string).collect()
    }

    fn lengths(&self) -> Lengths {
        self.referee.lengths().into()
    }

    fn is_won(&self) -> bool {
        self.referee.is_solved()
    }

    /// No card can be played, now or after turns of the stock.
    fn is_stuck(&self) -> bool {
        let (seen, mut moves, mut blind) = (self.seen(), Vec::new(), Vec::new());
        if seen.stock.iter().all(Option::is_some) {
            let Ok(table) = KnownStock::new(self.rules, &seen) else { return false };
            table.moves(&table.first_view(), &mut moves);
        } else {
            let Ok(table) = UnseenStock::new(self.rules, &seen) else { return false };
            table.moves(&table.first_view(), &mut blind);
        }
        moves.is_empty() && blind.is_empty()
    }

    fn array_game(&self) -> Option<Box<dyn ArrayGame>> {
        let instance = Instance { rules: self.rules, position: self.referee.position().clone() };
        Some(Box::new(CardArrays::new(&instance, true)?))
    }
}
