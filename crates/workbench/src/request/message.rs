//! Requests as they are written.

use std::time::Duration;

use patience_core::Limits;
use patience_kit::{Fault, Values};
use serde::Deserialize;

/// A request.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Every puzzle.
    Puzzles {},
    /// A puzzle: names, rules, engines with their settings, features, players, generators.
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
    /// Begins a game: the scenes of an instance, and of the moves of a link or a saved game.
    Open {
        /// The puzzle.
        puzzle: String,
        /// A number, name, link, code, position, or saved game; with `hidden`, nothing for a game that nobody knows.
        text: String,
        /// Values of the puzzle's rules; with `hidden`, of the rules of hidden play, too.
        #[serde(default)]
        rules: Values,
        /// Whether hidden pieces stay hidden.
        #[serde(default)]
        hidden: bool,
    },
    /// Begins a random game.
    Deal {
        /// The puzzle.
        puzzle: String,
        /// Values of the puzzle's rules; with `hidden`, of the rules of hidden play, too.
        #[serde(default)]
        rules: Values,
        /// Whether hidden pieces stay hidden.
        #[serde(default)]
        hidden: bool,
    },
    /// All that a renderer needs of a position: legal moves, places and pieces, a picture.
    Scene(At),
    /// Gives a hidden game up: where it began, and its moves.
    Reveal(At),
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
        /// Whether the answer is a scene.
        #[serde(default)]
        scene: bool,
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
    pub(super) fn limits(&self) -> Result<Limits, Fault> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| Fault::input("limits.time: expected seconds from 0"))?;
        Ok(Limits { nodes: self.nodes, time, memory: self.memory })
    }
}
