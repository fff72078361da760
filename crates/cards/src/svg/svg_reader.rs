//! For tests: the cards of a picture or a film, read back as a browser reads them.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]
#![allow(clippy::missing_panics_doc, reason = "helpers of tests may panic like tests")]

use std::collections::HashMap;

use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::table::TableLayout;
use super::{HEIGHT, Shape, WIDTH};
use crate::{Card, Suit};
use patience_draw::film::Clock;
use patience_draw::svg_reader::translation;

/// Seconds per frame of a film under test.
pub const PACE: f64 = 0.5;

/// A visible card: the name of its shape and its upper left corner.
pub type VisibleCard = (String, (u32, u32));

/// The cards that are visible at a time, in the order in which they are painted; a moving card counts at its start.
#[must_use]
pub fn visible_cards(film: &Document<'_>, percent: f64) -> Vec<VisibleCard> {
    let is_card =
        |node: &Node<'_, '_>| node.attribute("href").is_some_and(|href| href.starts_with("#card-"));
    let card = |(card, transform): (Node<'_, '_>, Option<String>)| {
        (card.attribute("href").unwrap()[1..].to_owned(), translation(&transform.unwrap()))
    };
    visible(film, percent, is_card).into_iter().map(card).collect()
}

/// The notes on piles that are visible at a time.
#[must_use]
pub fn visible_notes(film: &Document<'_>, percent: f64) -> Vec<String> {
    let notes = visible(film, percent, |node| node.attribute("class") == Some("note"));
    let text = |note: Node<'_, '_>| {
        note.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
    };
    notes.into_iter().map(|(note, _)| text(note)).collect()
}

/// The elements that are visible at a time, with their transforms, in the order in which they are painted.
fn visible<'a>(
    film: &'a Document<'a>,
    percent: f64,
    is_wanted: impl Fn(&Node<'_, '_>) -> bool,
) -> Vec<(Node<'a, 'a>, Option<String>)> {
    let style = film.descendants().find(|node| node.has_tag_name("style"));
    let keyframes =
        style.and_then(|node| node.text()).unwrap_or_default().lines().filter_map(keyframes);
    let keyframes: HashMap<&str, Vec<(f64, &str)>> = keyframes.collect();
    let mut visible = Vec::new();
    for node in film.descendants().filter(is_wanted) {
        let name = node.attribute("style").and_then(|style| style.strip_prefix("animation-name:"));
        let frames = name.map_or(&[][..], |name| &keyframes[name]);
        let last = |property: &str| {
            let is_past = |&&(at, set): &&(f64, &str)| at <= percent && set.contains(property);
            frames.iter().rfind(is_past).map(|&(_, set)| set)
        };
        let is_hidden = match last("visibility:") {
            Some(set) => set.contains("hidden"),
            None => node.ancestors().any(|node| node.has_attribute("visibility")),
        };
        if !is_hidden {
            let transform = last("transform:").or(node.attribute("transform"));
            visible.push((node, transform.map(str::to_owned)));
        }
    }
    visible
}

/// The name in a line of the style, and the percentage and declarations of every keyframe.
fn keyframes<'a>(line: &'a str) -> Option<(&'a str, Vec<(f64, &'a str)>)> {
    let (name, frames) = line.strip_prefix("@keyframes ")?.split_once('{')?;
    let frame = |text: &'a str| {
        let (at, set) = text.split_once("%{")?;
        Some((at.parse().ok()?, set))
    };
    Some((name, frames.split('}').filter_map(frame).collect()))
}

/// Checks that a picture of a position is well-formed, the same every time, and large enough for its cards.
pub fn check_picture<L: TableLayout>(position: &L::Position) -> Result<(), TestCaseError> {
    let picture = L::svg(position);
    prop_assert_eq!(&L::svg(position), &picture);
    let document = Document::parse(&picture).unwrap();
    let size = |name| document.root_element().attribute(name).unwrap().parse::<u32>().unwrap();
    for (_, (x, y)) in visible_cards(&document, 0.0) {
        prop_assert!(x + WIDTH < size("width") && y + HEIGHT < size("height"));
    }
    Ok(())
}

/// Checks that between any two moves a film shows what the frame says, and in the right order.
pub fn check_film<L: TableLayout>(frames: &[L::Position]) -> Result<(), TestCaseError> {
    let film = L::animation(frames, &[], PACE);
    let film = Document::parse(&film).unwrap();
    let layout = L::of(frames);
    let clock = Clock::new(frames.len() - 1, PACE);
    let places: Vec<(u32, u32)> = layout.piles().map(|pile| layout.place(pile)).collect();
    // A card belongs to the last place above and to the left of it.
    let pile_of = |(x, y): (u32, u32)| {
        let is_before = |&at: &usize| places[at].0 <= x && places[at].1 <= y;
        (0..places.len()).filter(is_before).max_by_key(|&at| (places[at].1, places[at].0))
    };
    for (number, frame) in frames.iter().enumerate() {
        let time = 100.0 * (clock.start(number) - 0.01) / clock.total();
        let mut here: Vec<Vec<VisibleCard>> = vec![Vec::new(); places.len()];
        for card in visible_cards(&film, time) {
            here[pile_of(card.1).unwrap()].push(card);
        }
        for ((pile, here), heap) in layout.piles().zip(here).zip(layout.heaps(frame)) {
            let cards = heap.cards.iter().map(|card| (card.shape.to_string(), card.spot));
            let expected: Vec<VisibleCard> = cards.collect();
            if matches!(L::shape(pile), Shape::Foundation(_)) {
                prop_assert_eq!(here.last(), expected.last());
            } else {
                prop_assert_eq!(here, expected);
            }
        }
    }
    Ok(())
}

/// Any card.
pub fn card() -> impl Strategy<Value = Card> {
    (1..=13_u8, 0..4_usize).prop_map(|(rank, suit)| Card::new(rank, Suit::ALL[suit]))
}
