//! Reviews: the first losing move of a game, and moves that wasted distance.

mod binary_search;

use patience_core::{Cancel, Cost, Limits, Meter, Observer, Stop};
use patience_kit::{Fault, Kit, Line, OutcomeKind, Position, Refused, Values, Verdict};
use serde::Serialize;

use self::binary_search::BinarySearch;

/// What a review is asked for.
///
/// ```
#[doc = include_str!("../../doc/pegs.rs")]
/// use patience_workbench::review::{PlayedGame, ReviewAsk, review};
///
/// let game = PlayedGame::read(board, "01-03", &Values::default())?;
/// let ask = ReviewAsk { metric: Some("jumps"), ..ReviewAsk::default() };
/// let review = review(kit, "pegs", &game, &ask, &limits, &cancel, &mut ())?;
/// // All solutions take two pegs away, by two jumps.
/// assert_eq!((review.metric, review.distance), ("jumps", Some(2)));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ReviewAsk<'a> {
    /// The metric; the default one otherwise.
    pub metric: Option<&'a str>,
    /// Whether distances are wanted where they are expensive, too.
    pub distances: bool,
}

/// A game that was reviewed. Its fields are file format.
///
/// ```
#[doc = include_str!("../../doc/detour.rs")]
/// assert_eq!((review.length, review.wasted), (3, Some(2)));
/// // All positions are won, and the last one is a move away from the goal.
/// assert_eq!((review.won_until, review.lost_from), (Some(3), None));
/// assert_eq!(review.rest.map(|rest| rest.moves), Some(vec!["6".to_owned()]));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The name of the instance.
    pub instance: String,
    /// The metric of all costs.
    pub metric: &'static str,
    /// How the game ended.
    pub result: GameResult,
    /// The number of moves.
    pub length: usize,
    /// After how many moves the game is known to be won the last time; `None` if nothing is known to be won.
    pub won_until: Option<usize>,
    /// After how many moves the game is known to be lost the first time; `None` if nothing is known to be lost.
    pub lost_from: Option<usize>,
    /// The move that lost the game, if it is known.
    pub first_losing: Option<Losing>,
    /// What a win takes from the end of the game, where it can still be won.
    pub rest: Option<Solution>,
    /// What all moves together wasted, where the distances are known.
    pub wasted: Option<Cost>,
    /// The limit that left something unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
    /// The engine that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// The least cost of a solution from the start, where it is known.
    pub distance: Option<Cost>,
    /// Every move.
    pub moves: Vec<Reviewed>,
}

/// How a game ended.
///
/// ```
#[doc = include_str!("../../doc/lost_game.rs")]
/// use patience_workbench::review::GameResult;
///
/// assert_eq!(review.result, GameResult::Lost);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// It was solved.
    Won,
    /// It can still be won.
    Open,
    /// It cannot be won any more, and that is proven.
    Lost,
    /// The limits did not allow an answer.
    Unknown,
}

/// A move that lost a game.
///
/// ```
#[doc = include_str!("../../doc/lost_game.rs")]
/// let losing = review.first_losing.expect("the game was won before it was lost");
/// assert_eq!((losing.step, losing.mv.as_str()), (1, "02-00"));
/// assert_eq!(losing.instead.moves, ["01-03-05"]);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Losing {
    /// Its number, from 1.
    pub step: usize,
    /// The move in notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// What would have won instead.
    pub instead: Solution,
}

/// A solution from somewhere in a game.
///
/// ```
#[doc = include_str!("../../doc/lost_game.rs")]
/// let instead = review.first_losing.expect("the game was won before it was lost").instead;
/// assert_eq!((instead.cost, instead.optimal), (Some(1), true));
/// // Its moves win from the position before the losing one.
/// let end = game.positions[0].replay(&instead.moves.join(" "), &Values::default())?.end;
/// assert!(end.is_solved());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// Its moves.
    pub moves: Vec<String>,
    /// Its cost.
    pub cost: Option<Cost>,
    /// Whether no solution from there costs less.
    pub optimal: bool,
}

/// A move of a game.
///
/// ```
#[doc = include_str!("../../doc/detour.rs")]
/// let wasted: Vec<_> = review.moves.iter().map(|it| (it.distance, it.wasted)).collect();
/// assert_eq!(wasted, [(Some(3), Some(2)), (Some(2), Some(0)), (Some(1), Some(0))]);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reviewed {
    /// The move in notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether the position after it is won.
    pub verdict: Verdict,
    /// The least cost of a solution from there, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Cost>,
    /// How much longer the way became by it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wasted: Option<Cost>,
}

/// A game: its moves as far as they are legal, and the position before the first and after each of them.
///
/// ```
#[doc = include_str!("../../doc/tiles.rs")]
/// use patience_workbench::review::PlayedGame;
///
/// let game = PlayedGame::read(board, "5 6", &Values::default())?;
/// let solved: Vec<bool> = game.positions.iter().map(|position| position.is_solved()).collect();
/// assert_eq!(solved, [false, false, true]);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct PlayedGame {
    /// The moves in notation.
    pub moves: Vec<String>,
    /// One more than there are moves.
    pub positions: Vec<Box<dyn Position>>,
}

impl PlayedGame {
    /// Plays a line of moves from a position.
    ///
    /// ```
    #[doc = include_str!("../../doc/tiles.rs")]
    /// use patience_workbench::review::PlayedGame;
    ///
    /// let play = board.replay("5 6 5", &Values::default())?;
    /// // The second 5 is not beside the gap: the line ends before it.
    /// let game = PlayedGame::of(board, &*play.line)?;
    /// assert_eq!((game.moves.join(" "), game.positions.len()), ("5 6".to_owned(), 3));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn of(start: Box<dyn Position>, line: &dyn Line) -> Result<Self, Fault> {
        let moves = line.notation();
        let mut positions = vec![start];
        for mv in &moves {
            if let Some(last) = positions.last() {
                positions.push(last.play(mv)?);
            }
        }
        Ok(Self { moves, positions })
    }

    /// Plays moves as text; an error names the first that is not legal.
    ///
    /// ```
    #[doc = include_str!("../../doc/tiles.rs")]
    /// use patience_workbench::review::PlayedGame;
    ///
    /// let refused = PlayedGame::read(board, "5 6 5", &Values::default()).err();
    /// assert!(refused.is_some_and(|fault| fault.message.starts_with("move 3 (5) is not allowed: ")));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn read(start: Box<dyn Position>, moves: &str, reading: &Values) -> Result<Self, Fault> {
        let play = start.replay(moves, reading)?;
        match play.refused {
            Some(refused) => Err(not_allowed(&refused)),
            None => Self::of(start, &*play.line),
        }
    }
}

/// The error for a move that is not legal.
///
/// ```
#[doc = include_str!("../../doc/tiles.rs")]
/// use patience_workbench::review::not_allowed;
///
/// let refused = board.replay("5 1", &Values::default())?.refused.expect("1 is not beside the gap");
/// let fault = not_allowed(&refused);
/// assert!(fault.message.starts_with("move 2 (1) is not allowed: "));
/// assert!(fault.message.ends_with(&refused.reason));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[must_use]
pub fn not_allowed(refused: &Refused) -> Fault {
    let Refused { step, notation, reason, .. } = refused;
    Fault::input(format_args!("move {step} ({notation}) is not allowed: {reason}"))
}

/// Reviews a game. The limits hold for the whole.
///
/// ```
#[doc = include_str!("../../doc/tiles.rs")]
/// use patience_core::{Cancel, Limits};
/// use patience_workbench::review::{GameResult, PlayedGame, ReviewAsk, review};
///
/// let game = PlayedGame::read(board, "5", &Values::default())?;
/// let ask = ReviewAsk { distances: true, ..ReviewAsk::default() };
/// let review = review(kit, "board", &game, &ask, &Limits::default(), &Cancel::new(), &mut ())?;
/// assert_eq!((review.result, review.distance), (GameResult::Open, Some(2)));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn review(
    kit: &dyn Kit,
    instance: &str,
    game: &PlayedGame,
    ask: &ReviewAsk<'_>,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Review, Fault> {
    let metrics = kit.about().metrics.iter().map(|metric| metric.name);
    let metric = metrics.clone().find(|name| ask.metric.is_none_or(|asked| asked == *name));
    let metric =
        metric.ok_or_else(|| Fault::unknown("metric", ask.metric.unwrap_or_default(), metrics))?;
    let mut meter = Meter::start(limits, cancel, observer);
    let mut search = BinarySearch::new(&game.positions, metric);
    search.decide(&mut meter)?;
    search.measure(ask.distances, &mut meter)?;
    search.report(kit, instance, &game.moves)
}

impl Review {
    /// The state of the end of the game, as the outcome of a search from there.
    ///
    /// ```
    #[doc = include_str!("../../doc/lost_game.rs")]
    /// assert_eq!(review.outcome(), patience_kit::OutcomeKind::Unsolvable);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> OutcomeKind {
        match (self.result, self.stop) {
            (GameResult::Won | GameResult::Open, _) => OutcomeKind::Solved,
            (GameResult::Lost, _) => OutcomeKind::Unsolvable,
            (GameResult::Unknown, Some(_)) => OutcomeKind::Limit,
            (GameResult::Unknown, None) => OutcomeKind::Exhausted,
        }
    }
}
