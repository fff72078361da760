//! The planner of 2007: its value functions, its actions, its dead ends and its answers.

use std::collections::HashSet;

use patience_cards::{Card, Suit};
use patience_core::Hidden;
use patience_core::{Cancel, Limits, Outcome, Proportion, Puzzle, SplitMix, solve};
use patience_klondike::engines::planner_2007::ValueFunction;
use patience_klondike::engines::{Exact, Planner2007};
use patience_klondike::players::hidden::{KnownStock, PairedStock};
use patience_klondike::{
    Klondike, Line, Move, PairedGame, PairedMove, Position, Referee, Rules, State, read_position,
};
use patience_laws::{Walks, check, check_everywhere, check_hidden, soundness};

const WALKS: Walks = Walks { seed: 1, count: 6, length: 80 };

/// Rules of several kinds, standard ones first.
fn all_rules() -> Vec<Rules> {
    let standard = Rules::default();
    vec![
        standard,
        Rules { draw: 1, ..standard },
        Rules { draw: 2, passes: Some(2), ..standard },
        Rules { ranks: 6, columns: 5, ..standard },
        Rules { ranks: 5, columns: 4, draw: 1, ..standard },
        Rules { ranks: 4, columns: 4, bring_back: false, ..standard },
    ]
}

/// States of random play.
fn states(game: &Klondike, seed: u64, count: usize) -> Vec<State> {
    let mut rng = SplitMix::new(seed);
    let (mut state, mut moves) = (game.start(), Vec::new());
    let mut states = Vec::new();
    for _ in 0..count {
        states.push(state);
        moves.clear();
        game.moves(&state, &mut moves);
        // Home first, half of the time, so that foundations grow.
        let home = |mv: &&Move| matches!(mv, Move::Home { .. } | Move::StockHome { .. });
        let home: Vec<Move> = moves.iter().filter(home).copied().collect();
        if !home.is_empty() && rng.below(2) == 0 {
            moves = home;
        }
        if moves.is_empty() || game.is_goal(&state) {
            break;
        }
        game.apply(&mut state, moves[rng.below(moves.len())]);
    }
    states
}

/// The value of a position by the table of the features, card by card.
fn naive(function: &ValueFunction, rules: &Rules, position: &Position) -> i32 {
    let rank = |card: Card| i32::from(card.rank()) - 1;
    let mut value = 0;
    for suit in Suit::ALL {
        for card in suit.up_to(position.foundations[suit as usize]) {
            value += function.home.0 + function.home.1 * rank(card);
        }
    }
    let mut down = HashSet::new();
    for column in &position.columns {
        for card in column.down.iter().flatten() {
            value += function.down.0 + function.down.1 * rank(*card);
            down.insert(*card);
        }
    }
    for &card in &down {
        for &other in &down {
            let is_twin = card.rank() == other.rank() && card.is_red() == other.is_red();
            if card < other && is_twin {
                value += function.twins;
            }
        }
    }
    for column in &position.columns {
        let cards: Vec<(Card, bool)> = column
            .down
            .iter()
            .flatten()
            .map(|&card| (card, false))
            .chain(column.up.iter().map(|&card| (card, true)))
            .collect();
        for (at, &(upper, _)) in cards.iter().enumerate() {
            if at == 0 || cards[at - 1].1 {
                // It rests on a face-up card, or on nothing.
                continue;
            }
            for &(lower, _) in &cards[..at] {
                if lower.suit() == upper.suit() && lower.rank() < upper.rank() {
                    value += function.blocks_suit;
                }
                if lower.rank() == upper.rank() + 1 && lower.is_red() != upper.is_red() {
                    value += function.blocks_build;
                }
            }
        }
    }
    value + function.available * i32::try_from(playable(rules, position)).unwrap()
}

/// The number of cards of the stock that can be the top of the waste, by turning it through.
fn playable(rules: &Rules, position: &Position) -> usize {
    let mut referee = Referee::new(rules, position.clone());
    let (mut tops, mut seen) = (HashSet::new(), HashSet::new());
    while seen.insert(referee.position().clone()) {
        tops.extend(referee.position().waste.last().copied());
        let turned = referee.play(patience_klondike::Step::Turn);
        if turned.is_err() && referee.play(patience_klondike::Step::Redeal).is_err() {
            break;
        }
    }
    tops.len()
}

#[test]
fn values_are_those_of_the_table_counted_card_by_card() {
    let mut values = HashSet::new();
    for rules in all_rules().into_iter().filter(|rules| rules.passes.is_none()) {
        for seed in 0..3 {
            let game = Klondike::of_seed(seed, rules).unwrap();
            for state in states(&game, seed, 40).into_iter().step_by(3) {
                for function in [ValueFunction::H1, ValueFunction::H2] {
                    let value = Planner2007::value(&function, &game, &state);
                    let position = game.position(&state);
                    assert_eq!(value, naive(&function, &rules, &position), "{position:?}");
                    values.insert(value);
                }
            }
        }
    }
    assert!(50 < values.len());
}

#[test]
fn a_won_game_is_worth_what_the_table_says() {
    let (rules, position) =
        read_position("foundations: CK DK HK SK\n1: |\n2: |\nstock:\nwaste:\n").unwrap();
    let game = Klondike::new(rules, &position).unwrap();
    let value = |function| Planner2007::value(&function, &game, &game.start());
    // The sum of 5 − rank over ranks 0 to 12 is −13 a suit.
    assert_eq!((value(ValueFunction::H1), value(ValueFunction::H2)), (-52, 260));
}

#[test]
fn games_of_pairs_obey_the_laws() {
    for rules in all_rules() {
        for seed in 0..3 {
            let game = Klondike::of_seed(seed, rules).unwrap();
            let table = PairedStock::new(KnownStock::new(rules, game.deal()).unwrap());
            let paired = PairedGame::new(game);
            check(&paired, &Walks { seed, ..WALKS });
            let other = table.determinise(&table.first_view(), &mut SplitMix::new(seed));
            check_hidden(&table, &[paired, other], &Walks { seed, ..WALKS });
        }
    }
    for seed in 0..6 {
        let rules = Rules { ranks: 3, columns: 3, ..Rules::default() };
        check_everywhere(&PairedGame::new(Klondike::of_seed(seed, rules).unwrap()));
    }
}

/// Calls `each` with games, states and their actions.
fn visit(mut each: impl FnMut(&Klondike, &State, PairedMove)) {
    for rules in all_rules() {
        for seed in 0..12 {
            let game = Klondike::of_seed(seed, rules).unwrap();
            let paired = PairedGame::new(game.clone());
            for state in states(&game, seed, 80) {
                let mut actions = Vec::new();
                paired.moves(&state, &mut actions);
                for action in actions {
                    each(&game, &state, action);
                }
            }
        }
    }
}

#[test]
fn actions_are_legal_for_the_referee_and_turn_at_most_one_card() {
    let mut pairs = 0;
    visit(|game, state, action| {
        let moves: Vec<Move> = action.moves().collect();
        let steps = game.expand_from(state, &moves);
        let movements = steps.iter().filter(|step| !step.is_turn()).count();
        assert_eq!(movements, moves.len());
        let mut referee = Referee::new(game.rules(), game.position(state));
        let played: Vec<_> = steps.iter().map(|&step| referee.play(step).unwrap()).collect();
        let turned: Vec<_> = played.iter().filter_map(|played| played.turned).collect();
        assert!(turned.len() < 2);
        // Only the last move turns a card.
        assert_eq!(turned.is_empty(), played.last().unwrap().turned.is_none());
        pairs += usize::from(moves.len() == 2);
    });
    assert!(100 < pairs, "{pairs}");
}

#[test]
fn no_single_action_is_undone_by_the_next_move_unless_it_goes_home() {
    visit(|game, state, action| {
        let is_home = matches!(action.first, Move::Home { .. } | Move::StockHome { .. });
        if is_home {
            return;
        }
        let mut after = *state;
        action.moves().for_each(|mv| game.apply(&mut after, mv));
        let mut moves = Vec::new();
        game.moves(&after, &mut moves);
        let returns = |&mv: &Move| game.key(&game.child(&after, mv)) == game.key(state);
        assert!(!moves.into_iter().any(|mv| returns(&mv)), "{state:?} {action:?}");
    });
}

#[test]
fn low_cards_and_cards_that_nobody_needs_do_not_come_back() {
    let mut returned = 0;
    visit(|_, state, action| {
        let Move::Back { suit, .. } = action.first else { return };
        let rank = state.home(suit);
        assert!(2 < rank && Suit::ALL.into_iter().any(|other| state.home(other) + 2 < rank));
        returned += 1;
    });
    assert!(0 < returned);
}

fn is_winnable(game: &Klondike, state: &State) -> bool {
    let report = solve(&Exact::default(), game, state, &Limits::default(), &Cancel::new(), &mut ());
    matches!(report.outcome, Outcome::Solved(_))
}

#[test]
fn dead_ends_cannot_be_won() {
    let mut dead = 0;
    for rules in all_rules() {
        for seed in 0..40 {
            let game = Klondike::of_seed(seed, rules).unwrap();
            for state in states(&game, seed, 40).into_iter().step_by(4) {
                if Planner2007::is_dead_end(&game, &state) {
                    dead += 1;
                    assert!(!is_winnable(&game, &state), "{state:?}");
                }
            }
        }
    }
    assert!(100 < dead, "{dead}");
}

/// The three of clubs lies on the only build card that is left, and the three of spades on the other one and on both aces.
const LOCKED: &str = "\
draw 1
foundations: C0 D4 HA S0
1: | 4H 3C
2: 2H AS AC | 3S
3: | 4C
stock: 2C 2S 3H 4S
waste:
";

#[test]
fn twins_lock_each_other() {
    let (rules, position) = read_position(LOCKED).unwrap();
    let game = Klondike::new(rules, &position).unwrap();
    assert!(!Planner2007::has_locked_twins(&game, &game.start()));
    let locked = LOCKED.replace("2H AS AC | 3S", "4D AS AC | 3S").replace("D4 HA", "D3 H2");
    let (rules, position) = read_position(&locked).unwrap();
    let game = Klondike::new(rules, &position).unwrap();
    assert!(Planner2007::has_locked_twins(&game, &game.start()));
    assert!(!is_winnable(&game, &game.start()));
}

#[test]
fn locked_twins_cannot_be_won() {
    let mut locked = 0;
    let rules = Rules { ranks: 5, columns: 5, ..Rules::default() };
    for seed in 0..3000 {
        let game = Klondike::of_seed(seed, rules).unwrap();
        for state in states(&game, seed, 20).into_iter().step_by(5) {
            if Planner2007::has_locked_twins(&game, &state) {
                locked += 1;
                assert!(!is_winnable(&game, &state), "{state:?}");
            }
        }
    }
    assert!(10 < locked, "{locked}");
}

#[test]
fn solutions_are_replayed_by_the_referee() {
    let mut solved = 0;
    for seed in 1..=20 {
        let game = Klondike::of_seed(seed, Rules::default()).unwrap();
        for planner in [planner(None, 0), planner(None, 1), planner(Some(1), 1)] {
            let limits = Limits::default();
            let report = solve(&planner, &game, &game.start(), &limits, &Cancel::new(), &mut ());
            if let Outcome::Solved(solution) = report.outcome {
                let steps = game.expand(&solution.moves);
                Line::replay(game.rules(), game.deal().clone(), steps).unwrap();
                solved += 1;
            }
        }
    }
    assert!(20 < solved, "{solved}");
}

fn planner(first_level: Option<u32>, second_level: u32) -> Planner2007 {
    Planner2007 { first_level, second_level }
}

#[test]
fn the_planner_never_wins_what_cannot_be_won() {
    for seed in 0..30 {
        for draw in 1..=3 {
            let rules = Rules { ranks: 3, columns: 3, draw, ..Rules::default() };
            let game = Klondike::of_seed(seed, rules).unwrap();
            let limits = Limits { nodes: Some(5_000), ..Limits::default() };
            soundness(&game, &planner(Some(1), 1), &limits, "planner-2007");
        }
    }
}

/// The rates of *Searching Solitaire in Real Time*, so that no change of the planner goes unnoticed.
#[test]
#[ignore = "slow: minutes"]
fn the_planner_wins_about_what_was_published() {
    for (planner, deals, published) in [
        (planner(None, 0), 20_000, 0.1617),
        (planner(None, 1), 3_000, 0.6098),
        (planner(Some(1), 1), 1_000, 0.7494),
    ] {
        let is_won = |seed: &u64| {
            let game = Klondike::of_seed(*seed, Rules::default()).unwrap();
            let (start, limits) = (game.start(), Limits::default());
            let report = solve(&planner, &game, &start, &limits, &Cancel::new(), &mut ());
            matches!(report.outcome, Outcome::Solved(_))
        };
        let successes = (1..=deals).filter(is_won).count() as u64;
        // Four standard deviations.
        let (low, high) = Proportion { successes, trials: deals }.wilson(4.0);
        assert!(low < published && published < high, "{planner:?} {low} {high}");
    }
}
