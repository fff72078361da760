//! Pictures of peg solitaire: they are read back as a browser would read them.

use std::collections::{BTreeSet, HashMap};

use patience_draw::svg_reader::{captions, of_class, place, translation};
use patience_peg::picture::{Chart, Sheet, animation, sheet, svg};
use patience_peg::{Board, Drawing, Jump, Pegs, members, read_chains};
use proptest::collection::vec;
use proptest::prelude::*;
use roxmltree::{Document, Node};

const PACE: f64 = 0.5;
/// Where the middle of the first hole is in a still picture, and how far it is from each hole to the next.
const FIRST: u32 = 24 + 28;
const SIDE: u32 = 56;

type Place = (u32, u32);

fn seen(document: &Document<'_>) -> Vec<Place> {
    let mut seen: Vec<Place> = of_class(document, "peg").map(place).collect();
    seen.sort_unstable();
    seen
}

/// Where the hole of a number is in a still picture.
fn place_of(board: &Board, number: u8) -> Place {
    let hole = board.holes()[usize::from(number)];
    (FIRST + SIDE * u32::from(hole.column), FIRST + SIDE * u32::from(hole.row))
}

/// What happens to a peg: the places that it goes through, the highest of each leap among them, and whether it fades.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Fate {
    places: Vec<Place>,
    fades: bool,
}

/// What happens to the pegs, in the order that they are drawn in.
fn fates(film: &Document<'_>) -> Vec<Fate> {
    let style = film.descendants().find(|node| node.has_tag_name("style")).unwrap();
    let keyframes: HashMap<&str, Fate> =
        style.text().unwrap().lines().filter_map(keyframes).collect();
    let fate = |node: Node<'_, '_>| {
        let start = place(node);
        let mut fate = match node.attribute("style") {
            Some(style) => keyframes[style.strip_prefix("animation-name:").unwrap()].clone(),
            None => Fate::default(),
        };
        if fate.places.is_empty() {
            fate.places.push(start);
        }
        assert_eq!(fate.places[0], start, "a peg begins where it stands");
        fate
    };
    of_class(film, "peg").map(fate).collect()
}

/// The name in a line of the style and what its keyframes do; their times must not fall.
fn keyframes(line: &str) -> Option<(&str, Fate)> {
    let (name, frames) = line.strip_prefix("@keyframes ")?.split_once('{')?;
    if !name.rsplit_once('-')?.1.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let frames: Vec<(&str, &str)> =
        frames.split('}').filter_map(|text| text.split_once("%{")).collect();
    let times: Vec<f64> = frames.iter().map(|(at, _)| at.parse().unwrap()).collect();
    assert!(times.is_sorted_by(|before, after| before < after) && times[times.len() - 1] < 100.0);
    let moves = frames.iter().filter(|(_, set)| set.contains("translate("));
    let fades = frames.last().is_some_and(|(_, set)| set.contains("opacity:0"));
    Some((name, Fate { places: moves.map(|(_, set)| translation(set)).collect(), fades }))
}

fn central() -> (Board, Pegs) {
    let board = Board::named("english").unwrap();
    let pegs = board.all() & !(1 << 16);
    (board, pegs)
}

fn jumps(board: &Board, text: &str) -> Vec<Jump> {
    let chains = read_chains(text).unwrap();
    chains.iter().flat_map(|written| written.chain.jumps(board).unwrap()).collect()
}

fn any_drawing() -> impl Strategy<Value = Drawing> {
    let row = vec(prop_oneof![Just(' '), Just('.'), Just('o'), Just('o')], 0..8);
    vec(row, 1..8).prop_filter_map("no hole", |rows| {
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        Drawing::parse(&rows.join("\n")).ok()
    })
}

/// Legal jumps as numbers choose them, with some of no meaning between them.
fn some_jumps(drawing: &Drawing, choices: &[u8]) -> Vec<Jump> {
    let mut pegs = drawing.pegs;
    let mut played = Vec::new();
    for &choice in choices {
        if choice % 16 == 0 {
            played.push(Jump { from: choice, over: choice / 2, to: 0 });
            continue;
        }
        let jumps = drawing.board.jumps().iter().filter(|jump| jump.is_legal(pegs));
        let legal: Vec<Jump> = jumps.copied().collect();
        if let Some(jump) = legal.get(usize::from(choice) % legal.len().max(1)) {
            pegs ^= jump.holes();
            played.push(*jump);
        }
    }
    played
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_hole_and_every_peg_is_drawn_once(drawing in any_drawing()) {
        let Drawing { board, pegs } = &drawing;
        let picture = svg(board, *pegs);
        let document = Document::parse(&picture).unwrap();
        let is_hole = |node: &Node<'_, '_>| node.attribute("href") == Some("#peg-hole");
        let holes: Vec<Place> = document.descendants().filter(is_hole)
            .map(place).collect();
        prop_assert_eq!(holes, members(board.all()).map(|hole| place_of(board, hole)).collect::<Vec<_>>());
        let mut expected: Vec<Place> = members(*pegs).map(|hole| place_of(board, hole)).collect();
        expected.sort_unstable();
        prop_assert_eq!(seen(&document), expected);
    }

    #[test]
    fn whatever_is_referred_to_is_defined_once(drawing in any_drawing(), choices in vec(any::<u8>(), 0..40)) {
        let film = animation(&drawing.board, drawing.pegs, &some_jumps(&drawing, &choices), PACE);
        let document = Document::parse(&film).unwrap();
        let every = |name| document.descendants().filter_map(move |node| node.attribute(name));
        let ids: BTreeSet<&str> = every("id").collect();
        prop_assert_eq!(ids.len(), every("id").count());
        prop_assert!(every("href").all(|href| ids.contains(&href[1..])));
        prop_assert!(ids.contains("peg-glass") && film.contains("url(#peg-glass)"));
    }

    #[test]
    fn what_does_not_fade_stands_where_the_jumps_lead(drawing in any_drawing(), choices in vec(any::<u8>(), 0..40)) {
        let Drawing { board, pegs } = &drawing;
        let jumps = some_jumps(&drawing, &choices);
        let film = animation(board, *pegs, &jumps, PACE);
        let document = Document::parse(&film).unwrap();
        let fates = fates(&document);
        // Narrow boards stand in the middle.
        let of_board = jumps.iter().filter(|jump| board.jumps().contains(jump));
        let end = of_board.fold(*pegs, |pegs, jump| pegs ^ jump.holes());
        let still = animation(board, end, &[], PACE);
        let mut left: Vec<Place> =
            fates.iter().filter(|fate| !fate.fades).map(|fate| *fate.places.last().unwrap()).collect();
        left.sort_unstable();
        prop_assert_eq!(left, seen(&Document::parse(&still).unwrap()));
    }

    #[test]
    fn any_jumps_and_any_pace_make_a_well_formed_film(
        drawing in any_drawing(), jumps in vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..20), pace in any::<f64>(),
    ) {
        let all = drawing.board.jumps().iter().copied();
        let odd = jumps.iter().map(|&(from, over, to)| Jump { from, over, to });
        let jumps: Vec<Jump> = all.chain(odd).collect();
        let film = animation(&drawing.board, drawing.pegs, &jumps, pace);
        prop_assert!(Document::parse(&film).is_ok());
        prop_assert_eq!(animation(&drawing.board, drawing.pegs, &jumps, pace), film);
    }

    #[test]
    fn any_sheet_is_well_formed(
        drawing in any_drawing(), title in any::<String>(), lines in vec(any::<String>(), 0..4),
        charts in vec((any::<[String; 2]>(), vec(any::<String>(), 0..70), vec(any::<f64>(), 0..70), vec(any::<u64>(), 0..12)), 0..20),
    ) {
        let chart = |([title, caption], labels, tints, regions): ([String; 2], _, _, _)| Chart { title, caption, labels, tints, regions };
        let charts: Vec<Chart> = charts.into_iter().map(chart).collect();
        let count = charts.len();
        let picture = sheet(&drawing.board, &Sheet { title, lines, charts });
        let document = Document::parse(&picture).unwrap();
        prop_assert_eq!(of_class(&document, "hole").count(), count * drawing.board.holes().len());
        let mut places: Vec<Place> =
            of_class(&document, "panel").map(place).collect();
        places.dedup();
        prop_assert_eq!(places.len(), count);
    }
}

#[test]
fn panels_of_a_sheet_stand_in_rows_inside_it() {
    let (board, _) = central();
    let chart = |number: usize| Chart {
        title: format!("Chart {number}"),
        caption: "What it shows, in more words than a line below the board has room for".to_owned(),
        ..Chart::default()
    };
    let charts = (0..6).map(chart).collect();
    let lines = vec!["A line".to_owned()];
    let picture = sheet(&board, &Sheet { title: "Six".to_owned(), lines, charts });
    let document = Document::parse(&picture).unwrap();
    let side = |name| document.root_element().attribute(name).unwrap().parse::<u32>().unwrap();
    let places: Vec<Place> = of_class(&document, "panel").map(place).collect();
    assert!(places.is_sorted_by_key(|&(x, y)| (y, x)));
    let rows: BTreeSet<u32> = places.iter().map(|place| place.1).collect();
    assert_eq!(rows.len(), 3);
    let board = 7 * SIDE + 48;
    assert!(places.iter().all(|&(x, y)| x + board < side("width") && y + board < side("height")));
    let is_line = |text: &str| picture.contains(&format!(">{text}</text>"));
    assert!(["Six", "A line", "Chart 5"].into_iter().all(is_line));
}

#[test]
fn sheets_are_at_most_as_wide_as_a_page() {
    let (board, _) = central();
    let columns = [1, 2, 13, 25].map(|charts| {
        let sheet =
            sheet(&board, &Sheet { charts: vec![Chart::default(); charts], ..Sheet::default() });
        let document = Document::parse(&sheet).unwrap();
        let width: u32 = document.root_element().attribute("width").unwrap().parse().unwrap();
        assert!(width <= 1000, "{width}");
        let panels = of_class(&document, "panel");
        let left: BTreeSet<u32> = panels.map(|it| place(it).0).collect();
        left.len()
    });
    assert_eq!(columns, [1, 2, 2, 2]);
}

#[test]
fn long_lines_are_wrapped_between_words() {
    let (board, _) = central();
    let text = ["no jump changes the class"; 6].join(" ");
    let lines = vec![text.clone(), "short".to_owned()];
    let picture =
        sheet(&board, &Sheet { lines, charts: vec![Chart::default()], ..Sheet::default() });
    let document = Document::parse(&picture).unwrap();
    let shown: Vec<&str> = document
        .descendants()
        .filter(|node| node.attribute("font-size") == Some("20"))
        .filter_map(|node| node.text())
        .collect();
    assert!(3 < shown.len() && shown.iter().all(|line| line.len() < 45), "{shown:?}");
    assert_eq!(shown.join(" "), format!("{text} short"));
}

#[test]
fn a_peg_leaps_over_the_one_that_fades() {
    let Drawing { board, pegs } = Drawing::parse("oo.o.").unwrap();
    let film = animation(&board, pegs, &jumps(&board, "00-02-04"), PACE);
    let film = Document::parse(&film).unwrap();
    let fates = fates(&film);
    let y = FIRST;
    let x = |column: u32| fates[0].places[0].0 + SIDE * column - SIDE;
    let fade = |column| Fate { places: vec![(x(column), y)], fades: true };
    let leaps = [0, 1, 2, 2, 3, 4].map(|column| (x(column), y)).to_vec();
    // What is taken first lies lowest, and the peg that leaps lies above both.
    assert_eq!(fates, [fade(1), fade(3), Fate { places: leaps, fades: false }]);
}

#[test]
fn captions_tell_the_move_so_far_and_count_moves() {
    let Drawing { board, pegs } = Drawing::parse("oo.o.\n..ooo").unwrap();
    let film = animation(&board, pegs, &jumps(&board, "00-02-04 13-11"), PACE);
    let film = Document::parse(&film).unwrap();
    assert_eq!(captions(&film), ["0 / 2: ", "1 / 2: 00-02", "1 / 2: 00-02-04", "2 / 2: 13-11"]);
}

#[test]
fn without_animation_the_start_is_seen() {
    let (board, pegs) = central();
    let film = animation(&board, pegs, &jumps(&board, "35-33, 54-34"), PACE);
    let still = svg(&board, pegs);
    let [film, still] = [&film, &still].map(|text| Document::parse(text).unwrap());
    assert_eq!(seen(&film), seen(&still));
}

#[test]
fn no_jumps_make_a_film_that_stands_still() {
    let (board, pegs) = central();
    let film = animation(&board, pegs, &[], PACE);
    let film = Document::parse(&film).unwrap();
    assert!(of_class(&film, "peg").all(|node| node.attribute("style").is_none()));
    assert_eq!(captions(&film), ["0 / 0: "]);
}

#[test]
fn the_smallest_film_has_room_for_its_captions() {
    let Drawing { board, pegs } = Drawing::parse("o\no\n.").unwrap();
    let film = animation(&board, pegs, &jumps(&board, "00-20"), PACE);
    assert_eq!(captions(&Document::parse(&film).unwrap()), ["0 / 1: ", "1 / 1: 00-20"]);
}

#[test]
fn a_picture_says_in_words_what_it_shows() {
    let Drawing { board, pegs } = Drawing::parse("oo.\n  .").unwrap();
    let picture = svg(&board, pegs);
    let document = Document::parse(&picture).unwrap();
    let text = |name| document.descendants().find(|node| node.has_tag_name(name)).unwrap().text();
    assert_eq!(text("title"), Some("A peg solitaire position"));
    assert_eq!(
        text("desc"),
        Some("2 rows, 3 columns, 4 holes.\nPegs: 0,0 0,1.\nEmpty: 0,2 1,2.\n")
    );
}

#[test]
fn charts_label_tint_and_outline_holes() {
    let board = Drawing::parse(".....\n.....").unwrap().board;
    let labels = ["1", "", "<3>"].map(str::to_owned).to_vec();
    let tints = vec![1.0, f64::NAN, -1.0, 0.0];
    let regions = vec![0b00011_00011, 0b10000_00000];
    let chart = Chart { title: "A & B".to_owned(), labels, tints, regions, ..Chart::default() };
    let picture = sheet(&board, &Sheet { charts: vec![chart], ..Sheet::default() });
    let document = Document::parse(&picture).unwrap();
    let holes: Vec<(Place, String, Option<&str>)> = of_class(&document, "hole")
        .map(|node| {
            let circle = node.children().find(|node| node.has_tag_name("circle")).unwrap();
            let text = node.children().find(|node| node.has_tag_name("text"));
            let colour = circle.attribute("fill").unwrap().to_owned();
            (place(node), colour, text.and_then(|it| it.text()))
        })
        .collect();
    let printed =
        |number: u8, colour: &str, label| (place_of(&board, number), colour.to_owned(), label);
    let pale = "#f1e6d3";
    let tinted = [
        printed(0, "#c43c2c", Some("1")),
        printed(1, pale, None),
        printed(2, "#2c66b0", Some("<3>")),
    ];
    assert_eq!(holes[..3], tinted);
    assert!((3..10).all(|number| holes[usize::from(number)] == printed(number, pale, None)));
    let trails: Vec<&str> = of_class(&document, "region")
        .map(|node| node.first_element_child().unwrap().attribute("d").unwrap())
        .collect();
    // A square of four holes is closed; a single hole is a dot.
    let (x, y) = place_of(&board, 0);
    assert!(trails[0].starts_with(&format!("M{x} {y}h56v56h-56z")), "{}", trails[0]);
    let (x, y) = place_of(&board, 9);
    assert_eq!(trails[1], format!("M{x} {y}h0"));
    assert!(picture.contains("Outlined: 0,0 0,1 1,0 1,1."));
}

#[test]
fn films_in_one_page_have_different_names() {
    let (board, pegs) = central();
    let films = [("35-33", PACE), ("31-33", PACE), ("31-33", 2.0 * PACE)]
        .map(|(text, pace)| animation(&board, pegs, &jumps(&board, text), pace));
    let name = |film: &String| {
        Document::parse(film).unwrap().root_element().attribute("id").unwrap().to_owned()
    };
    assert_eq!(films.iter().map(name).collect::<BTreeSet<_>>().len(), films.len());
}

#[test]
fn a_film_of_a_whole_game_is_small() {
    let (board, pegs) = central();
    let game = "35-33, 54-34, 46-44, 43-45, 41-43, 62-42, 32-52, 24-44, 64-62-42, 04-24, 12-32-52-54-34-14, 20-22, 23-21, \
                02-04-24, 26-46-44-42, 40-20-22, 25-23-43-41-21-23, 13-33";
    let film = animation(&board, pegs, &jumps(&board, game), PACE);
    assert!(film.len() < 40_000, "{}", film.len());
    let film = Document::parse(&film).unwrap();
    assert_eq!(fates(&film).iter().filter(|fate| fate.fades).count(), 31);
    assert_eq!(captions(&film).last().unwrap(), "18 / 18: 13-33");
}
