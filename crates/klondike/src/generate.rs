//! Generates deals with a proven outcome: winnable or not.

use patience_core::{Cancel, Limits, Puzzle as _, solve};
use patience_kit::{
    Fault, Field, Finished, Gather, Item, Job, JobAbout, OutcomeKind, Settings as _, Taken, Values,
    Work, settings,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engines::Exact;
use crate::kit::{RuleFlags, to_json};
use crate::{Instance, Klondike, Rules, write_digits, write_position};

settings! {
    /// Which deals are generated.
    struct Wanted {
        /// How many deals to generate
        count: u32 = 1, 1..=4_294_967_295;
        /// Seed of the first deal that is examined; the others follow one by one
        seed: u64 = 1;
        /// Only winnable deals
        winnable: bool = false;
        /// Only unwinnable deals
        unwinnable: bool = false;
    }
}

/// Deals of consecutive seeds that the exact engine decides, one per unit of work.
pub(crate) struct Generate;

impl Job for Generate {
    fn about(&self) -> JobAbout {
        let mut settings: Vec<Field> = Wanted::fields();
        settings.append(&mut RuleFlags::fields());
        JobAbout {
            verb: "generate",
            name: "klondike",
            summary: "Klondike: deals of which it is known whether they are winnable with all cards known",
            settings,
            journal: None,
            list: Some("out"),
            pictures: false,
            limits: true,
        }
    }

    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault> {
        let wanted = Wanted::read(settings)?;
        if wanted.winnable && wanted.unwinnable {
            return Err(Fault::input("a deal cannot be both winnable and unwinnable"));
        }
        let rules = RuleFlags::read(settings)?.over(Rules::default());
        let work = Decide { seed: wanted.seed, rules };
        Ok((
            Box::new(work),
            Box::new(Harvest {
                wanted,
                rules,
                found: 0,
                examined: 0,
                undecided: 0,
                list: String::new(),
            }),
        ))
    }
}

/// A deal and its outcome. Its fields are file format.
#[derive(Serialize, Deserialize)]
struct Decided {
    puzzle: String,
    seed: u64,
    rules: Rules,
    /// Three digits per card, as Klondike-Solver reads them.
    digits: Option<String>,
    outcome: OutcomeKind,
    /// States visited to decide it.
    expanded: u64,
}

/// Decides the deals from a seed on.
struct Decide {
    seed: u64,
    rules: Rules,
}

impl Work for Decide {
    fn units(&self) -> Option<u64> {
        // All seeds from the first one.
        Some((u64::MAX - self.seed).saturating_add(1))
    }

    fn work(&self, unit: u64, limits: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault> {
        let seed = self.seed.saturating_add(unit);
        let Instance { rules, position } = Instance::of_seed(seed, self.rules);
        let game = Klondike::new(rules, &position).map_err(Fault::input)?;
        let report = solve(&Exact::default(), &game, &game.start(), limits, cancel, &mut ());
        let outcome = OutcomeKind::of(&report.outcome);
        if outcome == OutcomeKind::Limit && cancel.is_cancelled() {
            return Ok(None);
        }
        Ok(Some(to_json(&Decided {
            puzzle: "klondike".to_owned(),
            seed,
            rules,
            digits: write_digits(&position),
            outcome,
            expanded: report.stats.expanded,
        })))
    }
}

/// The results so far.
struct Harvest {
    wanted: Wanted,
    rules: Rules,
    found: u32,
    examined: u64,
    /// Deals that a limit left undecided.
    undecided: u64,
    list: String,
}

impl Gather for Harvest {
    fn goal(&self) -> u64 {
        self.wanted.count.into()
    }

    fn take(&mut self, _unit: u64, result: Value) -> Result<Taken, Fault> {
        let Decided { seed, outcome, .. } = Decided::deserialize(&result).map_err(Fault::input)?;
        self.examined += 1;
        let is_wanted = match outcome {
            OutcomeKind::Solved => !self.wanted.unwinnable,
            OutcomeKind::Unsolvable => !self.wanted.winnable,
            OutcomeKind::Exhausted | OutcomeKind::Limit => {
                self.undecided += 1;
                false
            }
        };
        let message = format!("{} seeds", self.examined);
        if !is_wanted {
            return Ok(Taken { message, ..Taken::default() });
        }
        self.found += 1;
        let answer = if outcome == OutcomeKind::Solved { "can be won" } else { "cannot be won" };
        let text = format!("{seed}: {answer}");
        let gap = if self.list.is_empty() { "" } else { "\n" };
        let deal = Instance::of_seed(seed, self.rules);
        let position = write_position(&deal.rules, &deal.position);
        self.list.extend([gap, "# seed ", &text, "\n", &position]);
        let item = Item { text, json: result, name: seed.to_string(), svg: None };
        let is_enough = self.found == self.wanted.count;
        Ok(Taken { items: vec![item], progress: 1, message, is_enough })
    }

    fn finish(&mut self) -> Finished {
        let mut notes = Vec::new();
        if 0 < self.undecided {
            notes.push(format!("{} deals were skipped: a limit came first", self.undecided));
        }
        let is_complete = self.found == self.wanted.count;
        if !is_complete {
            notes.push(format!("{} of {} deals", self.found, self.wanted.count));
        }
        let list = Some(std::mem::take(&mut self.list));
        Finished { list, notes, is_complete, ..Finished::default() }
    }
}
