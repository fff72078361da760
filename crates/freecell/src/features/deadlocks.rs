//! The deadlock heuristic: a lower bound on the moves that do not go home (after Paul and Helmert, 2016).

use patience_cards::{Card, Suit, cards_of};
use patience_core::{Cost, Heuristic, Node};

use super::deadlock_graph::DeadlockGraph;
use crate::{FreeCell, Metric, Move, Place, State};

/// Counts the runs that must move.
///
/// A card that lies on a lower card of its suit cannot go home before that one, so its run must move away first. If two runs of different
/// columns each lie on a card that must go home before some card of the other, one of them must move. Each such run counts one, because
/// no move carries two of them; in M1 every card that must move counts. The counted pairs share no run.
///
/// The refined estimate considers all deadlocks. While a run stays, its cards go home before all cards below it, and so before the higher
/// cards of their suits: an edge to each run that has one. Runs that stay form no cycle, so those that move are a feedback vertex set, and
/// the least of these is the estimate.
///
/// A move of anything but a forced run or one on a cycle lowers no estimate. So where a solution has no move to spare, only these runs move.
///
/// ```
/// use patience_core::{Heuristic, Node, Puzzle};
/// use patience_freecell::{Deadlocks, FreeCell, Position, Rules};
///
/// // Each two lies on the ace that the other two needs, so one of them must move.
/// let rules = Rules { ranks: 2, columns: 4, ..Rules::default() };
/// let game = FreeCell::new(rules, &Position::parse("AC 2D\nAD 2C\n2H AH\n2S AS", &rules)?)?;
/// assert_eq!(Deadlocks::moves(&game, &game.start()), 1);
/// // Eight cards go home.
/// assert_eq!(Deadlocks.estimate(&game, &Node::root(&game.start())), Some(8 + 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadlocks;

impl Deadlocks {
    /// A lower bound on the moves that do not go home, in the metric of the game, from `state` to the goal.
    #[must_use]
    pub fn moves(game: &FreeCell, state: &State) -> Cost {
        let blockade = Blockade::of(game, state);
        blockade.cost(game.metric) + blockade.pairs()
    }
}

/// The cost of the moves that go home.
pub(super) fn going_home(game: &FreeCell, state: &State) -> Cost {
    let home: u8 = state.homes().iter().sum();
    if game.metric == Metric::M3 { 0 } else { Cost::from(game.rules().cards() - home) }
}

/// Appends lower bounds on the costs-to-go of children, by the estimate of their parent: in M3 only moves of deadlocked cards lower it, and by one. In
/// other metrics a move may lower it by more, so there are no bounds; nor are there if `deadlocked` has no set of cards, a bit each.
pub(super) fn bound_by_deadlocks(
    game: &FreeCell,
    moves: &[Move],
    estimate: Cost,
    bounds: &mut Vec<Cost>,
    deadlocked: impl FnOnce() -> Option<u64>,
) {
    if game.metric != Metric::M3 {
        return;
    }
    let Some(deadlocked) = deadlocked() else { return };
    bounds.extend(moves.iter().map(|mv| {
        let lowers = mv.to != Place::Home && deadlocked & mv.card.bit() != 0;
        estimate.saturating_sub(Cost::from(lowers))
    }));
}

impl Heuristic<FreeCell> for Deadlocks {
    fn estimate(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> Option<Cost> {
        Some(going_home(game, node.state) + Self::moves(game, node.state))
    }

    fn refine(&self, game: &FreeCell, node: &Node<'_, FreeCell>, estimate: Cost) -> Option<Cost> {
        let blockade = Blockade::of(game, node.state);
        let moves = blockade.cost(game.metric) + blockade.graph(game, node.state).least_feedback();
        Some(estimate.max(going_home(game, node.state) + moves))
    }

    fn bound_children(
        &self,
        game: &FreeCell,
        node: &Node<'_, FreeCell>,
        estimate: Cost,
        moves: &[Move],
        bounds: &mut Vec<Cost>,
    ) {
        bound_by_deadlocks(game, moves, estimate, bounds, || {
            Some(Blockade::of(game, node.state).deadlocked(game, node.state))
        });
    }

    fn is_admissible(&self, _: &FreeCell) -> bool {
        true
    }
}

/// From a card to the next of its suit.
const SUITS: usize = Suit::ALL.len();

/// A run and the cards that it blocks.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    column: u8,
    /// Its cards, a bit each.
    cards: u64,
    /// The cards that cannot go home before something below the run has.
    kept: u64,
}

/// Runs that block others but not themselves, and counts of runs that must move.
struct Blockade {
    list: [Run; Card::COUNT],
    len: usize,
    /// Runs that must move.
    forced_runs: Cost,
    /// Cards that must move.
    forced_cards: Cost,
    /// The cards of the runs that must move, a bit each.
    forced: u64,
}

impl Blockade {
    fn of(game: &FreeCell, state: &State) -> Self {
        let list = [Run::default(); Card::COUNT];
        let mut blockade = Self { list, len: 0, forced_runs: 0, forced_cards: 0, forced: 0 };
        for column in 0..usize::from(game.rules().columns) {
            blockade.add_column(state, column);
        }
        blockade
    }

    /// The cost of the runs that must move by themselves.
    fn cost(&self, metric: Metric) -> Cost {
        if metric == Metric::M1 { self.forced_cards } else { self.forced_runs }
    }

    /// The cards of the runs that must move, or that are on cycles of which one must.
    fn deadlocked(&self, game: &FreeCell, state: &State) -> u64 {
        let on_cycles = self.graph(game, state).on_any_cycle();
        let runs = self.list[..self.len].iter().enumerate();
        let deadlocked = runs.filter(|(at, _)| on_cycles >> at & 1 != 0);
        deadlocked.fold(self.forced, |cards, (_, run)| cards | run.cards)
    }

    /// The other runs, each with an edge to those that cannot go home before it while it stays.
    fn graph(&self, game: &FreeCell, state: &State) -> DeadlockGraph {
        let runs = &self.list[..self.len];
        // By card: the run that it belongs to, and the runs above it in its column, a bit each.
        let (mut own, mut above) = ([0_u64; Card::COUNT], [0_u64; Card::COUNT]);
        let mut column_runs = 0;
        for column in 0..usize::from(game.rules().columns) {
            let first = column_runs;
            column_runs +=
                runs[first..].iter().take_while(|it| usize::from(it.column) == column).count();
            let mut left = first..column_runs;
            let mut higher = 0;
            let mut run = left.next_back();
            let mut next = state.tops()[column];
            while let Some(card) = next {
                above[card.index()] = higher;
                next = state.below(card);
                let Some(at) = run.filter(|&at| runs[at].cards & card.bit() != 0) else { continue };
                own[card.index()] = 1 << at;
                if state.is_loose(card) || next.is_none() {
                    higher |= 1 << at;
                    run = left.next_back();
                }
            }
        }
        // By card: the runs of higher cards of its suit, and the runs above lower ones.
        let (mut of_higher, mut on_lower) = ([0_u64; Card::COUNT], [0_u64; Card::COUNT]);
        for card in SUITS..Card::COUNT {
            on_lower[card] = on_lower[card - SUITS] | above[card - SUITS];
        }
        for card in (0..Card::COUNT - SUITS).rev() {
            of_higher[card] = of_higher[card + SUITS] | own[card + SUITS];
        }
        let mut graph = DeadlockGraph::new();
        for column in 0..usize::from(game.rules().columns) {
            let mut successors = 0;
            for card in state.column(column) {
                let run = own[card.index()].trailing_zeros() as usize;
                if state.is_loose(card) && run < runs.len() {
                    let cards = cards_of(runs[run].cards);
                    let predecessors = cards.fold(0, |set, card| set | on_lower[card.index()]);
                    graph.add(run, successors, predecessors);
                }
                successors |= of_higher[card.index()];
            }
        }
        graph
    }

    fn add_column(&mut self, state: &State, column: usize) {
        let mut higher = 0;
        // At most ten columns.
        #[allow(clippy::cast_possible_truncation)]
        let mut run = Run { column: column as u8, cards: 0, kept: 0 };
        for card in state.column(column) {
            if state.is_loose(card) {
                self.add(run);
                run.cards = 0;
                run.kept = higher;
            }
            run.cards |= 1 << card.index();
            higher |= card.higher();
        }
        self.add(run);
    }

    fn add(&mut self, run: Run) {
        let forced = run.cards & run.kept;
        if forced != 0 {
            self.forced_runs += 1;
            self.forced_cards += forced.count_ones();
            self.forced |= run.cards;
        } else if run.kept != 0 {
            // A run at the base of a column blocks nothing.
            self.list[self.len] = run;
            self.len += 1;
        }
    }

    /// Disjoint pairs of runs of which one must move.
    fn pairs(&self) -> Cost {
        let runs = &self.list[..self.len];
        let mut is_taken = 0_u64;
        let mut pairs = 0;
        for (at, one) in runs.iter().enumerate() {
            if is_taken >> at & 1 != 0 {
                continue;
            }
            for (other_at, other) in runs.iter().enumerate().skip(at + 1) {
                let is_pair = one.column != other.column
                    && one.cards & other.kept != 0
                    && other.cards & one.kept != 0
                    && is_taken >> other_at & 1 == 0;
                if is_pair {
                    is_taken |= 1 << other_at;
                    pairs += 1;
                    break;
                }
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use patience_core::{Puzzle, SplitMix};

    use super::*;

    #[test]
    fn runs_have_edges_to_those_that_they_keep_from_going_home() {
        for number in 1..=40 {
            let game = FreeCell::microsoft(number).unwrap();
            let mut random = SplitMix::new(number);
            let mut state = game.start();
            for _ in 0..30 {
                let blockade = Blockade::of(&game, &state);
                let runs = &blockade.list[..blockade.len];
                let edge = |from: usize, to: usize| runs[from].kept & runs[to].cards != 0;
                let mut expected = DeadlockGraph::new();
                for at in 0..runs.len() {
                    let set = |has: &dyn Fn(usize) -> bool| {
                        (0..runs.len()).filter(|&other| has(other)).fold(0, |set, it| set | 1 << it)
                    };
                    expected.add(at, set(&|to| edge(at, to)), set(&|from| edge(from, at)));
                }
                assert_eq!(blockade.graph(&game, &state), expected, "deal {number}: {state:?}");
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                if moves.is_empty() {
                    break;
                }
                game.apply(&mut state, moves[random.below(moves.len())]);
            }
        }
    }
}
