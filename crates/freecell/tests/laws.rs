//! FreeCell against the laws, against the referee, and against known answers.
#![allow(
    clippy::float_cmp,
    reason = "features are sums and quotients of small integers, known exactly"
)]

use std::collections::BTreeSet;

use crate::common::game;
use patience_cards::Card;
use patience_core::{ChildEvaluator, Evaluator, Features, Node, Puzzle};
use patience_freecell::{
    Build, Fill, FreeCell, Line, Metric, Move, MoveSet, Place, Position, Referee, Rules, Selection,
    Step, WeightedSum, read_steps,
};
use patience_kit::Choice;
use patience_laws::{Walks, check, check_admissible_features, check_features, check_packed};

const WALKS: Walks = Walks { seed: 1, count: 20, length: 150 };

/// Rules of every kind, standard ones first.
fn all_rules() -> Vec<Rules> {
    let mut rules: Vec<Rules> = Rules::ALL.iter().map(|&(rules, _)| rules).collect();
    rules.push(Rules { build: Build::Rank, fill: Fill::Nothing, cells: 2, ..Rules::default() });
    rules.push(Rules { ranks: 3, columns: 3, cells: 1, ..Rules::default() });
    rules.push(Rules { ranks: 5, columns: 1, cells: 8, ..Rules::default() });
    rules.push(Rules { cells: 0, ..Rules::default() });
    rules
}

fn all_sets() -> impl Iterator<Item = MoveSet> {
    MoveSet::ALL.iter().map(|&(set, _)| set)
}

#[test]
fn every_variant_and_move_set_obeys_the_laws() {
    for rules in all_rules() {
        for set in all_sets() {
            for metric in [Metric::M1, Metric::M2] {
                let mut game = game(rules, 7, set);
                game.metric = metric;
                check(&game, &WALKS);
                check_packed(&game, &WALKS);
            }
        }
    }
}

#[test]
fn features_stay_in_their_ranges() {
    for rules in all_rules() {
        for set in all_sets() {
            check_features(&game(rules, 11, set), &WALKS);
        }
    }
}

#[test]
fn admissible_features_never_exceed_the_true_cost() {
    let rules = Rules { ranks: 2, columns: 3, cells: 1, ..Rules::default() };
    for seed in 0..40 {
        for set in all_sets() {
            check_admissible_features(&game(rules, seed, set), &WALKS);
        }
    }
}

/// A position without the order of columns and cells.
fn canonical(position: &Position) -> Position {
    let mut position = position.clone();
    position.columns.sort();
    position.cells.sort();
    position
}

/// Everything that the referee allows from a position, by trying all there is.
fn allowed(rules: &Rules, position: &Position, longest: u8) -> BTreeSet<String> {
    let columns = (0..rules.columns).map(Place::Column);
    let places: Vec<Place> =
        columns.chain((0..rules.cells).map(Place::Cell)).chain([Place::Home]).collect();
    let mut after = BTreeSet::new();
    for &from in &places {
        for &to in &places {
            for count in 1..=longest {
                let mut referee = Referee::new(rules, position.clone());
                if referee.play(Step { from, to, count: Some(count) }).is_ok() {
                    after.insert(format!("{:?}", canonical(referee.position())));
                }
            }
        }
    }
    // A column that moves to an empty one changes nothing.
    after.remove(&format!("{:?}", canonical(position)));
    after
}

#[test]
fn moves_are_exactly_what_the_referee_allows() {
    for rules in all_rules() {
        for (set, longest) in [(MoveSet::Single, 1), (MoveSet::Supermoves, 13)] {
            let game = game(rules, 3, set);
            let mut moves = Vec::new();
            Walks { seed: 5, count: 4, length: 120 }.visit(&game, |node: &Node<'_, FreeCell>| {
                moves.clear();
                game.moves(node.state, &mut moves);
                let ours =
                    moves.iter().map(|&mv| canonical(&game.position(&game.child(node.state, mv))));
                let ours: BTreeSet<String> = ours.map(|position| format!("{position:?}")).collect();
                assert_eq!(
                    ours,
                    allowed(&rules, &game.position(node.state), longest),
                    "{:?}",
                    node.state
                );
            });
        }
    }
}

#[test]
fn runs_and_auto_play_are_steps_that_the_referee_allows() {
    for rules in all_rules() {
        for set in [MoveSet::Runs, MoveSet::AutoPlay] {
            let game = game(rules, 9, set);
            let mut moves: Vec<Move> = Vec::new();
            let mut state = game.start();
            let mut legal = Vec::new();
            for turn in 0..200 {
                legal.clear();
                game.moves(&state, &mut legal);
                let Some(&mv) = legal.get(turn * 7 % legal.len().max(1)) else { break };
                game.apply(&mut state, mv);
                moves.push(mv);
            }
            let mut referee = Referee::new(&rules, game.position(&game.start()));
            for step in game.steps(&moves) {
                referee.play_move(step).unwrap();
            }
            assert_eq!(*referee.position(), game.position(&state));
        }
    }
}

#[test]
fn the_first_paper_figure_has_its_sum_of_bottom_cards() {
    // Bottom cards 2 3 9 J 6 2 8 J give 100 − 52 = 48; the other cards lie on them.
    let bases = ["2C", "3C", "9C", "JC", "6C", "2D", "8C", "JD"];
    let mut columns: Vec<String> = bases.iter().map(|card| (*card).to_owned()).collect();
    let others =
        Card::deck(13).map(|card| card.to_string()).filter(|card| !bases.contains(&card.as_str()));
    for (index, card) in others.enumerate() {
        columns[index % 8].extend([" ", card.as_str()]);
    }
    let rules = Rules::default();
    let game =
        FreeCell::new(rules, &Position::parse(&columns.join("\n"), &rules).unwrap()).unwrap();
    assert_eq!(value(&game, "SumOfBottomCards"), 48.0);
}

fn value(game: &FreeCell, name: &str) -> f64 {
    (FreeCell::feature(name).unwrap().measure)(game, &Node::root(&game.start()))
}

#[test]
fn features_of_a_small_board_as_counted_by_hand() {
    let rules = Rules { ranks: 3, columns: 3, cells: 1, ..Rules::default() };
    let text = "Foundations: C-A\nCells: 3S\n: 3C 2D\n: AD 3D 2C\n: AH 2H 3H AS 2S";
    let game = FreeCell::new(rules, &Position::parse(text, &rules).unwrap()).unwrap();
    let expected = [
        // On 2C nothing, on AD two cards, on AH four, on AS one: seven, doubled without vacancies, and one card is home.
        ("HSDH-bare", 14.0),
        ("HSDH", 14.0 + 26.0 - 1.0),
        // Only the first column is a run from its base.
        ("NumWellPlaced", 2.0),
        ("NumCardsNotAtFoundations", 11.0),
        ("FreeCells", 0.0),
        // Tops 2, 2, 2; foundations 1, 0, 0, 0.
        ("DifferenceFromTop", 2.0 - 0.25),
        ("LowestFoundationCard", 3.0),
        ("HighestFoundationCard", 1.0),
        ("DifferenceFoundation", 1.0),
        // Three bases of at most 3 each; 3, 1 and 1 lie there.
        ("SumOfBottomCards", 9.0 - 5.0),
        // 2C goes home; nothing fits anywhere, no cell is empty.
        ("NumOfChildren", 1.0),
        ("LastCardMoved", 0.0),
        ("g", 0.0),
        ("PhaseByHSDH", 0.0),
    ];
    for (name, value_by_hand) in expected {
        assert_eq!(value(&game, name), value_by_hand, "{name}");
    }
}

/// Cards on the next ones of the foundations, vacancies and cards of whole runs, counted on the position.
fn counted(position: &Position, rules: &Rules) -> [f64; 3] {
    let cells = position.cells.iter().filter(|cell| cell.is_none()).count();
    let vacancies = cells + position.columns.iter().filter(|column| column.is_empty()).count();
    let is_next = |card: &Card| position.foundations[card.suit() as usize] + 1 == card.rank();
    let mut covers = 0;
    let mut placed = 0;
    for column in &position.columns {
        let next = (0..column.len()).filter(|&at| is_next(&column[at]));
        covers += next.map(|at| column.len() - at - 1).sum::<usize>();
        if column.windows(2).all(|pair| rules.fits(pair[1], pair[0])) {
            placed += column.len();
        }
    }
    let covers = if vacancies == 0 { 2 * covers } else { covers };
    [covers, vacancies, placed].map(|count| count as f64)
}

#[test]
fn features_equal_what_is_counted_on_the_position() {
    let mut random = patience_core::SplitMix::new(3);
    for rules in all_rules() {
        let game = game(rules, 5, MoveSet::Supermoves);
        let mut state = game.start();
        let mut moves = Vec::new();
        for _ in 0..300 {
            let measured = ["HSDH-bare", "FreeCells", "NumWellPlaced"]
                .map(|name| (FreeCell::feature(name).unwrap().measure)(&game, &Node::root(&state)));
            let position = game.position(&state);
            assert_eq!(measured, counted(&position, &rules), "{position}");
            moves.clear();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                state = game.start();
            } else {
                game.apply(&mut state, moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn advisors_know_the_last_move() {
    let rules = Rules { ranks: 3, columns: 3, cells: 1, ..Rules::default() };
    let text = ": 3C\n: AD 3D 2C AC\n: AH 2H 3H AS 2S 3S 2D";
    let game = FreeCell::new(rules, &Position::parse(text, &rules).unwrap()).unwrap();
    let by_notation = |notation: &str| {
        let step = read_steps(notation, &rules).unwrap()[0].step;
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        *moves.iter().find(|mv| (mv.from, mv.to) == (step.from, step.to)).unwrap()
    };
    let flags = [
        "IsMoveToFreeCell",
        "IsMoveToCascade",
        "IsMoveToFoundation",
        "IsMoveToSortedPile",
        "LastCardMoved",
    ];
    let advice = |notation: &str| {
        let mv = by_notation(notation);
        let state = game.child(&game.start(), mv);
        let node = Node { state: &state, g: 1, last: Some(mv), siblings: 3 };
        flags.map(|name| (FreeCell::feature(name).unwrap().measure)(&game, &node))
    };
    assert_eq!(advice("2a"), [1.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(advice("31"), [0.0, 1.0, 0.0, 1.0, 2.0]);
    assert_eq!(advice("2h"), [0.0, 0.0, 1.0, 0.0, 1.0]);
    assert_eq!(advice("23"), [0.0, 1.0, 0.0, 0.0, 1.0]);
}

#[test]
fn phases_are_g_over_g_plus_h() {
    // The paper's example: ten moves made, a value of five, two thirds of the way.
    let rules = Rules { ranks: 5, ..Rules::default() };
    let game = game(rules, 1, MoveSet::Single);
    assert_eq!(value(&game, "LowestFoundationCard"), 5.0);
    let start = game.start();
    let node = Node { g: 10, ..Node::root(&start) };
    let phase = (FreeCell::feature("PhaseByLowestFoundationCard").unwrap().measure)(&game, &node);
    assert_eq!(phase, 10.0 / 15.0);
}

#[test]
fn a_supermove_counts_the_single_moves_that_carry_it() {
    let rules = Rules::default();
    // A run of five, king to nine; three empty columns, one of them the destination; three empty cells.
    let text = "Foundations: C-6 D-6 H-6 S-6\nFreecells: KD - - -\n: 7C 7D 7H 7S 8C 8D 8H KS QH JS TH 9S\n\
                : KC QD JC TD 9C\n: 9D 8S\n: KH QC JH TC 9H QS\n: TS JD\n:\n:\n:\n";
    let mut referee = Referee::new(&rules, Position::parse(text, &rules).unwrap());
    let mv = referee
        .play(Step { from: Place::Column(0), to: Place::Column(5), count: Some(5) })
        .unwrap();
    assert_eq!((mv.card, mv.count), ("KS".parse().unwrap(), 5));
    // Three cells carry four cards; the fifth needs a column: 2·1 + 7.
    assert_eq!(referee.lengths().m1, 9);
    assert_eq!(referee.lengths().m2, 1);
}

/// Moves that a player who knows nothing makes until all is home, on a deal that is nearly done.
fn solved_line(rules: &Rules, start: &Position, notation: &str) -> Line {
    let mut referee = Referee::new(rules, start.clone());
    let steps = read_steps(notation, rules).unwrap();
    let moves: Vec<Move> =
        steps.iter().map(|written| referee.play(written.step).unwrap()).collect();
    Line::replay(rules, start.clone(), moves).unwrap()
}

#[test]
fn single_moves_of_a_line_replay_to_the_same_end() {
    let rules = Rules { ranks: 4, columns: 4, cells: 1, ..Rules::default() };
    let text = "Foundations: C-A D-A H-A S-A\n: 4S 3H 2S\n: 4H 3S 2H\n: 4C 3D 2C\n: 4D 3C 2D\n";
    let start = Position::parse(text, &rules).unwrap();
    // Empty a column first, then move runs of two and three into it and back.
    let line = solved_line(&rules, &start, "1h 2h 3h 4h 1h 2h 3h 4h 1h 2h 3h 4h");
    assert_eq!(line.lengths().m1, 12);
    assert_eq!(line.singles().len(), 12);

    let text = "Foundations: C-A D-A H-A S-A\nFreecells: -\n: 4S 3H 2S\n: 4H 3S 2H\n: 4C 3D 2C 2D\n: 4D 3C\n";
    let start = Position::parse(text, &rules).unwrap();
    let line = solved_line(&rules, &start, "3h 3h 2h 1h 1h 2h 3h 4h 1h 2h 3h 4h");
    let mut referee = Referee::new(&rules, start);
    for mv in line.singles() {
        assert_eq!(mv.count, 1);
        referee.play_move(mv).unwrap();
    }
    assert!(referee.is_solved());
}

#[test]
fn the_score_of_a_move_is_the_score_of_the_child() {
    let weighted_sum = WeightedSum {
        away: 1_000_003,
        loose: 200_003,
        covers: 30_011,
        in_cells: 7_001,
        in_cells_squared: 1_009,
        empty: -307,
        stuck: 53,
        on_kings: -17,
        spread: 11,
        cells_from_home: 5,
        forced: 1_301,
        moves: 3,
        stranded: 10_007,
        selection: Selection::All,
    };
    // Without forced runs, a card that goes home is scored without building the child.
    for weighted_sum in [weighted_sum, WeightedSum { forced: 0, ..weighted_sum }] {
        scores_are_those_of_children(weighted_sum);
    }
}

fn scores_are_those_of_children(weighted_sum: WeightedSum) {
    for rules in all_rules() {
        for set in all_sets() {
            let game = game(rules, 13, set);
            let mut moves = Vec::new();
            WALKS.visit(&game, |node| {
                moves.clear();
                game.moves(node.state, &mut moves);
                let view = weighted_sum.view(&game, node);
                // Scores are whole.
                #[allow(clippy::cast_possible_truncation)]
                let own = weighted_sum.score(&game, node) as i32;
                let predicted = |&mv| (mv, weighted_sum.score_child(&game, node, &view, mv));
                let predicted: Vec<_> = moves.iter().map(predicted).collect();
                for known in [None, Some(own)] {
                    let mut children = Vec::new();
                    weighted_sum.each_child(&game, node, known, &mut Vec::new(), |mv, score| {
                        children.push((mv, score));
                    });
                    assert_eq!(children, predicted);
                }
                let selective = weighted_sum.selecting(Selection::Likely);
                let mut selected = Vec::new();
                selective.each_child(&game, node, Some(own), &mut Vec::new(), |mv, score| {
                    selected.push((mv, score));
                });
                // Moves to cells come in another order.
                assert!(selected.iter().all(|child| predicted.contains(child)));
                selected.retain(|(mv, _)| !matches!(mv.to, Place::Cell(_)));
                let in_order = predicted.iter().filter(|child| selected.contains(child));
                assert!(selected.iter().eq(in_order));
                for &mv in &moves {
                    let child = game.child(node.state, mv);
                    let after = Node { state: &child, g: node.g + 1, last: Some(mv), siblings: 0 };
                    let predicted = weighted_sum.score_child(&game, node, &view, mv);
                    assert_eq!(
                        f64::from(predicted),
                        weighted_sum.score(&game, &after),
                        "{mv:?} in {:?}",
                        node.state
                    );
                }
            });
        }
    }
}
