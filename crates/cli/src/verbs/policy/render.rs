//! A policy as text and as JSON, with how often each rule decides.

use std::fmt::Write as _;

use patience_core::Reading;
use patience_learn::{GenomeFile, Lexicon, Scale, Tree, Value};
use serde_json::{Map, json};

use super::sample::Sample;
use crate::output::grouped;

/// Characters per line.
const WIDTH: usize = 100;

/// A space that does not break a line.
const GLUE: &str = "\u{a0}";

/// A policy without a sample.
pub(crate) fn rules(file: &GenomeFile, lexicon: &Lexicon) -> String {
    text(file, lexicon, None)
}

/// The text that `show policy` prints.
pub(super) fn text(file: &GenomeFile, lexicon: &Lexicon, sample: Option<&Sample>) -> String {
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
        let condition = format!("if {}", whole(&rule.condition, lexicon));
        let number = format!("{}. ", at + 1);
        out += "\n";
        out += &wrapped(&condition, &number, &" ".repeat(number.len()));
        out += &value(file, lexicon, at, sample);
    }
    out += if file.genome.rules.is_empty() { "\nalways\n" } else { "\notherwise\n" };
    out += &value(file, lexicon, file.genome.rules.len(), sample);
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
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "\ntried on {} {} with {}, at most {} nodes each: {} solved, {} nodes in all",
            grouped(sample.instances),
            sample.many,
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
        Reading::Raw | Reading::Highest => "as they are",
    };
    let scale = match file.manner.scale {
        Scale::Normalised => "from 0 to 1",
        Scale::Counts => "in their own units",
        Scale::Maximum => "divided by their maximum",
    };
    let best = if file.manner.reading == Reading::Highest { "highest" } else { "lowest" };
    format!("values read heuristics {turned}, {scale}; the {best} is best")
}

/// The value of a rule, and how often it decided.
fn value(file: &GenomeFile, lexicon: &Lexicon, rule: usize, sample: Option<&Sample>) -> String {
    let value = match file.genome.value(rule) {
        Value::Formula(tree) => whole(tree, lexicon),
        Value::Weights(weights) => {
            let mut named: Vec<_> = weights.named(lexicon).collect();
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

/// A tree as text that does not break inside comparisons and products.
fn whole(tree: &Tree, lexicon: &Lexicon) -> String {
    let mut text = tree.display(lexicon).to_string();
    for sign in ["<=", ">=", "*"] {
        text = text.replace(&format!(" {sign} "), &format!("{GLUE}{sign}{GLUE}"));
    }
    text
}

/// Text wrapped at [`WIDTH`]: `first` comes before the first line, `other` before the others.
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

/// The JSON object that `show policy` prints. Its fields are file format.
pub(super) fn json(
    file: &GenomeFile,
    lexicon: &Lexicon,
    sample: Option<&Sample>,
) -> anyhow::Result<String> {
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
