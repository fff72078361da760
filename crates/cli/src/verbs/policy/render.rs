//! A policy as text and as JSON, with how often each rule decides.

use std::fmt::Write as _;

use patience_lab::runs::policy_text;
use patience_learn::{FeatureSet, GenomeFile, Value};
use serde_json::{Map, json};

use super::sample::Sample;
use crate::output::grouped;

/// The text that `show policy` prints.
pub(super) fn text(file: &GenomeFile, feature_set: &FeatureSet, sample: Option<&Sample>) -> String {
    let decided = |rule: usize| {
        let sample = sample?;
        let (fired, all) = (sample.fired[rule], sample.fired.iter().sum::<u64>());
        let share = 100.0 * fired as f64 / all.max(1) as f64;
        Some(format!("decided {} times, {share:.2} %", grouped(fired)))
    };
    let mut out = policy_text(file, feature_set, decided);
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

/// The JSON object that `show policy` prints. Its fields are file format.
pub(super) fn json(
    file: &GenomeFile,
    feature_set: &FeatureSet,
    sample: Option<&Sample>,
) -> anyhow::Result<String> {
    let value = |rule: usize| {
        let mut object = Map::new();
        if let Some(rule) = file.genome.rules.get(rule) {
            object.insert("if".to_owned(), rule.condition.display(feature_set).to_string().into());
        }
        match file.genome.value(rule) {
            Value::Formula(tree) => {
                object.insert("value".to_owned(), tree.display(feature_set).to_string().into());
            }
            Value::Weights(weights) => {
                let named: Map<_, _> = weights
                    .named(feature_set)
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
        "reading": file.encoding.reading,
        "scale": file.encoding.scale,
        "search": file.search,
        "rules": (0..rules).map(value).collect::<Vec<_>>(),
        "default": value(rules),
        "provenance": file.provenance,
        "sample": sample,
    });
    Ok(serde_json::to_string(&shown)?)
}
