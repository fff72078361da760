//! The state of a followed folder as JSON: figures, charts, rules, the hardest cases, settings.

use patience_kit::{BestTable, RunReport};
use patience_lab::runs::{
    Records, Summary, charts, other_than_policies, policy_text, settings_rows, used_settings,
};
use patience_learn::folder::{ARCHIVE, BEST, LOG, SETTINGS};
use patience_learn::{Folder, Generation, Settings};
use patience_workbench::evolution;
use serde::Serialize;
use serde_json::{Value, json};

use super::cases;
use super::folders::{Followed, Kind, is_plain};

/// The hardest cases that are named.
const NAMED: usize = 20;

/// A folder in a list.
#[derive(Debug, Serialize)]
pub(crate) struct Card<'a> {
    id: &'a str,
    name: &'a str,
    kind: &'static str,
    puzzle: &'a Value,
    about: &'a Value,
    facts: &'a Value,
    error: &'a Value,
}

impl<'a> Card<'a> {
    pub(crate) fn of(followed: &'a Followed, state: &'a Value) -> Self {
        Self {
            id: &followed.id,
            name: &followed.name,
            kind: kind_name(followed.kind),
            puzzle: &state["puzzle"],
            about: &state["about"],
            facts: &state["facts"],
            error: &state["error"],
        }
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Evolution => "evolution",
        Kind::Experiment => "experiment",
    }
}

/// Reads a folder. One that cannot be read says why.
pub(crate) fn read(followed: &Followed) -> Value {
    let read = match followed.kind {
        Kind::Evolution => evolution_state(followed),
        Kind::Experiment => experiment_state(followed),
    };
    let mut state = read.unwrap_or_else(|message| json!({ "error": message }));
    if let Value::Object(fields) = &mut state {
        fields.insert("id".to_owned(), json!(followed.id));
        fields.insert("name".to_owned(), json!(followed.name));
        fields.insert("kind".to_owned(), json!(kind_name(followed.kind)));
    }
    state
}

/// The log of a run of policies; an error says why there is none.
pub(super) fn log_of(followed: &Followed) -> Result<(Settings, Vec<Generation>), String> {
    let text = |error: patience_learn::FolderError| error.to_string();
    if followed.kind != Kind::Evolution
        || other_than_policies(&followed.path).map_err(text)?.is_some()
    {
        return Err(format!("{} evolved no policies: it cannot be compared", followed.name));
    }
    let (folder, settings) = Folder::open(&followed.path).map_err(text)?;
    Ok((settings, folder.log().map_err(text)?))
}

fn evolution_state(followed: &Followed) -> Result<Value, String> {
    for name in [SETTINGS, LOG, BEST, ARCHIVE] {
        let path = followed.path.join(name);
        if path.symlink_metadata().is_ok() && !is_plain(&path) {
            return Err(format!("{name} is not a plain file: it is not read"));
        }
    }
    let text = |error: patience_learn::FolderError| error.to_string();
    let folder = Folder::at(&followed.path);
    if let Some(evolvable) = other_than_policies(&followed.path).map_err(text)? {
        let report = evolvable.report(&folder).map_err(|fault| fault.message)?;
        return report.map(|report| report_state(&report)).ok_or_else(|| "no report".to_owned());
    }
    let (settings, log) = log_of(followed)?;
    let best = folder.read(BEST).map_err(text)?;
    let summary = Summary::new(&settings, &log, best.as_ref().map(|_| BEST.to_owned()));
    let (rules, rules_error) = match best.as_deref().map(evolution::read_genome) {
        None => (None, None),
        Some(Ok((file, feature_set))) => (Some(policy_text(&file, &feature_set, |_| None)), None),
        Some(Err(error)) => {
            let place = format!("{BEST}:{}:{}", error.line, error.column);
            (None, Some(format!("{place}: {}", error.message)))
        }
    };
    let names: Vec<&str> = summary.hardest.iter().map(|hard| hard.case.as_str()).collect();
    let texts = cases::of_run(&settings, &names);
    let hardest = summary.hardest.iter().map(|hard| {
        json!({
            "case": hard.case,
            "generations": hard.generations,
            "tries": hard.tries,
            "solved": hard.solved,
            "nodes": hard.nodes,
            "play": texts.get(&hard.case),
        })
    });
    let generations = log.iter().map(|it| {
        json!({
            "generation": it.generation,
            "best": it.best,
            "mean": it.mean,
            "worst": it.worst,
            "validation": it.validation.fitness,
            "champion": it.champion.validation.fitness,
            "evaluations": it.evaluations,
        })
    });
    Ok(json!({
        "puzzle": summary.puzzle,
        "about": summary.about(),
        "facts": summary.facts(),
        "diagnosis": summary.diagnosis.as_ref().map(ToString::to_string),
        "charts": charts(&log),
        "rules": rules,
        "rules_error": rules_error,
        "hardest": hardest.take(NAMED).collect::<Vec<_>>(),
        "settings": settings_rows(&used_settings(&settings)),
        "generations": generations.collect::<Vec<_>>(),
    }))
}

/// A run that evolves something else: the puzzle has the content.
fn report_state(report: &RunReport) -> Value {
    let best = report.best.as_ref().map(
        |BestTable { title, head, rows }| json!({ "title": title, "head": head, "rows": rows }),
    );
    json!({
        "puzzle": null,
        "about": report.about,
        "facts": report.facts,
        "charts": report.charts,
        "picture": report.picture.as_ref().map(|(title, svg)| json!({ "title": title, "svg": svg })),
        "best": best,
        "settings": settings_rows(&report.settings),
    })
}

fn experiment_state(followed: &Followed) -> Result<Value, String> {
    let records = Records::read(&followed.path).map_err(|error| error.to_string())?;
    let puzzle = records.rows.iter().find_map(|row| row.puzzle.clone());
    let cases: usize = records.rows.iter().map(|row| row.cases).sum();
    let seconds: f64 = records.rows.iter().map(|row| row.seconds).sum();
    let rows = records.rows.len();
    let hardest = records.hardest(NAMED).into_iter().map(|case| {
        let opens = puzzle.as_ref().is_some_and(|puzzle| cases::opens(puzzle, case));
        json!({
            "case": case.case,
            "solved": u8::from(case.outcome.is_success()),
            "tries": 1,
            "nodes": case.nodes,
            "play": opens.then_some(&case.case),
        })
    });
    let hardest = hardest.collect::<Vec<_>>();
    Ok(json!({
        "puzzle": puzzle,
        "about": format!("Records of the experiment {}", followed.name),
        "facts": [
            ("rows", rows.to_string(), String::new()),
            ("cases", patience_kit::grouped(cases as u64), "recorded".to_owned()),
            ("CPU time", format!("{seconds:.0} s"), "of all cases".to_owned()),
        ],
        "charts": records.charts(),
        "hardest": hardest,
        "rows": records.rows,
    }))
}
