//! Large neighbourhood search (Shaw, 1998): beams in games in which most cards may only go where the best solution puts them.

use patience_core::{
    ChildEvaluator, Cost, Event, Heuristic, Meter, Node, Puzzle, Search, Solver, SplitMix,
};
use patience_search::best_first::beam_below;

use super::beam_weights::BeamWeights;
use super::trimmed::Trimmed;
use crate::{DetourHeuristic, Key, Klondike, Move, State};
use patience_cards::Card;

/// Finds a solution with another solver, then cheaper ones near it.
///
/// A solution says onto which cards each card goes. In a game with no other moves except those of a few *free* cards, drawn at random, a narrow beam finds other orders of
/// the moves; where turns count, the order decides how often the stock is turned. Each cheaper solution takes the place of the best. It gives up after
/// a number of games in a row that have none.
///
/// *Complete* if the first solver is; *not optimal*; *memory*: that of a narrow beam.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbourhoods<S> {
    /// Finds the first solution.
    pub(super) first: S,
    /// What ranks the states of a beam.
    pub(super) weights: BeamWeights,
    /// The width of the beams.
    pub(super) width: usize,
}

/// The widest beam: half of it ends in a worse solution of Greenfelt's game 1492773577, twice of it in an equal one.
const WIDEST: usize = 64;
/// Games in a row without a cheaper solution after which it gives up.
const PATIENCE: usize = 60;

/// The most cards that are free in a game.
const MOST_FREE: usize = 12;

impl<S> Neighbourhoods<S> {
    /// Searches after this solver, with beams of at most this width.
    pub(super) fn of(first: S, weights: BeamWeights, widest: usize) -> Self {
        Self { first, weights, width: widest.min(WIDEST) }
    }
}

impl<'g, S: Solver<Trimmed<'g>>> Solver<Trimmed<'g>> for Neighbourhoods<S> {
    fn search(&self, trimmed: &Trimmed<'g>, root: &State, meter: &mut Meter<'_>) -> Search<Move> {
        let found = meter.first_solution(|meter| self.first.search(trimmed, root, meter))?;
        let Some(mut best) = found else { return Ok(None) };
        let mut game =
            Near { trimmed: *trimmed, targets: targets(trimmed.game, root, &best.moves) };
        let mut random = SplitMix::new(0);
        let mut failures = 0;
        while failures < PATIENCE {
            let mut near = game;
            // At first only the order of moves may change.
            for _ in 0..random.below(MOST_FREE + 1).min(MOST_FREE * failures) {
                near.targets[random.below(Card::COUNT)] = u64::MAX;
            }
            let judges = (&self.weights, &QuickDetours);
            let Ok(found) = beam_below(&near, root, judges, self.width, best.cost, meter) else {
                break;
            };
            failures += 1;
            if let Some(cheaper) = found {
                meter.emit(Event::Improved { score: f64::from(cheaper.cost) });
                game.targets = targets(trimmed.game, root, &cheaper.moves);
                best = cheaper;
                failures = 0;
            }
        }
        Ok(Some(best))
    }

    fn is_complete(&self) -> bool {
        self.first.is_complete()
    }
}

/// An empty column among the cards that a card may go to: there are 52 cards.
const EMPTY: u64 = 1 << 63;

/// The trimmed game with fewer moves between columns.
#[derive(Clone, Copy, Debug)]
struct Near<'g> {
    trimmed: Trimmed<'g>,
    /// The cards that each card may go to, a bit each.
    targets: [u64; Card::COUNT],
}

/// The cards that these moves put each card on.
fn targets(game: &Klondike, root: &State, moves: &[Move]) -> [u64; Card::COUNT] {
    let mut targets = [0; Card::COUNT];
    let mut state = *root;
    for &mv in moves {
        if let Some((card, target)) = target(game, &state, mv) {
            targets[card.index()] |= target;
        }
        game.apply(&mut state, mv);
    }
    targets
}

/// The card that a move takes to a column, the deepest of a run, and what it goes to; `None` for moves home.
fn target(game: &Klondike, state: &State, mv: Move) -> Option<(Card, u64)> {
    let (card, to) = match mv {
        Move::Run { from, to, count } => {
            let pile = state.pile(from);
            (pile.card(pile.low() + count - 1)?, to)
        }
        Move::StockColumn { at, to } => (game.stock_card(state, at)?, to),
        Move::Back { suit, to } => (Card::new(state.home(suit), suit), to),
        Move::Home { .. } | Move::StockHome { .. } => return None,
    };
    Some((card, state.pile(to).top().map_or(EMPTY, Card::bit)))
}

impl Puzzle for Near<'_> {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.trimmed.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.trimmed.is_goal(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let first = out.len();
        self.trimmed.moves(state, out);
        let mut kept = first;
        for at in first..out.len() {
            let target = target(self.trimmed.game, state, out[at]);
            if target.is_none_or(|(card, to)| self.targets[card.index()] & to != 0) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn apply(&self, state: &mut State, mv: Move) {
        self.trimmed.apply(state, mv);
    }

    fn key(&self, state: &State) -> Key {
        self.trimmed.key(state)
    }

    fn cost(&self, state: &State, mv: Move) -> Cost {
        self.trimmed.cost(state, mv)
    }
}

impl<'g> ChildEvaluator<Near<'g>> for BeamWeights {
    type View = ();

    fn view(&self, _: &Near<'g>, _: &Node<'_, Near<'g>>) {}

    fn score_child(&self, near: &Near<'g>, node: &Node<'_, Near<'g>>, (): &(), mv: Move) -> i32 {
        self.score(&near.trimmed, node.state, node.g, mv)
    }
}

/// [`DetourHeuristic`], never refined: beams ask for too many states.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuickDetours;

impl<'g> Heuristic<Trimmed<'g>> for QuickDetours {
    fn estimate(&self, trimmed: &Trimmed<'g>, node: &Node<'_, Trimmed<'g>>) -> Option<Cost> {
        Some(DetourHeuristic::total(trimmed.game, node.state))
    }

    fn is_admissible(&self, _: &Trimmed<'g>) -> bool {
        true
    }
}

impl<'g> Heuristic<Near<'g>> for QuickDetours {
    fn estimate(&self, near: &Near<'g>, node: &Node<'_, Near<'g>>) -> Option<Cost> {
        Some(DetourHeuristic::total(near.trimmed.game, node.state))
    }

    fn is_admissible(&self, _: &Near<'g>) -> bool {
        // It has fewer moves.
        true
    }
}
