//! `patience hint rushhour`.

use std::io::Write;

use patience_catalog::OutcomeKind;
use patience_catalog::rush_hour::{Answer, Engine, NAME, solve};
use patience_core::{Cancel, Cost, Limits, Meter, Outcome, Puzzle, Stop};
use patience_rush_hour::{AnySize, Board, Cluster, Line, Metric, Move, Referee, Step};
use serde::Serialize;

use super::in_words;
use super::play::{self, Play};
use crate::args::HintRushHour;
use crate::exit::Exit;
use crate::interrupt;

pub(crate) fn run(args: &HintRushHour) -> anyhow::Result<Exit> {
    let (instance, Play { end: board, .. }) = play::read_position(&args.position)?;
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
        metric: search.metric.name(),
        outcome: OutcomeKind::of(&answer.outcome),
        stop: stop(&answer),
        distance: distance(&answer),
        next: answer.line.iter().flat_map(Line::notation).take(args.next).collect(),
        moves: None,
    };
    if let (true, Some(least)) = (args.all, hint.distance) {
        match search.all(&board, least)? {
            Ok(choices) => hint.moves = Some(choices),
            Err(stopped) => (hint.outcome, hint.stop) = (OutcomeKind::Limit, stopped),
        }
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&hint)?)?;
    } else {
        write!(out, "{}", hint.render(search.metric))?;
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
    outcome: OutcomeKind,
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
    fn render(&self, metric: Metric) -> String {
        let state = match (self.outcome, self.distance) {
            (_, Some(0)) => "solved already".to_owned(),
            (_, Some(distance)) if self.next.is_empty() => {
                format!("{} to go", in_words(metric, distance))
            }
            (_, Some(distance)) => {
                format!("{} to go; next: {}", in_words(metric, distance), self.next.join(" "))
            }
            (OutcomeKind::Unsolvable, None) => "proven unsolvable".to_owned(),
            (_, None) => "not solved".to_owned(),
        };
        let stop = self.stop.map_or_else(String::new, |stop| format!(": {stop}"));
        let choices = self.moves.iter().flatten().map(|Choice { step, distance, best }| {
            let mark = if *best { '*' } else { ' ' };
            format!("{mark} {step:5} {} to go\n", in_words(metric, *distance))
        });
        let headline = format!("{}: {state}{stop}\n", self.instance);
        std::iter::once(headline).chain(choices).collect()
    }
}

/// Every move and the distance after it.
type Distances = Vec<(Step, Cost)>;

/// Positions beyond which a search after every move is likely to be faster than to see them all; each is seen twice.
const MOST_EXPLORED: u64 = 2_000_000;

/// Exact searches from one position after the other, or of all positions at once.
struct Search {
    metric: Metric,
    limits: Limits,
    cancel: Cancel,
}

impl Search {
    fn game(&self, board: &Board) -> anyhow::Result<AnySize> {
        Engine::Exact.game(board.clone(), self.metric).map_err(Exit::bad_input)
    }

    fn from(&self, board: &Board) -> anyhow::Result<Answer> {
        Ok(solve(&self.game(board)?, &Engine::Exact, &self.limits, &self.cancel, &mut ()))
    }

    /// Every move from a board that is `least` away from its goal, the best first; or why a search was stopped.
    fn all(&self, board: &Board, least: Cost) -> anyhow::Result<Result<Vec<Choice>, Option<Stop>>> {
        let distances = match self.explored(board)? {
            Some(distances) => distances,
            None => match self.searched(board)? {
                Ok(distances) => distances,
                Err(stopped) => return Ok(Err(stopped)),
            },
        };
        let mut choices: Vec<(Cost, Choice)> = Vec::with_capacity(distances.len());
        for (step, distance) in distances {
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

    /// The distances from all positions that can be reached; none if these are too many, or the board is too large.
    fn explored(&self, board: &Board) -> anyhow::Result<Option<Distances>> {
        let AnySize::Small(game) = self.game(board)? else { return Ok(None) };
        let nodes = self.limits.nodes.map_or(MOST_EXPLORED, |nodes| nodes.min(MOST_EXPLORED));
        let limits = Limits { nodes: Some(nodes), ..self.limits };
        let mut watcher = ();
        let mut meter = Meter::start(&limits, &self.cancel, &mut watcher);
        let Ok(cluster) = Cluster::explore(&game, &game.start(), &mut meter) else {
            return Ok(None);
        };
        let rendered = |(mv, distance): (Move, Option<u16>)| {
            Some((Step::of(mv, board)?, Cost::from(distance?)))
        };
        // Where one position can be solved, all can.
        Ok(cluster.choices().into_iter().map(rendered).collect())
    }

    /// The same by a search after every move; or why one was stopped.
    fn searched(&self, board: &Board) -> anyhow::Result<Result<Distances, Option<Stop>>> {
        let mut distances = Vec::new();
        for (step, after) in children(board) {
            let answer = self.from(&after)?;
            let Some(distance) = distance(&answer) else { return Ok(Err(stop(&answer))) };
            distances.push((step, distance));
        }
        Ok(Ok(distances))
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
