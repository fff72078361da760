//! Advice for people: what is certain, and a line for every move.

use std::fmt::Write as _;

use patience_kit::{Advice, MoveAdvice, ProvenStatus, grouped};

/// Advice about an instance, for people.
///
/// ```
#[doc = include_str!("../doc/advice.rs")]
/// use patience_workbench::advice_text;
///
/// let text = advice_text("deal 1", &advice);
/// assert!(text.starts_with(&format!("deal 1: {} cards unseen; ", advice.unseen)));
/// // The best move has a star.
/// assert!(text.contains(&format!("\n* {}: ", advice.moves[0].mv)));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[must_use]
pub fn text(instance: &str, advice: &Advice) -> String {
    let cards = if advice.unseen == 1 { "card" } else { "cards" };
    let mut out = format!("{instance}: {} {cards} unseen; {}\n", advice.unseen, advice.rules_text);
    let status = match advice.status {
        ProvenStatus::Won => "already won\n".to_owned(),
        ProvenStatus::Winning => format!("can be won: {}\n", advice.next.join(" ")),
        ProvenStatus::Lost => {
            format!("lost for certain: {}\n", advice.reason.as_deref().unwrap_or_default())
        }
        ProvenStatus::Open => {
            let is_sample = advice.all != Some(true);
            format!(
                "{} of {} {}arrangements of the unseen cards can be won with all cards known\n",
                grouped(advice.winnable.unwrap_or(0)),
                grouped(advice.tried.unwrap_or(0)),
                if is_sample { "random " } else { "" },
            )
        }
        ProvenStatus::Unknown if advice.player.is_none() => "not decided\n".to_owned(),
        ProvenStatus::Unknown => {
            "no winnable arrangement of the unseen cards was found, and no proof that there is \
                             none\n"
                .to_owned()
        }
    };
    out.push_str(&status);
    push_moves(advice, &mut out);
    if let Some(stop) = advice.stop {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "stopped early: {stop}");
    }
    out
}

fn push_moves(advice: &Advice, out: &mut String) {
    if advice.player.is_none() {
        return;
    }
    // Writing to a string cannot fail.
    if advice.moves.is_empty() {
        let _ = writeln!(out, "{}: no move is useful", advice.adviser);
        return;
    }
    let has_chances = advice.moves.iter().any(|one| one.games.is_some());
    let _ = match &advice.play_outs {
        Some(play_outs) if has_chances => {
            writeln!(out, "advice of {}; chances of {}:", advice.adviser, play_outs.words)
        }
        _ => writeln!(out, "advice of {}:", advice.adviser),
    };
    let mut unweighed = Vec::new();
    for (at, one) in advice.moves.iter().enumerate() {
        let MoveAdvice { mv, words, then, .. } = one;
        match weight(one) {
            Some(weight) => {
                let mark = if at == 0 { '*' } else { ' ' };
                let _ = writeln!(out, "{mark} {mv}: {words}: {weight}");
            }
            None if at == 0 => {
                let _ = writeln!(out, "* {mv}: {words}: not weighed");
            }
            None => unweighed.push(mv.as_str()),
        }
        if !then.is_empty() {
            let _ = writeln!(out, "    then {}", then.join(" "));
        }
    }
    if !unweighed.is_empty() {
        let _ = writeln!(out, "  not weighed: {}", unweighed.join(", "));
    }
    if let Some(stop) = advice.play_outs.as_ref().and_then(|it| it.stop) {
        let _ = writeln!(out, "fewer games than asked for: {stop}");
    }
}

/// The chance of a move with its interval, and its score; `None` if it has neither.
fn weight(one: &MoveAdvice) -> Option<String> {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let chance = one.games.map(|games| {
        let (low, high) = games.interval;
        format!(
            "wins {} % (99 %: {} to {} %; {} of {} games)",
            percent(games.chance()),
            percent(low),
            percent(high),
            grouped(games.wins),
            grouped(games.games)
        )
    });
    let score = one.score.map(|score| format!("score {score:.2}"));
    let both: Vec<String> = chance.into_iter().chain(score).collect();
    (!both.is_empty()).then(|| both.join(", "))
}
