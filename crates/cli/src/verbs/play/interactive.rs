//! A person plays in the terminal, or a script through a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use clap::{ArgMatches, FromArgMatches};
use patience_core::{Cancel, Limits};
use patience_kit::{About, HiddenGame, HiddenPlay, Kit, PlayerSetup, Position, Values};
use serde_json::Value;

use super::super::options::LimitArgs;
use super::super::{advise, moves_of};
use super::AnyPlayers;
use crate::exit::Exit;
use crate::output::write_file;
use crate::sources::failed;

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;

const HELP: &str = "\
?       advice: the best moves, their chances, and whether the game is lost for certain
s FILE  save what you see, and how to continue
b       show the board            h       this help
u       take a move back, if the game was begun with --undo
q       quit
";

pub(super) fn run(
    kit: &'static dyn Kit,
    players: &AnyPlayers,
    setup: &PlayerSetup<'_>,
    rules: &Values,
    matches: &ArgMatches,
) -> anyhow::Result<Exit> {
    // Wrong settings are errors before the game, not when advice is asked for.
    players.check_adviser(setup).map_err(failed)?;
    let seed = matches.get_one::<u64>("seed").copied().unwrap_or_else(now);
    let mut session = Session {
        about: kit.about(),
        players,
        setup,
        rules,
        seed,
        limits: LimitArgs::from_arg_matches(matches)?.limits(1, None),
        may_undo: matches.get_flag("undo"),
        game: players.deal(seed, rules).map_err(failed)?,
        out: anstream::stdout(),
    };
    if let Some(after) = matches.get_one::<String>("after") {
        if after == "-" {
            return Err(Exit::bad_input(anyhow!(
                "--after cannot read standard input, where the game is played"
            )));
        }
        let (moves, name) = moves_of(after)?;
        let HiddenPlay { refused, .. } = session
            .game
            .play(&moves)
            .map_err(|fault| Exit::bad_input(anyhow!("--after: {name}: {fault}")))?;
        if let Some(refused) = refused {
            return Err(Exit::bad_input(anyhow!(
                "--after: step {} ({}) is not allowed: {}",
                refused.step,
                refused.notation,
                refused.reason
            )));
        }
    }
    session.run()?;
    Ok(Exit::Done)
}

/// A seed that differs from time to time.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs())
}

/// Whether a game goes on.
enum Next {
    On,
    Over,
}

struct Session<'a> {
    about: &'static About,
    players: &'a AnyPlayers,
    setup: &'a PlayerSetup<'a>,
    /// The rules that the command line gives.
    rules: &'a Values,
    seed: u64,
    limits: Limits,
    may_undo: bool,
    game: Box<dyn HiddenGame<Box<dyn Position>>>,
    out: anstream::Stdout,
}

impl Session<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        let About { title, one, .. } = self.about;
        let rules = self.game.describe_rules();
        writeln!(self.out, "{title}, {one} {}: {rules}; h for help", self.seed)?;
        self.show()?;
        if let Next::Over = self.check_over()? {
            return Ok(());
        }
        let is_prompted = io::stdin().is_terminal();
        let mut input = io::stdin().lock();
        let mut line = String::new();
        for number in 1_u64.. {
            if is_prompted {
                write!(self.out, "> ")?;
                self.out.flush()?;
            }
            line.clear();
            let length = input.by_ref().take(LONGEST).read_line(&mut line).map_err(|error| {
                Exit::bad_input(anyhow!("standard input, line {number}: {error}"))
            })?;
            if length as u64 == LONGEST {
                return Err(Exit::bad_input(anyhow!(
                    "standard input, line {number}: expected a short line"
                )));
            }
            if length == 0 {
                break;
            }
            if let Next::Over = self.obey(line.trim())? {
                return Ok(());
            }
        }
        self.leave()
    }

    /// Executes a line.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("", _) => {}
            ("q" | "quit" | "exit", "") => {
                self.leave()?;
                return Ok(Next::Over);
            }
            ("h" | "help", "") => write!(self.out, "{}{HELP}", self.players.help())?,
            ("b", "") => self.show()?,
            ("?", "") => self.advise()?,
            ("u" | "undo", "") => self.take_back()?,
            ("s" | "save", path) => self.save(path)?,
            _ => return self.play(line),
        }
        Ok(Next::On)
    }

    fn play(&mut self, line: &str) -> anyhow::Result<Next> {
        let HiddenPlay { played, refused } = match self.game.play(line) {
            Ok(done) => done,
            Err(fault) => {
                let place =
                    fault.place.map_or_else(String::new, |(_, at)| format!("column {at}: "));
                writeln!(self.out, "{place}{}; h for help", fault.message)?;
                return Ok(Next::On);
            }
        };
        for sentence in &played {
            writeln!(self.out, "{sentence}")?;
        }
        if let Some(refused) = refused {
            writeln!(self.out, "{} is not allowed: {}", refused.notation, refused.reason)?;
        }
        if played.is_empty() {
            return Ok(Next::On);
        }
        self.show()?;
        self.check_over()
    }

    fn take_back(&mut self) -> anyhow::Result<()> {
        if !self.may_undo {
            writeln!(
                self.out,
                "steps cannot be taken back: begin the game with --undo to allow it"
            )?;
        } else if self.game.undo() {
            self.show()?;
        } else {
            writeln!(self.out, "there is no step to take back")?;
        }
        Ok(())
    }

    fn show(&mut self) -> anyhow::Result<()> {
        write!(self.out, "{}", self.game.table())?;
        self.out.flush()?;
        Ok(())
    }

    /// Reports the end of the game.
    fn check_over(&mut self) -> anyhow::Result<Next> {
        if self.game.is_won() {
            writeln!(self.out, "won in {}", self.lengths())?;
            return Ok(Next::Over);
        }
        if !self.game.is_stuck() {
            return Ok(Next::On);
        }
        if self.may_undo {
            writeln!(self.out, "no moves are left: take a step back (u) or quit (q)")?;
            return Ok(Next::On);
        }
        writeln!(self.out, "no moves are left: the game is lost")?;
        Ok(Next::Over)
    }

    fn advise(&mut self) -> anyhow::Result<()> {
        let seed = self.game.notation().len() as u64;
        let visible = self.game.visible();
        let cancel = Cancel::new();
        match self.players.advise(self.setup, &visible, seed, &self.limits, &cancel) {
            Ok(found) => write!(self.out, "{}", advise::render("advice", &found))?,
            Err(fault) => writeln!(self.out, "no advice: {fault}")?,
        }
        Ok(())
    }

    fn save(&mut self, path: &str) -> anyhow::Result<()> {
        let default = format!("{}-{}.txt", self.about.name, self.seed);
        let path = if path.is_empty() { default.as_str() } else { path };
        match write_file(Path::new(path), &self.saved()?) {
            Ok(()) => writeln!(self.out, "saved to {path}")?,
            Err(error) => writeln!(self.out, "not saved: {error:#}")?,
        }
        Ok(())
    }

    /// What is visible, as `advise` and `show` read it, and the command line that continues the game.
    fn saved(&self) -> anyhow::Result<String> {
        let rules = self.rules.0.iter().map(|(name, value)| {
            let flag = name.replace('_', "-");
            match value {
                Value::Bool(_) => format!(" --{flag}"),
                Value::String(text) => format!(" --{flag} {text}"),
                _ => format!(" --{flag} {value}"),
            }
        });
        let position = self.game.visible().write(self.about.exchange).map_err(failed)?;
        Ok(format!(
            "# To continue: patience play {} --interactive --seed {}{} --after '{}'\n{position}",
            self.about.name,
            self.seed,
            rules.collect::<String>(),
            self.game.notation().join(" ")
        ))
    }

    fn leave(&mut self) -> anyhow::Result<()> {
        writeln!(self.out, "left after {}", self.lengths())?;
        Ok(())
    }

    /// The lengths of the game in words.
    fn lengths(&self) -> String {
        let lengths = self.game.lengths();
        let each = self.about.lengths.iter().zip(lengths.0);
        each.map(|(length, value)| length.with(value)).collect::<Vec<_>>().join(" and ")
    }
}
