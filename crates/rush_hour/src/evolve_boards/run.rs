//! The loop: grade, select, mutate.

use std::collections::{BTreeMap, HashSet};

use patience_core::SplitMix;
use patience_learn::roulette;
use serde::{Deserialize, Serialize};

use super::list::archive;
use super::start::draw;
use super::{Grade, Selection, Settings};
use crate::generate::mutate::Mutation;
use crate::rules::board::Board;

/// How often a board that was met before, or could not be changed as drawn, is drawn again.
const TRIES: usize = 20;

/// A run between two generations. What comes next depends on this and the settings alone.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Generations that are over.
    pub generation: u32,
    /// How many of them, at the end, brought nothing harder.
    pub idle: u32,
    /// The generation to be graded next.
    pub population: Vec<Board>,
    /// Every board that was graded, by its letters. Of mirror images only one is met.
    pub met: BTreeMap<String, Grade>,
    pub(super) random: SplitMix,
}

/// The record of a generation. Its fields are file format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub generation: u32,
    /// The most nodes that one of its boards needs.
    pub best: u64,
    /// What its boards need on average, where those that were not solved count as 0.
    pub mean: f64,
    /// The share of boards that were solved, …
    pub solved: f64,
    /// … of those that have no solution, …
    pub unsolvable: f64,
    /// … and of those that were not solved within the limit.
    pub limit: f64,
    /// The hardest board.
    pub board: String,
    /// The slides of its solution; 0 if it has none.
    pub slides: u32,
    /// The most nodes that any board of the run needs.
    pub hardest: u64,
    /// Boards that were graded, in all.
    pub graded: usize,
    /// Those of them that are hard enough for the archive.
    pub archive: usize,
    /// Whether the same settings give the same run: not with a limit of time.
    pub reproducible: bool,
}

/// A run was cancelled; its state is that before the generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was stopped")]
pub struct Stopped;

/// A run with its settings.
///
/// ```
/// use patience_core::Cancel;
/// use patience_rush_hour::Board;
/// use patience_rush_hour::evolve_boards::{Grade, Run, Settings};
///
/// let settings = Settings { population: 4, nodes: 20_000, ..Settings::default() };
/// let mut run = Run::begin(&settings);
/// let grade = |board: &&Board| Grade::of(board, &settings, &Cancel::new());
/// let first = run.step(|boards| Some(boards.iter().map(grade).collect()))?;
/// let second = run.step(|boards| Some(boards.iter().map(grade).collect()))?;
/// assert!(first.best <= second.best); // the hardest passes on
/// # Ok::<(), patience_rush_hour::evolve_boards::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run<'a> {
    settings: &'a Settings,
    state: State,
}

impl<'a> Run<'a> {
    /// The beginning of a run. The settings should be [checked](Settings::check).
    #[must_use]
    pub fn begin(settings: &'a Settings) -> Self {
        let mut random = SplitMix::new(settings.seed);
        let population = draw(settings, &mut random);
        let state = State { generation: 0, idle: 0, population, met: BTreeMap::new(), random };
        Self { settings, state }
    }

    /// A run that continues from a state.
    #[must_use]
    pub fn resume(settings: &'a Settings, state: State) -> Self {
        Self { settings, state }
    }

    /// Its state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether it has reached its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let Settings { generations, patience, .. } = *self.settings;
        generations <= self.state.generation || 0 < patience && patience <= self.state.idle
    }

    /// Has `grade` grade the boards of a generation that were not graded before, and breeds the next generation. `grade` returns a grade
    /// for every board, in their order, or nothing if it was cancelled.
    pub fn step(
        &mut self,
        grade: impl FnOnce(&[&Board]) -> Option<Vec<Grade>>,
    ) -> Result<Generation, Stopped> {
        let before = self.hardest();
        self.grade(grade)?;
        self.state.idle = if before < self.hardest() { 0 } else { self.state.idle + 1 };
        let log = self.report();
        self.state.population = self.next_population();
        self.state.generation += 1;
        Ok(log)
    }

    fn hardest(&self) -> u64 {
        self.state.met.values().map(|grade| grade.fitness()).max().unwrap_or(0)
    }

    fn grade(
        &mut self,
        grade: impl FnOnce(&[&Board]) -> Option<Vec<Grade>>,
    ) -> Result<(), Stopped> {
        let mut seen = HashSet::new();
        let letters = self.state.population.iter().map(|board| (board.letters(), board));
        let (letters, boards): (Vec<String>, Vec<&Board>) = letters
            .filter(|(letters, _)| !self.state.met.contains_key(letters))
            .filter(|(letters, _)| seen.insert(letters.clone()))
            .unzip();
        let grades = grade(&boards).ok_or(Stopped)?;
        self.state.met.extend(letters.into_iter().zip(grades));
        Ok(())
    }

    /// What is known of the boards of the generation, which were graded.
    fn grades(&self) -> Vec<Grade> {
        let grade = |board: &Board| self.state.met.get(&board.letters()).copied();
        self.state.population.iter().map(|board| grade(board).unwrap_or(Grade::Limit)).collect()
    }

    fn report(&self) -> Generation {
        let State { generation, population, met, .. } = &self.state;
        let grades = self.grades();
        let best = by_difficulty(&grades)[0];
        let sum: u64 = grades.iter().map(|grade| grade.fitness()).sum();
        let boards = population.len() as f64;
        let share = |is_so: fn(&Grade) -> bool| {
            grades.iter().filter(|grade| is_so(grade)).count() as f64 / boards
        };
        Generation {
            generation: *generation,
            best: grades[best].fitness(),
            mean: sum as f64 / boards,
            solved: share(|grade| matches!(grade, Grade::Solved { .. })),
            unsolvable: share(|grade| matches!(grade, Grade::Unsolvable)),
            limit: share(|grade| matches!(grade, Grade::Limit)),
            board: population[best].letters(),
            slides: match grades[best] {
                Grade::Solved { slides, .. } => slides,
                Grade::Unsolvable | Grade::Limit => 0,
            },
            hardest: self.hardest(),
            graded: met.len(),
            archive: archive(met, self.settings.archive).len(),
            reproducible: self.settings.seconds.is_none(),
        }
    }

    /// The hardest as they are, and mutants of boards that are drawn for being hard.
    fn next_population(&mut self) -> Vec<Board> {
        let grades = self.grades();
        let State { population, met, random, .. } = &mut self.state;
        let mut next: Vec<Board> = Vec::with_capacity(population.len());
        let mut taken = HashSet::new();
        for at in by_difficulty(&grades) {
            if self.settings.elite <= next.len() {
                break;
            }
            if taken.insert(population[at].letters()) {
                next.push(population[at].clone());
            }
        }
        let fitness: Vec<f64> = grades.iter().map(|grade| grade.fitness() as f64).collect();
        while next.len() < population.len() {
            let mut child = None;
            for _ in 0..TRIES {
                let parent = &population[select(&fitness, self.settings, random)];
                let board = mutant(parent, self.settings, random);
                let letters = board.letters();
                let is_new = !met.contains_key(&letters) && !taken.contains(&letters);
                child = Some(board);
                if is_new {
                    taken.insert(letters);
                    break;
                }
            }
            next.extend(child);
        }
        next
    }
}

/// The places of grades, the hardest first, and equal ones as they stand.
fn by_difficulty(grades: &[Grade]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..grades.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(grades[at].fitness()));
    order
}

/// The place of a parent.
fn select(fitness: &[f64], settings: &Settings, random: &mut SplitMix) -> usize {
    match settings.selection {
        Selection::Proportionate => roulette(fitness, random),
        Selection::Tournament => {
            let mut best = random.below(fitness.len());
            for _ in 1..settings.tournament {
                let other = random.below(fitness.len());
                if fitness[best] < fitness[other] {
                    best = other;
                }
            }
            best
        }
    }
}

/// A board changed once or more often; as it was only where nothing can be changed as drawn.
fn mutant(parent: &Board, settings: &Settings, random: &mut SplitMix) -> Board {
    let shares = [settings.add, settings.swap, settings.delete];
    let operators = [Mutation::Add, Mutation::Swap, Mutation::Delete];
    let mut board = parent.clone();
    loop {
        let operator = operators[roulette(&shares, random)];
        if let Some(changed) = operator.apply(&board, random) {
            board = changed;
        }
        if !random.chance(settings.again) {
            return board.canonical();
        }
    }
}
