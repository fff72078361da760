//! Tests of pictures: they are read back as a browser reads them.

use patience_cards::svg::WIDTH;
use patience_cards::svg::svg_reader::{PACE, card, check_film, check_picture, visible_cards};
use patience_cards::svg::table::TableLayout as _;
use patience_cards::svg::timeline::timeline;
use patience_cards::{Card, Suit, microsoft_deal};
use patience_draw::film::Clock;
use patience_freecell::picture::{Layout, Pile, animation, svg};
use patience_freecell::{Position, Rules};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use roxmltree::{Document, Node};

fn deal() -> Position {
    Position::deal(&microsoft_deal(617).unwrap(), &Rules::default())
}

fn any_position() -> impl Strategy<Value = Position> {
    let parts = (vec(vec(card(), 0..25), 0..12), vec(option::of(card()), 0..10), any::<[u8; 4]>());
    parts.prop_map(|(columns, cells, foundations)| Position { columns, cells, foundations })
}

/// Frames in which a few cards at a time go from anywhere to anywhere, home if they can.
fn any_game() -> impl Strategy<Value = Vec<Position>> {
    vec((0..8_usize, 0..9_usize, 1..4_usize), 0..60).prop_map(|moves| {
        let mut frames = vec![deal()];
        for (from, to, count) in moves {
            let mut next = frames[frames.len() - 1].clone();
            let kept = next.columns[from].len().saturating_sub(count);
            let run = next.columns[from].split_off(kept);
            next.columns[to % 8].extend(run);
            // Every ninth move sends home all that can go.
            while let Some(column) = (0..8).filter(|_| to == 8).find(|&column| {
                let top = next.columns[column].last();
                top.is_some_and(|top| next.foundations[top.suit() as usize] + 1 == top.rank())
            }) {
                let top = next.columns[column].pop().unwrap();
                next.foundations[top.suit() as usize] = top.rank();
            }
            frames.push(next);
        }
        frames
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_position_has_a_well_formed_picture(position in any_position()) {
        check_picture::<Layout>(&position)?;
    }

    #[test]
    fn any_frames_and_captions_make_a_well_formed_film(
        frames in vec(any_position(), 0..5),
        captions in vec(any::<String>(), 0..6),
        pace in any::<f64>(),
    ) {
        let film = animation(&frames, &captions, pace);
        prop_assert!(Document::parse(&film).is_ok());
        prop_assert_eq!(animation(&frames, &captions, pace), film);
    }

    #[test]
    fn cards_lie_as_the_frames_of_a_game_say(frames in any_game()) {
        check_film::<Layout>(&frames)?;
    }

    #[test]
    fn cards_lie_as_frames_without_sense_say(frames in vec(any_position(), 1..6)) {
        check_film::<Layout>(&frames)?;
    }
}

#[test]
fn a_card_in_flight_is_above_all_others() {
    let start = deal();
    let mut frames = vec![start];
    for column in [0, 5, 2] {
        let mut next = frames[frames.len() - 1].clone();
        let card = next.columns[column].pop();
        next.cells[column % 4] = card;
        frames.push(next);
    }
    let film = animation(&frames, &[], PACE);
    let film = Document::parse(&film).unwrap();
    let clock = Clock::new(3, PACE);
    for (mv, name) in ["card-JD", "card-6C", "card-KC"].into_iter().enumerate() {
        let visible_cards = visible_cards(&film, 100.0 * (clock.start(mv) + 0.1) / clock.total());
        assert_eq!(visible_cards.len(), 52);
        assert_eq!(visible_cards[51].0, name);
    }
}

#[test]
fn cards_go_home_in_an_order_that_can_be_played() {
    let [ace, two] = ["AC", "2D"].map(|name| name.parse::<Card>().unwrap());
    let start =
        Position { columns: vec![vec![ace, two]], cells: vec![], foundations: [0, 1, 0, 0] };
    let end = Position { columns: vec![vec![]], cells: vec![], foundations: [1, 2, 0, 0] };
    let frames = [start, end];
    let layout = Layout::of(&frames);
    let timeline = timeline(&Clock::new(1, PACE), &frames.map(|frame| layout.heaps(&frame)));
    let flown = timeline.iter().filter(|stay| stay.arrival.is_some());
    let flown: Vec<Card> = flown.filter_map(|stay| stay.lying.card).collect();
    assert_eq!(flown, [two, ace]);
}

#[test]
fn without_animation_the_first_frame_is_seen() {
    let start = deal();
    let mut next = start.clone();
    next.cells[0] = next.columns[0].pop();
    let film = animation(&[start.clone(), next], &[], PACE);
    let still = svg(&start);
    let [film, still] = [&film, &still].map(|text| Document::parse(text).unwrap());
    assert_eq!(visible_cards(&film, 0.0), visible_cards(&still, 0.0));
}

#[test]
fn captions_are_escaped_and_counted() {
    let captions = ["5♥ < 6♠ & \"so\" \u{1}".to_owned()];
    let film = animation(&[deal(), deal(), deal()], &captions, PACE);
    let document = Document::parse(&film).unwrap();
    let counted = |node: &Node<'_, '_>| node.text().is_some_and(|text| text.ends_with(" / 2"));
    let lines: Vec<String> = (document.descendants().filter(|node| node.has_tag_name("tspan")))
        .filter(counted)
        .map(|node| {
            let caption = node.next_sibling_element().and_then(|node| node.text());
            format!("{}: {}", node.text().unwrap(), caption.unwrap_or_default())
        })
        .collect();
    assert_eq!(lines, ["0 / 2: ", "1 / 2: 5♥ < 6♠ & \"so\" \u{fffd}", "2 / 2: "]);
}

#[test]
fn a_long_caption_ends_before_the_picture_does() {
    let film = animation(&[deal(), deal()], &["w".repeat(1000)], PACE);
    assert!(film.contains("www…<"));
    assert!(!film.contains(&"w".repeat(80)));
}

#[test]
fn no_frames_make_an_empty_picture() {
    let film = animation(&[], &[], PACE);
    assert!(visible_cards(&Document::parse(&film).unwrap(), 0.0).is_empty());
}

#[test]
fn only_the_top_card_of_a_foundation_is_drawn() {
    let position =
        Position { columns: Vec::new(), cells: Vec::new(), foundations: [3, 0, 13, 255] };
    let picture = svg(&position);
    let visible_cards = visible_cards(&Document::parse(&picture).unwrap(), 0.0);
    let names: Vec<&str> = visible_cards.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["card-3C", "card-KH", "card-KS"]);
}

#[test]
fn places_have_the_names_of_the_notation() {
    let position =
        Position { columns: vec![vec![]; 10], cells: vec![None; 8], foundations: [0; 4] };
    let picture = svg(&position);
    let document = Document::parse(&picture).unwrap();
    let is_text = |node: &Node<'_, '_>| {
        node.has_tag_name("text") && node.parent().is_some_and(|parent| parent.has_tag_name("g"))
    };
    let names: String =
        document.descendants().filter(is_text).filter_map(|node| node.text()).collect();
    assert_eq!(names, "abcdefgi1234567890");
}

#[test]
fn a_film_of_a_hundred_moves_is_small() {
    let mut frames = vec![deal()];
    for mv in 0..100 {
        let mut next = frames[mv].clone();
        let card = next.columns[mv % 8].pop();
        next.columns[(3 * mv + 1) % 8].extend(card);
        frames.push(next);
    }
    assert!(animation(&frames, &[], PACE).len() < 100_000);
}

#[test]
fn cells_and_foundations_are_in_line_with_the_columns() {
    for (cells, columns) in [(4, 8), (2, 8), (6, 8), (0, 5), (7, 4)] {
        let position = Position {
            cells: vec![None; cells],
            columns: vec![Vec::new(); columns],
            ..Position::default()
        };
        let layout = Layout::of(&[position]);
        let place = |pile| layout.place(pile).0;
        let above: Vec<u32> =
            (0..cells).map(Pile::Cell).chain(Suit::ALL.map(Pile::Foundation)).map(place).collect();
        let below: Vec<u32> = (0..columns).map(Pile::Column).map(place).collect();
        // Nothing overlaps, and whatever is shorter is in line with something longer.
        assert!(above.is_sorted_by(|left, right| left + WIDTH < *right), "{above:?}");
        let (short, long) =
            if above.len() <= below.len() { (above, below) } else { (below, above) };
        assert!(short.iter().all(|x| long.contains(x)), "{short:?} {long:?}");
    }
}
