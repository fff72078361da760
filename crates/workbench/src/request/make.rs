//! Making instances: the generators of puzzles, and random instances that are winnable or of a grade.

use std::sync::atomic::{AtomicBool, Ordering};

use patience_core::{Cancel, Limits, Observer};
use patience_kit::{Choice as _, Fault, Field, FieldKind, Grade, Item, Job, Kit, Values};
use serde_json::{Value, json};
use web_time::Instant;

use super::about::GENERATE;
use super::progress::Counter;
use crate::batch;
use crate::random::within;

/// Generators that are run.
pub(super) struct Making<'a> {
    pub(super) kit: &'static dyn Kit,
    /// What all candidates together may spend.
    pub(super) limits: Limits,
    /// Whether the time ends the work with an error instead of candidates that it leaves undecided, so that results do not depend on it.
    pub(super) is_exact: bool,
    pub(super) threads: usize,
    pub(super) cancel: &'a Cancel,
}

/// What a generator made.
pub(super) struct Made {
    pub(super) items: Vec<Item>,
    pub(super) notes: Vec<String>,
    pub(super) is_complete: bool,
}

/// The generator of a name, or the only one.
pub(super) fn maker(kit: &'static dyn Kit, name: Option<&str>) -> Result<&'static dyn Job, Fault> {
    let makers = || kit.jobs().iter().copied().filter(|job| job.about().verb == GENERATE);
    let found = makers().find(|job| name.is_none_or(|name| job.about().name == name));
    found.ok_or_else(|| match name {
        Some(name) => {
            let known: Vec<&str> = makers().map(|job| job.about().name).collect();
            Fault::unknown("generator", name, known)
        }
        None => Fault::input(format_args!("{} has no generator", kit.about().title)),
    })
}

/// The grade of a name.
pub(super) fn grade(name: &str) -> Result<Grade, Fault> {
    let known = Grade::ALL.iter().map(|(_, named)| named.name);
    Grade::named(name).ok_or_else(|| Fault::unknown("grade", name, known))
}

impl Making<'_> {
    /// Runs a generator until it has enough.
    pub(super) fn run(
        &self,
        job: &dyn Job,
        settings: &Values,
        observer: &mut dyn Observer,
    ) -> Result<Made, Fault> {
        let about = job.about();
        settings.refuse_unknown(&format!("the generator {}", about.name), &about.settings)?;
        for field in &about.settings {
            settings.get(field.name).map_or(Ok(()), |value| field.check(value))?;
        }
        let (work, mut gather) = job.start(settings)?;
        let begun = Instant::now();
        let Limits { nodes, time, memory } = self.limits.clone();
        let left = || time.map(|time| time.saturating_sub(begun.elapsed()));
        let is_late = || left().is_some_and(|left| left.is_zero());
        let mut counter = Counter::new(observer);
        let (mut items, mut is_cut_short) = (Vec::new(), false);
        let is_enough = AtomicBool::new(false);
        let has_enough = || is_enough.load(Ordering::Relaxed);
        let is_over = || self.cancel.is_cancelled() || is_late() || has_enough();
        let unit = |unit: u64| {
            let time = if self.is_exact { None } else { left() };
            (unit, work.work(unit, &Limits { nodes, time, memory }, self.cancel))
        };
        let emit = |(unit, result): (u64, Result<Option<Value>, Fault>)| -> Result<(), Fault> {
            // Results of later units would be out of turn.
            let Some(result) = result?.filter(|_| !has_enough() && !is_cut_short) else {
                is_cut_short |= !has_enough();
                return Ok(());
            };
            let mut taken = gather.take(unit, result)?;
            items.append(&mut taken.items);
            is_enough.fetch_or(taken.is_enough, Ordering::Relaxed);
            counter.advance();
            Ok(())
        };
        let units = 0..work.units().unwrap_or(u64::MAX);
        batch::in_order(units, self.threads, is_over, unit, emit)?;
        let finished = gather.finish();
        let mut notes = finished.notes;
        if !finished.is_complete && (is_late() || self.cancel.is_cancelled()) {
            notes.push("the time is over".to_owned());
        }
        Ok(Made { items, notes, is_complete: finished.is_complete })
    }

    /// A random instance that is winnable, and of a grade where one is given: its text. `random` decides which one.
    pub(super) fn one(
        &self,
        random: u64,
        grade: Option<Grade>,
        rules: &Values,
        observer: &mut dyn Observer,
    ) -> Result<String, Fault> {
        let job = maker(self.kit, None)?;
        let fields = job.about().settings;
        let mut settings = Values::default();
        let find = |name: &str| fields.iter().find(|field| field.name == name);
        for (name, value) in &rules.0 {
            if find(name).is_none() {
                return Err(Fault::input(format_args!(
                    "{name}: no {} is made by this rule",
                    self.kit.about().one
                )));
            }
            settings.set(name, value.clone());
        }
        if find("count").is_some() {
            settings.set("count", 1);
        }
        if let Some(Field { kind: FieldKind::Integer { min, max }, .. }) = find("seed") {
            settings.set("seed", within(*min, *max, random));
        }
        if find("winnable").is_some() {
            settings.set("winnable", true);
        }
        if let Some(grade) = grade {
            settings.set("grade", grade.name());
        }
        let Made { items, notes, .. } = self.run(job, &settings, observer)?;
        let item = items.into_iter().next();
        let none = || Fault::limit(format_args!("none was found: {}", notes.join("; ")));
        let item = item.ok_or_else(none)?;
        let position = item.position.as_ref().ok_or_else(none)?;
        let code = position.code();
        // What its line begins with is often a number.
        let word = item.text.split(':').next().unwrap_or_default();
        let is_meant = crate::read(self.kit, word, rules).is_ok_and(|read| read.code() == code);
        Ok(if is_meant { word.to_owned() } else { code })
    }
}

/// What was made, as an answer.
pub(super) fn answer(kit: &dyn Kit, made: &Made) -> Result<Value, Fault> {
    let mut list = Vec::new();
    for item in &made.items {
        let Some(position) = &item.position else { continue };
        let mut one = json!({
            "name": item.title,
            "code": position.code(),
            "text": position.write(kit.about().exchange)?,
            "words": item.text,
        });
        for field in ["grade", "measures"] {
            if let Some(value) = item.json.get(field) {
                one[field] = value.clone();
            }
        }
        list.push(one);
    }
    Ok(json!({ "made": list, "complete": made.is_complete, "notes": made.notes }))
}
