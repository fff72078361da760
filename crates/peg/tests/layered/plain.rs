//! Plain code that the sides are compared with, and problems for it.

use std::collections::HashMap;

use patience_core::{Cut, Layered, Record, SplitMix, Step};
use patience_peg::analysis::possible_goals;
use patience_peg::engines::layered::{Bound, Options, Pagodas, Side, Symmetry};
use patience_peg::{Board, Drawing, Goal, Jump, Metric, Pegs, Problem, image, members};

pub(crate) const BARE: Options = Options {
    bound: Bound::None,
    pagodas: Pagodas::None,
    symmetry: Symmetry::None,
    metric: Metric::Moves,
};

pub(crate) fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for bound in [Bound::None, Bound::Paper, Bound::AllRegions] {
        for pagodas in [Pagodas::None, Pagodas::Strong] {
            for symmetry in [Symmetry::None, Symmetry::Problem] {
                all.push(Options { bound, pagodas, symmetry, metric: Metric::Moves });
            }
        }
    }
    all
}

pub(crate) fn drawn(rows: &[&str]) -> Board {
    Drawing::parse(&rows.join("\n")).expect("a board").board
}

pub(crate) fn small_boards() -> Vec<Board> {
    vec![
        drawn(&["oooo", "oooo", "oooo"]),
        drawn(&["oooo", "oooo", "oooo", "oooo"]),
        drawn(&["  o", " ooo", "ooooo", " ooo", "  o"]),
        drawn(&["  o", "  o", "ooooo", "  o", "  o"]),
        drawn(&["ooo", "ooo", "ooooo", "  ooo"]),
        drawn(&["o", "o", "o", "ooooo", "ooooo"]),
        drawn(&["ooooooooo"]),
    ]
}

pub(crate) fn named(name: &str) -> Board {
    Board::named(name).expect("a named board")
}

pub(crate) fn vacancy(board: &Board, empty: u8, last: u8) -> Problem {
    Problem::vacancy(board.clone(), empty, last).expect("two holes")
}

/// All vacancy problems that may have a solution.
pub(crate) fn vacancies(board: &Board) -> Vec<Problem> {
    let pairs =
        members(board.all()).flat_map(|empty| members(board.all()).map(move |last| (empty, last)));
    pairs
        .map(|(empty, last)| vacancy(board, empty, last))
        .filter(|problem| !possible_goals(problem).is_empty())
        .collect()
}

/// Problems that have a solution, since they were played.
pub(crate) fn played(board: &Board, random: &mut SplitMix, count: usize) -> Vec<Problem> {
    let mut problems = Vec::new();
    while problems.len() < count {
        let start = board.all() & (random.bits() | random.bits());
        let mut pegs = start;
        for _ in 0..3 + random.below(9) {
            let legal: Vec<Jump> = forth(board, pegs).collect();
            if legal.is_empty() {
                break;
            }
            pegs ^= legal[random.below(legal.len())].holes();
        }
        if 2 < start.count_ones() - pegs.count_ones() {
            let goal = if pegs.is_power_of_two() { Goal::OneAnywhere } else { Goal::Exactly(pegs) };
            problems.push(Problem::new(board.clone(), start, goal).expect("a problem"));
        }
    }
    problems
}

pub(crate) fn some_problems(board: &Board) -> Vec<Problem> {
    let mut problems = vacancies(board);
    problems.truncate(4);
    let full = board.all() & !(1 << (board.holes().len() / 2));
    problems.push(Problem::new(board.clone(), full, Goal::OneAnywhere).expect("a problem"));
    problems.extend(played(board, &mut SplitMix::new(9), 5));
    problems
}

pub(crate) fn forth(board: &Board, pegs: Pegs) -> impl Iterator<Item = Jump> {
    board.jumps().iter().copied().filter(move |jump| jump.is_legal(pegs))
}

/// The jumps that can be taken back.
pub(crate) fn back(board: &Board, pegs: Pegs) -> impl Iterator<Item = Jump> {
    let is_last = move |jump: &Jump| jump.is_legal(pegs ^ jump.holes());
    board.jumps().iter().copied().filter(is_last)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Forth,
    Back,
}

pub(crate) const DIRECTIONS: [Direction; 2] = [Direction::Forth, Direction::Back];

pub(crate) fn side(problem: &Problem, options: Options, direction: Direction) -> Side {
    match direction {
        Direction::Forth => Side::both(problem, options).0,
        Direction::Back => Side::both(problem, options).1,
    }
}

/// The least image of pegs, and of a hole under the symmetries that give it.
pub(crate) fn least(symmetries: &[Vec<u8>], pegs: Pegs, hole: u8) -> (Pegs, u8) {
    let images = symmetries.iter().map(|it| (image(pegs, it), it[usize::from(hole)]));
    images.min().expect("the identity")
}

pub(crate) fn symmetries(problem: &Problem, options: Options) -> Vec<Vec<u8>> {
    let mut symmetries = problem.symmetries();
    if options.symmetry == Symmetry::None {
        symmetries.truncate(1);
    }
    symmetries
}

/// All steps from a record, by the rules alone.
pub(crate) fn plain_steps(
    problem: &Problem,
    options: Options,
    direction: Direction,
    record: &Record,
) -> Vec<Step> {
    let (board, symmetries) = (problem.board(), symmetries(problem, options));
    let jumps: Vec<Jump> = match direction {
        Direction::Forth => forth(board, record.key).collect(),
        Direction::Back => back(board, record.key).collect(),
    };
    let step = |jump: &Jump| {
        let child = record.key ^ jump.holes();
        let (begin, end) = match direction {
            Direction::Forth => (jump.from, jump.to),
            Direction::Back => (jump.to, jump.from),
        };
        let can_go_on = match direction {
            Direction::Forth => forth(board, child).any(|next| next.from == end),
            Direction::Back => back(board, child).any(|next| next.to == end),
        };
        let goes_on = record.open >> begin & 1 == 1;
        let (key, end) = least(&symmetries, child, end);
        Step {
            key,
            cost: record.cost + u8::from(!goes_on),
            open: can_go_on.then_some(end),
            goes_on: goes_on.then_some(begin),
        }
    };
    jumps.iter().map(step).collect()
}

pub(crate) fn steps_of(side: &Side, record: &Record, cutoff: u8) -> (Vec<Step>, Cut) {
    let mut steps = Vec::new();
    let cut = side.expand(record, cutoff, |step| steps.push(step));
    (steps, cut)
}

pub(crate) fn sorted(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_by_key(|it| (it.key, it.cost, it.open, it.goes_on));
    steps
}

pub(crate) type Layer = HashMap<u64, Record>;

/// A search by layers with nothing to it, as far as it is asked to go.
pub(crate) fn layers(side: &Side, cutoff: u8, steps: usize) -> (Vec<Layer>, Cut) {
    let root = |key: u64| (key, Record { key, cost: 0, open: 0 });
    let mut layers: Vec<Layer> = vec![side.roots().into_iter().map(root).collect()];
    let mut cut = Cut::Nothing;
    for _ in 0..steps {
        let mut next = Layer::new();
        for record in layers.last().expect("the roots").values() {
            let here = side.expand(record, cutoff, |step| {
                let open = step.open.map_or(0, |open| 1 << open);
                let new = Record { key: step.key, cost: step.cost, open };
                let known = next.entry(step.key).or_insert(new);
                if new.cost < known.cost {
                    *known = new;
                } else if new.cost == known.cost {
                    known.open |= open;
                }
            });
            if here == Cut::Cost {
                cut = Cut::Cost;
            }
        }
        layers.push(next);
    }
    (layers, cut)
}

/// The fewest moves that a side finds, by deepening.
pub(crate) fn fewest(side: &Side, ends: &[u64]) -> Option<u8> {
    let estimates = side.roots().into_iter().map(|root| side.estimate(root));
    for cutoff in estimates.min().unwrap_or(0).. {
        let (layers, cut) = layers(side, cutoff, side.steps());
        let last = layers.last().expect("the roots");
        let costs = ends.iter().filter_map(|end| Some(last.get(end)?.cost));
        if let Some(cost) = costs.min() {
            assert_eq!(cost, cutoff);
            return Some(cost);
        }
        if cut == Cut::Nothing {
            return None;
        }
    }
    None
}

/// What is known of all positions of a small board, by going through them.
pub(crate) struct Truth<'a> {
    pub(crate) problem: &'a Problem,
    /// The moves from a position to the nearest goal, if a peg is in the middle of its move, or none.
    pub(crate) left: HashMap<(Pegs, Option<u8>), Option<u8>>,
    /// The moves from the start.
    pub(crate) spent: Vec<HashMap<(Pegs, Option<u8>), u8>>,
}

impl<'a> Truth<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let mut truth = Self { problem, left: HashMap::new(), spent: Vec::new() };
        truth.spent.push(HashMap::from([((problem.start(), None), 0)]));
        for layer in 0..problem.jumps_to_play() as usize {
            let mut next = HashMap::new();
            for (&(pegs, last), &moves) in &truth.spent[layer] {
                for jump in forth(problem.board(), pegs) {
                    let moves = moves + u8::from(last != Some(jump.from));
                    let known = next.entry((pegs ^ jump.holes(), Some(jump.to))).or_insert(moves);
                    *known = moves.min(*known);
                }
            }
            truth.spent.push(next);
        }
        truth
    }

    pub(crate) fn left(&mut self, pegs: Pegs, last: Option<u8>) -> Option<u8> {
        if self.problem.is_solved(pegs) {
            return Some(0);
        }
        if let Some(&known) = self.left.get(&(pegs, last)) {
            return known;
        }
        let jumps: Vec<Jump> = forth(self.problem.board(), pegs).collect();
        let on = jumps.into_iter().filter_map(|jump| {
            let rest = self.left(pegs ^ jump.holes(), Some(jump.to))?;
            Some(rest + u8::from(last != Some(jump.from)))
        });
        let left = on.collect::<Vec<u8>>().into_iter().min();
        self.left.insert((pegs, last), left);
        left
    }

    pub(crate) fn fewest(&mut self) -> Option<u8> {
        self.left(self.problem.start(), None)
    }
}

/// The least sum over a layer where two sides meet.
pub(crate) fn meeting(forth: &Layer, back: &Layer) -> Option<u8> {
    let sums = forth.values().filter_map(|one| {
        let other = back.get(&one.key)?;
        Some(one.cost + other.cost - u8::from(one.open & other.open != 0))
    });
    sums.min()
}

/// Calls `visit` with the position at every place where a move that begins here can end.
pub(crate) fn ends_of_moves(
    board: &Board,
    pegs: Pegs,
    last: Option<u8>,
    visit: &mut impl FnMut(Pegs),
) {
    for jump in forth(board, pegs).filter(|jump| last.is_none_or(|last| last == jump.from)) {
        visit(pegs ^ jump.holes());
        ends_of_moves(board, pegs ^ jump.holes(), Some(jump.to), visit);
    }
}

/// Whether a step is within the cut-off or its move can go on to a position that is.
pub(crate) fn stays(side: &Side, step: &Step, cutoff: u8) -> bool {
    let total = step.cost + side.estimate(step.key);
    let Some(open) = step.open.filter(|_| total == cutoff + 1) else { return total <= cutoff };
    let record = Record { key: step.key, cost: step.cost, open: 1 << open };
    let (steps, _) = steps_of(side, &record, u8::MAX);
    steps.iter().any(|next| next.goes_on.is_some() && stays(side, next, cutoff))
}

/// All ways through the layers that end with one of these, read from the end; up to a thousand.
pub(crate) fn trace(
    side: &Side,
    layers: &[Layer],
    open: &mut Vec<Vec<u64>>,
    paths: &mut Vec<Vec<u64>>,
) {
    while let Some(path) = open.pop() {
        if path.len() == layers.len() {
            paths.push(path.into_iter().rev().collect());
            continue;
        }
        let layer = &layers[layers.len() - 1 - path.len()];
        side.parents(*path.last().expect("an end"), |parent| {
            if layer.contains_key(&parent) {
                open.push(path.iter().copied().chain([parent]).collect());
            }
        });
    }
}
