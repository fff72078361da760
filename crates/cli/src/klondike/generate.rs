//! `patience generate klondike`: deals whose answers are known.

use std::fmt::Write as _;
use std::io::Write;

use patience_catalog::OutcomeKind;
use patience_catalog::klondike::{Engine, NAME, solve};
use patience_core::{Cancel, Limits};
use patience_klondike::engine::Exact;
use patience_klondike::{Klondike, Rules, write_digits, write_position};
use patience_workbench::batch;
use serde::Serialize;

use super::instances::{self, Game};
use crate::args::GenerateKlondike;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{grouped, say, write_file};
use crate::progress::Progress;

pub(crate) fn run(args: &GenerateKlondike) -> anyhow::Result<Exit> {
    let rules = args.rules.rules(Rules::default());
    let cancel = interrupt::cancel_on_interrupt()?;
    let threads = args.threads();
    let limits = args.budget.limits(threads, None);
    let progress = Progress::new(args.count.into(), args.quiet);
    let mut harvest = Harvest {
        args,
        found: 0,
        looked: 0,
        undecided: 0,
        is_cut_short: false,
        list: String::new(),
    };
    let result = batch::in_order(
        args.seed..=u64::MAX,
        threads,
        || cancel.is_cancelled(),
        |seed| look(seed, rules, &limits, &cancel),
        |answer| -> anyhow::Result<()> {
            if let Some(deal) = harvest.take(answer?) {
                progress.suspend(|| harvest.print(&deal))?;
                progress.advance(|| format!("{} seeds", grouped(harvest.looked)));
            }
            if harvest.is_full() {
                // What has been begun beyond the last deal is of no use.
                cancel.cancel();
            }
            Ok(())
        },
    );
    progress.finish();
    result?;
    if let Some(path) = &args.out {
        write_file(path, &harvest.list)?;
    }
    if !args.quiet && 0 < harvest.undecided {
        say(format_args!("{} deals were passed over: a limit came first", harvest.undecided));
    }
    if harvest.is_full() {
        return Ok(Exit::Done);
    }
    if !args.quiet {
        say(format_args!("{} of {} deals", harvest.found, args.count));
    }
    Ok(if cancel.is_cancelled() {
        Exit::Interrupted
    } else {
        Exit::Unsolved(OutcomeKind::Exhausted)
    })
}

/// A deal and what is known of it. Its fields are file format.
#[derive(Debug, Serialize)]
struct Deal {
    puzzle: &'static str,
    seed: u64,
    rules: Rules,
    /// Three digits a card, as Klondike-Solver reads them.
    digits: Option<String>,
    /// `solved` or `unsolvable`.
    outcome: OutcomeKind,
    /// States visited to find out.
    expanded: u64,
    #[serde(skip)]
    text: String,
}

/// Decides the deal of a seed.
fn look(seed: u64, rules: Rules, limits: &Limits, cancel: &Cancel) -> anyhow::Result<Looked> {
    let Game { position, .. } = instances::of_seed(seed, rules).position;
    let game = Klondike::new(rules, &position)?;
    let answer = solve(&game, &Engine::Exact(Exact::default()), limits, cancel, &mut ());
    let outcome = OutcomeKind::of(&answer.outcome);
    if outcome == OutcomeKind::Limit && cancel.is_cancelled() {
        return Ok(Looked::CutShort);
    }
    Ok(Looked::Deal(Box::new(Deal {
        puzzle: NAME,
        seed,
        rules,
        digits: write_digits(&position),
        outcome,
        expanded: answer.stats.expanded,
        text: write_position(&rules, &position),
    })))
}

/// What became of a seed.
enum Looked {
    Deal(Box<Deal>),
    /// It was cancelled.
    CutShort,
}

/// What was found so far.
struct Harvest<'a> {
    args: &'a GenerateKlondike,
    found: u32,
    looked: u64,
    /// Deals that a limit kept from being decided.
    undecided: u64,
    is_cut_short: bool,
    /// The text of the file that is asked for.
    list: String,
}

impl Harvest<'_> {
    fn is_full(&self) -> bool {
        self.found == self.args.count
    }

    /// Takes the next deal, and returns it if it is one that is asked for.
    fn take(&mut self, looked: Looked) -> Option<Box<Deal>> {
        let Looked::Deal(deal) = looked else {
            // Deals of later seeds would be out of turn.
            self.is_cut_short = true;
            return None;
        };
        if self.is_full() || self.is_cut_short {
            return None;
        }
        self.looked += 1;
        let is_wanted = match deal.outcome {
            OutcomeKind::Solved => !self.args.unwinnable,
            OutcomeKind::Unsolvable => !self.args.winnable,
            OutcomeKind::Exhausted | OutcomeKind::Limit => {
                self.undecided += 1;
                false
            }
        };
        self.found += u32::from(is_wanted);
        is_wanted.then_some(deal)
    }

    fn print(&mut self, deal: &Deal) -> anyhow::Result<()> {
        let Deal { seed, outcome, text, .. } = deal;
        let answer = if *outcome == OutcomeKind::Solved { "can be won" } else { "cannot be won" };
        let mut out = anstream::stdout().lock();
        if self.args.json {
            writeln!(out, "{}", serde_json::to_string(deal)?)?;
        } else {
            writeln!(out, "{seed}: {answer}")?;
        }
        out.flush()?;
        let gap = if self.list.is_empty() { "" } else { "\n" };
        // Writing to a string cannot fail.
        let _ = write!(self.list, "{gap}# seed {seed}: {answer}\n{text}");
        Ok(())
    }
}
