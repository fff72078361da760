//! A small feature set, and random trees and genomes over it.

pub(crate) mod curve;

use patience_core::{Kind, Nearer};
use patience_learn::{FeatureInfo, FeatureSet, Genome, Op, Rule, Tree, Type, Value, Weights};
use proptest::prelude::*;

pub(crate) fn feature_set() -> FeatureSet {
    let heuristic = Kind::Heuristic { nearer: Nearer::Low, admissible: false };
    let feature = |name, kind| FeatureInfo { name, summary: "", kind };
    let features = vec![
        feature("HSDH", heuristic),
        feature("HSDH-bare", heuristic),
        feature("FreeCells", heuristic),
        feature("PhaseByHSDH", Kind::Advisor),
        feature("g", Kind::Advisor),
        feature("IsMoveToCascade", Kind::Flag),
        feature("IsMoveToSortedPile", Kind::Flag),
    ];
    FeatureSet::new(features, &["HSDH", "FreeCells"]).unwrap()
}

fn finite() -> impl Strategy<Value = f64> {
    let bits = any::<u64>().prop_map(f64::from_bits);
    let some = prop_oneof![Just(0.0), Just(-0.0), Just(1.0), 0.0..1.0, -9.0..9.0, bits];
    some.prop_filter("finite", |number| number.is_finite())
}

fn pair(op: Op, one: &[Op], other: &[Op]) -> Vec<Op> {
    [&[op], one, other].concat()
}

/// The nodes of a random number, or of something true or false.
fn ops(kind: Type, depth: u32) -> BoxedStrategy<Vec<Op>> {
    let leaf = match kind {
        Type::Number => {
            prop_oneof![(0u8..5).prop_map(Op::Feature), finite().prop_map(Op::Constant)].boxed()
        }
        Type::Truth => (5u8..7).prop_map(Op::Feature).boxed(),
    };
    let leaf = leaf.prop_map(|op| vec![op]).boxed();
    if depth == 0 {
        return leaf;
    }
    let (number, truth) = (ops(Type::Number, depth - 1), ops(Type::Truth, depth - 1));
    let flag = (5u8..7).prop_map(|flag| vec![Op::Feature(flag)]);
    let operand = prop_oneof![3 => number.clone(), 1 => flag].boxed();
    match kind {
        Type::Number => {
            let two =
                (prop_oneof![Just(Op::Sum), Just(Op::Product)], number.clone(), number.clone());
            let choice = (truth, number.clone(), number);
            prop_oneof![
                1 => leaf,
                3 => two.prop_map(|(op, one, other)| pair(op, &one, &other)),
                1 => choice.prop_map(|(when, then, other)| pair(Op::If, &when, &[then, other].concat())),
            ]
            .boxed()
        }
        Type::Truth => {
            let two = (prop_oneof![Just(Op::And), Just(Op::Or)], truth.clone(), truth);
            let compared =
                (prop_oneof![Just(Op::AtMost), Just(Op::AtLeast)], operand.clone(), operand);
            prop_oneof![
                1 => leaf,
                3 => two.prop_map(|(op, one, other)| pair(op, &one, &other)),
                2 => compared.prop_map(|(op, one, other)| pair(op, &one, &other)),
            ]
            .boxed()
        }
    }
}

pub(crate) fn trees(kind: Type) -> impl Strategy<Value = Tree> {
    ops(kind, 5).prop_map(move |ops| Tree::new(ops, kind, &feature_set()).unwrap())
}

fn values() -> impl Strategy<Value = Value> {
    let weights = prop::collection::vec(finite(), 2);
    prop_oneof![
        trees(Type::Number).prop_map(Value::Formula),
        weights.prop_map(|all| Value::Weights(Weights::new(all, &feature_set()).unwrap())),
    ]
}

pub(crate) fn genomes() -> impl Strategy<Value = Genome> {
    let rule = (trees(Type::Truth), values());
    let rule = rule.prop_map(|(condition, value)| Rule { condition, value });
    (prop::collection::vec(rule, 0..5), values())
        .prop_map(|(rules, default)| Genome { rules, default })
}
