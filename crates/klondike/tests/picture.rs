//! Tests of pictures: they are read back as a browser reads them.

use patience_cards::Suit;
use patience_cards::svg::WIDTH;
use patience_cards::svg::svg_reader::{
    PACE, VisibleCard, card, check_film, check_picture, visible_cards, visible_notes,
};
use patience_cards::svg::table::TableLayout as _;
use patience_core::{Puzzle, SplitMix};
use patience_draw::film::Clock;
use patience_klondike::picture::{Layout, Pile, animation, svg};
use patience_klondike::{Column, Klondike, Position, Referee, Rules, deal_of_seed};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use roxmltree::Document;

fn deal() -> Position {
    let rules = Rules::default();
    Position::deal(&deal_of_seed(1, &rules), &rules)
}

fn any_position() -> impl Strategy<Value = Position> {
    let column = (vec(option::of(card()), 0..20), vec(card(), 0..20));
    let columns = vec(column.prop_map(|(down, up)| Column { down, up }), 0..9);
    let parts = (columns, vec(option::of(card()), 0..30), vec(card(), 0..30), any::<[u8; 4]>());
    parts.prop_map(|(columns, stock, waste, foundations)| Position {
        columns,
        stock,
        waste,
        foundations,
        passes: 1,
    })
}

/// A game of random moves, every turn a frame; face-down cards may be unknown until they are turned.
fn game(seed: u64, moves: usize, is_known: bool) -> Vec<Position> {
    let game = Klondike::of_seed(seed, Rules::default()).unwrap();
    let (mut state, mut random, mut played) = (game.start(), SplitMix::new(seed), Vec::new());
    for _ in 0..moves {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
        game.apply(&mut state, mv);
        played.push(mv);
    }
    let mut referee = Referee::new(game.rules(), game.deal().clone());
    let mut frames = vec![game.deal().clone()];
    for step in game.expand(&played) {
        referee.play(step).unwrap();
        frames.push(referee.position().clone());
    }
    if !is_known {
        let columns = frames.iter_mut().flat_map(|frame| &mut frame.columns);
        columns.for_each(|column| column.down.fill(None));
    }
    frames
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

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
    fn cards_lie_as_the_frames_of_a_game_say(seed: u64, moves in 0..25_usize, is_known: bool) {
        check_film::<Layout>(&game(seed, moves, is_known))?;
    }

    #[test]
    fn cards_lie_as_frames_without_sense_say(frames in vec(any_position(), 1..6)) {
        check_film::<Layout>(&frames)?;
    }
}

#[test]
fn a_card_is_turned_after_the_one_above_it_has_left() {
    let start = deal();
    let mut next = start.clone();
    let (down, up) = (next.columns[1].down.pop().unwrap().unwrap(), next.columns[1].up.clone());
    next.columns[1].up = vec![down];
    next.columns[0].up.extend(&up);
    let film = animation(&[start, next], &[], PACE);
    let film = Document::parse(&film).unwrap();
    let clock = Clock::new(1, PACE);
    let is_seen = |time: f64| {
        let visible_cards = visible_cards(&film, 100.0 * (clock.start(0) + time) / clock.total());
        visible_cards.iter().any(|(name, _)| *name == format!("card-{down}"))
    };
    let (departs, _) = clock.flight(0, 1, 2);
    assert!(!is_seen(departs - clock.start(0) - 0.01));
    assert!(is_seen(departs - clock.start(0) + 0.01));
}

#[test]
fn hidden_cards_are_in_no_picture() {
    let picture = svg(&deal());
    let deal = deal();
    let document = Document::parse(&picture).unwrap();
    let names: Vec<String> =
        visible_cards(&document, 0.0).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.iter().filter(|name| *name == "card-back").count(), 22);
    assert_eq!(names.len(), 29);
    for card in deal.columns.iter().flat_map(|column| column.down.iter().flatten()) {
        assert!(!picture.contains(&format!("-{card}")), "{card}");
        assert!(!picture.contains(&format!(" {card}")), "{card}");
    }
}

#[test]
fn without_animation_the_first_frame_is_seen() {
    let frames = game(3, 5, true);
    let film = animation(&frames, &[], PACE);
    let still = animation(&frames[..1], &[], PACE);
    let [film, still] = [&film, &still].map(|text| Document::parse(text).unwrap());
    let names = |visible_cards: Vec<VisibleCard>| {
        visible_cards.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(names(visible_cards(&film, 0.0)), names(visible_cards(&still, 0.0)));
}

#[test]
fn the_stock_shows_how_many_cards_it_has() {
    let notes_of = |position: &Position| match position.stock.len() {
        0 => Vec::new(),
        count => vec![count.to_string()],
    };
    let mut frames = vec![deal()];
    for turned in [3, 0, 20, 1] {
        let mut next = frames.last().unwrap().clone();
        next.waste.extend(next.stock.drain(..turned).flatten());
        frames.push(next);
    }
    let mut again = frames[0].clone();
    again.passes = 2;
    frames.push(again);
    assert_eq!(
        frames.iter().map(|frame| frame.stock.len()).collect::<Vec<_>>(),
        [24, 21, 21, 1, 0, 24]
    );
    let film = animation(&frames, &[], PACE);
    let film = Document::parse(&film).unwrap();
    let clock = Clock::new(frames.len() - 1, PACE);
    for (number, frame) in frames.iter().enumerate() {
        let percent = 100.0 * clock.rest(number) / clock.total();
        assert_eq!(visible_notes(&film, percent), notes_of(frame), "frame {number}");
        let still = svg(frame);
        assert_eq!(visible_notes(&Document::parse(&still).unwrap(), 0.0), notes_of(frame));
    }
}

#[test]
fn places_are_in_line_with_the_columns() {
    let layout = Layout::of(&[deal()]);
    let x = |pile| layout.place(pile).0;
    assert_eq!((x(Pile::Stock), x(Pile::Waste)), (x(Pile::Column(0)), x(Pile::Column(1))));
    for (at, suit) in (3..).zip(Suit::ALL) {
        assert_eq!(x(Pile::Foundation(suit)), x(Pile::Column(at)));
    }
    // The fan of the waste ends before the first foundation.
    assert!(x(Pile::Waste) + 2 * 42 + WIDTH < x(Pile::Column(3)));
}

#[test]
fn three_cards_of_the_waste_are_fanned() {
    let mut position = deal();
    position.waste = position.stock.drain(..5).flatten().collect();
    let picture = svg(&position);
    let (x, y) = Layout::of(&[position.clone()]).place(Pile::Waste);
    let visible_cards = visible_cards(&Document::parse(&picture).unwrap(), 0.0);
    for (at, card) in (0..).zip(&position.waste[2..]) {
        assert!(visible_cards.contains(&(format!("card-{card}"), (x + 42 * at, y))));
    }
    assert!(!visible_cards.iter().any(|(name, _)| *name == format!("card-{}", position.waste[1])));
}

#[test]
fn no_frames_make_an_empty_picture() {
    let film = animation(&[], &[], PACE);
    assert!(visible_cards(&Document::parse(&film).unwrap(), 0.0).is_empty());
}
