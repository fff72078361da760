//! The sides of peg problems against plain code.

use std::collections::HashMap;

use patience_core::{Cut, Layered, Record, SplitMix, Step};
use patience_puzzles::peg::analysis::{PaperBound, possible_goals};
use patience_puzzles::peg::engine::{Bound, Options, Pagodas, Side, Symmetry, path_to_jumps};
use patience_puzzles::peg::{Board, Goal, Hole, Jump, Metric, Pegs, Problem, image, members};

const BARE: Options = Options {
    bound: Bound::None,
    pagodas: Pagodas::None,
    symmetry: Symmetry::None,
    metric: Metric::Moves,
};

fn all_options() -> Vec<Options> {
    let mut all = Vec::new();
    for bound in [Bound::None, Bound::Paper] {
        for pagodas in [Pagodas::None, Pagodas::Strong] {
            for symmetry in [Symmetry::None, Symmetry::Problem] {
                all.push(Options { bound, pagodas, symmetry, metric: Metric::Moves });
            }
        }
    }
    all
}

fn drawn(rows: &[&str]) -> Board {
    let rows = (0..).zip(rows);
    let holes = rows.flat_map(|(row, line)| {
        let places = (0..).zip(line.bytes()).filter(|(_, it)| *it == b'o');
        places.map(move |(column, _)| Hole { row, column })
    });
    Board::new(holes).expect("some holes")
}

fn small_boards() -> Vec<Board> {
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

fn named(name: &str) -> Board {
    Board::named(name).expect("a named board")
}

fn vacancy(board: &Board, empty: u8, last: u8) -> Problem {
    Problem::vacancy(board.clone(), empty, last).expect("two holes")
}

/// All vacancy problems that may have a solution.
fn vacancies(board: &Board) -> Vec<Problem> {
    let pairs =
        members(board.all()).flat_map(|empty| members(board.all()).map(move |last| (empty, last)));
    pairs
        .map(|(empty, last)| vacancy(board, empty, last))
        .filter(|problem| !possible_goals(problem).is_empty())
        .collect()
}

/// Problems that have a solution, since they were played.
fn played(board: &Board, random: &mut SplitMix, count: usize) -> Vec<Problem> {
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

fn some_problems(board: &Board) -> Vec<Problem> {
    let mut problems = vacancies(board);
    problems.truncate(12);
    let full = board.all() & !(1 << (board.holes().len() / 2));
    problems.push(Problem::new(board.clone(), full, Goal::OneAnywhere).expect("a problem"));
    problems.extend(played(board, &mut SplitMix::new(9), 12));
    problems
}

fn forth(board: &Board, pegs: Pegs) -> impl Iterator<Item = Jump> {
    board.jumps().iter().copied().filter(move |jump| jump.is_legal(pegs))
}

/// The jumps that can be taken back.
fn back(board: &Board, pegs: Pegs) -> impl Iterator<Item = Jump> {
    let is_last = move |jump: &Jump| jump.is_legal(pegs ^ jump.holes());
    board.jumps().iter().copied().filter(is_last)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forth,
    Back,
}

const WAYS: [Way; 2] = [Way::Forth, Way::Back];

fn side(problem: &Problem, options: Options, way: Way) -> Side {
    match way {
        Way::Forth => Side::forward(problem, options),
        Way::Back => Side::backward(problem, options),
    }
}

/// The least image of pegs, and of a hole under the symmetries that give it.
fn least(symmetries: &[Vec<u8>], pegs: Pegs, hole: u8) -> (Pegs, u8) {
    let images = symmetries.iter().map(|it| (image(pegs, it), it[usize::from(hole)]));
    images.min().expect("the identity")
}

fn symmetries(problem: &Problem, options: Options) -> Vec<Vec<u8>> {
    let mut symmetries = problem.symmetries();
    if options.symmetry == Symmetry::None {
        symmetries.truncate(1);
    }
    symmetries
}

/// All steps from a record, by the rules alone.
fn plain_steps(problem: &Problem, options: Options, way: Way, record: &Record) -> Vec<Step> {
    let (board, symmetries) = (problem.board(), symmetries(problem, options));
    let jumps: Vec<Jump> = match way {
        Way::Forth => forth(board, record.key).collect(),
        Way::Back => back(board, record.key).collect(),
    };
    let step = |jump: &Jump| {
        let child = record.key ^ jump.holes();
        let (begin, end) = match way {
            Way::Forth => (jump.from, jump.to),
            Way::Back => (jump.to, jump.from),
        };
        let can_go_on = match way {
            Way::Forth => forth(board, child).any(|next| next.from == end),
            Way::Back => back(board, child).any(|next| next.to == end),
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

fn steps_of(side: &Side, record: &Record, cutoff: u8) -> (Vec<Step>, Cut) {
    let mut steps = Vec::new();
    let cut = side.expand(record, cutoff, |step| steps.push(step));
    (steps, cut)
}

fn sorted(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_by_key(|it| (it.key, it.cost, it.open, it.goes_on));
    steps
}

#[test]
fn steps_are_those_of_the_rules() {
    let mut random = SplitMix::new(1);
    let mut problems: Vec<Problem> = small_boards().iter().flat_map(some_problems).collect();
    problems
        .extend(Board::NAMES.iter().flat_map(|name| vacancies(&named(name)).into_iter().take(20)));
    problems.extend([vacancy(&named("english"), 16, 16), vacancy(&named("wiegleb"), 22, 22)]);
    let square = Board::new((0..64).map(|at| Hole { row: at / 8, column: at % 8 }));
    problems.extend(played(&square.expect("64 holes"), &mut random, 2));
    for problem in problems.iter().filter(|it| !possible_goals(it).is_empty()) {
        for bound in [Bound::None, Bound::Paper] {
            for symmetry in [Symmetry::None, Symmetry::Problem] {
                let options = Options { bound, symmetry, ..BARE };
                for way in WAYS {
                    let side = side(problem, options, way);
                    for _ in 0..40 {
                        let pegs = random.bits() & problem.board().all();
                        let key = least(&symmetries(problem, options), pegs, 0).0;
                        let open = random.bits() & random.bits() & key;
                        let record = Record { key, cost: 7, open };
                        let (steps, cut) = steps_of(&side, &record, u8::MAX);
                        let plain = plain_steps(problem, options, way, &record);
                        assert_eq!(sorted(steps), sorted(plain));
                        assert_eq!(cut, Cut::Nothing);
                    }
                }
            }
        }
    }
}

#[test]
fn parents_are_where_steps_come_from() {
    for board in small_boards() {
        for problem in some_problems(&board).iter().filter(|it| !possible_goals(it).is_empty()) {
            let options = Options { symmetry: Symmetry::Problem, ..BARE };
            for way in WAYS {
                let side = side(problem, options, way);
                let layers = layers(&side, u8::MAX, side.steps()).0;
                for pair in layers.windows(2) {
                    for &key in pair[1].keys() {
                        let mut parents = Vec::new();
                        side.parents(key, |parent| parents.push(parent));
                        let leads = |from: &Record| {
                            steps_of(&side, from, u8::MAX).0.iter().any(|to| to.key == key)
                        };
                        for from in pair[0].values() {
                            assert_eq!(leads(from), parents.contains(&from.key));
                        }
                    }
                    if 200 < pair[1].len() {
                        break;
                    }
                }
            }
        }
    }
}

type Layer = HashMap<u64, Record>;

/// A search by layers with nothing to it, as far as it is asked to go.
fn layers(side: &Side, cutoff: u8, steps: usize) -> (Vec<Layer>, Cut) {
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
            if here == Cut::Something {
                cut = Cut::Something;
            }
        }
        layers.push(next);
    }
    (layers, cut)
}

/// The fewest moves that a side finds, by deepening.
fn fewest(side: &Side, ends: &[u64]) -> Option<u8> {
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
struct Truth<'a> {
    problem: &'a Problem,
    /// The moves from a position to the nearest goal, if a peg is in the middle of its move, or none.
    left: HashMap<(Pegs, Option<u8>), Option<u8>>,
    /// The moves from the start.
    spent: Vec<HashMap<(Pegs, Option<u8>), u8>>,
}

impl<'a> Truth<'a> {
    fn new(problem: &'a Problem) -> Self {
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

    fn left(&mut self, pegs: Pegs, last: Option<u8>) -> Option<u8> {
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

    fn fewest(&mut self) -> Option<u8> {
        self.left(self.problem.start(), None)
    }
}

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

/// The least sum over a layer where two sides meet.
fn meeting(forth: &Layer, back: &Layer) -> Option<u8> {
    let sums = forth.values().filter_map(|one| {
        let other = back.get(&one.key)?;
        Some(one.cost + other.cost - u8::from(one.open & other.open != 0))
    });
    sums.min()
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
fn nothing_leads_to_no_position_at_all() {
    for way in WAYS {
        let mut side = side(&vacancy(&named("english"), 16, 16), Options::default(), way);
        assert!(!layers(&side, u8::MAX, 1).0[1].is_empty());
        let nothing = side.unbounded();
        side.narrow(&nothing);
        assert!(layers(&side, u8::MAX, 1).0[1].is_empty());
        // What is out of the question stays so.
        let mut start = side.unbounded();
        side.survey(side.roots()[0], &mut start);
        side.narrow(&start);
        assert!(layers(&side, u8::MAX, 1).0[1].is_empty());
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

/// Calls `visit` with the position at every place where a move that begins here can end.
fn ends_of_moves(board: &Board, pegs: Pegs, last: Option<u8>, visit: &mut impl FnMut(Pegs)) {
    for jump in forth(board, pegs).filter(|jump| last.is_none_or(|last| last == jump.from)) {
        visit(pegs ^ jump.holes());
        ends_of_moves(board, pegs ^ jump.holes(), Some(jump.to), visit);
    }
}

#[test]
fn estimates_are_never_too_large_and_fall_by_at_most_one_a_move() {
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let (ahead, behind) =
                Side::both(problem, Options { pagodas: Pagodas::None, ..Options::default() });
            let paper = PaperBound::towards(&board, &possible_goals(problem));
            let mut truth = Truth::new(problem);
            for layer in truth.spent.clone() {
                for ((pegs, last), spent) in layer {
                    assert_eq!(ahead.estimate(pegs), paper.estimate(pegs));
                    assert!(behind.estimate(pegs) <= spent);
                    let left = truth.left(pegs, None);
                    assert!(left.is_none_or(|left| ahead.estimate(pegs) <= left));
                    if last.is_some_and(|last| pegs & ((1 << last) - 1) != 0) {
                        // Once for each position is enough.
                        continue;
                    }
                    ends_of_moves(&board, pegs, None, &mut |end| {
                        assert!(ahead.estimate(pegs) <= ahead.estimate(end) + 1);
                        assert!(behind.estimate(end) <= behind.estimate(pegs) + 1);
                    });
                }
            }
        }
    }
}

#[test]
fn no_move_on_a_named_board_lowers_an_estimate_by_more_than_one() {
    let mut random = SplitMix::new(3);
    for name in Board::NAMES {
        let board = named(name);
        let centre = u8::try_from(board.holes().len() / 2).expect("a hole");
        for goal in [Goal::Exactly(1 << centre), Goal::OneAnywhere] {
            let problem = Problem::new(board.clone(), board.all() & !(1 << centre), goal);
            let options = Options { pagodas: Pagodas::None, ..Options::default() };
            let (ahead, behind) = Side::both(&problem.expect("a problem"), options);
            for _ in 0..2000 {
                let pegs = board.all() & (random.bits() | random.bits());
                ends_of_moves(&board, pegs, None, &mut |end| {
                    assert!(ahead.estimate(pegs) <= ahead.estimate(end) + 1);
                    assert!(behind.estimate(end) <= behind.estimate(pegs) + 1);
                });
            }
        }
    }
}

#[test]
fn steps_within_a_cutoff_are_the_ones_the_estimate_allows() {
    let mut random = SplitMix::new(4);
    for name in Board::NAMES {
        let board = named(name);
        let mut problems = vacancies(&board);
        problems.truncate(3);
        let anywhere = Problem::new(board.clone(), problems[0].start(), Goal::OneAnywhere);
        problems.push(anywhere.expect("a problem"));
        for problem in problems {
            let options = Options { pagodas: Pagodas::None, ..Options::default() };
            for way in WAYS {
                let side = side(&problem, options, way);
                for _ in 0..500 {
                    let pegs = random.bits() & board.all() & (random.bits() | random.bits());
                    let key = least(&problem.symmetries(), pegs, 0).0;
                    let record = Record { key, cost: 5, open: random.bits() & random.bits() & key };
                    let cutoff =
                        5 + side.estimate(key) - 1 + u8::try_from(random.below(3)).expect("small");
                    let (steps, cut) = steps_of(&side, &record, cutoff);
                    let plain = plain_steps(&problem, options, way, &record);
                    let stays = |step: &Step| {
                        let is_begun =
                            record.cost + side.estimate(key) <= cutoff || step.goes_on.is_some();
                        is_begun && stays(&side, step, cutoff)
                    };
                    let (kept, left_out): (Vec<_>, Vec<_>) = plain.into_iter().partition(stays);
                    assert_eq!(cut == Cut::Something, !left_out.is_empty());
                    assert_eq!(sorted(steps), sorted(kept));
                }
            }
        }
    }
}

/// Whether a step is within the cut-off or its move can go on to a position that is.
fn stays(side: &Side, step: &Step, cutoff: u8) -> bool {
    let total = step.cost + side.estimate(step.key);
    let Some(open) = step.open.filter(|_| total == cutoff + 1) else { return total <= cutoff };
    let record = Record { key: step.key, cost: step.cost, open: 1 << open };
    let (steps, _) = steps_of(side, &record, u8::MAX);
    steps.iter().any(|next| next.goes_on.is_some() && stays(side, next, cutoff))
}

#[test]
fn costs_are_nothing_if_only_jumps_count() {
    let options = Options { metric: Metric::Jumps, ..Options::default() };
    for board in small_boards() {
        for problem in &some_problems(&board) {
            let (forth, back) = Side::both(problem, options);
            let solvable = Truth::new(problem).fewest().map(|_| 0);
            assert_eq!(fewest(&forth, &back.roots()), solvable);
            assert_eq!(fewest(&back, &forth.roots()), solvable);
            let all = layers(&forth, 0, forth.steps()).0;
            assert!(all.iter().flat_map(HashMap::values).all(|it| it.cost == 0 && it.open == 0));
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

/// All ways through the layers that end with one of these, read from the end; up to a thousand.
fn trace(side: &Side, layers: &[Layer], open: &mut Vec<Vec<u64>>, paths: &mut Vec<Vec<u64>>) {
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

#[test]
fn keys_without_a_way_are_not_replayed() {
    let problem = vacancy(&named("english"), 16, 16);
    assert_eq!(path_to_jumps(&problem, &[]), None);
    assert_eq!(path_to_jumps(&problem, &[problem.start()]), Some(Vec::new()));
    assert_eq!(path_to_jumps(&problem, &[problem.start(), 1]), None);
    assert_eq!(path_to_jumps(&problem, &[1]), None);
}

#[test]
fn a_hopeless_problem_has_no_steps() {
    let side = Side::forward(&vacancy(&named("english"), 16, 15), Options::default());
    assert_eq!(steps_of(&side, &Record { key: side.roots()[0], cost: 0, open: 0 }, u8::MAX).0, []);
}
