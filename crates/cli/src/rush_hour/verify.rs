//! `patience verify rushhour`.

use patience_catalog::rush_hour::{NAME, lengths};
use patience_rush_hour::{NotASolution, WrittenStep};

use super::instances;
use super::play::{self, Play};
use crate::args::VerifyRushHour;
use crate::check_report::{CheckReport, Fault};
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;

pub(crate) fn run(args: &VerifyRushHour) -> anyhow::Result<Exit> {
    refuse_two_inputs(&[&args.instance, &args.solution], "BOARD and SOLUTION")?;
    let instance = instances::read_one(&args.instance)?;
    let steps = play::read(&args.solution)?;
    let play = play::play(&instance.position, &steps);
    report(instance.name, &steps, &play).print(&args.output)
}

fn report(instance: String, steps: &[WrittenStep], play: &Play) -> CheckReport {
    let report = CheckReport::new(NAME, instance, lengths(play.lengths));
    if let Some((index, foul)) = &play.foul {
        let WrittenStep { step, line, column } = steps[*index];
        let fault = Fault { step: index + 1, line, column, notation: step.to_string() };
        return report.refused(Some(fault), foul.to_string());
    }
    if !play.end.is_solved() {
        let target = play.end.target();
        let left = play.end.width() - target.column - target.length;
        let unfinished = NotASolution::Unfinished { target: target.letter, left };
        return report.refused(None, unfinished.to_string());
    }
    report
}
