//! From the keys of a solution to its jumps.

use crate::rules::Symmetries;
use crate::{Jump, Pegs, Problem};

/// A position of the line, with the peg that moved last.
struct Place {
    pegs: Pegs,
    /// The jump that led here, and the index of its place in the layer before.
    last: Option<(Jump, usize)>,
    moves: u32,
}

/// The jumps of a line with the fewest moves from the start of a problem through positions with these keys, one for each layer.
///
/// A key may stand for all its images under the symmetries of the problem. `None` if there is no such line.
///
/// ```
/// use patience_peg::{Drawing, Jump, Problem, engines::layered::path_to_jumps};
///
/// let problem = Problem::vacancy(Drawing::parse("....")?.board, 2, 1)?;
/// let jumps = path_to_jumps(&problem, &[0b1011, 0b1100, 0b0010]);
/// assert_eq!(jumps, Some(vec![Jump { from: 0, over: 1, to: 2 }, Jump { from: 3, over: 2, to: 1 }]));
/// // No jump leads from the first of these to the second.
/// assert_eq!(path_to_jumps(&problem, &[0b1011, 0b0010]), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn path_to_jumps(problem: &Problem, keys: &[u64]) -> Option<Vec<Jump>> {
    let symmetries = Symmetries::new(problem.symmetries());
    let (first, rest) = keys.split_first()?;
    if symmetries.least(*first) != symmetries.least(problem.start()) {
        return None;
    }
    let mut layers = vec![vec![Place { pegs: problem.start(), last: None, moves: 0 }]];
    for &key in rest {
        let next = next_layer(problem, &symmetries, layers.last()?, symmetries.least(key));
        layers.push(next);
    }
    let places = layers.last()?.iter().enumerate();
    let (mut at, _) = places.min_by_key(|(_, place)| place.moves)?;
    let mut jumps = Vec::new();
    for layer in layers.iter().rev() {
        if let Some((jump, before)) = layer[at].last {
            jumps.push(jump);
            at = before;
        }
    }
    jumps.reverse();
    Some(jumps)
}

/// The places with a key that jumps from a layer lead to, the cheapest for each position and last peg.
fn next_layer(
    problem: &Problem,
    symmetries: &Symmetries,
    layer: &[Place],
    key: Pegs,
) -> Vec<Place> {
    let mut next: Vec<Place> = Vec::new();
    for (before, place) in layer.iter().enumerate() {
        for &jump in problem.board().jumps().iter().filter(|jump| jump.is_legal(place.pegs)) {
            let pegs = place.pegs ^ jump.holes();
            if symmetries.least(pegs) != key {
                continue;
            }
            let goes_on = place.last.is_some_and(|(last, _)| last.to == jump.from);
            let moves = place.moves + u32::from(!goes_on);
            let new = Place { pegs, last: Some((jump, before)), moves };
            let is_same = |it: &&mut Place| {
                it.pegs == pegs && it.last.is_some_and(|(last, _)| last.to == jump.to)
            };
            match next.iter_mut().find(is_same) {
                Some(known) if known.moves <= moves => {}
                Some(known) => *known = new,
                None => next.push(new),
            }
        }
    }
    next
}
