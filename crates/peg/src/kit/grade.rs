//! The grade of a position: how unlikely it is to stay on a winning way by chance.

use patience_core::Meter;
use patience_kit::{Assessor, Fault, Game as _, Graded, Grading, Named, Setup, Verdict, judge_by};

use super::PegSolitaire;
use super::solving::{DECIDE, Engine};
use crate::Position;
use crate::engines::Decider;

/// The sample is 200 problems of the generator.
pub(super) static GRADING: Grading = Grading {
    definition: "Along a solution, the grade counts at every position how many of the legal jumps keep the problem solvable, and adds up the \
                 binary logarithms of legal jumps to such jumps: each bit is a choice between two jumps of which one is right",
    sample: "the problems of `generate peg --count 200`",
    measures: &[
        Named::new("bits", "Choices between two jumps, one of them right, along a solution"),
        Named::new("jumps", "Jumps of every solution"),
        Named::new(
            "keeping",
            "Share of legal jumps that keep the problem solvable, on average along the solution",
        ),
        Named::new("branching", "Legal jumps of a position, on average along the solution"),
    ],
    // Sums of logarithms that should be 4 or 6 may be a little more.
    quartiles: [4.01, 4.59, 5.33],
};

/// The grade of a position; `None` if it cannot be solved.
pub(super) fn grade(start: &Position, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
    let Ok(problem) = start.problem() else { return Ok(None) };
    let engine = Engine::prepare(DECIDE, &Setup::default())?;
    let mut decider = Decider::new(&problem);
    let decide =
        |position: &Position, meter: &mut Meter<'_>| engine.decide(position, &mut decider, meter);
    let mut assessor = Assessor::new(&PegSolitaire, start, None, decide)?;
    let mut position = start.clone();
    let (mut bits, mut keeping, mut choices, mut positions) = (0.0, 0.0, 0.0, 0_u32);
    while !PegSolitaire.is_solved(&position) {
        let judgement = judge_by(&mut assessor, &position, meter)?;
        let is_unknown = |verdict: Verdict| verdict == Verdict::Unknown;
        if is_unknown(judgement.verdict) || judgement.moves.iter().any(|it| is_unknown(it.verdict))
        {
            return Err(Fault::limit("a limit came before the grade"));
        }
        let wins = judgement.moves.iter().filter(|judged| judged.verdict == Verdict::Wins);
        // Boards have at most a few hundred jumps.
        #[allow(clippy::cast_precision_loss)]
        let (wins, all) = (wins.count() as f64, judgement.moves.len() as f64);
        let Some(best) = judgement.best.filter(|_| judgement.verdict == Verdict::Wins) else {
            return Ok(None);
        };
        bits += (all / wins).log2();
        keeping += wins / all;
        choices += all;
        positions += 1;
        position = next(&position, &best)?;
    }
    let mean = |sum: f64| sum / f64::from(positions.max(1));
    Ok(Some(GRADING.graded(vec![bits, positions.into(), mean(keeping), mean(choices)])))
}

/// The position after the first jump of a move, which may have several.
fn next(position: &Position, mv: &str) -> Result<Position, Fault> {
    let mut holes = mv.split('-');
    match (holes.next(), holes.next()) {
        (Some(from), Some(to)) => PegSolitaire.play(position, &format!("{from}-{to}")),
        _ => PegSolitaire.play(position, mv),
    }
}
