//! Judging every legal move of a position.

use std::collections::HashMap;

use patience_core::{Cost, Meter, Stop};
use serde::Serialize;

use crate::assess::{prepared, retry, rounds};
use crate::{Answer, Assessment, Assessor, End, Fault, Game, OutcomeKind};

/// Whether a position, or a move, is won.
///
/// ```
/// use patience_core::Stop;
/// use patience_kit::{End, Verdict};
///
/// assert_eq!(Verdict::from(&End::Unsolvable { reason: None }), Verdict::Loses);
/// assert_eq!(Verdict::from(&End::Limit(Stop::Time)), Verdict::Unknown);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// There is a solution.
    Wins,
    /// There is none, and that is proven.
    Loses,
    /// The limits did not allow an answer.
    Unknown,
}

impl Verdict {
    /// The verdict as the outcome of a search, given the limit that left it open.
    #[must_use]
    pub fn outcome(self, stop: Option<Stop>) -> OutcomeKind {
        match (self, stop) {
            (Self::Wins, _) => OutcomeKind::Solved,
            (Self::Loses, _) => OutcomeKind::Unsolvable,
            (Self::Unknown, Some(_)) => OutcomeKind::Limit,
            (Self::Unknown, None) => OutcomeKind::Exhausted,
        }
    }
}

impl From<&End> for Verdict {
    fn from(end: &End) -> Self {
        match end {
            End::Solved { .. } => Self::Wins,
            End::Unsolvable { .. } => Self::Loses,
            End::Exhausted | End::Limit(_) => Self::Unknown,
        }
    }
}

/// A legal move with its verdict.
///
/// ```
/// use patience_kit::{Judged, Verdict};
///
/// let judged = Judged { mv: "3".to_owned(), verdict: Verdict::Loses, distance: None, at_most: None };
/// // What is not known is left out.
/// let json = serde_json::json!({ "move": "3", "verdict": "loses" });
/// assert_eq!(serde_json::to_value(&judged).ok(), Some(json));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// The move in notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether the position after it is won.
    pub verdict: Verdict,
    /// The least cost of a solution from there, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Cost>,
    /// The cost of the solution that was found from there, where no distance is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Cost>,
}

/// A position with the verdicts of its moves.
///
/// ```
/// use patience_kit::{Judged, Judgement, Verdict};
///
/// fn blunders(judgement: &Judgement) -> impl Iterator<Item = &str> {
///     let is_won = judgement.verdict == Verdict::Wins;
///     let loses = move |judged: &&Judged| is_won && judged.verdict == Verdict::Loses;
///     judgement.moves.iter().filter(loses).map(|judged| judged.mv.as_str())
/// }
/// # let judged = |mv: &str, verdict| Judged { mv: mv.to_owned(), verdict, distance: None, at_most: None };
/// # let judgement = Judgement {
/// #     verdict: Verdict::Wins,
/// #     distance: Some(2),
/// #     at_most: None,
/// #     best: Some("left".to_owned()),
/// #     stop: None,
/// #     line: Vec::new(),
/// #     reason: None,
/// #     moves: vec![judged("left", Verdict::Wins), judged("right", Verdict::Loses)],
/// # };
/// assert_eq!(judgement.best.as_deref(), Some("left"));
/// assert!(blunders(&judgement).eq(["right"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// Whether the position is won.
    pub verdict: Verdict,
    /// The least cost of a solution, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Cost>,
    /// The cost of the solution that was found, where no distance is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Cost>,
    /// A move that keeps the game won: the nearest to the goal where distances are known, or else the one with the shortest solution found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The limit that left something unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
    /// The moves of a solution that begins with the best move, where one was found.
    #[serde(skip)]
    pub line: Vec<String>,
    /// Why there is no solution, where the argument is not an exhausted search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Every legal move.
    pub moves: Vec<Judged>,
}

/// Judges with the engine of [`Game::judge_with`]. All searches share the meter, so that its limits hold for the whole.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, Heaps};
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_kit::{Verdict, judge_each};
///
/// // A move takes two or three stones of four: if one is left, the game is lost.
/// let judgement = judge_each(&Heaps, &Heap(4), None, &mut meter)?;
/// let moves = judgement.moves.iter().map(|judged| (&*judged.mv, judged.verdict, judged.distance));
/// assert!(moves.eq([("2", Verdict::Wins, Some(1)), ("3", Verdict::Loses, None)]));
/// assert_eq!((judgement.distance, judgement.best.as_deref()), (Some(2), Some("2")));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn judge_each<G: Game>(
    game: &G,
    position: &G::Position,
    metric: Option<&str>,
    meter: &mut Meter<'_>,
) -> Result<Judgement, Fault> {
    let engine = prepared(game, game.judge_with(), metric)?;
    let quick =
        |position: &G::Position, meter: &mut Meter<'_>| game.solve(&engine, position, meter);
    judge_by(&mut Assessor::new(game, position, metric, quick)?, position, meter)
}

/// A position after a move, or several of one class.
struct Child<P> {
    /// The move to this position; others of the class lead to its images.
    mv: String,
    position: P,
    found: Option<Assessment>,
}

/// Judges by searches: the position, then what each move leads to, equal classes once, in rounds of growing node limits. Where the position
/// itself is lost, so are all its moves, and none is searched.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, Heaps};
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_core::Meter;
/// use patience_kit::{Assessor, Game, Setup, Verdict, judge_by};
///
/// let engine = Heaps.prepare(&Heaps.engines()[0], &Setup::default())?;
/// let quick = |heap: &Heap, meter: &mut Meter<'_>| Heaps.solve(&engine, heap, meter);
/// let mut assessor = Assessor::new(&Heaps, &Heap(7), None, quick)?;
/// let judgement = judge_by(&mut assessor, &Heap(7), &mut meter)?;
/// assert_eq!(judgement.verdict, Verdict::Wins);
/// // The line begins with the best move.
/// assert_eq!(judgement.line.first(), judgement.best.as_ref());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn judge_by<G: Game, Q>(
    assessor: &mut Assessor<'_, G, Q>,
    position: &G::Position,
    meter: &mut Meter<'_>,
) -> Result<Judgement, Fault>
where
    Q: FnMut(&G::Position, &mut Meter<'_>) -> Result<Answer, Fault>,
{
    let (game, metric) = (assessor.game, assessor.metric);
    let mut children: Vec<Child<G::Position>> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut moves: Vec<(String, usize)> = Vec::new();
    for mv in game.moves(position) {
        let child = game.play(position, &mv.text)?;
        let at = *known.entry(game.class(&child)).or_insert(children.len());
        if at == children.len() {
            children.push(Child { mv: mv.text.clone(), position: child, found: None });
        }
        moves.push((mv.text, at));
    }
    let mut root = None;
    for nodes in rounds(game.distance_effort(position)) {
        retry(&mut root, nodes, meter, |meter| assessor.assess(position, meter))?;
        if root.as_ref().is_some_and(|root| root.verdict == Verdict::Loses) {
            break;
        }
        for child in &mut children {
            let Child { position, found, .. } = child;
            retry(found, nodes, meter, |meter| assessor.assess(position, meter))?;
        }
    }
    let root = root.unwrap_or_else(|| Assessment::unknown(meter.spent()));
    let cost = |mv: &str| game.cost(position, mv, metric);
    if let Some((mv, at)) = first_move(&root, &moves)
        && let Some(child) = children.get_mut(at)
        && !child.found.as_ref().is_some_and(Assessment::is_decided)
    {
        // The rest of the solution is one from there.
        let spent = cost(&mv)?;
        let left = |bound: Option<Cost>| bound.map(|bound| bound.saturating_sub(spent));
        let (distance, at_most) = (left(root.distance), left(root.at_most));
        child.found = Some(Assessment { distance, at_most, ..Assessment::bare(Verdict::Wins) });
    }
    let is_lost = root.verdict == Verdict::Loses;
    let is_won = game.is_reversible() && root.verdict == Verdict::Wins;
    let mut judged = Vec::new();
    // A round that ended is not a limit, unless the limits ended it.
    let reached = |found: Option<&Assessment>| meter.spent().or(found.and_then(|it| it.stop));
    let mut stop = if root.is_decided() { None } else { reached(Some(&root)) };
    for (mv, at) in &moves {
        let found = children.get(*at).and_then(|child| child.found.as_ref());
        let (verdict, distance, at_most) = match found {
            _ if is_lost => (Verdict::Loses, None, None),
            found if is_won && found.is_none_or(|found| !found.is_decided()) => {
                (Verdict::Wins, None, None)
            }
            Some(found) => (found.verdict, found.distance, found.at_most),
            None => (Verdict::Unknown, None, None),
        };
        if verdict == Verdict::Unknown {
            stop = stop.or_else(|| reached(found));
        }
        judged.push(Judged { mv: mv.clone(), verdict, distance, at_most });
    }
    let mut judgement = Judgement {
        verdict: root.verdict,
        distance: root.distance,
        at_most: root.at_most,
        best: None,
        stop,
        line: root.line.iter().flat_map(|line| line.notation()).collect(),
        reason: root.reason,
        moves: judged,
    };
    judgement.settle(cost)?;
    if let Some((best, at)) = moves.into_iter().find(|(mv, _)| judgement.best.as_ref() == Some(mv))
        && !judgement.line.first().is_some_and(|first| first.starts_with(&best))
        && let Some(child) = children.get(at)
    {
        // The line of an image is not one from here.
        let own = if child.mv == best {
            None
        } else {
            Some(assessor.assess(&game.play(position, &best)?, meter)?)
        };
        let line = own.as_ref().or(child.found.as_ref()).and_then(|found| found.line.as_ref());
        let rest = line.map(|line| line.notation());
        judgement.line = match rest {
            None if !game.is_solved(&child.position) => Vec::new(),
            rest => std::iter::once(best).chain(rest.unwrap_or_default()).collect(),
        };
    }
    Ok(judgement)
}

/// The legal move that begins the solution of a position. A solution may write several moves as one, the first of them first.
fn first_move(root: &Assessment, moves: &[(String, usize)]) -> Option<(String, usize)> {
    let first = root.line.as_ref()?.notation().into_iter().next()?;
    let equal = moves.iter().find(|(mv, _)| *mv == first);
    equal.or_else(|| moves.iter().find(|(mv, _)| first.starts_with(mv.as_str()))).cloned()
}

impl Judgement {
    /// Sets the best move, among equals the one that begins the line, and what the moves say about the position: a move that wins makes it
    /// won, and if all lose, it is lost.
    pub fn settle(&mut self, cost: impl Fn(&str) -> Result<Cost, Fault>) -> Result<(), Fault> {
        let wins = || self.moves.iter().filter(|judged| judged.verdict == Verdict::Wins);
        let has_distances = wins().any(|judged| judged.distance.is_some());
        let mut best: Option<(Cost, String)> = None;
        for judged in wins() {
            let bound = if has_distances { judged.distance } else { judged.at_most };
            let total = bound.unwrap_or(Cost::MAX).saturating_add(cost(&judged.mv)?);
            let is_first = self.line.first().is_some_and(|mv| *mv == judged.mv);
            let is_better = |least: Cost| total < least || (is_first && total == least);
            if best.as_ref().is_none_or(|(least, _)| is_better(*least)) {
                best = Some((total, judged.mv.clone()));
            }
        }
        let is_lost = self.moves.iter().all(|judged| judged.verdict == Verdict::Loses);
        match &best {
            Some((total, _)) => {
                self.verdict = Verdict::Wins;
                let bound = self.at_most.unwrap_or(Cost::MAX).min(*total);
                let is_known = self.distance.is_some() || bound == Cost::MAX;
                self.at_most = if is_known { None } else { Some(bound) };
            }
            None if self.verdict == Verdict::Unknown && !self.moves.is_empty() && is_lost => {
                self.verdict = Verdict::Loses;
            }
            None => {}
        }
        self.best = best.map(|(_, mv)| mv);
        Ok(())
    }
}
