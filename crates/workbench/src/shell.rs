//! Words as a shell reads them.

/// A word as a shell reads it: in single quotes where it has other characters than those of plain names and numbers.
///
/// ```
/// use patience_workbench::quoted;
///
/// assert_eq!(quoted("617"), "617");
/// assert_eq!(quoted("it's"), r"'it'\''s'");
/// ```
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:,=+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_stay_and_others_are_quoted() {
        for plain in ["1..=32000", "--out", "runs/a-b.jsonl", "search.horizon=4", "50%"] {
            assert_eq!(quoted(plain), plain);
        }
        for (word, expected) in [
            ("", "''"),
            ("T w-h", "'T w-h'"),
            ("it's", r"'it'\''s'"),
            ("~a", "'~a'"),
            ("a;b", "'a;b'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_quoted_words_back() {
        for word in ["a b", "it's", "$HOME", "a\"b`c`\\", "*?[x]{1,2}", "#", "!", "~", "ü ♠", "\n"]
        {
            let script = format!("printf %s {}", quoted(word));
            let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word, "{script}");
        }
    }
}
