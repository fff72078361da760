//! The command line that resumes an interrupted command, as a shell reads it.

use std::ffi::{OsStr, OsString};

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
        let words: Vec<String> =
            std::iter::once(program).chain(arguments).map(|word| quoted(&word)).collect();
        say(format_args!("Resume with: {}", words.join(" ")));
    }
}

/// A word as a shell reads it: in single quotes where it has other characters than those of plain names and numbers.
///
/// Text that is not Unicode cannot be printed: its bytes become replacement characters.
pub(crate) fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:,=+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_stay_and_others_are_quoted() {
        for plain in ["1..=32000", "--out", "runs/a-b.jsonl", "search.horizon=4", "50%"] {
            assert_eq!(quoted(OsStr::new(plain)), plain);
        }
        for (word, expected) in [
            ("", "''"),
            ("T w-h", "'T w-h'"),
            ("it's", r"'it'\''s'"),
            ("~a", "'~a'"),
            ("a;b", "'a;b'"),
        ] {
            assert_eq!(quoted(OsStr::new(word)), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_quoted_words_back() {
        for word in ["a b", "it's", "$HOME", "a\"b`c`\\", "*?[x]{1,2}", "#", "!", "~", "ü ♠", "\n"]
        {
            let script = format!("printf %s {}", quoted(OsStr::new(word)));
            let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word, "{script}");
        }
    }
}
