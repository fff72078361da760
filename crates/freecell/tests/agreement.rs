//! Every complete engine against the slow and obvious reference, on thousands of tiny games; every other one for soundness.

use patience_cards::Card;
use patience_core::{
    Blind, ByFeature, Cancel, Features, Kind, Limits, Outcome, Puzzle, Reading, Report, solve,
};
use patience_freecell::{
    Build, Deadlocks, DealtDeadlocks, Fill, FreeCell, Metric, MoveSet, Position, Rules, Selection,
    WeightedSum,
};
use patience_kit::{Choice, Named};
use patience_laws::{SplitMix, agreement, reference, soundness};
use patience_search::{
    AStar, Attempt, Attempts, Beam, BestFirst, IdaStar, IterativeDeepening, LastLevel, Open,
    StagedDeepening, Widening,
};

/// Tiny games of every kind: rules, deal and move set all follow from the seed.
pub(crate) fn tiny(seed: u64) -> FreeCell {
    let mut random = SplitMix::new(seed);
    let mut game = drawn(&mut random, &[2], &[2, 3], &[0, 1, 1, 2]);
    game.moves = MoveSet::ALL[random.below(4)].0;
    game.metric = [Metric::M1, Metric::M2, Metric::M3][random.below(3)];
    game
}

/// A random deal by random rules, with ranks, columns and cells from these.
pub(crate) fn drawn(random: &mut SplitMix, ranks: &[u8], columns: &[u8], cells: &[u8]) -> FreeCell {
    let rules = Rules {
        ranks: ranks[random.below(ranks.len())],
        columns: columns[random.below(columns.len())],
        cells: cells[random.below(cells.len())],
        build: [Build::Colour, Build::Colour, Build::Suit, Build::Rank][random.below(4)],
        fill: [Fill::Any, Fill::Any, Fill::Kings, Fill::Nothing][random.below(4)],
        relaxed: random.below(8) == 0,
        ..Rules::default()
    };
    dealt(rules, random)
}

/// A random deal by these rules.
pub(crate) fn dealt(rules: Rules, random: &mut SplitMix) -> FreeCell {
    let mut deck: Vec<Card> = Card::deck(rules.ranks).collect();
    random.shuffle(&mut deck);
    FreeCell::new(rules, &Position::deal(&deck, &rules)).expect("small rules can be played")
}

#[test]
fn iterative_deepening_agrees_with_the_reference() {
    for seed in 0..1000 {
        agreement(&tiny(seed), &IterativeDeepening::default(), "iterative");
    }
}

#[test]
fn iterative_deepening_agrees_with_long_steps_and_small_tables() {
    for seed in 2000..2150 {
        agreement(
            &tiny(seed),
            &IterativeDeepening { step: 5, table: usize::MAX },
            "iterative, step 5",
        );
    }
    for seed in 2300..2330 {
        agreement(
            &tiny(seed),
            &IterativeDeepening { step: 1, table: 100 },
            "iterative, table of 100",
        );
    }
}

#[test]
fn ida_star_agrees_with_the_reference_under_every_heuristic() {
    let is_heuristic = |kind: Kind| matches!(kind, Kind::Heuristic { .. });
    for feature in FreeCell::features().iter().filter(|feature| is_heuristic(feature.kind)) {
        for seed in 3000..3075 {
            let heuristic = ByFeature { feature, reading: Reading::Distance };
            agreement(&tiny(seed), &IdaStar::new(heuristic), feature.name);
        }
    }
}

#[test]
fn staged_deepening_is_sound_with_any_settings() {
    let evaluator =
        ByFeature { feature: FreeCell::feature("HSDH").unwrap(), reading: Reading::Distance };
    // Without a limit a table that is forgotten again and again could be filled for ever.
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    for seed in 4000..4120 {
        let game = tiny(seed);
        for open in [Open::OnePerScore, Open::All] {
            for (horizon, table) in [(6, 200_000), (0, 200_000), (2, 10)] {
                for restart in [None, Some(100)] {
                    let solver = StagedDeepening {
                        horizon,
                        table,
                        open,
                        restart,
                        ..StagedDeepening::new(evaluator)
                    };
                    soundness(&game, &solver, &limits, "staged");
                }
            }
        }
    }
}

#[test]
fn staged_deepening_that_forgets_nothing_solves_all_that_can_be_solved() {
    let evaluator =
        ByFeature { feature: FreeCell::feature("HSDH").unwrap(), reading: Reading::Distance };
    for restart in [None, Some(30)] {
        let (horizon, table, open) = (2, usize::MAX, Open::All);
        let solver =
            StagedDeepening { horizon, table, open, restart, ..StagedDeepening::new(evaluator) };
        for seed in 4300..4800 {
            let game = tiny(seed);
            let report =
                solve(&solver, &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
            let is_solved = matches!(report.outcome, Outcome::Solved(_));
            assert_eq!(is_solved, reference::cheapest(&game, &game.start()).is_some(), "{game:?}");
        }
    }
}

#[test]
fn a_search_begins_anew_only_after_its_nodes() {
    let evaluator =
        ByFeature { feature: FreeCell::feature("HSDH").unwrap(), reading: Reading::Distance };
    let nodes = |game: &FreeCell, restart| {
        let solver = StagedDeepening { restart, ..StagedDeepening::new(evaluator) };
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        let report = solve(&solver, game, &game.start(), &limits, &Cancel::new(), &mut ());
        (matches!(report.outcome, Outcome::Solved(_)), report.stats.expanded)
    };
    let mut differ = 0;
    for seed in 4800..4900 {
        let game = tiny(seed);
        let (is_solved, once) = nodes(&game, None);
        if is_solved {
            assert_eq!(nodes(&game, Some(once)), (true, once), "{game:?}");
            differ += usize::from(nodes(&game, Some(1)).1 != once);
        }
    }
    assert!(10 < differ);
}

#[test]
fn every_move_set_can_reach_what_single_moves_can() {
    let mut solvable = 0;
    for seed in 5000..5300 {
        let mut game = tiny(seed);
        if game.rules().relaxed {
            continue; // then runs move that no single moves could carry
        }
        let mut cheapest = |&(set, _): &(MoveSet, Named)| {
            game.moves = set;
            game.metric = Metric::M1;
            reference::cheapest(&game, &game.start())
        };
        let solvability: Vec<_> = MoveSet::ALL.iter().map(&mut cheapest).collect();
        assert_eq!(
            solvability[0], solvability[1],
            "runs cost what their single moves cost: {game:?}"
        );
        assert_eq!(
            solvability[0], solvability[2],
            "supermoves cost what their single moves cost: {game:?}"
        );
        assert_eq!(solvability[0], solvability[3], "auto-play costs nothing: {game:?}");
        solvable += usize::from(solvability[0].is_some());
    }
    assert!(100 < solvable && solvable < 290, "the instances should be of both kinds: {solvable}");
}

#[test]
fn best_first_search_agrees_with_the_reference_under_every_appraisal() {
    let weighted_sums = [
        WeightedSum::EAGER,
        WeightedSum::CAREFUL,
        WeightedSum::STEADY,
        WeightedSum::THOROUGH,
        WeightedSum::BRIEF,
    ];
    for (index, evaluator) in weighted_sums.into_iter().enumerate() {
        let first = 6000 + 300 * index as u64;
        for seed in first..first + 300 {
            agreement(&tiny(seed), &BestFirst { evaluator }, "best-first");
        }
    }
}

#[test]
fn attempts_agree_with_the_reference_whatever_their_budgets() {
    for seed in 7500..8000 {
        let attempt = |budget| Attempt { evaluator: WeightedSum::EAGER, budget };
        let first = vec![attempt(seed % 3), attempt(10)];
        agreement(&tiny(seed), &Attempts { first, last: WeightedSum::THOROUGH }, "attempts");
    }
}

#[test]
fn attempts_that_leave_moves_out_agree_with_the_reference() {
    for seed in 10_000..11_000 {
        let evaluator = WeightedSum::KEEN.selecting(Selection::Likely);
        let first = [2, u64::MAX].map(|budget| Attempt { evaluator, budget }).to_vec();
        let attempts = Attempts { first, last: WeightedSum::THOROUGH };
        agreement(&tiny(seed), &attempts, "attempts that leave moves out");
    }
}

#[test]
fn widening_agrees_with_the_reference_and_never_gets_worse_than_its_first_solution() {
    for seed in 8000..8300 {
        let game = tiny(seed);
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        let (evaluator, widest) = (WeightedSum::BRIEF, 200);
        let (heuristic, last_level) = (DealtDeadlocks::new(&game), LastLevel::OfSolution);
        let bounded = Widening { first, evaluator, heuristic, widest, last_level };
        agreement(&game, &bounded, "widening with estimates");
        let widening = Widening { first, evaluator, heuristic: Blind, widest, last_level };
        agreement(&game, &widening, "widening");
        let cost = |report: Report<_>| match report.outcome {
            Outcome::Solved(solution) => Some(solution.cost),
            _ => None,
        };
        let (limits, cancel) = (Limits::default(), Cancel::new());
        let before = cost(solve(&first, &game, &game.start(), &limits, &cancel, &mut ()));
        let after = cost(solve(&widening, &game, &game.start(), &limits, &cancel, &mut ()));
        assert!(after <= before, "{after:?} after {before:?} of {game:?}");
    }
}

#[test]
fn beams_are_sound_and_a_beam_wide_enough_finds_the_fewest_moves() {
    for seed in 8300..8600 {
        let mut game = tiny(seed);
        for width in [1, 7] {
            let beam = Beam { evaluator: WeightedSum::BRIEF, width };
            soundness(&game, &beam, &Limits::default(), "beam");
        }
        // In M3 every level holds the states of one cost.
        game.metric = Metric::M3;
        let beam = Beam { evaluator: WeightedSum::BRIEF, width: usize::MAX };
        let report =
            solve(&beam, &game, &game.start(), &Limits::default(), &Cancel::new(), &mut ());
        let cost = match report.outcome {
            Outcome::Solved(solution) => Some(solution.cost),
            _ => None,
        };
        assert_eq!(cost, reference::cheapest(&game, &game.start()), "{game:?}");
    }
}

#[test]
fn auto_play_never_makes_the_shortest_solution_longer() {
    let mut compared = 0;
    for seed in 0..400 {
        let mut random = SplitMix::new(seed);
        let mut game = drawn(&mut random, &[3, 4, 5], &[3, 4, 5], &[0, 1, 2]);
        if game.rules().relaxed {
            continue; // then runs move that no single moves could carry
        }
        let first = BestFirst { evaluator: WeightedSum::EAGER };
        let solver = AStar { first, heuristic: Deadlocks };
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let mut shortest = |metric, moves| {
            (game.metric, game.moves) = (metric, moves);
            match solve(&solver, &game, &game.start(), &limits, &Cancel::new(), &mut ()).outcome {
                Outcome::Solved(solution) if solution.optimal => Some(Some(solution.cost)),
                Outcome::ProvenUnsolvable => Some(None),
                _ => None, // too large to be sure
            }
        };
        for (metric, without) in [(Metric::M1, MoveSet::Single), (Metric::M2, MoveSet::Supermoves)]
        {
            let lengths = (shortest(metric, without), shortest(metric, MoveSet::AutoPlay));
            if let (Some(plain), Some(auto)) = lengths {
                assert_eq!(plain, auto, "{metric:?}, seed {seed}");
                compared += usize::from(plain.is_some());
            }
        }
    }
    assert!(200 < compared, "only {compared} solvable games were small enough");
}
