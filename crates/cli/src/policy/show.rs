//! `patience show policy`: the rules as a person reads them, and how often each decides.

use std::fmt::Write as _;
use std::io::Write;

use patience_catalog::policy::Policy;
use patience_core::Reading;
use patience_learn::{GenomeFile, Scale, Tree, Value};
use serde_json::{Map, json};

use super::sample::Sample;
use crate::args::ShowPolicy;
use crate::exit::Exit;
use crate::output::{grouped, say};

/// Letters of a line.
const WIDTH: usize = 100;

/// A space at which no line ends.
const GLUE: &str = "\u{a0}";

pub(crate) fn run(args: &ShowPolicy) -> anyhow::Result<Exit> {
    let policy = super::read_any(&args.file)?;
    let sample = if args.no_sample { None } else { Some(Sample::of(&policy, args)?) };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", in_json(&policy, sample.as_ref())?)?;
    } else {
        write!(out, "{}", render(&policy, sample.as_ref()))?;
    }
    if sample.is_some_and(|sample| !sample.is_whole) {
        say("interrupted: not all of the sample was searched");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// The rules of a policy, for people.
pub(crate) fn rules(policy: &Policy) -> String {
    render(policy, None)
}

/// Everything, for people.
fn render(policy: &Policy, sample: Option<&Sample>) -> String {
    let file = policy.file();
    let mut out = format!("{}: a policy for {}\n", file.name, file.puzzle);
    if let Some(about) = &file.about {
        out += &wrapped(about, "", "");
    }
    out += &wrapped(&manner(file), "", "");
    let search: Vec<String> =
        file.search.iter().map(|(key, value)| format!("{key} {value}")).collect();
    if !search.is_empty() {
        let search = search.join(", ").replace('"', "");
        out += &wrapped(&format!("searched with {search}"), "", "");
    }
    for (at, rule) in file.genome.rules.iter().enumerate() {
        let condition = format!("if {}", whole(&rule.condition, policy));
        let number = format!("{}. ", at + 1);
        out += "\n";
        out += &wrapped(&condition, &number, &" ".repeat(number.len()));
        out += &verdict(policy, at, sample);
    }
    out += if file.genome.rules.is_empty() { "\nalways\n" } else { "\notherwise\n" };
    out += &verdict(policy, file.genome.rules.len(), sample);
    if !file.provenance.is_empty() {
        out += "\nwhere it came from\n";
    }
    for (key, value) in &file.provenance {
        let rendered = match value.as_table() {
            Some(table) => format!("{} entries", table.len()),
            None => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
        };
        out += &wrapped(&rendered, &format!("   {key}: "), "     ");
    }
    if let Some(sample) = sample {
        let many = patience_workbench::find(&file.puzzle).map_or("boards", |kit| kit.about().many);
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\ntried on {} {many} with {}, at most {} nodes each: {} solved, {} nodes in all",
            grouped(sample.instances),
            sample.engine,
            grouped(sample.nodes),
            grouped(sample.solved),
            grouped(sample.expanded),
        );
    }
    out
}

/// How features are read, in words.
fn manner(file: &GenomeFile) -> String {
    let turned = match file.manner.reading {
        Reading::Distance => "turned so that less is nearer",
        Reading::Raw => "as they are",
    };
    let scale = match file.manner.scale {
        Scale::Normalised => "from 0 to 1",
        Scale::Counts => "in their own units",
    };
    format!("values read heuristics {turned}, {scale}; the lowest is best")
}

/// The value of a rule, and how often it decided.
fn verdict(policy: &Policy, rule: usize, sample: Option<&Sample>) -> String {
    let value = match policy.file().genome.value(rule) {
        Value::Formula(tree) => whole(tree, policy),
        Value::Weights(weights) => {
            let mut named: Vec<_> = weights.named(policy.lexicon()).collect();
            named.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
            let terms = named.iter().map(|(name, weight)| format!("{weight}{GLUE}{name}"));
            let terms = terms.collect::<Vec<_>>().join(" + ");
            if terms.is_empty() { "0".to_owned() } else { terms }
        }
    };
    let mut out = wrapped(&value, "   ", "   ");
    if let Some(sample) = sample {
        let (fired, all) = (sample.fired[rule], sample.fired.iter().sum::<u64>());
        let share = 100.0 * fired as f64 / all.max(1) as f64;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "   decided {} times, {share:.2} %", grouped(fired));
    }
    out
}

/// A tree as text whose comparisons and products stay on one line.
fn whole(tree: &Tree, policy: &Policy) -> String {
    let mut text = tree.display(policy.lexicon()).to_string();
    for sign in ["<=", ">=", "*"] {
        text = text.replace(&format!(" {sign} "), &format!("{GLUE}{sign}{GLUE}"));
    }
    text
}

/// Text in lines that are not too long: `first` before it, `other` before further lines.
fn wrapped(text: &str, first: &str, other: &str) -> String {
    let mut out = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        if !is_empty && WIDTH < line.chars().count() + 1 + word.chars().count() {
            out += &line;
            out += "\n";
            other.clone_into(&mut line);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line += word;
        is_empty = false;
    }
    (out + &line + "\n").replace(GLUE, " ")
}

/// Everything, as one JSON object. Its fields are file format.
fn in_json(policy: &Policy, sample: Option<&Sample>) -> anyhow::Result<String> {
    let (file, lexicon) = (policy.file(), policy.lexicon());
    let value = |rule: usize| {
        let mut object = Map::new();
        if let Some(rule) = file.genome.rules.get(rule) {
            object.insert("if".to_owned(), rule.condition.display(lexicon).to_string().into());
        }
        match file.genome.value(rule) {
            Value::Formula(tree) => {
                object.insert("value".to_owned(), tree.display(lexicon).to_string().into());
            }
            Value::Weights(weights) => {
                let named: Map<_, _> = weights
                    .named(lexicon)
                    .map(|(name, weight)| (name.to_owned(), weight.into()))
                    .collect();
                object.insert("weights".to_owned(), named.into());
            }
        }
        if let Some(sample) = sample {
            object.insert("fired".to_owned(), sample.fired[rule].into());
        }
        object
    };
    let rules = file.genome.rules.len();
    let shown = json!({
        "puzzle": file.puzzle,
        "name": file.name,
        "about": file.about,
        "reading": file.manner.reading,
        "scale": file.manner.scale,
        "search": file.search,
        "rules": (0..rules).map(value).collect::<Vec<_>>(),
        "default": value(rules),
        "provenance": file.provenance,
        "sample": sample,
    });
    Ok(serde_json::to_string(&shown)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_wrapped_between_words() {
        let text = ["word"; 30].join(" ");
        let lines = wrapped(&text, "1. ", "   ");
        assert!(lines.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(lines.starts_with("1. word word"));
        assert_eq!(lines.split_whitespace().count(), 31);
        assert_eq!(wrapped("", "- ", ""), "- \n");
        let glued = wrapped(&vec![format!("a{GLUE}b"); 40].join(" "), "", "");
        assert!(glued.lines().all(|line| line.starts_with('a') && line.ends_with('b')));
    }
}
