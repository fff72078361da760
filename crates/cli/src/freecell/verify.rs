//! `patience verify freecell`.

use patience_catalog::freecell::{NAME, lengths};
use patience_freecell::{Rules, WrittenStep, read_steps};

use super::instances;
use super::reading::{self, Play};
use crate::args::VerifyFreecell;
use crate::check_report::{CheckReport, Fault, read_moves};
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;

pub(crate) fn run(args: &VerifyFreecell) -> anyhow::Result<Exit> {
    let rules = args.rules.rules().map_err(Exit::bad_input)?;
    refuse_two_inputs(&[&args.instance, &args.solution], "DEAL and SOLUTION")?;
    let instance = instances::read_one(&args.instance, rules)?;
    let steps = read(&args.solution, rules)?;
    let play = reading::play(rules, &instance.position, &steps, args.autoplay);
    report(instance.name, rules, &steps, &play).print(&args.output)
}

/// Reads a solution.
pub(super) fn read(argument: &str, rules: Rules) -> anyhow::Result<Vec<WrittenStep>> {
    read_moves(argument, |text| read_steps(text, &rules))
}

fn report(instance: String, rules: Rules, steps: &[WrittenStep], play: &Play) -> CheckReport {
    let report = CheckReport::new(NAME, instance, lengths(play.lengths));
    if let Some((index, foul)) = &play.foul {
        let WrittenStep { step, line, column } = steps[*index];
        let fault = Fault { step: index + 1, line, column, notation: step.to_string() };
        return report.refused(Some(fault), foul.to_string());
    }
    if !play.is_solved {
        let home: u32 = play.end.foundations.iter().copied().map(u32::from).sum();
        let left = u32::from(rules.cards()) - home;
        let cards = if left == 1 { "card that is" } else { "cards that are" };
        return report.refused(None, format!("the moves end with {left} {cards} not home"));
    }
    report
}
