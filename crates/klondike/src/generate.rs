//! Generates deals with a proven outcome: winnable or not.

use patience_kit::{
    Answer, Candidate, Fault, Field, KitOf, Maker, OutcomeKind, Recipe, Settings as _, Values,
    settings,
};
use serde_json::Value;

use crate::kit::{RuleFlags, to_json};
use crate::{Instance, KIT, KlondikeGame, Rules, write_digits};

settings! {
    /// Which deals are generated.
    struct Wanted {
        /// Seed of the first deal that is examined; the others follow one by one
        seed: u64 = 1;
        /// Only winnable deals
        winnable: bool = false;
        /// Only unwinnable deals
        unwinnable: bool = false;
    }
}

/// Deals of consecutive seeds that the exact engine decides.
pub(crate) struct Deals;

impl Maker for Deals {
    type Game = KlondikeGame;

    fn kit(&self) -> &'static KitOf<KlondikeGame> {
        &KIT
    }

    fn summary(&self) -> &'static str {
        "Klondike: deals of which it is known whether they are winnable with all cards known"
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = Wanted::fields();
        fields.append(&mut RuleFlags::fields());
        fields
    }

    fn recipe(&self, settings: &Values) -> Result<Box<dyn Recipe<KlondikeGame>>, Fault> {
        let wanted = Wanted::read(settings)?;
        if wanted.winnable && wanted.unwinnable {
            return Err(Fault::input("a deal cannot be both winnable and unwinnable"));
        }
        let rules = RuleFlags::read(settings)?.over(Rules::default());
        Ok(Box::new(FromSeed { wanted, rules }))
    }
}

/// The deals from a seed on.
struct FromSeed {
    wanted: Wanted,
    rules: Rules,
}

impl Recipe<KlondikeGame> for FromSeed {
    fn candidates(&self) -> Option<u64> {
        // All seeds from the first one.
        Some((u64::MAX - self.wanted.seed).saturating_add(1))
    }

    fn candidate(&self, index: u64) -> Result<Candidate<Instance>, Fault> {
        let seed = self.wanted.seed.saturating_add(index);
        Ok(Candidate {
            name: seed.to_string(),
            argument: seed.to_string(),
            title: format!("seed {seed}"),
            position: Instance::of_seed(seed, self.rules),
        })
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn engine(&self) -> &'static str {
        "exact"
    }

    fn wants(&self, outcome: OutcomeKind) -> bool {
        match outcome {
            OutcomeKind::Solved => !self.wanted.unwinnable,
            OutcomeKind::Unsolvable => !self.wanted.winnable,
            OutcomeKind::Exhausted | OutcomeKind::Limit => false,
        }
    }

    /// `digits` are three per card, as Klondike-Solver reads them.
    fn fields(&self, candidate: &Candidate<Instance>) -> Vec<(&'static str, Value)> {
        let Instance { rules, position } = &candidate.position;
        vec![
            ("seed", candidate.name.parse::<u64>().unwrap_or_default().into()),
            ("rules", to_json(rules)),
            ("digits", write_digits(position).into()),
        ]
    }

    fn words(&self, _position: &Instance, answer: &Answer) -> String {
        let is_won = OutcomeKind::from(&answer.end) == OutcomeKind::Solved;
        if is_won { "can be won" } else { "cannot be won" }.to_owned()
    }
}
