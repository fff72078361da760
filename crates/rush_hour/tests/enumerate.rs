//! The enumeration of all boards of a size, against known counts and against a naive one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use patience_core::{Cancel, Puzzle};
use patience_rush_hour::{Axis, Board, Hard, Metric, MoveSet, RushHour, Space, Vehicle};

/// Rows and columns.
type Cells<'a> = &'a [(u8, u8)];

/// Everything of a side without walls.
fn all(side: u8, metric: Metric) -> (u64, u64, Vec<Hard>) {
    explored(&Space::new(side, metric).unwrap())
}

/// Everything of a space.
fn explored(space: &Space) -> (u64, u64, Vec<Hard>) {
    let (mut positions, mut clusters, mut hard) = (0, 0, Vec::new());
    for unit in 0..space.units() {
        let seen = space.explore(unit, &Cancel::new()).unwrap();
        positions += seen.positions;
        clusters += seen.clusters;
        hard.extend(seen.hard);
    }
    hard.sort_unstable();
    (positions, clusters, hard)
}

#[test]
fn five_by_five_has_the_known_boards() {
    let (_, _, hard) = all(5, Metric::Slides);
    assert_eq!(hard.len(), 1730);
    assert_eq!(hard.last().map(|hard| hard.slides), Some(20));
}

#[test]
fn four_by_four_is_what_a_naive_enumeration_finds() {
    for metric in [Metric::Slides, Metric::Steps] {
        assert_eq!(all(4, metric), naive(4, metric, &[]), "{metric:?}");
    }
}

/// Every cell of a square board.
fn cells(side: u8) -> impl Iterator<Item = (u8, u8)> + Clone {
    (0..side * side).map(move |cell| (cell / side, cell % side))
}

#[test]
fn boards_with_a_wall_are_what_a_naive_enumeration_finds() {
    for metric in [Metric::Slides, Metric::Steps] {
        let mut every = (0, 0, Vec::new());
        for wall in cells(4) {
            let naive = naive(4, metric, &[wall]);
            let Some(space) = Space::with_walls_at(4, metric, &[wall]) else {
                assert_eq!(naive, (0, 0, Vec::new()), "{wall:?} stands before the target");
                continue;
            };
            assert_eq!(explored(&space), naive, "{metric:?} {wall:?}");
            every.0 += naive.0;
            every.1 += naive.1;
            every.2.extend(naive.2);
        }
        every.2.sort_unstable();
        assert_eq!(explored(&Space::with_walls(4, metric, 1).unwrap()), every, "{metric:?}");
    }
}

#[test]
fn boards_with_two_walls_are_what_a_naive_enumeration_finds() {
    // All pairs of a small board, and a pair in nine of a larger one.
    for (side, every) in [(3, 1), (4, 9)] {
        let pairs = cells(side).flat_map(|one| cells(side).map(move |other| [one, other]));
        let pairs: Vec<_> = pairs.filter(|[one, other]| one < other).collect();
        for (at, walls) in pairs.iter().enumerate().filter(|(at, _)| at % every == 0) {
            let metric = [Metric::Slides, Metric::Steps][at / every % 2];
            let expected = naive(side, metric, walls);
            let space = Space::with_walls_at(side, metric, walls);
            let found = space.map_or((0, 0, Vec::new()), |space| explored(&space));
            assert_eq!(found, expected, "{side} {metric:?} {walls:?}");
        }
    }
}

#[test]
fn a_wall_of_a_larger_board_is_needed_where_a_naive_enumeration_needs_it() {
    // Boards of 4×4 cells need no wall. Of 5×5 cells, the unit with the hardest board is small enough to be enumerated naively.
    let walls = [(0, 4)];
    let rows: [&[u8]; 5] = [&[], &[2], &[2], &[], &[2, 2]];
    let naive = naive_with_rows(5, Metric::Slides, &walls, Some(&rows));
    let hardest = "...BxCC.BDE.AADE.F..GGFHH";
    let is_hardest = |hard: &Hard| hard.slides == 21 && hard.letters == hardest;
    assert!(naive.2.iter().any(is_hardest), "{naive:?}");
    let space = Space::with_walls_at(5, Metric::Slides, &walls).unwrap();
    let units = (0..space.units()).filter_map(|unit| space.explore(unit, &Cancel::new()));
    let mut found = units.filter(|seen| seen.hard.iter().any(is_hardest));
    let seen = found.next().unwrap();
    assert_eq!((seen.positions, seen.clusters, seen.hard), naive);
}

#[test]
fn walls_off_the_board_in_one_place_or_before_the_target_make_no_space() {
    for walls in [&[(0, 4)][..], &[(4, 0)], &[(0, 1), (0, 1)], &[(1, 2)], &[(1, 3)]] {
        assert!(Space::with_walls_at(4, Metric::Slides, walls).is_none(), "{walls:?}");
    }
    assert!(Space::with_walls(6, Metric::Slides, 4).is_none());
}

#[test]
fn families_one_by_one_are_what_units_have() {
    for (side, walls) in [(3, 1), (4, 0), (4, 1)] {
        for metric in [Metric::Slides, Metric::Steps] {
            let space = Space::with_walls(side, metric, walls).unwrap();
            let expected = explored(&space);
            let by_family = space.by_family().unwrap();
            assert_eq!(explored(&by_family), expected, "{side} {walls} {metric:?}");
        }
    }
}

#[test]
fn families_of_seven_by_seven_have_the_boards_that_climbs_found() {
    let space = Space::new(7, Metric::Slides).unwrap();
    assert_eq!(space.units(), 8_usize.pow(13));
    let boards = include_str!("../../../data/rush-hour-7x7.txt").lines();
    for line in boards.filter(|line| !line.starts_with('#')).take(4) {
        let words: Vec<&str> = line.split(' ').collect();
        let &[_, letters, slides, _, positions] = words.as_slice() else { panic!("{line}") };
        let seen = space.explore(unit_of(&Board::parse(letters).unwrap()), &Cancel::new()).unwrap();
        assert_eq!((seen.families, seen.unexplored), (1, 0));
        // Of several hardest positions of a cluster, either may be listed.
        let known: [u32; 2] = [slides, positions].map(|number| number.parse().unwrap());
        let is_known = |hard: &Hard| [hard.slides.into(), hard.positions] == known;
        assert!(seen.hard.iter().any(is_known), "{line}: {seen:?}");
    }
}

/// The unit of the family of a board of 7×7 cells.
fn unit_of(board: &Board) -> usize {
    let choices: [&[u8]; 8] = [&[], &[2], &[2, 2], &[2, 2, 2], &[2, 3], &[3], &[3, 2], &[3, 3]];
    let number = |axis: Axis, line: u8| {
        let on_line = |it: &&Vehicle| it.axis == axis && it.line() == line;
        let mut on: Vec<&Vehicle> = board.vehicles().iter().filter(on_line).collect();
        on.sort_unstable_by_key(|it| it.offset());
        let lengths: Vec<u8> = on.iter().map(|it| it.length).collect();
        choices.iter().position(|choice| *choice == lengths).unwrap()
    };
    // The target is alone in its row; the first row changes fastest, and columns follow.
    let rows = (0..7).filter(|&row| row != 3).map(|row| number(Axis::Horizontal, row));
    let lines: Vec<usize> = rows.chain((0..7).map(|line| number(Axis::Vertical, line))).collect();
    lines.into_iter().rev().fold(0, |unit, choice| 8 * unit + choice)
}

#[test]
fn only_sides_from_three_to_seven_are_spaces() {
    let sides: Vec<u8> =
        (0..=12).filter(|&side| Space::new(side, Metric::Slides).is_some()).collect();
    assert_eq!(sides, [3, 4, 5, 6, 7]);
}

#[test]
fn a_cancelled_unit_is_nothing() {
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(Space::new(5, Metric::Slides).unwrap().explore(0, &cancel), None);
}

/// Places vehicles cell by cell, floods every position by the moves of the puzzle, and looks at what it has found.
fn naive(side: u8, metric: Metric, walls: Cells<'_>) -> (u64, u64, Vec<Hard>) {
    naive_with_rows(side, metric, walls, None)
}

/// The lengths of the vehicles of each row.
type Rows<'a> = Option<&'a [&'a [u8]]>;

/// The same with these vehicles in the rows.
fn naive_with_rows(
    side: u8,
    metric: Metric,
    walls: Cells<'_>,
    rows: Rows<'_>,
) -> (u64, u64, Vec<Hard>) {
    let mut boards = BTreeSet::new();
    place(side, walls, rows, 0, &mut Vec::new(), &mut boards);
    let (mut positions, mut clusters, mut hard) = (0, 0, Vec::new());
    while let Some(letters) = boards.first().cloned() {
        let cluster = bfs(&Board::parse(&letters).unwrap());
        for letters in &cluster {
            boards.remove(letters);
        }
        let distances = distances(&cluster, metric);
        let Some(&length) = distances.values().max() else { continue };
        positions += distances.len() as u64;
        clusters += 1;
        let farthest = distances.iter().filter(|(_, distance)| **distance == length);
        let hardest = farthest.map(|(letters, _)| Board::parse(letters).unwrap()).min_by_key(masks);
        let board = hardest.unwrap();
        let is_easier = |fewer: Board| length_of(&fewer, metric) < length;
        if length != 0
            && (0..board.vehicles().len()).filter_map(|at| board.without(at)).all(is_easier)
            && walls.iter().map(|&wall| without_wall(&board, wall)).all(is_easier)
        {
            let [slides, steps] =
                [Metric::Slides, Metric::Steps].map(|metric| length_of(&board, metric));
            let positions = u32::try_from(cluster.len()).unwrap();
            hard.push(Hard { length, slides, steps, positions, letters: named(&board).letters() });
        }
    }
    hard.sort_unstable();
    (positions, clusters, hard)
}

/// All boards that have the target in its row with the walls behind it, and fill no line, as letters in reading order.
fn place(
    side: u8,
    walls: Cells<'_>,
    rows: Rows<'_>,
    cell: u8,
    placed: &mut Vec<Vehicle>,
    boards: &mut BTreeSet<String>,
) {
    let target_row = (side - 1) / 2;
    let lengths = |line: u8, placed: &[Vehicle]| -> Vec<u8> {
        let on = placed.iter().filter(|it| it.axis == Axis::Horizontal && it.row == line);
        on.map(|it| it.length).collect()
    };
    if cell == side * side {
        let is_wanted =
            |rows: &[&[u8]]| (0..).zip(rows).all(|(row, it)| lengths(row, placed) == *it);
        if !rows.is_none_or(is_wanted) {
            return;
        }
        let targets =
            placed.iter().filter(|it| it.axis == Axis::Horizontal && it.row == target_row);
        let is_full = |axis: Axis, line: u8| {
            let on = placed.iter().filter(|it| it.axis == axis && it.line() == line);
            let in_row = walls.iter().filter(|(row, _)| axis == Axis::Horizontal && *row == line);
            usize::from(on.map(|it| it.length).sum::<u8>()) + in_row.count() == usize::from(side)
        };
        let is_any_full =
            (0..side).any(|line| is_full(Axis::Horizontal, line) || is_full(Axis::Vertical, line));
        let is_target = |it: &Vehicle| it.axis == Axis::Horizontal && it.row == target_row;
        if targets.count() == 1 && !is_any_full {
            let target = placed.iter().position(is_target).unwrap();
            let is_ahead =
                |&(row, column): &(u8, u8)| row == target_row && placed[target].column < column;
            if placed[target].length == 2 && !walls.iter().any(is_ahead) {
                let board =
                    Board::new((side, side), placed.clone(), target, walls.to_vec()).unwrap();
                boards.insert(named(&board).letters());
            }
        }
        return;
    }
    place(side, walls, rows, cell + 1, placed, boards);
    for axis in [Axis::Horizontal, Axis::Vertical] {
        for length in [2, 3] {
            let letter = char::from(b'a' + u8::try_from(placed.len()).unwrap());
            let vehicle = Vehicle { letter, axis, row: cell / side, column: cell % side, length };
            let taken = |at: (u8, u8)| {
                walls.contains(&at) || placed.iter().any(|it| it.cells().any(|cell| cell == at))
            };
            if vehicle.offset() + length <= side && !vehicle.cells().any(taken) {
                placed.push(vehicle);
                let row = cell / side;
                if rows
                    .is_some_and(|rows| !rows[usize::from(row)].starts_with(&lengths(row, placed)))
                {
                    placed.pop();
                    continue;
                }
                place(side, walls, rows, cell + 1, placed, boards);
                placed.pop();
            }
        }
    }
}

/// The board with the target called A and the others B, C … in reading order.
fn named(board: &Board) -> Board {
    let mut letters = 'B'..='Z';
    let rename = |(at, vehicle): (usize, &Vehicle)| {
        let letter = if at == board.target_index() { 'A' } else { letters.next().unwrap() };
        Vehicle { letter, ..*vehicle }
    };
    let vehicles: Vec<Vehicle> = board.vehicles().iter().enumerate().map(rename).collect();
    let size = (board.width(), board.height());
    Board::new(size, vehicles, board.target_index(), board.walls().to_vec()).unwrap()
}

/// The board without one of its walls.
fn without_wall(board: &Board, wall: (u8, u8)) -> Board {
    let walls = board.walls().iter().copied().filter(|other| *other != wall).collect();
    let size = (board.width(), board.height());
    Board::new(size, board.vehicles().to_vec(), board.target_index(), walls).unwrap()
}

/// The letters of all positions that slides lead to.
fn bfs(board: &Board) -> BTreeSet<String> {
    let mut known = BTreeSet::from([named(board).letters()]);
    let mut queue = VecDeque::from([board.clone()]);
    while let Some(board) = queue.pop_front() {
        for child in children(&board, MoveSet::Slides) {
            if known.insert(named(&child).letters()) {
                queue.push_back(child);
            }
        }
    }
    known
}

fn children(board: &Board, set: MoveSet) -> Vec<Board> {
    let mut game: RushHour = RushHour::new(board.clone()).unwrap();
    game.moves = set;
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    moves.into_iter().map(|mv| game.board(&game.child(&game.start(), mv))).collect()
}

fn moves_of(metric: Metric) -> MoveSet {
    match metric {
        Metric::Slides => MoveSet::Slides,
        Metric::Steps => MoveSet::Steps,
    }
}

/// How far each position of a cluster is from the nearest solved one; empty if there is none.
fn distances(cluster: &BTreeSet<String>, metric: Metric) -> BTreeMap<String, u16> {
    let solved = cluster.iter().filter(|letters| Board::parse(letters).unwrap().is_solved());
    let mut distances: BTreeMap<String, u16> = solved.map(|letters| (letters.clone(), 0)).collect();
    let mut queue: VecDeque<String> = distances.keys().cloned().collect();
    while let Some(letters) = queue.pop_front() {
        let next = distances[&letters] + 1;
        for child in children(&Board::parse(&letters).unwrap(), moves_of(metric)) {
            let child = named(&child).letters();
            if !distances.contains_key(&child) {
                distances.insert(child.clone(), next);
                queue.push_back(child);
            }
        }
    }
    distances
}

/// The length of a shortest solution.
fn length_of(board: &Board, metric: Metric) -> u16 {
    distances(&bfs(board), metric)[&named(board).letters()]
}

/// What decides between equally hard positions: the cells of the horizontal vehicles, then those of the vertical ones.
fn masks(board: &Board) -> (u64, u64) {
    let mut masks = [0_u64; 2];
    for vehicle in board.vehicles() {
        for (row, column) in vehicle.cells() {
            masks[usize::from(vehicle.axis == Axis::Vertical)] |= 1 << (8 * row + column);
        }
    }
    (masks[0], masks[1])
}
