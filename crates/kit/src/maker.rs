//! Makers: candidates by their index, decided by an engine, graded, filtered and collected. The job `generate` of most puzzles.

use std::collections::HashSet;

use patience_core::{Cancel, Limits, Meter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    Answer, Choice, Fault, FaultKind, Field, Finished, Game, Gather, Grade, Item, Job, JobAbout,
    KitOf, OutcomeKind, Settings as _, Setup, Taken, Values, Work, grouped, settings,
};

settings! {
    /// What every maker is asked for.
    struct Wanted {
        /// How many to make
        count: u32 = 1, 1..=4_294_967_295;
        /// Only of this grade; `patience show PUZZLE POSITION --grade` prints the measures of a grade
        grade: Option<Grade> = None;
    }
}

/// Candidates in a row that may have come up before.
const MOST_REPEATS: u32 = 1000;

/// A puzzle that makes instances: what [`Make`] turns into the job `generate`.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::EveryHeap;
/// use patience_kit::{Game, Maker, Recipe, Values};
///
/// // A recipe is made of the settings, once for deciding and once for collecting.
/// let recipe = EveryHeap.recipe(&Values::default())?;
/// assert_eq!(recipe.candidates(), Some(10));
/// assert_eq!(EveryHeap.kit().0.engines()[0].name, recipe.engine());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait Maker: Send + Sync + 'static {
    /// The puzzle.
    type Game: Game;

    /// The puzzle as a kit.
    fn kit(&self) -> &'static KitOf<Self::Game>;

    /// What it makes, in one sentence.
    fn summary(&self) -> &'static str;

    /// Its settings besides the number and the grade.
    fn fields(&self) -> Vec<Field>;

    /// The recipe of these settings.
    fn recipe(&self, settings: &Values) -> Result<Box<dyn Recipe<Self::Game>>, Fault>;
}

/// A source of candidates, and what is wanted of them.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{EveryHeap, Heap};
/// use patience_kit::{OutcomeKind, Recipe};
///
/// // The same index gives the same candidate.
/// let heap = |index| EveryHeap.candidate(index).map(|candidate| candidate.position);
/// assert_eq!((heap(4)?, heap(4)?), (Heap(4), Heap(4)));
/// // By default, what has a solution is wanted.
/// assert!(EveryHeap.wants(OutcomeKind::Solved) && !EveryHeap.wants(OutcomeKind::Unsolvable));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait Recipe<G: Game>: Send + Sync {
    /// How many candidates there are; `None` if they never end.
    fn candidates(&self) -> Option<u64> {
        None
    }

    /// The candidate of an index, from 0. The same index gives the same candidate.
    fn candidate(&self, index: u64) -> Result<Candidate<G::Position>, Fault>;

    /// Whether a candidate may come up again under another index. Repeated ones are dropped.
    fn can_repeat(&self) -> bool {
        true
    }

    /// The engine that decides candidates: a complete one.
    fn engine(&self) -> &'static str;

    /// Whether a candidate is worth deciding: what can be said quickly, before the engine is asked.
    fn is_promising(&self, _position: &G::Position, _meter: &mut Meter<'_>) -> Result<bool, Fault> {
        Ok(true)
    }

    /// Whether a candidate of this outcome is wanted, solvable or proven not to be.
    fn wants(&self, outcome: OutcomeKind) -> bool {
        outcome == OutcomeKind::Solved
    }

    /// What else is demanded of a candidate whose outcome is wanted.
    fn accepts(&self, _position: &G::Position, _answer: &Answer) -> bool {
        true
    }

    /// The first fields of its record, after the name of the puzzle. They are file format.
    fn fields(&self, candidate: &Candidate<G::Position>) -> Vec<(&'static str, Value)>;

    /// A candidate and its answer in words.
    fn words(&self, position: &G::Position, answer: &Answer) -> String;
}

/// An instance that may be what is wanted.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{EveryHeap, KIT};
/// use patience_kit::{Kit, Recipe, Values};
///
/// // The argument leads to the position again.
/// let candidate = EveryHeap.candidate(7)?;
/// let read = KIT.read(&candidate.argument, &Values::default())?;
/// assert_eq!(read[0].position.json(), KIT.hold(candidate.position).json());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Candidate<P> {
    /// The name of its files.
    pub name: String,
    /// What its line begins with: an argument that names it.
    pub argument: String,
    /// Its name in lists, such as `seed 7`.
    pub title: String,
    /// The position.
    pub position: P,
}

/// The job `generate` of a maker.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::EveryHeap;
/// use patience_kit::{Job, Make, Values};
///
/// let about = Make(EveryHeap).about();
/// assert_eq!(about.verb, "generate");
/// // Every maker is asked for a number and a grade, then for what is its own.
/// assert!(about.settings.iter().map(|field| field.name).eq(["count", "grade"]));
/// assert!(Make(EveryHeap).start(&Values::from_iter([("count", 0)])).is_err());
/// ```
pub struct Make<M: Maker>(pub M);

impl<M: Maker> Job for Make<M> {
    fn about(&self) -> JobAbout {
        let mut settings = Wanted::fields();
        settings.append(&mut self.0.fields());
        JobAbout {
            verb: "generate",
            name: self.0.kit().0.about().name,
            summary: self.0.summary(),
            settings,
            unrecorded: &[],
            journal: None,
            list: Some("out"),
            pictures: true,
            limits: true,
        }
    }

    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault> {
        let Wanted { count, grade } = Wanted::read(settings)?;
        let kit = self.0.kit();
        let recipe = || self.0.recipe(settings);
        let work = Decide { kit, recipe: recipe()?, grade };
        let harvest = Harvest {
            kit,
            recipe: recipe()?,
            count: count.into(),
            grade,
            found: 0,
            examined: 0,
            undecided: 0,
            seen: HashSet::new(),
            repeats: 0,
            list: String::new(),
        };
        Ok((Box::new(work), Box::new(harvest)))
    }
}

/// The result of a unit.
#[derive(Serialize, Deserialize)]
struct Decided {
    /// The words and the record of a candidate that is wanted.
    made: Option<(String, Value)>,
    /// Whether a limit came before it was known whether the candidate is wanted.
    is_undecided: bool,
}

impl Decided {
    fn undecided() -> Self {
        Self { made: None, is_undecided: true }
    }

    fn unwanted() -> Self {
        Self { made: None, is_undecided: false }
    }
}

/// Decides and grades candidates.
struct Decide<G: Game> {
    kit: &'static KitOf<G>,
    recipe: Box<dyn Recipe<G>>,
    grade: Option<Grade>,
}

impl<G: Game> Work for Decide<G> {
    fn units(&self) -> Option<u64> {
        self.recipe.candidates()
    }

    fn work(&self, unit: u64, limits: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault> {
        let decided = match self.decide(unit, limits, cancel) {
            Err(fault) if fault.kind == FaultKind::Limit => Decided::undecided(),
            decided => decided?,
        };
        if decided.is_undecided && cancel.is_cancelled() {
            return Ok(None);
        }
        serde_json::to_value(decided).map(Some).map_err(Fault::environment)
    }
}

impl<G: Game> Decide<G> {
    /// Decides the candidate of a unit; a fault of the kind [`FaultKind::Limit`] if it cannot.
    fn decide(&self, unit: u64, limits: &Limits, cancel: &Cancel) -> Result<Decided, Fault> {
        let game = self.kit.0;
        let candidate = self.recipe.candidate(unit)?;
        let name = self.recipe.engine();
        let engines = game.engines();
        let engine = engines
            .iter()
            .find(|engine| engine.name == name)
            .ok_or_else(|| Fault::unknown("engine", name, engines.iter().map(|it| it.name)))?;
        let engine = game.prepare(engine, &Setup::default())?;
        let mut observer = ();
        let mut meter = Meter::start(limits, cancel, &mut observer);
        if !self.recipe.is_promising(&candidate.position, &mut meter)? {
            return Ok(Decided::unwanted());
        }
        let mut meter = Meter::start(limits, cancel, &mut observer);
        let mut answer = game.solve(&engine, &candidate.position, &mut meter)?;
        answer.stats = meter.finish();
        let outcome = OutcomeKind::from(&answer.end);
        if matches!(outcome, OutcomeKind::Limit | OutcomeKind::Exhausted) {
            return Ok(Decided::undecided());
        }
        if !self.recipe.wants(outcome) {
            return Ok(Decided::unwanted());
        }
        if !self.recipe.accepts(&candidate.position, &answer) {
            return Ok(Decided::unwanted());
        }
        let graded = match self.grade {
            None => None,
            Some(grade) => {
                let mut meter = Meter::start(limits, cancel, &mut observer);
                match game.grade(&candidate.position, &mut meter)? {
                    Some(graded) if graded.grade == grade => Some(graded),
                    _ => return Ok(Decided::unwanted()),
                }
            }
        };
        let mut record = Map::new();
        record.insert("puzzle".to_owned(), game.about().name.into());
        for (field, value) in self.recipe.fields(&candidate) {
            record.insert(field.to_owned(), value);
        }
        record.insert("outcome".to_owned(), outcome.word().into());
        record.insert("expanded".to_owned(), answer.stats.expanded.into());
        let mut words = self.recipe.words(&candidate.position, &answer);
        if let Some(graded) = graded {
            words = format!("{words}, {}", graded.grade.name());
            if let Ok(Value::Object(fields)) = serde_json::to_value(&graded) {
                record.extend(fields);
            }
        }
        Ok(Decided { made: Some((words, Value::Object(record))), is_undecided: false })
    }
}

/// What was found so far.
struct Harvest<G: Game> {
    kit: &'static KitOf<G>,
    recipe: Box<dyn Recipe<G>>,
    count: u64,
    grade: Option<Grade>,
    found: u64,
    examined: u64,
    /// Candidates that a limit left undecided.
    undecided: u64,
    /// The classes of the candidates that were examined, where they may repeat.
    seen: HashSet<String>,
    /// Candidates in a row that came up before.
    repeats: u32,
    list: String,
}

impl<G: Game> Gather for Harvest<G> {
    fn goal(&self) -> u64 {
        self.count
    }

    fn take(&mut self, unit: u64, result: Value) -> Result<Taken, Fault> {
        let Decided { made, is_undecided } =
            Decided::deserialize(&result).map_err(Fault::environment)?;
        self.examined += 1;
        self.undecided += u64::from(is_undecided);
        let mut taken = Taken { message: self.message(), ..Taken::default() };
        if self.recipe.can_repeat() {
            let class = self.kit.0.class(&self.recipe.candidate(unit)?.position);
            if !self.seen.insert(class) {
                self.repeats += 1;
                taken.is_enough = self.is_stuck();
                return Ok(taken);
            }
            self.repeats = 0;
        }
        let Some((words, json)) = made else { return Ok(taken) };
        let Candidate { name, argument, title, position } = self.recipe.candidate(unit)?;
        let position = self.kit.hold(position);
        let text = position.write(self.kit.0.about().exchange)?;
        let gap = if self.list.is_empty() { "" } else { "\n" };
        let end = if text.ends_with('\n') { "" } else { "\n" };
        self.list.extend([gap, "# ", &title, ": ", &words, "\n", &text, end]);
        self.found += 1;
        let item = Item {
            text: format!("{argument}: {words}"),
            json,
            name,
            title,
            position: Some(position),
        };
        taken.items.push(item);
        taken.progress = 1;
        taken.message = self.message();
        taken.is_enough = self.found == self.count;
        Ok(taken)
    }

    fn finish(&mut self) -> Finished {
        let many = self.kit.0.about().many;
        let mut notes = Vec::new();
        if 0 < self.undecided {
            notes.push(format!("{} {many} were skipped: a limit came first", self.undecided));
        }
        let is_complete = self.found == self.count;
        if !is_complete {
            let reason = if self.is_stuck() {
                ": those that come up have come up before"
            } else if self.recipe.candidates().is_some_and(|all| all <= self.examined) {
                ": there are no more"
            } else {
                ""
            };
            let examined = grouped(self.examined);
            notes.push(format!(
                "{} of {} {many}; {examined} examined{reason}",
                self.found, self.count
            ));
        }
        let list = Some(std::mem::take(&mut self.list));
        Finished { list, notes, is_complete, ..Finished::default() }
    }
}

impl<G: Game> Harvest<G> {
    fn is_stuck(&self) -> bool {
        self.repeats == MOST_REPEATS
    }

    fn message(&self) -> String {
        let grade = self.grade.map_or_else(String::new, |grade| format!(" {}", grade.name()));
        format!("{} examined, {} found{grade}", grouped(self.examined), grouped(self.found))
    }
}
