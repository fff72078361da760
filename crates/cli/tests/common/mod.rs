//! Running the program.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

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

/// An experiment in a folder, which is removed when it is dropped.
pub(crate) struct Experiment(TempDir);

impl Experiment {
    /// Writes its file; `name` is also in the text.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let experiment = Self(tempfile::tempdir().unwrap());
        fs::create_dir(experiment.path("experiments")).unwrap();
        experiment.write(name, text);
        experiment
    }

    /// Writes the file of an experiment.
    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path("experiments").join(name).with_extension("toml"), text).unwrap();
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The command that reproduces it, with other arguments; the records are in the folder `records`.
    pub(crate) fn command(&self, arguments: &str) -> String {
        self.command_into(arguments, "records")
    }

    /// The same with the records in another folder.
    pub(crate) fn command_into(&self, arguments: &str, records: &str) -> String {
        let arguments = if arguments.is_empty() { "" } else { &format!("{arguments} ") };
        let (from, records) = (self.path("experiments"), self.path(records));
        format!("reproduce {arguments}--from {} --records {}", from.display(), records.display())
    }

    /// Runs that command.
    pub(crate) fn reproduce(&self, arguments: &str) -> Ending {
        run(&self.command(arguments))
    }
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

/// Every line as JSON.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

/// The records of a journal: what follows its first line, without checksums.
pub(crate) fn records(journal: &str) -> String {
    let without_checksum = |line: &str| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        object.as_object_mut().unwrap().shift_remove("crc").unwrap();
        object.as_object_mut().unwrap().shift_remove("position");
        format!("{object}\n")
    };
    journal.lines().skip(1).map(without_checksum).collect()
}

/// JSON lines without what changes from run to run.
pub(crate) fn steady(text: &str) -> Vec<Value> {
    let without_seconds = |line: &str| {
        let mut object: Value = serde_json::from_str(line).unwrap();
        object.as_object_mut().unwrap().remove("seconds").unwrap();
        object
    };
    text.lines().map(without_seconds).collect()
}

/// Runs a batch that keeps a record a unit in `file`, then again from a file that ends within the line after the first `kept` ones, as a kill
/// leaves it. Both must keep the same records. Returns what the two runs print.
pub(crate) fn run_and_continue(line: &str, file: &Path, units: usize, kept: usize) -> [String; 2] {
    let ran = || {
        let ending = run(line);
        assert_eq!(ending.code, Some(0), "{}", ending.stderr);
        (ending, fs::read_to_string(file).unwrap())
    };
    let (whole, journal) = ran();
    assert_eq!(journal.lines().count(), 1 + units);
    let half: String = journal.lines().take(kept).flat_map(|line| [line, "\n"]).collect();
    fs::write(file, format!("{half}{}", &journal.lines().nth(kept).unwrap()[..40])).unwrap();
    let (rest, continued) = ran();
    let dropped = "dropped an unfinished last line of 40 bytes";
    assert!(rest.stderr.contains(dropped), "{}", rest.stderr);
    assert_eq!(steady(&records(&continued)), steady(&records(&journal)));
    [whole.stdout, rest.stdout]
}

/// Bad input is refused within a second; machines may be busy.
pub(crate) const SOON: Duration = Duration::from_secs(30);

/// The same bytes every time, of all values below `most`.
pub(crate) fn noise(length: usize, most: u8) -> Vec<u8> {
    let mut state = 617_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u8::try_from((state >> 33) % u64::from(most)).expect("smaller than a byte")
    };
    (0..length).map(|_| next()).collect()
}

/// Bad input: an exit code, a short message, and nothing else.
pub(crate) fn refused(line: &str, input: Vec<u8>) -> String {
    let begun = Instant::now();
    let ending = run_with(line, input);
    assert!(begun.elapsed() < SOON, "{line}: {:?}", begun.elapsed());
    complains(line, ending)
}

/// Refuses bytes that are no text, letters that mean nothing, and each of these words, megabytes of them.
pub(crate) fn refuses_noise(line: &str, words: &[&str]) {
    assert!(refused(line, noise(1 << 20, 255)).contains("not text (invalid UTF-8)"), "{line}");
    refused(line, noise(1 << 20, 128));
    refused(line, vec![0; 1000]);
    refused(line, vec![b'\n'; 2_000_000]);
    refused(line, b"# nothing\n".repeat(200_000));
    for word in words {
        refused(line, word.repeat(3_000_000 / word.len()).into_bytes());
    }
}

/// The message of a run that was refused.
pub(crate) fn complains(line: &str, ending: Ending) -> String {
    assert_eq!((ending.code, ending.stdout.as_str()), (Some(2), ""), "{line}: {}", ending.stderr);
    assert!(ending.stderr.starts_with("error: "), "{line}: {}", ending.stderr);
    assert!(
        !ending.stderr.contains("panicked") && ending.stderr.len() < 1000,
        "{line}: {}",
        ending.stderr
    );
    ending.stderr
}

/// Runs a command that continues where it ended, over and over: the n-th process aborts at the n-th step of its writes, until one comes
/// to its end. Returns the number of crashes. See `patience_files::fault`.
pub(crate) fn crash_at_every_step(mut line: impl FnMut() -> String) -> u32 {
    for step in 1.. {
        let line = line();
        let mut command = patience(line.split_whitespace());
        let child = command.env("PATIENCE_CRASH_AT_STEP", step.to_string()).spawn();
        let ending = wait(child.expect("the program starts"));
        match ending.code {
            Some(0) => return step - 1,
            code => assert_eq!(code, None, "{line}, step {step}: {}", ending.stderr),
        }
    }
    unreachable!("the steps of a run are finite")
}
