//! Requests as they are written.

use std::collections::BTreeMap;
use std::time::Duration;

use patience_core::Limits;
use patience_kit::{Fault, Values};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// Values by their names.
type Fields = BTreeMap<String, Value>;

/// A request.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Desk, Request};
///
/// let read = |text: &str| serde_json::from_str::<Request>(text);
/// let request = read(r#"{"do": "play", "puzzle": "tiles", "position": "1 2/. 3", "move": "3"}"#)?;
/// let answer = Desk::new([1, 2], 8).answer(&request, &Cancel::new(), &mut ())?;
/// assert_eq!(answer["solved"], true);
/// // Nothing unknown is ignored.
/// assert!(read(r#"{"do": "puzzles", "sorted": true}"#).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
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
        #[schemars(with = "Fields")]
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
        #[schemars(with = "Fields")]
        rules: Values,
        /// Whether hidden pieces stay hidden.
        #[serde(default)]
        hidden: bool,
    },
    /// Begins a random game.
    Deal(Deal),
    /// Begins the game of a day, which is the same everywhere.
    Daily(Daily),
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
    Hint(Hint),
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
        #[schemars(with = "Fields")]
        settings: Values,
        /// What the search may spend.
        #[serde(default)]
        limits: Budget,
    },
    /// How hard a position is.
    Grade {
        /// The puzzle.
        puzzle: String,
        /// The position.
        position: String,
        /// What the measures may spend.
        #[serde(default)]
        limits: Budget,
    },
    /// A game as a file.
    Export(Export),
    /// Makes instances.
    Generate(Generate),
    /// A sheet of positions to print, as a file.
    Sheet(Sheet),
}

/// A random game.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Deal, Desk, Request};
///
/// let deal: Deal = serde_json::from_str(r#"{"puzzle": "klondike", "hidden": true}"#)?;
/// let game = Desk::new([1, 2], 8).answer(&Request::Deal(deal), &Cancel::new(), &mut ())?;
/// // The name or the link of the game would give its cards away.
/// assert!(game["hidden"] == true && game["name"].is_null() && game["link"].is_null());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Deal {
    /// The puzzle.
    pub puzzle: String,
    /// Values of the puzzle's rules; with `hidden`, of the rules of hidden play, too.
    #[serde(default)]
    #[schemars(with = "Fields")]
    pub rules: Values,
    /// Whether hidden pieces stay hidden.
    #[serde(default)]
    pub hidden: bool,
    /// Whether it must be winnable with everything known.
    #[serde(default)]
    pub winnable: bool,
    /// How hard it must be: `easy`, `medium`, `hard` or `expert`.
    pub grade: Option<String>,
    /// What the search for a winnable or graded instance may spend in all.
    #[serde(default)]
    pub limits: Budget,
}

/// The game of a day.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Daily, Desk, Request};
///
/// let game = |entropy, date: &str| {
///     let (puzzle, date) = ("tiles".to_owned(), date.to_owned());
///     let daily = Request::Daily(Daily { puzzle, date, grade: None });
///     Desk::new(entropy, 8).answer(&daily, &Cancel::new(), &mut ())
/// };
/// assert_eq!(game([1, 2], "2026-11-16")?["link"], game([3, 4], "2026-11-16")?["link"]);
/// assert!(game([1, 2], "2026-02-29").is_err(), "there is no such day");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Daily {
    /// The puzzle.
    pub puzzle: String,
    /// The day, such as `2026-11-16`.
    pub date: String,
    /// How hard it must be: `easy`, `medium`, `hard` or `expert`.
    pub grade: Option<String>,
}

/// The best move of a position.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Desk, Hint, Request};
///
/// let text = r#"{"puzzle": "tiles", "position": "1 2 3/4 5 6/7 . 8", "all": true}"#;
/// let hint: Hint = serde_json::from_str(text)?;
/// let answer = Desk::new([1, 2], 8).answer(&Request::Hint(hint), &Cancel::new(), &mut ())?;
/// assert_eq!(answer["best"], "8");
/// assert_eq!(answer["moves"][0]["move"], "8", "the best comes first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Hint {
    /// The puzzle.
    pub puzzle: String,
    /// The position.
    pub position: String,
    /// The metric; the default one otherwise.
    pub metric: Option<String>,
    /// Whether every legal move is judged.
    #[serde(default)]
    pub all: bool,
    /// Whether distances are wanted where they are expensive, too.
    #[serde(default)]
    pub distances: bool,
    /// Whether only what a player sees of the position may be used, also where more of it is known.
    #[serde(default)]
    pub hidden: bool,
    /// Where pieces are hidden: the seed of random numbers, as text; 1 otherwise.
    pub seed: Option<String>,
    /// Where pieces are hidden: games after each of the best moves, which measure its chance.
    pub games: Option<u64>,
    /// What the hint may spend in all.
    #[serde(default)]
    pub limits: Budget,
}

/// Instances to make.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Desk, Generate, Request};
///
/// let text = r#"{"puzzle": "tiles", "count": 2, "seed": "7"}"#;
/// let generate: Generate = serde_json::from_str(text)?;
/// let make = |desk: &Desk| {
///     desk.answer(&Request::Generate(generate.clone()), &Cancel::new(), &mut ())
/// };
/// // What is made depends on the seed alone.
/// let made = make(&Desk::new([1, 2], 8))?;
/// assert_eq!(made["made"].as_array().map(Vec::len), Some(2));
/// assert_eq!(made, make(&Desk::new([3, 4], 8))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Generate {
    /// The puzzle.
    pub puzzle: String,
    /// The generator; the first one otherwise.
    pub maker: Option<String>,
    /// Values of its settings.
    #[serde(default)]
    #[schemars(with = "Fields")]
    pub settings: Values,
    /// How many to make; 1 otherwise.
    pub count: Option<u32>,
    /// The seed of the generator, as text.
    pub seed: Option<String>,
    /// What it may spend in all.
    #[serde(default)]
    pub limits: Budget,
}

/// A game as a file.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Desk, Export, Request};
///
/// let text = r#"{"puzzle": "tiles", "position": "1 2/. 3", "moves": ["3"], "format": "json"}"#;
/// let export: Export = serde_json::from_str(text)?;
/// let file = Desk::new([1, 2], 8).answer(&Request::Export(export), &Cancel::new(), &mut ())?;
/// assert_eq!((&file["name"], &file["type"]), (&"tiles.json".into(), &"application/json".into()));
/// assert!(file["text"].as_str().is_some_and(|text| text.contains("\"moves\"")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Export {
    /// The puzzle.
    pub puzzle: String,
    /// The position before the first move.
    pub position: String,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
    /// `json`, `svg`, `animation`, `player`, `link`, `code`, or a format of the puzzle's positions or lines.
    pub format: String,
    /// `position` or `moves`, where the puzzle has a format of this name for both.
    pub of: Option<String>,
    /// What the game goes by.
    pub name: Option<String>,
    /// The colours of pictures: `table`, `light` or `print`.
    pub theme: Option<String>,
}

/// A sheet of positions to print.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Desk, Request, Sheet};
///
/// let text = r#"{"puzzle": "tiles", "positions": ["1 2/. 3"], "answers": false}"#;
/// let mut sheet: Sheet = serde_json::from_str(text)?;
/// let desk = Desk::new([1, 2], 8);
/// let file = desk.answer(&Request::Sheet(sheet.clone()), &Cancel::new(), &mut ())?;
/// assert_eq!((&file["name"], &file["type"]), (&"tiles-sheet.html".into(), &"text/html".into()));
/// sheet.per_page = Some(5);
/// assert!(desk.answer(&Request::Sheet(sheet), &Cancel::new(), &mut ()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Sheet {
    /// The puzzle.
    pub puzzle: String,
    /// The positions: numbers, names, codes or text.
    pub positions: Vec<String>,
    /// The title; the name of the puzzle otherwise.
    pub title: Option<String>,
    /// Whether answers follow the boards.
    #[serde(default = "yes")]
    pub answers: bool,
    /// Boards a page: 1, 2, 4, 6, 9 or 12; 6 otherwise.
    pub per_page: Option<usize>,
    /// What the grades and answers may spend in all.
    #[serde(default)]
    pub limits: Budget,
}

fn yes() -> bool {
    true
}

/// A position of a puzzle.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{At, Desk, Request};
///
/// let at = At { puzzle: "tiles".to_owned(), position: "1 2/. 3".to_owned() };
/// let desk = Desk::new([1, 2], 8);
/// let moves = desk.answer(&Request::Moves(at.clone()), &Cancel::new(), &mut ())?;
/// assert_eq!(moves.as_array().map(Vec::len), Some(2));
/// let picture = desk.answer(&Request::Svg(at), &Cancel::new(), &mut ())?;
/// assert!(picture.as_str().is_some_and(|svg| svg.starts_with("<svg")));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct At {
    /// The puzzle.
    pub puzzle: String,
    /// The position.
    pub position: String,
}

/// Limits of a request.
///
/// ```
/// use patience_core::Cancel;
/// use patience_workbench::request::{Budget, Desk, Request};
///
/// let solve: serde_json::Value = serde_json::from_str(
///     r#"{"do": "solve", "puzzle": "tiles", "position": "8 1 3/4 . 2/7 6 5", "limits": {"nodes": 1}}"#,
/// )?;
/// let desk = Desk::new([1, 2], 8);
/// let answer = desk.answer_text(&solve.to_string(), &Cancel::new(), &mut ());
/// assert_eq!(answer["ok"]["stop"], "nodes");
/// // Limits that are not named are not set.
/// let Request::Solve { limits, .. } = serde_json::from_value(solve)? else { panic!("it solves") };
/// assert_eq!((limits.nodes, limits.time, limits.memory), (Some(1), None, None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
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
        let time =
            time.map_err(|_| Fault::input("limits.time: expected seconds from 0 to 1.8e19"))?;
        Ok(Limits { nodes: self.nodes, time, memory: self.memory })
    }
}
