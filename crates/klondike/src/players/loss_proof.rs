//! The loss proof: whether any arrangement of the hidden cards is winnable.

use std::collections::HashSet;

use patience_cards::Card;
use patience_core::{Cancel, Hidden, Limits, Meter, Solver, SplitMix, Stop};

use super::hidden::{KnownStock, UnseenStock, UnseenStockView, View};
use crate::engines::Exact;
use crate::{Klondike, Position, Rules, SetupError};

/// What is certain of a position.
///
/// A player that sees fewer cards cannot do better. So an arrangement that is lost with all cards known is lost; one that is winnable with
/// all cards known may still be lost by a player that has to guess.
///
/// ```
/// use patience_core::{Cancel, Limits};
/// use patience_klondike::players::{LossProof, prove_loss};
/// use patience_klondike::read_position;
///
/// // Two aces are unseen, so there are two arrangements, and every one is won at once.
/// let (rules, position) = read_position("1: | AC\n2: ?? | AH\nstock: ??")?;
/// let proof = prove_loss(&rules, &position, 1, &Limits::default(), &Cancel::new())?;
/// assert_eq!(proof, LossProof::Open { winnable: 2, tried: 2, is_all: true });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossProof {
    /// Some arrangements are winnable with all cards known.
    Open {
        /// How many of those that were tried.
        winnable: u64,
        /// How many were tried.
        tried: u64,
        /// Whether all arrangements were tried, and each was decided.
        is_all: bool,
    },
    /// No arrangement is winnable.
    Lost(Argument),
    /// Neither is known.
    Unknown,
}

/// Why a position is lost for certain.
///
/// ```
/// use patience_core::{Cancel, Limits};
/// use patience_klondike::players::{Argument, LossProof, prove_loss};
/// use patience_klondike::read_position;
///
/// // No card can move, so it does not matter which of ten cards lie below.
/// let (rules, position) = read_position(
///     "1: | 4C\n2: ?? | 4D\n3: ?? ?? | 4H\n4: ?? ?? ?? | 4S\n5: ?? ?? ?? ?? | 2C\nstock: 2D",
/// )?;
/// let proof = prove_loss(&rules, &position, 1, &Limits::default(), &Cancel::new())?;
/// assert_eq!(proof, LossProof::Lost(Argument::EveryChoice));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The exact engine proved it for each arrangement of the unseen cards; this is their number.
    EveryArrangement(u64),
    /// Even a player that may choose which unseen card is turned each time cannot win. Such a player can play every game of every
    /// arrangement.
    EveryChoice,
}

/// The most unseen cards whose arrangements are all tried: six have 720.
const FEW: usize = 6;

/// States that the exact engine may visit for one arrangement: a thousand times what most of them need.
const WORLD: u64 = 1_000_000;

/// Arrangements that are tried where there are too many to try them all, and the states that may be visited for each.
const SAMPLES: u64 = 40;
const SAMPLE: u64 = 20_000;

/// Views that the search for a proof by choice may enter: about a second.
const CHOICES: u64 = 300_000;

/// Decides what is certain of a position. Where there are too many arrangements, `seed` draws some.
///
/// With at most six unseen cards, every arrangement is tried. Otherwise some are drawn, and if none of them is winnable, a search for
/// the proof by choice ([`Argument::EveryChoice`]) follows.
///
/// ```
/// use patience_klondike::players::{Argument, LossProof, prove_loss};
/// use patience_core::{Cancel, Limits};
/// use patience_klondike::read_position;
///
/// // Whatever lies below them, three deuces cannot move.
/// let (rules, position) = read_position("1: | 2C\n2: ?? | 2S\n3: ?? ?? | 2D\nstock: 2H AH")?;
/// let proof = prove_loss(&rules, &position, 1, &Limits::default(), &Cancel::new())?;
/// assert_eq!(proof, LossProof::Lost(Argument::EveryArrangement(6)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove_loss(
    rules: &Rules,
    position: &Position,
    seed: u64,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<LossProof, SetupError> {
    rules.check()?;
    position.check(rules)?;
    let mut watcher = ();
    let meter = Meter::start(limits, cancel, &mut watcher);
    let mut question =
        Question { rules: *rules, position, meter, winnable: 0, tried: 0, decided: 0 };
    let mut unseen = position.unseen(rules);
    let answer = if unseen.len() <= FEW {
        question.every_arrangement(&mut unseen)?
    } else {
        question.samples(unseen, seed)?
    };
    // After a stop, what was found so far holds.
    Ok(answer.unwrap_or_else(|_| question.open().unwrap_or(LossProof::Unknown)))
}

struct Question<'a, 'm> {
    rules: Rules,
    position: &'a Position,
    meter: Meter<'m>,
    winnable: u64,
    tried: u64,
    decided: u64,
}

impl Question<'_, '_> {
    fn every_arrangement(
        &mut self,
        cards: &mut [Card],
    ) -> Result<Result<LossProof, Stop>, SetupError> {
        loop {
            if let Err(stop) = self.look(cards, WORLD)? {
                return Ok(Err(stop));
            }
            if !next_order(cards) {
                break;
            }
        }
        Ok(Ok(match self.open() {
            Some(LossProof::Open { winnable, tried, .. }) => {
                LossProof::Open { winnable, tried, is_all: self.decided == self.tried }
            }
            _ if self.decided == self.tried => {
                LossProof::Lost(Argument::EveryArrangement(self.tried))
            }
            _ => LossProof::Unknown,
        }))
    }

    fn samples(
        &mut self,
        mut cards: Vec<Card>,
        seed: u64,
    ) -> Result<Result<LossProof, Stop>, SetupError> {
        let mut rng = SplitMix::new(seed);
        for _ in 0..SAMPLES {
            rng.shuffle(&mut cards);
            if let Err(stop) = self.look(&cards, SAMPLE)? {
                return Ok(Err(stop));
            }
        }
        if let Some(open) = self.open() {
            return Ok(Ok(open));
        }
        let is_lost = self.by_choice()?;
        let printed = |is_lost| {
            if is_lost { LossProof::Lost(Argument::EveryChoice) } else { LossProof::Unknown }
        };
        Ok(is_lost.map(printed))
    }

    /// Whether a player loses that may choose which of the unseen cards is turned; `false` if that takes too long to decide.
    fn by_choice(&mut self) -> Result<Result<bool, Stop>, SetupError> {
        let has_unseen_stock = self.position.stock.iter().any(Option::is_none);
        Ok(if has_unseen_stock {
            let table = UnseenStock::new(self.rules, self.position)?;
            self.choose(&table, table.first_view(), UnseenStockView::unseen)
        } else {
            let table = KnownStock::new(self.rules, self.position)?;
            self.choose(&table, table.first_view(), View::unseen)
        })
    }

    /// Tries the arrangement in which the unseen cards lie in this order.
    fn look(&mut self, cards: &[Card], nodes: u64) -> Result<Result<(), Stop>, SetupError> {
        let game = Klondike::new(self.rules, &self.position.filled(cards))?;
        let start = patience_core::Puzzle::start(&game);
        let found = self.meter.within(nodes, |meter| Exact::default().search(&game, &start, meter));
        Ok(found.map(|found| {
            self.tried += 1;
            self.decided += u64::from(found.is_some());
            self.winnable += u64::from(matches!(found, Some(Some(_))));
        }))
    }

    fn open(&self) -> Option<LossProof> {
        let Self { winnable, tried, .. } = *self;
        (0 < winnable).then_some(LossProof::Open { winnable, tried, is_all: false })
    }

    /// The same at a table.
    fn choose<H: Hidden<Outcome = Card>>(
        &mut self,
        game: &H,
        first: H::View,
        unseen: impl Fn(&H::View) -> u64,
    ) -> Result<bool, Stop> {
        let mut met = HashSet::from([game.key(&first)]);
        let mut open = vec![first];
        let mut moves = Vec::new();
        for _ in 0..CHOICES {
            let Some(view) = open.pop() else { return Ok(true) };
            if game.payoff(&view).is_some() {
                return Ok(false);
            }
            self.meter.expand()?;
            moves.clear();
            game.moves(&view, &mut moves);
            for &mv in &moves {
                let mut enter = |outcome| {
                    let mut next = view.clone();
                    game.apply(&mut next, mv, outcome);
                    if met.insert(game.key(&next)) {
                        open.push(next);
                    }
                };
                if game.reveals(&view, mv) {
                    let set = unseen(&view);
                    let cards = Card::deck(self.rules.ranks).filter(|card| set & card.bit() != 0);
                    cards.for_each(|card| enter(Some(card)));
                } else {
                    enter(None);
                }
            }
        }
        Ok(false)
    }
}

/// The next order of cards by their indices; `false` after the last one.
fn next_order(cards: &mut [Card]) -> bool {
    let Some(pivot) = cards.windows(2).rposition(|pair| pair[0].index() < pair[1].index()) else {
        return false;
    };
    let is_higher = |card: &Card| cards[pivot].index() < card.index();
    if let Some(other) = cards.iter().rposition(is_higher) {
        cards.swap(pivot, other);
    }
    cards[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stock;

    #[test]
    fn orders_are_all_different_and_as_many_as_there_are() {
        let mut cards: Vec<Card> = Card::deck(13).take(5).collect();
        let mut orders = HashSet::from([cards.clone()]);
        while next_order(&mut cards) {
            orders.insert(cards.clone());
        }
        assert_eq!(orders.len(), 120);
    }

    #[test]
    fn a_player_that_chooses_the_cards_loses_exactly_where_every_arrangement_is_lost() {
        let visible = Rules::default();
        let unseen = Rules { stock: Stock::Unseen, ..visible };
        let mut lost = [0, 0];
        for (rules, games) in [
            (Rules { ranks: 4, columns: 4, ..visible }, 10),
            (Rules { ranks: 4, columns: 3, draw: 9, passes: Some(1), ..visible }, 200),
            (Rules { ranks: 3, columns: 3, passes: Some(1), bring_back: false, ..visible }, 100),
            (Rules { ranks: 5, columns: 3, draw: 7, passes: Some(1), ..visible }, 200),
            (Rules { ranks: 2, columns: 2, draw: 2, passes: Some(1), ..unseen }, 60),
        ] {
            for seed in 0..games {
                let deal = Klondike::of_seed(seed, rules).unwrap();
                let seen = deal.deal().covered(&rules);
                let mut watcher = ();
                let meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
                let mut question =
                    Question { rules, position: &seen, meter, winnable: 0, tried: 0, decided: 0 };
                let by_choice = question.by_choice().unwrap().unwrap();
                let found = question.every_arrangement(&mut seen.unseen(&rules)).unwrap();
                let is_lost = matches!(found, Ok(LossProof::Lost(_)));
                assert_eq!(by_choice, is_lost, "{rules:?} {seed} {found:?}");
                lost[usize::from(is_lost)] += 1;
            }
        }
        assert!(10 < lost[0] && 10 < lost[1], "some of each, or this proves little: {lost:?}");
    }
}
