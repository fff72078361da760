//! Reading one position of a puzzle: a number, a name, a code, a link, or text.

use patience_kit::{Fault, Kit, Loaded, Position, Values};

use crate::words;

/// The position that a text means: a number or seed, a name, a code, a link, or a position in any format of the puzzle.
pub fn read(kit: &dyn Kit, text: &str, rules: &Values) -> Result<Box<dyn Position>, Fault> {
    rules.refuse_unknown(kit.about().name, &kit.rules())?;
    // Spaces before a drawing are part of it.
    let word =
        [text.trim_end(), text.trim()].into_iter().find_map(|it| words::read(kit, it, rules));
    if let Some(word) = word {
        return words::only(kit, word?, rules).map(|loaded| loaded.position);
    }
    let loaded = kit.read(text, rules)?;
    let count = loaded.len();
    match <[Loaded; 1]>::try_from(loaded) {
        Ok([Loaded { position, .. }]) => Ok(position),
        Err(_) => {
            let one = kit.about().one;
            Err(Fault::input(format_args!("expected a single {one}, found {count}")))
        }
    }
}
