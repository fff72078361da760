//! Reading one position of a puzzle: a number, a name, or text.

use patience_kit::{Fault, Kit, Loaded, Position, Values};

/// The position that a text means: a number or seed, a name, or a position in any format of the puzzle.
pub fn read(kit: &dyn Kit, text: &str, rules: &Values) -> Result<Box<dyn Position>, Fault> {
    rules.refuse_unknown(kit.about().name, &kit.rules())?;
    if kit.numbers().is_some()
        && let Ok(number) = text.trim().parse()
    {
        return kit.deal(number, rules);
    }
    // Spaces before a drawing are part of it.
    let named = kit.named(text.trim_end(), rules).or_else(|| kit.named(text.trim(), rules));
    let loaded = match named {
        Some(named) => named?,
        None => kit.read(text, rules)?,
    };
    let count = loaded.len();
    match <[Loaded; 1]>::try_from(loaded) {
        Ok([Loaded { position, .. }]) => Ok(position),
        Err(_) => {
            let one = kit.about().one;
            Err(Fault::input(format_args!("expected a single {one}, found {count}")))
        }
    }
}
