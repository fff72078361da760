//! `patience verify peg`.

use patience_catalog::peg::{NAME, lengths};
use patience_peg::WrittenChain;

use super::play::{self, Play};
use super::problem::{self, Instance};
use crate::args::VerifyPeg;
use crate::check_report::{CheckReport, Fault};
use crate::exit::Exit;

pub(crate) fn run(args: &VerifyPeg) -> anyhow::Result<Exit> {
    let instance = problem::read(&args.board, &args.problem, &args.solution)?;
    let moves = play::read(&args.solution)?;
    let play = play::play(&instance.position, &moves);
    report(instance, &moves, &play).print(&args.output)
}

fn report(instance: Instance, moves: &[WrittenChain], play: &Play) -> CheckReport {
    let report = CheckReport::new(NAME, instance.name, lengths(play.lengths));
    if let Some((index, foul)) = &play.foul {
        let WrittenChain { chain, line, column } = &moves[*index];
        let notation = chain.written(instance.position.board());
        let fault = Fault { step: index + 1, line: *line, column: *column, notation };
        return report.refused(Some(fault), foul.to_string());
    }
    match &play.unfinished {
        Some(unfinished) => report.refused(None, unfinished.to_string()),
        None => report,
    }
}
