//! Tests of the best genome of a run on unseen cases.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::rc::Rc;

use patience_core::SplitMix;
use patience_draw::chart::readable;
use patience_kit::Fault;
use patience_learn::{
    Arena, Attempt, Case, Champion, Executor, Folder, Genome, Job, Policies, PolicyMemory, Settings,
};
use patience_workbench::batch;
use patience_workbench::evolution::{self, Threads};
use serde::Serialize;

use super::Tester;
use super::comparison::Comparison;

/// The default number of cases of a test; all would take hours for puzzles with many.
const USUAL_CASES: usize = 200;

/// The result of a test. Its fields are file format.
#[derive(Debug, Serialize)]
pub(super) struct Trial {
    /// The generation of the genome.
    pub(super) generation: u32,
    /// The node limit of a search.
    pub(super) nodes: u64,
    /// The baseline and its search.
    pub(super) rival: String,
    /// The baseline with the search that suits it best, if the puzzle has one.
    pub(super) tuned_rival: Option<String>,
    /// On cases outside the training set; `None` if there are none.
    pub(super) unseen: Option<Comparison>,
    /// On the validation set; `None` if there is none.
    pub(super) validation: Option<Comparison>,
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
    pub(super) fn read(folder: &Folder, settings: &Settings, nodes: u64) -> Result<Self, Fault> {
        // The same node limit for both sides, and no time limit.
        let settings = Settings {
            nodes,
            baseline_nodes: nodes,
            give_up: None,
            seconds: None,
            ..settings.clone()
        };
        let arena: Rc<dyn Arena> = evolution::arena(&settings)?.into();
        let policies = Policies::new(settings.clone(), Rc::clone(&arena));
        let state = folder.state(&policies).map_err(Fault::input)?;
        let memory = state.map(|state| state.memory);
        let Some(PolicyMemory { champion: Some((genome, champion)), training, validation, .. }) =
            memory
        else {
            return Err(Fault::input(
                "there is no genome to test: no generation of the run is complete",
            ));
        };
        Ok(Self { settings, arena, genome, champion, training, validation })
    }

    /// The baseline and its search; and the search that suits it best, if the puzzle has one.
    pub(super) fn rivals(&self) -> (String, Option<String>) {
        let tuned = self.arena.tuned().map(|arena| arena.rival().to_owned());
        (self.arena.rival().to_owned(), tuned)
    }

    /// Whether two candidates have the same cases.
    pub(super) fn meets_same(&self, other: &Self) -> bool {
        let cases = |it: &Self| {
            let cases = it.arena.cases().into_iter();
            cases.map(|case| it.arena.description(case)).collect::<Vec<_>>()
        };
        cases(self) == cases(other)
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
        tester: &mut Tester<'_>,
    ) -> Option<[Option<Comparison>; 2]> {
        let tuned = self.arena.tuned();
        let tuned = tuned.as_deref();
        let arena = &*self.arena;
        let mut jobs: Vec<(&dyn Arena, Job<'_>)> = Vec::new();
        for cases in sets {
            let guided = |&case: &Case| Job::guided(&self.genome, case, None, &self.settings);
            jobs.extend(cases.iter().map(|case| (arena, guided(case))));
            for arena in std::iter::once(arena).chain(tuned) {
                let baseline = |&case: &Case| (arena, Job::baseline(case, &self.settings));
                jobs.extend(cases.iter().map(baseline));
            }
        }
        tester.watcher.doing("test searches");
        let workers = &Threads(batch::threads(tester.test.threads, jobs.len() as u64));
        let mut executor =
            Executor { workers, cancel: tester.cancel, watcher: &mut *tester.watcher };
        let attempts =
            executor.run(&jobs, |(arena, job), cancel| job.run(*arena, cancel), Attempt::is_solved);
        let attempts = attempts.ok()?;
        let sides = 2 + usize::from(tuned.is_some());
        let (first, second) = attempts.split_at(sides * sets[0].len());
        Some([(first, &sets[0]), (second, &sets[1])].map(|(attempts, cases)| {
            let mut sides = attempts.chunks((attempts.len() / sides).max(1));
            let (genome, baseline) = (sides.next()?, sides.next()?);
            let optimum = |at: usize| arena.optimum(cases[at]);
            Comparison::new(genome, baseline, sides.next(), optimum, &self.settings)
        }))
    }
}

impl Trial {
    /// Runs a test; `None` if interrupted.
    pub(super) fn of(
        folder: &Folder,
        settings: &Settings,
        mut tester: Tester<'_>,
    ) -> Result<Option<Self>, Fault> {
        let nodes = tester.test.nodes.unwrap_or(settings.baseline_nodes);
        let candidate = Candidate::read(folder, settings, nodes)?;
        let seen = candidate.training().iter().copied().collect();
        let cases = [candidate.unseen(&seen, tester.test.cases), candidate.validation.clone()];
        let generation = candidate.champion.generation;
        let (rival, tuned_rival) = candidate.rivals();
        Ok(candidate.compare(&cases, &mut tester).map(|[unseen, validation]| Self {
            generation,
            nodes,
            rival,
            tuned_rival,
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

    /// What the rows of the baseline are, a line each.
    pub(super) fn rivals(&self) -> Vec<String> {
        let mut lines = vec![format!("baseline: {}", self.rival)];
        let tuned = self.tuned_rival.as_ref();
        lines.extend(tuned.map(|rival| format!("baseline at its best: {rival}")));
        lines
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
        for line in self.rivals() {
            let _ = writeln!(out, "  {line}");
        }
        let line = |[name, solved, censored, nodes, solved_nodes, length]: &[String; 6]| {
            format!(
                "  {name:<42}{solved:>14}{censored:>14}{nodes:>18}{solved_nodes:>14}{length:>9}\n"
            )
        };
        out += &line(&Comparison::HEAD.map(str::to_owned));
        for (name, comparison) in self.comparisons() {
            out.extend(comparison.rows(&name).iter().map(line));
            let _ = writeln!(out, "  {}", comparison.verdict());
        }
        if self.unseen.is_none() {
            out += "  there are no unseen cases: the run is trained on all\n";
        }
        out
    }
}
