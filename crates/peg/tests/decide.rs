//! The engine that only decides agrees with those that find the fewest moves.

use std::collections::{HashMap, HashSet};

use patience_core::{Cancel, Limits, Meter, SplitMix};
use patience_kit::End;
use patience_peg::engines::{Decider, decide};
use patience_peg::{Board, Goal, Line, Metric, Pegs, Problem, image, members};

use crate::common::answer;

/// A position of random play from the full board without one hole.
fn played(board: &Board, random: &mut SplitMix, jumps: usize) -> Problem {
    let hole = 1 << random.below(board.holes().len());
    let mut pegs = board.all() & !hole;
    for _ in 0..jumps {
        let legal: Vec<_> = board.jumps().iter().filter(|jump| jump.is_legal(pegs)).collect();
        if legal.is_empty() {
            break;
        }
        pegs ^= legal[random.below(legal.len())].holes();
    }
    let goal = if random.below(4) == 0 { Goal::OneAnywhere } else { Goal::Exactly(hole) };
    Problem::new(board.clone(), pegs, goal).unwrap()
}

#[test]
fn decisions_are_those_of_the_other_engines() {
    let mut random = SplitMix::new(11);
    let (mut solved, mut lost) = (0, 0);
    for at in 0..48 {
        let board = ["english", "triangle21", "triangle15", "english"][at % 4];
        let board = Board::named(board).unwrap();
        let problem = played(&board, &mut random, 6 + at % 9);
        let is_solved = match answer(&problem, Metric::Moves, "best", &[]).end {
            End::Solved { .. } => true,
            End::Unsolvable { .. } => false,
            other => panic!("{other:?}"),
        };
        let mut observer = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
        match decide(&problem, &mut meter).unwrap() {
            Some(jumps) => assert!(is_solved && Line::replay(&problem, &jumps).is_ok()),
            None => assert!(!is_solved, "{problem:?}"),
        }
        solved += usize::from(is_solved);
        lost += usize::from(!is_solved);
    }
    assert!(8 < solved && 8 < lost, "{solved} solved, {lost} lost");
}

#[test]
fn every_vacancy_problem_of_small_boards_is_decided() {
    let rectangle = patience_peg::Drawing::parse("oooo/oooo/oooo/oooo").unwrap().board;
    for board in [rectangle, Board::named("triangle10").unwrap()] {
        for (empty, last) in
            members(board.all()).flat_map(|it| members(board.all()).map(move |last| (it, last)))
        {
            let problem = Problem::vacancy(board.clone(), empty, last).unwrap();
            let known =
                matches!(answer(&problem, Metric::Jumps, "brute", &[]).end, End::Solved { .. });
            let found =
                matches!(answer(&problem, Metric::Jumps, "decide", &[]).end, End::Solved { .. });
            assert_eq!(found, known, "{problem:?}");
        }
    }
}

#[test]
fn limits_stop_it() {
    let board = Board::named("english").unwrap();
    let problem = Problem::vacancy(board, 16, 16).unwrap();
    let limits = Limits { nodes: Some(5), ..Limits::default() };
    let end = crate::common::answer_within(&problem, Metric::Moves, "decide", &[], &limits).end;
    assert_eq!(end, End::Limit(patience_core::Stop::Nodes));
}

/// What the rules say of positions of the English board that are to end in the centre: all solvable positions with few pegs, listed
/// backwards, and a plain search from above.
struct Truth {
    board: Board,
    symmetries: Vec<Vec<u8>>,
    /// By the number of pegs less one.
    solvable: Vec<HashSet<Pegs>>,
    known: HashMap<Pegs, bool>,
}

impl Truth {
    const CENTRE: Pegs = 1 << 16;

    fn new(layers: usize) -> Self {
        let board = Board::named("english").unwrap();
        let symmetries = board.symmetries();
        let solvable = vec![HashSet::from([Self::CENTRE])];
        let mut truth = Self { board, symmetries, solvable, known: HashMap::new() };
        while truth.solvable.len() < layers {
            let mut next = HashSet::new();
            for &pegs in truth.solvable.last().unwrap() {
                for jump in truth.board.jumps().iter().filter(|it| it.is_legal(!pegs)) {
                    next.insert(truth.least(pegs ^ jump.holes()));
                }
            }
            truth.solvable.push(next);
        }
        truth
    }

    fn least(&self, pegs: Pegs) -> Pegs {
        self.symmetries.iter().map(|symmetry| image(pegs, symmetry)).min().unwrap()
    }

    fn is_solvable(&mut self, pegs: Pegs) -> bool {
        let key = self.least(pegs);
        if let Some(layer) = self.solvable.get(pegs.count_ones() as usize - 1) {
            return layer.contains(&key);
        }
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let legal = self.board.jumps().iter().filter(|jump| jump.is_legal(pegs));
        let children: Vec<Pegs> = legal.map(|jump| pegs ^ jump.holes()).collect();
        let is_solvable = children.into_iter().any(|child| self.is_solvable(child));
        self.known.insert(key, is_solvable);
        is_solvable
    }
}

#[test]
fn verdicts_of_the_english_board_are_those_of_an_exhaustive_search() {
    let mut truth = Truth::new(9);
    let mut random = SplitMix::new(5);
    let (mut solved, mut lost) = (0, 0);
    for at in 0..40 {
        // Jumps taken back at random: the position is solvable, and some of its children are not.
        let mut pegs = Truth::CENTRE;
        while pegs.count_ones() < 12 + at % 8 {
            let back = truth.board.jumps().iter().filter(|jump| jump.is_legal(!pegs));
            let back: Vec<_> = back.collect();
            pegs ^= back[random.below(back.len())].holes();
        }
        let goal = Goal::Exactly(Truth::CENTRE);
        let problem = Problem::new(truth.board.clone(), pegs, goal).unwrap();
        let mut decider = Decider::new(&problem);
        let mut observer = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
        let jumps: Vec<_> = problem.board().jumps().iter().filter(|it| it.is_legal(pegs)).collect();
        for pegs in jumps.iter().map(|jump| pegs ^ jump.holes()).chain([pegs]) {
            let is_solvable = truth.is_solvable(pegs);
            match decider.decide(pegs, &mut meter).unwrap() {
                Some(jumps) => {
                    let problem = Problem::new(truth.board.clone(), pegs, goal).unwrap();
                    assert!(is_solvable && Line::replay(&problem, &jumps).is_ok());
                    solved += 1;
                }
                None => {
                    assert!(!is_solvable, "{pegs:x}");
                    lost += 1;
                }
            }
        }
    }
    assert!(50 < solved && 50 < lost, "{solved} solved, {lost} lost");
}

/// Whether some jumps leave one peg.
fn ends_with_one(board: &Board, pegs: Pegs, known: &mut HashMap<Pegs, bool>) -> bool {
    if pegs.is_power_of_two() {
        return true;
    }
    if let Some(&known) = known.get(&pegs) {
        return known;
    }
    let mut legal = board.jumps().iter().filter(|jump| jump.is_legal(pegs));
    let is_solvable = legal.any(|jump| ends_with_one(board, pegs ^ jump.holes(), known));
    known.insert(pegs, is_solvable);
    is_solvable
}

#[test]
fn verdicts_of_goals_anywhere_are_those_of_an_exhaustive_search() {
    let mut random = SplitMix::new(8);
    for name in ["oooo/oooo/oooo/oooo", "oooo/oooo/oooo", "triangle/   o/  o o/ o o o/o o o o"] {
        let board = patience_peg::Drawing::parse(name).unwrap().board;
        let mut known = HashMap::new();
        for _ in 0..150 {
            let pegs = board.all() & (random.bits() | random.bits()) | 1;
            let problem = Problem::new(board.clone(), pegs, Goal::OneAnywhere).unwrap();
            let mut observer = ();
            let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
            let found = decide(&problem, &mut meter).unwrap();
            assert_eq!(found.is_some(), ends_with_one(&board, pegs, &mut known), "{name} {pegs:x}");
            assert!(found.is_none_or(|jumps| Line::replay(&problem, &jumps).is_ok()));
        }
    }
}
