//! Reading one position of a puzzle, or a game: a number, a name, a code, a link, or text.

use patience_kit::{Fault, Kit, Loaded, Position, Values};
use serde_json::Value;

use crate::review::not_allowed;
use crate::session::{Saved, Session, Start, is_game};
use crate::words::{self, Linked};

/// The position that a text means: a number or seed, a name, a code, a link, or a position in any format of the puzzle.
///
/// ```
/// use patience_kit::Values;
/// use patience_workbench::{find, read};
///
/// let kit = find("tiles")?;
/// let board = read(kit, "617", &Values::default())?;
/// let mv = &board.moves()[0].text;
/// // A link: a number and the moves from there.
/// let after = read(kit, &format!("617/{mv}"), &Values::default())?;
/// assert_eq!(after.json(), board.play(mv)?.json());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn read(kit: &dyn Kit, text: &str, rules: &Values) -> Result<Box<dyn Position>, Fault> {
    rules.refuse_unknown(kit.about().name, &kit.rules())?;
    // Spaces before a drawing are part of it.
    let word =
        [text.trim_end(), text.trim()].into_iter().find_map(|it| words::read(kit, it, rules));
    match word {
        Some(word) => words::only(kit, word?, rules).map(|loaded| loaded.position),
        None => the_only(kit, text, rules).map(|loaded| loaded.position),
    }
}

/// The only position of a text that is no word.
fn the_only(kit: &dyn Kit, text: &str, rules: &Values) -> Result<Loaded, Fault> {
    let loaded = kit.read(text, rules)?;
    let count = loaded.len();
    match <[Loaded; 1]>::try_from(loaded) {
        Ok([loaded]) => Ok(loaded),
        Err(_) => {
            let one = kit.about().one;
            Err(Fault::input(format_args!("expected a single {one}, found {count}")))
        }
    }
}

/// A game that was read.
pub(crate) struct Opened {
    /// What the start goes by, where it has a name.
    pub(crate) name: Option<String>,
    /// Where it begins.
    pub(crate) start: Box<dyn Position>,
    /// Its moves in notation.
    pub(crate) moves: Vec<String>,
}

/// The game that a text means: what [`read`] reads, with the moves of a link, of a transcript or of JSON that we print, or a
/// saved game.
pub(crate) fn open(kit: &'static dyn Kit, text: &str, rules: &Values) -> Result<Opened, Fault> {
    rules.refuse_unknown(kit.about().name, &kit.rules())?;
    if is_game(text.trim_start()) {
        return saved(kit, text.trim_start());
    }
    let words = || [text.trim_end(), text.trim()].into_iter();
    if let Some(word) = words().find_map(|it| words::instance(kit, it, rules)) {
        let Loaded { name, position } = words::only(kit, word?, rules)?;
        let name = name.map(|name| name.replace('*', text.trim()));
        return Ok(Opened { name, start: position, moves: Vec::new() });
    }
    if let Some(linked) = words().find_map(|it| words::link(kit, it, rules)) {
        let Linked { instance, start, play } = linked?;
        let name = start.name.map(|name| name.replace('*', &instance));
        return Ok(Opened { name, start: start.position, moves: play.line.notation() });
    }
    if let Some(transcript) = transcript(kit, text, rules) {
        return transcript;
    }
    let Loaded { name, position: start } = the_only(kit, text, rules)?;
    let moves = if has_moves(text) { played(&*start, text)? } else { Vec::new() };
    Ok(Opened { name: name.map(|name| name.replace('*', kit.about().one)), start, moves })
}

/// A transcript of a game: a headline such as `deal 3, draw 3`, then numbered moves; `None` if it is none. Rules that are not the usual ones
/// must be given.
fn transcript(kit: &dyn Kit, text: &str, rules: &Values) -> Option<Result<Opened, Fault>> {
    let mut lines = text.lines();
    let (headline, first) = (lines.next()?, lines.next()?);
    let name = headline.strip_prefix(kit.about().one)?.split(',').next()?.trim();
    let name = name.trim_start_matches('#');
    first.trim_start().strip_prefix("1. ")?;
    let start = read(kit, name, rules).ok()?;
    let moves = played(&*start, text);
    Some(moves.map(|moves| Opened { name: Some(name.to_owned()), start, moves }))
}

/// Whether a text is a JSON object with moves, besides its position.
fn has_moves(text: &str) -> bool {
    let Ok(Value::Object(object)) = serde_json::from_str(text) else { return false };
    let is_line = |value: &Value| {
        value
            .as_array()
            .is_some_and(|moves| !moves.is_empty() && moves.iter().all(Value::is_string))
    };
    ["line", "moves"].into_iter().filter_map(|name| object.get(name)).any(is_line)
}

/// Moves of a text that are all legal.
fn played(start: &dyn Position, text: &str) -> Result<Vec<String>, Fault> {
    let play = start.replay(text, &Values::default())?;
    match play.refused {
        None => Ok(play.line.notation()),
        Some(refused) => Err(not_allowed(&refused)),
    }
}

/// A saved game.
fn saved(kit: &'static dyn Kit, text: &str) -> Result<Opened, Fault> {
    let saved = Saved::read(text)?;
    let name = saved.kit.about().name;
    if name != kit.about().name {
        let expected = kit.about().name;
        return Err(Fault::input(format_args!("a game of {name}: expected one of {expected}")));
    }
    let game = Session::resume(saved)?;
    let start = game.known_start()?;
    let name = match game.start() {
        Start::Seed { seed, .. } => Some(seed.to_string()),
        Start::Position { name, .. } => Some(name.clone()).filter(|name| !name.is_empty()),
    };
    Ok(Opened { name, start, moves: game.moves() })
}
