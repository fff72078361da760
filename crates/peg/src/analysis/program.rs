//! The linear program for pagodas: the weights that refute a position by the widest margin.

use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

use super::pagoda::Pagoda;
use crate::{Board, MOST_HOLES, Pegs, members};

/// Tolerance for whole numbers: the solver is accurate to about nine digits.
const CLOSE: f64 = 1e-6;

/// The pagoda that refutes these positions by the widest margin: by how much every goal exceeds their average value.
///
/// `None` if there is none with whole weights up to `largest`. The result is checked with whole numbers, so errors of the solver cannot
/// make it invalid.
pub(super) fn strongest(
    board: &Board,
    positions: &[Pegs],
    goals: &[Pegs],
    largest: i8,
) -> Option<Pagoda> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<Variable> =
        board.holes().iter().map(|_| program.add_var(0.0, (-1.0, 1.0))).collect();
    let weight = |hole: u8| weights[usize::from(hole)];
    for jump in board.jumps() {
        let terms = [(weight(jump.from), 1.0), (weight(jump.over), 1.0), (weight(jump.to), -1.0)];
        program.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    let widest = MOST_HOLES as f64;
    let gap = program.add_var(1.0, (-widest, widest));
    let average = average(board, positions);
    for &goal in goals {
        let in_goal = |hole: usize| f64::from(u8::from(goal >> hole & 1 == 1));
        let terms =
            weights.iter().enumerate().map(|(hole, &it)| (it, in_goal(hole) - average[hole]));
        let terms: Vec<(Variable, f64)> = terms.chain([(gap, -1.0)]).collect();
        program.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    let solution = program.solve().ok()?.into_solution().ok()?;
    if solution.objective() < CLOSE {
        return None;
    }
    let weights: Vec<f64> = weights.iter().map(|&it| solution.var_value(it)).collect();
    (1..=largest).find_map(|scale| scaled(board, &weights, scale))
}

/// The share of the positions with a peg in each hole.
fn average(board: &Board, positions: &[Pegs]) -> Vec<f64> {
    let mut average = vec![0.0; board.holes().len()];
    for hole in positions.iter().flat_map(|&pegs| members(pegs)) {
        average[usize::from(hole)] += 1.0 / positions.len() as f64;
    }
    average
}

/// The weights times a scale, if that makes them whole.
fn scaled(board: &Board, weights: &[f64], scale: i8) -> Option<Pagoda> {
    let whole = weights.iter().map(|weight| {
        let (near, exact) = ((weight * f64::from(scale)).round(), weight * f64::from(scale));
        // No larger than the scale.
        #[allow(clippy::cast_possible_truncation)]
        ((near - exact).abs() < CLOSE).then_some(near as i8)
    });
    Pagoda::new(board, whole.collect::<Option<_>>()?).ok()
}
