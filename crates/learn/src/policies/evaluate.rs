//! The evaluation of policies: searches on the cases of a generation, validation, and the figures of the log.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Elite, Figures, Policies, PolicyState};
use crate::arena::{Attempt, Case, Job};
use crate::curriculum::{Context, Curriculum, Evaluation};
use crate::executor::{Executor, Stopped};
use crate::genome::Genome;
use crate::job_message::JobMessage;
use crate::log::{Champion, Generation, HardCase, Mutated, Validation};
use crate::settings::CurriculumKind;

/// Hardest cases in the log of a generation.
const HARDEST: usize = 5;

/// The evaluation of a generation of policies.
pub struct Evaluated {
    cases: Vec<Vec<Case>>,
    pub(super) fitness: Vec<f64>,
    /// How often the rules of each genome decided.
    pub(super) fired: Vec<Vec<u64>>,
    pub(super) evaluations: Vec<Evaluation>,
    /// The best genome on the validation set.
    pub(super) validation: Validation,
    /// The next population, if a program bred it.
    pub(super) bred: Option<(Vec<Genome>, Mutated)>,
}

impl Policies {
    /// The curriculum before the first generation. Gradual difficulty sorts the training set by the nodes of the baseline.
    pub(super) fn first_curriculum(
        &mut self,
        state: &mut PolicyState,
        executor: &mut Executor<'_>,
    ) -> Result<Curriculum, Stopped> {
        let training = &state.memory.training;
        if self.settings.curriculum == CurriculumKind::Gradual {
            self.find_baselines(training, executor)?;
        }
        let context = Context { settings: &self.settings, training };
        let cost =
            |case: Case| self.baselines.get(&case).map_or(0.0, |base| base.cost(&self.settings));
        Ok(Curriculum::new(context, cost, &mut state.random))
    }

    /// Runs the searches of a generation.
    pub(super) fn search(
        &mut self,
        population: &[Genome],
        cases: Vec<Vec<Case>>,
        validation: &[Case],
        executor: &mut Executor<'_>,
    ) -> Result<Evaluated, Stopped> {
        self.find_baselines(&cases.concat(), executor)?;
        let pairs = population.iter().zip(&cases);
        let pairs = pairs.flat_map(|(genome, cases)| cases.iter().map(move |&case| (genome, case)));
        self.find_attempts(&pairs.collect::<Vec<_>>(), executor)?;
        let (mut evaluations, mut all_fitness, mut all_fired) =
            (Vec::new(), Vec::new(), Vec::new());
        for (genome, cases) in population.iter().zip(&cases) {
            let mut fired = vec![0; genome.rules.len() + 1];
            for &case in cases {
                let (attempt, baseline) = (&self.attempts[genome][&case], &self.baselines[&case]);
                fired.iter_mut().zip(&attempt.fired).for_each(|(sum, count)| *sum += count);
                evaluations.push(Evaluation {
                    case,
                    is_solved: attempt.is_solved(),
                    cost: attempt.cost(&self.settings),
                    baseline: baseline.cost(&self.settings),
                });
            }
            all_fitness.push(self.fitness_on(genome, cases)?);
            all_fired.push(fired);
        }
        let best = best_of(&all_fitness);
        let validation = if validation.is_empty() { &cases[best] } else { validation };
        let validation = self.validate(&population[best], validation, executor)?;
        Ok(Evaluated {
            cases,
            fitness: all_fitness,
            fired: all_fired,
            evaluations,
            validation,
            bred: None,
        })
    }

    /// Evaluates a genome on the validation set or, if there is none, on its own cases.
    fn validate(
        &mut self,
        genome: &Genome,
        cases: &[Case],
        executor: &mut Executor<'_>,
    ) -> Result<Validation, Stopped> {
        self.find_baselines(cases, executor)?;
        let pairs: Vec<_> = cases.iter().map(|&case| (genome, case)).collect();
        self.find_attempts(&pairs, executor)?;
        let fitness = self.fitness_on(genome, cases)?;
        let attempts = &self.attempts[genome];
        Ok(Validation {
            fitness,
            solved: cases.iter().filter(|case| attempts[case].is_solved()).count(),
            cases: cases.len(),
        })
    }

    /// Runs the searches whose results are not known. The baselines of their cases are.
    fn find_attempts(
        &mut self,
        pairs: &[(&Genome, Case)],
        executor: &mut Executor<'_>,
    ) -> Result<(), Stopped> {
        let mut asked = HashSet::new();
        let mut new = Vec::new();
        for &(genome, case) in pairs {
            let is_known = self.attempts.get(genome).is_some_and(|made| made.contains_key(&case));
            if !is_known && asked.insert((genome, case)) {
                new.push((genome, case));
            }
        }
        let job = |&(genome, case): &(_, Case)| {
            Job::guided(genome, case, Some(&self.baselines[&case]), &self.settings)
        };
        let jobs: Vec<Job<'_>> = new.iter().map(job).collect();
        executor.watcher.doing("searches with genomes");
        let made = self.make(&jobs, executor)?;
        for ((genome, case), attempt) in new.into_iter().zip(made) {
            let optimum = || self.arena.optimum(case);
            let attempt = attempt.short_enough(&self.baselines[&case], optimum, &self.settings);
            self.attempts.entry(genome.clone()).or_default().insert(case, attempt);
        }
        Ok(())
    }

    fn find_baselines(
        &mut self,
        cases: &[Case],
        executor: &mut Executor<'_>,
    ) -> Result<(), Stopped> {
        let new: BTreeSet<Case> =
            cases.iter().copied().filter(|case| !self.baselines.contains_key(case)).collect();
        let jobs: Vec<_> = new.iter().map(|&case| Job::baseline(case, &self.settings)).collect();
        executor.watcher.doing("searches of the baseline");
        let made = self.make(&jobs, executor)?;
        self.baselines.extend(new.into_iter().zip(made));
        Ok(())
    }

    fn make(&self, jobs: &[Job<'_>], executor: &mut Executor<'_>) -> Result<Vec<Attempt>, Stopped> {
        let arena = &*self.arena;
        executor.run_anywhere(
            jobs,
            |job| JobMessage::new(job, arena.feature_set()),
            |job, cancel| job.run(arena, cancel),
            Attempt::is_solved,
        )
    }

    /// Offers the genomes of a generation that solved something to the archive.
    pub(super) fn archive_all(&self, state: &mut PolicyState, evaluated: &Evaluated) {
        for (at, genome) in state.population.iter().enumerate() {
            let attempts = evaluated.cases[at].iter().map(|case| &self.attempts[genome][case]);
            let solved: Vec<(u64, u32)> =
                attempts.filter_map(|attempt| Some((attempt.nodes, attempt.length?))).collect();
            if solved.is_empty() {
                continue;
            }
            let mean = |sum: f64| sum / solved.len() as f64;
            let figures = Figures {
                fitness: evaluated.fitness[at],
                nodes: mean(solved.iter().map(|&(nodes, _)| nodes as f64).sum()),
                length: mean(solved.iter().map(|&(_, length)| f64::from(length)).sum()),
                generation: state.generation,
            };
            let elite =
                Elite { genome: genome.clone(), fired: evaluated.fired[at].clone(), figures };
            state.memory.archive.offer(elite, self.settings.archive_axes);
        }
    }

    /// The figures of a generation.
    pub(super) fn report(&self, state: &PolicyState, evaluated: &Evaluated) -> Generation {
        let genomes = state.population.len() as f64;
        let fresh = Champion { generation: state.generation, validation: evaluated.validation };
        let champion = state.memory.champion.as_ref().map_or(fresh, |&(_, champion)| champion);
        let best = best_of(&evaluated.fitness);
        let solved: Vec<&Evaluation> =
            evaluated.evaluations.iter().filter(|met| met.is_solved).collect();
        let fired: u64 = evaluated.fired[best].iter().sum();
        let share = |&count: &u64| if fired == 0 { 0.0 } else { count as f64 / fired as f64 };
        Generation {
            generation: state.generation,
            best: evaluated.fitness[best],
            mean: evaluated.fitness.iter().sum::<f64>() / genomes,
            worst: evaluated.fitness.iter().copied().fold(f64::INFINITY, f64::min),
            searches: evaluated.evaluations.len(),
            evaluations: state.memory.evaluations,
            cases: evaluated.cases.iter().flatten().collect::<BTreeSet<_>>().len(),
            solved: solved.len(),
            nodes: solved.iter().fold(0.0, |sum, met| sum + met.cost) / solved.len().max(1) as f64,
            distinct: state.population.iter().collect::<HashSet<_>>().len(),
            size: state.population.iter().map(Genome::size).sum::<usize>() as f64 / genomes,
            fired: evaluated.fired[best].iter().map(share).collect(),
            hardest: self.hardest(&evaluated.evaluations),
            validation: evaluated.validation,
            champion,
            stage: state.memory.curriculum.stage(),
            timed: self.settings.seconds.is_some(),
            archive: self.settings.archive.map(|_| state.memory.archive.figures()),
            mutator: evaluated.bred.as_ref().map(|(_, count)| *count),
        }
    }

    /// The cases with the lowest share of solutions; ties go to more nodes.
    fn hardest(&self, evaluations: &[Evaluation]) -> Vec<HardCase> {
        let mut cases: BTreeMap<Case, HardCase> = BTreeMap::new();
        for met in evaluations {
            let case = cases.entry(met.case).or_insert_with(|| HardCase {
                case: self.arena.name(met.case),
                tries: 0,
                solved: 0,
                nodes: 0.0,
            });
            case.tries += 1;
            if met.is_solved {
                case.solved += 1;
                case.nodes += met.cost;
            }
        }
        let mut cases: Vec<HardCase> = cases.into_values().collect();
        for case in &mut cases {
            case.nodes /= f64::from(case.solved.max(1));
        }
        let share = |case: &HardCase| f64::from(case.solved) / f64::from(case.tries);
        cases.sort_by(|one, other| {
            share(one).total_cmp(&share(other)).then(other.nodes.total_cmp(&one.nodes))
        });
        cases.truncate(HARDEST);
        cases
    }
}

/// The index of the best, the first of equals.
pub(super) fn best_of(fitness: &[f64]) -> usize {
    (0..fitness.len())
        .rev()
        .max_by(|&one, &other| fitness[one].total_cmp(&fitness[other]))
        .unwrap_or(0)
}
