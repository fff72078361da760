//! Perft: counts of positions or move sequences by depth, compared with a file.
//!
//! A line of the file is `position ; depth ; count`, with `/` between the lines of a position; lines that begin with `#` are comments.

use std::collections::HashSet;
use std::hash::Hash;

use patience_core::Puzzle;

/// A line of a perft file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft<'f> {
    /// The whole line, to name it in failures.
    pub line: &'f str,
    /// The position, on lines of its own.
    pub position: String,
    /// The number of moves.
    pub depth: u32,
    /// The expected count.
    pub count: u64,
}

impl<'f> Perft<'f> {
    /// The lines of a file.
    ///
    /// # Panics
    ///
    /// If a line does not have three fields, or the last two are not numbers.
    pub fn read(file: &'f str) -> impl Iterator<Item = Self> {
        file.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let fields: Vec<&str> = line.split(" ; ").collect();
            let [position, depth, count] = fields[..] else { panic!("three fields: {line}") };
            let number =
                |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("a number: {line}"));
            let depth = u32::try_from(number(depth)).unwrap_or(u32::MAX);
            Self { line, position: position.replace('/', "\n"), depth, count: number(count) }
        })
    }
}

/// The number of nodes at this distance from `start`, where nodes with equal keys are one.
///
/// ```
/// use patience_laws::positions_at;
///
/// let moves = |&(x, y): &(i32, i32)| vec![(x + 1, y), (x, y + 1), (x - 1, y)];
/// assert_eq!(positions_at((0, 0), 2, |&at| at, moves), 5);
/// ```
pub fn positions_at<N, K: Eq + Hash>(
    start: N,
    distance: u32,
    key: impl Fn(&N) -> K,
    children: impl Fn(&N) -> Vec<N>,
) -> u64 {
    let mut seen = HashSet::from([key(&start)]);
    let mut layer = vec![start];
    for _ in 0..distance {
        let next = layer.iter().flat_map(&children);
        layer = next.filter(|node| seen.insert(key(node))).collect();
    }
    layer.len() as u64
}

/// The children of a state by the moves of a search.
pub fn children<P: Puzzle>(puzzle: &P, state: &P::State) -> Vec<P::State> {
    let mut children = Vec::new();
    puzzle.each_child(state, &mut Vec::new(), |_, child| children.push(child));
    children
}

/// The number of sequences of `length` moves of a search.
pub fn sequences<P: Puzzle>(puzzle: &P, state: &P::State, length: u32) -> u64 {
    if length == 0 {
        return 1;
    }
    let (mut moves, mut count) = (Vec::new(), 0);
    puzzle.each_child(state, &mut moves, |_, child| count += sequences(puzzle, &child, length - 1));
    count
}
