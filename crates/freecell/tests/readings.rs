//! How values and conditions read features, and how staged deepening rounds scores, against naive references.

use std::collections::HashSet;

use patience_core::{
    ByFeature, Cancel, Evaluator, Features, Kind, Limits, Nearer, Node, Outcome, Puzzle, Reading,
    solve,
};
use patience_freecell::{FreeCell, KIT, Move, MoveSet, Rules, State};
use patience_kit::Kit;
use patience_laws::SplitMix;
use patience_learn::{Bound, FeatureEncoding, Genome, Rule, Scale, Tree, Type, Value, Weights};
use patience_search::StagedDeepening;

use crate::common;

const READINGS: [Reading; 3] = [Reading::Distance, Reading::Raw, Reading::Highest];
const SCALES: [Scale; 3] = [Scale::Normalised, Scale::Counts, Scale::Maximum];

/// A feature as a value reads it, by the definition.
fn naive_value(
    game: &FreeCell,
    name: &str,
    measured: f64,
    FeatureEncoding { reading, scale }: FeatureEncoding,
) -> f64 {
    let feature = FreeCell::feature(name).unwrap();
    let (least, most) = (feature.range)(game);
    let is_more_nearer = matches!(feature.kind, Kind::Heuristic { nearer: Nearer::High, .. });
    match (scale, reading == Reading::Distance && is_more_nearer) {
        (Scale::Counts, false) => measured,
        (Scale::Counts, true) => most - measured,
        (Scale::Normalised, false) => (measured - least) / (most - least),
        (Scale::Normalised, true) => (most - measured) / (most - least),
        (Scale::Maximum, false) => measured / most,
        (Scale::Maximum, true) => (most - measured) / most,
    }
}

/// A feature as a condition reads it, by the definition.
fn naive_side(game: &FreeCell, name: &str, measured: f64, scale: Scale) -> f64 {
    let (least, most) = (FreeCell::feature(name).unwrap().range)(game);
    let side = match scale {
        Scale::Normalised | Scale::Counts => (measured - least) / (most - least),
        Scale::Maximum => measured / most,
    };
    side.clamp(0.0, 1.0)
}

/// Positions of random play: a state, the moves so far, the last move and its alternatives.
fn walk(game: &FreeCell, moves: u32, random: &mut SplitMix) -> Vec<(State, u32, Option<Move>)> {
    let mut state = game.start();
    let mut met = vec![(state, 0, None)];
    for g in 1..=moves {
        let mut options = Vec::new();
        game.moves(&state, &mut options);
        if options.is_empty() {
            break;
        }
        let mv = options[random.below(options.len())];
        state = game.child(&state, mv);
        met.push((state, g, Some(mv)));
    }
    met
}

#[test]
fn values_and_conditions_read_features_as_defined() {
    let feature_set = KIT.feature_set(None).unwrap();
    let names = feature_set
        .weighted()
        .iter()
        .map(|&at| feature_set.features()[at].name)
        .collect::<Vec<_>>();
    let mut random = SplitMix::new(7);
    let mut below_zero = 0;
    for round in 0..300 {
        let encoding =
            FeatureEncoding { reading: READINGS[round % 3], scale: SCALES[round / 3 % 3] };
        let mut weights = || -> Vec<f64> { names.iter().map(|_| random.unit()).collect() };
        let (rule, default) = (weights(), weights());
        let threshold = random.unit();
        let asked = names[random.below(names.len())];
        let value =
            |numbers: &[f64]| Value::Weights(Weights::new(numbers.to_vec(), &feature_set).unwrap());
        let condition = format!("{asked} >= {threshold}");
        let condition = Tree::parse(&condition, Type::Truth, &feature_set).unwrap();
        let genome = Genome {
            rules: vec![Rule { condition, value: value(&rule) }],
            default: value(&default),
        };
        // In small games, random play brings cards home, so that features fall below zero.
        let rules = Rules { ranks: [13, 2][round % 2], ..Rules::default() };
        let game = common::game(rules, round as u64, MoveSet::Single);
        let bound = Bound::new(&genome, &feature_set, encoding, &game);
        for (state, g, last) in walk(&game, 60, &mut random) {
            let node = Node { state: &state, g, last, siblings: 3 };
            let measured = |name: &str| (FreeCell::feature(name).unwrap().measure)(&game, &node);
            let holds = naive_side(&game, asked, measured(asked), encoding.scale) >= threshold;
            let chosen = if holds { &rule } else { &default };
            let terms = names
                .iter()
                .zip(chosen)
                .map(|(name, weight)| weight * naive_value(&game, name, measured(name), encoding));
            let value: f64 = terms.sum();
            let expected = if encoding.reading == Reading::Highest { -value } else { value };
            let score = bound.score(&game, &node);
            assert!((score - expected).abs() < 1e-9, "{encoding:?}: {score} {expected}");
            below_zero += i32::from(measured("DifferenceFromTop") < 0.0);
        }
    }
    // Features below zero are those for which the scales differ.
    assert!(0 < below_zero);
}

/// Staged deepening written down naively: lists instead of heaps, whole paths, and whole numbers as rounded scores.
struct Naive<'a, E> {
    game: &'a FreeCell,
    evaluator: E,
    horizon: usize,
    table: usize,
    granularity: f64,
    limit: u64,
    nodes: u64,
    seen: HashSet<<FreeCell as Puzzle>::Key>,
    /// Scores in units of the granularity, if there is one.
    open: Vec<(f64, State, Vec<Move>)>,
}

enum End {
    Goal(Vec<Move>),
    Limit,
}

impl<E: Evaluator<FreeCell>> Naive<'_, E> {
    fn search(&mut self) -> Result<(), End> {
        let start = self.game.start();
        self.is_new(&start);
        self.open.push((0.0, start, Vec::new()));
        while let Some(best) = (0..self.open.len())
            .min_by(|&one, &other| self.open[one].0.total_cmp(&self.open[other].0))
        {
            let (_, state, path) = self.open.swap_remove(best);
            let first = path.len();
            self.stage(&state, &path, first)?;
        }
        Ok(())
    }

    fn is_new(&mut self, state: &State) -> bool {
        if self.table <= self.seen.len() {
            self.seen.clear();
        }
        self.seen.insert(self.game.key(state))
    }

    fn count(&mut self) -> Result<(), End> {
        if self.nodes == self.limit {
            return Err(End::Limit);
        }
        self.nodes += 1;
        Ok(())
    }

    fn stage(&mut self, state: &State, path: &[Move], first: usize) -> Result<(), End> {
        self.count()?;
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let siblings = u32::try_from(moves.len()).unwrap();
        for mv in moves {
            let child = self.game.child(state, mv);
            if !self.is_new(&child) {
                continue;
            }
            let path = [path, &[mv]].concat();
            if self.game.is_goal(&child) {
                return Err(End::Goal(path));
            }
            if path.len() - first <= self.horizon {
                self.stage(&child, &path, first)?;
                continue;
            }
            self.count()?;
            let g = u32::try_from(path.len()).unwrap();
            let node = Node { state: &child, g, last: Some(mv), siblings };
            let score = self.evaluator.score(self.game, &node);
            let score =
                if self.granularity == 0.0 { score } else { (score / self.granularity).round() };
            self.open.retain(|(other, ..)| other.total_cmp(&score).is_ne());
            self.open.push((score, child, path));
        }
        Ok(())
    }
}

#[test]
fn rounded_scores_merge_states_as_in_a_naive_search() {
    let feature_set = KIT.feature_set(None).unwrap();
    let mut random = SplitMix::new(3);
    let (mut wins, mut merged) = (0, HashSet::new());
    for round in 0..40 {
        let mut game = FreeCell::microsoft(random.below(32_000) as u64 + 1).unwrap();
        game.moves = [MoveSet::Runs, MoveSet::Single][round % 2];
        let weight = |at| if at < 9 { random.unit() } else { 0.0 };
        let weights = (0..feature_set.weighted().len()).map(weight).collect();
        let weights = Value::Weights(Weights::new(weights, &feature_set).unwrap());
        let genome = Genome { rules: Vec::new(), default: weights };
        let encoding = FeatureEncoding { reading: Reading::Distance, scale: SCALES[round % 3] };
        let bound = Bound::new(&genome, &feature_set, encoding, &game);
        let granularity = [0.0, 0.02, 0.3, 5.0][round % 4];
        let limit = 30_000;
        let mut naive = Naive {
            game: &game,
            evaluator: &bound,
            horizon: 2,
            table: 5_000,
            granularity,
            limit,
            nodes: 0,
            seen: HashSet::new(),
            open: Vec::new(),
        };
        let expected = match naive.search() {
            Err(End::Goal(moves)) => Some(moves),
            _ => None,
        };
        let solver = StagedDeepening {
            horizon: 2,
            table: 5_000,
            granularity,
            ..StagedDeepening::new(&bound)
        };
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let report = solve(&solver, &game, &game.start(), &limits, &Cancel::new(), &mut ());
        let found = match report.outcome {
            Outcome::Solved(solution) => Some(solution.moves),
            _ => None,
        };
        wins += i32::from(found.is_some());
        assert_eq!((found, report.stats.expanded), (expected, naive.nodes), "round {round}");
        merged.insert(naive.open.len());
    }
    assert!(0 < wins && 3 < merged.len(), "{wins} {merged:?}");
}

#[test]
fn the_highest_of_one_feature_is_its_negation() {
    let game = FreeCell::microsoft(617).unwrap();
    let mut random = SplitMix::new(1);
    for feature in FreeCell::features() {
        let by = |reading| ByFeature { feature, reading };
        for (state, g, last) in walk(&game, 30, &mut random) {
            let node = Node { state: &state, g, last, siblings: 2 };
            let (raw, highest) = (by(Reading::Raw), by(Reading::Highest));
            let (high, low) = (highest.score(&game, &node), raw.score(&game, &node));
            assert!((high + low).abs() < 1e-12, "{}", feature.name);
        }
    }
}
