//! The registry: the only place outside the puzzle crates that names a puzzle.

use patience_kit::{Fault, Kit};

/// Every puzzle, one line each.
static KITS: &[&dyn Kit] = &[
    &patience_freecell::KIT,
    &patience_klondike::KIT,
    &patience_rush_hour::KIT,
    &patience_peg::KIT,
    &patience_tiles::KIT,
];

/// Every puzzle.
///
/// ```
/// let names: Vec<&str> = patience_workbench::kits().iter().map(|kit| kit.about().name).collect();
/// assert!(names.contains(&"freecell"));
/// ```
#[must_use]
pub fn kits() -> &'static [&'static dyn Kit] {
    KITS
}

/// The puzzle of a name.
///
/// ```
/// let kit = patience_workbench::find("tiles")?;
/// assert_eq!(kit.about().name, "tiles");
/// assert!(patience_workbench::find("chess").is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn find(name: &str) -> Result<&'static dyn Kit, Fault> {
    let known = || KITS.iter().map(|kit| kit.about().name);
    KITS.iter()
        .copied()
        .find(|kit| kit.about().name == name)
        .ok_or_else(|| Fault::unknown("puzzle", name, known()))
}
