//! How the program ends.

use std::io;
use std::process::ExitCode;

use patience_kit::OutcomeKind;

use crate::output::say;

/// An ending, with its exit code.
#[derive(Debug)]
pub(crate) enum Exit {
    /// Solved, or done.
    Done,
    /// An instance that was not solved.
    Unsolved(OutcomeKind),
    /// A batch that was stopped before its end.
    Interrupted,
    /// The checked solution is wrong; the report says why.
    Refused,
    /// The command line or an input file is wrong.
    BadInput(anyhow::Error),
    /// Anything else.
    Failed(anyhow::Error),
}

impl Exit {
    /// The user's input is at fault.
    pub(crate) fn bad_input(error: impl Into<anyhow::Error>) -> anyhow::Error {
        anyhow::Error::new(BadInput(error.into()))
    }
}

/// Marks an error as the fault of the input.
#[derive(Debug)]
struct BadInput(anyhow::Error);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for BadInput {}

impl From<anyhow::Error> for Exit {
    fn from(error: anyhow::Error) -> Self {
        // Whoever reads our output has seen enough: nothing is wrong.
        if error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
        {
            return Self::Done;
        }
        if error.is::<BadInput>() { Self::BadInput(error) } else { Self::Failed(error) }
    }
}

/// Says what went wrong, and gives the exit code.
pub(crate) fn report(exit: Exit) -> ExitCode {
    let code = match exit {
        Exit::Done | Exit::Unsolved(OutcomeKind::Solved) => 0,
        Exit::Unsolved(OutcomeKind::Unsolvable) => 10,
        Exit::Unsolved(OutcomeKind::Exhausted) => 11,
        Exit::Unsolved(OutcomeKind::Limit) | Exit::Interrupted => 20,
        Exit::Refused => 1,
        Exit::BadInput(error) => {
            say(format_args!("error: {error:#}"));
            2
        }
        Exit::Failed(error) => {
            say(format_args!("error: {error:#}"));
            1
        }
    };
    ExitCode::from(code)
}
