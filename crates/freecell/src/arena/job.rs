//! The job `evolve freecell-baselines`: the table of the baseline.

use patience_core::{Cancel, Limits};
use patience_kit::{
    Fault, Finished, Gather, Job, JobAbout, Settings as _, Taken, Values, Work, settings,
};
use patience_learn::{Attempt, Case};
use serde::Deserialize as _;
use serde_json::Value;

use super::baselines::{search, table};

settings! {
    /// The size of the table.
    struct Size {
        /// The number of deals, from the first on
        deals: u32 = 32_000, 1..=1_000_000;
    }
}

/// The job.
pub(crate) struct MakeBaselines;

impl Job for MakeBaselines {
    fn about(&self) -> JobAbout {
        JobAbout {
            verb: "evolve",
            name: "freecell-baselines",
            summary: "The table that FreeCell's genomes are compared with: HSDH under staged deepening on every Microsoft deal",
            settings: Size::fields(),
            unrecorded: &[],
            journal: Some("out"),
            list: Some("table"),
            pictures: false,
            limits: false,
        }
    }

    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault> {
        let Size { deals } = Size::read(settings)?;
        let table = Table { deals, ..Table::default() };
        Ok((Box::new(Searches { deals }), Box::new(table)))
    }
}

/// Searches the deals, one per unit.
struct Searches {
    deals: Case,
}

impl Work for Searches {
    fn units(&self) -> Option<u64> {
        Some(self.deals.into())
    }

    fn work(&self, unit: u64, _: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault> {
        let deal = Case::try_from(unit + 1).map_err(Fault::input)?;
        let attempt = search(deal, cancel).map_err(Fault::input)?;
        let attempt = serde_json::to_value(attempt).map_err(Fault::environment)?;
        Ok((!cancel.is_cancelled()).then_some(attempt))
    }
}

/// The results so far.
#[derive(Default)]
struct Table {
    deals: Case,
    solved: usize,
    attempts: Vec<Attempt>,
}

impl Gather for Table {
    fn goal(&self) -> u64 {
        self.deals.into()
    }

    fn take(&mut self, _: u64, result: Value) -> Result<Taken, Fault> {
        let attempt = Attempt::deserialize(result).map_err(Fault::input)?;
        self.solved += usize::from(attempt.is_solved());
        self.attempts.push(attempt);
        let message = format!("{} of {} solved", self.solved, self.attempts.len());
        Ok(Taken { progress: 1, message, ..Taken::default() })
    }

    fn finish(&mut self) -> Finished {
        let (solved, all) = (self.solved, self.attempts.len());
        let text = format!("{solved} of {all} deals solved\n");
        Finished {
            text,
            list: Some(table(&self.attempts)),
            is_complete: true,
            ..Finished::default()
        }
    }
}
