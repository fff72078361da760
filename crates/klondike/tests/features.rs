//! The named features: ranges, admissibility, a position that is counted by hand, and what they must agree with.
#![allow(clippy::float_cmp, reason = "counts are whole numbers")]

use std::collections::HashSet;

use patience_core::{Features, Kind, Nearer, Node, Puzzle};
use patience_klondike::engines::Planner2007;
use patience_klondike::engines::planner_2007::ValueFunction;
use patience_klondike::{Klondike, Metric, Move, Rules, State, read_position};
use patience_laws::{SplitMix, Walks, check_admissible_features, check_features};

const WALKS: Walks = Walks { seed: 1, count: 8, length: 100 };

fn measure(name: &str, game: &Klondike, state: &State) -> f64 {
    (Klondike::feature(name).unwrap().measure)(game, &Node::root(state))
}

/// Games of several rules, standard ones first.
fn games() -> Vec<Klondike> {
    let standard = Rules::default();
    let rules = [
        standard,
        Rules { draw: 1, ..standard },
        Rules { draw: 5, passes: Some(2), bring_back: false, ..standard },
        Rules { ranks: 6, columns: 4, draw: 2, ..standard },
        Rules { ranks: 1, columns: 1, ..standard },
    ];
    let of = |rules| (0..4).map(move |seed| Klondike::of_seed(seed, rules).unwrap());
    rules.into_iter().flat_map(of).collect()
}

/// Calls `each` with states of random games that play home half of the time, so that foundations grow.
fn visit(mut each: impl FnMut(&Klondike, &State, &[Move])) {
    for (game, seed) in games().into_iter().zip(1..) {
        let mut random = SplitMix::new(seed);
        let mut state = game.start();
        for _ in 0..150 {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            each(&game, &state, &moves);
            let is_home = |mv: &&Move| matches!(mv, Move::Home { .. } | Move::StockHome { .. });
            let home: Vec<Move> = moves.iter().filter(is_home).copied().collect();
            let from = if home.is_empty() || random.below(2) == 0 { moves } else { home };
            if from.is_empty() {
                break;
            }
            game.apply(&mut state, from[random.below(from.len())]);
        }
    }
}

/// Two columns that are deeper than any deal of four ranks has, and an empty one.
const COUNTED: &str = "foundations: C1 D0 H0 S0
1: 2C AD 3C | 4C
2: 3D 2D | 3S 2H
3: |
stock: AH 4D 2S AS 3H 4H 4S";

#[test]
fn ranges_hold_in_random_games_and_in_positions_that_no_deal_leads_to() {
    for game in games() {
        check_features(&game, &WALKS);
    }
    let (rules, position) = read_position(COUNTED).unwrap();
    check_features(&Klondike::new(rules, &position).unwrap(), &WALKS);
}

#[test]
fn features_that_claim_it_are_admissible() {
    for (ranks, columns) in [(2, 2), (2, 3), (3, 3)] {
        for draw in [1, 2] {
            for seed in 0..6 {
                let rules = Rules { ranks, columns, draw, ..Rules::default() };
                let mut game = Klondike::of_seed(seed, rules).unwrap();
                for metric in [Metric::Moves, Metric::Turns] {
                    game.metric = metric;
                    check_admissible_features(&game, &Walks { count: 4, ..WALKS });
                }
            }
        }
    }
}

#[test]
fn a_position_is_counted_as_by_hand() {
    let (rules, position) = read_position(COUNTED).unwrap();
    let game = Klondike::new(rules, &position).unwrap();
    for (name, value) in [
        ("CardsAway", 15.0),
        ("FaceDown", 5.0),
        ("StockLeft", 7.0),
        // The deuce of clubs lies beneath the three and the four, the three beneath the four.
        ("LowerBeneath", 3.0),
        // 12 + 13 + 11, and 11 + 12.
        ("RanksDown", 59.0),
        // The ace of diamonds could be put on the deuce of clubs.
        ("BuildCardsBeneath", 1.0),
        ("DownSquared", 13.0),
        ("DeepestColumn", 3.0),
        // The three and the four of clubs.
        ("OnLowerOfSuit", 2.0),
        // Three cards lie on the deuce of clubs, two of them on the ace of diamonds too.
        ("OnNext", 3.0),
        ("EmptyColumns", 1.0),
        ("DifferenceFoundation", 1.0),
        // The aces of hearts and spades are the first and the fourth card.
        ("NextUnreached", 2.0),
        ("StockAvailable", 3.0),
        // Both kings of the stock, into the empty column.
        ("StockPlayable", 2.0),
        // Also the king of clubs, and the ace of clubs back onto the deuce of hearts.
        ("LegalMoves", 4.0),
        ("UncoveringMoves", 1.0),
        ("FaceUp", 3.0),
        ("AllFaceUp", 0.0),
    ] {
        assert_eq!(measure(name, &game, &game.start()), value, "{name}");
    }
}

#[test]
fn a_game_that_is_won_is_at_the_near_end_of_every_distance() {
    let (rules, won) = read_position("foundations: C4 D4 H4 S4\n1: |\n2: |\nstock:").unwrap();
    let game = Klondike::new(rules, &won).unwrap();
    for feature in Klondike::features() {
        if let Kind::Heuristic { nearer: Nearer::Low, .. } = feature.kind {
            assert_eq!(measure(feature.name, &game, &game.start()), 0.0, "{}", feature.name);
        }
    }
    assert_eq!(measure("EmptyColumns", &game, &game.start()), 2.0);
    assert_eq!(measure("AllFaceUp", &game, &game.start()), 1.0);
}

#[test]
fn the_value_functions_are_those_of_the_planner() {
    let mut values = HashSet::new();
    visit(|game, state, _| {
        for (name, function) in [("PlannerH1", ValueFunction::H1), ("PlannerH2", ValueFunction::H2)]
        {
            let value = Planner2007::value(&function, game, state);
            assert_eq!(measure(name, game, state), f64::from(value), "{name} of {state:?}");
            values.insert(value);
        }
    });
    assert!(100 < values.len());
}

#[test]
fn moves_are_counted_as_they_are_listed() {
    visit(|game, state, moves| {
        let count = |is: &dyn Fn(&Move) -> bool| moves.iter().filter(|mv| is(mv)).count() as f64;
        let down = |state: &State| measure("FaceDown", game, state);
        assert_eq!(measure("LegalMoves", game, state), count(&|_| true), "{state:?}");
        let uncovers = |mv: &Move| down(&game.child(state, *mv)) < down(state);
        assert_eq!(measure("UncoveringMoves", game, state), count(&uncovers), "{state:?}");
        let place = |mv: &Move| match *mv {
            Move::StockHome { at } | Move::StockColumn { at, .. } => Some(at),
            _ => None,
        };
        let places: HashSet<u8> = moves.iter().filter_map(place).collect();
        assert_eq!(measure("StockPlayable", game, state), places.len() as f64, "{state:?}");
    });
}

#[test]
fn columns_are_counted_as_they_are_seen() {
    visit(|game, state, _| {
        let position = game.position(state);
        let next = |card: patience_cards::Card| card.rank() == state.home(card.suit()) + 1;
        let (mut lower, mut on_next, mut deepest) = (0, 0, 0);
        for column in &position.columns {
            let down = column.down.iter().map(|card| card.unwrap());
            let cards: Vec<_> = down.chain(column.up.iter().copied()).collect();
            deepest = deepest.max(column.down.len());
            for (at, card) in cards.iter().enumerate() {
                let below = &cards[..at];
                let is_lower =
                    |it: &patience_cards::Card| it.suit() == card.suit() && it.rank() < card.rank();
                lower += usize::from(below.iter().any(is_lower));
                on_next += usize::from(below.iter().any(|&it| next(it)));
            }
        }
        let reached = |at: u8| state.talon().reach(at, game.rules()).is_some();
        let places = || 0..state.talon().cards;
        let unreached =
            places().filter(|&at| !reached(at) && next(game.stock_card(state, at).unwrap()));
        for (name, value) in [
            ("OnLowerOfSuit", lower),
            ("OnNext", on_next),
            ("DeepestColumn", deepest),
            ("NextUnreached", unreached.count()),
            ("StockAvailable", places().filter(|&at| reached(at)).count()),
        ] {
            assert_eq!(measure(name, game, state), value as f64, "{name} of {position:?}");
        }
    });
}
