//! A program from outside that breeds genomes: the protocol, the checks of its children, and who takes over when it fails.

use patience_core::Cancel;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::breed::last_best;
use super::evaluate::Evaluated;
use super::pool::Pool;
use super::{Policies, PolicyState};
use crate::breed::Parent;
use crate::executor::Stopped;
use crate::genome::{FileError, Genome, GenomeFile, Tree, Value};
use crate::log::Mutated;
use crate::settings::{Method, Settings, Shape, Terminals};

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// How often a program may answer for one child.
const TRIES: u32 = 4;

/// A program that reads and writes lines.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/small_run.rs"));
/// # }
/// # use doc::{policies, settings, step};
/// use patience_core::Cancel;
/// use patience_learn::{Evolution, Mutator};
/// use serde_json::{Value, json};
///
/// /// A program whose child is the first parent as it is.
/// struct Copy(Value);
///
/// impl Mutator for Copy {
///     fn tell(&mut self, line: &str) -> Result<(), String> {
///         self.0 = serde_json::from_str(line).map_err(|error| error.to_string())?;
///         Ok(())
///     }
///     fn hear(&mut self, _: &Cancel) -> Result<Option<String>, String> {
///         Ok(Some(json!({ "child": self.0["parents"][0]["policy"] }).to_string()))
///     }
/// }
///
/// let mut policies = policies(settings());
/// policies.mutator = Some(Box::new(Copy(Value::Null)));
/// let mut run = Evolution::begin(policies);
/// let first = run.state().population.clone();
/// step(&mut run)?;
/// assert!(run.state().population.iter().all(|genome| first.contains(genome)));
/// # Ok::<(), patience_learn::Stopped>(())
/// ```
pub trait Mutator {
    /// Sends a line.
    fn tell(&mut self, line: &str) -> Result<(), String>;

    /// Waits for a line; `None` if cancelled. An error says what is wrong with the program.
    fn hear(&mut self, cancel: &Cancel) -> Result<Option<String>, String>;
}

/// An answer of the program.
#[derive(Deserialize)]
struct Answer {
    child: String,
}

/// What a program is asked for.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Operator {
    Crossover,
    Mutation,
}

/// Why there is no child.
enum Trouble {
    Cancelled,
    /// The program does not keep to the protocol.
    Program(String),
}

impl Policies {
    /// The next population, bred by the program.
    pub(super) fn bred_outside(
        &mut self,
        state: &mut PolicyState,
        evaluated: &Evaluated,
        cancel: &Cancel,
    ) -> Result<(Vec<Genome>, Mutated), Stopped> {
        let Some(mut mutator) = self.mutator.take() else { return Err(Stopped) };
        let pool = Pool::of(self, state, evaluated);
        let mut talk = Talk { policies: self, mutator: &mut *mutator, cancel, state, pool };
        let bred = talk.population();
        self.mutator = Some(mutator);
        self.is_introduced = true;
        bred.map_err(|trouble| {
            if let Trouble::Program(message) = trouble {
                self.failure = Some(format!("the mutator: {message}"));
            }
            Stopped
        })
    }

    /// The first line that a program reads.
    fn introduction(&self) -> String {
        let settings = &self.settings;
        let features = self.arena.feature_set().features().iter();
        let features = features.map(|info| {
            let kind = match (info.is_flag(), info.is_heuristic()) {
                (true, _) => "flag",
                (_, true) => "heuristic",
                _ => "advisor",
            };
            json!({ "name": info.name, "kind": kind, "summary": info.summary })
        });
        json!({
            "protocol": PROTOCOL,
            "puzzle": settings.puzzle,
            "genome": settings.genome,
            "values": settings.values,
            "rules": settings.rules,
            "depth": settings.depth,
            "terminals": settings.terminals(),
            "seed": settings.seed,
            "features": features.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Reads a child, and checks that it is a genome of this run.
    fn adopt(&self, text: &str) -> Result<Genome, FileError> {
        let (settings, feature_set) = (&self.settings, self.arena.feature_set());
        let file = GenomeFile::parse(text, |puzzle, _| {
            (puzzle == settings.puzzle).then(|| feature_set.clone())
        })?;
        let wrong = |path: &[&str], message: String| GenomeFile::error_at(text, path, message);
        if file.encoding != self.encoding() {
            return Err(wrong(
                &["reading"],
                "expected the reading and scale of the parents".into(),
            ));
        }
        let genome = file.genome;
        let most = if settings.genome == Shape::Policy { settings.rules } else { 0 };
        if most < genome.rules.len() {
            let found = genome.rules.len();
            return Err(wrong(&["rule"], format!("expected at most {most} rules, found {found}")));
        }
        for at in 0..=genome.rules.len() {
            let path = if at < genome.rules.len() { ["rule"] } else { ["default"] };
            let who = if at < genome.rules.len() {
                format!("rule {}", at + 1)
            } else {
                "the default".into()
            };
            let value = genome.value(at);
            if matches!(value, Value::Weights(_)) != settings.has_weights() {
                let kind = if settings.has_weights() { "weights" } else { "a formula" };
                return Err(wrong(&path, format!("{who}: expected {kind}")));
            }
            let condition = genome.rules.get(at).map(|rule| &rule.condition);
            let formula = if let Value::Formula(tree) = value { Some(tree) } else { None };
            let deepest = condition.into_iter().chain(formula).map(Tree::depth).max();
            if settings.depth < deepest.unwrap_or(0) {
                let most = settings.depth;
                return Err(wrong(&path, format!("{who}: expected trees of depth {most} at most")));
            }
            if let Some(name) = self.forbidden(value) {
                return Err(wrong(&path, format!("{who}: values may not use `{name}`")));
            }
        }
        Ok(genome)
    }

    /// A feature that a formula uses and that values of this run may not use.
    fn forbidden(&self, value: &Value) -> Option<&'static str> {
        let feature_set = self.arena.feature_set();
        let allowed = match (self.settings.terminals(), value) {
            (Terminals::Heuristics, Value::Formula(_)) => feature_set.estimates(),
            _ => return None,
        };
        let alone = Genome { rules: Vec::new(), default: value.clone() };
        let is_used = |at: &usize| !allowed.contains(at) && alone.mentions(*at, feature_set);
        (0..feature_set.features().len()).find(is_used).map(|at| feature_set.features()[at].name)
    }
}

/// A conversation about one generation.
struct Talk<'a> {
    policies: &'a Policies,
    mutator: &'a mut dyn Mutator,
    cancel: &'a Cancel,
    state: &'a mut PolicyState,
    pool: Pool,
}

impl Talk<'_> {
    fn settings(&self) -> &Settings {
        &self.policies.settings
    }

    /// The genomes that stay, and children of the program. Reproduction copies a parent without asking.
    fn population(&mut self) -> Result<(Vec<Genome>, Mutated), Trouble> {
        if !self.policies.is_introduced {
            let introduction = self.policies.introduction();
            self.mutator.tell(&introduction).map_err(Trouble::Program)?;
        }
        let mut count = Mutated::default();
        let is_climbing = self.settings().method == Method::HillClimbing;
        let best = last_best(&self.pool.fitness);
        let mut next = if is_climbing {
            vec![self.state.population[best].clone()]
        } else {
            std::mem::take(&mut self.pool.elite)
        };
        let Settings { reproduction, crossover, mutation, .. } = *self.settings();
        let size = self.state.population.len();
        while next.len() < size {
            if is_climbing {
                next.push(self.child(Operator::Mutation, &[best], &mut count)?);
                continue;
            }
            let random = &mut self.state.random;
            let operator = random.unit() * (reproduction + crossover + mutation);
            let one = self.pool.draw(random);
            if operator < crossover {
                let other = self.pool.draw(random);
                next.push(self.child(Operator::Crossover, &[one, other], &mut count)?);
            } else if operator < crossover + mutation {
                next.push(self.child(Operator::Mutation, &[one], &mut count)?);
            } else {
                next.push(self.pool.parent(one).genome.clone());
            }
        }
        Ok((next, count))
    }

    /// A child of the program or, after too many refused ones, of the built-in operator.
    fn child(
        &mut self,
        operator: Operator,
        parents: &[usize],
        count: &mut Mutated,
    ) -> Result<Genome, Trouble> {
        let described = parents.iter().map(|&at| {
            let Parent { genome, fired } = self.pool.parent(at);
            json!({
                "policy": self.policies.file(genome.clone()).to_text(self.policies.arena.feature_set()),
                "fitness": self.pool.fitness[at],
                "fired": fired,
            })
        });
        let mut line = json!({
            "generation": self.state.generation,
            "operator": operator,
            "parents": described.collect::<Vec<_>>(),
        });
        count.children += 1;
        for left in (0..TRIES).rev() {
            self.mutator.tell(&line.to_string()).map_err(Trouble::Program)?;
            let heard = self.mutator.hear(self.cancel).map_err(Trouble::Program)?;
            let heard = heard.ok_or(Trouble::Cancelled)?;
            let Answer { child } = serde_json::from_str(&heard).map_err(|error| {
                let start: String = heard.chars().take(80).collect();
                Trouble::Program(format!(
                    "expected a line {{\"child\": \"…\"}}, found `{start}`: {error}"
                ))
            })?;
            match self.policies.adopt(&child) {
                Ok(genome) => return Ok(genome),
                Err(FileError { line: row, column, message }) => {
                    count.refused += 1;
                    let refused = json!({ "line": row, "column": column, "message": message });
                    line = json!({ "refused": refused, "left": left });
                }
            }
        }
        // The program reads that its last child was refused; it is not asked again for this one.
        self.mutator.tell(&line.to_string()).map_err(Trouble::Program)?;
        count.replaced += 1;
        Ok(self.built_in(operator, parents))
    }

    fn built_in(&mut self, operator: Operator, parents: &[usize]) -> Genome {
        let (breeder, pool) = (self.policies.breeder(), &self.pool);
        let random = &mut self.state.random;
        match (operator, parents) {
            (Operator::Crossover, &[one, other]) => {
                let [child, _] = breeder.cross(pool.parent(one), pool.parent(other), random);
                child
            }
            _ => breeder.mutate(pool.parent(parents[0]), random),
        }
    }
}
