//! Genetic operators: random genomes, crossover, mutation.

mod grow;
mod select;

use patience_core::SplitMix;

pub(crate) use select::pick;
pub use select::{roulette, tournament};

use crate::genome::{FeatureSet, Genome, Place, Rule, Tree, Type, Value, Weights, type_of};
use crate::settings::{RuleMutation, Settings, Shape};

/// The genetic operators for the shape of genomes in the settings.
///
/// All shapes share them: a vector of weights or a formula is a policy without rules, and operators on the value of a rule apply to it.
///
/// ```
/// use patience_core::{SplitMix, example::Countdown};
/// use patience_learn::{Breeder, FeatureSet, Parent, Settings, Shape};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let settings = Settings { genome: Shape::Policy, rules: 3, ..Settings::default() };
/// let breeder = Breeder { feature_set: &feature_set, settings: &settings };
/// let mut random = SplitMix::new(7);
/// let (mother, father) = (breeder.random(&mut random), breeder.random(&mut random));
/// let (mother, father) = (Parent { genome: &mother, fired: &[] }, Parent { genome: &father, fired: &[] });
/// for child in breeder.cross(mother, father, &mut random) {
///     assert_eq!(child.rules.len(), 3);
/// }
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Breeder<'a> {
    /// The vocabulary.
    pub feature_set: &'a FeatureSet,
    /// The probabilities and bounds.
    pub settings: &'a Settings,
}

/// A genome, and how often its rules decided in its searches; the default last.
///
/// ```
/// use patience_core::{SplitMix, example::Countdown};
/// use patience_learn::{Breeder, FeatureSet, Parent, Settings, Shape};
///
/// let feature_set = FeatureSet::of::<Countdown>(&["Left"])?;
/// let settings = Settings { genome: Shape::Policy, rules: 2, favourite: 1.0, ..Settings::default() };
/// let breeder = Breeder { feature_set: &feature_set, settings: &settings };
/// let mut random = SplitMix::new(7);
/// let genome = breeder.random(&mut random);
/// // The second rule decided most often, so operators work on it; the first rule and the default stay.
/// let child = breeder.mutate(Parent { genome: &genome, fired: &[3, 9, 4] }, &mut random);
/// assert_eq!((&child.rules[0], &child.default), (&genome.rules[0], &genome.default));
/// assert_ne!(child.rules[1], genome.rules[1]);
/// # Ok::<(), patience_learn::UnknownHeuristic>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parent<'a> {
    /// The genome.
    pub genome: &'a Genome,
    /// How often each rule decided.
    pub fired: &'a [u64],
}

/// The part of a rule that an operator works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Rule,
    Condition,
    Value,
}

impl Part {
    /// A uniformly random part.
    fn any(random: &mut SplitMix) -> Self {
        pick(&[Self::Rule, Self::Condition, Self::Value], random)
    }
}

impl Breeder<'_> {
    /// A random genome.
    pub fn random(&self, random: &mut SplitMix) -> Genome {
        let rules = if self.settings.genome == Shape::Policy { self.settings.rules } else { 0 };
        Genome {
            rules: (0..rules).map(|_| self.random_rule(random)).collect(),
            default: self.random_value(random),
        }
    }

    /// Crossover: the parents exchange a rule, a condition or a value, or parts of these.
    pub fn cross(
        &self,
        mother: Parent<'_>,
        father: Parent<'_>,
        random: &mut SplitMix,
    ) -> [Genome; 2] {
        let (mut one, mut other) = (mother.genome.clone(), father.genome.clone());
        let (at, from) = (self.pick_rule(mother, random), self.pick_rule(father, random));
        let is_rule = at < one.rules.len() && from < other.rules.len();
        match if is_rule { Part::any(random) } else { Part::Value } {
            Part::Rule => std::mem::swap(&mut one.rules[at], &mut other.rules[from]),
            Part::Condition => {
                let (left, right) =
                    (&mut one.rules[at].condition, &mut other.rules[from].condition);
                self.cross_trees(left, right, Type::Truth, random);
            }
            Part::Value => self.cross_values(one.value_mut(at), other.value_mut(from), random),
        }
        [one, other]
    }

    /// Mutation: a rule, a condition or a value changes.
    pub fn mutate(&self, parent: Parent<'_>, random: &mut SplitMix) -> Genome {
        let mut child = parent.genome.clone();
        let at = self.pick_rule(parent, random);
        match if at < child.rules.len() { Part::any(random) } else { Part::Value } {
            Part::Rule => match self.settings.rule_mutation {
                RuleMutation::Fresh => child.rules[at] = self.random_rule(random),
                RuleMutation::Swap => {
                    let with = random.below(child.rules.len());
                    child.rules.swap(at, with);
                }
            },
            Part::Condition => {
                child.rules[at].condition =
                    self.mutate_tree(&child.rules[at].condition, Type::Truth, random);
            }
            Part::Value => {
                let value = child.value_mut(at);
                *value = self.mutate_value(value, random);
            }
        }
        child
    }

    /// The rule that an operator works on; the default is the last. The rule that decided most often is picked with probability
    /// `favourite`, the others uniformly.
    fn pick_rule(&self, parent: Parent<'_>, random: &mut SplitMix) -> usize {
        let rules = parent.genome.rules.len() + 1;
        let most = parent.fired.iter().copied().max().unwrap_or(0);
        let favourite = parent.fired.iter().position(|&count| 0 < most && count == most);
        match favourite {
            Some(favourite) if favourite < rules => {
                if rules == 1 || random.chance(self.settings.favourite) {
                    return favourite;
                }
                let other = random.below(rules - 1);
                if other < favourite { other } else { other + 1 }
            }
            _ => random.below(rules),
        }
    }

    fn random_rule(&self, random: &mut SplitMix) -> Rule {
        Rule { condition: self.random_condition(random), value: self.random_value(random) }
    }

    fn random_value(&self, random: &mut SplitMix) -> Value {
        if self.settings.has_weights() {
            let weighted = self.feature_set.weighted().iter();
            self.weights(weighted.map(|&feature| self.random_weight(feature, random)).collect())
        } else {
            Value::Formula(self.random_formula(random))
        }
    }

    /// A new weight of a feature. Few weights of advisors keep a sum from being governed by what many of them have in common.
    fn random_weight(&self, feature: usize, random: &mut SplitMix) -> f64 {
        let share = self.settings.advisor_share;
        let is_optional = share < 1.0 && !self.feature_set.features()[feature].is_heuristic();
        if is_optional && !random.chance(share) { 0.0 } else { grow::unit(random) }
    }

    fn weights(&self, numbers: Vec<f64>) -> Value {
        let weights = Weights::new(numbers, self.feature_set);
        Value::Weights(weights.expect("there is a finite number for each weighted feature"))
    }

    fn cross_values(&self, one: &mut Value, other: &mut Value, random: &mut SplitMix) {
        match (one, other) {
            (Value::Weights(left), Value::Weights(right)) => {
                let count = left.numbers().len();
                // At least one weight from each parent, if there are two.
                let cut = if count < 2 { count } else { 1 + random.below(count - 1) };
                let join = |head: &Weights, tail: &Weights| {
                    self.weights([&head.numbers()[..cut], &tail.numbers()[cut..]].concat())
                };
                let children = (join(left, right), join(right, left));
                if let (Value::Weights(first), Value::Weights(second)) = children {
                    (*left, *right) = (first, second);
                }
            }
            (Value::Formula(left), Value::Formula(right)) => {
                self.cross_trees(left, right, Type::Number, random);
            }
            (one, other) => std::mem::swap(one, other),
        }
    }

    fn mutate_value(&self, value: &Value, random: &mut SplitMix) -> Value {
        match value {
            Value::Formula(tree) => Value::Formula(self.mutate_tree(tree, Type::Number, random)),
            Value::Weights(weights) => {
                let features = self.feature_set.weighted().iter();
                let mutated = features.zip(weights.numbers()).map(|(&feature, &weight)| {
                    let is_new = random.chance(self.settings.weight_mutation);
                    if is_new { self.random_weight(feature, random) } else { weight }
                });
                self.weights(mutated.collect())
            }
        }
    }

    /// Exchanges two subtrees of the same type; a child that would be too deep is a copy of its parent.
    fn cross_trees(&self, one: &mut Tree, other: &mut Tree, kind: Type, random: &mut SplitMix) {
        let at = random.below(one.ops().len());
        let wanted = self.sort_of(one, at, kind);
        let fitting: Vec<usize> =
            (0..other.ops().len()).filter(|&at| self.sort_of(other, at, kind) == wanted).collect();
        if fitting.is_empty() {
            return;
        }
        let from = pick(&fitting, random);
        let replaced = |tree: &Tree, at: usize, by: &Tree, from: usize| {
            let child = tree.with(at, &by.ops()[by.subtree(from)], kind, self.feature_set)?;
            (child.depth() <= self.settings.depth).then_some(child)
        };
        let children = (replaced(one, at, other, from), replaced(other, from, one, at));
        if let Some(child) = children.0 {
            *one = child;
        }
        if let Some(child) = children.1 {
            *other = child;
        }
    }

    fn mutate_tree(&self, tree: &Tree, kind: Type, random: &mut SplitMix) -> Tree {
        let at = random.below(tree.ops().len());
        let (place, depth) = tree.places(kind)[at];
        let room = self.settings.depth.saturating_sub(depth - 1);
        let ops = self.random_ops(place, tree.ops()[at], kind, room, random);
        tree.with(at, &ops, kind, self.feature_set).unwrap_or_else(|| tree.clone())
    }

    /// What may replace a node: nodes of its type. In comparisons, constants replace constants and features replace features, because a
    /// comparison of two constants is useless.
    fn sort_of(&self, tree: &Tree, at: usize, kind: Type) -> (Option<Type>, Option<bool>) {
        let op = tree.ops()[at];
        match tree.places(kind)[at].0 {
            Place::Operand => (None, Some(matches!(op, crate::Op::Constant(_)))),
            _ => (type_of(op, self.feature_set), None),
        }
    }
}

#[cfg(test)]
mod tests {
    use patience_core::example::Countdown;

    use super::*;

    #[test]
    fn an_advisor_has_a_weight_as_often_as_its_share_says() {
        let feature_set = FeatureSet::of::<Countdown>(&["Left"]).unwrap().weighing_all();
        let is_advisor =
            |at: usize| !feature_set.features()[feature_set.weighted()[at]].is_heuristic();
        assert!((0..feature_set.weighted().len()).any(is_advisor));
        for (share, expected) in [(0.0, 0..=0), (0.25, 2_300..=2_700), (1.0, 9_950..=10_000)] {
            let settings = Settings {
                genome: Shape::Weights,
                advisor_share: share,
                weight_mutation: 1.0,
                ..Settings::default()
            };
            let breeder = Breeder { feature_set: &feature_set, settings: &settings };
            let mut random = SplitMix::new(5);
            let mut genome = breeder.random(&mut random);
            let mut counts = vec![0; feature_set.weighted().len()];
            for _ in 0..10_000 {
                genome = breeder.mutate(Parent { genome: &genome, fired: &[1] }, &mut random);
                let Value::Weights(weights) = &genome.default else { panic!("{genome:?}") };
                for (count, weight) in counts.iter_mut().zip(weights.numbers()) {
                    *count += u32::from(*weight != 0.0);
                }
            }
            for (at, count) in counts.into_iter().enumerate() {
                let expected = if is_advisor(at) { expected.clone() } else { 9_950..=10_000 };
                assert!(expected.contains(&count), "{share}: {at}: {count}");
            }
        }
    }

    #[test]
    fn the_rule_that_decides_most_is_picked_half_of_the_time() {
        let (feature_set, settings) =
            (FeatureSet::of::<Countdown>(&["Left"]).unwrap(), Settings::default());
        let breeder = Breeder { feature_set: &feature_set, settings: &settings };
        let mut random = SplitMix::new(5);
        let genome = breeder.random(&mut random);
        let mut counts = [0_u32; 6];
        for _ in 0..10_000 {
            let parent = Parent { genome: &genome, fired: &[3, 0, 9, 1, 0, 4] };
            counts[breeder.pick_rule(parent, &mut random)] += 1;
        }
        assert!((4_800..5_200).contains(&counts[2]), "{counts:?}");
        let mut others = [0, 1, 3, 4, 5].map(|at| counts[at]).into_iter();
        assert!(others.all(|count| (850..1_150).contains(&count)), "{counts:?}");
    }
}
