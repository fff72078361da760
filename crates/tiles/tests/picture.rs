//! Pictures: they are read back as a browser would read them.

use std::collections::BTreeMap;

use patience_core::{Cancel, Limits};
use patience_kit::{Kit, Position, Setup, Values};
use patience_tiles::{KIT, Line, animation, read};
use roxmltree::{Document, Node};

use crate::boards::sizes;

/// Where the first cell is, and how far it is from each cell to the next.
const MARGIN: u32 = 24;
const SIDE: u32 = 72;

fn tiles<'a>(document: &'a Document<'_>) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("class") == Some("tile"))
}

/// The number on a tile.
fn number(tile: Node<'_, '_>) -> String {
    let text = tile.children().find(|child| child.has_tag_name("text")).unwrap();
    text.text().unwrap().to_owned()
}

/// The id of the cell that `translate(1 2)` or `translate(1px,2px)` moves a tile to.
fn cell(transform: &str) -> String {
    let (_, numbers) = transform.split_once("translate(").unwrap();
    let (numbers, _) = numbers.split_once(')').unwrap();
    let (x, y) = numbers.split_once([' ', ',']).unwrap();
    let along = |text: &str| {
        let pixels = text.trim_end_matches("px").parse::<u32>().unwrap() - MARGIN;
        assert_eq!(pixels % SIDE, 0);
        pixels / SIDE + 1
    };
    format!("r{}c{}", along(y), along(x))
}

/// The tiles of a picture with their cells, in the order of the cells.
fn seen(svg: &str) -> Vec<(String, String)> {
    let document = Document::parse(svg).unwrap();
    let seen = |tile: Node<'_, '_>| (cell(tile.attribute("transform").unwrap()), number(tile));
    let mut seen: Vec<_> = tiles(&document).map(seen).collect();
    seen.sort();
    seen
}

fn viewed(position: &dyn Position) -> Vec<(String, String)> {
    let places = position.view().places.into_iter();
    let mut viewed: Vec<_> = places
        .flat_map(|place| place.pieces.into_iter().map(move |piece| (place.id.clone(), piece.id)))
        .collect();
    viewed.sort();
    viewed
}

#[test]
fn pictures_show_what_the_view_shows() {
    for (width, height) in sizes() {
        let rules = Values::from_iter([("columns", width), ("rows", height)]);
        let position = KIT.deal(9, &rules).unwrap();
        assert_eq!(seen(&position.svg()), viewed(&*position));
    }
}

#[test]
fn tiles_of_an_animation_go_where_the_line_moves_them() {
    let position = KIT.deal(3, &Values::default()).unwrap();
    let engine = KIT.prepare(&Setup::default()).unwrap();
    let answer = engine.solve(&*position, &Limits::default(), &Cancel::new(), &mut ());
    let line = answer.unwrap().line.unwrap();
    let film = line.animate(0.5);
    assert_eq!(seen(&film), viewed(&*position), "without motion it shows the start");
    let document = Document::parse(&film).unwrap();
    let style = document.descendants().find(|node| node.has_tag_name("style")).unwrap();
    let style = style.text().unwrap();
    // The cells of each tile after the start, from what the referee says.
    let mut here: Box<dyn Position> = position.play(&line.notation()[0]).unwrap();
    let mut ways: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (at, mv) in line.notation().iter().enumerate() {
        if 0 < at {
            here = here.play(mv).unwrap();
        }
        let (cell, _) = viewed(&*here).into_iter().find(|(_, tile)| tile == mv).unwrap();
        ways.entry(mv.clone()).or_default().push(cell);
    }
    for tile in tiles(&document) {
        let way = tile.attribute("style").map(|name| {
            let name = name.strip_prefix("animation-name:").unwrap();
            let (_, frames) = style.split_once(&format!("@keyframes {name}{{")).unwrap();
            let (frames, _) = frames.split_once("}}").unwrap();
            // Each move has a frame where the tile departs and one where it lands.
            frames.split('}').skip(1).step_by(2).map(cell).collect::<Vec<_>>()
        });
        assert_eq!(way.as_ref(), ways.get(&number(tile)));
    }
}

#[test]
fn a_line_without_moves_and_odd_paces_are_pictures() {
    let start = read("1 2/3 .").unwrap()[0];
    for (tiles, pace) in [(&[][..], 0.5), (&[3], f64::NAN), (&[3], -1.0), (&[3], f64::INFINITY)] {
        let (line, _) = Line::play(&start, tiles);
        assert!(Document::parse(&animation(&line, pace)).is_ok());
    }
}
