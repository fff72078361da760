//! `patience hint rushhour`.

use std::io::Write;

use patience_catalog::Verdict;
use patience_catalog::rush_hour::{Answer, Engine, NAME, metric_name, solve};
use patience_core::{Cancel, Cost, Limits, Outcome, Stop};
use patience_puzzles::rush_hour::{Board, Line, Metric, Referee, Step};
use serde::Serialize;

use super::{in_words, instances, play};
use crate::args::HintRushHour;
use crate::exit::Exit;
use crate::instance::refuse_two_inputs;
use crate::interrupt;

pub(crate) fn run(args: &HintRushHour) -> anyhow::Result<Exit> {
    refuse_two_inputs([&args.instance, args.after.as_deref().unwrap_or("")], "BOARD and --after")?;
    let instance = instances::read_one(&args.instance)?;
    let board = match &args.after {
        Some(after) => play::play_all(&instance.position, after)?.end,
        None => instance.position,
    };
    let search = Search {
        metric: args.metric.into(),
        limits: args.budget.limits(1, None),
        cancel: interrupt::cancel_on_interrupt()?,
    };
    let answer = search.from(&board)?;
    let mut hint = Hint {
        puzzle: NAME,
        instance: instance.name,
        board: board.letters(),
        metric: metric_name(search.metric),
        outcome: Verdict::of(&answer.outcome),
        stop: stop(&answer),
        distance: distance(&answer),
        next: answer.line.iter().flat_map(Line::notation).take(args.next).collect(),
        moves: None,
    };
    if let (true, Some(least)) = (args.all, hint.distance) {
        match search.all(&board, least)? {
            Ok(choices) => hint.moves = Some(choices),
            Err(stopped) => (hint.outcome, hint.stop) = (Verdict::Limit, stopped),
        }
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&hint)?)?;
    } else {
        write!(out, "{}", hint.told(search.metric))?;
    }
    Ok(Exit::Unsolved(hint.outcome))
}

/// What is said of a position. Its fields are file format.
#[derive(Serialize)]
struct Hint {
    puzzle: &'static str,
    instance: String,
    /// The letters of the position that the hint is for.
    board: String,
    metric: &'static str,
    outcome: Verdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Stop>,
    distance: Option<Cost>,
    /// The first moves of a shortest way.
    next: Vec<String>,
    /// Every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Choice>>,
}

/// A move and where it leads.
#[derive(Serialize)]
struct Choice {
    #[serde(rename = "move")]
    step: String,
    /// What is left to go after it.
    distance: Cost,
    /// Whether it begins a shortest way.
    best: bool,
}

impl Hint {
    fn told(&self, metric: Metric) -> String {
        let mut out = format!("{}: ", self.instance);
        out += &match (self.outcome, self.distance) {
            (_, Some(0)) => "solved already".to_owned(),
            (_, Some(distance)) => {
                let next = match &self.next[..] {
                    [] => String::new(),
                    next => format!("; next: {}", next.join(" ")),
                };
                format!("{} to go{next}", in_words(metric, distance))
            }
            (Verdict::Unsolvable, None) => "proven unsolvable".to_owned(),
            (_, None) => "not solved".to_owned(),
        };
        if let Some(stop) = self.stop {
            out += &format!(": {stop}");
        }
        out.push('\n');
        for Choice { step, distance, best } in self.moves.iter().flatten() {
            let mark = if *best { "*" } else { " " };
            out += &format!("{mark} {step:5} {} to go\n", in_words(metric, *distance));
        }
        out
    }
}

/// Exact searches from one position after the other.
struct Search {
    metric: Metric,
    limits: Limits,
    cancel: Cancel,
}

impl Search {
    fn from(&self, board: &Board) -> anyhow::Result<Answer> {
        let engine = Engine::Exact;
        let game = engine.game(board.clone(), self.metric).map_err(Exit::bad_input)?;
        Ok(solve(&game, &engine, &self.limits, &self.cancel, &mut ()))
    }

    /// Every move from a board that is `least` away from its goal, the best first; or why a search was stopped.
    fn all(&self, board: &Board, least: Cost) -> anyhow::Result<Result<Vec<Choice>, Option<Stop>>> {
        let mut choices = Vec::new();
        for (step, after) in children(board) {
            let answer = self.from(&after)?;
            let Some(distance) = distance(&answer) else { return Ok(Err(stop(&answer))) };
            let cost = match self.metric {
                Metric::Slides => 1,
                Metric::Steps => Cost::from(step.by.unsigned_abs()),
            };
            let best = cost + distance == least;
            choices.push((cost + distance, Choice { step: step.to_string(), distance, best }));
        }
        choices.sort_by_key(|(total, _)| *total);
        Ok(Ok(choices.into_iter().map(|(_, choice)| choice).collect()))
    }
}

/// Every slide that the referee allows, and the board after it.
fn children(board: &Board) -> Vec<(Step, Board)> {
    let mut children = Vec::new();
    for vehicle in board.vehicles() {
        for sign in [1, -1] {
            let mut referee = Referee::new(board);
            let one = Step { letter: vehicle.letter, by: sign };
            for by in 1.. {
                if referee.play(one).is_err() {
                    break;
                }
                children.push((Step { by: sign * by, ..one }, referee.board()));
            }
        }
    }
    children
}

fn distance(answer: &Answer) -> Option<Cost> {
    match &answer.outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        _ => None,
    }
}

fn stop(answer: &Answer) -> Option<Stop> {
    match answer.outcome {
        Outcome::LimitReached(stop) => Some(stop),
        _ => None,
    }
}
