//! A review for people: a summary, and a line for every move.

use std::fmt::Write as _;

use patience_kit::{Kit, Verdict};

use crate::review::{GameResult, Losing, Review, Reviewed, Solution};

/// Moves of a solution in a row of the summary.
const ROW: usize = 10;

/// The review for people; with every move if `all` says so.
///
/// ```
#[doc = include_str!("../doc/lost_game.rs")]
/// use patience_workbench::review_text;
///
/// let text = review_text(&review, kit, false);
/// assert!(text.starts_with("pegs: lost by move 1 of 1\n"));
/// assert!(text.contains("move 1, 02-00, loses; 01-03-05 wins"));
/// // The list of all moves follows.
/// assert!(review_text(&review, kit, true).starts_with(&text));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[must_use]
pub fn text(review: &Review, kit: &dyn Kit, all: bool) -> String {
    let words = |cost| kit.cost_words(review.metric, cost);
    let mut out = format!("{}: {}\n", review.instance, summary(review, words));
    if kit.players().is_some() {
        out.push_str("(hidden pieces count as known)\n");
    }
    // Writing to a string cannot fail.
    if let Some(Losing { step, mv, instead }) = &review.first_losing {
        let first = instead.moves.first().map_or("", String::as_str);
        let _ = writeln!(out, "move {step}, {mv}, loses; {first} wins: {}", length(instead, words));
        push_rows(&mut out, &instead.moves);
    }
    if let Some(rest) = &review.rest {
        let _ = writeln!(out, "a solution from here: {}", length(rest, words));
        push_rows(&mut out, &rest.moves);
    }
    let wasted: Vec<(usize, &Reviewed)> =
        (1..).zip(&review.moves).filter(|(_, it)| it.wasted.is_some_and(|cost| 0 < cost)).collect();
    if !wasted.is_empty() {
        let each = wasted.iter().map(|(step, it)| {
            format!("{} by move {step} ({})", words(it.wasted.unwrap_or_default()), it.mv)
        });
        let _ = writeln!(out, "wasted: {}", each.collect::<Vec<_>>().join(", "));
    } else if review.wasted == Some(0) && review.length != 0 {
        out.push_str("no move wasted anything\n");
    }
    if let Some(stop) = review.stop {
        let _ = writeln!(out, "not everything is known: {stop}");
    }
    if all {
        out.push_str(&list(review, words));
    }
    out
}

/// The game in one sentence.
fn summary(review: &Review, words: impl Fn(u32) -> String) -> String {
    let length = match review.length {
        1 => "1 move".to_owned(),
        length => format!("{length} moves"),
    };
    match (review.result, review.won_until, review.lost_from) {
        (GameResult::Won, ..) => match review.distance {
            Some(least) => format!("won in {length}; the shortest solution takes {}", words(least)),
            None => format!("won in {length}"),
        },
        (GameResult::Open, ..) => format!("unfinished after {length}, and can still be won"),
        (GameResult::Lost, _, Some(0)) => "lost from the start: proven unsolvable".to_owned(),
        (GameResult::Lost, Some(won), Some(lost)) if won + 1 == lost => {
            format!("lost by move {lost} of {}", review.length)
        }
        (GameResult::Lost, Some(won), Some(lost)) => {
            format!("lost by one of the moves {} to {lost} of {}", won + 1, review.length)
        }
        (GameResult::Lost, None, Some(lost)) => {
            format!("lost after move {lost} of {}; not decided before it", review.length)
        }
        (GameResult::Lost, _, None) | (GameResult::Unknown, None, _) => {
            format!("{length}, not decided")
        }
        (GameResult::Unknown, Some(won), _) => {
            format!("{length}, can be won until move {won}, not decided after it")
        }
    }
}

/// The length of a solution in words.
fn length(solution: &Solution, words: impl Fn(u32) -> String) -> String {
    match solution.cost {
        Some(cost) if solution.optimal => format!("{} to go", words(cost)),
        Some(cost) => format!("at most {} to go", words(cost)),
        None => "a solution".to_owned(),
    }
}

fn push_rows(out: &mut String, moves: &[String]) {
    for row in moves.chunks(ROW) {
        let _ = writeln!(out, "  {}", row.join(" "));
    }
}

/// A line for every move.
fn list(review: &Review, words: impl Fn(u32) -> String) -> String {
    let mut out = String::new();
    let width = review.moves.iter().map(|it| it.mv.len()).max().unwrap_or(0);
    for (step, Reviewed { mv, verdict, distance, wasted }) in (1..).zip(&review.moves) {
        let is_first = review.first_losing.as_ref().is_some_and(|losing| losing.step == step);
        let mark = match wasted {
            _ if is_first => '!',
            Some(wasted) if 0 < *wasted => '?',
            _ => ' ',
        };
        let state = match (verdict, distance) {
            (Verdict::Wins, Some(0)) => "solved".to_owned(),
            (Verdict::Wins, Some(distance)) => format!("won, {} to go", words(*distance)),
            (Verdict::Wins, None) => "won".to_owned(),
            (Verdict::Loses, _) => "lost".to_owned(),
            (Verdict::Unknown, _) => "unknown".to_owned(),
        };
        let wasted = match wasted {
            Some(wasted) if 0 < *wasted => format!(", {} wasted", words(*wasted)),
            _ => String::new(),
        };
        let _ = writeln!(out, "{step:4}{mark} {mv:width$} {state}{wasted}");
    }
    out
}
