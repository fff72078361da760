//! Features: named measures for heuristics and policies.

use patience_core::{Cost, Feature, Features, Heuristic, Kind, Nearer, Node};
use patience_kit::Guided;

use crate::analysis::{Pagoda, PaperBound, corners, possible_goals, strong_pagodas};
use crate::{Board, Peg, Pegs, Problem, State, members};

/// Pagodas that refute positions: few, since each takes several linear programs.
const PAGODAS: usize = 4;

/// What guides searches of a problem. It is computed when a search first asks for it.
#[derive(Clone, Debug)]
pub(crate) struct Guidance {
    goals: Vec<Pegs>,
    bound: PaperBound,
    pagodas: Vec<Pagoda>,
    corners: Pegs,
    /// The neighbours of each hole.
    around: Vec<Pegs>,
}

impl Guidance {
    pub(crate) fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let goals = possible_goals(problem);
        let mut around = vec![0; board.holes().len()];
        for jump in board.jumps() {
            around[usize::from(jump.from)] |= 1 << jump.over;
            around[usize::from(jump.over)] |= 1 << jump.from;
        }
        Self {
            bound: PaperBound::towards(board, &goals),
            pagodas: strong_pagodas(board, &[problem.start()], &goals, PAGODAS),
            corners: corners(board) & !goals.iter().fold(0, |all, goal| all | goal),
            goals,
            around,
        }
    }

    /// A lower bound on the moves. The rest of a move lowers it by at most one and costs nothing.
    fn moves_left(&self, state: State) -> Cost {
        let estimate = Cost::from(self.bound.estimate(state.pegs));
        if state.mover.is_some() { estimate.saturating_sub(1) } else { estimate }
    }

    /// Whether some pagoda is worth less than at every goal.
    fn is_lost(&self, pegs: Pegs) -> bool {
        self.goals.is_empty() || self.pagodas.iter().any(|it| it.refutes(pegs, &self.goals))
    }

    fn isolated(&self, pegs: Pegs) -> usize {
        members(pegs).filter(|&hole| self.around[usize::from(hole)] & pegs == 0).count()
    }
}

/// The feature `MovesLeft` as a heuristic that also detects lost positions.
struct MovesLeft;

impl Heuristic<Peg> for MovesLeft {
    fn estimate(&self, puzzle: &Peg, node: &Node<'_, Peg>) -> Option<Cost> {
        let guidance = puzzle.guidance();
        (!guidance.is_lost(node.state.pegs)).then(|| guidance.moves_left(*node.state))
    }

    /// In jumps too: a move has one at least.
    fn is_admissible(&self, _: &Peg) -> bool {
        true
    }
}

impl Guided for Peg {
    const DEFAULT_HEURISTIC: &'static str = "MovesLeft";

    fn own_heuristic(name: &str) -> Option<&'static dyn Heuristic<Self>> {
        (name == Self::DEFAULT_HEURISTIC).then_some(&MovesLeft as &'static dyn Heuristic<Self>)
    }
}

const LOW: Kind = Kind::Heuristic { nearer: Nearer::Low, admissible: false };

/// From none to one a hole.
fn holes(puzzle: &Peg) -> (f64, f64) {
    (0.0, board(puzzle).holes().len() as f64)
}

fn board(puzzle: &Peg) -> &Board {
    puzzle.problem().board()
}

/// Names are file format.
impl Features for Peg {
    fn features() -> &'static [Feature<Self>] {
        &[
            Feature {
                name: "MovesLeft",
                summary: "the bound of Barker and Korf: corners, and types or Merson regions, that take a move each",
                kind: Kind::Heuristic { nearer: Nearer::Low, admissible: true },
                range: holes,
                measure: |puzzle, node| f64::from(puzzle.guidance().moves_left(*node.state)),
            },
            Feature {
                name: "PegsLeft",
                summary: "pegs that are still to be taken: the jumps that are left",
                kind: LOW,
                range: holes,
                measure: |puzzle, node| {
                    let goal = puzzle.problem().goal().count();
                    f64::from(node.state.pegs.count_ones().saturating_sub(goal))
                },
            },
            Feature {
                name: "Corners",
                summary: "pegs in corners, where no jump takes them, that are not to be left there",
                kind: LOW,
                range: holes,
                measure: |puzzle, node| {
                    f64::from((node.state.pegs & puzzle.guidance().corners).count_ones())
                },
            },
            Feature {
                name: "Isolated",
                summary: "pegs without a neighbour",
                kind: LOW,
                range: holes,
                measure: |puzzle, node| puzzle.guidance().isolated(node.state.pegs) as f64,
            },
            Feature {
                name: "Mobility",
                summary: "legal jumps",
                kind: Kind::Advisor,
                range: |puzzle| (0.0, board(puzzle).jumps().len().max(1) as f64),
                measure: |puzzle, node| {
                    let jumps = board(puzzle).jumps().iter();
                    jumps.filter(|jump| jump.is_legal(node.state.pegs)).count() as f64
                },
            },
            Feature {
                name: "PagodaSlack",
                summary: "how much the pagoda with the least to spare is worth more than needed",
                kind: Kind::Advisor,
                range: |_| (0.0, 100.0),
                measure: |puzzle, node| {
                    let Guidance { goals, pagodas, .. } = puzzle.guidance();
                    let slack = pagodas.iter().map(|pagoda| {
                        let needed = goals.iter().map(|&goal| pagoda.value(goal)).min();
                        pagoda.value(node.state.pegs) - needed.unwrap_or(0)
                    });
                    f64::from(slack.min().unwrap_or(0).max(0))
                },
            },
            Feature {
                name: "InMove",
                summary: "whether a peg is in the middle of a move",
                kind: Kind::Flag,
                range: |_| (0.0, 1.0),
                measure: |_, node| f64::from(u8::from(node.state.mover.is_some())),
            },
        ]
    }
}
