//! The boards that a run found, as lists.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use patience_core::text::grouped;
use serde::Serialize;

use super::grade::is_zero;
use super::{Grade, Grading, Settings};
use crate::rules::board::{Axis, Board, Vehicle};

/// The listed boards: the result of a run.
pub(super) const BOARDS: &str = "boards.txt";
/// All boards that are hard enough.
pub(super) const ARCHIVE: &str = "archive.txt";

/// A solved board and its difficulty. Its fields are file format.
///
/// ```
/// use patience_rush_hour::evolve_boards::Listed;
///
/// let board = Listed { letters: "AA.B...B........", nodes: 1234, slides: 2, steps: 3, grade: 1234 };
/// assert_eq!(board.to_string(), "AA.B...B........ 1,234 nodes, 2 slides, 3 steps");
/// assert_eq!(Listed { steps: 0, ..board }.to_string(), "AA.B...B........ 1,234 nodes, 2 slides");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Listed<'a> {
    /// Its cells, row by row.
    #[serde(rename = "board")]
    pub letters: &'a str,
    /// The nodes that the engine needed.
    pub nodes: u64,
    /// The slides of its solution.
    pub slides: u32,
    /// The fewest steps; 0 if grades are nodes.
    #[serde(skip_serializing_if = "is_zero")]
    pub steps: u32,
    /// Its grade.
    #[serde(skip)]
    pub grade: u64,
}

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { letters, nodes, slides, steps, .. } = self;
        write!(f, "{letters} {} nodes, {slides} slides", grouped(*nodes))?;
        if *steps == 0 { Ok(()) } else { write!(f, ", {steps} steps") }
    }
}

/// The boards of at least this grade, the hardest first.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use patience_rush_hour::evolve_boards::{Grade, Grading, archive};
///
/// let solved = |nodes| Grade::Solved { nodes, slides: 2, steps: 0 };
/// let grades = [solved(5), solved(9), Grade::Unsolvable, solved(4)];
/// let letters = ["first", "second", "third", "fourth"].map(str::to_owned);
/// let met = BTreeMap::from_iter(letters.into_iter().zip(grades));
/// let archive = archive(&met, Grading::Nodes, 5);
/// assert!(archive.iter().map(|board| board.letters).eq(["second", "first"]));
/// ```
#[must_use]
pub fn archive(met: &BTreeMap<String, Grade>, by: Grading, least: u64) -> Vec<Listed<'_>> {
    let solved = met.iter().filter_map(|(letters, found)| match (*found, found.fitness(by)) {
        (Grade::Solved { nodes, slides, steps }, grade) if least <= grade => {
            Some(Listed { letters, nodes, slides, steps, grade })
        }
        _ => None,
    });
    let mut boards: Vec<Listed<'_>> = solved.collect();
    // They come in the order of their letters, which equals keep.
    boards.sort_by_key(|board| std::cmp::Reverse(board.grade));
    boards
}

/// The hardest boards of an archive, and others down to the easiest in equal ratios of grades. Each differs from those chosen before it by
/// the number of vehicles in the settings.
///
/// ```
/// use patience_rush_hour::evolve_boards::{Listed, Settings, list};
///
/// let board = |letters, grade| Listed { letters, nodes: grade, slides: 2, steps: 0, grade };
/// // The second is the first upside down. The third has one vehicle more.
/// let archive = [board("AA.B...B........", 9), board("...........BAA.B", 8), board("AA.B...B....CC..", 7)];
/// let listed = |apart| list(&archive, &Settings { apart, ..Settings::default() });
/// assert_eq!(listed(1), [archive[0], archive[2]]);
/// assert_eq!(listed(2), [archive[0]]);
/// ```
#[must_use]
pub fn list<'a>(archive: &[Listed<'a>], settings: &Settings) -> Vec<Listed<'a>> {
    let mut choice = Choice { apart: settings.apart, listed: Vec::new(), shapes: Vec::new() };
    for &board in archive {
        if settings.hardest <= choice.listed.len() {
            break;
        }
        choice.take(board);
    }
    let (Some(last), Some(easiest)) = (choice.listed.last(), archive.last()) else {
        return choice.listed;
    };
    let (first, end) = ((last.grade as f64).ln(), (easiest.grade as f64).ln());
    for number in 1..=settings.others {
        let wanted = first + (end - first) * number as f64 / settings.others as f64;
        let distance = |board: &Listed<'_>| ((board.grade as f64).ln() - wanted).abs();
        let mut near: Vec<Listed<'a>> = archive.to_vec();
        near.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
        let _ = near.into_iter().any(|board| choice.take(board));
    }
    let mut listed = choice.listed;
    listed.sort_by(|one, other| (other.grade, one.letters).cmp(&(one.grade, other.letters)));
    listed
}

/// Boards as a file that `solve rushhour --file` reads.
pub(super) fn text(boards: &[Listed<'_>], what: &str, settings: &Settings) -> String {
    let (size, engine) = (settings.size, settings.engine.title());
    let figures = match settings.grade {
        Grading::Nodes => {
            format!(
                "the nodes that the engine {engine} needs for it, and the slides of a shortest solution"
            )
        }
        Grading::Length => {
            "the nodes that the engine exact needs for it, and the slides and steps of a solution of the fewest steps"
                .to_owned()
        }
        Grading::Both => format!(
            "the nodes that the engine {engine} needs for it, the slides of its solution, and the fewest steps"
        ),
    };
    let mut text = format!(
        "# Rush Hour boards of {size}×{size} cells, made by evolution: {what}.\n# Behind each, {figures}.\n"
    );
    for (number, board) in (1..).zip(boards) {
        let Listed { letters, nodes, slides, steps, .. } = board;
        // Writing to a string cannot fail.
        let _ = write!(text, "evolved-{number} {letters} # {nodes} nodes, {slides} slides");
        if 0 < *steps {
            let _ = write!(text, ", {steps} steps");
        }
        text.push('\n');
    }
    text
}

struct Choice<'a> {
    apart: usize,
    listed: Vec<Listed<'a>>,
    shapes: Vec<Vec<Place>>,
}

/// A vehicle but for its letter, and whether it is the target.
type Place = (Axis, u8, u8, u8, bool);

impl<'a> Choice<'a> {
    /// Adds a board if it differs enough from all the others.
    fn take(&mut self, board: Listed<'a>) -> bool {
        let Ok(shape) = Board::parse(board.letters) else { return false };
        let (one, mirrored) = (places(&shape), places(&shape.upside_down()));
        let differs = |other: &Vec<Place>| {
            self.apart <= difference(&one, other) && self.apart <= difference(&mirrored, other)
        };
        if !self.shapes.iter().all(differs) {
            return false;
        }
        self.shapes.push(one);
        self.listed.push(board);
        true
    }
}

fn places(board: &Board) -> Vec<Place> {
    let target = board.target();
    let place = |it: &Vehicle| (it.axis, it.row, it.column, it.length, *it == target);
    let mut places: Vec<Place> = board.vehicles().iter().map(place).collect();
    places.sort_unstable();
    places
}

/// The number of vehicles of the larger set that the smaller one does not have.
fn difference(one: &[Place], other: &[Place]) -> usize {
    let common = one.iter().filter(|place| other.binary_search(place).is_ok()).count();
    one.len().max(other.len()) - common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_do_not_differ() {
        let of = |letters| places(&Board::parse(letters).unwrap());
        let one = of("AA.B...B........");
        assert_eq!(difference(&one, &of("AA.B...B....CC..")), 1);
        assert_eq!(difference(&of("CC..........AA.."), &one), 2);
        let upside_down = Board::parse("AA.B...B........").unwrap().upside_down();
        let letters = ["AA.B...B........".to_owned(), upside_down.letters()];
        let grade = Grade::Solved { nodes: 9, slides: 2, steps: 0 };
        let both = letters.into_iter().map(|letters| (letters, grade)).collect();
        assert_eq!(list(&archive(&both, Grading::Nodes, 1), &Settings::default()).len(), 1);
    }
}
