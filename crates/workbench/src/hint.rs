//! Hints: the best move with its reason, and the verdict of every legal move.

use std::fmt::Write as _;

use patience_core::{Cancel, Cost, Limits, Meter, Observer, Stop};
use patience_kit::{Assessment, Fault, Judged, Judgement, Kit, OutcomeKind, Position, Verdict};
use serde::Serialize;

/// What a hint is asked for.
///
/// ```
#[doc = include_str!("../doc/pegs.rs")]
/// use patience_workbench::hint::{HintAsk, hint};
///
/// let ask = HintAsk { metric: Some("jumps"), ..HintAsk::default() };
/// let hint = hint(kit, "pegs", &*board, &ask, &limits, &cancel, &mut ())?;
/// // Three pegs need two jumps, which are one move.
/// assert_eq!((hint.metric, hint.distance, hint.moves), ("jumps", Some(2), None));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HintAsk<'a> {
    /// The metric; the default one otherwise.
    pub metric: Option<&'a str>,
    /// How many moves of a solution to name.
    pub next: usize,
    /// Whether every legal move is judged.
    pub all: bool,
    /// Whether distances are wanted where they are expensive, too.
    pub distances: bool,
}

impl Default for HintAsk<'_> {
    fn default() -> Self {
        Self { metric: None, next: 1, all: false, distances: false }
    }
}

/// A hint. Its fields are file format.
///
/// ```
#[doc = include_str!("../doc/pegs.rs")]
/// use patience_kit::OutcomeKind;
/// use patience_workbench::hint::{HintAsk, hint};
///
/// let hint = hint(kit, "pegs", &*board, &HintAsk::default(), &limits, &cancel, &mut ())?;
/// assert_eq!(hint.outcome, OutcomeKind::Solved);
/// assert_eq!(hint.best.as_deref(), Some("01-03"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The name of the instance.
    pub instance: String,
    /// The position that the hint is for, as text.
    pub board: String,
    /// The metric of all costs.
    pub metric: &'static str,
    /// Whether the position is won, as the outcome of a search.
    pub outcome: OutcomeKind,
    /// The limit that left something unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
    /// Why there is no solution, where the argument is not an exhausted search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The least cost of a solution, where it is known.
    pub distance: Option<Cost>,
    /// The cost of the solution that was found, where no distance is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Cost>,
    /// The engine that decided, where one search did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// The first moves of a solution.
    pub next: Vec<String>,
    /// The best legal move; `None` if no move is known to win, or nothing is left to do.
    pub best: Option<String>,
    /// Every legal move, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Choice>>,
}

/// A legal move.
///
/// ```
#[doc = include_str!("../doc/pegs.rs")]
/// use patience_kit::Verdict;
/// use patience_workbench::hint::{HintAsk, hint};
///
/// let ask = HintAsk { all: true, ..HintAsk::default() };
/// let hint = hint(kit, "pegs", &*board, &ask, &limits, &cancel, &mut ())?;
/// let choices = hint.moves.expect("all moves were asked for");
/// let words = choices.iter().map(|it| (it.judged.mv.as_str(), it.judged.verdict, it.best));
/// assert!(words.eq([("01-03", Verdict::Wins, true), ("02-00", Verdict::Loses, false)]));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move with its verdict.
    #[serde(flatten)]
    pub judged: Judged,
    /// Whether it begins a shortest solution, or the best one that was found.
    pub best: bool,
}

/// A hint for a position. The limits hold for the whole.
///
/// ```
#[doc = include_str!("../doc/tiles.rs")]
/// use patience_core::{Cancel, Limits};
/// use patience_workbench::hint::{HintAsk, hint};
///
/// let hint = hint(kit, "board", &*board, &HintAsk::default(), &Limits::default(), &Cancel::new(), &mut ())?;
/// assert_eq!((hint.distance, hint.next), (Some(2), vec!["5".to_owned()]));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn hint(
    kit: &dyn Kit,
    instance: &str,
    position: &dyn Position,
    ask: &HintAsk<'_>,
    limits: &Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Hint, Fault> {
    let about = kit.about();
    let mut meter = Meter::start(limits, cancel, observer);
    let metrics = about.metrics.iter().map(|metric| metric.name);
    let metric = metrics.clone().find(|name| ask.metric.is_none_or(|asked| asked == *name));
    let metric =
        metric.ok_or_else(|| Fault::unknown("metric", ask.metric.unwrap_or_default(), metrics))?;
    let mut hint = Hint {
        puzzle: about.name,
        instance: instance.to_owned(),
        board: position.write(about.exchange)?,
        metric,
        outcome: OutcomeKind::Limit,
        stop: None,
        reason: None,
        distance: None,
        at_most: None,
        engine: None,
        next: Vec::new(),
        best: None,
        moves: None,
    };
    if ask.all {
        let mut judgement = position.judge(Some(metric), &mut meter)?;
        if ask.distances {
            measure_moves(&mut judgement, position, metric, &mut meter)?;
        }
        hint.take_judgement(judgement, position)?;
    } else {
        let mut found = position.assess(Some(metric), &mut meter)?;
        if ask.distances && found.distance.is_none() && found.verdict != Verdict::Loses {
            let measured = position.measure(Some(metric), &mut meter)?;
            if measured.is_decided() {
                found = measured;
            } else {
                found.stop = measured.stop;
            }
        }
        hint.take_assessment(found, position);
    }
    // The rest of a solution that judging did not need.
    if ask.all && hint.outcome == OutcomeKind::Solved && hint.next.len() < ask.next {
        let line = position.assess(Some(metric), &mut meter)?.line;
        let line: Vec<String> = line.iter().flat_map(|line| line.notation()).collect();
        let is_best = |choice: &Choice| choice.best && line.first() == Some(&choice.judged.mv);
        if hint.moves.iter().flatten().any(is_best) {
            hint.best = line.first().cloned();
            hint.next = line;
        }
    }
    if hint.outcome == OutcomeKind::Unsolvable && position.moves().is_empty() {
        hint.reason = hint.reason.or_else(|| Some("there is no legal move".to_owned()));
    }
    hint.next.truncate(ask.next);
    if hint.distance == Some(0) {
        (hint.next, hint.best) = (Vec::new(), None);
        hint.moves.iter_mut().flatten().for_each(|choice| choice.best = false);
    }
    Ok(hint)
}

/// Adds the distances of moves that win, as far as the limits allow.
fn measure_moves(
    judgement: &mut Judgement,
    position: &dyn Position,
    metric: &str,
    meter: &mut Meter<'_>,
) -> Result<(), Fault> {
    let mut nearest: Option<Cost> = None;
    let mut is_complete = true;
    for judged in &mut judgement.moves {
        if judged.verdict == Verdict::Loses {
            continue;
        }
        if judged.distance.is_none() {
            let child = position.play(&judged.mv)?;
            let measured = child.measure(Some(metric), meter)?;
            judgement.stop = judgement.stop.or(measured.stop);
            if measured.is_decided() {
                judged.verdict = measured.verdict;
                judged.distance = measured.distance;
                judged.at_most = measured.at_most;
            }
        }
        match judged.distance {
            Some(distance) => {
                let total = distance + position.cost(&judged.mv, Some(metric))?;
                nearest = Some(nearest.map_or(total, |nearest| nearest.min(total)));
            }
            None => is_complete &= judged.verdict == Verdict::Loses,
        }
    }
    if is_complete && judgement.distance.is_none() {
        judgement.distance = nearest;
    }
    let line = std::mem::take(&mut judgement.line);
    judgement.settle(|mv| position.cost(mv, Some(metric)))?;
    judgement.line = if line.first() == judgement.best.as_ref() { line } else { Vec::new() };
    Ok(())
}

impl Hint {
    /// Takes what one search says.
    fn take_assessment(&mut self, found: Assessment, position: &dyn Position) {
        self.outcome = found.outcome();
        self.next = found.line.iter().flat_map(|line| line.notation()).collect();
        let moves = position.moves();
        let begins = |first: &String| {
            // A solution may write several moves as one.
            let equal = moves.iter().find(|mv| mv.text == *first);
            equal.or_else(|| moves.iter().find(|mv| first.starts_with(&mv.text)))
        };
        self.best = self.next.first().and_then(begins).map(|mv| mv.text.clone());
        (self.distance, self.at_most) = (found.distance, found.at_most);
        (self.engine, self.stop, self.reason) = (found.engine, found.stop, found.reason);
    }

    /// Takes what is known about every move, and sorts them: the best first.
    fn take_judgement(
        &mut self,
        judgement: Judgement,
        position: &dyn Position,
    ) -> Result<(), Fault> {
        let Judgement { verdict, distance, at_most, best, stop, line, reason, moves } = judgement;
        self.outcome = verdict.outcome(stop);
        (self.distance, self.at_most, self.stop, self.reason) = (distance, at_most, stop, reason);
        self.next = match &best {
            Some(best) if !line.first().is_some_and(|first| first.starts_with(best.as_str())) => {
                vec![best.clone()]
            }
            _ => line,
        };
        let mut choices = Vec::new();
        for judged in moves {
            let cost = position.cost(&judged.mv, Some(self.metric))?;
            let total = |bound: Option<Cost>| bound.unwrap_or(Cost::MAX).saturating_add(cost);
            let key = (judged.verdict as u8, total(judged.distance), total(judged.at_most));
            choices.push((key, Choice { judged, best: false }));
        }
        choices.sort_by_key(|(key, choice)| (*key, best.as_ref() != Some(&choice.judged.mv)));
        let least = choices.first().map(|&((_, total, _), _)| total).filter(|&it| it < Cost::MAX);
        for ((_, total, _), choice) in &mut choices {
            choice.best = match least {
                Some(least) => *total == least,
                None => best.as_ref() == Some(&choice.judged.mv),
            };
        }
        self.best = best;
        self.moves = Some(choices.into_iter().map(|(_, choice)| choice).collect());
        Ok(())
    }

    /// The hint for people.
    ///
    /// ```
    #[doc = include_str!("../doc/pegs.rs")]
    /// use patience_workbench::hint::{HintAsk, hint};
    ///
    /// let ask = HintAsk { all: true, ..HintAsk::default() };
    /// let hint = hint(kit, "pegs", &*board, &ask, &limits, &cancel, &mut ())?;
    /// assert_eq!(
    ///     hint.text(kit),
    ///     "pegs: 1 move to go; next: 01-03-05\n* 01-03 wins at once\n  02-00 loses\n",
    /// );
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn text(&self, kit: &dyn Kit) -> String {
        let mut out = format!("{}: {}\n", self.instance, self.state(kit));
        if kit.players().is_some() && self.distance != Some(0) {
            out.push_str("(hidden pieces count as known; `advise` uses only what you see)\n");
        }
        let width = self.moves.iter().flatten().map(|it| it.judged.mv.len()).max().unwrap_or(0);
        for Choice { judged, best } in self.moves.iter().flatten() {
            let mark = if *best { '*' } else { ' ' };
            let verdict = match judged.verdict {
                Verdict::Wins => match (judged.distance, judged.at_most) {
                    (Some(0), _) => "wins at once".to_owned(),
                    (Some(distance), _) => {
                        format!("wins, {} to go", kit.cost_words(self.metric, distance))
                    }
                    (None, Some(cost)) => {
                        format!("wins, at most {} to go", kit.cost_words(self.metric, cost))
                    }
                    (None, None) => "wins".to_owned(),
                },
                Verdict::Loses => "loses".to_owned(),
                Verdict::Unknown => match self.stop {
                    Some(stop) => format!("unknown: {stop}"),
                    None => "unknown".to_owned(),
                },
            };
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{mark} {:width$} {verdict}", judged.mv, width = width.max(5));
        }
        out
    }

    /// What is known about the position, in words.
    fn state(&self, kit: &dyn Kit) -> String {
        let next = match self.next[..] {
            [] => String::new(),
            _ => format!("; next: {}", self.next.join(" ")),
        };
        match (self.outcome, self.distance) {
            (_, Some(0)) => "solved already".to_owned(),
            (_, Some(distance)) => format!("{} to go{next}", kit.cost_words(self.metric, distance)),
            (OutcomeKind::Solved, None) => {
                let engine =
                    self.engine.map_or_else(String::new, |engine| format!(", found by {engine}"));
                let bound = self.at_most.map_or_else(String::new, |cost| {
                    format!(", at most {} to go", kit.cost_words(self.metric, cost))
                });
                format!("winnable{engine}{bound}{next}")
            }
            (OutcomeKind::Unsolvable, None) => match &self.reason {
                Some(reason) => format!("proven unsolvable: {reason}"),
                None => "proven unsolvable".to_owned(),
            },
            (OutcomeKind::Exhausted, None) => {
                "not solved: nothing left to try, and nothing proven".to_owned()
            }
            (OutcomeKind::Limit, None) => match self.stop {
                Some(stop) => format!("not solved: {stop}"),
                None => "not solved".to_owned(),
            },
        }
    }
}
