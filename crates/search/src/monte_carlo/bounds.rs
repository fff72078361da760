//! Error bounds of sparse trees and of averages (Bjarnason, Fern and Tadepalli, 2009; Hoeffding, 1963).
//!
//! The bounds hold for every decision process with rewards between 0 and 1 that ends after `horizon` moves and has at most `actions` moves in
//! each state. They do not depend on the number of states. They are worst cases: useful widths are far smaller.

/// Lemma 1: a bound on the probability that a sparse tree of `depth` misjudges a move at its root by more than `depth` · `error`.
///
/// A sparse tree draws `width` outcomes for each move of each of its states and is searched completely. With width *w*, *k* moves, horizon *D*
/// and error *λ*, the bound is *d* (*wk*)^*d* exp(−(*λ*/*D*)² *w*), or 1 where that is more.
///
/// ```
/// use patience_search::monte_carlo::bounds::error_probability;
///
/// // Few outcomes guarantee nothing, many guarantee much.
/// assert_eq!(error_probability(10, 2, 2, 3, 0.25), 1.0);
/// assert!(error_probability(2000, 2, 2, 3, 0.25) < 1e-5);
/// ```
#[must_use]
pub fn error_probability(width: u64, depth: u32, horizon: u32, actions: u32, error: f64) -> f64 {
    log_bound(width as f64, depth.into(), horizon.into(), actions.into(), error).exp().min(1.0)
}

/// The logarithm of the bound of Lemma 1.
fn log_bound(width: f64, depth: f64, horizon: f64, actions: f64, error: f64) -> f64 {
    depth.ln() + depth * (width * actions).ln() - (error / horizon).powi(2) * width
}

/// The least width for which the bound of Lemma 1 is at most `probability` at this and every larger width.
///
/// `None` if no width of 64 bits is enough.
///
/// ```
/// use patience_search::monte_carlo::bounds::{error_probability, least_width};
///
/// let width = least_width(2, 2, 3, 0.25, 0.05).expect("a small tree");
/// assert!(error_probability(width, 2, 2, 3, 0.25) <= 0.05);
/// assert!(0.05 < error_probability(width - 1, 2, 2, 3, 0.25));
/// ```
#[must_use]
pub fn least_width(
    depth: u32,
    horizon: u32,
    actions: u32,
    error: f64,
    probability: f64,
) -> Option<u64> {
    let is_enough =
        |width: u64| error_probability(width, depth, horizon, actions, error) <= probability;
    // The bound rises up to this width, and falls from there on.
    let peak = f64::from(depth) * (f64::from(horizon) / error).powi(2);
    if peak.is_nan() || u64::MAX as f64 <= peak {
        return None;
    }
    // The value is positive and below 2⁶⁴.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let (mut low, mut high) = (0, (peak.ceil() as u64).max(1));
    while !is_enough(high) {
        low = high;
        high = high.checked_mul(2)?;
    }
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

/// Theorem 1: a width with which Sparse-UCT, given enough trajectories, plays a move that is not the best with at most this `probability`.
///
/// The `advantage` is the least difference, over all states, between the value of a best move and that of any other. With *Δ* for it and *δ* for
/// the probability, the width is 32 (*D*⁴/*Δ*²) (*D* log(16*kD*⁵/*Δ*²) + log(*D*/*δ*)). The number of trajectories adds a term that falls
/// polynomially and is not counted here.
///
/// ```
/// use patience_search::monte_carlo::bounds::sufficient_width;
///
/// // The horizon costs far more than certainty does.
/// let width = |horizon, probability| sufficient_width(horizon, 3, 0.5, probability);
/// assert!(width(4, 0.05) < 2.0 * width(4, 0.000_05));
/// assert!(30.0 * width(4, 0.05) < width(8, 0.05));
/// ```
#[must_use]
pub fn sufficient_width(horizon: u32, actions: u32, advantage: f64, probability: f64) -> f64 {
    let (horizon, actions) = (f64::from(horizon), f64::from(actions));
    let squared = advantage * advantage;
    let logarithms =
        horizon * (16.0 * actions * horizon.powi(5) / squared).ln() + (horizon / probability).ln();
    32.0 * horizon.powi(4) / squared * logarithms
}

/// How many samples, or trees, to average, so that the averages of all moves are within `error` of their expectations, except with this
/// `probability`.
///
/// Hoeffding's inequality for payoffs between 0 and 1, over both sides of each of the `actions` moves. It says nothing of the difference between
/// the expectation and the true value, which [`error_probability`] bounds for sparse trees.
///
/// ```
/// use patience_search::monte_carlo::bounds::samples_for;
///
/// // Hindsight optimisation needs hundreds of samples to tell ten moves apart by a tenth.
/// assert_eq!(samples_for(10, 0.05, 0.05), Some(1199));
/// ```
#[must_use]
pub fn samples_for(actions: u32, error: f64, probability: f64) -> Option<u64> {
    let samples = (2.0 * f64::from(actions) / probability).ln() / (2.0 * error * error);
    let samples = samples.ceil().max(1.0);
    // The value is positive and below 2⁶⁴.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let samples = (samples < u64::MAX as f64).then_some(samples as u64);
    samples
}

/// How far the average of any of the moves is from its expectation after this many samples, except with this `probability`: the inverse of
/// [`samples_for`].
///
/// ```
/// use patience_search::monte_carlo::bounds::sampling_error;
///
/// assert!((sampling_error(10, 1199, 0.05) - 0.05).abs() < 1e-4);
/// ```
#[must_use]
pub fn sampling_error(actions: u32, samples: u64, probability: f64) -> f64 {
    ((2.0 * f64::from(actions) / probability).ln() / (2.0 * samples as f64)).sqrt()
}
