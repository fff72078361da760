//! The report `analysis`: facts about a problem that need no search, as text, JSON and a picture.

mod charts;
mod json;
mod text;

use patience_kit::Report;

use crate::analysis::{Analysis, Argument, Pagoda};
use crate::{Pegs, Problem, picture};

/// The report on a problem; `instance` is its name.
pub(crate) fn analysis(instance: &str, problem: &Problem) -> Report {
    let known = Known { instance, problem, analysis: Analysis::of(problem) };
    Report {
        text: known.text(),
        json: known.json(),
        svg: Some(picture::sheet(problem.board(), &known.sheet())),
    }
}

/// The facts about a problem.
struct Known<'a> {
    instance: &'a str,
    problem: &'a Problem,
    analysis: Analysis,
}

/// A pagoda with the values at both ends of play.
struct Measure<'a> {
    pagoda: &'a Pagoda,
    /// The greatest value of a start.
    begins: i32,
    /// The least value of a goal: positions of less value are lost.
    ends: i32,
}

impl Known<'_> {
    /// The pagodas of play from the start, which measure pegs.
    fn forth(&self) -> Vec<Measure<'_>> {
        let goals = &self.analysis.goals;
        measures(&self.analysis.forth, &[self.problem.start()], goals)
    }

    /// The pagodas of play from the end, which measure empty holes.
    fn back(&self) -> Vec<Measure<'_>> {
        let rest = |pegs: Pegs| self.problem.board().all() & !pegs;
        let ends: Vec<Pegs> = self.analysis.goals.iter().map(|&goal| rest(goal)).collect();
        measures(&self.analysis.back, &ends, &[rest(self.problem.start())])
    }

    /// Whether the pagodas of both directions are the same.
    fn is_alike_both_ways(&self) -> bool {
        self.analysis.forth == self.analysis.back
    }

    /// The pagodas that prove that there is no solution.
    fn proofs(&self) -> Vec<Measure<'_>> {
        self.analysis.unsolvable.iter().flat_map(pagodas_of).collect()
    }

    /// Whether there may be a solution, in words.
    fn prospect(&self) -> String {
        match &self.analysis.unsolvable {
            Some(argument) => format!("proven unsolvable: {argument}"),
            None => "may have a solution: no argument rules it out".to_owned(),
        }
    }
}

fn measures<'a>(pagodas: &'a [Pagoda], starts: &[Pegs], goals: &[Pegs]) -> Vec<Measure<'a>> {
    let measure = |pagoda: &'a Pagoda| {
        let begins = starts.iter().map(|&pegs| pagoda.value(pegs)).max().unwrap_or(0);
        let ends = goals.iter().map(|&pegs| pagoda.value(pegs)).min().unwrap_or(0);
        Measure { pagoda, begins, ends }
    };
    pagodas.iter().map(measure).collect()
}

/// The pagodas of an argument.
fn pagodas_of(argument: &Argument) -> Vec<Measure<'_>> {
    match argument {
        Argument::Pagoda { pagoda, start, goal } => {
            vec![Measure { pagoda, begins: *start, ends: *goal }]
        }
        Argument::Several(arguments) => {
            arguments.iter().flat_map(|(_, argument)| pagodas_of(argument)).collect()
        }
        _ => Vec::new(),
    }
}
