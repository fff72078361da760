//! Signatures: the program's answers to fixed command lines, to the unit.
//!
//! A refactoring alters no node count, no solution and no game. The files `tests/signatures/*.txt` in the root of the repository prove
//! it: they hold command lines and their answers, and use nothing but the command line.
//!
//! ```text
//! # A comment.
//! $ solve freecell 617 --json
//! instance=617 outcome=solved cost=96 optimal=false expanded=3801 …
//! ```
//!
//! `$` runs the program in the root of the repository. `{tmp}` is a temporary folder that all commands of a file share. `@ FILE` prints
//! a file that a command wrote. Answers are JSON objects, one per line, reduced to [`FIELDS`]: no times, no memory, no prose. `null` is
//! left out. A long list or string becomes its length and a checksum. Lines that are not JSON stay as they are, without comments.
//! `exit=` is an exit code other than 0.
//!
//! After a change that is meant to alter a search, rewrite the files, read the difference, and explain it in the commit:
//!
//! ```sh
//! PATIENCE_SIGNATURES=rewrite cargo test -p patience-cli signatures
//! ```
//!
//! `PATIENCE_PROGRAM` names another program to ask, such as an earlier version: see `scripts/signatures`. With `PATIENCE_SIGNATURES=compare`,
//! a command that it refuses is a difference like any other.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value};
use tempfile::TempDir;

/// The fields that an answer keeps, in this order.
const FIELDS: &str = "instance seed index generation side letters digits outcome stop won games wins outlook cost optimal expanded \
    generated duplicates decisions m1 m2 m3 slides steps move_count turns jumps solutions best mean worst searches cases solved \
    unsolvable limit nodes distinct size graded archive fired hardest unseen winnable tried all distance vehicles families clusters \
    minimal positions lengths branching dead_ends histogram board sample champion test next moves";

/// Fields of nested objects that an answer leaves out: prose, and what the command line says.
const DROPPED: [&str; 2] = ["words", "engine"];

/// Strings and lists longer than this become a checksum.
const LONGEST: usize = 100;

/// Exit codes of runs that came to an answer.
const ANSWERED: [i32; 4] = [0, 10, 11, 20];

const REWRITE: &str = "PATIENCE_SIGNATURES=rewrite cargo test -p patience-cli signatures";

macro_rules! signatures {
    ($($name:ident: $file:literal),* $(,)?) => {
        const FILES: &[&str] = &[$($file),*];
        $(
            #[test]
            fn $name() {
                check($file);
            }
        )*
    };
}

signatures! {
    signatures_of_evolve: "evolve",
    signatures_of_freecell: "freecell",
    signatures_of_klondike: "klondike",
    signatures_of_klondike_players: "klondike-players",
    signatures_of_peg: "peg",
    signatures_of_rush_hour: "rushhour",
}

#[test]
fn all_files_of_signatures_are_checked() {
    let paths = fs::read_dir(folder())
        .expect("the folder of signatures")
        .map(|entry| entry.expect("an entry").path());
    let texts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    let mut found: Vec<String> = texts
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, FILES);
}

/// Runs the commands of a file, and compares the answers with those in it, or rewrites it.
fn check(name: &str) {
    let path = folder().join(name).with_extension("txt");
    let old = fs::read_to_string(&path).expect("a file of signatures");
    let tmp = TempDir::new().expect("a temporary folder");
    let (mut new, mut difference) = (Vec::new(), Vec::new());
    let mut lines = old.lines().peekable();
    while let Some(line) = lines.next() {
        new.push(line.to_owned());
        if !is_command(line) {
            assert!(
                line.is_empty() || line.starts_with('#'),
                "{name}: an answer without a command: {line}"
            );
            continue;
        }
        let is_answer =
            |line: &&str| !line.is_empty() && !line.starts_with('#') && !is_command(line);
        let expected: Vec<String> =
            iter::from_fn(|| lines.next_if(is_answer)).map(str::to_owned).collect();
        let found = answer(line, tmp.path());
        if expected != found {
            difference.push(format!("  {line}"));
            difference.extend(missing('-', &expected, &found));
            difference.extend(missing('+', &found, &expected));
        }
        new.extend(found);
    }
    if std::env::var("PATIENCE_SIGNATURES").is_ok_and(|value| value == "rewrite") {
        fs::write(&path, new.join("\n") + "\n").expect("the file can be written");
    } else if !difference.is_empty() {
        panic!(
            "{name}.txt differs:\n{}\nIf that is meant, rewrite it: {REWRITE}",
            difference.join("\n")
        );
    }
}

/// The lines of one answer that another lacks, each with a sign; both answers may have the same lines in another order.
fn missing(sign: char, lines: &[String], other: &[String]) -> Vec<String> {
    let is_missing = |line: &&String| !other.contains(line);
    lines.iter().filter(is_missing).map(|line| format!("{sign} {line}")).collect()
}

fn is_command(line: &str) -> bool {
    line.starts_with("$ ") || line.starts_with("@ ")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder() -> PathBuf {
    root().join("tests/signatures")
}

/// The lines that a command prints, in the form of signatures.
fn answer(command: &str, tmp: &Path) -> Vec<String> {
    let tmp = tmp.to_str().expect("a folder with a plain name");
    let (kind, rest) = command.split_at(2);
    let rest = rest.replace("{tmp}", tmp);
    let (text, code) = if kind == "@ " {
        match fs::read_to_string(&rest) {
            Ok(text) => (text, 0),
            Err(error) if is_comparison() => (format!("no file: {error}"), 0),
            Err(error) => panic!("{command}: {error}"),
        }
    } else {
        run(command, &rest)
    };
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let code = (code != 0).then(|| format!("exit={code}"));
    // The first line of a journal says what it is for.
    let lines = lines.filter(|line| !line.starts_with("{\"patience\""));
    lines.map(|line| reduced(&line.replace(tmp, "{tmp}"))).chain(code).collect()
}

/// Whether the program is another version, which may not know every command.
fn is_comparison() -> bool {
    std::env::var("PATIENCE_SIGNATURES").is_ok_and(|value| value == "compare")
}

/// The output and the exit code of the program.
fn run(command: &str, arguments: &str) -> (String, i32) {
    let own = || env!("CARGO_BIN_EXE_patience").to_owned();
    let output = Command::new(std::env::var("PATIENCE_PROGRAM").unwrap_or_else(|_| own()))
        .args(arguments.split_whitespace())
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let code = output.status.code().filter(|code| ANSWERED.contains(code));
    if code.is_none() && is_comparison() {
        let error = String::from_utf8_lossy(&output.stderr);
        return (format!("refused: {}", error.lines().next().unwrap_or_default()), 0);
    }
    let code = code.unwrap_or_else(|| {
        panic!("{command}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr))
    });
    (String::from_utf8(output.stdout).expect("the program writes UTF-8"), code)
}

/// A JSON object as `name=value name=value …`; any other line as it is.
fn reduced(line: &str) -> String {
    let Ok(Value::Object(object)) = serde_json::from_str(line) else {
        return line.to_owned();
    };
    let value = |field: &str| object.get(field).filter(|value| !value.is_null());
    let named = |field| Some(format!("{field}={}", short(value(field)?)));
    let fields: Vec<String> = FIELDS.split_whitespace().filter_map(named).collect();
    assert!(!fields.is_empty(), "no field of a signature in {line}");
    fields.join(" ")
}

/// A value in one word, unless it is a string with spaces.
fn short(value: &Value) -> String {
    let text = match value {
        Value::String(text) if !text.contains(' ') => text.clone(),
        other => plain(other).to_string(),
    };
    let length = match value {
        Value::Array(items) => items.len(),
        _ => text.len(),
    };
    if text.len() <= LONGEST { text } else { format!("{length}#{:08x}", checksum(&text)) }
}

/// A value without the dropped fields of its objects, the others sorted by name.
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(object) => {
            let kept = object.iter().filter(|(field, _)| !DROPPED.contains(&field.as_str()));
            let mut kept: Vec<(String, Value)> =
                kept.map(|(field, value)| (field.clone(), plain(value))).collect();
            kept.sort_by(|(one, _), (other, _)| one.cmp(other));
            kept.into_iter().collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

/// FNV-1a with 32 bits.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
