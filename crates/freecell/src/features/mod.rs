//! The heuristics and advisors of Elyasaf, Hauptman and Sipper (2012), by their names there.
//!
//! The paper is *Evolutionary Design of `FreeCell` Solvers*.
//!
//! Engines read heuristics as distances: turned so that lower is nearer, and shifted so that nothing is below zero. `raw` is the value as
//! measured. `HSDH` contains the term `26 − cards at home` of the original scorer; the sum alone is `HSDH-bare`.

mod blockade;
mod child_scores;
pub(crate) mod counts;
mod deadlock_graph;
mod deadlocks;
mod dealt_deadlocks;
mod relaxation;
mod relaxed_play;
mod relaxed_position;
mod stranded;
mod weighted_sum;
mod weights;

use patience_core::{Feature, Features, Kind, Nearer, Node};

use crate::{FreeCell, Metric, Place, State};

pub use deadlocks::Deadlocks;
pub use dealt_deadlocks::DealtDeadlocks;
pub use relaxed_play::RelaxedPlay;
pub use weighted_sum::WeightedSum;
pub use weights::Count;

type At<'a> = Node<'a, FreeCell>;

impl Features for FreeCell {
    fn features() -> &'static [Feature<Self>] {
        FEATURES
    }

    /// In M3 cards go home for free, so features that count cards that are not home overestimate.
    fn has_admissible_features(&self) -> bool {
        self.metric != Metric::M3
    }
}

const fn estimate(
    name: &'static str,
    summary: &'static str,
    nearer: Nearer,
    admissible: bool,
    range: fn(&FreeCell) -> (f64, f64),
    measure: fn(&FreeCell, &At<'_>) -> f64,
) -> Feature<FreeCell> {
    Feature { name, summary, kind: Kind::Heuristic { nearer, admissible }, range, measure }
}

const fn advisor(
    name: &'static str,
    summary: &'static str,
    range: fn(&FreeCell) -> (f64, f64),
    measure: fn(&FreeCell, &At<'_>) -> f64,
) -> Feature<FreeCell> {
    Feature { name, summary, kind: Kind::Advisor, range, measure }
}

const fn flag(
    name: &'static str,
    summary: &'static str,
    measure: fn(&FreeCell, &At<'_>) -> f64,
) -> Feature<FreeCell> {
    Feature { name, summary, kind: Kind::Flag, range: |_| (0.0, 1.0), measure }
}

const fn phase<const X: usize>(name: &'static str, summary: &'static str) -> Feature<FreeCell> {
    Feature { name, summary, kind: Kind::Advisor, range: |_| (0.0, 1.0), measure: phase_by::<X>() }
}

/// The nine heuristics of the paper's Table I in its order, the bare sum of the first, then the advisors of Table II.
static FEATURES: &[Feature<FreeCell>] = &[
    estimate(
        "HSDH",
        "HSDH-bare plus 26 minus the cards at home: the score of the original staged deepening",
        Nearer::Low,
        false,
        |game| {
            let (_, most) = hsdh_bare_range(game);
            (26.0 - f64::from(game.rules().cards()), most + 26.0)
        },
        |game, node| f64::from(hsdh_bare(game, node.state)) + 26.0 - f64::from(at_home(node.state)),
    ),
    estimate(
        "NumWellPlaced",
        "cards in columns that are one run from base to top",
        Nearer::High,
        false,
        all_cards,
        |game, node| f64::from(well_placed(game, node.state)),
    ),
    estimate(
        "NumCardsNotAtFoundations",
        "cards that are not at home",
        Nearer::Low,
        true,
        all_cards,
        |game, node| f64::from(game.rules().cards() - at_home(node.state)),
    ),
    estimate(
        "FreeCells",
        "empty cells and empty columns",
        Nearer::High,
        false,
        |game| (0.0, f64::from(game.rules().cells + game.rules().columns)),
        |game, node| f64::from(vacancies(game, node.state)),
    ),
    estimate(
        "DifferenceFromTop",
        "mean rank of the columns' top cards minus mean rank of the foundations' top cards",
        Nearer::Low,
        false,
        |game| (-f64::from(game.rules().ranks), f64::from(game.rules().ranks)),
        |_, node| difference_from_top(node.state),
    ),
    estimate(
        "LowestFoundationCard",
        "the highest rank minus the rank of the lowest foundation",
        Nearer::Low,
        true,
        all_ranks,
        |game, node| f64::from(game.rules().ranks - lowest_home(node.state)),
    ),
    estimate(
        "HighestFoundationCard",
        "the rank of the highest foundation",
        Nearer::High,
        false,
        all_ranks,
        |_, node| f64::from(highest_home(node.state)),
    ),
    estimate(
        "DifferenceFoundation",
        "the rank of the highest foundation minus that of the lowest",
        Nearer::Low,
        true,
        all_ranks,
        |_, node| f64::from(highest_home(node.state) - lowest_home(node.state)),
    ),
    estimate(
        "SumOfBottomCards",
        "the highest possible sum of the ranks at the columns' bases minus the actual sum",
        Nearer::Low,
        false,
        |game| (0.0, f64::from(highest_sum_of_bases(game))),
        |game, node| f64::from(highest_sum_of_bases(game) - sum_of_bases(node.state)),
    ),
    estimate(
        "HSDH-bare",
        "cards on the next card of every foundation, twice that when no cell and no column is empty",
        Nearer::Low,
        false,
        hsdh_bare_range,
        |game, node| f64::from(hsdh_bare(game, node.state)),
    ),
    flag("IsMoveToFreeCell", "1 if the last move went to a cell", |_, node| {
        is(matches!(destination(node), Some(Place::Cell(_))))
    }),
    flag("IsMoveToCascade", "1 if the last move went to a column", |_, node| {
        is(matches!(destination(node), Some(Place::Column(_))))
    }),
    flag("IsMoveToFoundation", "1 if the last move went home", |_, node| {
        is(matches!(destination(node), Some(Place::Home)))
    }),
    flag("IsMoveToSortedPile", "1 if the last move went to a column that is one run", |_, node| {
        is(
            matches!(destination(node), Some(Place::Column(at)) if 0 < whole_run(node.state, at.into())),
        )
    }),
    advisor(
        "LastCardMoved",
        "the rank of the card that moved last, 0 before any",
        all_ranks,
        |_, node| node.last.map_or(0.0, |mv| f64::from(mv.card.rank())),
    ),
    advisor("NumOfSiblings", "moves of the state before", branching, |_, node| {
        f64::from(node.siblings)
    }),
    advisor("NumOfChildren", "moves of this state", branching, |game, node| {
        let mut children = 0;
        game.each_move(node.state, |_| children += 1);
        f64::from(children)
    }),
    advisor(
        "DifficultyLevel",
        "the place of the deal among all deals sorted by difficulty, from 0 to 1",
        |_| (0.0, 1.0),
        |game, _| game.difficulty,
    ),
    phase::<0>("PhaseByHSDH", "g / (g + h) with HSDH as h"),
    phase::<1>("PhaseByNumWellPlaced", "g / (g + h) with NumWellPlaced as h"),
    phase::<2>("PhaseByNumCardsNotAtFoundations", "g / (g + h) with NumCardsNotAtFoundations as h"),
    phase::<3>("PhaseByFreeCells", "g / (g + h) with FreeCells as h"),
    phase::<4>("PhaseByDifferenceFromTop", "g / (g + h) with DifferenceFromTop as h"),
    phase::<5>("PhaseByLowestFoundationCard", "g / (g + h) with LowestFoundationCard as h"),
    phase::<6>("PhaseByHighestFoundationCard", "g / (g + h) with HighestFoundationCard as h"),
    phase::<7>("PhaseByDifferenceFoundation", "g / (g + h) with DifferenceFoundation as h"),
    phase::<8>("PhaseBySumOfBottomCards", "g / (g + h) with SumOfBottomCards as h"),
    advisor(
        "g",
        "moves made since the start",
        |_| (0.0, LONG_GAME),
        |_, node| f64::from(node.g).min(LONG_GAME),
    ),
];

/// The maximum of `g`: solutions of staged deepening seldom take half as many moves.
const LONG_GAME: f64 = 500.0;

/// The progress g / (g + h) by the heuristic of that index; 1 for a negative h.
const fn phase_by<const X: usize>() -> fn(&FreeCell, &At<'_>) -> f64 {
    |game, node| {
        let h = (FEATURES[X].measure)(game, node);
        let g = f64::from(node.g);
        if h <= 0.0 { 1.0 } else { g / (g + h) }
    }
}

fn is(truth: bool) -> f64 {
    f64::from(u8::from(truth))
}

fn destination(node: &At<'_>) -> Option<Place> {
    node.last.map(|mv| mv.to)
}

fn all_cards(game: &FreeCell) -> (f64, f64) {
    (0.0, f64::from(game.rules().cards()))
}

fn all_ranks(game: &FreeCell) -> (f64, f64) {
    (0.0, f64::from(game.rules().ranks))
}

/// A generous bound: every free card can go home, to a cell, onto up to four cards or into an empty column, and a run in as many lengths as
/// there are ranks.
fn branching(game: &FreeCell) -> (f64, f64) {
    let rules = game.rules();
    let free_cards = f64::from(rules.columns + rules.cells);
    (0.0, free_cards * f64::from(rules.columns.min(4) + 2 + rules.ranks))
}

fn at_home(state: &State) -> u8 {
    state.homes().iter().sum()
}

fn lowest_home(state: &State) -> u8 {
    state.homes().iter().copied().min().unwrap_or(0)
}

fn highest_home(state: &State) -> u8 {
    state.homes().iter().copied().max().unwrap_or(0)
}

fn vacancies(game: &FreeCell, state: &State) -> u8 {
    let taken = state.ends().count_ones() + state.held().count_ones();
    // No more than there are cells and columns.
    #[allow(clippy::cast_possible_truncation)]
    let taken = taken as u8;
    game.rules().columns + game.rules().cells - taken
}

/// Cards that lie on the next card of each foundation, twice that when there is no vacancy.
fn hsdh_bare(game: &FreeCell, state: &State) -> u32 {
    let in_columns = counts::next_in_columns(game, state);
    let sum: u32 = in_columns.map(|card| u32::from(state.covers(card))).sum();
    if vacancies(game, state) == 0 { 2 * sum } else { sum }
}

/// All four next cards deep in the tallest column, and no vacancy.
fn hsdh_bare_range(game: &FreeCell) -> (f64, f64) {
    (0.0, 2.0 * 4.0 * f64::from(game.tallest()))
}

/// The cards of a column that is one run from base to top; 0 for any other.
fn whole_run(state: &State, column: usize) -> u8 {
    match state.bases()[column] {
        Some(base) if state.exposed() & base.bit() != 0 => state.covers(base) + 1,
        _ => 0,
    }
}

fn well_placed(game: &FreeCell, state: &State) -> u8 {
    (0..usize::from(game.rules().columns)).map(|at| whole_run(state, at)).sum()
}

/// Empty columns do not enter the mean; if all are empty, it is 0.
fn difference_from_top(state: &State) -> f64 {
    let (mut sum, mut columns) = (0, 0);
    for card in state.tops().iter().flatten() {
        sum += u32::from(card.rank());
        columns += 1;
    }
    let tops = if columns == 0 { 0.0 } else { f64::from(sum) / f64::from(columns) };
    tops - f64::from(at_home(state)) / 4.0
}

/// Kings at the bases of four columns, queens at the next four, and so on.
fn highest_sum_of_bases(game: &FreeCell) -> u32 {
    let rules = game.rules();
    (0..u32::from(rules.columns)).map(|at| u32::from(rules.ranks).saturating_sub(at / 4)).sum()
}

fn sum_of_bases(state: &State) -> u32 {
    state.bases().iter().flatten().map(|card| u32::from(card.rank())).sum()
}
