//! Optimal engines against the slow and obvious reference, and the estimates that they rely on.

use patience_core::{Blind, Cancel, Cost, Heuristic, Limits, Node, Outcome, Puzzle, Report, solve};
use patience_freecell::{
    Deadlocks, DealtDeadlocks, FreeCell, LazyCells, Metric, Move, MoveSet, Position, RelaxedPlay,
    Rules, WeightedSum,
};
use patience_kit::Choice;
use patience_laws::{SplitMix, Walks, agreement, check_heuristic, reference};
use patience_search::{AStar, AnyOrder, BeamsAndAStar, BestFirst, EagerAStar, LastLevel, Widening};

use crate::agreement::{dealt, drawn, tiny};

#[test]
fn deadlocks_never_exceed_the_true_cost() {
    for seed in 8600..8760 {
        let (game, walks) = (tiny(seed), Walks { seed, count: 5, length: 30 });
        check_heuristic(&game, &Deadlocks, &walks);
        check_heuristic(&game, &DealtDeadlocks::new(&game), &walks);
        check_heuristic(&game, &RelaxedPlay::new(&game), &walks);
        let mut game = game;
        game.metric = Metric::M3;
        check_heuristic(&game, &RelaxedPlay::new(&game), &walks);
    }
}

/// Games of a few ranks, in M3, with few cells and columns.
fn small(random: &mut SplitMix) -> FreeCell {
    let mut game = drawn(random, &[3, 4, 5, 6], &[3, 4, 5], &[0, 1, 1, 2, 2, 3]);
    (game.moves, game.metric) = (MoveSet::ALL[2 + random.below(2)].0, Metric::M3);
    game
}

#[test]
fn relaxed_play_never_exceeds_the_shortest_solution() {
    let (mut compared, mut raised) = (0, [0; 3]);
    let mut moves = Vec::new();
    for seed in 0..3000 {
        let mut random = SplitMix::new(seed);
        let game = small(&mut random);
        let (dealt, relaxed) = (DealtDeadlocks::new(&game), RelaxedPlay::new(&game));
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        // It shares nothing with relaxed play but the first estimate.
        let solver = AStar { first, heuristic: FirstEstimate };
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let mut state = game.start();
        for _ in 0..14 {
            let report = solve(&solver, &game, &state, &limits, &Cancel::new(), &mut ());
            if let Outcome::Solved(solution) = report.outcome
                && solution.optimal
            {
                let (mut at, mut rest) = (state, solution.cost);
                for mv in solution.moves {
                    let node = Node::root(&at);
                    let estimate = relaxed.estimate(&game, &node).expect("it can be solved");
                    assert!(estimate <= rest, "seed {seed}: {estimate} instead of {rest}: {at:?}");
                    let before = dealt.estimate(&game, &node).expect("it can be solved");
                    compared += 1;
                    raised[(estimate - before) as usize] += 1;
                    rest -= game.pay(&mut at, mv);
                }
            }
            moves.clear();
            game.moves(&state, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.apply(&mut state, moves[random.below(moves.len())]);
        }
    }
    assert!(100_000 < compared, "{compared} compared");
    assert!(10_000 < raised[1] && 2000 < raised[2], "{raised:?} of {compared} raised");
}

#[test]
fn relaxed_play_never_exceeds_the_rest_of_a_short_solution() {
    let (mut compared, mut raised) = (0, 0);
    for number in 1..=60 {
        let mut game = FreeCell::microsoft(number).expect("the number is that of a deal");
        (game.moves, game.metric) = (MoveSet::AutoPlay, Metric::M3);
        let (dealt, relaxed) = (DealtDeadlocks::new(&game), RelaxedPlay::new(&game));
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        let (evaluator, last_level) = (WeightedSum::BRIEF, LastLevel::OfSolution);
        let beams = Widening { first, evaluator, heuristic: &dealt, widest: 128, last_level };
        let mut state = game.start();
        let report = solve(&beams, &game, &state, &Limits::default(), &Cancel::new(), &mut ());
        let Outcome::Solved(solution) = report.outcome else { panic!("deal {number}") };
        let mut rest = solution.cost;
        for mv in solution.moves {
            let node = Node::root(&state);
            let estimate = relaxed.estimate(&game, &node).expect("it can be solved");
            assert!(estimate <= rest, "deal {number}: {estimate} of {rest} in {state:?}");
            compared += 1;
            raised += usize::from(dealt.estimate(&game, &node) < Some(estimate));
            rest -= game.pay(&mut state, mv);
        }
    }
    assert!(100 < raised, "{raised} of {compared} raised");
}

#[test]
fn a_star_agrees_with_the_reference_and_proves_what_it_finds_optimal() {
    for seed in 9000..9600 {
        let game = tiny(seed);
        let solver =
            AStar { first: BestFirst { evaluator: WeightedSum::EAGER }, heuristic: Deadlocks };
        agreement(&game, &solver, "a-star");
        let report =
            solve(&solver, &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
        if let Outcome::Solved(solution) = report.outcome {
            assert!(solution.optimal, "{game:?}");
        }
    }
}

#[test]
fn eager_a_star_agrees_with_the_reference_and_proves_what_it_finds_optimal() {
    for seed in 9600..9900 {
        let game = tiny(seed);
        let heuristic = DealtDeadlocks::new(&game);
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        let (evaluator, order) = (WeightedSum::BRIEF, LazyCells);
        let dealt = EagerAStar { first, evaluator, heuristic: &heuristic, order };
        agreement(&game, &dealt, "eager a-star");
        let mut in_m3 = game.clone();
        in_m3.metric = Metric::M3;
        let heuristic = RelaxedPlay::new(&in_m3);
        let relaxed = EagerAStar { first, evaluator, heuristic, order: LazyCells };
        agreement(&in_m3, &relaxed, "eager a-star, relaxed play");
        // A heuristic that estimates no child from its parent.
        let built = EagerAStar { first, evaluator, heuristic: Deadlocks, order: AnyOrder };
        agreement(&game, &built, "eager a-star, built");
        let report =
            solve(&dealt, &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
        if let Outcome::Solved(solution) = report.outcome {
            assert!(solution.optimal, "{game:?}");
            assert_eq!(Some(solution.cost), reference::cheapest(&game, &game.start()));
        }
    }
}

#[test]
fn beams_and_a_star_by_turns_agree_with_the_reference_and_prove_only_what_is_optimal() {
    let mut proven = 0;
    for seed in 7000..7300 {
        let mut game = tiny(seed);
        game.metric = Metric::M3;
        // The first solution is poor and beams are narrow, so A* has something to find.
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        let (evaluator, last_level) = (WeightedSum::BRIEF, LastLevel::OfSolution);
        let beams = Widening { first, evaluator, heuristic: Blind, widest: 129, last_level };
        let (heuristic, order) = (RelaxedPlay::new(&game), LazyCells);
        let by_turns = BeamsAndAStar { beams, heuristic, order };
        agreement(&game, &by_turns, "by turns");
        let limits = Limits::default();
        let report = solve(&by_turns, &game, &game.start(), &limits, &Cancel::new(), &mut ());
        let Outcome::Solved(solution) = report.outcome else { continue };
        if solution.optimal {
            assert_eq!(Some(solution.cost), reference::cheapest(&game, &game.start()), "{game:?}");
            proven += 1;
        }
    }
    assert!(100 < proven, "{proven} proven");
}

#[test]
fn between_beams_a_star_finds_what_they_miss() {
    let rules = Rules::default();
    let cards = patience_cards::microsoft_deal(400_015).unwrap();
    let mut game = FreeCell::new(rules, &Position::deal(&cards, &rules)).unwrap();
    (game.moves, game.metric) = (MoveSet::AutoPlay, Metric::M3);
    let first = BestFirst { evaluator: WeightedSum::EAGER };
    let (evaluator, last_level) = (WeightedSum::BRIEF, LastLevel::OfSolution);
    let beams = Widening { first, evaluator, heuristic: Blind, widest: 513, last_level };
    let (heuristic, order) = (RelaxedPlay::new(&game), LazyCells);
    let cost = |solver: &dyn Fn() -> Report<Move>| match solver().outcome {
        Outcome::Solved(solution) => (solution.cost, solution.optimal),
        other => panic!("{other:?}"),
    };
    let (limits, cancel, root) = (Limits::default(), Cancel::new(), game.start());
    let alone = cost(&|| solve(&beams, &game, &root, &limits, &cancel, &mut ()));
    let solver = BeamsAndAStar { beams: beams.clone(), heuristic, order };
    let by_turns = cost(&|| solve(&solver, &game, &root, &limits, &cancel, &mut ()));
    assert_eq!((alone, by_turns), ((27, false), (25, true)));
}

#[test]
fn lazy_cells_lose_no_shortest_solution() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..600 {
        let mut random = SplitMix::new(seed);
        let mut game = drawn(&mut random, &[3, 4, 5], &[3, 4, 5], &[1, 2, 3, 4]);
        game.moves = MoveSet::ALL[random.below(MoveSet::ALL.len())].0;
        game.metric = [Metric::M1, Metric::M2, Metric::M3, Metric::M3][random.below(4)];
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        // The first solution is poor, so A* must find the shortest.
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        let evaluator = WeightedSum::BRIEF;
        // Without an estimate nothing else prunes.
        let lazy = EagerAStar { first, evaluator, heuristic: Blind, order: LazyCells };
        let any = EagerAStar { first, evaluator, heuristic: Blind, order: AnyOrder };
        let lazy = solve(&lazy, &game, &game.start(), &limits, &Cancel::new(), &mut ());
        let any = solve(&any, &game, &game.start(), &limits, &Cancel::new(), &mut ());
        if let (Outcome::Solved(one), Outcome::Solved(other)) = (lazy.outcome, any.outcome)
            && one.optimal
            && other.optimal
        {
            assert_eq!(one.cost, other.cost, "seed {seed}: {game:?}");
            compared += 1;
            fewer += usize::from(lazy.stats.duplicates < any.stats.duplicates);
        }
    }
    assert!(200 < compared && 100 < fewer, "{compared} compared, {fewer} with fewer duplicates");
}

/// The deadlock heuristic without its refined estimate and its bounds of children.
struct FirstEstimate;

impl Heuristic<FreeCell> for FirstEstimate {
    fn estimate(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> Option<Cost> {
        Deadlocks.estimate(game, node)
    }

    fn is_admissible(&self, game: &FreeCell) -> bool {
        Deadlocks.is_admissible(game)
    }
}

#[test]
fn refined_deadlocks_find_the_same_lengths_with_fewer_nodes() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..40 {
        let mut random = SplitMix::new(seed);
        let columns = [4, 5][random.below(2)];
        let rules = Rules { ranks: 6, columns, cells: [1, 2][random.below(2)], ..Rules::default() };
        let mut game = dealt(rules, &mut random);
        (game.moves, game.metric) = (MoveSet::AutoPlay, Metric::M3);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        let refined = AStar { first, heuristic: Deadlocks };
        let plain = AStar { first, heuristic: FirstEstimate };
        let [refined, plain] = [
            solve(&refined, &game, &game.start(), &limits, &Cancel::new(), &mut ()),
            solve(&plain, &game, &game.start(), &limits, &Cancel::new(), &mut ()),
        ];
        if let (Outcome::Solved(one), Outcome::Solved(other)) = (refined.outcome, plain.outcome)
            && one.optimal
            && other.optimal
        {
            assert_eq!(one.cost, other.cost, "seed {seed}");
            let (evaluator, heuristic) = (WeightedSum::BRIEF, DealtDeadlocks::new(&game));
            let eager = EagerAStar { first, evaluator, heuristic, order: LazyCells };
            let eager = solve(&eager, &game, &game.start(), &limits, &Cancel::new(), &mut ());
            assert!(
                matches!(eager.outcome, Outcome::Solved(it) if it.optimal && it.cost == one.cost),
                "seed {seed}"
            );
            let (evaluator, heuristic) = (WeightedSum::BRIEF, RelaxedPlay::new(&game));
            let relaxed = EagerAStar { first, evaluator, heuristic, order: LazyCells };
            let relaxed = solve(&relaxed, &game, &game.start(), &limits, &Cancel::new(), &mut ());
            assert!(
                matches!(relaxed.outcome, Outcome::Solved(it) if it.optimal && it.cost == one.cost),
                "seed {seed}"
            );
            compared += 1;
            fewer += usize::from(refined.stats.expanded < plain.stats.expanded);
        }
    }
    assert!(10 <= compared && 3 <= fewer, "{compared} compared, {fewer} with fewer nodes");
}
