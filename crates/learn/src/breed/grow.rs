//! Random trees.

use patience_core::SplitMix;

use super::{Breeder, pick};
use crate::genome::{Op, Place, Tree, Type};
use crate::settings::{Constants, Shape, Terminals};

/// How a tree grows (Koza, 1992): every branch to the full depth, or to a random depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    Full,
    Free,
}

impl Breeder<'_> {
    /// A random condition by ramped half-and-half: the depth is random, and half of the trees are full.
    pub(super) fn random_condition(&self, random: &mut SplitMix) -> Tree {
        let mut ops = Vec::new();
        let (depth, growth) = self.ramp(random);
        self.truth(depth, growth, random, &mut ops);
        self.tree(ops, Type::Truth)
    }

    /// A random formula.
    pub(super) fn random_formula(&self, random: &mut SplitMix) -> Tree {
        let mut ops = Vec::new();
        let (depth, growth) = self.ramp(random);
        self.number(depth, growth, random, &mut ops);
        self.tree(ops, Type::Number)
    }

    /// Random nodes that replace `old`, with at most `room` levels, in a tree of type `kind`.
    pub(super) fn random_ops(
        &self,
        place: Place,
        old: Op,
        kind: Type,
        room: usize,
        random: &mut SplitMix,
    ) -> Vec<Op> {
        let mut ops = Vec::new();
        match place {
            Place::Truth => self.truth(room, Growth::Free, random, &mut ops),
            Place::Number => self.number(room, Growth::Free, random, &mut ops),
            Place::Operand if matches!(old, Op::Constant(_)) => ops.push(self.constant(random)),
            Place::Operand if kind == Type::Number && 1 < room && random.chance(0.5) => {
                self.number(room, Growth::Full, random, &mut ops);
            }
            Place::Operand => ops.push(self.any_word(random)),
        }
        ops
    }

    fn ramp(&self, random: &mut SplitMix) -> (usize, Growth) {
        let depth = 2 + random.below(self.settings.depth - 1);
        (depth, pick(&[Growth::Full, Growth::Free], random))
    }

    fn tree(&self, ops: Vec<Op>, kind: Type) -> Tree {
        Tree::new(ops, kind, self.feature_set).expect("trees grow by their types")
    }

    /// A comparison takes two levels. With room for one, only a flag fits; without flags, a comparison is used anyway.
    fn truth(&self, room: usize, growth: Growth, random: &mut SplitMix, ops: &mut Vec<Op>) {
        let features = self.feature_set.features();
        let known = self.compared();
        let flags: Vec<usize> =
            known.iter().copied().filter(|&at| features[at].is_flag()).collect();
        let is_branch = 3 <= room && (growth == Growth::Full || random.chance(0.5));
        if is_branch {
            ops.push(pick(&[Op::And, Op::Or], random));
            self.truth(room - 1, growth, random, ops);
            self.truth(room - 1, growth, random, ops);
        } else if !flags.is_empty() && (room < 2 || random.below(known.len()) < flags.len()) {
            // Flags are drawn in proportion to their number among all features.
            ops.push(feature(pick(&flags, random)));
        } else {
            ops.push(pick(&[Op::AtMost, Op::AtLeast], random));
            ops.push(self.any_word(random));
            let is_constant = random.chance(self.settings.constant_comparisons);
            ops.push(if is_constant { self.constant(random) } else { self.any_word(random) });
        }
    }

    fn number(&self, room: usize, growth: Growth, random: &mut SplitMix, ops: &mut Vec<Op>) {
        let is_leaf = room < 2 || (growth == Growth::Free && random.chance(0.3));
        if is_leaf {
            ops.push(self.leaf(random));
            return;
        }
        let has_choice = self.settings.genome == Shape::Formula && 3 <= room;
        let op = pick(
            if has_choice { &[Op::Sum, Op::Product, Op::If] } else { &[Op::Sum, Op::Product] },
            random,
        );
        ops.push(op);
        if matches!(op, Op::If) {
            self.truth(room - 1, growth, random, ops);
        }
        self.number(room - 1, growth, random, ops);
        self.number(room - 1, growth, random, ops);
    }

    /// The features that comparisons use: all, unless the comparison is part of a value that may use heuristics only.
    fn compared(&self) -> Vec<usize> {
        let is_value = self.settings.genome == Shape::Formula;
        match self.settings.terminals() {
            Terminals::Heuristics if is_value => self.feature_set.estimates(),
            _ => self.feature_set.usable().collect(),
        }
    }

    /// A leaf of a formula: a constant or a feature.
    fn leaf(&self, random: &mut SplitMix) -> Op {
        if random.chance(self.settings.constant_leaves) {
            return self.constant(random);
        }
        let terminals: Vec<usize> = match self.settings.terminals() {
            Terminals::All => self
                .feature_set
                .usable()
                .filter(|&at| !self.feature_set.features()[at].is_flag())
                .collect(),
            Terminals::Heuristics => self.feature_set.estimates(),
        };
        if terminals.is_empty() { self.constant(random) } else { feature(pick(&terminals, random)) }
    }

    fn any_word(&self, random: &mut SplitMix) -> Op {
        let terminals = self.compared();
        if terminals.is_empty() { self.constant(random) } else { feature(pick(&terminals, random)) }
    }

    fn constant(&self, random: &mut SplitMix) -> Op {
        Op::Constant(match self.settings.constants {
            Constants::Unit => unit(random),
            // 0, 0.1, … 1, then 1, 2, … 9, all equally likely.
            Constants::Steps => match random.below(20) {
                tenths @ 0..=10 => tenths as f64 / 10.0,
                more => (more - 10) as f64,
            },
        })
    }
}

/// A random number from 0 to 1, to three decimals.
pub(super) fn unit(random: &mut SplitMix) -> f64 {
    random.below(1001) as f64 / 1000.0
}

fn feature(at: usize) -> Op {
    Op::Feature(u8::try_from(at).expect("a puzzle has at most 64 features"))
}
