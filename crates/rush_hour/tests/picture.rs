//! Pictures of Rush Hour: they are read back as a browser would read them.

use std::collections::{BTreeSet, HashMap};

use patience_draw::svg_reader::{captions, of_class, place, translation};
use patience_rush_hour::picture::{animation, svg};
use patience_rush_hour::{Axis, Board, MAX_SIDE, MIN_SIDE, Move, Vehicle};
use proptest::collection::vec;
use proptest::prelude::*;
use roxmltree::{Document, Node};

const PACE: f64 = 0.5;
/// Where the first cell is, and how far it is from each cell to the next.
const MARGIN: u32 = 24;
const SIDE: u32 = 64;
/// All letters that a vehicle can have.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz0123456789";

/// A vehicle as it is seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    letter: String,
    corner: (u32, u32),
    shape: String,
    is_upright: bool,
    colour: String,
}

/// The vehicles as they stand without animation.
fn seen(document: &Document<'_>) -> Vec<Seen> {
    let vehicle = |node: Node<'_, '_>| {
        let [shape, text] = ["use", "text"]
            .map(|name| node.children().find(|child| child.has_tag_name(name)).unwrap());
        Seen {
            letter: text.text().unwrap().to_owned(),
            corner: place(node),
            shape: shape.attribute("href").unwrap().to_owned(),
            is_upright: shape.attribute("transform").is_some_and(|turn| turn.contains("rotate")),
            colour: node.attribute("fill").unwrap().to_owned(),
        }
    };
    of_class(document, "vehicle").map(vehicle).collect()
}

/// Where each vehicle goes, in order: for each move of it the corner it leaves and the corner it reaches. None if it has no animation.
fn ways(film: &Document<'_>) -> Vec<Option<Vec<(u32, u32)>>> {
    let style = film.descendants().find(|node| node.has_tag_name("style")).unwrap();
    let keyframes: HashMap<&str, Vec<(u32, u32)>> =
        style.text().unwrap().lines().filter_map(keyframes).collect();
    let name = |node: Node<'_, '_>| {
        let style = node.attribute("style")?;
        Some(keyframes[style.strip_prefix("animation-name:").unwrap()].clone())
    };
    let ways: Vec<_> = of_class(film, "vehicle").map(name).collect();
    assert_eq!(ways.iter().flatten().count(), keyframes.len(), "unused keyframes");
    ways
}

/// The name in a line of the style, and the corner in every keyframe; their times must rise.
fn keyframes(line: &str) -> Option<(&str, Vec<(u32, u32)>)> {
    let (name, frames) = line.strip_prefix("@keyframes ")?.split_once('{')?;
    let frames: Vec<(&str, &str)> =
        frames.split('}').filter_map(|text| text.split_once("%{")).collect();
    if !frames.iter().all(|(_, set)| set.contains("translate(")) {
        return None;
    }
    let times: Vec<f64> = frames.iter().map(|(at, _)| at.parse().unwrap()).collect();
    assert!(times.is_sorted_by(|before, after| before < after) && times[times.len() - 1] < 100.0);
    Some((name, frames.iter().map(|(_, set)| translation(set)).collect()))
}

fn corner_of(vehicle: Vehicle) -> (u32, u32) {
    (MARGIN + SIDE * u32::from(vehicle.column), MARGIN + SIDE * u32::from(vehicle.row))
}

/// The vehicle after a move, as far as the board goes.
fn moved(board: &Board, vehicle: Vehicle, by: i8) -> Vehicle {
    let side = if vehicle.axis == Axis::Horizontal { board.width() } else { board.height() };
    let most = i16::from(side - vehicle.length);
    let offset = (i16::from(vehicle.offset()) + i16::from(by)).clamp(0, most);
    vehicle.at(u8::try_from(offset).unwrap())
}

fn jam() -> Board {
    Board::parse("BB...C..D..CAAD..CE.D..FE..GGFE.HH.F").unwrap()
}

/// As many of these vehicles and walls as there is room for, and a target.
fn any_board() -> impl Strategy<Value = Board> {
    let sides = (MIN_SIDE..=MAX_SIDE, MIN_SIDE..=MAX_SIDE);
    let target = (any::<u8>(), any::<u8>(), any::<u8>());
    let tries = vec((0..6_u8, any::<u8>(), any::<u8>(), any::<u8>()), 0..150);
    (sides, target, tries).prop_map(|((width, height), (length, row, column), tries)| {
        let mut letters = LETTERS.chars();
        let length = 2 + length % (width - 1);
        let column = column % (width - length + 1);
        let letter = letters.next().unwrap();
        let axis = Axis::Horizontal;
        let mut vehicles = vec![Vehicle { letter, axis, row: row % height, column, length }];
        let mut walls = Vec::new();
        for (kind, row, column, length) in tries {
            let (row, column) = (row % height, column % width);
            let axis = if kind % 2 == 0 { Axis::Horizontal } else { Axis::Vertical };
            let (mut more, mut blocks) = (vehicles.clone(), walls.clone());
            let mut rest = letters.clone();
            if kind == 5 {
                blocks.push((row, column));
            } else if let Some(letter) = rest.next() {
                more.push(Vehicle { letter, axis, row, column, length: 2 + length % 4 });
            }
            if Board::new((width, height), more.clone(), 0, blocks.clone()).is_ok() {
                (vehicles, walls, letters) = (more, blocks, rest);
            }
        }
        Board::new((width, height), vehicles, 0, walls).unwrap()
    })
}

fn any_moves() -> impl Strategy<Value = Vec<Move>> {
    let by = prop_oneof![-12..=12_i8, any::<i8>()];
    let vehicle = prop_oneof![4 => 0..8_u8, 1 => any::<u8>()];
    vec((vehicle, by).prop_map(|(vehicle, by)| Move { vehicle, by }), 0..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_vehicle_is_drawn_once_where_it_stands(board in any_board()) {
        let picture = svg(&board);
        let document = Document::parse(&picture).unwrap();
        let seen = seen(&document);
        prop_assert_eq!(seen.len(), board.vehicles().len());
        for (vehicle, seen) in board.vehicles().iter().zip(&seen) {
            prop_assert_eq!(&seen.letter, &vehicle.letter.to_string());
            prop_assert_eq!(seen.corner, corner_of(*vehicle));
            prop_assert_eq!(seen.is_upright, vehicle.axis == Axis::Vertical);
            let shape = match vehicle.length {
                2 => "#car".to_owned(),
                length => format!("#truck-{length}"),
            };
            prop_assert_eq!(&seen.shape, &shape);
        }
    }

    #[test]
    fn every_wall_is_drawn_once_where_it_stands(board in any_board()) {
        let picture = svg(&board);
        let document = Document::parse(&picture).unwrap();
        let is_wall = |node: &Node<'_, '_>| node.attribute("href") == Some("#wall");
        let walls = document.descendants().filter(is_wall);
        let drawn: Vec<_> = walls.map(place).collect();
        let corner = |&(row, column): &(u8, u8)| {
            (MARGIN + SIDE * u32::from(column), MARGIN + SIDE * u32::from(row))
        };
        prop_assert_eq!(drawn, board.walls().iter().map(corner).collect::<Vec<_>>());
    }

    #[test]
    fn whatever_is_referred_to_is_defined_once(board in any_board(), moves in any_moves()) {
        let film = animation(&board, &moves, PACE);
        let document = Document::parse(&film).unwrap();
        let every = |name| document.descendants().filter_map(move |node| node.attribute(name));
        let ids: BTreeSet<&str> = every("id").collect();
        prop_assert_eq!(ids.len(), every("id").count());
        prop_assert!(every("href").all(|href| ids.contains(&href[1..])));
    }

    #[test]
    fn vehicles_go_where_the_moves_say(board in any_board(), moves in any_moves()) {
        let film = animation(&board, &moves, PACE);
        let film = Document::parse(&film).unwrap();
        let mut vehicles = board.vehicles().to_vec();
        let mut expected = vec![Vec::new(); vehicles.len()];
        for mv in &moves {
            let index = usize::from(mv.vehicle);
            let Some(vehicle) = vehicles.get_mut(index) else { continue };
            let after = moved(&board, *vehicle, mv.by);
            if after != *vehicle {
                expected[index].extend([corner_of(*vehicle), corner_of(after)]);
            }
            *vehicle = after;
        }
        let ways = ways(&film);
        for (index, way) in ways.iter().enumerate() {
            prop_assert_eq!(way.is_some(), !expected[index].is_empty());
            prop_assert_eq!(way.as_deref().unwrap_or_default(), &expected[index]);
        }
    }

    #[test]
    fn any_pace_makes_a_well_formed_film(
        board in any_board(), moves in any_moves(), pace in any::<f64>(),
    ) {
        let film = animation(&board, &moves, pace);
        prop_assert!(Document::parse(&film).is_ok());
        prop_assert_eq!(animation(&board, &moves, pace), film);
    }
}

#[test]
fn boards_of_every_size_have_pictures() {
    for width in MIN_SIDE..=MAX_SIDE {
        for height in MIN_SIDE..=MAX_SIDE {
            let rows = (0..height).map(|row| {
                let first = if row + 1 == height { "AA" } else { ".." };
                first.to_owned() + &"x".repeat(usize::from(width) - 2)
            });
            let board = Board::parse(&rows.collect::<Vec<_>>().join("\n")).unwrap();
            let picture = svg(&board);
            let document = Document::parse(&picture).unwrap();
            let size = |name| document.root_element().attribute(name).unwrap().parse::<u32>();
            assert!(MARGIN + SIDE * u32::from(width) < size("width").unwrap());
            assert!(MARGIN + SIDE * u32::from(height) < size("height").unwrap());
        }
    }
}

#[test]
fn the_exit_is_at_the_right_of_the_row_of_the_target() {
    for row in 0..6 {
        let mut rows = ["......"; 6];
        rows[row] = "..AA..";
        let picture = svg(&Board::parse(&rows.join("\n")).unwrap());
        let document = Document::parse(&picture).unwrap();
        let exit = of_class(&document, "exit").next().unwrap().attribute("d").unwrap();
        let (x, rest) = exit[1..].split_once(' ').unwrap();
        let (y, _) = rest.split_once('l').unwrap();
        let [x, y] = [x, y].map(|number| number.parse::<u32>().unwrap());
        assert!(MARGIN + 6 * SIDE < x);
        assert_eq!((y - MARGIN) / SIDE, u32::try_from(row).unwrap());
    }
}

#[test]
fn no_two_vehicles_have_the_same_colour() {
    let letters: Vec<char> = LETTERS.chars().filter(|&letter| letter != 'X').collect();
    let rows = letters.chunks(6).map(|row| {
        let row: String = row.iter().flat_map(|&letter| [letter, letter]).collect();
        format!("{row:.<12}")
    });
    let board = Board::parse(&rows.collect::<Vec<_>>().join("\n")).unwrap();
    let picture = svg(&board);
    let seen = seen(&Document::parse(&picture).unwrap());
    let colours: BTreeSet<&str> = seen.iter().map(|vehicle| vehicle.colour.as_str()).collect();
    assert_eq!(colours.len(), letters.len());
}

#[test]
fn the_target_is_red_whatever_its_letter() {
    let colours = ["AA.B\n...B", "XX.B\n...B", "XX.A\n...A", "BBAA\n...."].map(|text| {
        let board = Board::parse(text).unwrap();
        let picture = svg(&board);
        let seen = seen(&Document::parse(&picture).unwrap());
        seen[board.target_index()].colour.clone()
    });
    assert_eq!(colours, ["#d92b3a"; 4]);
}

#[test]
fn vehicles_keep_their_colours_when_they_move() {
    let board = Board::parse("AA.B\n...B\nCC..\n..DD").unwrap();
    let after = board.with_offsets(&[0, 2, 1, 0]);
    assert_ne!(board.vehicles()[1].letter, after.vehicles()[1].letter);
    let [before, after] = [board, after].map(|board| {
        let picture = svg(&board);
        let seen = seen(&Document::parse(&picture).unwrap());
        seen.into_iter().map(|it| (it.letter, it.colour)).collect::<BTreeSet<_>>()
    });
    assert_eq!(before, after);
}

#[test]
fn without_animation_the_start_is_seen() {
    let film = animation(&jam(), &[Move { vehicle: 0, by: 3 }], PACE);
    let still = svg(&jam());
    let [film, still] = [&film, &still].map(|text| Document::parse(text).unwrap());
    assert_eq!(seen(&film), seen(&still));
}

#[test]
fn a_film_ends_where_the_moves_lead() {
    let board = jam();
    let moves = [(0, 1), (2, -1), (4, -2), (0, 2), (6, -2)];
    let moves = moves.map(|(vehicle, by)| Move { vehicle, by });
    let film = animation(&board, &moves, PACE);
    let film = Document::parse(&film).unwrap();
    let ends: Vec<_> =
        ways(&film).into_iter().map(|way| way.and_then(|way| way.last().copied())).collect();
    let at = |row, column| Some((MARGIN + SIDE * column, MARGIN + SIDE * row));
    assert_eq!(ends, [at(0, 3), None, at(0, 2), None, at(1, 0), None, at(4, 1), None]);
}

#[test]
fn captions_count_the_moves_and_tell_their_notation() {
    let moves = [(3, 1), (4, -2), (99, 1)].map(|(vehicle, by)| Move { vehicle, by });
    let film = animation(&jam(), &moves, PACE);
    let film = Document::parse(&film).unwrap();
    assert_eq!(captions(&film), ["0 / 3: ", "1 / 3: A+1", "2 / 3: E-2", "3 / 3: "]);
}

#[test]
fn the_smallest_film_has_room_for_its_captions() {
    let film = animation(&Board::parse("AA\n..").unwrap(), &[Move { vehicle: 0, by: 0 }], PACE);
    assert_eq!(captions(&Document::parse(&film).unwrap()), ["0 / 1: ", "1 / 1: A+0"]);
}

#[test]
fn no_moves_make_a_film_that_stands_still() {
    let film = animation(&jam(), &[], PACE);
    assert!(ways(&Document::parse(&film).unwrap()).iter().all(Option::is_none));
}

#[test]
fn a_picture_says_in_words_what_it_shows() {
    let picture = svg(&Board::parse("x.B\nAAB").unwrap());
    let document = Document::parse(&picture).unwrap();
    let text = |name| document.descendants().find(|node| node.has_tag_name(name)).unwrap().text();
    assert_eq!(text("title"), Some("A Rush Hour board"));
    assert_eq!(
        text("desc"),
        Some(
            "2 rows, 3 columns, exit at the right of row 2.\nB: column 3, rows 1 to 2.\n\
             A, the target: row 2, columns 1 to 2.\nWall: row 1, column 1.\n"
        )
    );
}

#[test]
fn nothing_that_xml_has_a_meaning_for_can_be_a_letter() {
    for letter in "<>&\"'\0\u{1}".chars() {
        let axis = Axis::Horizontal;
        let vehicle = Vehicle { letter, axis, row: 0, column: 0, length: 2 };
        assert!(Board::new((2, 2), vec![vehicle], 0, Vec::new()).is_err());
    }
}

#[test]
fn films_in_one_page_have_different_names() {
    let films = [(0, PACE), (1, PACE), (1, 2.0 * PACE)]
        .map(|(by, pace)| animation(&jam(), &[Move { vehicle: 0, by }], pace));
    let name = |film: &String| {
        Document::parse(film).unwrap().root_element().attribute("id").unwrap().to_owned()
    };
    assert_eq!(films.iter().map(name).collect::<BTreeSet<_>>().len(), films.len());
}

#[test]
fn a_film_of_a_hundred_moves_is_small() {
    let moves: Vec<Move> =
        (0..100).map(|mv| Move { vehicle: mv % 8, by: if mv % 16 < 8 { 1 } else { -1 } }).collect();
    assert!(animation(&jam(), &moves, PACE).len() < 40_000);
}
