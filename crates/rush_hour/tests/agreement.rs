//! General engines on Rush Hour, against the reference and against each other.

use patience_core::{Cancel, Limits, Outcome, Puzzle, Solver, solve};
use patience_kit::Guide;
use patience_laws::{SplitMix, agreement, reference};
use patience_rush_hour::{
    Axis, BitBoardBfs, Board, JAM, Line, Metric, Move, MoveSet, RushHour, Vehicle, Wide, Word,
};
use patience_search::{BreadthFirst, IdaStar, IterativeDeepening};

const SETS: [MoveSet; 3] = [MoveSet::Slides, MoveSet::Steps, MoveSet::Macros];

/// Boards of up to 4×4 with a few vehicles: which, follows from the seed.
fn tiny<W: Word>(seed: u64) -> RushHour<W> {
    let mut random = SplitMix::new(seed);
    let mut small =
        |least: u8, ways: usize| least + u8::try_from(random.below(ways)).expect("few ways");
    let size = (small(3, 2), small(3, 2));
    let mut vehicles: Vec<Vehicle> = Vec::new();
    for letter in "ABCDEF".chars() {
        let axis = match (letter, small(0, 3)) {
            ('A', _) | (_, 0) => Axis::Horizontal,
            _ => Axis::Vertical,
        };
        let (row, column) = (small(0, size.1.into()), small(0, size.0.into()));
        vehicles.push(Vehicle { letter, axis, row, column, length: 2 + small(0, 5) / 4 });
        // Those that do not fit are left out.
        if Board::new(size, vehicles.clone(), 0, Vec::new()).is_err() {
            vehicles.pop();
            if letter == 'A' {
                vehicles.push(Vehicle { letter, axis, row: 1, column: 0, length: 2 });
            }
        }
    }
    let board = Board::new(size, vehicles, 0, Vec::new()).expect("every vehicle was tried");
    let mut game = RushHour::new(board).expect("tiny boards fit");
    game.metric = [Metric::Slides, Metric::Steps][random.below(2)];
    game.moves = SETS[random.below(3)];
    game
}

#[test]
fn breadth_first_agrees_with_the_reference() {
    for seed in 0..1000 {
        agreement(&tiny::<u64>(seed), &BreadthFirst, "breadth-first");
        agreement(&tiny::<Wide>(seed), &BreadthFirst, "breadth-first, wide words");
    }
}

#[test]
fn iterative_deepening_agrees_with_the_reference() {
    for seed in 1000..1300 {
        agreement(&tiny::<u64>(seed), &IterativeDeepening::default(), "iterative");
    }
}

#[test]
fn ida_star_with_the_lower_bound_agrees_with_the_reference() {
    fn guide<W: Word>() -> Guide<RushHour<W>> {
        Guide::named("BlockersLowerBound").expect("a heuristic of the paper")
    }
    let (small, large) = (IdaStar::new(guide::<u64>()), IdaStar::new(guide::<Wide>()));
    let forgetful = IdaStar { table: 20, ..IdaStar::new(guide::<u64>()) };
    for seed in 1300..1600 {
        agreement(&tiny::<u64>(seed), &small, "ida-star");
        agreement(&tiny::<Wide>(seed), &large, "ida-star, wide words");
    }
    for seed in 1600..1650 {
        agreement(&tiny::<u64>(seed), &forgetful, "ida-star, table of 20");
    }
}

/// Solutions are sound, and those of admissible searches are less than a step above the optimum.
#[test]
fn larger_steps_cost_less_than_a_step_above_the_reference() {
    let mut above = 0;
    for seed in 1700..2000 {
        let game = tiny::<u64>(seed);
        let least = reference::cheapest(&game, &game.start());
        for step in 2..6 {
            let blind = IterativeDeepening { step, ..IterativeDeepening::default() };
            agreement(&game, &blind, "iterative");
            let guide = |name| Guide::<RushHour>::named(name).expect("a heuristic");
            let admissible = IdaStar { step, ..IdaStar::new(guide("BlockersLowerBound")) };
            agreement(&game, &admissible, "ida-star");
            let rash = IdaStar { step, ordered: true, ..IdaStar::new(guide("Hc")) };
            agreement(&game, &rash, "ida-star with Hc");
            let Some(least) = least else { continue };
            let cost =
                |moves: Vec<Move>| patience_core::Solution::new(&game, &game.start(), moves).cost;
            for found in [cost(solved(&game, &blind)), cost(solved(&game, &admissible))] {
                assert!(found < least.max(1) + step, "step {step}, seed {seed}: {found}, {least}");
                above = above.max(found - least);
            }
        }
    }
    assert!(0 < above, "no step ever missed an optimum: these boards test nothing");
}

fn solved<W: Word>(game: &RushHour<W>, solver: &impl Solver<RushHour<W>>) -> Vec<Move> {
    let limits = Limits::default();
    match solve(solver, game, &game.start(), &limits, &Cancel::new(), &mut ()).outcome {
        Outcome::Solved(solution) => solution.moves,
        other => panic!("{other:?} for\n{}", game.first_board()),
    }
}

#[test]
fn engines_find_solutions_of_the_same_length() {
    for known in &JAM {
        let board = Board::parse(known.letters).expect(known.name);
        for set in SETS {
            let (fewest, metric) = match set {
                MoveSet::Steps => (known.steps, Metric::Steps),
                _ => (known.slides, Metric::Slides),
            };
            let mut small: RushHour = RushHour::new(board.clone()).expect(known.name);
            (small.metric, small.moves) = (metric, set);
            let mut large: RushHour<Wide> = RushHour::new(board.clone()).expect(known.name);
            (large.metric, large.moves) = (metric, set);
            for moves in [
                solved(&small, &BitBoardBfs),
                solved(&small, &BreadthFirst),
                solved(&large, &BreadthFirst),
            ] {
                let line = Line::replay(&board, &moves).expect(known.name);
                let length = match metric {
                    Metric::Slides => line.lengths().slides,
                    Metric::Steps => line.lengths().steps,
                };
                assert_eq!(length, fewest, "{}", known.name);
                assert_eq!(line.moves().len(), fewest as usize, "{}", known.name);
            }
        }
    }
}
