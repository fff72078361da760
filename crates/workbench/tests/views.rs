//! The laws of views: a renderer that knows no rules can draw every position.

use std::collections::{HashMap, HashSet};

use patience_kit::{Area, Label, Piece, Place, Position, Spread, Values, View};
use patience_workbench::{find, kits, read};

use crate::kit_laws::{start, walk};

/// What a place may cover: a pile that is fanned down grows to the bottom.
fn reach(place: &Place) -> Area {
    match place.spread {
        Spread::Down => Area { height: u16::MAX - place.area.top, ..place.area },
        Spread::Stack | Spread::Right => place.area,
    }
}

fn pieces(view: &View) -> impl Iterator<Item = &Piece> {
    view.places.iter().flat_map(|place| &place.pieces)
}

fn views(puzzle: &str) -> Vec<View> {
    let kit = find(puzzle).unwrap();
    (1..4)
        .flat_map(|seed| walk(kit, seed, 30))
        .map(|position: Box<dyn Position>| position.view())
        .collect()
}

#[test]
fn no_two_places_overlap_and_no_two_large_pieces() {
    for kit in kits() {
        let name = kit.about().name;
        for view in views(name) {
            for (at, one) in view.places.iter().enumerate() {
                for other in &view.places[at + 1..] {
                    assert!(!reach(one).overlaps(&reach(other)), "{name}: {one:?} {other:?}");
                }
            }
            let cells: HashSet<(u16, u16)> = view
                .places
                .iter()
                .filter(|place| !place.solid)
                .map(|place| (place.area.left, place.area.top))
                .collect();
            let mut covered = HashSet::new();
            for place in &view.places {
                assert!(!place.solid || place.pieces.is_empty(), "{name}: {place:?}");
                for piece in place.pieces.iter().filter(|piece| piece.size != (1, 1)) {
                    for across in 0..u16::from(piece.size.0) {
                        for down in 0..u16::from(piece.size.1) {
                            let cell = (place.area.left + 2 * across, place.area.top + down);
                            assert!(cells.contains(&cell), "{name}: {piece:?} covers {cell:?}");
                            assert!(covered.insert(cell), "{name}: {piece:?} covers {cell:?} too");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn labels_are_short_and_have_an_ascii_form() {
    let check = |label: &Label, what: &str| {
        assert!(label.ascii.is_ascii(), "{what}: {label:?}");
        assert!(label.text.chars().count() <= 4 && label.ascii.len() <= 4, "{what}: {label:?}");
        assert_eq!(label.text.is_empty(), label.ascii.is_empty(), "{what}: {label:?}");
        assert!(!label.text.contains(char::is_control), "{what}: {label:?}");
    };
    for kit in kits() {
        for view in views(kit.about().name) {
            view.places.iter().for_each(|place| check(&place.label, &place.id));
            for piece in pieces(&view) {
                check(&piece.label, &piece.id);
                assert!(!piece.label.text.is_empty(), "{piece:?}");
            }
        }
    }
}

#[test]
fn labels_tell_pieces_apart_where_ids_do() {
    for kit in kits() {
        let name = kit.about().name;
        for view in views(name) {
            let up: Vec<&Piece> = pieces(&view).filter(|piece| !piece.is_down).collect();
            let texts: HashSet<&str> = up.iter().map(|piece| piece.label.text.as_str()).collect();
            let ascii: HashSet<&str> = up.iter().map(|piece| piece.label.ascii.as_str()).collect();
            assert_eq!(texts.len(), ascii.len(), "{name}");
            // Pieces are all different, or all alike.
            assert!(texts.len() == up.len() || texts.len() <= 1, "{name}: {texts:?}");
            // Nothing depends on colour alone.
            let mut inks = HashMap::new();
            for piece in &up {
                let known = *inks.entry(&piece.label.ascii).or_insert(piece.ink);
                assert_eq!(known, piece.ink, "{name}: {piece:?}");
            }
        }
    }
}

#[test]
fn face_down_pieces_look_alike() {
    let mut count = 0;
    for kit in kits() {
        for view in views(kit.about().name) {
            let mut down = pieces(&view).filter(|piece| piece.is_down);
            let Some(first) = down.next() else { continue };
            for piece in down {
                count += 1;
                assert_eq!((&piece.label, piece.ink), (&first.label, first.ink), "{piece:?}");
            }
        }
    }
    assert!(0 < count, "some puzzle has face-down pieces");
}

#[test]
fn hidden_pieces_reveal_nothing() {
    for kit in kits() {
        let Some(players) = kit.players() else { continue };
        let rules = Values::from_iter([("stock", "unseen")]);
        let look = |seed: u64| players.deal(seed, &rules).unwrap().visible().view();
        let (one, other) = (look(1), look(2));
        let down = |view: &View| -> Vec<Piece> {
            pieces(view).filter(|piece| piece.is_down).cloned().collect()
        };
        assert!(!down(&one).is_empty());
        // Of two games that differ, the hidden pieces do not: ids, names, labels and inks.
        assert_ne!(one, other);
        assert_eq!(down(&one), down(&other));
    }
}

#[test]
fn rows_of_triangular_boards_are_staggered() {
    let kit = find("peg").unwrap();
    let view = read(kit, "triangle15", &Values::default()).unwrap().view();
    let lefts = |row: u16| -> Vec<u16> {
        let in_row = view.places.iter().filter(|place| place.area.top == row);
        in_row.map(|place| place.area.left).collect()
    };
    assert_eq!(lefts(0), [4]);
    assert_eq!(lefts(1), [3, 5]);
    assert_eq!(lefts(4), [0, 2, 4, 6, 8]);
}

/// The values of an attribute in a picture, in the order of its elements.
fn marked(svg: &roxmltree::Document<'_>, attribute: &str) -> Vec<String> {
    svg.descendants().filter_map(|node| node.attribute(attribute)).map(str::to_owned).collect()
}

/// The pieces of a place that a picture shows.
fn visible<'a>(place: &'a Place, drawn: &HashSet<String>) -> &'a [Piece] {
    let pieces = &place.pieces;
    let shown = match place.spread {
        Spread::Down => pieces.len(),
        Spread::Stack => pieces.len().min(1),
        // As many of the last ones as there is room for: the picture decides, from the cells of the area on.
        Spread::Right => {
            let shown = pieces.iter().rev().take_while(|piece| drawn.contains(&piece.id)).count();
            assert!(pieces.len().min(usize::from(place.area.width / 2)) <= shown, "{place:?}");
            shown
        }
    };
    &pieces[pieces.len() - shown..]
}

/// Checks that a picture marks each visible piece and each place of the view once, and nothing else.
fn check_marks(position: &dyn Position) {
    let (svg, view) = (position.svg(), position.view());
    let document = roxmltree::Document::parse(&svg).unwrap();
    let sorted = |mut ids: Vec<String>| {
        ids.sort_unstable();
        ids
    };
    let drawn = marked(&document, "data-piece");
    let set: HashSet<String> = drawn.iter().cloned().collect();
    let shown = view.places.iter().flat_map(|place| visible(place, &set));
    assert_eq!(sorted(drawn), sorted(shown.map(|piece| piece.id.clone()).collect()), "{svg}");
    let places = view.places.iter().map(|place| place.id.clone()).collect();
    assert_eq!(sorted(marked(&document, "data-place")), sorted(places), "{svg}");
}

#[test]
fn pictures_mark_the_visible_pieces_and_all_places() {
    for kit in kits() {
        for seed in 1..4 {
            for position in walk(*kit, seed, 30) {
                check_marks(&*position);
            }
        }
    }
    let triangle = read(find("peg").unwrap(), "triangle15", &Values::default()).unwrap();
    check_marks(&*triangle);
}

#[test]
fn pictures_of_hidden_games_reveal_nothing() {
    for kit in kits() {
        let Some(players) = kit.players() else { continue };
        let rules = Values::from_iter([("stock", "unseen")]);
        for seed in 1..4 {
            let game = players.deal(seed, &rules).unwrap();
            let position = game.visible();
            check_marks(&*position);
            let (svg, view) = (position.svg(), position.view());
            let (down, up): (Vec<&Piece>, Vec<&Piece>) =
                pieces(&view).partition(|piece| piece.is_down);
            assert!(!down.is_empty());
            // A word of an id in the text, attributes or style, with nothing of a word beside it.
            let words: HashSet<&str> =
                svg.split(|letter: char| !letter.is_alphanumeric()).collect();
            let open = start(*kit, seed).view();
            for card in pieces(&open).filter(|piece| !up.iter().any(|it| it.id == piece.id)) {
                assert!(!words.contains(card.id.as_str()), "{}: {}", kit.about().name, card.id);
            }
        }
    }
}

#[test]
fn places_and_pieces_have_names_that_can_be_said() {
    let is_word = |word: &str| {
        let word = word.trim_end_matches(',');
        // A word, a number, or the letter of a piece or a place.
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let is_text = word.bytes().all(|byte| byte.is_ascii_lowercase());
        !word.is_empty() && (is_number || is_text || word.len() == 1)
    };
    for kit in kits() {
        for view in views(kit.about().name) {
            let mut names = HashSet::new();
            for place in &view.places {
                assert!(names.insert(place.name.as_str()), "two places: {}", place.name);
                assert!(place.name.split(' ').all(is_word), "{}", place.name);
                assert!(place.name.starts_with(char::is_alphabetic), "{}", place.name);
            }
            for piece in pieces(&view) {
                assert!(piece.name.split(' ').all(is_word), "{}", piece.name);
                assert!(piece.name.split(' ').next().is_some_and(|word| 1 < word.len()));
                assert!(!piece.is_down || piece.name.ends_with(", face down"), "{}", piece.name);
            }
        }
    }
}
