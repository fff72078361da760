//! `patience play klondike --interactive`: a person plays in the terminal, or a script through a pipe.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use patience_catalog::klondike_players::PlayerKind;
use patience_core::{Cancel, Hidden};
use patience_klondike::hidden::{KnownStock, UnseenStock};
use patience_klondike::{
    Foul, Lengths, Played, Position, Referee, Rules, Step, Stock, read_steps, write_position,
};

use super::advise::Asker;
use super::lines::sentence;
use super::{instances, play, table, words};
use crate::args::PlayKlondike;
use crate::exit::Exit;
use crate::output::write_file;

/// The longest line that is read.
const LONGEST: u64 = 1 << 16;

const HELP: &str = "\
T       turn the stock            R       turn the waste over
w-h     waste to its foundation   w-3     waste to column 3
5-h     column 5 to foundation    hS-4    the highest spade back to column 4
5-2     as many cards of column 5 as fit to column 2; 5-2x3 for three of them
?       advice: the best moves, their chances, and whether the game is lost for certain
s FILE  save what you see, and how to go on
b       show the board            h       this help
u       take a step back, if the game was begun with --undo
q       quit
";

pub(super) fn run(args: &PlayKlondike) -> anyhow::Result<Exit> {
    // Wrong settings are told before the game, not when advice is asked for. Without a name, either adviser may be meant.
    args.player.settings(PlayerKind::Best).or_else(|error| {
        let other = args.player.settings(PlayerKind::EnsembleUct);
        other.map_err(|_| Exit::bad_input(error))
    })?;
    let rules = args.rules();
    let seed = args.seed.unwrap_or_else(by_the_clock);
    let deal = instances::of_seed(seed, rules).position.position;
    let mut session = Session {
        args,
        rules: &rules,
        seed,
        referee: Referee::new(&rules, deal),
        steps: Vec::new(),
        before: Vec::new(),
        out: anstream::stdout(),
    };
    if let Some(after) = &args.after {
        if after == "-" {
            return Err(Exit::bad_input(anyhow!(
                "--after cannot read standard input, where the game is played"
            )));
        }
        for (number, written) in (1..).zip(play::read(after, &rules)?) {
            let step = written.step;
            session.make(step).map_err(|foul| {
                Exit::bad_input(anyhow!("--after: step {number} ({step}) is not allowed: {foul}"))
            })?;
        }
    }
    session.run()?;
    Ok(Exit::Done)
}

/// Any seed: nobody asked for a certain deal.
fn by_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_secs())
}

/// Whether a game goes on.
enum Next {
    On,
    Over,
}

struct Session<'a> {
    args: &'a PlayKlondike,
    rules: &'a Rules,
    seed: u64,
    referee: Referee<'a>,
    steps: Vec<Step>,
    /// The game before every step.
    before: Vec<Referee<'a>>,
    out: anstream::Stdout,
}

impl Session<'_> {
    fn run(&mut self) -> anyhow::Result<()> {
        writeln!(
            self.out,
            "Klondike, deal {}: {}; h for help",
            self.seed,
            words::rules(self.rules)
        )?;
        self.show()?;
        if let Next::Over = self.check_over()? {
            return Ok(());
        }
        let is_asked = io::stdin().is_terminal();
        let mut input = io::stdin().lock();
        let mut line = String::new();
        for number in 1_u64.. {
            if is_asked {
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

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("", _) => {}
            ("q" | "quit" | "exit", "") => {
                self.leave()?;
                return Ok(Next::Over);
            }
            ("h" | "help", "") => write!(self.out, "{HELP}")?,
            ("b", "") => self.show()?,
            ("?", "") => self.advise()?,
            ("u" | "undo", "") => self.take_back()?,
            ("s" | "save", path) => self.save(path)?,
            _ => return self.play(line),
        }
        Ok(Next::On)
    }

    fn play(&mut self, line: &str) -> anyhow::Result<Next> {
        let steps = match read_steps(line, self.rules) {
            Ok(steps) => steps,
            Err(error) => {
                writeln!(self.out, "column {}: {}; h for help", error.column, error.message)?;
                return Ok(Next::On);
            }
        };
        let begun = self.steps.len();
        for written in steps {
            let before = self.referee.position().clone();
            match self.make(written.step) {
                Ok(played) => {
                    writeln!(self.out, "{}", sentence(written.step, played, &before))?;
                }
                Err(foul) => {
                    writeln!(self.out, "{} is not allowed: {foul}", written.step)?;
                    break;
                }
            }
        }
        if self.steps.len() == begun {
            return Ok(Next::On);
        }
        self.show()?;
        self.check_over()
    }

    fn make(&mut self, step: Step) -> Result<Played, Foul> {
        let before = self.referee.clone();
        let played = self.referee.play(step)?;
        self.steps.push(step);
        if self.args.undo {
            self.before.push(before);
        }
        Ok(played)
    }

    fn take_back(&mut self) -> anyhow::Result<()> {
        if !self.args.undo {
            writeln!(
                self.out,
                "steps cannot be taken back: begin the game with --undo to allow it"
            )?;
        } else if let Some(before) = self.before.pop() {
            self.referee = before;
            self.steps.pop();
            self.show()?;
        } else {
            writeln!(self.out, "there is no step to take back")?;
        }
        Ok(())
    }

    /// What a player sees: the stock once it was turned or is known from the start, and no card that lies face down.
    fn seen(&self) -> Position {
        let position = self.referee.position();
        // Whoever has begun a second pass has seen the stock.
        let stock = if 1 < position.passes { Stock::Visible } else { self.rules.stock };
        position.covered(&Rules { stock, ..*self.rules })
    }

    fn show(&mut self) -> anyhow::Result<()> {
        write!(self.out, "{}", table::numbered(&self.seen()))?;
        self.out.flush()?;
        Ok(())
    }

    /// Says it when the game is over.
    fn check_over(&mut self) -> anyhow::Result<Next> {
        let lengths = self.referee.lengths();
        if self.referee.is_solved() {
            writeln!(self.out, "won in {}", render(lengths))?;
            return Ok(Next::Over);
        }
        if self.has_moves()? {
            return Ok(Next::On);
        }
        if self.args.undo {
            writeln!(self.out, "no moves are left: take a step back (u) or quit (q)")?;
            return Ok(Next::On);
        }
        writeln!(self.out, "no moves are left: the game is lost")?;
        Ok(Next::Over)
    }

    /// Whether any card can be played, now or after turns of the stock.
    fn has_moves(&self) -> anyhow::Result<bool> {
        let (seen, mut moves, mut blind) = (self.seen(), Vec::new(), Vec::new());
        if seen.stock.iter().all(Option::is_some) {
            let table = KnownStock::new(*self.rules, &seen)?;
            table.moves(&table.first_view(), &mut moves);
        } else {
            let table = UnseenStock::new(*self.rules, &seen)?;
            table.moves(&table.first_view(), &mut blind);
        }
        Ok(!moves.is_empty() || !blind.is_empty())
    }

    fn advise(&mut self) -> anyhow::Result<()> {
        let asker = Asker {
            player: &self.args.player,
            seed: self.steps.len() as u64,
            limits: self.args.budget.limits(1, None),
            cancel: Cancel::new(),
        };
        match asker.ask("advice".to_owned(), *self.rules, &self.seen()) {
            Ok(report) => write!(self.out, "{}", report.render())?,
            Err(error) => writeln!(self.out, "no advice: {error:#}")?,
        }
        Ok(())
    }

    fn save(&mut self, path: &str) -> anyhow::Result<()> {
        let usual = format!("klondike-{}.txt", self.seed);
        let path = if path.is_empty() { usual.as_str() } else { path };
        match write_file(Path::new(path), &self.saved()) {
            Ok(()) => writeln!(self.out, "saved to {path}")?,
            Err(error) => writeln!(self.out, "not saved: {error:#}")?,
        }
        Ok(())
    }

    /// What is seen, as `advise` and `show` read it, and the command line that goes on with the game.
    fn saved(&self) -> String {
        let Rules { draw, passes, bring_back, stock, .. } = *self.rules;
        let passes = passes.map_or_else(String::new, |passes| format!(" --passes {passes}"));
        let back = if bring_back { "" } else { " --no-bring-back" };
        let stock = if stock == Stock::Unseen { " --stock unseen" } else { "" };
        format!(
            "# To go on: patience play klondike --interactive --seed {} --draw {draw}{passes}{back}{stock} --after '{}'\n{}",
            self.seed,
            words::notation(&self.steps),
            write_position(self.rules, &self.seen())
        )
    }

    fn leave(&mut self) -> anyhow::Result<()> {
        let lengths = self.referee.lengths();
        writeln!(self.out, "left after {}", render(lengths))?;
        Ok(())
    }
}

/// Lengths in words.
fn render(lengths: Lengths) -> String {
    let count = |count: u32, one: &str| {
        if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
    };
    format!("{} and {}", count(lengths.moves, "move"), count(lengths.turns, "turn"))
}
