//! Averaging over clairvoyance: hindsight rates a guess like a certain win; players that do not see the cards must tell them apart.

use std::collections::{HashMap, HashSet};

use patience_core::{
    Cancel, Choice, Hidden, Limits, Meter, Outcome, Player, Puzzle, advise, play_game, solve_with,
};
use patience_klondike::engines::Exact;
use patience_klondike::players::determinization::DeterminizationPlayer;
use patience_klondike::players::hidden::{KnownStock, View, preference};
use patience_klondike::{Key, Klondike, Move, MoveSet, State, read_position};
use patience_laws::exact_values;
use patience_search::monte_carlo::{Capped, Descent, Hindsight, Ties, Uct};

/// A position of the kind that the second figure of *(Bjarnason, Fern and Tadepalli, 2009)* shows. The paper's text has no picture, but a line of
/// moves, from which this follows: stack 4 is empty and two black queens alone are stacks 2 and 3; four cards are face down; the red eights
/// are at home; the red jacks, the red kings and a black king can move at once or when their turn in the line comes, and so can the red nines and tens.
/// [`SURE_LINE`] is that line. It must win whatever the face-down cards are. The black king in stack 4 must win in hindsight, again
/// whatever they are, but only by a guess.
///
/// The rest is ours: the suit of the black king, the face-down cards, what lies on them, the black foundations, the order of the stock. Face
/// down are the black eights and nines, one in each of four stacks. The eight of clubs can go home and leave a stack empty for a king; the
/// others are stuck until then. Without an empty stack the jacks can still leave two of the four cards, and one of the red queens can
/// go to the black king: only one, and that is the guess.
const FIGURE: &str = "\
draw 3
passes unlimited
bring-back yes
foundations: C7 D8 H8 S6
1: ?? | QD
2: | QC
3: | QS
4: |
5: ?? | JD
6: ?? | JH
7: ?? | QH
stock: JC JS KD 9H 9D KH TC TH TD TS 7S KS KC
waste:
";

/// The paper's line: the cards that move, and how. Stacks count from 0 here. Each queen leaves its stack empty.
const SURE_LINE: [(&str, Move); 11] = [
    ("KD", SURE),
    ("QC", Move::Run { from: 1, to: 3, count: 1 }),
    ("JD", Move::Run { from: 4, to: 3, count: 1 }),
    ("JH", Move::Run { from: 5, to: 2, count: 1 }),
    ("KH", Move::StockColumn { at: 4, to: 1 }),
    ("QS", Move::Run { from: 2, to: 1, count: 2 }),
    ("9D", Move::StockHome { at: 3 }),
    ("9H", Move::StockHome { at: 2 }),
    ("TD", Move::StockHome { at: 4 }),
    ("TH", Move::StockHome { at: 3 }),
    ("KC", Move::StockColumn { at: 6, to: 2 }),
];

/// The first move of the line, and the black king in its place.
const SURE: Move = Move::StockColumn { at: 2, to: 3 };
const GUESS: Move = Move::StockColumn { at: 12, to: 3 };

/// A smaller position of that kind. The three of clubs lies on a card that nobody has seen, and the four of hearts has room for it; the three
/// of spades of the stock could go there as well.
const SMALL: &str = "\
draw 1
passes unlimited
bring-back no
foundations: CA D3 H2 SA
1: | 4H
2: ?? ?? | 4C
3: | 3H
4: ?? | 3C
stock: 3S 4D
waste:
";

const SMALL_SURE: Move = Move::Run { from: 3, to: 0, count: 1 };
const SMALL_GUESS: Move = Move::StockColumn { at: 0, to: 0 };

fn table_of(text: &str) -> KnownStock {
    let (rules, position) = read_position(text).unwrap();
    KnownStock::new(rules, &position).unwrap()
}

/// Every arrangement of the face-down cards.
fn worlds(table: &KnownStock) -> Vec<Klondike> {
    let view = table.first_view();
    let mut orders = vec![Vec::new()];
    for card in view.unseen_cards() {
        let longer = |order: &Vec<_>| {
            let insert = |at| [&order[..at], &[card], &order[at..]].concat();
            (0..=order.len()).map(insert).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders.into_iter().map(|order| table.world(&view, order).unwrap()).collect()
}

/// The chance to win from a view, with the best play of somebody who does not see the face-down cards: the best of all moves that turn
/// a card, from any view that can be reached before, by the mean over the cards that may be there.
struct Chances<'a> {
    table: &'a KnownStock,
    known: HashMap<Key, f64>,
}

impl<'a> Chances<'a> {
    fn new(table: &'a KnownStock) -> Self {
        Self { table, known: HashMap::new() }
    }

    fn of(&mut self, view: &View) -> f64 {
        let key = self.table.key(view);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (mut seen, mut open) = (HashSet::from([key]), vec![*view]);
        let mut best: f64 = 0.0;
        'views: while let Some(view) = open.pop() {
            if self.table.payoff(&view) == Some(1.0) {
                best = 1.0;
                break;
            }
            let mut moves = Vec::new();
            self.table.moves(&view, &mut moves);
            for mv in moves {
                if self.table.reveals(&view, mv) {
                    best = best.max(self.after(&view, mv));
                    if 1.0 <= best {
                        break 'views;
                    }
                } else {
                    let mut next = view;
                    self.table.apply(&mut next, mv, None);
                    if seen.insert(self.table.key(&next)) {
                        open.push(next);
                    }
                }
            }
        }
        self.known.insert(key, best);
        best
    }

    /// The chance after a move.
    fn after(&mut self, view: &View, mv: Move) -> f64 {
        if !self.table.reveals(view, mv) {
            let mut next = *view;
            self.table.apply(&mut next, mv, None);
            return self.of(&next);
        }
        let cards: Vec<_> = view.unseen_cards().collect();
        let after = |&card: &_| {
            let mut next = *view;
            self.table.apply(&mut next, mv, Some(card));
            self.of(&next)
        };
        cards.iter().map(after).sum::<f64>() / cards.len() as f64
    }
}

fn with_meter<T>(run: impl FnOnce(&mut Meter<'_>) -> T) -> T {
    let mut watcher = ();
    run(&mut Meter::start(&Limits::default(), &Cancel::new(), &mut watcher))
}

fn ask(table: &KnownStock, player: &impl Player<KnownStock>, seed: u64) -> Choice<Move> {
    with_meter(|meter| advise(table, player, &table.first_view(), &[], seed, meter)).unwrap()
}

fn mean(choice: &Choice<Move>, mv: Move) -> f64 {
    choice.estimates.iter().find(|estimate| estimate.mv == mv).unwrap().mean
}

fn is_won(world: &Klondike, state: &State) -> bool {
    match with_meter(|meter| solve_with(&Exact::default(), world, state, meter)) {
        Outcome::Solved(_) => true,
        Outcome::ProvenUnsolvable => false,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_line_of_the_paper_leads_to_a_certain_win() {
    let table = table_of(FIGURE).with_moves(MoveSet::Useful);
    let mut chances = Chances::new(&table);
    for world in worlds(&table) {
        let mut state = world.start();
        for (card, mv) in SURE_LINE {
            let moved = match mv {
                Move::StockColumn { at, .. } | Move::StockHome { at } => {
                    world.stock_card(&state, at)
                }
                Move::Run { from, count, .. } => {
                    let pile = state.pile(from);
                    pile.run().nth(usize::from(pile.up() - count))
                }
                Move::Home { .. } | Move::Back { .. } => None,
            };
            assert_eq!(moved.unwrap().to_string(), card);
            let mut legal = Vec::new();
            world.moves(&state, &mut legal);
            assert!(legal.contains(&mv), "{card}");
            state = world.child(&state, mv);
            if let ("QC" | "QS", Move::Run { from, .. }) = (card, mv) {
                assert!(state.pile(from).is_empty(), "{card}");
            }
        }
        assert!(1.0 <= chances.of(&table.observe(&world, &state)));
    }
}

#[test]
fn the_black_king_wins_three_times_in_four() {
    let table = table_of(FIGURE).with_moves(MoveSet::Useful);
    let mut chances = Chances::new(&table);
    assert!(1.0 <= chances.after(&table.first_view(), SURE));
    let guess = chances.after(&table.first_view(), GUESS);
    assert!((guess - 0.75).abs() < 1e-9, "{guess}");
}

#[test]
fn both_kings_always_win_in_hindsight() {
    let table = table_of(FIGURE);
    for world in worlds(&table) {
        for first in [SURE, GUESS] {
            assert!(is_won(&world, &world.child(&world.start(), first)));
        }
    }
}

/// The second part of the figure is a position in which a guess is left, the third a dead end after a wrong one.
#[test]
fn after_the_black_king_a_wrong_guess_is_a_dead_end() {
    let table = table_of(FIGURE);
    let jacks = [Move::Run { from: 4, to: 1, count: 1 }, Move::Run { from: 5, to: 2, count: 1 }];
    let queens = [Move::Run { from: 0, to: 3, count: 1 }, Move::Run { from: 6, to: 3, count: 1 }];
    let (mut guesses, mut dead_ends) = (0, 0);
    for world in worlds(&table) {
        let start = world.child(&world.start(), GUESS);
        let state = jacks.iter().fold(start, |state, &mv| world.child(&state, mv));
        let has_eight = |column: u8| state.pile(column).top().unwrap().to_string() == "8C";
        if has_eight(4) || has_eight(5) {
            continue;
        }
        assert!(is_won(&world, &state));
        guesses += 1;
        dead_ends += queens.iter().filter(|&&mv| !is_won(&world, &world.child(&state, mv))).count();
    }
    assert_eq!((guesses, dead_ends), (12, 12));
}

#[test]
fn hindsight_rates_a_guess_like_a_certain_win_and_uct_does_not() {
    for (text, sure, guess) in [(FIGURE, SURE, GUESS), (SMALL, SMALL_SURE, SMALL_GUESS)] {
        let table = table_of(text);
        let planner = Capped { solver: Exact::default(), nodes: 100_000 };
        let hop = Hindsight { samples: 100, planner, ties: Ties::Random };
        let hindsight = ask(&table, &hop, 1);
        assert!(1.0 <= mean(&hindsight, sure) && 1.0 <= mean(&hindsight, guess), "{hindsight:?}");
        let uct = Uct { trajectories: 5000, ..Uct::new(Descent { preference, nodes: 60 }) };
        for seed in 0..5 {
            let choice = ask(&table.clone().with_moves(MoveSet::Useful), &uct, seed);
            assert_ne!(choice.mv, guess);
            assert!(mean(&choice, guess) + 0.1 < mean(&choice, sure), "{choice:?}");
        }
    }
}

#[test]
fn the_strongest_player_does_not_guess_where_a_win_is_certain() {
    // Without a bonus for turning cards, so that only the second look distinguishes the candidates.
    let determinization = DeterminizationPlayer {
        curiosity: 0.0,
        second_look: 20,
        ..DeterminizationPlayer::default()
    };
    for text in [FIGURE, SMALL] {
        let table = table_of(text);
        for (seed, world) in (0..).zip(worlds(&table)) {
            let game =
                with_meter(|meter| play_game(&table, &determinization, &(), &world, seed, meter));
            assert!(game.is_won(), "{seed}");
        }
    }
}

/// What a naive enumeration finds, too: the slow test below.
#[test]
fn the_guess_of_the_small_position_wins_two_times_in_three() {
    let table = table_of(SMALL).with_moves(MoveSet::Useful);
    let view = table.first_view();
    let mut chances = Chances::new(&table);
    assert!(1.0 <= chances.after(&view, SMALL_SURE));
    assert!((chances.after(&view, SMALL_GUESS) - 2.0 / 3.0).abs() < 1e-9);
}

#[test]
#[ignore = "slow: a minute"]
fn a_naive_enumeration_finds_the_chances_of_the_small_position() {
    let table = table_of(SMALL).with_moves(MoveSet::Useful);
    let values = exact_values(&table, &worlds(&table));
    let value = |mv| values.iter().find(|value| value.0 == mv).unwrap().1;
    assert!(1.0 <= value(SMALL_SURE), "{values:?}");
    assert!((value(SMALL_GUESS) - 2.0 / 3.0).abs() < 1e-9, "{values:?}");
}
