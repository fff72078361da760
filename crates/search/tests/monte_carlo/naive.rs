//! Algorithm 1 of the paper, which stores every view of every trajectory; the tree with tails must equal it.

use std::num::NonZeroU32;

use patience_core::example::{Maze, MazeMove, MazeView};
use patience_core::{Hidden, SplitMix};
use patience_search::monte_carlo::Uct;

use super::{Case, ask, estimate};

/// A view in the tree.
struct Node {
    view: MazeView,
    actions: Vec<Action>,
    visits: f64,
}

struct Action {
    /// How many moves of this view were tried before it: ties go to the first tried.
    turn: usize,
    mv: MazeMove,
    /// The node of each draw; a view that is drawn twice occurs twice.
    children: Vec<usize>,
    visits: f64,
    wins: f64,
}

struct Naive<'a> {
    maze: &'a Maze,
    width: usize,
    nodes: Vec<Node>,
    rng: SplitMix,
}

impl Naive<'_> {
    fn new_node(&mut self, view: MazeView, path: &[(usize, usize)]) -> usize {
        let mut moves = Vec::new();
        if self.maze.payoff(&view).is_none() {
            self.maze.moves(&view, &mut moves);
        }
        let came_by = |next: MazeView| path.iter().any(|at| self.nodes[at.0].view == next);
        moves.retain(|&mv| {
            let mut next = view;
            self.maze.reveals(&view, mv) || {
                self.maze.apply(&mut next, mv, None);
                next != view && !came_by(next)
            }
        });
        let action = |mv| Action { turn: 0, mv, children: Vec::new(), visits: 0.0, wins: 0.0 };
        let actions = moves.into_iter().map(action).collect();
        self.nodes.push(Node { view, actions, visits: 0.0 });
        self.nodes.len() - 1
    }

    fn select(&mut self, node: usize) -> usize {
        let Node { actions, visits, .. } = &mut self.nodes[node];
        let unsampled: Vec<usize> =
            (0..actions.len()).filter(|&at| actions[at].children.is_empty()).collect();
        if !unsampled.is_empty() {
            let at = unsampled[self.rng.below(unsampled.len())];
            actions[at].turn = actions.len() - unsampled.len();
            return at;
        }
        let bound = |at: usize| {
            let action = &actions[at];
            action.wins / action.visits + (visits.ln() / action.visits).sqrt()
        };
        let order = |one: &usize, other: &usize| {
            let turns = actions[*other].turn.cmp(&actions[*one].turn);
            bound(*one).total_cmp(&bound(*other)).then(turns)
        };
        (0..actions.len()).max_by(order).expect("a view with no actions is an end")
    }

    fn trajectory(&mut self) {
        let (mut node, mut path) = (0, Vec::new());
        while !self.nodes[node].actions.is_empty() {
            let at = self.select(node);
            path.push((node, at));
            let view = self.nodes[node].view;
            let Action { mv, children, .. } = &self.nodes[node].actions[at];
            if children.len() == self.width {
                node = children[self.rng.below(children.len())];
                continue;
            }
            let next = self.maze.sample(&view, *mv, &mut self.rng);
            let present = children.iter().copied().find(|&child| self.nodes[child].view == next);
            let child = present.unwrap_or_else(|| self.new_node(next, &path));
            self.nodes[node].actions[at].children.push(child);
            node = child;
        }
        let wins = self.maze.payoff(&self.nodes[node].view).unwrap_or(0.0);
        for (node, at) in path {
            self.nodes[node].visits += 1.0;
            self.nodes[node].actions[at].visits += 1.0;
            self.nodes[node].actions[at].wins += wins;
        }
    }
}

/// Visits and averages of the root's moves in one naive tree.
fn grow(maze: &Maze, trajectories: u32, width: Option<NonZeroU32>, seed: u64) -> Vec<(f64, f64)> {
    let width = width.map_or(usize::MAX, |width| width.get() as usize);
    let mut naive = Naive { maze, width, nodes: Vec::new(), rng: SplitMix::new(seed) };
    naive.new_node(maze.first_view(), &[]);
    for _ in 0..trajectories {
        naive.trajectory();
    }
    let root = naive.nodes.swap_remove(0);
    root.actions.iter().map(|action| (action.visits, action.wins / action.visits)).collect()
}

/// The mean of some numbers and the variance of that mean.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    (mean, squares / (count - 1.0) / count)
}

fn alike(ours: &[f64], theirs: &[f64], what: &str) {
    let ((ours, spread), (theirs, other)) = (mean(ours), mean(theirs));
    let tolerance = 5.0 * (spread + other).sqrt() + 1e-9;
    assert!((ours - theirs).abs() <= tolerance, "{what}: {ours} is not {theirs} ± {tolerance}");
}

#[test]
fn the_tree_with_tails_equals_algorithm_1() {
    const TREES: u64 = 400;
    for case in Case::all().iter().take(40) {
        for width in [None, NonZeroU32::new(1), NonZeroU32::new(3)] {
            for trajectories in [5, 40] {
                let player = Uct { trajectories, width, ..Uct::new(()) };
                let ours: Vec<_> = (0..TREES).map(|seed| ask(&case.maze, &player, seed)).collect();
                let theirs: Vec<_> =
                    (0..TREES).map(|seed| grow(&case.maze, trajectories, width, seed)).collect();
                for (at, &(mv, _)) in case.values.iter().enumerate() {
                    let what = format!("maze {}, {mv:?}, {width:?}", case.seed);
                    let visits = |choice| estimate(choice, mv).visits as f64;
                    let ours_visits: Vec<f64> = ours.iter().map(visits).collect();
                    let theirs_visits: Vec<f64> = theirs.iter().map(|tree| tree[at].0).collect();
                    alike(&ours_visits, &theirs_visits, &format!("visits of {what}"));
                    let ours: Vec<f64> =
                        ours.iter().map(|choice| estimate(choice, mv).mean).collect();
                    let theirs: Vec<f64> = theirs.iter().map(|tree| tree[at].1).collect();
                    alike(&ours, &theirs, &format!("average of {what}"));
                }
            }
        }
    }
}
