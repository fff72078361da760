//! A summary of a run: its main figures, and its hardest cases.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use patience_draw::chart::readable;
use patience_draw::html::{paragraph, section};
use patience_kit::grouped;
use patience_learn::{Champion, Diagnosis, Generation, Settings};
use serde::Serialize;

/// Hardest cases on the page and in JSON.
const NAMED: usize = 20;

/// Hardest cases in the text.
const LISTED: usize = 5;

/// The figures of a run. Its fields are file format.
///
/// ```
/// use patience_lab::runs::Summary;
/// use patience_learn::{Generation, Settings};
///
/// let settings = Settings { puzzle: "tiles".into(), ..Settings::default() };
/// let log = [0, 1, 2].map(|number| Generation::example(number, Vec::new()));
/// let summary = Summary::new(&settings, &log, None);
/// assert_eq!((summary.first, summary.last), (Some(0.0), Some(0.2)));
/// assert!(summary.render().starts_with(&summary.about()));
/// assert_eq!(summary.facts()[0].0, "generations");
/// // The run got better.
/// assert!(summary.diagnosis.is_none() && summary.diagnosis_section().is_empty());
/// ```
#[derive(Debug, Serialize)]
pub struct Summary {
    /// The puzzle.
    pub puzzle: String,
    /// The kind of genome.
    pub genome: String,
    /// The curriculum.
    pub curriculum: String,
    /// The method.
    pub method: String,
    /// The seed.
    pub seed: u64,
    /// Completed generations.
    pub generations: usize,
    /// The upper limit of generations.
    pub planned: u32,
    /// Evaluations so far: searches of genomes. 0 in runs of older versions.
    pub evaluations: u64,
    /// The upper limit of evaluations, if the run has one.
    pub budget: Option<u64>,
    /// The best fitness of the first generation.
    pub first: Option<f64>,
    /// The best fitness of the last generation.
    pub last: Option<f64>,
    /// The best fitness of all generations.
    pub highest: Option<Highest>,
    /// The best genome of the run on the validation set.
    pub champion: Option<Champion>,
    /// The cases that were most often among the hardest.
    pub hardest: Vec<Hard>,
    /// Why the run learnt nothing, if it did not.
    pub diagnosis: Option<Diagnosis>,
    /// The file of the best genome, if there is one.
    pub best: Option<String>,
}

/// The highest fitness of a run, and the first generation that reached it.
///
/// ```
/// use patience_lab::runs::{Highest, Summary};
/// use patience_learn::{Generation, Settings};
///
/// let log = [0, 3, 3, 1].map(|number| Generation::example(number, Vec::new()));
/// let log: Vec<Generation> = (0..).zip(log).map(|(generation, it)| Generation { generation, ..it }).collect();
/// let highest = Summary::new(&Settings::default(), &log, None).highest;
/// // Generations 1 and 2 are equally fit.
/// assert_eq!(highest.map(|it: Highest| it.generation), Some(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Highest {
    /// The fitness.
    pub fitness: f64,
    /// The generation.
    pub generation: u32,
}

/// A case that was among the hardest of some generations, with its results in these.
///
/// ```
/// use patience_lab::runs::Summary;
/// use patience_learn::{Generation, HardCase, Settings};
///
/// let hard = |solved, nodes| vec![HardCase { case: "17".into(), tries: 4, solved, nodes }];
/// let log = [Generation::example(0, hard(0, 0.0)), Generation::example(1, hard(3, 200.0))];
/// let summary = Summary::new(&Settings::default(), &log, None);
/// let hardest = &summary.hardest[0];
/// assert_eq!((&hardest.case[..], hardest.generations), ("17", 2));
/// assert_eq!((hardest.tries, hardest.solved, hardest.nodes), (8, 3, Some(200.0)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hard {
    /// The name of the case.
    pub case: String,
    /// Generations in which it was among the hardest.
    pub generations: usize,
    /// Searches of it in these generations.
    pub tries: u64,
    /// Searches that solved it.
    pub solved: u64,
    /// Mean nodes of these; `None` if there are none.
    pub nodes: Option<f64>,
}

impl Summary {
    /// The figures of a run with this log.
    #[must_use]
    pub fn new(settings: &Settings, log: &[Generation], best: Option<String>) -> Self {
        let better = |one: Highest, next: &Generation| {
            if one.fitness < next.best { Highest::of(next) } else { one }
        };
        Self {
            puzzle: settings.puzzle.clone(),
            genome: name(&settings.genome),
            curriculum: name(&settings.curriculum),
            method: name(&settings.method),
            seed: settings.seed,
            generations: log.len(),
            planned: settings.generations_within_budget(),
            evaluations: log.last().map_or(0, |generation| generation.evaluations),
            budget: settings.budget,
            first: log.first().map(|generation| generation.best),
            last: log.last().map(|generation| generation.best),
            highest: log.first().map(|first| log.iter().fold(Highest::of(first), better)),
            champion: log.last().map(|generation| generation.champion),
            hardest: hardest(log),
            diagnosis: Diagnosis::of(settings, log),
            best,
        }
    }

    /// A headline: genome, puzzle, curriculum, seed.
    #[must_use]
    pub fn about(&self) -> String {
        let Self { puzzle, genome, curriculum, method, seed, .. } = self;
        let method = method.replace('-', " ");
        format!("{method} of {genome} for {puzzle}, curriculum {curriculum}, seed {seed}")
    }

    /// The main figures: name, value, remark.
    #[must_use]
    pub fn facts(&self) -> Vec<(&'static str, String, String)> {
        let planned = format!("of {} planned", self.planned);
        let mut facts = vec![("generations", self.generations.to_string(), planned)];
        if let (Some(first), Some(last)) = (self.first, self.last) {
            facts.push(("best fitness", format!("{last:.3}"), format!("{first:.3} at first")));
        }
        if let Some(champion) = self.champion {
            let on = champion.validation;
            let solved = format!("{} of {}", on.solved, on.cases);
            let of = format!("on validation, from generation {}", champion.generation);
            facts.push(("champion", format!("{:.3}", on.fitness), of));
            facts.push(("champion solves", solved, "validation cases".to_owned()));
        }
        facts
    }

    /// The summary as text.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = format!("{}\n", self.about());
        // Writing to a string cannot fail.
        let _ = writeln!(out, "generations  {} of {}", self.generations, self.planned);
        if 0 < self.evaluations {
            let of = self.budget.map(|budget| format!(" of {}", grouped(budget)));
            let (spent, of) = (grouped(self.evaluations), of.unwrap_or_default());
            let _ = writeln!(out, "evaluations  {spent}{of}");
        }
        if let (Some(first), Some(last), Some(highest)) = (self.first, self.last, self.highest) {
            let Highest { fitness, generation } = highest;
            let _ = writeln!(
                out,
                "best fitness {first:.3} at first, {last:.3} at last, {fitness:.3} in generation {generation}"
            );
        }
        if let Some(Champion { generation, validation }) = self.champion {
            let _ = writeln!(
                out,
                "champion     of generation {generation}: fitness {:.3}, {} of {} solved, on the validation set",
                validation.fitness, validation.solved, validation.cases,
            );
        }
        for (at, hard) in self.hardest.iter().take(LISTED).enumerate() {
            let name = if at == 0 { "hardest" } else { "" };
            let nodes = hard.nodes.map(|nodes| format!(" with {} nodes", readable(nodes)));
            let _ = writeln!(
                out,
                "{name:<12} {}: in {} generations, {} of {} solved it{}",
                hard.case,
                hard.generations,
                hard.solved,
                hard.tries,
                nodes.unwrap_or_default(),
            );
        }
        match &self.best {
            Some(best) => drop(writeln!(out, "best genome  {best}")),
            None => out += "best genome  none yet: no generation is over\n",
        }
        if let Some(diagnosis) = &self.diagnosis {
            let _ = writeln!(out, "{diagnosis}");
        }
        out
    }
}

impl Summary {
    /// The section of a page about a run that learnt nothing; empty for others.
    #[must_use]
    pub fn diagnosis_section(&self) -> String {
        let Some(Diagnosis { finding, suggestions }) = &self.diagnosis else {
            return String::new();
        };
        let help: String = suggestions.iter().map(|it| paragraph(it)).collect();
        section("Nothing was learnt", &(paragraph(finding) + &help))
    }
}

impl Highest {
    fn of(generation: &Generation) -> Self {
        Self { fitness: generation.best, generation: generation.generation }
    }
}

/// A setting as its file writes it.
fn name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    value.and_then(|value| Some(value.as_str()?.to_owned())).unwrap_or_default()
}

/// The cases that were most often among the hardest; ties go to the lower share of solutions, then to more nodes.
fn hardest(log: &[Generation]) -> Vec<Hard> {
    let mut cases: BTreeMap<&str, Hard> = BTreeMap::new();
    for hard in log.iter().flat_map(|generation| &generation.hardest) {
        let case = cases.entry(&hard.case).or_insert_with(|| Hard {
            case: hard.case.clone(),
            generations: 0,
            tries: 0,
            solved: 0,
            nodes: None,
        });
        case.generations += 1;
        case.tries += u64::from(hard.tries);
        case.solved += u64::from(hard.solved);
        if 0 < hard.solved {
            *case.nodes.get_or_insert(0.0) += hard.nodes * f64::from(hard.solved);
        }
    }
    let mut cases: Vec<Hard> = cases.into_values().collect();
    for case in &mut cases {
        case.nodes = case.nodes.map(|nodes| nodes / case.solved as f64);
    }
    let share = |case: &Hard| case.solved as f64 / case.tries.max(1) as f64;
    let nodes = |case: &Hard| case.nodes.unwrap_or(f64::INFINITY);
    cases.sort_by(|one, other| {
        let by_share = share(one).total_cmp(&share(other));
        let by_nodes = nodes(other).total_cmp(&nodes(one));
        other.generations.cmp(&one.generations).then(by_share).then(by_nodes)
    });
    cases.truncate(NAMED);
    cases
}

#[cfg(test)]
mod tests {
    use patience_learn::HardCase;

    use super::*;

    fn hard(case: &str, tries: u32, solved: u32, nodes: f64) -> HardCase {
        HardCase { case: case.to_owned(), tries, solved, nodes }
    }

    #[test]
    fn the_hardest_cases_are_those_of_most_generations() {
        let log = [
            Generation::example(0, vec![hard("a", 4, 0, 0.0), hard("b", 4, 1, 100.0)]),
            Generation::example(1, vec![hard("b", 4, 3, 200.0), hard("c", 4, 2, 50.0)]),
        ];
        let summary = Summary::new(&Settings::default(), &log, None);
        let names: Vec<&str> = summary.hardest.iter().map(|hard| hard.case.as_str()).collect();
        assert_eq!(names, ["b", "a", "c"]);
        let b =
            Hard { case: "b".to_owned(), generations: 2, tries: 8, solved: 4, nodes: Some(175.0) };
        assert_eq!(summary.hardest[0], b);
        assert_eq!(summary.hardest[1].nodes, None);
        assert_eq!((summary.first, summary.last), (Some(0.0), Some(0.1)));
        assert_eq!(summary.highest, Some(Highest { fitness: 0.1, generation: 1 }));
    }

    #[test]
    fn a_run_without_a_generation_has_a_summary() {
        let settings = Settings { puzzle: "chess".to_owned(), ..Settings::default() };
        let summary = Summary::new(&settings, &[], None);
        assert_eq!(
            summary.render(),
            "evolution of policy for chess, curriculum hillis, seed 1\n\
             generations  0 of 300\n\
             best genome  none yet: no generation is over\n"
        );
    }
}
