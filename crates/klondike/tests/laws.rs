//! Klondike against the laws, against the referee, and by brute force.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use patience_cards::{Card, Suit};
use patience_core::{Cost, Node, Puzzle};
use patience_klondike::{
    Klondike, Line, Metric, Position, Referee, Rules, SetupError, Step, read_position,
};
use patience_laws::{SplitMix, Walks, check, check_everywhere, check_packed, reference};

const WALKS: Walks = Walks { seed: 1, count: 8, length: 100 };

/// Rules of every kind, standard ones first.
fn all_rules() -> Vec<Rules> {
    let standard = Rules::default();
    vec![
        standard,
        Rules { draw: 1, ..standard },
        Rules { draw: 5, passes: Some(2), ..standard },
        Rules { draw: 1, passes: Some(1), bring_back: false, ..standard },
        Rules { ranks: 1, columns: 1, ..standard },
        Rules { ranks: 2, columns: 2, draw: 2, ..standard },
        Rules { ranks: 4, columns: 3, passes: Some(3), ..standard },
        Rules { ranks: 6, columns: 4, draw: 2, ..standard },
        Rules { columns: 1, draw: 4, ..standard },
    ]
}

/// Rules of games that can be searched through.
fn tiny_rules() -> Vec<Rules> {
    let mut rules = Vec::new();
    for draw in 1..=3 {
        for passes in [None, Some(1), Some(2)] {
            for bring_back in [true, false] {
                let tiny =
                    Rules { ranks: 2, columns: 2, draw, passes, bring_back, ..Rules::default() };
                rules.push(tiny);
                rules.push(Rules { columns: 3, ..tiny });
            }
        }
    }
    rules
}

fn game(seed: u64, rules: Rules, metric: Metric) -> Klondike {
    let mut game = Klondike::of_seed(seed, rules).unwrap();
    game.metric = metric;
    game
}

#[test]
fn rules_of_every_kind_obey_the_laws() {
    for rules in all_rules() {
        for metric in [Metric::Moves, Metric::Turns] {
            for seed in 0..3 {
                let game = game(seed, rules, metric);
                check(&game, &WALKS);
                check_packed(&game, &WALKS);
            }
        }
    }
}

#[test]
fn tiny_games_obey_the_laws_everywhere() {
    for rules in tiny_rules() {
        for metric in [Metric::Moves, Metric::Turns] {
            for seed in 0..6 {
                check_everywhere(&game(seed, rules, metric));
            }
        }
    }
}

#[test]
fn states_and_keys_are_small() {
    assert_eq!(size_of::<<Klondike as Puzzle>::State>(), 48);
    assert_eq!(size_of::<<Klondike as Puzzle>::Key>(), 40);
}

/// Every step of cards that can be written.
fn card_steps(rules: &Rules) -> Vec<Step> {
    let mut steps = vec![Step::WasteHome];
    for from in 0..rules.columns {
        steps.push(Step::Home { from });
        steps.push(Step::WasteColumn { to: from });
        steps.extend(Suit::ALL.map(|suit| Step::Back { suit, to: from }));
        for to in 0..rules.columns {
            let count = |count| Step::Run { from, to, count: Some(count) };
            steps.extend((1..=rules.ranks).map(count));
        }
    }
    steps
}

/// A position without the order of columns and without its passes, as text.
fn canonical(position: &Position) -> String {
    let mut columns: Vec<String> =
        position.columns.iter().map(|column| format!("{column:?}")).collect();
    columns.sort();
    let Position { stock, waste, foundations, .. } = position;
    format!("{columns:?} {stock:?} {waste:?} {foundations:?}")
}

/// What one movement of cards leads to after any number of turns, with passes and turns: by trying all there is with the referee.
fn allowed(rules: &Rules, position: &Position) -> BTreeMap<String, (u8, u32)> {
    let mut after = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut referee = Referee::new(rules, position.clone());
    let mut turns = 0;
    while seen.insert(referee.position().clone()) {
        for step in card_steps(rules) {
            // What does not use the waste needs no turns.
            if turns != 0 && !matches!(step, Step::WasteHome | Step::WasteColumn { .. }) {
                continue;
            }
            let mut next = referee.clone();
            if next.play(step).is_ok() {
                let passes = next.position().passes;
                after.entry(canonical(next.position())).or_insert((passes, turns + 1));
            }
        }
        if referee.play(Step::Turn).or_else(|_| referee.play(Step::Redeal)).is_err() {
            break;
        }
        // A pass that comes back to where it began shows nothing new.
        if rules.passes.is_none() && 2 < referee.position().passes {
            break;
        }
        turns += 1;
    }
    // A column that moves to an empty one changes nothing.
    after.remove(&canonical(position));
    after
}

#[test]
fn moves_are_exactly_what_the_referee_allows_after_some_turns() {
    for rules in all_rules() {
        for seed in 0..4 {
            let game = game(seed, rules, Metric::Turns);
            let mut moves = Vec::new();
            Walks { seed, count: 3, length: 60 }.visit(&game, |node: &Node<'_, Klondike>| {
                moves.clear();
                game.moves(node.state, &mut moves);
                let ours = moves.iter().map(|&mv| {
                    let position = game.position(&game.child(node.state, mv));
                    let turns = game.cost(node.state, mv);
                    (canonical(&position), (position.passes, turns))
                });
                let mut ours: BTreeMap<String, (u8, u32)> = ours.collect();
                let mut theirs = allowed(&rules, &game.position(node.state));
                if rules.passes.is_none() {
                    // Then states do not count them.
                    ours.values_mut()
                        .chain(theirs.values_mut())
                        .for_each(|(passes, _)| *passes = 0);
                }
                assert_eq!(ours, theirs, "{:?}", node.state);
            });
        }
    }
}

#[test]
fn expanded_walks_are_played_by_the_referee_to_the_same_position() {
    for rules in all_rules() {
        for metric in [Metric::Moves, Metric::Turns] {
            let game = game(7, rules, metric);
            let mut random = SplitMix::new(3);
            let (mut state, mut played, mut cost) = (game.start(), Vec::new(), 0);
            for _ in 0..80 {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                cost += game.pay(&mut state, mv);
                played.push(mv);
            }
            let mut referee = Referee::new(&rules, game.deal().clone());
            for step in game.expand(&played) {
                referee.play(step).unwrap();
            }
            let mut position = referee.position().clone();
            if rules.passes.is_none() {
                position.passes = 1;
            }
            assert_eq!(game.position(&state), position);
            let lengths = referee.lengths();
            assert_eq!(lengths.moves as usize, played.len());
            match metric {
                Metric::Moves => assert_eq!(cost, lengths.moves),
                Metric::Turns => assert_eq!(cost, lengths.moves + lengths.turns),
            }
        }
    }
}

/// The fewest steps to a solution, and the fewest movements of cards, by a search that knows nothing but the referee.
fn by_referee(rules: &Rules, start: &Position, turns_count: bool) -> Option<Cost> {
    let mut steps = card_steps(rules);
    steps.extend([Step::Turn, Step::Redeal]);
    let mut seen = HashSet::new();
    let mut open = VecDeque::from([(0, start.clone())]);
    while let Some((cost, position)) = open.pop_front() {
        if position.is_solved(rules) {
            return Some(cost);
        }
        let mut same = position.clone();
        if rules.passes.is_none() {
            same.passes = 1;
        }
        if !seen.insert(same) {
            continue;
        }
        for &step in &steps {
            let mut referee = Referee::new(rules, position.clone());
            if referee.play(step).is_err() {
                continue;
            }
            let next = referee.position().clone();
            if step.is_turn() && !turns_count {
                open.push_front((cost, next));
            } else {
                open.push_back((cost + 1, next));
            }
        }
    }
    None
}

#[test]
fn games_have_the_solutions_that_the_referee_finds_turn_by_turn() {
    let mut solved = BTreeSet::new();
    for rules in tiny_rules() {
        for seed in 0..4 {
            for (metric, turns_count) in [(Metric::Moves, false), (Metric::Turns, true)] {
                let game = game(seed, rules, metric);
                let cheapest = reference::cheapest(&game, &game.start());
                assert_eq!(
                    cheapest,
                    by_referee(&rules, game.deal(), turns_count),
                    "{rules:?} {}",
                    game.deal()
                );
                solved.insert(cheapest.is_some());
            }
        }
    }
    assert_eq!(solved.len(), 2, "some games have a solution, others none");
}

#[test]
fn all_deals_of_two_ranks_that_begin_with_a_two_are_counted() {
    let rules = Rules { ranks: 2, columns: 3, ..Rules::default() };
    let mut cards = patience_klondike::deal_of_seed(0, &rules);
    cards.sort();
    let mut solvable = 0;
    let mut all = 0;
    each_order(&mut cards, 0, &mut |cards| {
        // Suits may change their names, so the first card may as well be a club, and the first red one a diamond.
        let red = cards.iter().find(|card| card.is_red()).unwrap();
        if cards[0] != Card::new(2, Suit::Clubs) || red.suit() != Suit::Diamonds {
            return;
        }
        all += 1;
        let game = Klondike::new(rules, &Position::deal(cards, &rules)).unwrap();
        match reference::cheapest(&game, &game.start()) {
            Some(_) => solvable += 1,
            None => assert_eq!(by_referee(&rules, game.deal(), true), None),
        }
    });
    assert_eq!((solvable, all), (2_430, 2_520));
}

fn each_order<T: Clone>(items: &mut [T], fixed: usize, visit: &mut impl FnMut(&[T])) {
    if fixed == items.len() {
        return visit(items);
    }
    for at in fixed..items.len() {
        items.swap(fixed, at);
        each_order(items, fixed + 1, visit);
        items.swap(fixed, at);
    }
}

#[test]
fn games_with_unknown_cards_are_refused() {
    let (rules, position) = read_position("1: | AC\n2: ?? | AH\nstock: AS").unwrap();
    assert_eq!(Klondike::new(rules, &position).unwrap_err(), SetupError::Unknown);
}

#[test]
fn games_begin_with_a_waste_where_the_position_has_one() {
    let text = "draw 1\npasses 1\n1: | 2C\nstock: 2D\nwaste: AC AD AH AS 2H 2S\n";
    let (rules, position) = read_position(text).unwrap();
    let game = Klondike::new(rules, &position).unwrap();
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    // The two on top of the waste goes nowhere, nor does the one behind it; no second pass begins.
    assert_eq!(moves, []);
    let again = Rules { passes: Some(2), ..rules };
    let game = Klondike::new(again, &position).unwrap();
    game.moves(&game.start(), &mut moves);
    assert_eq!(
        format!("{moves:?}"),
        "[StockHome { at: 0 }, StockHome { at: 1 }, StockHome { at: 2 }, StockHome { at: 3 }, StockColumn { at: 1, to: 0 }, StockColumn { at: 2, to: 0 }]"
    );
    let steps = game.expand(&moves[..1]);
    let text: Vec<String> = steps.iter().map(Step::to_string).collect();
    assert_eq!(text.join(" "), "T R T w-h");
}

#[test]
fn lines_that_end_early_or_break_a_rule_are_no_solutions() {
    let (rules, start) = read_position("1: | AC\n2: AD | AH\nstock: AS").unwrap();
    let line = |steps: &[Step]| Line::replay(&rules, start.clone(), steps.to_vec());
    let wrong = line(&[Step::Home { from: 0 }, Step::WasteHome]).unwrap_err();
    assert_eq!(wrong.to_string(), "step 2 (w-h) is not allowed: the waste is empty");
    let short = line(&[Step::Home { from: 0 }]).unwrap_err();
    assert_eq!(short.to_string(), "the steps end with 3 cards that are not home");
    let home = [
        Step::Home { from: 0 },
        Step::Turn,
        Step::WasteHome,
        Step::Home { from: 1 },
        Step::Home { from: 1 },
    ];
    let solved = line(&home).unwrap();
    assert_eq!(solved.positions().len(), 6);
    assert!(solved.positions()[5].is_solved(&rules));
}
