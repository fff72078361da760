//! For tests: the cards of a picture or a film, read back as a browser would read them.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]
#![allow(clippy::missing_panics_doc, reason = "helpers of tests may panic like tests")]

use std::collections::HashMap;

use proptest::prelude::*;
use roxmltree::{Document, Node};

use crate::{Card, Suit};

/// A card as it is seen: the name of its shape and its upper left corner.
pub type VisibleCard = (String, (u32, u32));

/// The cards that are seen at a time, in the order in which they are painted; on their way they count as not yet gone.
pub fn visible_cards(film: &Document<'_>, percent: f64) -> Vec<VisibleCard> {
    let style = film.descendants().find(|node| node.has_tag_name("style"));
    let keyframes =
        style.and_then(|node| node.text()).unwrap_or_default().lines().filter_map(keyframes);
    let keyframes: HashMap<&str, Vec<(f64, &str)>> = keyframes.collect();
    let is_card =
        |node: &Node<'_, '_>| node.attribute("href").is_some_and(|href| href.starts_with("#card-"));
    let mut visible_cards = Vec::new();
    for card in film.descendants().filter(is_card) {
        let name = card.attribute("style").and_then(|style| style.strip_prefix("animation-name:"));
        let frames = name.map_or(&[][..], |name| &keyframes[name]);
        let last = |property: &str| {
            let is_past = |&&(at, set): &&(f64, &str)| at <= percent && set.contains(property);
            frames.iter().rfind(is_past).map(|&(_, set)| set)
        };
        let is_hidden = match last("visibility:") {
            Some(set) => set.contains("hidden"),
            None => card.ancestors().any(|node| node.has_attribute("visibility")),
        };
        if !is_hidden {
            let transform = last("transform:").or(card.attribute("transform")).unwrap();
            visible_cards
                .push((card.attribute("href").unwrap()[1..].to_owned(), corner(transform)));
        }
    }
    visible_cards
}

/// The name in a line of the style, and for every keyframe its percentage and what it sets.
fn keyframes<'a>(line: &'a str) -> Option<(&'a str, Vec<(f64, &'a str)>)> {
    let (name, frames) = line.strip_prefix("@keyframes ")?.split_once('{')?;
    let frame = |text: &'a str| {
        let (at, set) = text.split_once("%{")?;
        Some((at.parse().ok()?, set))
    };
    Some((name, frames.split('}').filter_map(frame).collect()))
}

/// The numbers of `translate(1 2)` or `translate(1px,2px)`.
fn corner(transform: &str) -> (u32, u32) {
    let (_, numbers) = transform.split_once("translate(").unwrap();
    let (numbers, _) = numbers.split_once(')').unwrap();
    let (x, y) = numbers.split_once([' ', ',']).unwrap();
    let number = |text: &str| text.trim_end_matches("px").parse().unwrap();
    (number(x), number(y))
}

/// Any card.
pub fn card() -> impl Strategy<Value = Card> {
    (1..=13_u8, 0..4_usize).prop_map(|(rank, suit)| Card::new(rank, Suit::ALL[suit]))
}
