//! The deadlock heuristic: a lower bound on the moves that do not go home (after Paul and Helmert, 2016).

use patience_cards::Card;
use patience_core::{Cost, Heuristic, Node};

use crate::{FreeCell, Metric, State};

/// Counts the runs that must move.
///
/// A card that lies on a lower card of its suit cannot go home before that one, so its run must move away first. If two runs of different
/// columns each lie on a card that must go home before some card of the other, one of them must move. Each such run counts one, because
/// no move carries two of them; in M1 every card that must move counts. The counted pairs share no run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadlocks;

impl Deadlocks {
    /// The fewest moves that do not go home, in the metric of the game, from `state` to the goal.
    #[must_use]
    pub fn moves(game: &FreeCell, state: &State) -> Cost {
        let mut blockade = Blockade {
            list: [Run::default(); Card::COUNT],
            len: 0,
            forced_runs: 0,
            forced_cards: 0,
        };
        for column in 0..usize::from(game.rules().columns) {
            blockade.add_column(state, column);
        }
        let forced =
            if game.metric == Metric::M1 { blockade.forced_cards } else { blockade.forced_runs };
        forced + blockade.pairs()
    }
}

impl Heuristic<FreeCell> for Deadlocks {
    fn estimate(&self, game: &FreeCell, node: &Node<'_, FreeCell>) -> Option<Cost> {
        let home: u8 = node.state.homes().iter().sum();
        let away = Cost::from(game.rules().cards() - home);
        let moves = Self::moves(game, node.state);
        Some(if game.metric == Metric::M3 { moves } else { away + moves })
    }

    fn is_admissible(&self, _: &FreeCell) -> bool {
        true
    }
}

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
}

impl Blockade {
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
