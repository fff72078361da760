//! A make-believe puzzle, and runs on it.

use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use patience_core::example::Countdown;
use patience_core::{Cancel, Evaluator, Limits, Node};
use patience_learn::{
    Arena, Attempt, Bound, Case, CurriculumKind, Evolution, Executor, FeatureEncoding, FeatureSet,
    Generation, Genome, Policies, PolicyState, Run as _, Sequential, Settings, Shape, Stopped,
    ValueShape, Workers, from_checkpoint, to_checkpoint,
};

/// A make-believe search: the nearer the scores of a genome to 0.3 + 0.4 × `Left`, the fewer nodes.
pub(crate) struct Curve {
    pub(crate) feature_set: FeatureSet,
    pub(crate) cases: Case,
    pub(crate) searches: AtomicUsize,
}

impl Curve {
    pub(crate) fn new() -> Self {
        let feature_set = FeatureSet::of::<Countdown>(&["Left"]).unwrap();
        Self { feature_set, cases: 60, searches: AtomicUsize::new(0) }
    }
}

impl Arena for Curve {
    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn cases(&self) -> Vec<Case> {
        (1..=self.cases).collect()
    }

    fn name(&self, case: Case) -> String {
        format!("case {case}")
    }

    fn attempt(&self, genome: &Genome, case: Case, limits: &Limits, _: &Cancel) -> Attempt {
        self.searches.fetch_add(1, Ordering::Relaxed);
        let puzzle = Countdown { from: 10, most: 3 };
        let bound = Bound::new(genome, &self.feature_set, FeatureEncoding::default(), &puzzle);
        let miss = |left: u32| {
            let wanted = 0.3 + 0.04 * f64::from(left);
            (bound.score(&puzzle, &Node::root(&left)) - wanted).abs()
        };
        let total: f64 = (0..=10).map(miss).sum();
        // A whole number of nodes; the harder the case, the more a miss costs.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let nodes = (total * 1000.0 * f64::from(case)).min(1e6) as u64;
        let most = limits.nodes.unwrap().min(200_000);
        let length = (nodes <= most).then_some(10);
        Attempt { nodes: nodes.min(most), length, fired: bound.fired() }
    }

    fn baseline(&self, case: Case, _: &Limits, _: &Cancel) -> Attempt {
        Attempt { nodes: u64::from(case) * 4000, length: Some(10), fired: Vec::new() }
    }
}

pub(crate) fn settings(genome: Shape, curriculum: CurriculumKind) -> Settings {
    let mut settings = Settings {
        genome,
        curriculum,
        generations: 30,
        population: 20,
        training: 40,
        validation: 8,
        values: ValueShape::Formula,
        ..Settings::default()
    };
    (settings.gradual.groups, settings.gradual.group_size) = (10, 4);
    settings
}

pub(crate) fn policies(settings: &Settings) -> Policies {
    Policies::new(settings.clone(), Rc::new(Curve::new()))
}

/// The next generation of a run.
pub(crate) fn step(
    run: &mut Evolution<Policies>,
    workers: &dyn Workers,
    cancel: &Cancel,
) -> Result<Generation, Stopped> {
    run.step(&mut Executor { workers, cancel, watcher: &mut () })
}

/// The whole of a run: its log and how it ends.
pub(crate) fn run(settings: &Settings, workers: &dyn Workers) -> (Vec<Generation>, PolicyState) {
    let mut run = Evolution::begin(policies(settings));
    let mut log = Vec::new();
    while !run.is_over() {
        log.push(step(&mut run, workers, &Cancel::new()).unwrap());
    }
    (log, run.state().clone())
}

pub(crate) const SHAPES: [Shape; 3] = [Shape::Weights, Shape::Formula, Shape::Policy];
pub(crate) const CURRICULA: [CurriculumKind; 4] = [
    CurriculumKind::Random,
    CurriculumKind::Gradual,
    CurriculumKind::Rosin,
    CurriculumKind::Hillis,
];

/// The log and the end of a run that is read from its checkpoint before every generation.
pub(crate) fn resumed_at_every_generation(settings: &Settings) -> (Vec<Generation>, PolicyState) {
    let begin = Evolution::begin(policies(settings));
    let (mut state, mut log) = (begin.state().clone(), Vec::new());
    loop {
        let species = policies(settings);
        let read = from_checkpoint(&species, &to_checkpoint(&species, &state)).unwrap();
        assert_eq!(read, state);
        let mut run = Evolution::resume(species, read).unwrap();
        if run.is_over() {
            return (log, state);
        }
        log.push(step(&mut run, &Sequential, &Cancel::new()).unwrap());
        state = run.state().clone();
    }
}
