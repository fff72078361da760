//! The trimmed game: without moves that no shortest solution needs.

use patience_core::{Cost, Packed, Puzzle};

use crate::rules::moves;
use crate::{Key, Klondike, Metric, Move, State};
use patience_cards::{Card, Suit};

/// The game with fewer moves and equally short solutions from every state, in both metrics.
///
/// What it leaves out:
/// - *Everything else where a card may go home from a column and nothing can need it there.* Only cards one rank lower and of the other
///   colour can lie on it, and they can go home instead, as can all that they could carry. The move has to be made anyway.
///   Where turns do not count and the whole stock is available, the same holds for its cards.
/// - *Part of a run that moves to the twin of the card below it*, unless that card may then go home. It makes no difference on which
///   of two twins cards lie, so such a move can be postponed until one of the twins goes home.
/// - *A column that is cleared*, unless a king may then fill it: that can be postponed until one does. The king may come from a foundation.
/// - *A card that comes back*, if it would go home at once again, or if nothing is available that it could carry or that could come
///   back after it.
///
/// None of this changes the order in which cards leave the stock, so it changes no number of turns. The forced move does not depend on the
/// order of the columns, which keys do not record.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_klondike::{Klondike, Move, Trimmed, read_position};
///
/// let (rules, position) = read_position("1: | AC\n2: AD | AH\nstock: AS")?;
/// let game = Klondike::new(rules, &position)?;
/// let trimmed = Trimmed { game: &game };
/// let mut moves = Vec::new();
/// trimmed.moves(&trimmed.start(), &mut moves);
/// assert_eq!(moves, [Move::Home { from: 0 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Trimmed<'g> {
    /// The whole game.
    pub game: &'g Klondike,
}

impl Puzzle for Trimmed<'_> {
    type State = State;
    type Move = Move;
    type Key = Key;

    fn start(&self) -> State {
        self.game.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        self.game.is_goal(state)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let first = out.len();
        self.game.moves(state, out);
        // Independent of the order of columns, so that states of equal keys continue alike.
        let forced = (first..out.len()).filter_map(|at| Some((self.forced(state, out[at])?, at)));
        if let Some((_, at)) = forced.min() {
            out.swap(first, at);
            out.truncate(first + 1);
            return;
        }
        let is_king_near = self.is_king_near(state);
        let mut kept = first;
        for at in first..out.len() {
            if self.is_of_use(state, out[at], is_king_near) {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn apply(&self, state: &mut State, mv: Move) {
        self.game.apply(state, mv);
    }

    fn key(&self, state: &State) -> Key {
        self.game.key(state)
    }

    fn cost(&self, state: &State, mv: Move) -> Cost {
        self.game.cost(state, mv)
    }
}

impl Packed for Trimmed<'_> {
    fn unpack(&self, key: Key) -> State {
        self.game.unpack(key)
    }
}

impl Trimmed<'_> {
    /// The card that a forced move sends home.
    fn forced(&self, state: &State, mv: Move) -> Option<usize> {
        let card = match mv {
            Move::Home { from } => state.pile(from).top(),
            Move::StockHome { at } if self.has_open_stock() => self.game.stock_card(state, at),
            _ => None,
        };
        card.filter(|&card| is_safe(state, card)).map(Card::index)
    }

    /// Whether every card of the stock is available at any time at equal cost.
    fn has_open_stock(&self) -> bool {
        let rules = self.game.rules();
        rules.draw == 1 && rules.passes.is_none() && self.game.metric == Metric::Moves
    }

    fn is_of_use(&self, state: &State, mv: Move, is_king_near: bool) -> bool {
        match mv {
            Move::Run { from, count, .. } => {
                let pile = state.pile(from);
                match pile.card(pile.low() + count) {
                    Some(bared) => bared.rank() == state.home(bared.suit()) + 1,
                    None => 0 < pile.down() || is_king_near,
                }
            }
            Move::Back { suit, .. } => {
                let card = Card::new(state.home(suit), suit);
                !is_safe(state, card) && self.is_wanted(state, card)
            }
            Move::Home { .. } | Move::StockHome { .. } | Move::StockColumn { .. } => true,
        }
    }

    /// Whether a king may go to an empty column.
    fn is_king_near(&self, state: &State) -> bool {
        let rules = self.game.rules();
        let in_column = (0..rules.columns).any(|at| {
            let pile = state.pile(at);
            0 < pile.down() && pile.high() == rules.ranks
        });
        let mut in_stock = (0..state.talon().cards)
            .filter(|&at| self.game.stock_card(state, at).is_some_and(|card| rules.fills(card)));
        let at_home =
            rules.bring_back && Suit::ALL.iter().any(|&suit| state.home(suit) == rules.ranks);
        in_column || at_home || in_stock.any(|at| state.talon().reach(at, rules).is_some())
    }

    /// Whether a card of the other colour is available that it could carry, or that lets the next lower card of its suit come back.
    fn is_wanted(&self, state: &State, card: Card) -> bool {
        let rank = card.rank();
        let suits = Suit::ALL.into_iter().filter(|suit| suit.is_red() != card.is_red());
        let mut wanted = suits.flat_map(|suit| {
            (rank.saturating_sub(1).max(1)..=rank).map(move |rank| Card::new(rank, suit))
        });
        wanted.any(|other| self.is_at_hand(state, other))
    }

    /// Whether a card is not face down.
    fn is_at_hand(&self, state: &State, card: Card) -> bool {
        (0..self.game.rules().columns).all(|at| {
            let down = self.game.down(at).iter().take(usize::from(state.pile(at).down()));
            !down.into_iter().any(|&other| other == card)
        })
    }
}

/// Whether no card can need `card` in a column.
fn is_safe(state: &State, card: Card) -> bool {
    moves::is_safe(card, |suit| state.home(suit))
}
