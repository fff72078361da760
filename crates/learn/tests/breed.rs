//! The genetic operators.

use std::collections::BTreeSet;

use patience_core::{Kind, Nearer, SplitMix};
use patience_learn::{
    Breeder, FeatureInfo, FeatureSet, Genome, Op, Parent, RuleMutation, Settings, Shape, Terminals,
    Tree, Type, Value, ValueShape, Weights, roulette,
};

fn feature_set() -> FeatureSet {
    let heuristic = Kind::Heuristic { nearer: Nearer::Low, admissible: false };
    let feature = |name, kind| FeatureInfo { name, summary: "", kind };
    let features = vec![
        feature("One", heuristic),
        feature("Two", heuristic),
        feature("Three", heuristic),
        feature("Advice", Kind::Advisor),
        feature("IsFlag", Kind::Flag),
    ];
    FeatureSet::new(features, &["One", "Two", "Three"]).unwrap()
}

fn settings(genome: Shape) -> Settings {
    Settings { genome, ..Settings::default() }
}

/// A genome of equal weights.
fn weights(weight: f64, feature_set: &FeatureSet) -> Genome {
    let weights = Weights::new(vec![weight; 3], feature_set).unwrap();
    Genome { rules: Vec::new(), default: Value::Weights(weights) }
}

/// Every tree of a genome is well-typed and within the depth.
fn check(genome: &Genome, feature_set: &FeatureSet, settings: &Settings) {
    let is_fit = |tree: &Tree, kind| {
        assert!(Tree::new(tree.ops().to_vec(), kind, feature_set).is_some(), "{tree:?}");
        assert!(tree.depth() <= settings.depth, "{tree:?}");
    };
    for rule in &genome.rules {
        is_fit(&rule.condition, Type::Truth);
    }
    for at in 0..=genome.rules.len() {
        match genome.value(at) {
            Value::Formula(tree) => is_fit(tree, Type::Number),
            Value::Weights(weights) => {
                assert!(weights.numbers().iter().all(|weight| (0.0..=1.0).contains(weight)));
            }
        }
    }
}

#[test]
fn whatever_is_bred_is_well_typed_and_within_the_depth() {
    let feature_set = feature_set();
    let mut formulas = settings(Shape::Policy);
    formulas.values = ValueShape::Formula;
    for settings in [
        settings(Shape::Weights),
        settings(Shape::Formula),
        settings(Shape::Policy),
        Settings { depth: 2, ..settings(Shape::Formula) },
        Settings { depth: 2, ..settings(Shape::Policy) },
        Settings { rule_mutation: RuleMutation::Swap, ..formulas },
    ] {
        let breeder = Breeder { feature_set: &feature_set, settings: &settings };
        let mut random = SplitMix::new(11);
        let mut flock: Vec<Genome> = (0..20).map(|_| breeder.random(&mut random)).collect();
        for round in 0..2_000 {
            let (at, with) = (random.below(20), random.below(20));
            let fired: Vec<u64> = (0..=settings.rules).map(|_| random.bits() % 9).collect();
            let parent =
                |at: usize| Parent { genome: &flock[at], fired: &fired[..=flock[at].rules.len()] };
            if round % 3 == 0 {
                flock[at] = breeder.mutate(parent(at), &mut random);
            } else {
                let [one, other] = breeder.cross(parent(at), parent(with), &mut random);
                (flock[at], flock[with]) = (one, other);
            }
            check(&flock[at], &feature_set, &settings);
            check(&flock[with], &feature_set, &settings);
        }
    }
}

#[test]
fn crossing_weights_joins_a_head_and_a_tail() {
    let (feature_set, settings) = (feature_set(), settings(Shape::Weights));
    let breeder = Breeder { feature_set: &feature_set, settings: &settings };
    let genome = |weight: f64| weights(weight, &feature_set);
    let (mother, father) = (genome(0.0), genome(1.0));
    let mut random = SplitMix::new(5);
    let mut seen = BTreeSet::new();
    for _ in 0..100 {
        let parents = [&mother, &father].map(|genome| Parent { genome, fired: &[1] });
        let [one, _] = breeder.cross(parents[0], parents[1], &mut random);
        let Value::Weights(weights) = one.default else { panic!("weights stay weights") };
        seen.insert(format!("{:?}", weights.numbers()));
    }
    assert_eq!(Vec::from_iter(seen), ["[0.0, 0.0, 1.0]", "[0.0, 1.0, 1.0]"]);
}

#[test]
fn a_mutation_replaces_a_tenth_of_the_weights() {
    let (feature_set, settings) = (feature_set(), settings(Shape::Weights));
    let breeder = Breeder { feature_set: &feature_set, settings: &settings };
    let genome = weights(2.0, &feature_set);
    let mut random = SplitMix::new(5);
    let mut replaced = 0;
    for _ in 0..10_000 {
        let child = breeder.mutate(Parent { genome: &genome, fired: &[] }, &mut random);
        let Value::Weights(weights) = child.default else { panic!("weights stay weights") };
        replaced += weights.numbers().iter().filter(|&&weight| weight < 2.0).count();
    }
    assert!((2_800..3_200).contains(&replaced), "{replaced}");
}

#[test]
fn operators_change_rules_conditions_and_values_alike() {
    let (feature_set, settings) = (feature_set(), settings(Shape::Policy));
    let breeder = Breeder { feature_set: &feature_set, settings: &settings };
    let mut random = SplitMix::new(5);
    let (mother, father) = (breeder.random(&mut random), breeder.random(&mut random));
    let (mut rules, mut conditions, mut values) = (0, 0, 0);
    for _ in 0..3_000 {
        let parents = [&mother, &father].map(|genome| Parent { genome, fired: &[1; 6] });
        let [one, other] = breeder.cross(parents[0], parents[1], &mut random);
        for (child, parent) in [(one, &mother), (other, &father)] {
            for (new, old) in child.rules.iter().zip(&parent.rules) {
                match (new.condition == old.condition, new.value == old.value) {
                    (false, false) => rules += 1,
                    (false, true) => conditions += 1,
                    (true, false) => values += 1,
                    (true, true) => {}
                }
            }
        }
    }
    for count in [rules, conditions, values] {
        assert!((1_000..2_500).contains(&count), "{rules} {conditions} {values}");
    }
}

#[test]
fn two_numbers_are_never_compared() {
    let says_nothing = |tree: &Tree| {
        let is_constant = |op: &Op| matches!(op, Op::Constant(_));
        tree.ops().windows(3).any(|ops| {
            matches!(ops[0], Op::AtMost | Op::AtLeast) && ops[1..].iter().all(is_constant)
        })
    };
    for shape in [Shape::Policy, Shape::Formula] {
        let (feature_set, settings) = (feature_set(), settings(shape));
        let breeder = Breeder { feature_set: &feature_set, settings: &settings };
        let mut random = SplitMix::new(5);
        let mut flock: Vec<Genome> = (0..10).map(|_| breeder.random(&mut random)).collect();
        let mut comparisons = 0;
        for _ in 0..3_000 {
            let (at, with) = (random.below(10), random.below(10));
            let parents = [at, with].map(|at| Parent { genome: &flock[at], fired: &[] });
            let [one, other] = breeder.cross(parents[0], parents[1], &mut random);
            let one = breeder.mutate(Parent { genome: &one, fired: &[] }, &mut random);
            (flock[at], flock[with]) = (one, other);
            let mut check = |tree: &Tree| {
                assert!(!says_nothing(tree), "{shape:?}: {tree:?}");
                let is_comparison = |op: &&Op| matches!(op, Op::AtMost | Op::AtLeast);
                comparisons += tree.ops().iter().filter(is_comparison).count();
            };
            flock[at].rules.iter().for_each(|rule| check(&rule.condition));
            if let Value::Formula(tree) = &flock[at].default {
                check(tree);
            }
            // Formulas that lost their last comparison would never get one again.
            if comparisons % 50 == 49 {
                flock[at] = breeder.random(&mut random);
            }
        }
        assert!(100 < comparisons, "{shape:?}");
    }
}

#[test]
fn values_use_the_terminals_of_the_settings_and_conditions_use_all() {
    // `One`, `Two` and `Three` have weights; `Advice` and the flag have none.
    let narrow = feature_set();
    let wide = feature_set().weighing_all();
    assert_eq!(wide.weighted().len(), wide.features().len());
    let others: Vec<usize> =
        (0..narrow.features().len()).filter(|at| !narrow.weighted().contains(at)).collect();
    for values in [ValueShape::Weights, ValueShape::Formula] {
        for shape in [Shape::Weights, Shape::Formula, Shape::Policy] {
            for terminals in [None, Some(Terminals::Heuristics), Some(Terminals::All)] {
                let settings = Settings { values, terminals, ..settings(shape) };
                let is_wide = settings.terminals() == Terminals::All;
                assert_eq!(
                    is_wide,
                    terminals.map_or(shape == Shape::Formula, |it| it == Terminals::All)
                );
                let feature_set = if is_wide { &wide } else { &narrow };
                let breeder = Breeder { feature_set, settings: &settings };
                let mut random = SplitMix::new(8);
                let (mut in_values, mut in_conditions) = (false, false);
                for _ in 0..200 {
                    let genome = breeder.random(&mut random);
                    let child = breeder.mutate(Parent { genome: &genome, fired: &[] }, &mut random);
                    let uses =
                        |genome: &Genome| others.iter().any(|&at| genome.mentions(at, feature_set));
                    let alone =
                        |value: &Value| Genome { rules: Vec::new(), default: value.clone() };
                    in_values |= (0..=child.rules.len()).any(|at| uses(&alone(child.value(at))));
                    in_conditions |= child.rules.iter().any(|rule| {
                        others.iter().any(|&at| {
                            let is_it =
                                |op: &Op| matches!(op, Op::Feature(it) if usize::from(*it) == at);
                            rule.condition.ops().iter().any(is_it)
                        })
                    });
                }
                assert_eq!(in_values, is_wide, "{values:?} {shape:?} {terminals:?}");
                assert_eq!(in_conditions, shape == Shape::Policy);
            }
        }
    }
}

#[test]
fn what_is_avoided_is_in_no_new_tree() {
    let feature_set = feature_set().avoiding(&["Two".to_owned(), "Advice".to_owned()]).unwrap();
    for values in [ValueShape::Weights, ValueShape::Formula] {
        for shape in [Shape::Policy, Shape::Formula] {
            let settings = Settings { values, ..settings(shape) };
            let breeder = Breeder { feature_set: &feature_set, settings: &settings };
            let mut random = SplitMix::new(8);
            for _ in 0..300 {
                let genome = breeder.random(&mut random);
                let child = breeder.mutate(Parent { genome: &genome, fired: &[] }, &mut random);
                // Weights belong to the heuristics of the feature_set, avoided or not.
                let mut trees = child.clone();
                let values = trees.rules.iter_mut().map(|rule| &mut rule.value);
                for value in values.chain([&mut trees.default]) {
                    if matches!(value, Value::Weights(_)) {
                        let one = Tree::parse("1", Type::Number, &feature_set).unwrap();
                        *value = Value::Formula(one);
                    }
                }
                assert!(
                    !trees.mentions(1, &feature_set) && !trees.mentions(3, &feature_set),
                    "{child:?}"
                );
            }
        }
    }
}

#[test]
fn selection_is_proportionate_to_fitness() {
    let mut random = SplitMix::new(3);
    let mut counts = [0_u32; 4];
    for _ in 0..40_000 {
        counts[roulette(&[0.1, 0.0, 0.3, 0.6], &mut random)] += 1;
    }
    assert_eq!(counts[1], 0);
    for (count, share) in counts.into_iter().zip([4_000_i32, 0, 12_000, 24_000]) {
        assert!(count.cast_signed().abs_diff(share) < 500, "{counts:?}");
    }
}

#[test]
fn without_fitness_selection_is_uniform() {
    let mut random = SplitMix::new(3);
    let mut counts = [0_u32; 4];
    for _ in 0..4_000 {
        counts[roulette(&[0.0; 4], &mut random)] += 1;
    }
    assert!(counts.iter().all(|&count| (900..1100).contains(&count)), "{counts:?}");
}
