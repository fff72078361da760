//! Why a game cannot go on.

use std::io;

use patience_kit::Fault;

/// Why a game cannot go on.
///
/// ```
#[doc = include_str!("../doc/game.rs")]
/// use patience_terminal::{Error, Input, play_lines};
///
/// let from = Box::new(&[b'8'; 1 << 16][..]);
/// let input = Input::Typed { from, name: "standard input", is_prompted: false };
/// match play_lines(&mut game, input, &mut Vec::new(), &Cancel::new()) {
///     Err(Error::Fault(fault)) => {
///         assert_eq!(fault.message, "standard input, line 1: expected a short line");
///     }
///     _ => panic!("the line is too long"),
/// }
/// # Ok::<(), patience_terminal::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input or the position is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The terminal cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
