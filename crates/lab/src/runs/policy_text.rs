//! A policy as text: rules that people read.

use std::fmt::Write as _;

use patience_core::Reading;
use patience_learn::{FeatureSet, GenomeFile, Scale, Tree, Value};

/// Characters per line.
const WIDTH: usize = 100;

/// A space that does not break a line.
const GLUE: &str = "\u{a0}";

/// A policy as text. `decided` says how often a rule decided, where that was counted; the default comes after the rules.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_lab::runs::policy_text;
/// use patience_learn::{FeatureSet, GenomeFile};
///
/// let file = r#"
/// format = 1
/// puzzle = "countdown"
/// name = "Near and far"
///
/// [[rule]]
/// if = "Left <= 0.5"
/// value = "2 * Left"
///
/// [default]
/// weights = { Left = 1.0 }
/// "#;
/// let features = FeatureSet::of::<Countdown>(&["Left"])?;
/// let file = GenomeFile::parse(file, |_, _| Some(features.clone()))?;
/// let text = policy_text(&file, &features, |rule| Some(format!("decided {rule} times")));
/// assert!(text.starts_with("Near and far: a policy for countdown\n"));
/// // The default comes last.
/// assert!(text.ends_with("otherwise\n   1 Left\n   decided 1 times\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn policy_text(
    file: &GenomeFile,
    feature_set: &FeatureSet,
    decided: impl Fn(usize) -> Option<String>,
) -> String {
    let mut out = format!("{}: a policy for {}\n", file.name, file.puzzle);
    if let Some(about) = &file.about {
        out += &wrapped(about, "", "");
    }
    out += &wrapped(&encoding(file), "", "");
    let search: Vec<String> =
        file.search.iter().map(|(key, value)| format!("{key} {value}")).collect();
    if !search.is_empty() {
        let search = search.join(", ").replace('"', "");
        out += &wrapped(&format!("searched with {search}"), "", "");
    }
    for (at, rule) in file.genome.rules.iter().enumerate() {
        let condition = format!("if {}", whole(&rule.condition, feature_set));
        let number = format!("{}. ", at + 1);
        out += "\n";
        out += &wrapped(&condition, &number, &" ".repeat(number.len()));
        out += &value(file, feature_set, at, decided(at));
    }
    out += if file.genome.rules.is_empty() { "\nalways\n" } else { "\notherwise\n" };
    out += &value(file, feature_set, file.genome.rules.len(), decided(file.genome.rules.len()));
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
    out
}

/// How features are read, in words.
fn encoding(file: &GenomeFile) -> String {
    let turned = match file.encoding.reading {
        Reading::Distance => "turned so that less is nearer",
        Reading::Raw | Reading::Highest => "as they are",
    };
    let scale = match file.encoding.scale {
        Scale::Normalised => "from 0 to 1",
        Scale::Counts => "in their own units",
        Scale::Maximum => "divided by their maximum",
    };
    let best = if file.encoding.reading == Reading::Highest { "highest" } else { "lowest" };
    format!("values read heuristics {turned}, {scale}; the {best} is best")
}

/// The value of a rule, and how often it decided.
fn value(
    file: &GenomeFile,
    feature_set: &FeatureSet,
    rule: usize,
    decided: Option<String>,
) -> String {
    let value = match file.genome.value(rule) {
        Value::Formula(tree) => whole(tree, feature_set),
        Value::Weights(weights) => {
            let mut named: Vec<_> = weights.named(feature_set).collect();
            named.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
            let terms = named.iter().map(|(name, weight)| format!("{weight}{GLUE}{name}"));
            let terms = terms.collect::<Vec<_>>().join(" + ");
            if terms.is_empty() { "0".to_owned() } else { terms }
        }
    };
    let mut out = wrapped(&value, "   ", "   ");
    if let Some(decided) = decided {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "   {decided}");
    }
    out
}

/// A tree as text that does not break inside comparisons and products.
fn whole(tree: &Tree, feature_set: &FeatureSet) -> String {
    let mut text = tree.display(feature_set).to_string();
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
