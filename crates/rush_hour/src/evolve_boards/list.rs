//! The boards that a run found, as lists.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Grade, Settings};
use crate::rules::board::{Axis, Board, Vehicle};

/// A board that was solved, and how hard that was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// Its cells, row by row.
    pub letters: &'a str,
    /// The nodes that the engine needed.
    pub nodes: u64,
    /// The slides of its solution.
    pub slides: u32,
}

/// The boards that need at least this many nodes, the hardest first.
#[must_use]
pub fn archive(met: &BTreeMap<String, Grade>, least: u64) -> Vec<Listed<'_>> {
    let solved = met.iter().filter_map(|(letters, grade)| match *grade {
        Grade::Solved { nodes, slides } if least <= nodes => {
            Some(Listed { letters, nodes, slides })
        }
        _ => None,
    });
    let mut boards: Vec<Listed<'_>> = solved.collect();
    // They come in the order of their letters, which equals keep.
    boards.sort_by_key(|board| std::cmp::Reverse(board.nodes));
    boards
}

/// Of an archive, the hardest, and others from there to the easiest, in equal ratios of nodes. Each differs from those that are chosen
/// before it by as many vehicles as the settings say.
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
    let (first, end) = ((last.nodes as f64).ln(), (easiest.nodes as f64).ln());
    for number in 1..=settings.others {
        let wanted = first + (end - first) * number as f64 / settings.others as f64;
        let distance = |board: &Listed<'_>| ((board.nodes as f64).ln() - wanted).abs();
        let mut near: Vec<Listed<'a>> = archive.to_vec();
        near.sort_by(|one, other| distance(one).total_cmp(&distance(other)));
        let _ = near.into_iter().any(|board| choice.take(board));
    }
    let mut listed = choice.listed;
    listed.sort_by(|one, other| (other.nodes, one.letters).cmp(&(one.nodes, other.letters)));
    listed
}

/// Boards as a file that `solve rushhour --file` reads.
pub(super) fn text(boards: &[Listed<'_>], what: &str, settings: &Settings) -> String {
    let (size, engine) = (settings.size, settings.engine.name());
    let mut text = format!(
        "# Rush Hour boards of {size}×{size} cells, made by evolution: {what}.\n\
         # Behind each, the nodes that the engine {engine} needs for it, and the slides of a shortest solution.\n"
    );
    for (number, board) in (1..).zip(boards) {
        let Listed { letters, nodes, slides } = board;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "evolved-{number} {letters} # {nodes} nodes, {slides} slides");
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

/// How many vehicles of the one with more of them the other one does not have.
fn difference(one: &[Place], other: &[Place]) -> usize {
    let common = one.iter().filter(|place| other.binary_search(place).is_ok()).count();
    one.len().max(other.len()) - common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(boards: &[(&str, u64)]) -> BTreeMap<String, Grade> {
        let grade = |&(letters, nodes): &(&str, u64)| {
            let grade = if nodes == 0 { Grade::Limit } else { Grade::Solved { nodes, slides: 2 } };
            (letters.to_owned(), grade)
        };
        boards.iter().map(grade).collect()
    }

    const BOARDS: [(&str, u64); 5] = [
        ("AA.B...B........", 10),
        ("AA.B...B....CC..", 1000),
        ("AA.B...B....CCDD", 100),
        ("AA......BB..BB..", 0),
        ("AA..BB......CC..", 1),
    ];

    #[test]
    fn the_archive_has_the_hardest_first_and_nothing_that_is_too_easy() {
        let met = met(&BOARDS[..4]);
        let nodes = |least| archive(&met, least).iter().map(|it| it.nodes).collect::<Vec<_>>();
        assert_eq!(nodes(1), [1000, 100, 10]);
        assert_eq!(nodes(100), [1000, 100]);
        assert!(nodes(1001).is_empty());
    }

    #[test]
    fn boards_that_are_listed_are_as_far_apart_as_they_should_be() {
        let met = met(&BOARDS);
        let archive = archive(&met, 1);
        let nodes = |settings: Settings| {
            list(&archive, &settings).iter().map(|it| it.nodes).collect::<Vec<_>>()
        };
        let settings = Settings { hardest: 2, ..Settings::default() };
        assert_eq!(nodes(settings.clone()), [1000, 100]);
        assert_eq!(nodes(Settings { apart: 2, ..settings.clone() }), [1000, 10][..1].to_vec());
        assert_eq!(nodes(Settings { others: 1, ..settings.clone() }), [1000, 100, 1]);
        assert_eq!(nodes(Settings { others: 9, ..settings.clone() }), [1000, 100, 10, 1]);
        assert!(nodes(Settings { hardest: 0, ..settings }).is_empty());
    }

    #[test]
    fn mirror_images_do_not_differ() {
        let of = |letters| places(&Board::parse(letters).unwrap());
        let one = of("AA.B...B........");
        assert_eq!(difference(&one, &of("AA.B...B....CC..")), 1);
        assert_eq!(difference(&of("CC..........AA.."), &one), 2);
        let upside_down = Board::parse("AA.B...B........").unwrap().upside_down();
        let (letters, met) = (upside_down.letters(), met(&BOARDS[..1]));
        let mut both = met;
        both.insert(letters, Grade::Solved { nodes: 9, slides: 2 });
        assert_eq!(list(&archive(&both, 1), &Settings::default()).len(), 1);
    }
}
