//! The exact engine of Klondike: it answers what a plain search answers, whatever it leaves out, and its solutions replay.

use std::collections::HashSet;

use patience_cards::Card;
use patience_core::{Cancel, Limits, Outcome, Puzzle, SplitMix, Stop, solve};
use patience_klondike::engines::exact::{Exact, Prunings};
use patience_klondike::{Column, Klondike, Line, Position, Rules, deal_of_seed, read_position};

/// States of a game that the plain search looks at before it gives the game up.
const MOST: usize = 8_000;

/// Whether a game can be won, by looking at all its states; `None` if there are too many.
pub(crate) fn plainly(game: &Klondike) -> Option<bool> {
    let mut seen = HashSet::from([game.key(&game.start())]);
    let mut open = vec![game.start()];
    let mut moves = Vec::new();
    while let Some(state) = open.pop() {
        if game.is_goal(&state) {
            return Some(true);
        }
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let child = game.child(&state, mv);
            if seen.insert(game.key(&child)) {
                open.push(child);
            }
        }
        if MOST < seen.len() {
            return None;
        }
    }
    Some(false)
}

/// Whether a game can be won, by the engine; a solution is replayed by the referee.
fn exactly(game: &Klondike, prunings: Prunings) -> bool {
    let exact = Exact { prunings };
    let report = solve(&exact, game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
    match report.outcome {
        Outcome::Solved(solution) => {
            let steps = game.expand(&solution.moves);
            Line::replay(game.rules(), game.deal().clone(), steps).unwrap();
            true
        }
        Outcome::ProvenUnsolvable => false,
        other => panic!("{other:?} without limits"),
    }
}

/// Every way to leave out or not.
fn all_prunings() -> Vec<Prunings> {
    let bit = |bits: u8, at: u8| bits >> at & 1 == 1;
    let prunings = |bits| Prunings {
        eager: bit(bits, 0),
        safe: bit(bits, 1),
        links: bit(bits, 2),
        relaxed: bit(bits, 3),
    };
    (0..16).map(prunings).collect()
}

/// Rules of a small game; the highest columns that the deck has cards for, or one fewer.
pub(crate) fn small_rules(rng: &mut SplitMix) -> Rules {
    // At most six.
    #[allow(clippy::cast_possible_truncation)]
    let mut pick = |least: u8, count: usize| least + rng.below(count) as u8;
    let ranks = pick(3, 5);
    let most = (1..=7).filter(|columns| columns * (columns + 1) / 2 <= 4 * ranks).max().unwrap();
    Rules {
        ranks,
        columns: most - pick(0, 3).min(1),
        draw: pick(1, 3),
        passes: match pick(0, 4) {
            0 => Some(pick(1, 4)),
            _ => None,
        },
        bring_back: pick(0, 5) > 0,
        ..Rules::default()
    }
}

/// A position in the middle of a game: foundations begun, runs in columns.
pub(crate) fn middle_position(rules: &Rules, rng: &mut SplitMix) -> Position {
    // At most 13.
    #[allow(clippy::cast_possible_truncation)]
    let foundations = [(); 4].map(|()| rng.below(usize::from(rules.ranks)) as u8 * 2 / 3);
    let is_home = |card: &Card| card.rank() <= foundations[card.suit() as usize];
    let mut cards: Vec<Card> = Card::deck(rules.ranks).filter(|card| !is_home(card)).collect();
    rng.shuffle(&mut cards);
    let mut columns = Vec::new();
    for _ in 0..rules.columns {
        let mut column = Column::default();
        for _ in 0..rng.below(6) {
            column.down.extend(cards.pop().map(Some));
        }
        column.up.extend(cards.pop());
        while let Some(&top) = column.up.last() {
            let next = cards.iter().position(|&card| rules.fits(card, top));
            match next.filter(|_| rng.below(4) > 0) {
                Some(at) => column.up.push(cards.swap_remove(at)),
                None => break,
            }
        }
        if column.up.is_empty() {
            column.up.extend(column.down.pop().flatten());
        }
        columns.push(column);
    }
    let waste: Vec<Card> = cards.split_off(cards.len() - rng.below(cards.len() + 1));
    let stock = cards.into_iter().map(Some).collect();
    Position { columns, stock, waste, foundations, passes: 1 }
}

/// Compares on this many games; returns how many are won and lost.
fn compare(
    games: usize,
    seed: u64,
    prunings: &[Prunings],
    make: impl Fn(&Rules, &mut SplitMix) -> Position,
) -> (usize, usize) {
    let mut rng = SplitMix::new(seed);
    let (mut won, mut lost) = (0, 0);
    for number in 0..games {
        let rules = small_rules(&mut rng);
        let position = make(&rules, &mut rng);
        let game = Klondike::new(rules, &position).unwrap();
        let Some(expected) = plainly(&game) else { continue };
        *(if expected { &mut won } else { &mut lost }) += 1;
        for &prunings in prunings {
            let answer = exactly(&game, prunings);
            assert_eq!(answer, expected, "game {number}: {rules:?} {prunings:?}\n{position:?}");
        }
    }
    (won, lost)
}

fn deal(rules: &Rules, rng: &mut SplitMix) -> Position {
    Position::deal(&deal_of_seed(rng.bits(), rules), rules)
}

#[test]
fn small_deals_are_decided_as_by_a_plain_search() {
    let (won, lost) = compare(1_000, 1, &[Prunings::default()], deal);
    assert!(500 < won && 50 < lost, "{won} won, {lost} lost");
}

#[test]
fn positions_in_the_middle_of_games_are_decided_as_by_a_plain_search() {
    let (won, lost) = compare(1_500, 2, &[Prunings::default()], middle_position);
    assert!(400 < won && 200 < lost, "{won} won, {lost} lost");
}

#[test]
fn nothing_that_is_left_out_changes_an_answer() {
    let prunings = all_prunings();
    let (won, lost) = compare(200, 3, &prunings, deal);
    assert!(50 < won && 10 < lost, "{won} won, {lost} lost");
    let (won, lost) = compare(400, 4, &prunings, middle_position);
    assert!(50 < won && 25 < lost, "{won} won, {lost} lost");
}

/// Games that are won only if a card comes back and waits until another has come for the card below it.
const WAITING: [&str; 4] = [
    "draw 3\nfoundations: C9 D9 H4 S4\n1: QC TC | TH 9S 8H\n2: QS TS | JD\n3: JC | 5H\n4: JS TD 7H | QH\n\
     5: 5S 9H 6S | QD\nstock: 6H\nwaste: 7S 8S JH",
    "draw 1\nfoundations: C4 D4 H7 S9\n1: 6C QC 9D TH | 5D\n2: JD | 7C 6D 5C\n3: 9C JH TC JS | TD\n\
     4: QH | TS 9H 8C\nstock: QD\nwaste: QS 7D JC 8H 8D",
    "draw 1\nfoundations: C7 D5 H8 S3\n1: 8C | 5S\n2: | TS 9H\n3: TD | 8S 7D 6S\n4: 8D 4S TC | 9S\n\
     stock: 9C TH\nwaste: 6D 7S 9D",
    "draw 3\nfoundations: C9 DT H7 S4\n1: JH 9H JS TH | TS\n2: | 8H 7S\n3: JC TC QC 9S | JD\n\
     4: QH 5S 8S 6S | QD\n5: | QS\nstock:\nwaste:",
];

/// The three of spades must lie on the four of diamonds for a moment, though it may go home from the stock at once.
const HOME_FIRST: &str =
    "draw 1\n1: | 2S\n2: AH | 2H\n3: AD 4H | 2D\nstock: 4D 3S 3D 4C 4S AS 3H 2C 3C AC\n";

#[test]
fn cards_of_the_stock_may_be_needed_in_a_column_though_they_could_go_home() {
    let (rules, position) = read_position(HOME_FIRST).unwrap();
    let game = Klondike::new(rules, &position).unwrap();
    assert_eq!(plainly(&game), Some(true));
    assert!(exactly(&game, Prunings { links: false, ..Prunings::default() }));
    assert!(exactly(&game, Prunings::default()));
}

#[test]
fn small_decks_with_the_whole_stock_available_are_decided_as_by_a_plain_search() {
    let (mut decided, mut lost) = (0, 0);
    for (ranks, columns) in [(3, 2), (4, 3), (5, 3)] {
        for seed in 0..150 {
            let rules = Rules { ranks, columns, draw: 1, ..Rules::default() };
            let game = Klondike::of_seed(seed, rules).unwrap();
            let Some(expected) = plainly(&game) else { continue };
            decided += 1;
            lost += usize::from(!expected);
            let answer = exactly(&game, Prunings::default());
            assert_eq!(answer, expected, "{ranks} ranks, {columns} columns, seed {seed}");
        }
    }
    assert!(300 < decided && 0 < lost, "{decided} decided, {lost} lost");
}

#[test]
fn cards_come_back_and_wait_where_they_must() {
    for text in WAITING {
        let (rules, position) = read_position(text).unwrap();
        let game = Klondike::new(rules, &position).unwrap();
        assert!(exactly(&game, Prunings::default()), "{text}");
    }
}

#[test]
fn decks_whose_keys_do_not_fit_one_word_are_decided_too() {
    let rules = Rules { columns: 3, draw: 1, ..Rules::default() };
    let is_won =
        |&seed: &u64| exactly(&Klondike::of_seed(seed, rules).unwrap(), Prunings::default());
    assert!(0 < (0..20).filter(is_won).count());
}

#[test]
fn limits_stop_the_engine() {
    let hard = (0..).map(|seed| Klondike::of_seed(seed, Rules::default()).unwrap());
    let stopped = |game: &Klondike, limits: &Limits| {
        solve(&Exact::default(), game, &game.start(), limits, &Cancel::new(), &mut ())
    };
    let few = Limits { nodes: Some(100), ..Limits::default() };
    let game = hard
        .take(50)
        .find(|game| stopped(game, &few).outcome == Outcome::LimitReached(Stop::Nodes))
        .expect("some of fifty deals takes more than a hundred sketches");
    assert_eq!(stopped(&game, &few).stats.expanded, 100);
    let little = Limits { memory: Some(4_000), ..Limits::default() };
    assert_eq!(stopped(&game, &little).outcome, Outcome::LimitReached(Stop::Memory));
}

#[test]
fn a_game_that_is_won_takes_no_moves() {
    let rules = Rules { ranks: 1, columns: 1, ..Rules::default() };
    let columns = vec![Column::default()];
    let home = Position { columns, stock: vec![], waste: vec![], foundations: [1; 4], passes: 1 };
    let game = Klondike::new(rules, &home).unwrap();
    let limits = Limits::default();
    let report = solve(&Exact::default(), &game, &game.start(), &limits, &Cancel::new(), &mut ());
    let Outcome::Solved(solution) = report.outcome else { panic!("it is won") };
    assert_eq!((solution.moves.len(), report.stats.expanded), (0, 0));
}

#[test]
#[ignore = "slow: some minutes"]
fn the_published_share_of_deals_can_be_won() {
    // 81.945 ± 0.084 per cent with three cards at a time, 90.480 ± 0.116 with one (Blake and Gent).
    for (draw, share, margin) in [(3, 0.81945, 0.006), (1, 0.90480, 0.005)] {
        let rules = Rules { draw, ..Rules::default() };
        let deals = 40_000_u32;
        let is_won = |&seed: &u32| {
            exactly(&Klondike::of_seed(seed.into(), rules).unwrap(), Prunings::default())
        };
        let won = (0..deals).filter(is_won).count();
        let found = won as f64 / f64::from(deals);
        assert!((found - share).abs() < margin, "draw {draw}: {found}");
    }
}
