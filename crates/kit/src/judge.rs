//! Judging every legal move of a position.

use std::collections::HashMap;

use patience_core::{Cost, Meter};
use serde::Serialize;

use crate::{Answer, End, Fault, Game, Setup};

/// Whether a position, or a move, is won.
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
}

/// A position with the verdicts of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judgement {
    /// Whether the position is won.
    pub verdict: Verdict,
    /// The least cost of a solution, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Cost>,
    /// A move that keeps the game won, the nearest to the goal where distances are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Every legal move.
    pub moves: Vec<Judged>,
}

/// Judges with the engine of [`Game::judge_with`]. All searches share the meter, so that its limits hold for the whole.
pub fn judge_each<G: Game>(
    game: &G,
    position: &G::Position,
    meter: &mut Meter<'_>,
) -> Result<Judgement, Fault> {
    let name = game.judge_with();
    let engines = game.engines();
    let about = engines
        .iter()
        .find(|engine| engine.name == name)
        .ok_or_else(|| Fault::unknown("engine", name, engines.iter().map(|engine| engine.name)))?;
    let engine = game.prepare(about, &Setup::default())?;
    judge_by(game, position, |position| game.solve(&engine, position, meter))
}

/// Judges by solving: the position first, then what each move leads to, equal classes once. Where the position itself is lost, so are all
/// its moves, and none is searched.
pub fn judge_by<G: Game>(
    game: &G,
    position: &G::Position,
    mut answer: impl FnMut(&G::Position) -> Result<Answer, Fault>,
) -> Result<Judgement, Fault> {
    let mut solve = |position: &G::Position| -> Result<Solved, Fault> {
        let answer = answer(position)?;
        let distance = match answer.end {
            End::Solved { cost, optimal: true } => Some(cost),
            _ => None,
        };
        let first = answer.line.and_then(|line| line.notation().into_iter().next());
        Ok(Solved { verdict: Verdict::from(&answer.end), distance, first })
    };
    let root = solve(position)?;
    let mut known: HashMap<String, (Verdict, Option<Cost>)> = HashMap::new();
    let mut moves = Vec::new();
    for mv in game.moves(position) {
        let (verdict, distance) = if root.verdict == Verdict::Loses {
            (Verdict::Loses, None)
        } else {
            let child = game.play(position, &mv.text)?;
            let class = game.class(&child);
            match known.get(&class) {
                Some(&judged) => judged,
                None => {
                    let Solved { verdict, distance, .. } = solve(&child)?;
                    known.insert(class, (verdict, distance));
                    (verdict, distance)
                }
            }
        };
        moves.push(Judged { mv: mv.text, verdict, distance });
    }
    let wins = moves.iter().filter(|judged| judged.verdict == Verdict::Wins);
    let nearest = wins.min_by_key(|judged| judged.distance.unwrap_or(Cost::MAX));
    let best = match (nearest, root.first) {
        (Some(judged), _) if judged.distance.is_some() => Some(judged.mv.clone()),
        (_, Some(first)) => Some(first),
        (nearest, None) => nearest.map(|judged| judged.mv.clone()),
    };
    Ok(Judgement { verdict: root.verdict, distance: root.distance, best, moves })
}

/// What a search says of one position.
struct Solved {
    verdict: Verdict,
    distance: Option<Cost>,
    first: Option<String>,
}
