//! Hints where pieces are hidden: what is certain for every arrangement of them, and the chances of moves.

use patience_core::{Cancel, Cost, Limits, Observer, Stop};
use patience_kit::{Advice, Fault, GamesAfter, Kit, PlayerSetup, Position, ProvenStatus, Verdict};
use serde::Serialize;
use serde_json::{Value, json};

use super::progress::Counter;
use crate::chances::{ChancePlan, GAMES, MOVES, measure_chances};

/// Games after each move where the time is the limit.
const MOST_GAMES: u64 = 2000;

/// The share of the time for the adviser, which has two parts; the rest is for games.
const ADVICE: f64 = 0.2;

/// What a hint is asked for.
pub(super) struct ChanceAsk<'a> {
    /// The name of the instance.
    pub(super) instance: &'a str,
    /// Whether every legal move is listed.
    pub(super) all: bool,
    /// The seed of random numbers.
    pub(super) seed: u64,
    /// Games after each of the best moves.
    pub(super) games: Option<u64>,
    /// What the hint may spend in all.
    pub(super) limits: Limits,
    /// Games at once.
    pub(super) threads: usize,
}

/// The chance to win, measured by games that a player played on.
#[derive(Clone, Copy, Debug, Serialize)]
struct Chance {
    /// Wins per game.
    value: f64,
    /// The lower end of the 99 % confidence interval.
    low: f64,
    /// Its upper end.
    high: f64,
    /// Games played.
    games: u64,
}

impl From<GamesAfter> for Chance {
    fn from(games: GamesAfter) -> Self {
        let (low, high) = games.interval;
        Self { value: games.chance(), low, high, games: games.games }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
struct Choice {
    /// The move in notation.
    #[serde(rename = "move")]
    mv: String,
    /// Whether it is proven to lose.
    verdict: Verdict,
    /// Whether the adviser would play it.
    best: bool,
    /// The chance to win after it, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<Chance>,
    /// The value by which the adviser compares moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// The moves that the adviser has in mind, this one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plan: Vec<String>,
    /// The plan in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    words: String,
}

#[allow(clippy::borrowed_box, reason = "players take positions as they are held")]
/// A hint for a position as its player sees it. It has the fields of a hint where nothing is hidden.
pub(super) fn hint(
    kit: &dyn Kit,
    seen: &Box<dyn Position>,
    ask: &ChanceAsk<'_>,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let players = kit
        .players()
        .ok_or_else(|| Fault::input(format_args!("nothing is hidden in {}", kit.about().title)))?;
    let Limits { nodes, time, memory } = ask.limits.clone();
    let setup = PlayerSetup::default();
    let part = Limits { nodes, time: time.map(|time| time.mul_f64(ADVICE)), memory };
    let begun = web_time::Instant::now();
    let mut advice = players.advise(&setup, seen, ask.seed, &part, cancel)?;
    let is_open = matches!(advice.status, ProvenStatus::Open | ProvenStatus::Unknown);
    if is_open
        && !cancel.is_cancelled()
        && let Some(play_outs) = players.play_outs(&setup, seen, &advice, ask.seed)?
    {
        let usual = if time.is_some() { MOST_GAMES } else { GAMES };
        let plan = ChancePlan {
            games: ask.games.unwrap_or(usual),
            moves: if ask.all { MOVES } else { 1 },
            threads: ask.threads,
            time: time.map(|time| time.saturating_sub(begun.elapsed())),
            memory,
        };
        let mut counter = Counter::new(observer);
        measure_chances(&mut advice, &*play_outs, &plan, cancel, || counter.advance())?;
    }
    let legal: Vec<String> = players.moves(seen).into_iter().map(|(info, _)| info.text).collect();
    answer(kit, &**seen, &legal, ask, &advice)
}

/// The answer that follows from an advice.
fn answer(
    kit: &dyn Kit,
    seen: &dyn Position,
    legal: &[String],
    ask: &ChanceAsk<'_>,
    advice: &Advice,
) -> Result<Value, Fault> {
    let about = kit.about();
    let (outcome, distance): (_, Option<Cost>) = match advice.status {
        ProvenStatus::Won => ("solved", Some(0)),
        ProvenStatus::Winning => ("solved", None),
        ProvenStatus::Lost => ("unsolvable", None),
        ProvenStatus::Open | ProvenStatus::Unknown => ("chance", None),
    };
    let choices = choices(legal, advice);
    let best = choices.iter().find(|choice| choice.best);
    let stop: Option<Stop> = advice.stop.or(advice.play_outs.as_ref().and_then(|games| games.stop));
    let mut answer = json!({
        "puzzle": about.name,
        "instance": ask.instance,
        "board": seen.write(about.exchange)?,
        "metric": about.metrics.first().map_or("", |metric| metric.name),
        "outcome": outcome,
        "chance": best.and_then(|best| best.chance),
        "unseen": advice.unseen,
        "stop": stop,
        "reason": advice.reason,
        "distance": distance,
        "winnable": advice.winnable,
        "tried": advice.tried,
        "player": advice.player,
        "next": best.map(|best| best.mv.clone()).as_slice(),
        "best": best.map(|best| best.mv.clone()),
    });
    if ask.all {
        answer["moves"] = json!(choices);
    }
    Ok(answer)
}

/// Every legal move, those of the advice first.
fn choices(legal: &[String], advice: &Advice) -> Vec<Choice> {
    // An advice writes no number of pieces where all that fit are meant, and a move may do so.
    let begins = |first: &str| {
        let equal = legal.iter().find(|mv| *mv == first);
        equal.or_else(|| legal.iter().find(|mv| mv.starts_with(first) || first.starts_with(*mv)))
    };
    let verdict = match advice.status {
        ProvenStatus::Lost => Verdict::Loses,
        _ => Verdict::Unknown,
    };
    let blank = |mv: &str| Choice {
        mv: mv.to_owned(),
        verdict,
        best: false,
        chance: None,
        score: None,
        plan: Vec::new(),
        words: String::new(),
    };
    let mut choices: Vec<Choice> = Vec::new();
    if let Some(first) = advice.next.first().and_then(|first| begins(first)) {
        let plan = advice.next.clone();
        choices.push(Choice { verdict: Verdict::Wins, plan, ..blank(first) });
    }
    for one in &advice.moves {
        let plan: Vec<String> = one.mv.split_whitespace().map(str::to_owned).collect();
        let Some(first) = plan.first().and_then(|first| begins(first)).cloned() else { continue };
        // Of plans that begin alike, the better one counts.
        if choices.iter().all(|choice| choice.mv != first) {
            let chance = one.games.map(Chance::from);
            let words = one.words.clone();
            choices.push(Choice { chance, score: one.score, plan, words, ..blank(&first) });
        }
    }
    if let Some(best) = choices.first_mut() {
        best.best = true;
    }
    for mv in legal {
        if choices.iter().all(|choice| choice.mv != *mv) {
            choices.push(blank(mv));
        }
    }
    choices
}
