//! `patience verify freecell`.

use patience_catalog::freecell::{NAME, lengths};
use patience_freecell::{Rules, WrittenStep, read_steps};

use super::instances;
use super::reading::{self, Play};
use crate::args::VerifyFreecell;
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;
use crate::verdict::{Fault, Verdict, read_moves};

pub(crate) fn run(args: &VerifyFreecell) -> anyhow::Result<Exit> {
    let rules = args.rules.rules().map_err(Exit::bad_input)?;
    refuse_two_inputs(&[&args.instance, &args.solution], "DEAL and SOLUTION")?;
    let instance = instances::read_one(&args.instance, rules)?;
    let steps = read(&args.solution, rules)?;
    let play = reading::play(rules, &instance.position, &steps, args.autoplay);
    verdict(instance.name, rules, &steps, &play).tell(&args.telling)
}

/// Reads a solution.
pub(super) fn read(argument: &str, rules: Rules) -> anyhow::Result<Vec<WrittenStep>> {
    read_moves(argument, |text| read_steps(text, &rules))
}

fn verdict(instance: String, rules: Rules, steps: &[WrittenStep], play: &Play) -> Verdict {
    let verdict = Verdict::new(NAME, instance, lengths(play.lengths));
    if let Some((index, foul)) = &play.foul {
        let WrittenStep { step, line, column } = steps[*index];
        let fault = Fault { step: index + 1, line, column, notation: step.to_string() };
        return verdict.refused(Some(fault), foul.to_string());
    }
    if !play.is_solved {
        let home: u32 = play.end.foundations.iter().copied().map(u32::from).sum();
        let left = u32::from(rules.cards()) - home;
        let cards = if left == 1 { "card that is" } else { "cards that are" };
        return verdict.refused(None, format!("the moves end with {left} {cards} not home"));
    }
    verdict
}
