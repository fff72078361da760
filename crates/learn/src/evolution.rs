//! The loop: try, select, breed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use patience_core::{Cancel, SplitMix};

use crate::arena::{Arena, Attempt, Case, Job, Workers, fitness};
use crate::breed::{Breeder, Parent, roulette};
use crate::curriculum::{Class, Curriculum, Meeting, draw, training_size};
use crate::genome::Genome;
use crate::log::{Champion, Generation, HardCase, Validation};
use crate::settings::Settings;

/// Cases that the log names as the hardest of a generation.
const HARDEST: usize = 5;

/// A run between two generations. What comes next depends on this, the settings and the arena alone.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Generations that are over.
    pub generation: u32,
    /// The generation to be tried next.
    pub population: Vec<Genome>,
    /// The best genome so far, by the validation set.
    pub champion: Option<(Genome, Champion)>,
    /// The cases that the run learns from.
    pub training: Vec<Case>,
    /// Those of them on which the best genomes of the generations are compared.
    pub validation: Vec<Case>,
    pub(crate) random: SplitMix,
    pub(crate) curriculum: Curriculum,
    /// A checksum of what the run was begun with.
    pub(crate) origin: u32,
}

/// Whoever watches a run.
pub trait Watcher {
    /// So many searches are about to begin.
    fn begin(&mut self, searches: usize);

    /// One of them ended.
    fn ended(&mut self, attempt: &Attempt);
}

impl Watcher for () {
    fn begin(&mut self, _: usize) {}

    fn ended(&mut self, _: &Attempt) {}
}

/// A checksum of the settings, but for the length of the run, and of the cases.
fn origin(settings: &Settings, arena: &dyn Arena) -> u32 {
    let lasting = Settings { generations: 0, ..settings.clone() };
    let mut sum = crc32fast::Hasher::new();
    // Settings are plain values, and always have a text.
    sum.update(toml::to_string(&lasting).unwrap_or_default().as_bytes());
    for case in arena.cases() {
        sum.update(arena.description(case).as_bytes());
        sum.update(b"\n");
    }
    sum.finalize()
}

/// A run with all that it works with. Searches that were made are never made again.
pub struct Evolution<'a> {
    settings: &'a Settings,
    arena: &'a dyn Arena,
    workers: &'a dyn Workers,
    cancel: &'a Cancel,
    state: State,
    attempts: HashMap<Genome, BTreeMap<Case, Attempt>>,
    baselines: BTreeMap<Case, Attempt>,
}

/// A run was cancelled; its state is that before the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was stopped")]
pub struct Stopped;

/// A state of a run with other settings, or with other cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is of a run with other settings or other cases")]
pub struct OtherRun;

/// The genomes of a generation, tried.
struct Tried {
    cases: Vec<Vec<Case>>,
    fitness: Vec<f64>,
    /// How often the rules of each genome decided.
    fired: Vec<Vec<u64>>,
    meetings: Vec<Meeting>,
}

impl<'a> Evolution<'a> {
    /// The beginning of a run: the training set and a population of random genomes.
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
        let class = Class { settings, training: &training };
        let cost = |case: Case| run.baselines.get(&case).map_or(0.0, |base| base.cost(settings));
        let curriculum = Curriculum::new(class, cost, &mut random);
        (run.state.curriculum, run.state.random) = (curriculum, random);
        Ok(run)
    }

    /// A run that goes on from a state. It may be made longer or shorter; all other settings, and the cases, must be those that it began with.
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

    /// Where it stands.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether it came to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.settings.generations <= self.state.generation || self.state.curriculum.is_over()
    }

    /// Tries a generation and breeds the next.
    pub fn step(&mut self, watcher: &mut dyn Watcher) -> Result<Generation, Stopped> {
        let mut next = self.state.clone();
        let class = Class { settings: self.settings, training: &self.state.training };
        let cases = next.curriculum.assign(next.population.len(), class, &mut next.random);
        let tried = self.try_all(&next.population, cases, watcher)?;
        let best = best_of(&tried.fitness);
        let validation = self.validate(&next.population[best], &tried.cases[best], watcher)?;
        let fresh = Champion { generation: next.generation, validation };
        let (_, champion) = match next.champion.take() {
            Some(old) if validation <= old.1.validation => next.champion.insert(old),
            _ => next.champion.insert((next.population[best].clone(), fresh)),
        };
        let champion = *champion;
        let log = self.report(&next, &tried, validation, champion);
        let class = Class { settings: self.settings, training: &self.state.training };
        next.curriculum.learn(&tried.meetings, tried.fitness[best], class, &mut next.random);
        next.population = self.next_population(&next.population, &tried, &mut next.random);
        next.generation += 1;
        self.state = next;
        Ok(log)
    }

    fn try_all(
        &mut self,
        population: &[Genome],
        cases: Vec<Vec<Case>>,
        watcher: &mut dyn Watcher,
    ) -> Result<Tried, Stopped> {
        self.find_baselines(&cases.concat(), watcher)?;
        let pairs = population.iter().zip(&cases);
        let pairs = pairs.flat_map(|(genome, cases)| cases.iter().map(move |&case| (genome, case)));
        self.find_attempts(&pairs.collect::<Vec<_>>(), watcher)?;
        let (mut meetings, mut all_fitness, mut all_fired) = (Vec::new(), Vec::new(), Vec::new());
        for (genome, cases) in population.iter().zip(&cases) {
            let mut fired = vec![0; genome.rules.len() + 1];
            let mut sum = 0.0;
            for &case in cases {
                let (attempt, baseline) = (&self.attempts[genome][&case], &self.baselines[&case]);
                sum += fitness(attempt, baseline, self.settings);
                fired.iter_mut().zip(&attempt.fired).for_each(|(sum, count)| *sum += count);
                meetings.push(Meeting {
                    case,
                    is_solved: attempt.is_solved(),
                    cost: attempt.cost(self.settings),
                    baseline: baseline.cost(self.settings),
                });
            }
            all_fitness.push(sum / cases.len().max(1) as f64);
            all_fired.push(fired);
        }
        Ok(Tried { cases, fitness: all_fitness, fired: all_fired, meetings })
    }

    /// How a genome does on the validation set or, if there is none, on the cases that it met.
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

    /// Makes those of the searches that were not made yet; the baselines of their cases were.
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

    /// The best as they are, and the offspring of all: first the operator is drawn, then the parents.
    fn next_population(
        &self,
        population: &[Genome],
        tried: &Tried,
        random: &mut SplitMix,
    ) -> Vec<Genome> {
        let settings = self.settings;
        let breeder = Breeder { lexicon: self.arena.lexicon(), settings };
        let parent = |at: usize| Parent { genome: &population[at], fired: &tried.fired[at] };
        let mut order: Vec<usize> = (0..population.len()).collect();
        order.sort_by(|&one, &other| tried.fitness[other].total_cmp(&tried.fitness[one]));
        let mut next: Vec<Genome> =
            order.iter().take(settings.elite).map(|&at| population[at].clone()).collect();
        let total = settings.reproduction + settings.crossover + settings.mutation;
        while next.len() < population.len() {
            let operator = random.unit() * total;
            let one = roulette(&tried.fitness, random);
            if operator < settings.crossover {
                let other = roulette(&tried.fitness, random);
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
        tried: &Tried,
        validation: Validation,
        champion: Champion,
    ) -> Generation {
        let genomes = state.population.len() as f64;
        let best = best_of(&tried.fitness);
        let solved: Vec<&Meeting> = tried.meetings.iter().filter(|met| met.is_solved).collect();
        let fired: u64 = tried.fired[best].iter().sum();
        let share = |&count: &u64| if fired == 0 { 0.0 } else { count as f64 / fired as f64 };
        Generation {
            generation: state.generation,
            best: tried.fitness[best],
            mean: tried.fitness.iter().sum::<f64>() / genomes,
            worst: tried.fitness.iter().copied().fold(f64::INFINITY, f64::min),
            searches: tried.meetings.len(),
            cases: tried.cases.iter().flatten().collect::<BTreeSet<_>>().len(),
            solved: solved.len(),
            nodes: solved.iter().map(|met| met.cost).sum::<f64>() / solved.len().max(1) as f64,
            distinct: state.population.iter().collect::<HashSet<_>>().len(),
            size: state.population.iter().map(Genome::size).sum::<usize>() as f64 / genomes,
            fired: tried.fired[best].iter().map(share).collect(),
            hardest: self.hardest(&tried.meetings),
            validation,
            champion,
            stage: state.curriculum.stage(),
            timed: self.settings.seconds.is_some(),
        }
    }

    /// The cases that the fewest solved, and of these the ones that took most nodes.
    fn hardest(&self, meetings: &[Meeting]) -> Vec<HardCase> {
        let mut cases: BTreeMap<Case, HardCase> = BTreeMap::new();
        for met in meetings {
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

/// The place of the best, the first of equals.
fn best_of(fitness: &[f64]) -> usize {
    (0..fitness.len())
        .rev()
        .max_by(|&one, &other| fitness[one].total_cmp(&fitness[other]))
        .unwrap_or(0)
}
