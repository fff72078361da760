use patience_core::example::Countdown;
use patience_core::{Cancel, Evaluator, Limits, Node};
use patience_learn::{Arena, Attempt, Bound, Case, FeatureEncoding, FeatureSet, Genome, Value, Weights};

/// Heaps of 1 to 60, emptied by the moves that a genome scores lowest. The baseline takes one at a time.
pub struct Heaps {
    pub feature_set: FeatureSet,
}

impl Heaps {
    pub fn new() -> Self {
        let feature_set = FeatureSet::of::<Countdown>(&["Left"]);
        Self { feature_set: feature_set.expect("`Left` is a heuristic") }
    }

    /// A genome that scores a heap by its size times a weight.
    pub fn weight(&self, weight: f64) -> Genome {
        let weights = Weights::new(vec![weight], &self.feature_set);
        Genome { rules: Vec::new(), default: Value::Weights(weights.expect("one for `Left`")) }
    }

    fn search(case: Case, limits: &Limits, next: impl Fn(u32) -> u32) -> Attempt {
        let (mut left, mut moves) = (case, 0);
        while 0 < left && limits.nodes.is_none_or(|most| u64::from(moves) < most) {
            left = next(left);
            moves += 1;
        }
        Attempt { nodes: moves.into(), length: (left == 0).then_some(moves), fired: Vec::new() }
    }
}

impl Arena for Heaps {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }
    fn cases(&self) -> Vec<Case> {
        (1..=60).collect()
    }
    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, _: &Cancel) -> Attempt {
        let puzzle = Countdown { from: case, most: 3 };
        let bound = Bound::new(genome, &self.feature_set, FeatureEncoding::default(), &puzzle);
        let score = |left: &u32| bound.score(&puzzle, &Node::root(left));
        let lowest = |children: std::ops::Range<u32>| children.min_by(|one, other| score(one).total_cmp(&score(other)));
        let attempt = Self::search(case, limits, |left| lowest(left.saturating_sub(3)..left).unwrap_or(0));
        Attempt { fired: bound.fired(), ..attempt }
    }
    fn baseline(&self, case: Case, limits: &Limits, _: &Cancel) -> Attempt {
        Self::search(case, limits, |left| left - 1)
    }
}
