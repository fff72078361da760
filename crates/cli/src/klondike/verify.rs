//! `patience verify klondike`.

use patience_catalog::klondike::{NAME, lengths};
use patience_klondike::{Rules, WrittenStep};

use super::instances;
use super::play::{self, Play};
use crate::args::VerifyKlondike;
use crate::check_report::{CheckReport, Fault};
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;

pub(crate) fn run(args: &VerifyKlondike) -> anyhow::Result<Exit> {
    refuse_two_inputs(&[&args.instance, &args.solution], "DEAL and SOLUTION")?;
    let instance = instances::read_one(&args.instance, &args.rules)?;
    let rules = instance.position.rules;
    let steps = play::read(&args.solution, &rules)?;
    let play = play::play(&instance.position, steps.iter().map(|written| written.step));
    report(instance.name, &rules, &steps, &play).print(&args.output)
}

fn report(instance: String, rules: &Rules, steps: &[WrittenStep], play: &Play) -> CheckReport {
    let report = CheckReport::new(NAME, instance, lengths(play.lengths));
    if let Some((index, foul)) = &play.foul {
        let WrittenStep { step, line, column } = steps[*index];
        let fault = Fault { step: index + 1, line, column, notation: step.to_string() };
        return report.refused(Some(fault), foul.to_string());
    }
    if !play.end().is_solved(rules) {
        let home: u32 = play.end().foundations.iter().copied().map(u32::from).sum();
        let left = u32::from(rules.cards()).saturating_sub(home);
        let cards = if left == 1 { "card that is" } else { "cards that are" };
        return report.refused(None, format!("the steps end with {left} {cards} not home"));
    }
    report
}
