//! Policies: reading them, and `patience show policy`.

mod sample;
pub(crate) mod show;

use anyhow::anyhow;
use patience_catalog::policy::Policy;

use crate::exit::Exit;
use crate::input;

/// Reads a policy for whatever puzzle it is for.
fn read_any(path: &str) -> anyhow::Result<Policy> {
    Policy::parse(&input::text(path)?).map_err(|error| {
        let (name, line, column) = (input::name(path), error.line, error.column);
        Exit::bad_input(anyhow!("{name}:{line}:{column}: {}", error.message))
    })
}
