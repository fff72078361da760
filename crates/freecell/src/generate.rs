//! Generates numbered deals with a proven outcome.

use patience_cards::LAST_DEAL;
use patience_kit::{
    Answer, Candidate, Fault, Field, Game as _, KitOf, Maker, OutcomeKind, Recipe, Settings as _,
    Values, settings,
};
use serde_json::Value;

use crate::engines::FAST;
use crate::{Board, FreeCellGame, KIT};

settings! {
    /// Which deals are generated.
    struct Wanted {
        /// Number of the first deal that is examined; the others follow one by one
        seed: u64 = 1, 1..=8_589_934_591;
        /// Deals that cannot be won, instead of those that can
        unwinnable: bool = false;
    }
}

/// Numbered deals that are winnable, or proven not to be.
pub(crate) struct Deals;

impl Maker for Deals {
    type Game = FreeCellGame;

    fn kit(&self) -> &'static KitOf<FreeCellGame> {
        &KIT
    }

    fn summary(&self) -> &'static str {
        "FreeCell: numbered deals that can be won, of a grade; or deals that cannot be won"
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = Wanted::fields();
        fields.append(&mut FreeCellGame.rules());
        fields
    }

    fn recipe(&self, settings: &Values) -> Result<Box<dyn Recipe<FreeCellGame>>, Fault> {
        let wanted = Wanted::read(settings)?;
        // Rules that cannot be dealt are an error now.
        FreeCellGame.deal(wanted.seed, settings)?;
        Ok(Box::new(FromNumber { wanted, rules: settings.clone() }))
    }
}

/// The deals from a number on.
struct FromNumber {
    wanted: Wanted,
    rules: Values,
}

impl Recipe<FreeCellGame> for FromNumber {
    fn candidates(&self) -> Option<u64> {
        Some(LAST_DEAL - self.wanted.seed + 1)
    }

    fn candidate(&self, index: u64) -> Result<Candidate<Board>, Fault> {
        let number = self.wanted.seed.saturating_add(index);
        Ok(Candidate {
            name: number.to_string(),
            argument: number.to_string(),
            title: format!("deal {number}"),
            position: FreeCellGame.deal(number, &self.rules)?,
        })
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn engine(&self) -> &'static str {
        FAST
    }

    fn wants(&self, outcome: OutcomeKind) -> bool {
        let wanted =
            if self.wanted.unwinnable { OutcomeKind::Unsolvable } else { OutcomeKind::Solved };
        outcome == wanted
    }

    fn fields(&self, candidate: &Candidate<Board>) -> Vec<(&'static str, Value)> {
        let number: Value = candidate.name.parse::<u64>().unwrap_or_default().into();
        vec![("deal", number), ("board", candidate.position.to_string().into())]
    }

    fn words(&self, _position: &Board, answer: &Answer) -> String {
        let is_won = OutcomeKind::from(&answer.end) == OutcomeKind::Solved;
        if is_won { "can be won" } else { "cannot be won" }.to_owned()
    }
}
