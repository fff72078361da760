//! A fitness function that a caller brings, instead of the share of nodes that a search saves.

use super::Policies;
use crate::arena::{Attempt, Case, fitness};
use crate::executor::Stopped;
use crate::genome::Genome;

/// A search of a genome, as a fitness function sees it.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heaps.rs"));
/// # }
/// # use doc::Heaps;
/// use patience_core::Cancel;
/// use patience_learn::{Arena, Job, Settings, Trial, fitness};
///
/// // `Heaps` is defined in the example of `Arena`: the baseline takes 60 nodes, the genome 20.
/// let (arena, settings, cancel) = (Heaps::new(), Settings::default(), Cancel::new());
/// let baseline = &Job::baseline(60, &settings).run(&arena, &cancel);
/// let attempt = &Job::guided(&arena.weight(1.0), 60, Some(baseline), &settings).run(&arena, &cancel);
/// let fitness = fitness(attempt, baseline, &settings);
/// let trial = Trial { case: 60, name: arena.name(60), attempt, baseline, fitness };
/// assert_eq!(trial.fitness, 1.0 - 20.0 / 60.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trial<'a> {
    /// The case.
    pub case: Case,
    /// Its name.
    pub name: String,
    /// The search that the genome guided.
    pub attempt: &'a Attempt,
    /// The search of the baseline.
    pub baseline: &'a Attempt,
    /// The built-in fitness of the search.
    pub fitness: f64,
}

/// A fitness function. A run can be reproduced and resumed if equal arguments give equal numbers.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_learn::{Evolution, FitnessFunction, Trial};
///
/// /// The number of solved cases.
/// struct Solved;
///
/// impl FitnessFunction for Solved {
///     fn fitness(&mut self, _: &str, trials: &[Trial<'_>]) -> Result<f64, String> {
///         Ok(trials.iter().filter(|trial| trial.attempt.is_solved()).count() as f64)
///     }
/// }
///
/// let mut policies = policies(settings());
/// policies.fitness = Some(Box::new(Solved));
/// // All ten cases of a generation are solved.
/// assert_eq!(step(&mut Evolution::begin(policies))?.best, 10.0);
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
pub trait FitnessFunction {
    /// The fitness of a policy, given as the text of its file, from its searches: 0 or more, higher is better. An error ends the run.
    fn fitness(&mut self, policy: &str, trials: &[Trial<'_>]) -> Result<f64, String>;
}

impl Policies {
    /// The mean fitness of a genome on cases that it was tried on, or what the fitness function says.
    pub(super) fn fitness_on(&mut self, genome: &Genome, cases: &[Case]) -> Result<f64, Stopped> {
        let attempts = &self.attempts[genome];
        let each = |case: &Case| fitness(&attempts[case], &self.baselines[case], &self.settings);
        let Some(mut function) = self.fitness.take() else {
            return Ok(cases.iter().map(each).sum::<f64>() / cases.len().max(1) as f64);
        };
        let trial = |case: &Case| Trial {
            case: *case,
            name: self.arena.name(*case),
            attempt: &attempts[case],
            baseline: &self.baselines[case],
            fitness: each(case),
        };
        let trials: Vec<Trial<'_>> = cases.iter().map(trial).collect();
        let policy = self.file(genome.clone()).to_text(self.arena.feature_set());
        let judged = function.fitness(&policy, &trials).and_then(|fitness| {
            let is_one = fitness.is_finite() && 0.0 <= fitness;
            is_one.then_some(fitness).ok_or_else(|| format!("expected 0 or more, found {fitness}"))
        });
        self.fitness = Some(function);
        judged.map_err(|message| {
            self.failure = Some(format!("the fitness function: {message}"));
            Stopped
        })
    }
}
