//! Error bounds: by the inequalities that they state, and on random decision processes.

use patience_core::SplitMix;
use patience_search::monte_carlo::bounds::{
    error_probability, least_width, samples_for, sampling_error, sufficient_width,
};

#[test]
fn the_lemma_is_the_published_formula() {
    // d = 2, w = 300, k = 2, λ/D = 1/4: 2 · 600² · exp(−18.75), by hand.
    let bound = error_probability(300, 2, 2, 2, 0.5);
    assert!((bound - 720_000.0 * (-18.75_f64).exp()).abs() < 1e-12, "{bound}");
    assert!((bound - 0.005_180).abs() < 1e-6, "{bound}");
}

#[test]
fn more_outcomes_and_larger_errors_help_and_more_depth_and_moves_hurt() {
    let bound = |width, depth, horizon, actions, error| {
        error_probability(width, depth, horizon, actions, error)
    };
    for width in [2_000, 4_000, 8_000] {
        let base = bound(width, 2, 3, 4, 0.5);
        assert!(0.0 < base && base < 1.0, "{base}");
        assert!(bound(width + 1_000, 2, 3, 4, 0.5) < base);
        assert!(bound(width, 2, 3, 4, 0.6) < base);
        assert!(base < bound(width, 3, 3, 4, 0.5));
        assert!(base < bound(width, 2, 4, 4, 0.5));
        assert!(base < bound(width, 2, 3, 5, 0.5));
    }
}

#[test]
fn least_widths_invert_the_lemma() {
    for depth in 1..=4 {
        for actions in [1, 2, 10, 50] {
            for error in [0.05, 0.3, 1.0] {
                for probability in [0.5, 0.05, 1e-6] {
                    let width = least_width(depth, 4, actions, error, probability).unwrap();
                    let bound = |width| error_probability(width, depth, 4, actions, error);
                    assert!(bound(width) <= probability);
                    assert!(1 == width || probability < bound(width - 1), "{width}");
                    assert!(bound(2 * width) <= probability);
                }
            }
        }
    }
    assert_eq!(least_width(2, 2, 2, 0.0, 0.05), None);
}

/// The proof of Theorem 1 sets λ to Δ/4D, so that errors of Δ/4 must be improbable in a tree of full depth.
#[test]
fn the_width_of_the_theorem_satisfies_the_lemma() {
    for horizon in [1, 2, 5, 20] {
        for actions in [1, 2, 20] {
            for advantage in [0.01, 0.3, 1.0] {
                for probability in [0.5, 0.01, 1e-9] {
                    let width = sufficient_width(horizon, actions, advantage, probability);
                    let error = advantage / (4.0 * f64::from(horizon));
                    // Positive, and far below 2⁶⁴.
                    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                    let enough = width.ceil() as u64;
                    let bound = error_probability(enough, horizon, horizon, actions, error);
                    assert!(bound <= probability, "{horizon} {actions} {advantage} {bound}");
                    let least = least_width(horizon, horizon, actions, error, probability);
                    assert!(least.unwrap() as f64 <= width.ceil());
                }
            }
        }
    }
}

#[test]
fn certainty_costs_a_logarithm() {
    let width = |probability| sufficient_width(3, 4, 0.5, probability);
    let step = width(1e-2) - width(1e-1);
    assert!((width(1e-3) - width(1e-2) - step).abs() < 1e-6 * step);
}

#[test]
fn samples_and_errors_are_inverse() {
    for actions in [1, 5, 30] {
        for error in [0.01, 0.1, 0.4] {
            for probability in [0.5, 0.01] {
                let samples = samples_for(actions, error, probability).unwrap();
                assert!(sampling_error(actions, samples, probability) <= error);
                if 1 < samples {
                    assert!(error < sampling_error(actions, samples - 1, probability));
                }
            }
        }
    }
    assert_eq!(samples_for(3, 0.0, 0.05), None);
}

/// A decision process with a few states and moves, random rewards and random chances.
struct Process {
    /// By state and move: the reward, and the chances of the next states.
    moves: Vec<Vec<(f64, Vec<f64>)>>,
}

const STATES: usize = 5;

impl Process {
    fn random(rng: &mut SplitMix, actions: usize) -> Self {
        let mut unit = || rng.below(1_000_001) as f64 / 1e6;
        let mut chances = || {
            let weights: Vec<f64> = (0..STATES).map(|_| unit().powi(3)).collect();
            let sum: f64 = weights.iter().sum();
            (unit().round(), weights.into_iter().map(|weight| weight / sum).collect())
        };
        let moves = (0..STATES).map(|_| (0..actions).map(|_| chances()).collect()).collect();
        Self { moves }
    }

    fn next(&self, state: usize, mv: usize, rng: &mut SplitMix) -> usize {
        let mut rest = rng.below(1_000_000_000) as f64 / 1e9;
        let chances = &self.moves[state][mv].1;
        for (next, chance) in chances.iter().enumerate() {
            if rest < *chance {
                return next;
            }
            rest -= chance;
        }
        STATES - 1
    }

    /// The true value of a move with `depth` moves to go.
    fn value(&self, state: usize, mv: usize, depth: u32) -> f64 {
        let (reward, chances) = &self.moves[state][mv];
        if depth == 1 {
            return *reward;
        }
        let best = |next| self.best(next, |mv| self.value(next, mv, depth - 1));
        reward + chances.iter().enumerate().map(|(next, chance)| chance * best(next)).sum::<f64>()
    }

    /// The value of a move in a sparse tree.
    fn sampled(&self, state: usize, mv: usize, depth: u32, width: u64, rng: &mut SplitMix) -> f64 {
        let reward = self.moves[state][mv].0;
        if depth == 1 {
            return reward;
        }
        let mut sum = 0.0;
        for _ in 0..width {
            let next = self.next(state, mv, rng);
            sum += self.best(next, |mv| self.sampled(next, mv, depth - 1, width, rng));
        }
        reward + sum / width as f64
    }

    fn best(&self, state: usize, value: impl FnMut(usize) -> f64) -> f64 {
        (0..self.moves[state].len()).map(value).fold(0.0, f64::max)
    }
}

/// How many of `trials` sparse trees of random processes misjudge a move by more than `depth` · `error`.
fn misjudged(trials: u64, depth: u32, width: u64, error: f64) -> u64 {
    let mut wrong = 0;
    for seed in 0..trials {
        let mut rng = SplitMix::new(seed);
        let process = Process::random(&mut rng, 2);
        let value = process.value(0, 0, depth);
        let sampled = process.sampled(0, 0, depth, width, &mut rng);
        wrong += u64::from(f64::from(depth) * error < (value - sampled).abs());
    }
    wrong
}

#[test]
fn sparse_trees_of_random_processes_keep_the_bound() {
    for (width, error) in [(1_000, 0.3), (400, 0.5), (200, 0.6)] {
        let bound = error_probability(width, 2, 2, 2, error);
        assert!(bound < 0.1, "{bound}");
        let wrong = misjudged(300, 2, width, error) as f64;
        assert!(wrong / 300.0 <= bound, "{wrong}, {bound}");
    }
    // Narrow trees do misjudge.
    assert!(30 < misjudged(300, 2, 1, 0.2));
}

#[test]
fn averages_of_random_games_keep_the_bound() {
    let (actions, samples, probability) = (5, 200, 0.1);
    let error = sampling_error(actions, samples, probability);
    let (mut wrong, mut half_wrong) = (0, 0);
    for seed in 0..1_000 {
        let mut rng = SplitMix::new(seed);
        let mut farthest = 0.0_f64;
        for _ in 0..actions {
            let wins: usize = (0..samples).map(|_| rng.below(2)).sum();
            farthest = farthest.max((wins as f64 / samples as f64 - 0.5).abs());
        }
        wrong += u32::from(error < farthest);
        half_wrong += u32::from(error / 2.0 < farthest);
    }
    assert!(wrong <= 100 && 100 < half_wrong, "{wrong} {half_wrong}");
}
