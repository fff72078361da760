//! What no jump raises: classes, types, corners, pagodas.

use std::collections::BTreeSet;

use patience_core::SplitMix;
use patience_peg::analysis::{
    Class, MOST_PAGODAS, Pagoda, PagodaError, PegType, corners, counts, strong_pagodas,
};
use patience_peg::{Board, Hole, Jump, Pegs, image, members};
use proptest::prelude::*;

fn same_class_pairs(board: &Board) -> usize {
    let holes = || members(board.all());
    let symmetries = board.symmetries();
    let mut pairs = BTreeSet::new();
    for (start, end) in holes().flat_map(|start| holes().map(move |end| (start, end))) {
        if Class::of(board, board.all() & !(1 << start)) == Class::of(board, 1 << end) {
            let image = |to: &Vec<u8>| (to[usize::from(start)], to[usize::from(end)]);
            pairs.extend(symmetries.iter().map(image).min());
        }
    }
    pairs.len()
}

#[test]
fn single_vacancy_problems_of_one_class_are_as_many_as_known() {
    let pairs = Board::NAMES.map(|name| Board::named(name).map(|it| same_class_pairs(&it)));
    assert_eq!(pairs, [Some(21), Some(10), Some(17), Some(36)]);
}

#[test]
fn the_centre_of_the_english_board_may_end_in_the_middle_of_an_edge() {
    let board = Board::named("english").expect("a named board");
    let at = |row, column| 1 << board.number(Hole { row, column }).expect("a hole");
    let start = Class::of(&board, board.all() & !at(3, 3));
    assert_eq!(start, Class::of(&board, at(0, 3)));
    assert_ne!(start, Class::of(&board, at(0, 2)));
}

proptest! {
    #[test]
    fn no_jump_changes_the_class(name in 0..12_usize, pegs: Pegs) {
        let names = [&Board::NAMES[..], &Board::TRIANGLES].concat();
        let board = Board::named(names[name]).expect("a named board");
        let pegs = pegs & board.all();
        for jump in board.jumps().iter().filter(|jump| jump.is_legal(pegs)) {
            prop_assert_eq!(Class::of(&board, pegs), Class::of(&board, pegs ^ jump.holes()));
        }
    }
}

#[test]
fn types_share_out_the_holes() {
    let counts = Board::NAMES.map(|name| {
        let board = Board::named(name).expect("a named board");
        counts(&board, board.all())
    });
    assert_eq!(counts, [[12, 8, 8, 5], [12, 8, 8, 9], [13, 8, 8, 12], [9, 12, 12, 12]]);
}

#[test]
fn jumps_take_what_the_type_can_take() {
    for name in Board::NAMES.into_iter().chain(Board::TRIANGLES) {
        let board = Board::named(name).expect("a named board");
        let of = |hole: u8| PegType::of(board.holes()[usize::from(hole)]);
        for jump in board.jumps() {
            assert!(of(jump.from).takes(board.lattice()).contains(&of(jump.over)));
            assert_eq!(of(jump.from), of(jump.to));
        }
    }
}

#[test]
fn named_boards_have_the_known_numbers_of_corners() {
    let corners = Board::NAMES.map(|name| {
        let board = Board::named(name).expect("a named board");
        corners(&board).count_ones()
    });
    assert_eq!(corners, [8, 12, 16, 8]);
}

/// One for every hole of a type: a peg keeps its type.
fn of_type(board: &Board, it: PegType) -> Vec<i8> {
    board.holes().iter().map(|&hole| i8::from(PegType::of(hole) == it)).collect()
}

#[test]
fn weights_that_a_jump_raises_are_refused() {
    let board = Board::named("english").expect("a named board");
    let of = |weights| Pagoda::new(&board, weights).map(|_| ());
    assert_eq!(of(vec![1; 32]), Err(PagodaError::Count { holes: 33, weights: 32 }));
    let mut weights = of_type(&board, PegType::EvenEven);
    assert_eq!(of(weights.clone()), Ok(()));
    weights[2] = 0;
    assert_eq!(of(weights), Err(PagodaError::Raised(Jump { from: 2, over: 5, to: 10 })));
}

#[test]
fn images_are_pagodas_and_worth_the_same() {
    let board = Board::named("english").expect("a named board");
    let pagoda = Pagoda::new(&board, of_type(&board, PegType::EvenOdd)).expect("a pagoda");
    for symmetry in board.symmetries() {
        let turned = pagoda.image(&symmetry);
        assert_eq!(Pagoda::new(&board, turned.weights().to_vec()), Ok(turned.clone()));
        assert_eq!(turned.value(image(0b111, &symmetry)), pagoda.value(0b111));
    }
}

/// Full boards with one hole, one peg to be left.
fn problems() -> impl Iterator<Item = (Board, Pegs, Pegs)> {
    let names = [
        ("english", (3, 3), (3, 3)),
        ("french", (0, 2), (3, 4)),
        ("diamond5", (1, 3), (1, 5)),
        ("wiegleb", (4, 4), (4, 4)),
    ];
    names.into_iter().map(|(name, empty, last)| {
        let board = Board::named(name).expect("a named board");
        let set = |(row, column)| 1 << board.number(Hole { row, column }).expect("a hole");
        let (start, goal) = (board.all() & !set(empty), set(last));
        (board, start, goal)
    })
}

#[test]
fn play_does_not_raise_the_value_nor_play_backwards_lower_it() {
    let mut random = SplitMix::new(3);
    for (board, start, goal) in problems() {
        let pagodas = strong_pagodas(&board, &[start], &[goal], MOST_PAGODAS);
        assert!(3 < pagodas.len());
        let values = |pegs| pagodas.iter().map(|it| it.value(pegs)).collect::<Vec<_>>();
        for _ in 0..100 {
            let (mut forth, mut back) = (start, goal);
            for _ in 0..board.holes().len() {
                let jumps = board.jumps();
                let ahead: Vec<_> = jumps.iter().filter(|it| it.is_legal(forth)).collect();
                if !ahead.is_empty() {
                    let next = forth ^ ahead[random.below(ahead.len())].holes();
                    assert!(values(next).iter().zip(values(forth)).all(|(new, old)| *new <= old));
                    forth = next;
                }
                let behind: Vec<_> =
                    jumps.iter().filter(|it| it.is_legal(board.all() & !back)).collect();
                if !behind.is_empty() {
                    back ^= behind[random.below(behind.len())].holes();
                    assert!(values(goal).iter().zip(values(back)).all(|(end, now)| *end <= now));
                    assert!(!pagodas.iter().any(|it| it.refutes(back, &[goal])));
                }
            }
        }
    }
}

#[test]
fn pagodas_are_the_same_every_time() {
    let (board, start, goal) = problems().next().expect("the english board");
    let first = strong_pagodas(&board, &[start], &[goal], MOST_PAGODAS);
    assert_eq!(first, strong_pagodas(&board, &[start], &[goal], MOST_PAGODAS));
    assert_eq!(first.len(), MOST_PAGODAS);
}

/// Positions of the middle half of the levels of random play down to one peg, up to 120 of each.
fn middle_of_random_play(board: &Board, start: Pegs) -> Vec<Pegs> {
    let mut random = SplitMix::new(4);
    let jumps = start.count_ones() - 1;
    let (mut level, mut middle) = (vec![start], Vec::new());
    for played in 1..=jumps * 3 / 4 {
        let children = |&pegs: &Pegs| {
            let legal = board.jumps().iter().filter(move |jump| jump.is_legal(pegs));
            legal.map(move |jump| pegs ^ jump.holes())
        };
        let next: BTreeSet<Pegs> = level.iter().flat_map(children).collect();
        level = next.into_iter().collect();
        random.shuffle(&mut level);
        level.truncate(120);
        if jumps / 4 <= played {
            middle.extend_from_slice(&level);
        }
    }
    middle
}

#[test]
fn pagodas_refute_a_good_part_of_random_play() {
    // More than half on all four boards, and almost all on the diamond.
    for ((board, start, goal), percent) in problems().zip([60, 85, 95, 50]) {
        let pagodas = strong_pagodas(&board, &[start], &[goal], MOST_PAGODAS);
        let positions = middle_of_random_play(&board, start);
        let is_refuted = |pegs: &&Pegs| pagodas.iter().any(|it| it.refutes(**pegs, &[goal]));
        let refuted = positions.iter().filter(is_refuted).count();
        assert!(percent * positions.len() <= 100 * refuted);
    }
}
