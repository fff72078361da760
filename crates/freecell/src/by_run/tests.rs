//! The first search of relaxed games: what it finds is played by the rules, and what it does not find is left to searches of all moves.

use patience_core::{Cancel, Limits, Meter, Outcome, Puzzle, Solver, solve};
use patience_kit::{End, Setup};
use patience_laws::SplitMix;
use patience_search::BestFirst;

use super::space::is_sorted;
use super::{SEARCH, Space};
use crate::engines::Engine;
use crate::small_games::played;
use crate::{Board, Build, Fill, FreeCell, Line, Metric, MoveSet, Position, Rules, WeightedSum};

/// A game in which runs of any length move at once, after up to 12 random moves: a position that is seldom settled.
fn game(ranks: u8, seed: u64) -> FreeCell {
    let mut random = SplitMix::new(seed);
    let cells = [0, 1, 1, 2, 3][random.below(5)];
    let rules = Rules {
        ranks,
        columns: [2, 3, 4, 5][random.below(4)],
        cells,
        build: Build::Colour,
        fill: Fill::Any,
        dealt_to_cells: if random.below(3) == 0 { cells } else { 0 },
        relaxed: true,
    };
    let mut game = played(rules, &mut random, 12);
    game.metric = [Metric::M1, Metric::M2, Metric::M3][random.below(3)];
    game
}

#[test]
fn every_step_is_of_legal_moves_and_settles() {
    let (mut sorted, mut settled) = (0, 0);
    for seed in 0..5_000 {
        let game = game(6, seed);
        let Some(space) = Space::of(&game) else { continue };
        let mut random = SplitMix::new(seed);
        let (mut state, mut moves) = (space.start(), Vec::new());
        let (mut steps, mut cost) = (Vec::new(), 0);
        for _ in 0..30 {
            moves.clear();
            space.moves(&state, &mut moves);
            let Some(&step) = moves.get(random.below(moves.len().max(1))) else { break };
            assert!(space.is_legal(&state, step), "{step:?} {state:?}");
            let mut played = state;
            let paid = space.pay_each(&mut played, step, |mv| steps.push(mv));
            cost += i64::from(paid);
            // The search stops at a sorted position, and charges for what is left.
            assert_eq!(space.pay(&mut state, step), paid, "{step:?} {state:?}");
            assert_eq!(is_sorted(&state), game.is_goal(&played), "{state:?} {played:?}");
            if is_sorted(&state) {
                sorted += 1;
                state = played;
                break;
            }
            assert_eq!(state, played);
            settled += 1;
            let free = state.ends() | state.held();
            assert_eq!(free & state.next_home(), 0, "{state:?}");
            let heads = state.exposed() & (state.loose() | state.at_bases()) | state.held();
            assert_eq!(heads & game.children(state.ends()), 0, "{state:?}");
        }
        let line = Line::play(game.rules(), game.deal().clone(), steps).expect("legal moves");
        assert_eq!(*line.end(), game.position(&state), "{state:?}");
        let lengths = line.lengths();
        let expected = match game.metric {
            Metric::M1 => lengths.m1.into(),
            Metric::M2 => lengths.m2.into(),
            Metric::M3 => lengths.m3,
        };
        assert_eq!(cost, expected, "{lengths:?}");
    }
    assert!(100 < sorted && 1_000 < settled, "{sorted} sorted, {settled} settled");
}

#[test]
fn the_engine_agrees_with_a_search_of_all_moves() {
    let engine = Engine::prepare("fast", &Setup::default()).expect("it needs no settings");
    let reference = BestFirst { evaluator: WeightedSum::THOROUGH };
    let (mut won, mut lost, mut found) = (0, 0, 0);
    for seed in 0..1_500 {
        let game = game(5 + (seed % 2) as u8, seed);
        let root = game.start();
        let all = solve(&reference, &game, &root, &Limits::default(), &Cancel::new(), &mut ());
        let cancel = Cancel::new();
        let (mut ours, mut theirs) = ((), ());
        let board = Board::new(*game.rules(), game.deal().clone()).expect("a position of play");
        let mut meter = Meter::start(&Limits::default(), &cancel, &mut ours);
        // It replays every solution.
        let answer = engine.solve(&board, &mut meter).expect("the rules can be played");
        match all.outcome {
            Outcome::Solved(_) => {
                assert!(matches!(answer.end, End::Solved { .. }), "seed {seed}: {game:?}");
                won += 1;
            }
            Outcome::ProvenUnsolvable => {
                assert!(matches!(answer.end, End::Unsolvable { .. }), "seed {seed}: {game:?}");
                lost += 1;
            }
            _ => panic!("a search without limits ends"),
        }
        let mut meter = Meter::start(&Limits::default(), &cancel, &mut theirs);
        let finds = |space| matches!(SEARCH.search(&space, &root, &mut meter), Ok(Some(_)));
        found += i32::from(Space::of(&game).is_some_and(finds));
    }
    assert!(100 < won && 100 < lost && 100 < found, "{won} won, {found} at once; {lost} lost");
}

#[test]
fn other_rules_have_other_searches() {
    let is_possible = |rules: Rules, moves| {
        let deal = patience_cards::microsoft_deal(1).expect("a number of a deal");
        let mut game = FreeCell::new(rules, &Position::deal(&deal, &rules)).expect("a full deck");
        game.moves = moves;
        Space::of(&game).is_some()
    };
    let relaxed = Rules { relaxed: true, ..Rules::default() };
    assert!(is_possible(relaxed, MoveSet::AutoPlay));
    assert!(!is_possible(relaxed, MoveSet::Runs));
    assert!(!is_possible(Rules::default(), MoveSet::AutoPlay));
    assert!(!is_possible(Rules { build: Build::Suit, ..relaxed }, MoveSet::AutoPlay));
    assert!(!is_possible(Rules { fill: Fill::Kings, ..relaxed }, MoveSet::AutoPlay));
}
