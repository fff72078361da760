//! Klondike with hidden cards against the laws.

use patience_cards::Card;
use patience_core::{Cancel, Hidden, Limits, Outcome, Puzzle, SplitMix, solve};
use patience_klondike::engines::exact::Exact;
use patience_klondike::players::hidden::{
    KnownStock, Through, UnseenStock, UnseenStockMove, UnseenStockWorld, View,
};
use patience_klondike::{
    Klondike, Move, MoveSet, Rules, SetupError, Stock, read_position, write_position,
};
use patience_laws::{Walks, check, check_features, check_hidden};

/// Rules of every kind, standard ones first.
fn all_rules(stock: Stock) -> Vec<Rules> {
    let standard = Rules { stock, ..Rules::default() };
    let mut rules = vec![
        standard,
        Rules { draw: 1, ..standard },
        Rules { draw: 2, passes: Some(3), ..standard },
        Rules { columns: 1, draw: 4, ..standard },
    ];
    for draw in 1..=3 {
        for passes in [None, Some(1), Some(2)] {
            for (ranks, columns) in [(1, 2), (2, 2), (2, 3), (3, 3), (4, 4), (6, 5)] {
                let bring_back = (draw + ranks) % 3 != 0;
                rules.push(Rules { ranks, columns, draw, passes, bring_back, stock });
            }
        }
    }
    rules
}

fn table(seed: u64, rules: Rules) -> (KnownStock, Klondike) {
    let world = Klondike::of_seed(seed, rules).unwrap();
    (KnownStock::new(rules, &world.deal().covered(&rules)).unwrap(), world)
}

fn unseen_stock(seed: u64, rules: Rules) -> (UnseenStock, UnseenStockWorld) {
    let world = UnseenStockWorld::new(Klondike::of_seed(seed, rules).unwrap());
    (UnseenStock::new(rules, &world.game().deal().covered(&rules)).unwrap(), world)
}

const WALKS: Walks = Walks { seed: 1, count: 6, length: 80 };

#[test]
fn tables_obey_the_laws_of_hidden_games() {
    for rules in all_rules(Stock::Visible) {
        for seed in 0..4 {
            let (table, world) = table(seed, rules);
            let first = table.first_view();
            let mut rng = SplitMix::new(seed);
            let other = table.determinise(&first, &mut rng);
            check_hidden(&table, &[world, other], &Walks { seed, ..WALKS });
        }
    }
}

#[test]
fn tables_with_an_unseen_stock_obey_the_laws_of_hidden_games() {
    for rules in all_rules(Stock::Unseen) {
        for seed in 0..4 {
            let (table, world) = unseen_stock(seed, rules);
            let first = table.first_view();
            let mut rng = SplitMix::new(seed);
            let other = table.determinise(&first, &mut rng);
            check(&world, &Walks { seed, ..WALKS });
            check_hidden(&table, &[world, other], &Walks { seed, ..WALKS });
        }
    }
}

#[test]
fn tables_with_fewer_moves_obey_the_laws_of_hidden_games() {
    for rules in all_rules(Stock::Visible) {
        let table = table(1, rules).0.with_moves(MoveSet::Useful);
        let world = table.determinise(&table.first_view(), &mut SplitMix::new(1));
        check_hidden(&table, &[world], &WALKS);
    }
    for rules in all_rules(Stock::Unseen) {
        let table = unseen_stock(1, rules).0.with_moves(MoveSet::Useful);
        let world = table.determinise(&table.first_view(), &mut SplitMix::new(1));
        check_hidden(&table, &[world], &WALKS);
    }
}

/// Whether a card can come to lie on `card` at once from the stock, or from a column that then turns one.
fn is_wanted(table: &KnownStock, view: &View, card: Card) -> bool {
    let (state, rules) = (view.state(), table.rules());
    let of_stock = (0..state.talon().cards).any(|at| {
        let fits = table.stock_card(view, at).is_some_and(|other| rules.fits(other, card));
        fits && state.talon().reach(at, rules).is_some()
    });
    let of_column = (0..rules.columns).any(|at| {
        let pile = state.pile(at);
        0 < pile.down() && pile.run().next().is_some_and(|other| rules.fits(other, card))
    });
    of_stock || of_column
}

#[test]
fn useful_moves_are_those_that_lead_on_at_once() {
    for rules in all_rules(Stock::Visible) {
        let (all, world) = table(3, rules);
        let useful = all.clone().with_moves(MoveSet::Useful);
        wander(&all, &world, 3, |view| {
            let (mut listed, mut expected) = (Vec::new(), Vec::new());
            useful.moves(view, &mut listed);
            all.moves(view, &mut expected);
            expected.retain(|&mv| match mv {
                Move::Run { from, count, .. } => {
                    let pile = view.state().pile(from);
                    let next = pile.run().nth(usize::from(pile.up() - count).wrapping_sub(1));
                    pile.up() == count
                        || next
                            .is_some_and(|card| card.rank() == view.state().home(card.suit()) + 1)
                }
                Move::Back { suit, .. } => {
                    is_wanted(&all, view, Card::new(view.state().home(suit), suit))
                }
                Move::Home { .. } | Move::StockHome { .. } | Move::StockColumn { .. } => true,
            });
            assert_eq!(listed, expected, "{view:?}");
        });
    }
}

/// Plays at random until `end` says so, and shows the view to `each`.
fn wander<H: Hidden>(game: &H, world: &H::World, seed: u64, mut each: impl FnMut(&H::View)) {
    let mut rng = SplitMix::new(seed);
    let mut state = world.start();
    let mut moves = Vec::new();
    for _ in 0..80 {
        each(&game.observe(world, &state));
        moves.clear();
        world.moves(&state, &mut moves);
        if moves.is_empty() || world.is_goal(&state) {
            return;
        }
        world.apply(&mut state, moves[rng.below(moves.len())]);
    }
}

fn sorted<M: Ord>(mut moves: Vec<M>) -> Vec<M> {
    moves.sort();
    moves
}

#[test]
fn a_game_may_begin_anywhere_from_what_a_person_sees() {
    for rules in all_rules(Stock::Visible) {
        let (table, world) = table(5, rules);
        wander(&table, &world, 5, |view| {
            let position = table.position(view);
            let text = write_position(&rules, &position);
            let read = read_position(&text).unwrap();
            assert_eq!(read.1, position, "{text}");
            let again = KnownStock::new(rules, &position).unwrap();
            let first = again.first_view();
            assert_eq!(again.position(&first), position);
            assert_eq!(first.unseen(), view.unseen());
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            table.moves(view, &mut ours);
            again.moves(&first, &mut theirs);
            assert_eq!(ours, theirs);
        });
    }
}

#[test]
fn a_game_with_an_unseen_stock_may_begin_anywhere_too() {
    for rules in all_rules(Stock::Unseen) {
        let (table, world) = unseen_stock(5, rules);
        wander(&table, &world, 5, |view| {
            let mut moves = Vec::new();
            table.moves(view, &mut moves);
            // In the middle of a turn people do not ask.
            if moves == [UnseenStockMove::Turn] {
                return;
            }
            let position = table.position(view);
            let again = UnseenStock::new(rules, &position).unwrap();
            let first = again.first_view();
            assert_eq!(again.position(&first), position);
            let mut others = Vec::new();
            again.moves(&first, &mut others);
            assert_eq!(moves, others);
        });
    }
}

#[test]
fn once_the_stock_was_turned_both_games_have_the_same_moves() {
    let rules = Rules { stock: Stock::Unseen, ..Rules::default() };
    for seed in 0..20 {
        let (blind, world) = unseen_stock(seed, rules);
        let mut state = world.start();
        for _ in 0..24 {
            world.apply(&mut state, UnseenStockMove::Turn);
        }
        let view = blind.observe(&world, &state);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        blind.moves(&view, &mut ours);
        let table = KnownStock::new(rules, &blind.position(&view)).unwrap();
        table.moves(&table.first_view(), &mut theirs);
        let theirs: Vec<UnseenStockMove> = theirs.into_iter().map(UnseenStockMove::Play).collect();
        assert_eq!(sorted(ours), sorted(theirs));
    }
}

#[test]
fn whoever_wins_with_all_cards_known_wins_turning_the_stock_first() {
    let mut won = 0;
    for passes in [None, Some(1), Some(2)] {
        for draw in 1..=3 {
            let rules = Rules {
                ranks: 4,
                columns: 4,
                draw,
                passes,
                stock: Stock::Unseen,
                ..Rules::default()
            };
            for seed in 0..50 {
                let (_, world) = unseen_stock(seed, rules);
                let run = |game: &UnseenStockWorld| {
                    let solver = Through(Exact::default());
                    solve(&solver, game, &game.start(), &Limits::default(), &Cancel::new(), &mut ())
                };
                let game = world.game();
                let plain = solve(
                    &Exact::default(),
                    game,
                    &game.start(),
                    &Limits::default(),
                    &Cancel::new(),
                    &mut (),
                );
                // `solve` replays what it finds.
                let is_won = matches!(run(&world).outcome, Outcome::Solved(_));
                assert_eq!(is_won, matches!(plain.outcome, Outcome::Solved(_)));
                won += u32::from(is_won);
            }
        }
    }
    assert!(100 < won && won < 450, "{won}");
}

#[test]
fn the_stock_must_be_known_as_far_as_the_game_says() {
    let rules = Rules { stock: Stock::Unseen, ..Rules::default() };
    let deal = Klondike::of_seed(1, rules).unwrap().deal().covered(&rules);
    assert_eq!(KnownStock::new(rules, &deal).unwrap_err(), SetupError::UnknownStock);
    let mut half = Klondike::of_seed(1, rules).unwrap().deal().clone();
    half.stock[7] = None;
    assert_eq!(
        UnseenStock::new(rules, &half).unwrap_err(),
        SetupError::HalfSeen { known: 23, cards: 24 }
    );
}

#[test]
fn features_keep_their_ranges() {
    for rules in all_rules(Stock::Visible) {
        for seed in 0..3 {
            check_features(&Klondike::of_seed(seed, rules).unwrap(), &WALKS);
        }
    }
}

#[test]
fn views_are_small() {
    assert_eq!(size_of::<<KnownStock as Hidden>::View>(), 56);
    assert_eq!(size_of::<Option<<KnownStock as Hidden>::Outcome>>(), 1);
    assert_eq!(size_of::<Move>(), 4);
}
