//! The command line that resumes an interrupted command, as a shell reads it.

use std::ffi::OsString;

use patience_workbench::quoted;

use crate::output::say;

/// Says how to resume this command by the same command line. Not if `quiet`.
pub(crate) fn say_same(quiet: bool) {
    let mut words = std::env::args_os();
    let program = words.next();
    say_command(quiet, program, words);
}

/// Says how to resume this command by other arguments of the same program. Not if `quiet`.
pub(crate) fn say_other(quiet: bool, arguments: impl IntoIterator<Item = impl Into<OsString>>) {
    say_command(quiet, std::env::args_os().next(), arguments.into_iter().map(Into::into));
}

fn say_command(quiet: bool, program: Option<OsString>, arguments: impl Iterator<Item = OsString>) {
    if !quiet {
        let program = program.unwrap_or_else(|| "patience".into());
        // Text that is not Unicode cannot be printed: its bytes become replacement characters.
        let words = std::iter::once(program).chain(arguments);
        let words: Vec<String> = words.map(|word| quoted(&word.to_string_lossy())).collect();
        say(format_args!("Resume with: {}", words.join(" ")));
    }
}
