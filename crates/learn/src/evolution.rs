//! The loop: evaluate, select, breed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use patience_core::{Cancel, SplitMix};

use crate::arena::{Arena, Attempt, Case, Job, Workers, fitness};
use crate::breed::{Breeder, Parent, roulette};
use crate::curriculum::{Context, Curriculum, Evaluation, draw, training_size};
use crate::genome::Genome;
use crate::log::{Champion, Generation, HardCase, Validation};
use crate::settings::Settings;

/// Hardest cases in the log of a generation.
const HARDEST: usize = 5;

/// A run between two generations. The rest of the run is a function of this state, the settings and the arena.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Completed generations.
    pub generation: u32,
    /// The genomes of the next generation.
    pub population: Vec<Genome>,
    /// The best genome so far on the validation set.
    pub champion: Option<(Genome, Champion)>,
    /// The training set.
    pub training: Vec<Case>,
    /// The part of the training set that compares the best genomes of all generations.
    pub validation: Vec<Case>,
    pub(crate) random: SplitMix,
    pub(crate) curriculum: Curriculum,
    /// A checksum of the settings and cases at the start.
    pub(crate) origin: u32,
}

/// An observer of a run.
pub trait Watcher {
    /// A batch of searches begins.
    fn begin(&mut self, searches: usize);

    /// A search ended.
    fn ended(&mut self, attempt: &Attempt);
}

impl Watcher for () {
    fn begin(&mut self, _: usize) {}

    fn ended(&mut self, _: &Attempt) {}
}

/// A checksum of the settings, without the length of the run, and of the cases.
fn origin(settings: &Settings, arena: &dyn Arena) -> u32 {
    let lasting = Settings { generations: 0, ..settings.clone() };
    let mut sum = crc32fast::Hasher::new();
    // Settings are plain values and can always be written.
    sum.update(toml::to_string(&lasting).unwrap_or_default().as_bytes());
    for case in arena.cases() {
        sum.update(arena.description(case).as_bytes());
        sum.update(b"\n");
    }
    sum.finalize()
}

/// A run. No search is repeated: results are kept in memory.
pub struct Evolution<'a> {
    settings: &'a Settings,
    arena: &'a dyn Arena,
    workers: &'a dyn Workers,
    cancel: &'a Cancel,
    state: State,
    attempts: HashMap<Genome, BTreeMap<Case, Attempt>>,
    baselines: BTreeMap<Case, Attempt>,
}

/// A run was cancelled; its state is that before the current generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was stopped")]
pub struct Stopped;

/// A checkpoint does not belong to these settings and cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is of a run with other settings or other cases")]
pub struct OtherRun;

/// The evaluation of a generation.
struct Evaluated {
    cases: Vec<Vec<Case>>,
    fitness: Vec<f64>,
    /// How often the rules of each genome decided.
    fired: Vec<Vec<u64>>,
    evaluations: Vec<Evaluation>,
}

impl<'a> Evolution<'a> {
    /// Starts a run: draws the training set and a population of random genomes.
    pub fn begin(
        settings: &'a Settings,
        arena: &'a dyn Arena,
        workers: &'a dyn Workers,
        cancel: &'a Cancel,
        watcher: &mut dyn Watcher,
    ) -> Result<Self, Stopped> {
        let mut random = SplitMix::new(settings.seed);
        let training = draw(&arena.cases(), training_size(settings), &mut random);
        let validation = draw(&training, settings.validation, &mut random);
        let breeder = Breeder { lexicon: arena.lexicon(), settings };
        let population = (0..settings.population).map(|_| breeder.random(&mut random)).collect();
        let state = State {
            generation: 0,
            population,
            champion: None,
            training,
            validation,
            random,
            curriculum: Curriculum::Random,
            origin: origin(settings, arena),
        };
        let mut run = Self::new(settings, arena, workers, cancel, state);
        let is_sorted = settings.curriculum == crate::CurriculumKind::Gradual;
        if is_sorted {
            let training = run.state.training.clone();
            run.find_baselines(&training, watcher)?;
        }
        let (mut random, training) = (run.state.random.clone(), run.state.training.clone());
        let context = Context { settings, training: &training };
        let cost = |case: Case| run.baselines.get(&case).map_or(0.0, |base| base.cost(settings));
        let curriculum = Curriculum::new(context, cost, &mut random);
        (run.state.curriculum, run.state.random) = (curriculum, random);
        Ok(run)
    }

    /// Resumes a run from a state. Only the number of generations may differ from the start.
    pub fn resume(
        settings: &'a Settings,
        arena: &'a dyn Arena,
        workers: &'a dyn Workers,
        cancel: &'a Cancel,
        state: State,
    ) -> Result<Self, OtherRun> {
        if state.origin != origin(settings, arena) {
            return Err(OtherRun);
        }
        Ok(Self::new(settings, arena, workers, cancel, state))
    }

    fn new(
        settings: &'a Settings,
        arena: &'a dyn Arena,
        workers: &'a dyn Workers,
        cancel: &'a Cancel,
        state: State,
    ) -> Self {
        let (attempts, baselines) = (HashMap::new(), BTreeMap::new());
        Self { settings, arena, workers, cancel, state, attempts, baselines }
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether the run is complete.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.settings.generations <= self.state.generation || self.state.curriculum.is_over()
    }

    /// Evaluates a generation and breeds the next.
    pub fn step(&mut self, watcher: &mut dyn Watcher) -> Result<Generation, Stopped> {
        let mut next = self.state.clone();
        let context = Context { settings: self.settings, training: &self.state.training };
        let cases = next.curriculum.assign(next.population.len(), context, &mut next.random);
        let evaluated = self.evaluate(&next.population, cases, watcher)?;
        let best = best_of(&evaluated.fitness);
        let validation = self.validate(&next.population[best], &evaluated.cases[best], watcher)?;
        let fresh = Champion { generation: next.generation, validation };
        let (_, champion) = match next.champion.take() {
            Some(old) if validation <= old.1.validation => next.champion.insert(old),
            _ => next.champion.insert((next.population[best].clone(), fresh)),
        };
        let champion = *champion;
        let log = self.report(&next, &evaluated, validation, champion);
        let context = Context { settings: self.settings, training: &self.state.training };
        next.curriculum.learn(
            &evaluated.evaluations,
            evaluated.fitness[best],
            context,
            &mut next.random,
        );
        next.population = self.next_population(&next.population, &evaluated, &mut next.random);
        next.generation += 1;
        self.state = next;
        Ok(log)
    }

    fn evaluate(
        &mut self,
        population: &[Genome],
        cases: Vec<Vec<Case>>,
        watcher: &mut dyn Watcher,
    ) -> Result<Evaluated, Stopped> {
        self.find_baselines(&cases.concat(), watcher)?;
        let pairs = population.iter().zip(&cases);
        let pairs = pairs.flat_map(|(genome, cases)| cases.iter().map(move |&case| (genome, case)));
        self.find_attempts(&pairs.collect::<Vec<_>>(), watcher)?;
        let (mut evaluations, mut all_fitness, mut all_fired) =
            (Vec::new(), Vec::new(), Vec::new());
        for (genome, cases) in population.iter().zip(&cases) {
            let mut fired = vec![0; genome.rules.len() + 1];
            let mut sum = 0.0;
            for &case in cases {
                let (attempt, baseline) = (&self.attempts[genome][&case], &self.baselines[&case]);
                sum += fitness(attempt, baseline, self.settings);
                fired.iter_mut().zip(&attempt.fired).for_each(|(sum, count)| *sum += count);
                evaluations.push(Evaluation {
                    case,
                    is_solved: attempt.is_solved(),
                    cost: attempt.cost(self.settings),
                    baseline: baseline.cost(self.settings),
                });
            }
            all_fitness.push(sum / cases.len().max(1) as f64);
            all_fired.push(fired);
        }
        Ok(Evaluated { cases, fitness: all_fitness, fired: all_fired, evaluations })
    }

    /// Evaluates a genome on the validation set or, if there is none, on its own cases.
    fn validate(
        &mut self,
        genome: &Genome,
        met: &[Case],
        watcher: &mut dyn Watcher,
    ) -> Result<Validation, Stopped> {
        let validation = self.state.validation.clone();
        let cases = if validation.is_empty() { met.to_vec() } else { validation };
        self.find_baselines(&cases, watcher)?;
        let pairs: Vec<_> = cases.iter().map(|&case| (genome, case)).collect();
        self.find_attempts(&pairs, watcher)?;
        let attempts = &self.attempts[genome];
        let fit = |case: &Case| fitness(&attempts[case], &self.baselines[case], self.settings);
        Ok(Validation {
            fitness: cases.iter().map(fit).sum::<f64>() / cases.len().max(1) as f64,
            solved: cases.iter().filter(|case| attempts[case].is_solved()).count(),
            cases: cases.len(),
        })
    }

    /// Runs the searches whose results are not known. The baselines of their cases are.
    fn find_attempts(
        &mut self,
        pairs: &[(&Genome, Case)],
        watcher: &mut dyn Watcher,
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
            Job::guided(genome, case, Some(&self.baselines[&case]), self.settings)
        };
        let jobs: Vec<Job<'_>> = new.iter().map(job).collect();
        let made = self.make(&jobs, watcher)?;
        for ((genome, case), attempt) in new.into_iter().zip(made) {
            let attempt = attempt.short_enough(&self.baselines[&case], self.settings);
            self.attempts.entry(genome.clone()).or_default().insert(case, attempt);
        }
        Ok(())
    }

    fn find_baselines(&mut self, cases: &[Case], watcher: &mut dyn Watcher) -> Result<(), Stopped> {
        let new: BTreeSet<Case> =
            cases.iter().copied().filter(|case| !self.baselines.contains_key(case)).collect();
        let jobs: Vec<_> = new.iter().map(|&case| Job::baseline(case, self.settings)).collect();
        let made = self.make(&jobs, watcher)?;
        self.baselines.extend(new.into_iter().zip(made));
        Ok(())
    }

    fn make(&self, jobs: &[Job<'_>], watcher: &mut dyn Watcher) -> Result<Vec<Attempt>, Stopped> {
        watcher.begin(jobs.len());
        let mut done = |attempt: &Attempt| watcher.ended(attempt);
        self.workers.run(jobs, self.arena, self.cancel, &mut done).ok_or(Stopped)
    }

    /// The elite and the offspring. The operator is drawn before the parents.
    fn next_population(
        &self,
        population: &[Genome],
        evaluated: &Evaluated,
        random: &mut SplitMix,
    ) -> Vec<Genome> {
        let settings = self.settings;
        let breeder = Breeder { lexicon: self.arena.lexicon(), settings };
        let parent = |at: usize| Parent { genome: &population[at], fired: &evaluated.fired[at] };
        let mut order: Vec<usize> = (0..population.len()).collect();
        order.sort_by(|&one, &other| evaluated.fitness[other].total_cmp(&evaluated.fitness[one]));
        let mut next: Vec<Genome> =
            order.iter().take(settings.elite).map(|&at| population[at].clone()).collect();
        let total = settings.reproduction + settings.crossover + settings.mutation;
        while next.len() < population.len() {
            let operator = random.unit() * total;
            let one = roulette(&evaluated.fitness, random);
            if operator < settings.crossover {
                let other = roulette(&evaluated.fitness, random);
                next.extend(breeder.cross(parent(one), parent(other), random));
            } else if operator < settings.crossover + settings.mutation {
                next.push(breeder.mutate(parent(one), random));
            } else {
                next.push(population[one].clone());
            }
        }
        next.truncate(population.len());
        next
    }

    fn report(
        &self,
        state: &State,
        evaluated: &Evaluated,
        validation: Validation,
        champion: Champion,
    ) -> Generation {
        let genomes = state.population.len() as f64;
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
            cases: evaluated.cases.iter().flatten().collect::<BTreeSet<_>>().len(),
            solved: solved.len(),
            nodes: solved.iter().map(|met| met.cost).sum::<f64>() / solved.len().max(1) as f64,
            distinct: state.population.iter().collect::<HashSet<_>>().len(),
            size: state.population.iter().map(Genome::size).sum::<usize>() as f64 / genomes,
            fired: evaluated.fired[best].iter().map(share).collect(),
            hardest: self.hardest(&evaluated.evaluations),
            validation,
            champion,
            stage: state.curriculum.stage(),
            timed: self.settings.seconds.is_some(),
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
fn best_of(fitness: &[f64]) -> usize {
    (0..fitness.len())
        .rev()
        .max_by(|&one, &other| fitness[one].total_cmp(&fitness[other]))
        .unwrap_or(0)
}
