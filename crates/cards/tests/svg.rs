//! Tests of the shapes of cards.

use std::collections::BTreeSet;

use patience_cards::svg::{Shape, definitions};
use patience_cards::{Card, Suit};
use roxmltree::Document;

#[test]
fn whatever_is_referred_to_is_defined_once() {
    let faces: Vec<Shape> = Card::deck(13).map(Shape::Face).collect();
    let places = Suit::ALL.map(Shape::Foundation);
    for shapes in [&[Shape::Place, Shape::Back][..], &faces[..5], &faces, &places] {
        let text = definitions(shapes.iter().chain(shapes).copied());
        let document = Document::parse(&text).unwrap();
        let every = |name| document.descendants().filter_map(move |node| node.attribute(name));
        let ids: BTreeSet<&str> = every("id").collect();
        assert_eq!(ids.len(), every("id").count());
        assert!(every("href").all(|href| ids.contains(&href[1..])));
        assert!(shapes.iter().all(|shape| ids.contains(shape.to_string().as_str())));
    }
}
