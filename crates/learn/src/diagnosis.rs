//! Diagnosis of a run of policies that learnt nothing: what its log says, and what to change.

use std::fmt;

use serde::Serialize;

use crate::log::Generation;
use crate::settings::{CurriculumKind, Method, Settings, Terminals};

/// Evaluations below which a run is short: ten generations with the usual settings.
const FEW_EVALUATIONS: u64 = 10_000;

/// Validation cases below which the comparison of genomes is mostly chance.
const FEW_CASES: usize = 20;

/// Why a run learnt nothing, and what to change. Its fields are file format.
///
/// ```
/// use patience_learn::{Diagnosis, Settings};
///
/// assert_eq!(Diagnosis::of(&Settings::default(), &[]), None, "nothing has been tried yet");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    /// The finding, a sentence.
    pub finding: String,
    /// What to change, a sentence each, the most promising first.
    pub suggestions: Vec<String>,
}

impl Diagnosis {
    /// The diagnosis of a run with this log; `None` if its best genome is better on the validation set than the baseline and than the best
    /// genome of the first generation, which is random.
    #[must_use]
    pub fn of(settings: &Settings, log: &[Generation]) -> Option<Self> {
        let (first, last) = (log.first()?, log.last()?);
        let champion = last.champion;
        let reached = champion.validation.fitness;
        let finding = if reached <= no_saving(settings) {
            "This run learnt nothing: on the validation set, its best genome saves none of the baseline's nodes.".to_owned()
        } else if log.len() == 1 {
            "This run learnt nothing: it has one generation, whose genomes are random.".to_owned()
        } else if champion.generation == first.generation || reached <= first.validation.fitness {
            format!(
                "This run learnt nothing: on the validation set, no genome of {} later generations is better than the best of the first, \
                 which is random (fitness {:.3}).",
                log.len() - 1,
                first.validation.fitness
            )
        } else {
            return None;
        };
        Some(Self { finding, suggestions: suggestions(settings, log) })
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} What may help:", self.finding)?;
        self.suggestions.iter().try_for_each(|it| write!(f, "\n- {it}"))
    }
}

/// The fitness of a genome that saves no nodes is at most this: solutions that cost more than the baseline's have a little.
fn no_saving(settings: &Settings) -> f64 {
    if settings.partial == 0.0 { 0.0 } else { 1.0 / settings.partial }
}

/// What to change, from the figures of the log.
fn suggestions(settings: &Settings, log: &[Generation]) -> Vec<String> {
    let sum = |of: &dyn Fn(&Generation) -> usize| log.iter().map(of).sum::<usize>();
    let (searches, solved) = (sum(&|it| it.searches), sum(&|it| it.solved));
    let failed = searches - solved.min(searches);
    let mut all = Vec::new();
    if searches < 2 * failed {
        let share = 100.0 * failed as f64 / searches as f64;
        let limit = match settings.give_up {
            Some(times) => format!(
                "within {} nodes and {times} × the nodes of the baseline: raise `nodes` or `give_up`",
                settings.nodes
            ),
            None => format!("within {} nodes: raise `nodes`", settings.nodes),
        };
        let nothing = if solved == 0 {
            "No search found a solution".to_owned()
        } else {
            format!("{share:.0} % of the searches failed")
        };
        all.push(format!("{nothing} {limit}, or choose easier cases."));
        if settings.curriculum != CurriculumKind::Gradual {
            all.push(
                "Begin with cases that are easy for the baseline: --curriculum gradual.".to_owned(),
            );
        }
    }
    let evaluations = log.last().map_or(0, |it| it.evaluations).max(searches as u64);
    if 0 < solved && (log.len() < 10 || evaluations < FEW_EVALUATIONS) {
        all.push(format!(
            "{} generations with {evaluations} evaluations are few: continue with --resume --set generations={}.",
            log.len(),
            10 * log.len().max(10)
        ));
    }
    if settings.method != Method::Evolution {
        all.push(
            "This method is a control: --method evolution learns from what it finds.".to_owned(),
        );
    }
    let distinct = log.last().map_or(0, |it| it.distinct);
    if 10 * distinct < settings.population {
        all.push(format!(
            "The last population has only {distinct} different genomes of {}: raise `mutation` or `population`.",
            settings.population
        ));
    }
    let cases = log.last().map_or(0, |it| it.validation.cases);
    if cases < FEW_CASES {
        all.push(format!(
            "{cases} validation cases cannot tell good genomes from lucky ones: raise `validation`."
        ));
    }
    if 2 * failed <= searches && settings.terminals != Some(Terminals::All) {
        all.push(
            "Searches succeed but save little: give genomes more to work with, such as --genome formula with --set terminals=all, or another \
             search."
                .to_owned(),
        );
    }
    if all.is_empty() {
        all.push("Try another seed, curriculum or shape of genomes.".to_owned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{Champion, Validation};

    /// A run whose generations reach these fitnesses on 50 validation cases.
    fn log(fitness: &[f64], solved: usize) -> Vec<Generation> {
        let validation = |fitness| Validation { fitness, solved: 9, cases: 50 };
        let mut best = Champion { generation: 0, validation: validation(-1.0) };
        let mut log = Vec::new();
        for (number, &fitness) in (0..).zip(fitness) {
            if best.validation.fitness < fitness {
                best = Champion { generation: number, validation: validation(fitness) };
            }
            log.push(Generation {
                generation: number,
                best: fitness,
                mean: fitness,
                worst: fitness,
                searches: 1000,
                evaluations: 1000 * u64::from(number + 1),
                cases: 5,
                solved,
                nodes: 100.0,
                distinct: 100,
                size: 10.0,
                fired: Vec::new(),
                hardest: Vec::new(),
                validation: validation(fitness),
                champion: best,
                stage: String::new(),
                timed: false,
                archive: None,
                mutator: None,
            });
        }
        log
    }

    fn of(log: &[Generation]) -> Option<Diagnosis> {
        Diagnosis::of(&Settings::default(), log)
    }

    #[test]
    fn a_run_that_gets_better_has_no_diagnosis() {
        assert_eq!(of(&log(&[0.1, 0.3, 0.2], 900)), None);
    }

    #[test]
    fn a_run_below_the_baseline_learnt_nothing_however_it_grows() {
        let found = of(&log(&[0.0, 0.0005, 0.0009], 900)).unwrap();
        assert!(found.finding.contains("saves none of the baseline's nodes"), "{found}");
    }

    #[test]
    fn a_run_that_never_beats_its_first_generation_learnt_nothing() {
        let found = of(&log(&[0.4, 0.3, 0.4], 900)).unwrap();
        assert!(found.finding.contains("no genome of 2 later generations"), "{found}");
        let found = of(&log(&[0.4], 900)).unwrap();
        assert!(found.finding.contains("it has one generation"), "{found}");
    }

    #[test]
    fn suggestions_follow_from_the_figures() {
        let hopeless = of(&log(&[0.0; 12], 0)).unwrap();
        assert!(hopeless.suggestions[0].starts_with("No search found a solution"), "{hopeless}");
        assert!(hopeless.suggestions[1].contains("--curriculum gradual"), "{hopeless}");
        assert!(!hopeless.to_string().contains("are few"), "{hopeless}");
        let failing = of(&log(&[0.0; 3], 100)).unwrap();
        assert!(failing.suggestions[0].starts_with("90 % of the searches failed"), "{failing}");
        assert!(failing.to_string().contains("3 generations with 3000 evaluations are few"));
        let easy = of(&log(&[0.0; 12], 1000)).unwrap();
        assert!(easy.suggestions.iter().all(|it| !it.contains("failed")), "{easy}");
        let narrow =
            Settings { method: Method::RandomSearch, validation: 5, ..Settings::default() };
        let found = Diagnosis::of(&narrow, &log(&[0.0; 12], 1000)).unwrap();
        assert!(found.to_string().contains("--method evolution"), "{found}");
    }
}
