// What evolves in the examples: a counter, which every generation raises by one.

use patience_core::Cancel;
use patience_kit::{BestTable, Estimate, Evaluate, Evolvable, EvolvableAbout, Fault, Field, RunReport};
use patience_learn::{Ending, Executor, Folder, LogLine, Run, Stopped, Table};
use serde_json::json;

/// The count of a run, and the generations that it has.
pub struct Counter {
    pub count: u32,
    pub generations: u32,
}

impl Run for Counter {
    fn generation(&self) -> u32 {
        self.count
    }
    fn is_over(&self) -> bool {
        self.generations <= self.count
    }
    fn remaining(&self) -> Option<u32> {
        Some(self.generations - self.count)
    }
    fn advance(&mut self, _: &mut Executor<'_>) -> Result<LogLine, Stopped> {
        self.count += 1;
        Ok(LogLine { json: json!({ "count": self.count }).to_string(), text: self.count.to_string() })
    }
    fn checkpoint(&self) -> String {
        self.count.to_string()
    }
    fn results(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
    fn failure(&self) -> Option<&str> {
        None
    }
    fn ending(&self, _: &Folder) -> Ending {
        Ending { text: format!("counted to {}\n", self.count), note: None }
    }
}

/// Counters as something that can be evolved.
pub struct Counting;

fn generations(text: &str) -> Result<u32, Fault> {
    let table: Table = text.parse().map_err(Fault::input)?;
    let value = table.get("generations").map_or(Some(10), |value| value.as_integer());
    let value = value.and_then(|it| u32::try_from(it).ok());
    value.ok_or_else(|| Fault::input("generations: expected a whole number").at(1, 1))
}

impl Evolvable for Counting {
    fn about(&self) -> EvolvableAbout {
        EvolvableAbout {
            name: "counter",
            summary: "A number that grows",
            description: "Every generation adds one.".to_owned(),
            examples: vec!["evolve counter --out run1".to_owned()],
            flags: vec![Field::new("generations", "Generations of the run", &10_u32)],
        }
    }
    fn check(&self, text: &str) -> Result<(), Fault> {
        generations(text).map(drop)
    }
    fn settings(&self, changes: Table) -> Result<String, Fault> {
        Ok(format!("generations = {}\n", generations(&changes.to_string())?))
    }
    fn continued(&self, before: &str, changes: Table) -> Result<String, Fault> {
        if changes.is_empty() { Ok(before.to_owned()) } else { self.settings(changes) }
    }
    fn owns(&self, settings: &Table) -> bool {
        settings.contains_key("generations")
    }
    fn default_folder(&self, settings: &str) -> Option<String> {
        Some(format!("counter-{}", generations(settings).ok()?))
    }
    fn begin(&self, settings: &str) -> Result<Box<dyn Run>, Fault> {
        Ok(Box::new(Counter { count: 0, generations: generations(settings)? }))
    }
    fn resume(&self, settings: &str, folder: &Folder) -> Result<Box<dyn Run>, Fault> {
        let count = u32::try_from(folder.log::<serde_json::Value>()?.len()).map_err(Fault::environment)?;
        Ok(Box::new(Counter { count, generations: generations(settings)? }))
    }
    fn evaluator(&self, _: &str) -> Result<Box<Evaluate>, Fault> {
        Ok(Box::new(|item, _| Ok(item.to_owned())))
    }
    fn estimate(&self, settings: &str, cancel: &Cancel) -> Result<Option<Estimate>, Fault> {
        let generations = generations(settings)?;
        let (measured, note) = ("an addition a generation".to_owned(), "");
        let estimate = Estimate { measured, seconds: 1e-9, generations, is_bound: true, note };
        Ok((!cancel.is_cancelled()).then_some(estimate))
    }
    fn report(&self, folder: &Folder) -> Result<Option<RunReport>, Fault> {
        Ok(Some(summary(generations(&folder.settings()?)?)))
    }
}

/// The report of a run that has counted so far.
pub fn summary(count: u32) -> RunReport {
    let best = BestTable { title: "Counts", head: &["count"], rows: vec![vec![count.to_string()]] };
    let (lines, json) = (vec![("count", count.to_string())], json!({ "count": count }));
    RunReport { lines, json, best: Some(best), ..RunReport::default() }
}
