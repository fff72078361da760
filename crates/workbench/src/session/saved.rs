//! The file of a game: plain text that a person can read, and that resumes it.
//!
//! ```text
//! # Patience game, version 1
//! # Resume with: patience play PUZZLE --interactive PUZZLE-617.game.txt
//! puzzle: PUZZLE
//! seed: 617
//! rule stock: unseen
//! moves:
//!   T w-3 5-h
//! undone:
//!   T
//! ```
//!
//! Instead of a seed there may be a `name:` and a `position:`, whose lines follow, each after two spaces.

use std::fmt::Write;

use patience_kit::{Fault, Field, FieldKind, Kit, Values, rows, shown};
use serde_json::Value;

use crate::registry::find;

/// How every first line begins.
const MARK: &str = "# Patience game, version ";
const VERSION: &str = "1";
/// What lines of a block begin with.
const INDENT: &str = "  ";

/// Where a game began.
///
/// ```
/// use patience_kit::Values;
/// use patience_workbench::find;
/// use patience_workbench::session::{Saved, Start};
///
/// let start = Start::Seed { seed: 617, rules: Values::from_iter([("draw", 3)]) };
/// assert_eq!((start.name(), start.rules().get("draw")), ("617".to_owned(), Some(&3.into())));
/// // A file keeps it.
/// let kit = find("klondike")?;
/// let saved = Saved { kit, start: start.clone(), moves: vec![], undone: vec![] };
/// assert_eq!(Saved::read(&saved.write("a note"))?.start, start);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// The game of a seed, by rules that differ from the usual ones.
    Seed {
        /// The seed.
        seed: u64,
        /// The rules that were chosen.
        rules: Values,
    },
    /// A position.
    Position {
        /// What it goes by.
        name: String,
        /// All of it, in the format of [`About::exchange`](patience_kit::About::exchange).
        text: String,
        /// Rules of hidden play that were chosen; the others are in the text.
        rules: Values,
    },
}

impl Start {
    /// What the game goes by: its seed, or the name of the position.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Seed { seed, .. } => seed.to_string(),
            Self::Position { name, .. } => name.clone(),
        }
    }

    /// The rules that were chosen.
    #[must_use]
    pub fn rules(&self) -> &Values {
        match self {
            Self::Seed { rules, .. } | Self::Position { rules, .. } => rules,
        }
    }
}

/// A game as it is kept in a file.
///
/// ```
/// use patience_workbench::session::Saved;
///
/// let text = "# Patience game, version 1\npuzzle: klondike\nseed: 617\nmoves:\n  T T\nundone:\n  T\n";
/// let saved = Saved::read(text)?;
/// assert_eq!((saved.start.name(), saved.moves.len(), saved.undone.len()), ("617".to_owned(), 2, 1));
/// assert_eq!(Saved::read(&saved.write("a note"))?.moves, saved.moves);
/// // Errors have a place.
/// let fault = Saved::read(&text.replace("seed: 617", "seed: many")).err();
/// assert_eq!(fault.and_then(|fault| fault.place), Some((3, 1)));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone)]
pub struct Saved {
    /// The puzzle.
    pub kit: &'static dyn Kit,
    /// Where the game began.
    pub start: Start,
    /// The moves so far.
    pub moves: Vec<String>,
    /// Moves that were taken back, in the order in which they would be played again.
    pub undone: Vec<String>,
}

/// Whether a text is the file of a game, of any version.
///
/// ```
/// use patience_workbench::session::{Saved, is_game};
///
/// assert!(!is_game("puzzle: tiles"));
/// // So is a game of a later version, though it cannot be read.
/// let later = "# Patience game, version 99\npuzzle: tiles\n";
/// assert!(is_game(later) && Saved::read(later).is_err());
/// ```
#[must_use]
pub fn is_game(text: &str) -> bool {
    text.starts_with(MARK)
}

impl Saved {
    /// The text of the file, with a note for people in its second line.
    #[must_use]
    pub fn write(&self, note: &str) -> String {
        let mut out = format!("{MARK}{VERSION}\n# {note}\npuzzle: {}\n", self.kit.about().name);
        // Writing to a string cannot fail.
        let _ = match &self.start {
            Start::Seed { seed, .. } => writeln!(out, "seed: {seed}"),
            Start::Position { name, .. } => writeln!(out, "name: {}", one_line(name)),
        };
        for (name, value) in &self.start.rules().0 {
            let _ = writeln!(out, "rule {name}: {}", shown(value));
        }
        if let Start::Position { text, .. } = &self.start {
            block(&mut out, "position", text);
        }
        block(&mut out, "moves", &rows(&self.moves));
        if !self.undone.is_empty() {
            block(&mut out, "undone", &rows(&self.undone));
        }
        out
    }

    /// Reads the text of a file. Whether the moves are legal is found out when the game is resumed.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let Some(rest) = text.strip_prefix(MARK) else {
            return Err(Fault::input(format_args!(
                "this is not a saved game: expected the line `{MARK}{VERSION}`"
            ))
            .at(1, 1));
        };
        let version = rest.lines().next().unwrap_or_default().trim();
        if version != VERSION {
            return Err(Fault::input(format_args!(
                "a saved game of version {version}: this program reads version {VERSION}"
            ))
            .at(1, MARK.len() + 1));
        }
        let mut parts = Parts::default();
        parts.read(text)?;
        parts.finish()
    }
}

/// A name on one line.
fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn block(out: &mut String, key: &str, text: &str) {
    let _ = writeln!(out, "{key}:");
    for line in text.lines() {
        let _ = writeln!(out, "{}", format_args!("{INDENT}{line}"));
    }
}

/// The parts of a file as they are read, each with its line.
#[derive(Default)]
struct Parts {
    kit: Option<&'static dyn Kit>,
    seed: Option<u64>,
    name: Option<String>,
    rules: Vec<(usize, String, String)>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    undone: Vec<String>,
}

impl Parts {
    fn read(&mut self, text: &str) -> Result<(), Fault> {
        let mut lines = (1..).zip(text.lines()).peekable();
        while let Some((number, line)) = lines.next() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let fault = |message: String| Fault::input(message).at(number, 1);
            let Some((key, value)) = line.split_once(':') else {
                let expected = "expected puzzle, seed, name, rule, position, moves or undone";
                return Err(fault(format!("{expected}, each with a colon")));
            };
            let value = value.trim();
            let mut block = || {
                let mut text = String::new();
                let is_inside = |line: &str| line.starts_with(INDENT) || line.trim().is_empty();
                while let Some((_, line)) = lines.next_if(|(_, line)| is_inside(line)) {
                    text.push_str(line.strip_prefix(INDENT).unwrap_or_default());
                    text.push('\n');
                }
                text
            };
            let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
            match key {
                "puzzle" => {
                    self.kit = Some(find(value).map_err(|fault| fault.at(number, 1))?);
                }
                "seed" => {
                    let seed = value.parse();
                    self.seed = Some(seed.map_err(|_| {
                        fault(format!("expected the number of a seed, found `{value}`"))
                    })?);
                }
                "name" => self.name = Some(value.to_owned()),
                "position" => self.position = Some(block()),
                "moves" => self.moves = Some(words(block())),
                "undone" => self.undone = words(block()),
                _ => match key.strip_prefix("rule ") {
                    Some(rule) => {
                        self.rules.push((number, rule.trim().to_owned(), value.to_owned()));
                    }
                    None => return Err(fault(format!("unknown part `{key}`"))),
                },
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Saved, Fault> {
        let missing = |what: &str| Fault::input(format_args!("the saved game has no {what}"));
        let kit = self.kit.ok_or_else(|| missing("`puzzle:`"))?;
        let moves = self.moves.ok_or_else(|| missing("`moves:`"))?;
        let mut fields = kit.rules();
        fields.extend(kit.players().map(|players| players.rules()).unwrap_or_default());
        let mut rules = Values::default();
        for (line, name, text) in self.rules {
            let Some(field) = fields.iter().find(|field| field.name == name) else {
                let known = fields.iter().map(|field| field.name);
                return Err(Fault::unknown("rule", &name, known).at(line, 1));
            };
            let value = value_of(field, &text);
            field.check(&value).map_err(|fault| fault.at(line, 1))?;
            rules.set(field.name, value);
        }
        let start = match (self.seed, self.position) {
            (Some(seed), None) => Start::Seed { seed, rules },
            (None, Some(text)) => {
                let name = self.name.unwrap_or_else(|| kit.about().one.to_owned());
                Start::Position { name, text, rules }
            }
            (None, None) => return Err(missing("`seed:` and no `position:`")),
            (Some(_), Some(_)) => {
                return Err(Fault::input("the saved game has a `seed:` and a `position:`"));
            }
        };
        Ok(Saved { kit, start, moves, undone: self.undone })
    }
}

/// A value of a rule as [`shown`] writes it.
fn value_of(field: &Field, text: &str) -> Value {
    match field.kind {
        FieldKind::Flag
        | FieldKind::Integer { .. }
        | FieldKind::Number { .. }
        | FieldKind::Size => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
        FieldKind::Choice { .. } | FieldKind::Text | FieldKind::Content | FieldKind::Path => {
            text.into()
        }
    }
}
