//! Counts the solutions that lead through given positions.
//!
//! States on optimal paths are those where the exact costs from both ends add up to the optimum. The states that both sides store are not all
//! of them: a side keeps only the cheapest paths, but a dearer path may continue its move. So the count continues through the stored
//! positions as far as the costs allow.

use patience_core::{Meter, Stop};

use crate::rules::Symmetries;
use crate::{Jump, Pegs, Problem};

/// Stands for the last peg before the first move.
const NOBODY: u8 = u8::MAX;

/// All lines, up to symmetry, to a position with the same last peg and the same number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bundle {
    pegs: Pegs,
    /// The hole of the peg that moved last.
    last: u8,
    moves: u32,
    /// The number of lines to all images of the position together.
    ways: u128,
}

/// The number of solutions of `moves` moves, the fewest, through positions with these keys, layer by layer from the start. It saturates at
/// [`u128::MAX`].
///
/// Solutions differ if their jumps or the order of their jumps differ. A key may stand for all its images under the symmetries of the
/// problem; the images of a solution all count. The memory for keys and lines is charged to the meter.
///
/// ```
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_peg::{Drawing, Goal, Problem, engines::layered::count_solutions};
///
/// // Two pegs jump to the right, in either order: the positions between are mirror images.
/// let [start, between, end] = ["oo./.../oo.", "..o/.../oo.", "..o/.../..o"].map(Drawing::parse);
/// let (start, between, end) = (start?, between?.pegs, end?.pegs);
/// let layers = [vec![start.pegs], vec![between], vec![end]];
/// let problem = Problem::new(start.board, start.pegs, Goal::Exactly(end))?;
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
/// assert_eq!(count_solutions(&problem, &layers, 2, &mut meter), Ok(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_solutions(
    problem: &Problem,
    layers: &[Vec<u64>],
    moves: u32,
    meter: &mut Meter<'_>,
) -> Result<u128, Stop> {
    let symmetries = Symmetries::new(problem.symmetries());
    let start = Bundle { pegs: symmetries.least(problem.start()), last: NOBODY, moves: 0, ways: 1 };
    let mut bundles = vec![start];
    let states: usize = layers.iter().map(Vec::len).sum();
    let largest = layers.iter().map(Vec::len).max().unwrap_or(0);
    // The keys that were given, and a copy of those of a layer.
    let given = (states + largest) * size_of::<Pegs>();
    for keys in layers.iter().skip(1) {
        let mut keys: Vec<Pegs> = keys.iter().map(|&key| symmetries.least(key)).collect();
        keys.sort_unstable();
        let mut next = Vec::new();
        for same in bundles.chunk_by(|one, other| one.pegs == other.pegs) {
            meter.expand()?;
            // A position has no more children than jumps, for each of its bundles.
            let more = same.len() * problem.board().jumps().len();
            if next.capacity() < next.len() + more {
                // Doubling keeps the old list until it is copied.
                let capacity = 2 * next.capacity() + more;
                let held = bundles.capacity() + next.capacity() + capacity;
                meter.store(states as u64, (given + held * size_of::<Bundle>()) as u64)?;
                next.reserve_exact(capacity - next.len());
            }
            play_on(problem, &symmetries, same, &keys, &mut next);
        }
        next.retain(|bundle| bundle.moves <= moves);
        bundles = merged(next);
    }
    let is_solution = |it: &&Bundle| it.moves == moves && problem.is_solved(it.pegs);
    let solutions = bundles.iter().filter(is_solution).map(|bundle| bundle.ways);
    Ok(solutions.fold(0, u128::saturating_add))
}

/// Appends the positions after each jump.
///
/// The images of a position have the images of its jumps, so one image is played, with the lines to all.
fn play_on(
    problem: &Problem,
    symmetries: &Symmetries,
    same: &[Bundle],
    keys: &[Pegs],
    next: &mut Vec<Bundle>,
) {
    let Some(fewest) = same.iter().map(|bundle| bundle.moves).min() else { return };
    let pegs = same[0].pegs;
    for &jump in problem.board().jumps().iter().filter(|jump| jump.is_legal(pegs)) {
        let after = pegs ^ jump.holes();
        if keys.binary_search(&symmetries.least(after)).is_err() {
            continue;
        }
        let (pegs, last) = least(symmetries, after, jump);
        for bundle in same {
            // A surplus move is saved only if it continues.
            let goes_on = bundle.last == jump.from;
            if bundle.moves <= fewest + u32::from(goes_on) {
                let moves = bundle.moves + u32::from(!goes_on);
                next.push(Bundle { pegs, last, moves, ways: bundle.ways });
            }
        }
    }
}

/// The least image of a position with the peg that made a jump.
fn least(symmetries: &Symmetries, pegs: Pegs, jump: Jump) -> (Pegs, u8) {
    symmetries.images_of(pegs).zip(symmetries.holes_of(jump.to)).min().unwrap_or((pegs, jump.to))
}

/// Sorted bundles, with those of the same position, last peg and moves merged.
fn merged(mut bundles: Vec<Bundle>) -> Vec<Bundle> {
    bundles.sort_unstable();
    bundles.dedup_by(|next, bundle| {
        let place = |it: &Bundle| (it.pegs, it.last, it.moves);
        let is_same = place(next) == place(bundle);
        if is_same {
            bundle.ways = bundle.ways.saturating_add(next.ways);
        }
        is_same
    });
    bundles
}
