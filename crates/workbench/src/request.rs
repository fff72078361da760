//! Requests and answers as plain JSON: what the page, a worker, Python and `patience api` carry.
//!
//! ```json
//! {"do": "solve", "puzzle": "tiles", "position": "8 1 3/4 . 2/7 6 5", "limits": {"nodes": 100000}}
//! ```
//!
//! An answer is `{"ok": …}` or `{"error": {"message": …, "line": …, "column": …}}`. Positions travel as text in the puzzle's exchange format,
//! which is self-contained, so that requests need no session. Seeds and counts of solutions travel as text, since JavaScript has no whole
//! numbers above 2^53.

use std::time::Duration;

use patience_core::{Cancel, Limits, Meter, Observer};
use patience_kit::{End, Fault, Kit, OutcomeKind, Position, Setup, Values};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::hint::{HintAsk, hint};
use crate::review::{PlayedGame, ReviewAsk, review};
use crate::{find, kits, read};

/// A request.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Every puzzle.
    Puzzles {},
    /// A puzzle: names, rules, engines with their settings, features.
    About {
        /// The puzzle.
        puzzle: String,
    },
    /// Reads a number, a name or a position.
    Read {
        /// The puzzle.
        puzzle: String,
        /// The text.
        text: String,
        /// Values of the puzzle's rules.
        #[serde(default)]
        rules: Values,
    },
    /// Every legal move.
    Moves(At),
    /// Places and pieces.
    View(At),
    /// A picture.
    Svg(At),
    /// The position after a move.
    Play {
        /// The puzzle.
        puzzle: String,
        /// The position.
        position: String,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Every legal move with its verdict.
    Judge {
        /// The puzzle.
        puzzle: String,
        /// The position.
        position: String,
        /// The metric; the default one otherwise.
        metric: Option<String>,
        /// What the judgement may spend in all.
        #[serde(default)]
        limits: Budget,
    },
    /// The best move with its reason, and with `all` every legal move, the best first.
    Hint {
        /// The puzzle.
        puzzle: String,
        /// The position.
        position: String,
        /// The metric; the default one otherwise.
        metric: Option<String>,
        /// Whether every legal move is judged.
        #[serde(default)]
        all: bool,
        /// Whether distances are wanted where they are expensive, too.
        #[serde(default)]
        distances: bool,
        /// What the hint may spend in all.
        #[serde(default)]
        limits: Budget,
    },
    /// A game, with its first losing move and the moves that wasted distance.
    Review {
        /// The puzzle.
        puzzle: String,
        /// The position before the first move.
        position: String,
        /// The moves.
        moves: Vec<String>,
        /// The metric; the default one otherwise.
        metric: Option<String>,
        /// Whether distances are wanted where they are expensive, too.
        #[serde(default)]
        distances: bool,
        /// What the review may spend in all.
        #[serde(default)]
        limits: Budget,
    },
    /// A solution.
    Solve {
        /// The puzzle.
        puzzle: String,
        /// The position.
        position: String,
        /// The engine; the default one otherwise.
        engine: Option<String>,
        /// The metric; the default one otherwise.
        metric: Option<String>,
        /// Values of the engine's settings.
        #[serde(default)]
        settings: Values,
        /// What the search may spend.
        #[serde(default)]
        limits: Budget,
    },
}

/// A position of a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The puzzle.
    pub puzzle: String,
    /// The position.
    pub position: String,
}

/// Limits of a request.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budget {
    /// States.
    pub nodes: Option<u64>,
    /// Seconds.
    pub time: Option<f64>,
    /// Bytes.
    pub memory: Option<u64>,
}

impl Budget {
    fn limits(&self) -> Result<Limits, Fault> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| Fault::input("limits.time: expected seconds from 0"))?;
        Ok(Limits { nodes: self.nodes, time, memory: self.memory })
    }
}

/// Answers the text of a request.
pub fn answer_text(text: &str, cancel: &Cancel, observer: &mut dyn Observer) -> Value {
    let answered = match serde_json::from_str::<Request>(text) {
        Ok(request) => answer(&request, cancel, observer),
        Err(error) => {
            let fault = Fault::input(format_args!("not a request: {error}"));
            // Errors inside a tagged message have no place.
            Err(if error.line() == 0 { fault } else { fault.at(error.line(), error.column()) })
        }
    };
    match answered {
        Ok(value) => json!({ "ok": value }),
        Err(Fault { message, place: Some((line, column)), .. }) => {
            json!({ "error": { "message": message, "line": line, "column": column } })
        }
        Err(Fault { message, place: None, .. }) => json!({ "error": { "message": message } }),
    }
}

/// Answers a request.
pub fn answer(
    request: &Request,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Value, Fault> {
    let position_at = |puzzle: &str, position: &str| {
        let kit = find(puzzle)?;
        Ok::<_, Fault>((kit, read(kit, position, &Values::default())?))
    };
    match request {
        Request::Puzzles {} => Ok(kits().iter().map(|kit| json!(kit.about())).collect()),
        Request::About { puzzle } => {
            let kit = find(puzzle)?;
            Ok(json!({
                "about": kit.about(),
                "rules": kit.rules(),
                "engines": kit.engines(),
                "features": kit.features(None),
            }))
        }
        Request::Read { puzzle, text, rules } => {
            let kit = find(puzzle)?;
            state(kit, &*read(kit, text, rules)?)
        }
        Request::Moves(At { puzzle, position }) => {
            Ok(json!(position_at(puzzle, position)?.1.moves()))
        }
        Request::View(At { puzzle, position }) => {
            Ok(json!(position_at(puzzle, position)?.1.view()))
        }
        Request::Svg(At { puzzle, position }) => Ok(json!(position_at(puzzle, position)?.1.svg())),
        Request::Play { puzzle, position, mv } => {
            let (kit, position) = position_at(puzzle, position)?;
            state(kit, &*position.play(mv)?)
        }
        Request::Judge { puzzle, position, metric, limits } => {
            let (_, position) = position_at(puzzle, position)?;
            let mut meter = Meter::start(&limits.limits()?, cancel, observer);
            Ok(json!(position.judge(metric.as_deref(), &mut meter)?))
        }
        Request::Hint { puzzle, position: text, metric, all, distances, limits } => {
            let (kit, position) = position_at(puzzle, text)?;
            let metric = metric.as_deref();
            let ask = HintAsk { metric, all: *all, distances: *distances, ..HintAsk::default() };
            let limits = limits.limits()?;
            Ok(json!(hint(kit, text, &*position, &ask, &limits, cancel, observer)?))
        }
        Request::Review { puzzle, position: text, moves, metric, distances, limits } => {
            let (kit, position) = position_at(puzzle, text)?;
            let game = PlayedGame::read(position, &moves.join(" "), &Values::default())?;
            let ask = ReviewAsk { metric: metric.as_deref(), distances: *distances };
            let limits = limits.limits()?;
            Ok(json!(review(kit, text, &game, &ask, &limits, cancel, observer)?))
        }
        Request::Solve { puzzle, position, engine, metric, settings, limits } => {
            let (kit, position) = position_at(puzzle, position)?;
            let setup = Setup {
                engine: engine.as_deref(),
                metric: metric.as_deref(),
                settings: Some(settings),
                ..Setup::default()
            };
            let engine = kit.prepare(&setup)?;
            let mut limits = limits.limits()?;
            if limits.time.is_none() {
                limits.nodes = limits.nodes.or(engine.about().default_nodes);
            }
            let answer = engine.solve(&*position, &limits, cancel, observer)?;
            let (cost, optimal) = match answer.end {
                End::Solved { cost, optimal } => (Some(cost), optimal),
                _ => (None, false),
            };
            let line = answer.line.as_ref();
            let lengths = line.map(|line| {
                let fields = kit.about().lengths.iter().map(|length| length.field);
                fields
                    .zip(line.lengths().0)
                    .map(|(field, value)| (field, json!(value)))
                    .collect::<Values>()
            });
            Ok(json!({
                "engine": engine.about().name,
                "metric": engine.metric(),
                "outcome": OutcomeKind::from(&answer.end),
                "stop": if let End::Limit(stop) = answer.end { Some(stop) } else { None },
                "reason": if let End::Unsolvable { reason } = &answer.end { reason.clone() } else { None },
                "cost": cost,
                "optimal": optimal,
                "moves": line.map(|line| line.notation()),
                "lengths": lengths,
                "solutions": answer.solutions.map(|count| count.to_string()),
                "expanded": answer.stats.expanded,
                "generated": answer.stats.generated,
                "seconds": answer.stats.elapsed.as_secs_f64(),
            }))
        }
    }
}

/// A position as answers carry it.
fn state(kit: &dyn Kit, position: &dyn Position) -> Result<Value, Fault> {
    Ok(json!({
        "position": position.write(kit.about().exchange)?,
        "code": position.code(),
        "solved": position.is_solved(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(text: &str) -> Value {
        answer_text(text, &Cancel::new(), &mut ())
    }

    #[test]
    fn a_game_is_played_by_messages_alone() {
        let read = ask(r#"{"do": "read", "puzzle": "tiles", "text": "1 2 3/4 5 6/7 . 8"}"#);
        let position = read["ok"]["position"].as_str().expect("a position").to_owned();
        let ask_at = |what: &str, more: &str| {
            let position = json!(position);
            ask(&format!(r#"{{"do": "{what}", "puzzle": "tiles", "position": {position}{more}}}"#))
        };
        assert_eq!(ask_at("moves", "")["ok"].as_array().map(Vec::len), Some(3));
        assert_eq!(ask_at("judge", "")["ok"]["best"], "8");
        assert_eq!(ask_at("solve", "")["ok"]["moves"], json!(["8"]));
        assert_eq!(ask_at("play", r#", "move": "8""#)["ok"]["solved"], true);
        let hint = ask_at("hint", r#", "all": true"#);
        assert_eq!(hint["ok"]["best"], "8");
        assert_eq!(hint["ok"]["moves"][0]["verdict"], "wins");
        assert_eq!(hint["ok"]["moves"][0]["distance"], 0);
        let review = ask_at("review", r#", "moves": ["7", "7", "8"]"#);
        assert_eq!(review["ok"]["result"], "won");
        assert_eq!(review["ok"]["wasted"], 2);
        let illegal = ask_at("review", r#", "moves": ["8", "1"]"#);
        let message = illegal["error"]["message"].as_str().unwrap_or("");
        assert!(message.starts_with("move 2 (1) is not allowed"), "{message}");
        assert!(ask_at("svg", "")["ok"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    }

    #[test]
    fn errors_say_what_was_expected() {
        let message = |text: &str| ask(text)["error"]["message"].as_str().unwrap_or("").to_owned();
        assert!(message(r#"{"do": "read", "puzzle": "chess", "text": "1"}"#).contains("tiles"));
        assert!(message(r#"{"do": "dance"}"#).contains("unknown variant"));
        assert!(message("{").starts_with("not a request"));
        let solve =
            r#"{"do": "solve", "puzzle": "tiles", "position": "1 2/3 .", "limits": {"time": -1}}"#;
        assert!(message(solve).contains("limits.time"));
    }
}
