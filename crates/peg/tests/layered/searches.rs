//! Searches by layers, meetings and ways against the fewest moves.

use patience_core::Layered;
use patience_peg::engines::layered::{Options, Side, path_to_jumps};

use super::plain::{
    Truth, all_options, drawn, fewest, layers, least, meeting, named, small_boards, some_problems,
    symmetries, trace, vacancies, vacancy,
};

#[test]
fn both_sides_find_the_fewest_moves_whatever_they_use() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let fewest_moves = Truth::new(problem).fewest();
            for options in all_options() {
                let (forth, back) = Side::both(problem, options);
                assert_eq!(fewest(&forth, &back.roots()), fewest_moves);
                assert_eq!(fewest(&back, &forth.roots()), fewest_moves);
            }
        }
    }
}

#[test]
fn all_vacancies_of_a_small_board_agree() {
    for board in [drawn(&["oooo", "oooo", "oooo"]), drawn(&["ooooo", "ooooo", "ooooo"])] {
        for problem in &vacancies(&board) {
            let fewest_moves = Truth::new(problem).fewest();
            let (forth, back) = Side::both(problem, Options::default());
            assert_eq!(fewest(&forth, &back.roots()), fewest_moves);
            assert_eq!(fewest(&back, &forth.roots()), fewest_moves);
        }
    }
}

#[test]
fn sides_meet_in_every_layer_at_the_fewest_moves() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let Some(moves) = Truth::new(problem).fewest() else { continue };
            for options in all_options() {
                let (mut forth, mut back) = Side::both(problem, options);
                let steps = forth.steps();
                for cutoff in [moves, u8::MAX] {
                    let (ahead, behind) =
                        (layers(&forth, cutoff, steps).0, layers(&back, cutoff, steps).0);
                    for at in 0..=steps {
                        assert_eq!(meeting(&ahead[at], &behind[steps - at]), Some(moves));
                    }
                }
                // Each is narrowed by what the other has in the middle.
                let middle = steps / 2;
                let behind = layers(&back, moves, steps - middle).0;
                let mut bounds = back.unbounded();
                behind[steps - middle].keys().for_each(|&key| back.survey(key, &mut bounds));
                forth.narrow(&bounds);
                let ahead = layers(&forth, moves, middle).0;
                assert_eq!(meeting(&ahead[middle], &behind[steps - middle]), Some(moves));
                let mut bounds = forth.unbounded();
                ahead[middle].keys().for_each(|&key| forth.survey(key, &mut bounds));
                back.narrow(&bounds);
                let behind = layers(&back, moves, steps - middle).0;
                assert_eq!(meeting(&ahead[middle], &behind[steps - middle]), Some(moves));
            }
        }
    }
}

#[test]
fn nothing_on_a_short_solution_is_left_out() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let mut truth = Truth::new(problem);
            let Some(moves) = truth.fewest() else { continue };
            for (slack, options) in
                (0..2).flat_map(|it| all_options().into_iter().map(move |o| (it, o)))
            {
                let cutoff = moves + slack;
                let (forth, back) = Side::both(problem, options);
                let symmetries = symmetries(problem, options);
                let ahead = layers(&forth, cutoff, forth.steps()).0;
                let behind = layers(&back, cutoff, back.steps()).0;
                for (at, layer) in truth.spent.clone().into_iter().enumerate() {
                    for ((pegs, last), spent) in layer {
                        let Some(left) = truth.left(pegs, last) else { continue };
                        if cutoff < spent + left {
                            continue;
                        }
                        let (key, hole) = least(&symmetries, pegs, last.unwrap_or(0));
                        let record = ahead[at][&key];
                        assert!(record.cost <= spent);
                        // If the move has to go on, it can.
                        let anew = truth.left(pegs, None).expect("it can be done");
                        if record.cost == spent && left < anew && last.is_some() {
                            assert_eq!(record.open >> hole & 1, 1);
                        }
                        let other = behind[forth.steps() - at][&key];
                        assert!(other.cost <= anew);
                    }
                }
            }
        }
    }
}

#[test]
fn keys_are_replayed_with_the_fewest_moves() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let Some(moves) = Truth::new(problem).fewest() else { continue };
            let (forth, back) = Side::both(problem, Options::default());
            let ahead = layers(&forth, moves, forth.steps()).0;
            let mut best: Option<usize> = None;
            let mut paths: Vec<Vec<u64>> = Vec::new();
            let is_end = |key: &&u64| ahead[forth.steps()].contains_key(*key);
            trace(
                &forth,
                &ahead,
                &mut back.roots().iter().filter(is_end).map(|&key| vec![key]).collect(),
                &mut paths,
            );
            for path in &paths {
                let jumps = path_to_jumps(problem, path).expect("a way");
                let mut pegs = problem.start();
                for jump in &jumps {
                    assert!(jump.is_legal(pegs));
                    pegs ^= jump.holes();
                }
                assert!(problem.is_solved(pegs));
                let chained = jumps.windows(2).filter(|pair| pair[0].to == pair[1].from).count();
                best = best.into_iter().chain([jumps.len() - chained]).min();
            }
            assert_eq!(best, Some(usize::from(moves)));
        }
    }
}

#[test]
fn keys_without_a_way_are_not_replayed() {
    let problem = vacancy(&named("english"), 16, 16);
    assert_eq!(path_to_jumps(&problem, &[]), None);
    assert_eq!(path_to_jumps(&problem, &[problem.start()]), Some(Vec::new()));
    assert_eq!(path_to_jumps(&problem, &[problem.start(), 1]), None);
    assert_eq!(path_to_jumps(&problem, &[1]), None);
}

#[test]
fn a_narrowed_side_knows_all_that_is_within_its_bounds() {
    let (mut within, mut beyond) = (0, 0);
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let Some(moves) = Truth::new(problem).fewest() else { continue };
            for options in all_options() {
                let (forth, back) = Side::both(problem, options);
                for (side, other) in [(&forth, &back), (&back, &forth)] {
                    let middle = side.steps() / 2;
                    let mut bounds = other.unbounded();
                    let theirs = layers(other, moves, middle).0;
                    theirs[middle].keys().for_each(|&key| other.survey(key, &mut bounds));
                    let mut narrowed = side.clone();
                    narrowed.narrow(&bounds);
                    let all = layers(side, moves, side.steps()).0;
                    let some = layers(&narrowed, moves, side.steps()).0;
                    for (all, some) in all.iter().zip(&some) {
                        for (key, record) in all {
                            if narrowed.is_within(*key) {
                                assert_eq!(some.get(key), Some(record));
                                within += 1;
                            } else {
                                beyond += 1;
                            }
                        }
                    }
                    // What is wide again is as it was.
                    narrowed.widen();
                    assert_eq!(layers(&narrowed, moves, side.steps()).0, all);
                }
            }
        }
    }
    assert!(1000 < within && 100 < beyond, "{within} within bounds, {beyond} beyond");
}

#[test]
fn what_comes_after_a_position_can_follow_its_bounds() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let (forth, back) = Side::both(problem, Options::default());
            for side in [&forth, &back] {
                let layers = layers(side, u8::MAX, side.steps().min(6)).0;
                for record in layers.iter().flat_map(|layer| layer.values().take(50)) {
                    let mut bounds = side.unbounded();
                    side.survey(record.key, &mut bounds);
                    assert!(side.can_follow(record.key, &bounds));
                    side.expand(record, u8::MAX, |step| {
                        assert!(side.can_follow(step.key, &bounds));
                    });
                }
            }
        }
    }
}
