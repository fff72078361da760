//! The features by name. Names are file format.

use patience_core::{Evaluator as _, Feature, Kind, Nearer, Node};

use super::counts::{COUNT, counts_of};
use super::{DetourHeuristic, WeightedSum};
use super::{columns, foundations, mobility, planner, stock};
use crate::engines::planner_2007::ValueFunction;
use crate::{Klondike, State};

type Measure = fn(&Klondike, &Node<'_, Klondike>) -> f64;
type Range = fn(&Klondike) -> (f64, f64);

/// A feature of which less is nearer to the goal.
const fn feature(
    name: &'static str,
    summary: &'static str,
    admissible: bool,
    range: Range,
    measure: Measure,
) -> Feature<Klondike> {
    let kind = Kind::Heuristic { nearer: Nearer::Low, admissible };
    Feature { name, summary, kind, range, measure }
}

/// A feature of which more is nearer to the goal.
const fn merit(
    name: &'static str,
    summary: &'static str,
    range: Range,
    measure: Measure,
) -> Feature<Klondike> {
    let kind = Kind::Heuristic { nearer: Nearer::High, admissible: false };
    Feature { name, summary, kind, range, measure }
}

fn cards(game: &Klondike) -> (f64, f64) {
    (0.0, f64::from(game.rules().cards()))
}

fn ranks(game: &Klondike) -> (f64, f64) {
    (0.0, f64::from(game.rules().ranks))
}

fn columns(game: &Klondike) -> (f64, f64) {
    (0.0, f64::from(game.rules().columns))
}

fn moves(game: &Klondike) -> (f64, f64) {
    (0.0, mobility::most(game))
}

/// The range of a number that only falls: from 0 to that of a deal or, if it is more, that of the start.
fn falling(game: &Klondike, of_deal: u32, number: fn(&Klondike, &State) -> u32) -> (f64, f64) {
    (0.0, f64::from(of_deal.max(number(game, &game.start)).max(1)))
}

fn counts(game: &Klondike, node: &Node<'_, Klondike>) -> [f64; COUNT] {
    counts_of(game, node.state)
}

pub(super) static FEATURES: [Feature<Klondike>; 28] = [
    feature("CardsAway", "cards that are not home", true, cards, |g, n| counts(g, n)[0]),
    feature("FaceDown", "cards that lie face down", true, cards, |g, n| counts(g, n)[1]),
    feature("ColumnsCovered", "columns with cards face down", true, columns, |g, n| {
        counts(g, n)[2]
    }),
    feature("StockLeft", "cards of waste and stock", true, cards, |g, n| counts(g, n)[3]),
    feature(
        "LowerBeneath",
        "pairs of a card face down and a higher one of its suit that lies on it",
        false,
        |_| (0.0, 312.0),
        |g, n| counts(g, n)[4],
    ),
    feature(
        "TwinsDown",
        "pairs of one rank and colour that both lie face down",
        false,
        |_| (0.0, 26.0),
        |g, n| counts(g, n)[5],
    ),
    feature(
        "NeededBeneath",
        "cards that lie on both cards that they could be put on",
        false,
        cards,
        |g, n| counts(g, n)[6],
    ),
    feature(
        "LowestAway",
        "ranks of the suit of which the fewest are home that are not home",
        true,
        ranks,
        |g, n| counts(g, n)[7],
    ),
    feature(
        "KingsWithoutRoom",
        "kings that lie on cards face down or in the stock, beyond the empty columns",
        false,
        |_| (0.0, 4.0),
        |g, n| counts(g, n)[8],
    ),
    feature(
        "Weighted",
        "weighted sum of the counts, which guides searches for any solution",
        false,
        |_| (0.0, 2000.0),
        |g, n| WeightedSum::default().score(g, n),
    ),
    feature(
        "LowerBound",
        "lower bound on the cost: a move home for each card, and detours that no solution avoids",
        true,
        |game| (0.0, 5.0 * f64::from(game.rules().cards())),
        |g, n| f64::from(DetourHeuristic::total(g, n.state)),
    ),
    feature(
        "RanksDown",
        "cards face down, low ranks counting most: 13 for an ace, 1 for a king",
        false,
        |_| (0.0, 364.0),
        |g, n| f64::from(planner::ranks_down(g, n.state)),
    ),
    feature(
        "BuildCardsBeneath",
        "pairs of a card face down and a card on it that could be put on it",
        false,
        |_| (0.0, 96.0),
        |g, n| f64::from(planner::build_cards_beneath(g, n.state)),
    ),
    merit(
        "PlannerH1",
        "value function of the first stage of the planner of 2007",
        |_| (-3066.0, 60.0),
        |g, n| planner::value(&ValueFunction::H1, g, n.state),
    ),
    merit(
        "PlannerH2",
        "value function of the second stage of the planner of 2007",
        |_| (-1182.0, 312.0),
        |g, n| planner::value(&ValueFunction::H2, g, n.state),
    ),
    feature(
        "DownSquared",
        "sum of the squared numbers of cards face down in the columns",
        false,
        |game| {
            let of_deal = (0..u32::from(game.rules().columns)).map(|depth| depth * depth).sum();
            falling(game, of_deal, columns::down_squared)
        },
        |g, n| f64::from(columns::down_squared(g, n.state)),
    ),
    feature(
        "DeepestColumn",
        "most cards face down in a column",
        true,
        |game| falling(game, u32::from(game.rules().columns) - 1, columns::deepest),
        |g, n| f64::from(columns::deepest(g, n.state)),
    ),
    feature(
        "OnLowerOfSuit",
        "cards, face up or down, that lie above a lower card of their suit",
        true,
        cards,
        |g, n| f64::from(columns::on_lower_of_suit(g, n.state)),
    ),
    feature(
        "OnNext",
        "cards that lie above a card that its foundation needs next",
        true,
        cards,
        |g, n| f64::from(columns::on_next(g, n.state)),
    ),
    merit("EmptyColumns", "columns without cards", columns, |g, n| {
        f64::from(columns::empty(g, n.state))
    }),
    feature(
        "DifferenceFoundation",
        "ranks between the highest and the lowest foundation",
        true,
        ranks,
        |_, n| f64::from(foundations::difference(n.state)),
    ),
    feature(
        "NextUnreached",
        "cards of the stock that their foundations need next, and that turns do not reach",
        true,
        |_| (0.0, 4.0),
        |g, n| f64::from(stock::next_unreached(g, n.state)),
    ),
    merit("StockAvailable", "cards of waste and stock that turns reach", cards, |g, n| {
        f64::from(stock::available(g, n.state))
    }),
    merit(
        "StockPlayable",
        "cards of waste and stock that can go home or to a column now",
        moves,
        |g, n| f64::from(mobility::stock_playable(g, n.state)),
    ),
    merit("LegalMoves", "legal moves, to empty columns only the first of them", moves, |g, n| {
        f64::from(mobility::moves(g, n.state))
    }),
    merit("UncoveringMoves", "legal moves that turn a card", moves, |g, n| {
        f64::from(mobility::uncovering(g, n.state))
    }),
    Feature {
        name: "FaceUp",
        summary: "face-up cards of the columns",
        kind: Kind::Advisor,
        range: cards,
        measure: |g, n| f64::from(columns::face_up(g, n.state)),
    },
    Feature {
        name: "AllFaceUp",
        summary: "1 if no card lies face down",
        kind: Kind::Flag,
        range: |_| (0.0, 1.0),
        measure: |g, n| f64::from(u8::from(counts(g, n)[1] == 0.0)),
    },
];
