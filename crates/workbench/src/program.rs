//! A program that answers lines on its standard input with lines on its standard output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use patience_core::Cancel;
use patience_learn::Mutator;

/// The longest answer in bytes.
const LONGEST: u64 = 16 << 20;

/// How often a wait looks whether it is cancelled.
const TICK: Duration = Duration::from_millis(50);

/// A program that starts with the first line for it, and is killed when it is dropped.
pub(crate) struct Program {
    command: String,
    limit: Duration,
    talk: Option<Talk>,
}

struct Talk {
    process: Child,
    /// Lines that a thread of their own writes: the program may be slow to read them.
    lines: Sender<String>,
    answers: Receiver<Result<String, String>>,
}

impl Program {
    /// A program with its arguments, split at spaces, and the time limit of an answer in seconds.
    pub(crate) fn new(command: &str, seconds: f64) -> Self {
        Self { command: command.to_owned(), limit: Duration::from_secs_f64(seconds), talk: None }
    }

    fn talk(&mut self) -> Result<&mut Talk, String> {
        let talk = match self.talk.take() {
            Some(talk) => talk,
            None => Talk::start(&self.command)?,
        };
        Ok(self.talk.insert(talk))
    }
}

impl Mutator for Program {
    fn tell(&mut self, line: &str) -> Result<(), String> {
        // If the program has ended, its answer says so.
        let _ = self.talk()?.lines.send(format!("{line}\n"));
        Ok(())
    }

    fn hear(&mut self, cancel: &Cancel) -> Result<Option<String>, String> {
        let limit = self.limit;
        let talk = self.talk()?;
        let begin = Instant::now();
        loop {
            if cancel.is_cancelled() {
                return Ok(None);
            }
            match talk.answers.recv_timeout(TICK) {
                Ok(answer) => return answer.map(Some),
                Err(RecvTimeoutError::Disconnected) => return Err(talk.ended()),
                Err(RecvTimeoutError::Timeout) if limit <= begin.elapsed() => {
                    let seconds = limit.as_secs_f64();
                    return Err(format!("it gave no answer within {seconds} seconds"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Talk {
    fn start(command: &str) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut process = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{name}` does not start: {error}"))?;
        let pipes = process.stdin.take().zip(process.stdout.take());
        let (mut input, output) = pipes.ok_or("it has no input or no output")?;
        let (lines, to_write) = channel::<String>();
        thread::spawn(move || {
            for line in to_write {
                if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                    return;
                }
            }
        });
        let (send, answers) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = String::new();
                let answer = match output.by_ref().take(LONGEST).read_line(&mut line) {
                    Ok(0) => return,
                    Ok(_) if line.ends_with('\n') => Ok(line.trim_end().to_owned()),
                    Ok(_) => {
                        Err("its answer is too long, or its last line does not end".to_owned())
                    }
                    Err(error) => Err(format!("its answer cannot be read: {error}")),
                };
                if send.send(answer).is_err() {
                    return;
                }
            }
        });
        Ok(Self { process, lines, answers })
    }

    /// The end of the program in words.
    fn ended(&mut self) -> String {
        match self.process.wait() {
            Ok(status) => format!("it ended before its answer ({status})"),
            Err(error) => format!("it ended before its answer: {error}"),
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(command: &str, line: &str) -> Result<Option<String>, String> {
        let mut program = Program::new(command, 0.3);
        program.tell(line)?;
        program.hear(&Cancel::new())
    }

    #[cfg(unix)]
    #[test]
    fn a_program_answers_ends_is_silent_or_is_missing() {
        assert_eq!(ask("cat", "{}"), Ok(Some("{}".to_owned())));
        let error = ask("true", "{}").unwrap_err();
        assert!(error.starts_with("it ended before its answer"), "{error}");
        let error = ask("sleep 5", "{}").unwrap_err();
        assert_eq!(error, "it gave no answer within 0.3 seconds");
        let error = ask("no-such-program-here", "{}").unwrap_err();
        assert!(error.starts_with("`no-such-program-here` does not start"), "{error}");
        // More than a pipe holds.
        let error = ask("sleep 5", &"x".repeat(1 << 20)).unwrap_err();
        assert_eq!(error, "it gave no answer within 0.3 seconds");
    }

    #[test]
    fn a_cancelled_wait_ends() {
        let cancel = Cancel::new();
        cancel.cancel();
        let mut program = Program::new("sleep 5", 60.0);
        assert_eq!(program.hear(&cancel), Ok(None));
    }
}
