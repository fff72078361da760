//! Positions as answers carry them: all that a renderer needs, and nothing that is hidden.

use patience_kit::{Fault, Kit, MoveInfo, Position, Values};
use serde::Serialize;
use serde_json::{Value, json};

use super::worlds;
use crate::session::Session;

/// A position that a request is about.
pub(super) enum Table {
    /// Everything is visible.
    Open(&'static dyn Kit, Box<dyn Position>),
    /// The key of a game with hidden pieces, and the game.
    Hidden(String, Session),
}

/// A legal move.
#[derive(Serialize)]
struct SceneMove {
    #[serde(flatten)]
    info: MoveInfo,
    /// The move in words, where the puzzle has words.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
}

impl Table {
    /// Every legal move.
    pub(super) fn moves(&self) -> Vec<MoveInfo> {
        match self {
            Self::Open(_, position) => position.moves(),
            Self::Hidden(_, game) => game.legal(),
        }
    }

    /// What who plays may see of the position.
    pub(super) fn look<T>(&self, look: impl FnOnce(&dyn Position) -> T) -> T {
        match self {
            Self::Open(_, position) => look(&**position),
            Self::Hidden(_, game) => game.visible(|position| look(&**position)),
        }
    }

    /// The position after a move in any spelling.
    pub(super) fn play(self, mv: &str) -> Result<Self, Fault> {
        match self {
            Self::Open(kit, position) => Ok(Self::Open(kit, position.play(mv)?)),
            Self::Hidden(key, mut game) => {
                let played = game.play(mv)?;
                if let Some(refused) = played.refused {
                    return Err(Fault::input(format_args!(
                        "{}: {}",
                        refused.notation, refused.reason
                    )));
                }
                match played.moves.len() {
                    1 => Ok(Self::Hidden(key, game)),
                    count => Err(Fault::input(format_args!("expected one move, found {count}"))),
                }
            }
        }
    }

    /// The position in an error if it is hidden: it may be asked other things.
    pub(super) fn open(self, what: &str) -> Result<(&'static dyn Kit, Box<dyn Position>), Fault> {
        match self {
            Self::Open(kit, position) => Ok((kit, position)),
            Self::Hidden(..) => Err(Fault::input(format_args!(
                "`{what}` needs to see everything, and pieces of this game are hidden: ask for a `hint`, or give the game up with `reveal`"
            ))),
        }
    }

    /// The position as its player sees it.
    pub(super) fn covered(self) -> Result<Box<dyn Position>, Fault> {
        match self {
            Self::Hidden(_, game) => Ok(game.seen()),
            Self::Open(kit, position) => match kit.players() {
                Some(players) => players.view(&position, &Values::default(), true),
                None => Ok(position),
            },
        }
    }

    /// The small answer: the position and whether it is solved.
    pub(super) fn state(&self) -> Result<Value, Fault> {
        match self {
            Self::Open(kit, position) => Ok(json!({
                "position": position.write(kit.about().exchange)?,
                "code": position.code(),
                "solved": position.is_solved(),
            })),
            Self::Hidden(key, game) => Ok(json!({
                "position": worlds::word(key, &game.moves()),
                "solved": game.is_won(),
            })),
        }
    }

    /// Every legal move with its words.
    fn scene_moves(&self) -> Vec<SceneMove> {
        match self {
            Self::Open(_, position) => {
                let words = |mv: &str| {
                    let line = position.replay(mv, &Values::default()).ok()?.line;
                    line.words().into_iter().next().filter(|words| words != mv)
                };
                let moves = position.moves().into_iter();
                moves.map(|info| SceneMove { words: words(&info.text), info }).collect()
            }
            Self::Hidden(_, game) => {
                let Some(players) = game.kit().players() else { return Vec::new() };
                let moves = game.visible(|seen| players.moves(seen)).into_iter();
                moves.map(|(info, words)| SceneMove { words: Some(words), info }).collect()
            }
        }
    }

    /// All that a renderer needs.
    pub(super) fn scene(&self) -> Result<Value, Fault> {
        let moves = self.scene_moves();
        let (view, svg, safe) = self.look(|seen| (seen.view(), seen.svg(), seen.safe_move()));
        match self {
            Self::Open(kit, position) => {
                let code = position.code();
                Ok(json!({
                    "position": code,
                    "text": position.write(kit.about().exchange)?,
                    "code": code,
                    "solved": position.is_solved(),
                    "stuck": moves.is_empty() && !position.is_solved(),
                    "hidden": false,
                    "moves": moves,
                    "safe": safe,
                    "view": view,
                    "svg": svg,
                }))
            }
            Self::Hidden(key, game) => Ok(json!({
                "position": worlds::word(key, &game.moves()),
                "solved": game.is_won(),
                "stuck": game.is_stuck(),
                "hidden": true,
                "moves": moves,
                "safe": safe,
                "view": view,
                "svg": svg,
            })),
        }
    }
}
