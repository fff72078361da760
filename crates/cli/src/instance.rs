//! What a command is about: a position with a name.

use anyhow::anyhow;

use crate::exit::Exit;

/// A deal or a board with the name that results carry.
#[derive(Clone, Debug)]
pub(crate) struct Instance<P> {
    pub(crate) name: String,
    pub(crate) position: P,
}

/// A command reads standard input once: not for both the instance and something else.
pub(crate) fn refuse_two_inputs(inputs: &[&str], names: &str) -> anyhow::Result<()> {
    if 1 < inputs.iter().filter(|&&input| input == "-").count() {
        return Err(Exit::bad_input(anyhow!("only one of {names} can be standard input")));
    }
    Ok(())
}
