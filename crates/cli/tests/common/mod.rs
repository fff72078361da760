//! Running the program.
#![allow(dead_code, reason = "every test file uses its own part of this")]

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread;

/// The program, with its output piped.
pub(crate) fn patience<'a>(args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patience"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ending {
    /// The exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ending {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Self {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

/// Runs the program to its end; `line` is split at spaces.
pub(crate) fn run(line: &str) -> Ending {
    wait(patience(line.split(' ')).spawn().expect("the program starts"))
}

/// Runs the program with `input` on its standard input.
pub(crate) fn run_with(line: &str, input: impl Into<Vec<u8>>) -> Ending {
    feed(&mut patience(line.split(' ')), input.into())
}

/// Runs a command with `input` on its standard input.
pub(crate) fn feed(command: &mut Command, input: Vec<u8>) -> Ending {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // A program may end without reading everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let ending = wait(child);
    writer.join().expect("writing does not panic");
    ending
}

/// Waits for the end.
pub(crate) fn wait(child: Child) -> Ending {
    child.wait_with_output().expect("the program can be waited for").into()
}
