//! Genomes as strings, for checkpoints and logs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::text::Shortest;
use super::{FeatureSet, Genome, Rule, Tree, TreeError, Type, Value, Weights};

/// A genome as strings, for serde.
///
/// Numbers are strings, so that they survive any format to the last bit.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{Genome, GenomeText, FeatureSet, Tree, Type, Value};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let tree = Tree::parse("0.1 * Left", Type::Number, &feature_set)?;
/// let genome = Genome { rules: Vec::new(), default: Value::Formula(tree) };
/// let json = serde_json::to_string(&GenomeText::new(&genome, &feature_set))?;
/// assert_eq!(json, r#"{"rules":[],"default":{"value":"0.1 * Left"}}"#);
/// assert_eq!(serde_json::from_str::<GenomeText>(&json)?.genome(&feature_set)?, genome);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GenomeText {
    /// The rules in order.
    pub rules: Vec<RuleText>,
    /// The value where none applies.
    pub default: ValueText,
}

/// A rule in text.
///
/// ```
/// use patience_learn::{RuleText, ValueText};
///
/// let rule = RuleText { condition: "Left <= 0.5".to_owned(), value: ValueText::Value("2 * Left".to_owned()) };
/// let json = serde_json::to_string(&rule)?;
/// assert_eq!(json, r#"{"if":"Left <= 0.5","value":"2 * Left"}"#);
/// assert_eq!(serde_json::from_str::<RuleText>(&json)?, rule);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RuleText {
    /// Its condition.
    #[serde(rename = "if")]
    pub condition: String,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueText,
}

/// A value in text.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, GenomeText, Value, ValueText};
///
/// let default: ValueText = serde_json::from_str(r#"{ "weights": { "Left": "0.1" } }"#)?;
/// let text = GenomeText { rules: Vec::new(), default };
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// assert!(matches!(text.genome(&feature_set)?.default, Value::Weights(weights) if weights.numbers() == [0.1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueText {
    /// Weights that are not 0, by the names of their heuristics.
    Weights(BTreeMap<String, String>),
    /// A formula.
    Value(String),
}

/// Text that is not a genome.
///
/// ```
/// use patience_core::example::Countdown;
/// use patience_learn::{FeatureSet, GenomeText, GenomeTextError, ValueText};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let text = GenomeText { rules: Vec::new(), default: ValueText::Value("2 * Right".to_owned()) };
/// let error = text.genome(&feature_set).unwrap_err();
/// // Without rules, the default is the first.
/// assert!(matches!(&error, GenomeTextError::Tree { rule: 0, error } if error.offset == 4));
/// assert!(error.to_string().starts_with("rule 1, byte 4: "));
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenomeTextError {
    /// A condition or a formula is wrong; the default counts as the last rule.
    #[error("rule {}, byte {}: {error}", .rule + 1, .error.offset)]
    Tree {
        /// The rule, from 0.
        rule: usize,
        /// What is wrong with it.
        error: TreeError,
    },
    /// Weights are wrong.
    #[error("rule {}: {message}", .rule + 1)]
    Weights {
        /// The rule, from 0.
        rule: usize,
        /// What is wrong with it.
        message: String,
    },
}

impl GenomeText {
    /// A genome in text.
    ///
    /// # Panics
    ///
    /// If the feature set has fewer features than the genome uses.
    #[must_use]
    pub fn new(genome: &Genome, feature_set: &FeatureSet) -> Self {
        let value = |value: &Value| match value {
            Value::Formula(tree) => ValueText::Value(tree.display(feature_set).to_string()),
            Value::Weights(weights) => {
                let pairs = weights.named(feature_set);
                let text = |(name, weight)| (String::from(name), Shortest(weight).to_string());
                ValueText::Weights(pairs.map(text).collect())
            }
        };
        let rule = |rule: &Rule| RuleText {
            condition: rule.condition.display(feature_set).to_string(),
            value: value(&rule.value),
        };
        Self { rules: genome.rules.iter().map(rule).collect(), default: value(&genome.default) }
    }

    /// Parses the genome.
    pub fn genome(&self, feature_set: &FeatureSet) -> Result<Genome, GenomeTextError> {
        let tree = |rule, text: &str, kind| {
            Tree::parse(text, kind, feature_set)
                .map_err(|error| GenomeTextError::Tree { rule, error })
        };
        let value = |rule, text: &ValueText| match text {
            ValueText::Value(formula) => tree(rule, formula, Type::Number).map(Value::Formula),
            ValueText::Weights(named) => weights(named, feature_set)
                .map(Value::Weights)
                .map_err(|message| GenomeTextError::Weights { rule, message }),
        };
        let rules = self.rules.iter().enumerate().map(|(at, rule)| {
            let condition = tree(at, &rule.condition, Type::Truth)?;
            Ok(Rule { condition, value: value(at, &rule.value)? })
        });
        Ok(Genome {
            rules: rules.collect::<Result<_, _>>()?,
            default: value(self.rules.len(), &self.default)?,
        })
    }
}

fn weights(named: &BTreeMap<String, String>, feature_set: &FeatureSet) -> Result<Weights, String> {
    let mut numbers = vec![0.0; feature_set.weighted().len()];
    for (name, text) in named {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        numbers[feature_set.weight(name)?] = number
            .ok_or_else(|| format!("expected a finite number for `{name}`, found `{text}`"))?;
    }
    Weights::new(numbers, feature_set).ok_or_else(|| "expected finite numbers".to_owned())
}
