//! The species of boards: graded by an engine, bred by mutation.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use patience_core::{SplitMix, text::grouped};
use patience_learn::{
    BadCheckpoint, Ending, Executor, Folder, Species, State, Stopped, roulette, tournament,
};
use serde::{Deserialize, Serialize};

use super::farthest::farthest;
use super::grade::is_zero;
use super::list::{ARCHIVE, BOARDS, archive, list, text};
use super::start::draw;
use super::{Grade, Grading, Selection, Settings};
use crate::generate::mutate::Mutation;
use crate::rules::board::Board;

/// The number of mutants that are tried for a place before a known board is taken.
const TRIES: usize = 20;

/// Boards at the end of a run.
const LISTED: usize = 5;

/// Hard boards.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Sequential, Evolution, Executor};
/// use patience_rush_hour::evolve_boards::{HardBoards, Settings};
///
/// let settings = Settings { population: 4, nodes: 20_000, ..Settings::default() };
/// let mut run = Evolution::begin(HardBoards { settings });
/// let cancel = Cancel::new();
/// let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
/// let (first, second) = (run.step(&mut executor)?, run.step(&mut executor)?);
/// assert!(first.best <= second.best); // the hardest is copied
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct HardBoards {
    /// The settings of the run.
    pub settings: Settings,
}

/// What a run knows besides its population.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Evolution, Executor, Sequential};
/// use patience_rush_hour::evolve_boards::{HardBoards, Memory, Settings};
///
/// let settings = Settings { size: 6, population: 3, nodes: 2_000, ..Settings::default() };
/// let mut run = Evolution::begin(HardBoards { settings: settings.clone() });
/// # let cancel = Cancel::new();
/// # let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
/// let log = run.step(&mut executor)?;
/// let memory: &Memory = &run.state().memory;
/// assert_eq!(memory.met.len(), log.graded);
/// assert_eq!(memory.met[&log.board].fitness(settings.grade), log.best);
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    /// The number of last generations that found nothing harder.
    pub idle: u32,
    /// Every graded board by its letters. Of mirror images there is only one.
    pub met: BTreeMap<String, Grade>,
}

impl Memory {
    fn hardest(&self, by: Grading) -> u64 {
        self.met.values().map(|grade| grade.fitness(by)).max().unwrap_or(0)
    }
}

/// The log line of a generation. Its fields are file format.
///
/// ```
/// use patience_core::Cancel;
/// use patience_learn::{Evolution, Executor, Sequential};
/// use patience_rush_hour::evolve_boards::{Generation, HardBoards, Settings};
///
/// let settings = Settings { size: 6, population: 3, nodes: 2_000, ..Settings::default() };
/// let mut run = Evolution::begin(HardBoards { settings });
/// # let cancel = Cancel::new();
/// # let mut executor = Executor { workers: &Sequential, cancel: &cancel, watcher: &mut () };
/// let log: Generation = run.step(&mut executor)?;
/// assert_eq!((log.generation, log.graded, log.hardest), (0, 3, log.best));
/// // Every board was solved, or has no solution, or took too many nodes.
/// assert!((log.solved + log.unsolvable + log.limit - 1.0).abs() < 1e-9);
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub generation: u32,
    /// The highest grade of its boards.
    pub best: u64,
    /// The mean grade of its boards; unsolved ones count as 0.
    pub mean: f64,
    /// The share of solved boards.
    pub solved: f64,
    /// The share of boards without a solution.
    pub unsolvable: f64,
    /// The share of boards that were not solved within the limit.
    pub limit: f64,
    /// The hardest board.
    pub board: String,
    /// The slides of its solution; 0 if it has none.
    pub slides: u32,
    /// Its fewest steps; 0 if grades are nodes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub steps: u32,
    /// The highest grade of all boards of the run.
    pub hardest: u64,
    /// Boards graded by the run.
    pub graded: usize,
    /// Boards that are hard enough for the archive.
    pub archive: usize,
    /// Whether the same settings give the same run: not with a time limit.
    pub reproducible: bool,
}

/// A checkpoint. Its fields are file format.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    generation: u32,
    idle: u32,
    random: SplitMix,
    population: Vec<String>,
    met: BTreeMap<String, Grade>,
}

impl Species for HardBoards {
    type Individual = Board;
    type Memory = Memory;
    type Evaluated = Vec<Grade>;
    type Log = Generation;
    type Saved = Saved;

    fn begin(&self) -> State<Board, Memory> {
        let mut random = SplitMix::new(self.settings.seed);
        let population = draw(&self.settings, &mut random);
        State { generation: 0, population, random, memory: Memory::default() }
    }

    /// Grades the boards that were not graded before.
    fn evaluate(
        &mut self,
        state: &mut State<Board, Memory>,
        executor: &mut Executor<'_>,
    ) -> Result<Vec<Grade>, Stopped> {
        let State { population, memory, .. } = state;
        let by = self.settings.grade;
        let before = memory.hardest(by);
        let mut seen = HashSet::new();
        let letters: Vec<String> = population.iter().map(Board::letters).collect();
        let (new, boards): (Vec<&String>, Vec<&Board>) = letters
            .iter()
            .zip(&*population)
            .filter(|(letters, _)| !memory.met.contains_key(*letters) && seen.insert(*letters))
            .unzip();
        let grade = |board: &&Board, cancel: &_| Grade::of(board, &self.settings, cancel);
        let grades = executor.run_anywhere(
            &boards,
            |board| board.letters(),
            grade,
            |grade| 0 < grade.fitness(by),
        )?;
        memory.met.extend(new.into_iter().cloned().zip(grades));
        memory.idle = if before < memory.hardest(by) { 0 } else { memory.idle + 1 };
        let grade = |letters: &String| memory.met.get(letters).copied().unwrap_or(Grade::Limit);
        Ok(letters.iter().map(grade).collect())
    }

    fn log(&self, state: &State<Board, Memory>, grades: &Vec<Grade>) -> Generation {
        let State { generation, population, memory, .. } = state;
        let by = self.settings.grade;
        let best = by_difficulty(grades, by)[0];
        let sum: u64 = grades.iter().map(|grade| grade.fitness(by)).sum();
        let boards = population.len() as f64;
        let share = |is_so: fn(&Grade) -> bool| {
            grades.iter().filter(|grade| is_so(grade)).count() as f64 / boards
        };
        let (slides, steps) = match grades[best] {
            Grade::Solved { slides, steps, .. } => (slides, steps),
            Grade::Unsolvable | Grade::Limit => (0, 0),
        };
        Generation {
            generation: *generation,
            best: grades[best].fitness(by),
            mean: sum as f64 / boards,
            solved: share(|grade| matches!(grade, Grade::Solved { .. })),
            unsolvable: share(|grade| matches!(grade, Grade::Unsolvable)),
            limit: share(|grade| matches!(grade, Grade::Limit)),
            board: population[best].letters(),
            slides,
            steps,
            hardest: memory.hardest(by),
            graded: memory.met.len(),
            archive: archive(&memory.met, by, self.settings.archive).len(),
            reproducible: self.settings.seconds.is_none(),
        }
    }

    /// The elite, and mutants of selected boards.
    fn breed(&self, state: &mut State<Board, Memory>, grades: &Vec<Grade>) {
        let State { population, memory, random, .. } = state;
        let mut next: Vec<Board> = Vec::with_capacity(population.len());
        let mut taken = HashSet::new();
        let by = self.settings.grade;
        for at in by_difficulty(grades, by) {
            if self.settings.elite <= next.len() {
                break;
            }
            if taken.insert(population[at].letters()) {
                next.push(population[at].clone());
            }
        }
        let fitness: Vec<f64> = grades.iter().map(|grade| grade.fitness(by) as f64).collect();
        while next.len() < population.len() {
            let mut child = None;
            for _ in 0..TRIES {
                let board = self.mutant(&population[self.select(&fitness, random)], random);
                let letters = board.letters();
                let is_new = !memory.met.contains_key(&letters) && !taken.contains(&letters);
                child = Some(board);
                if is_new {
                    taken.insert(letters);
                    break;
                }
            }
            next.extend(child);
        }
        *population = next;
    }

    fn is_over(&self, state: &State<Board, Memory>) -> bool {
        let Settings { generations, patience, .. } = self.settings;
        generations <= state.generation || 0 < patience && patience <= state.memory.idle
    }

    fn save(&self, state: &State<Board, Memory>) -> Saved {
        Saved {
            generation: state.generation,
            idle: state.memory.idle,
            random: state.random.clone(),
            population: state.population.iter().map(Board::letters).collect(),
            met: state.memory.met.clone(),
        }
    }

    fn restore(&self, saved: Saved) -> Result<State<Board, Memory>, BadCheckpoint> {
        let Settings { size, population, .. } = self.settings;
        let read = |letters: &String| {
            let board = Board::parse(letters).map_err(|error| format!("{letters}: {error}"))?;
            if (board.width(), board.height()) == (size, size) {
                Ok(board)
            } else {
                Err(format!("{letters}: expected a board of {size}×{size} cells"))
            }
        };
        let found = saved.population.len();
        if found != population {
            let expected = format!("expected {population} boards in the population, found {found}");
            return Err(BadCheckpoint::Unfit(expected));
        }
        let population = saved.population.iter().map(read).collect::<Result<_, String>>();
        Ok(State {
            generation: saved.generation,
            population: population.map_err(BadCheckpoint::Unfit)?,
            random: saved.random,
            memory: Memory { idle: saved.idle, met: saved.met },
        })
    }

    fn describe(&self, log: &Generation) -> String {
        // Nodes are whole and positive.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let mean = log.mean.round() as u64;
        format!(
            "generation {:>3}: best {} {}, mean {}, {:.0} % solved, {} boards in the archive",
            log.generation,
            grouped(log.best),
            self.settings.grade.unit(),
            grouped(mean),
            100.0 * log.solved,
            grouped(log.archive as u64),
        )
    }

    fn results(&self, state: &State<Board, Memory>) -> Vec<(&'static str, String)> {
        let settings = &self.settings;
        let archive = archive(&state.memory.met, settings.grade, settings.archive);
        let all = match settings.grade {
            Grading::Nodes => format!("all that need {} nodes or more", settings.archive),
            by => format!("all of {} {} or more", settings.archive, by.unit()),
        };
        let what = match settings.others {
            0 => "the hardest".to_owned(),
            others => format!("the {} hardest and {others} others", settings.hardest),
        };
        vec![
            (ARCHIVE, text(&archive, &all, settings)),
            (BOARDS, text(&list(&archive, settings), &what, settings)),
        ]
    }

    fn ending(&self, state: &State<Board, Memory>, folder: &Folder) -> Ending {
        let archive = archive(&state.memory.met, self.settings.grade, self.settings.archive);
        let listed = list(&archive, &self.settings);
        let mut text = String::new();
        for board in listed.iter().take(LISTED) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{board}");
        }
        let _ = writeln!(
            text,
            "{} generations, {} boards graded, {} of {} {} and more; {} listed in {}",
            state.generation,
            grouped(state.memory.met.len() as u64),
            grouped(archive.len() as u64),
            grouped(self.settings.archive),
            self.settings.grade.unit(),
            listed.len(),
            folder.file(BOARDS).display(),
        );
        Ending { text, note: None }
    }
}

impl HardBoards {
    /// The index of a parent.
    fn select(&self, fitness: &[f64], random: &mut SplitMix) -> usize {
        match self.settings.selection {
            Selection::Proportionate => roulette(fitness, random),
            Selection::Tournament => tournament(fitness, self.settings.tournament, random),
        }
    }

    /// A board with one or more mutations; unchanged if none of them can be applied.
    fn mutant(&self, parent: &Board, random: &mut SplitMix) -> Board {
        let shares = [self.settings.add, self.settings.swap, self.settings.delete];
        let operators = [Mutation::Add, Mutation::Swap, Mutation::Delete];
        let mut board = parent.clone();
        loop {
            let operator = operators[roulette(&shares, random)];
            if let Some(changed) = operator.apply(&board, random) {
                board = changed;
            }
            if !random.chance(self.settings.again) {
                let board = if self.settings.farthest == 0 {
                    board
                } else {
                    farthest(&board, self.settings.farthest).unwrap_or(board)
                };
                return board.canonical();
            }
        }
    }
}

/// Indices of grades, the hardest first; equal ones keep their order.
fn by_difficulty(grades: &[Grade], by: Grading) -> Vec<usize> {
    let mut order: Vec<usize> = (0..grades.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(grades[at].fitness(by)));
    order
}
