//! Tests of the best genome of a run on unseen cases.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::rc::Rc;

use anyhow::anyhow;
use patience_core::{Cancel, SplitMix};
use patience_draw::chart::readable;
use patience_learn::{
    Arena, Attempt, Case, Champion, Executor, Folder, Genome, Job, Policies, PolicyMemory,
    Settings, fitness,
};
use patience_workbench::batch;
use patience_workbench::evolution::{self, Threads};
use serde::Serialize;

use crate::exit::Exit;
use crate::sources::failed;
use crate::verbs::evolve::watch::Watch;
use crate::{args, interrupt};

/// The default number of cases of a test; all would take hours for puzzles with many.
const USUAL_CASES: usize = 200;

/// The result of a test. Its fields are file format.
#[derive(Debug, Serialize)]
pub(super) struct Trial {
    /// The generation of the genome.
    pub(super) generation: u32,
    /// The node limit of a search.
    pub(super) nodes: u64,
    /// On cases outside the training set; `None` if there are none.
    pub(super) unseen: Option<Comparison>,
    /// On the validation set; `None` if there is none.
    pub(super) validation: Option<Comparison>,
}

/// A genome compared with the baseline. Its fields are file format.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Comparison {
    pub(super) cases: usize,
    pub(super) genome: Side,
    pub(super) baseline: Side,
    /// The mean over all cases of the nodes in per cent of the baseline's. A failed search counts with its nodes.
    pub(super) percent: f64,
    /// The mean fitness.
    pub(super) fitness: f64,
}

/// The searches of one side. Its fields are file format.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Side {
    pub(super) solved: usize,
    /// Mean nodes of all searches.
    pub(super) nodes: f64,
    /// Mean nodes of searches that found a solution.
    pub(super) solved_nodes: Option<f64>,
    /// Mean length of the solutions.
    pub(super) length: Option<f64>,
}

/// The best genome of a run with its fitness cases.
pub(super) struct Candidate {
    settings: Settings,
    arena: Rc<dyn Arena>,
    genome: Genome,
    champion: Champion,
    training: Vec<Case>,
    validation: Vec<Case>,
}

impl Candidate {
    /// Reads the champion of a run; `nodes` limits each search.
    pub(super) fn read(folder: &Folder, settings: &Settings, nodes: u64) -> anyhow::Result<Self> {
        // The same node limit for both sides, and no time limit.
        let settings = Settings {
            nodes,
            baseline_nodes: nodes,
            give_up: None,
            seconds: None,
            ..settings.clone()
        };
        let arena: Rc<dyn Arena> = evolution::arena(&settings).map_err(failed)?.into();
        let policies = Policies::new(settings.clone(), Rc::clone(&arena));
        let state = folder.state(&policies).map_err(Exit::bad_input)?;
        let memory = state.map(|state| state.memory);
        let Some(PolicyMemory { champion: Some((genome, champion)), training, validation, .. }) =
            memory
        else {
            let error = anyhow!("there is no genome to test: no generation of the run is complete");
            return Err(Exit::bad_input(error));
        };
        Ok(Self { settings, arena, genome, champion, training, validation })
    }

    /// Whether two candidates have the same cases and the same baseline.
    pub(super) fn meets_same(&self, other: &Self) -> bool {
        let cases = |it: &Self| {
            let cases = it.arena.cases().into_iter();
            cases.map(|case| it.arena.description(case)).collect::<Vec<_>>()
        };
        self.arena.rival() == other.arena.rival() && cases(self) == cases(other)
    }

    /// The training set.
    pub(super) fn training(&self) -> &[Case] {
        &self.training
    }

    /// Cases that no run has seen, shuffled with the seed of the run: `wished` of them or the default number. Reserved cases come before
    /// those that the run did not draw.
    pub(super) fn unseen(&self, seen: &HashSet<Case>, wished: Option<usize>) -> Vec<Case> {
        let reserved = self.arena.reserved();
        let mut cases = if reserved.is_empty() { self.arena.cases() } else { reserved };
        cases.retain(|case| !seen.contains(case));
        SplitMix::new(self.settings.seed).shuffle(&mut cases);
        cases.truncate(wished.unwrap_or(USUAL_CASES));
        cases
    }

    /// Searches two sets of cases with the genome and with the baseline; `None` if interrupted.
    pub(super) fn compare(
        &self,
        sets: &[Vec<Case>; 2],
        args: &args::Report,
        cancel: &Cancel,
    ) -> Option<[Option<Comparison>; 2]> {
        let jobs = sets.iter().flat_map(|cases| {
            let guided =
                cases.iter().map(|&case| Job::guided(&self.genome, case, None, &self.settings));
            guided.chain(cases.iter().map(|&case| Job::baseline(case, &self.settings)))
        });
        let jobs: Vec<Job<'_>> = jobs.collect();
        let mut watch = Watch::new(args.quiet);
        let workers = &Threads(batch::threads(args.threads, jobs.len() as u64));
        let (arena, mut executor) =
            (&*self.arena, Executor { workers, cancel, watcher: &mut watch });
        let attempts =
            executor.run(&jobs, |job, cancel| job.run(arena, cancel), Attempt::is_solved);
        watch.clear();
        let attempts = attempts.ok()?;
        let (first, second) = attempts.split_at(2 * sets[0].len());
        Some([(first, &sets[0]), (second, &sets[1])].map(|(attempts, cases)| {
            let (genome, baseline) = attempts.split_at(attempts.len() / 2);
            let optimum = |at: usize| arena.optimum(cases[at]);
            Comparison::new(genome, baseline, optimum, &self.settings)
        }))
    }
}

impl Trial {
    /// Runs a test; `None` if interrupted.
    pub(super) fn of(
        folder: &Folder,
        settings: &Settings,
        wished: Option<usize>,
        args: &args::Report,
    ) -> anyhow::Result<Option<Self>> {
        let nodes = args.nodes.unwrap_or(settings.baseline_nodes);
        let candidate = Candidate::read(folder, settings, nodes)?;
        let seen = candidate.training().iter().copied().collect();
        let cases = [candidate.unseen(&seen, wished), candidate.validation.clone()];
        let cancel = interrupt::cancel_on_interrupt()?;
        let generation = candidate.champion.generation;
        Ok(candidate.compare(&cases, args, &cancel).map(|[unseen, validation]| Self {
            generation,
            nodes,
            unseen,
            validation,
        }))
    }

    /// The comparisons with their names.
    pub(super) fn comparisons(&self) -> impl Iterator<Item = (String, &Comparison)> {
        let named = |what: &'static str, comparison: &'_ Option<Comparison>| {
            comparison.as_ref().map(|it| format!("{} {what}", it.cases))
        };
        let unseen = named("unseen cases", &self.unseen).zip(self.unseen.as_ref());
        let validation = named("validation cases", &self.validation).zip(self.validation.as_ref());
        unseen.into_iter().chain(validation)
    }

    /// The limits of the searches, in words.
    pub(super) fn limits(&self) -> String {
        format!("at most {} nodes a search", readable(self.nodes as f64))
    }

    /// The test as text.
    pub(super) fn render(&self) -> String {
        // Writing to a string cannot fail.
        let mut out = String::new();
        let _ = writeln!(
            out,
            "test         of the champion of generation {}; {}",
            self.generation,
            self.limits()
        );
        let head = Comparison::HEAD;
        let _ = writeln!(
            out,
            "  {:<32}{:>14}{:>14}{:>14}{:>9}",
            "", head[1], head[2], head[3], head[4]
        );
        for (name, comparison) in self.comparisons() {
            for row in comparison.rows(&name) {
                let [name, solved, nodes, solved_nodes, length] = &row;
                let _ = writeln!(
                    out,
                    "  {name:<32}{solved:>14}{nodes:>14}{solved_nodes:>14}{length:>9}"
                );
            }
            let _ = writeln!(out, "  {}", comparison.verdict());
        }
        if self.unseen.is_none() {
            out += "  there are no unseen cases: the run is trained on all\n";
        }
        out
    }
}

impl Comparison {
    /// The columns of the rows.
    pub(super) const HEAD: [&'static str; 5] = ["", "solved", "nodes", "when solved", "length"];

    /// Compares the two sides case by case; `optimum` is the length of a shortest solution of a case by its index, if it is known.
    fn new(
        genome: &[Attempt],
        baseline: &[Attempt],
        optimum: impl Fn(usize) -> Option<u32>,
        settings: &Settings,
    ) -> Option<Self> {
        let cases = genome.len();
        if cases == 0 {
            return None;
        }
        let mean = |value: &dyn Fn(usize, &Attempt, &Attempt) -> f64| {
            let pairs = genome.iter().zip(baseline).enumerate();
            pairs.map(|(at, (one, other))| value(at, one, other)).sum::<f64>() / cases as f64
        };
        Some(Self {
            cases,
            genome: Side::of(genome),
            baseline: Side::of(baseline),
            percent: mean(&|_, one, other| 100.0 * one.nodes as f64 / other.nodes.max(1) as f64),
            // Solutions that are too long for the run have no fitness, but they count as solutions.
            fitness: mean(&|at, one, other| {
                let short = one.clone().short_enough(other, || optimum(at), settings);
                fitness(&short, other, settings)
            }),
        })
    }

    /// A row for the genome and a row for the baseline.
    pub(super) fn rows(&self, name: &str) -> [[String; 5]; 2] {
        let row = |name: String, side: &Side| {
            let rendered = |mean: Option<f64>| mean.map_or_else(|| "–".to_owned(), readable);
            let solved = format!("{} of {}", side.solved, self.cases);
            [name, solved, readable(side.nodes), rendered(side.solved_nodes), rendered(side.length)]
        };
        let [genome, baseline] = ["genome", "baseline"].map(|side| format!("{side}, {name}"));
        [row(genome, &self.genome), row(baseline, &self.baseline)]
    }

    /// The comparison in one sentence.
    pub(super) fn verdict(&self) -> String {
        let (percent, fitness) = (self.percent_text(), self.fitness);
        format!("on average {percent} % of the nodes of the baseline; fitness {fitness:.3}")
    }

    /// The percentage of nodes; small ones have more digits.
    pub(super) fn percent_text(&self) -> String {
        let digits = if self.percent < 1.0 { 3 } else { 1 };
        format!("{:.digits$}", self.percent)
    }
}

impl Side {
    fn of(attempts: &[Attempt]) -> Self {
        let solved = || attempts.iter().filter(|attempt| attempt.is_solved());
        Self {
            solved: solved().count(),
            nodes: mean(attempts.iter().map(|attempt| attempt.nodes as f64)).unwrap_or(0.0),
            solved_nodes: mean(solved().map(|attempt| attempt.nodes as f64)),
            length: mean(solved().filter_map(|attempt| attempt.length).map(f64::from)),
        }
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u64);
    for value in values {
        sum += value;
        count += 1;
    }
    (0 < count).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(nodes: u64, length: Option<u32>) -> Attempt {
        Attempt { nodes, length, fired: Vec::new() }
    }

    #[test]
    fn percentages_are_averaged_over_cases_and_failures_count_with_their_nodes() {
        let genome = [attempt(10, Some(5)), attempt(900, None), attempt(30, Some(8))];
        let baseline = [attempt(100, Some(4)), attempt(300, Some(6)), attempt(60, None)];
        let unknown = |_: usize| None;
        let comparison =
            Comparison::new(&genome, &baseline, unknown, &Settings::default()).unwrap();
        assert!((comparison.percent - (10.0 + 300.0 + 50.0) / 3.0).abs() < 1e-9);
        let genome =
            Side { solved: 2, nodes: 940.0 / 3.0, solved_nodes: Some(20.0), length: Some(6.5) };
        assert_eq!(comparison.genome, genome);
        assert_eq!(comparison.baseline.solved_nodes, Some(200.0));
        assert_eq!(Comparison::new(&[], &[], unknown, &Settings::default()), None);
    }

    #[test]
    fn a_side_that_solved_nothing_has_no_length() {
        let side = Side::of(&[attempt(10, None)]);
        assert_eq!(side, Side { solved: 0, nodes: 10.0, solved_nodes: None, length: None });
    }
}
