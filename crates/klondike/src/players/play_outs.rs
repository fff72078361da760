//! Play-outs: games that go on after the moves of an advice, with the hidden cards drawn anew for each.

use patience_core::{Meter, SplitMix, Stop};
use patience_kit::{Advice, Fault, PlayOutSummary, PlayOuts, PlayerSetup};

use super::advice::is_blind;
use super::kind::PlayerSettings;
use super::read_adviser;
use crate::{Instance, Klondike, Position, Referee, Rules, Step, Stock, read_steps};
use patience_cards::Card;

/// Games that the cheap form of the adviser plays on after each move.
pub(super) struct Continued {
    rules: Rules,
    position: Position,
    unseen: Vec<Card>,
    /// The steps of every move of the advice.
    moves: Vec<Vec<Step>>,
    player: PlayerSettings,
    seed: u64,
}

impl Continued {
    pub(super) fn new(
        setup: &PlayerSetup<'_>,
        Instance { rules, position }: &Instance,
        advice: &Advice,
        seed: u64,
    ) -> Result<Self, Fault> {
        let is_blind = is_blind(position);
        // A known stock stays known, whatever the rules hide at first.
        let stock = if is_blind { Stock::Unseen } else { Stock::Visible };
        let rules = Rules { stock, ..*rules };
        let steps = |text: &str| -> Result<Vec<Step>, Fault> {
            Ok(read_steps(text, &rules)?.into_iter().map(|written| written.step).collect())
        };
        let moves: Result<_, Fault> = advice.moves.iter().map(|one| steps(&one.mv)).collect();
        Ok(Self {
            rules,
            position: position.covered(&rules),
            unseen: position.covered(&rules).unseen(&rules),
            moves: moves?,
            player: read_adviser(setup)?.cheap(),
            seed,
        })
    }

    /// The world of a game after a move.
    fn world(&self, at: usize, cards: &[Card]) -> Result<Klondike, Fault> {
        let mut referee = Referee::new(&self.rules, self.position.filled(cards));
        for &step in self.moves.get(at).into_iter().flatten() {
            referee.play(step).map_err(Fault::input)?;
        }
        let after = referee.position();
        // Once every card of the stock was seen, nothing of it is hidden any more.
        let stock =
            if is_blind(&after.covered(&self.rules)) { Stock::Unseen } else { Stock::Visible };
        Klondike::new(Rules { stock, ..self.rules }, after).map_err(Fault::input)
    }
}

impl PlayOuts for Continued {
    fn summary(&self) -> PlayOutSummary {
        let about = self.player.player.about();
        let settings = self.player.used();
        let words = about.describe(&settings);
        PlayOutSummary { player: about.name, settings, words, stop: None }
    }

    fn play(
        &self,
        at: usize,
        game: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Result<bool, Stop>, Fault> {
        let mut rng = SplitMix::new(SplitMix::new(self.seed ^ GAMES).bits() ^ game);
        let mut cards = self.unseen.clone();
        rng.shuffle(&mut cards);
        let world = self.world(at, &cards)?;
        let ended = self.player.play_world(world, rng.bits(), meter, None).map_err(Fault::input)?;
        Ok(ended.is_won)
    }
}

/// Keeps the random numbers of play-outs apart from those of the adviser, whose seed is the same.
const GAMES: u64 = 0x706c_6179_6f75_7473;
