//! Which instances a command is about: numbers, ranges, names, files, standard input.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command};
use patience_kit::{Fault, FaultKind, Field, Kit, Loaded, Position, Values};
use serde_json::Value;

use crate::exit::Exit;
use crate::{flags, input, journal, values};

/// A position with the name that results carry.
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) position: Box<dyn Position>,
}

/// Instances of a command. Numbers are dealt when their turn comes.
pub(crate) struct Sources {
    kit: &'static dyn Kit,
    rules: Values,
    parts: Vec<Part>,
}

enum Part {
    Numbers(RangeInclusive<u64>),
    One(Instance),
}

/// An error of the kit as an error of the program.
pub(crate) fn failed(fault: Fault) -> anyhow::Error {
    match fault.kind {
        FaultKind::Input => Exit::bad_input(fault),
        FaultKind::Environment | FaultKind::Limit => fault.into(),
    }
}

/// The command with arguments that name one instance, or several.
pub(crate) fn add(command: Command, kit: &dyn Kit, is_many: bool) -> Command {
    let about = kit.about();
    let positional = Arg::new("instance")
        .value_name(about.one.to_uppercase())
        .help(about.instance)
        .action(if is_many { ArgAction::Append } else { ArgAction::Set });
    let mut others = vec!["file"];
    let mut command = command.arg(
        Arg::new("file")
            .long("file")
            .value_name("FILE")
            .action(ArgAction::Append)
            .help(format!("A file with {}, or - for standard input", about.many)),
    );
    if kit.numbers().is_some() {
        others.push("seed");
        command = command.arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(clap::value_parser!(u64))
                .action(ArgAction::Append)
                .help(format!("The number or seed of a {}", about.one)),
        );
    }
    let positional = match about.default_instance {
        Some(default) => positional.help(format!("{} [default: {default}]", about.instance)),
        None => positional.required_unless_present_any(others),
    };
    flags::add(command.arg(positional), &rules(kit, is_many), "Rules")
}

/// The rules of a command. The rule `all` names many instances, so only commands that take many have it.
fn rules(kit: &dyn Kit, is_many: bool) -> Vec<Field> {
    kit.rules().into_iter().filter(|field| is_many || field.name != "all").collect()
}

/// The command with an argument that names one instance, followed by other arguments.
pub(crate) fn add_required(command: Command, kit: &dyn Kit) -> Command {
    let about = kit.about();
    let instance = Arg::new("instance")
        .value_name(about.one.to_uppercase())
        .help(about.instance)
        .required(true);
    flags::add(command.arg(instance), &kit.rules(), "Rules")
}

impl Sources {
    /// Reads the instances of the command line.
    pub(crate) fn read(kit: &'static dyn Kit, matches: &ArgMatches) -> anyhow::Result<Self> {
        Self::chosen(kit, matches, true)
    }

    /// Reads the only instance that the command line names.
    pub(crate) fn read_one(
        kit: &'static dyn Kit,
        matches: &ArgMatches,
    ) -> anyhow::Result<Instance> {
        Self::chosen(kit, matches, false)?.one()
    }

    fn chosen(kit: &'static dyn Kit, matches: &ArgMatches, is_many: bool) -> anyhow::Result<Self> {
        let rules = flags::read(matches, &rules(kit, is_many))?;
        let mut sources = Self { kit, rules, parts: Vec::new() };
        // Not every command has all of these flags.
        let given =
            |name: &str| matches.try_get_many::<String>(name).ok().flatten().into_iter().flatten();
        for argument in given("instance") {
            sources.add_argument(argument)?;
        }
        for &seed in matches.try_get_many::<u64>("seed").ok().flatten().into_iter().flatten() {
            sources.add_numbers(seed..=seed)?;
        }
        for path in given("file") {
            sources.add_file(path)?;
        }
        if let (true, Some(default)) = (sources.parts.is_empty(), kit.about().default_instance) {
            sources.add_argument(default)?;
        }
        Ok(sources)
    }

    /// Reads arguments that name instances, by rules of the command line.
    pub(crate) fn of(
        kit: &'static dyn Kit,
        rules: Values,
        arguments: &[String],
    ) -> anyhow::Result<Self> {
        let mut sources = Self { kit, rules, parts: Vec::new() };
        for argument in arguments {
            sources.add_argument(argument)?;
        }
        Ok(sources)
    }

    /// The rules: those that were chosen, and the defaults of the others.
    pub(crate) fn rules(&self) -> Value {
        journal::settings(&self.rules, &self.kit.rules())
    }

    /// The number of instances.
    pub(crate) fn count(&self) -> u64 {
        let each = self.parts.iter().map(|part| match part {
            Part::Numbers(range) => (range.end() - range.start()).saturating_add(1),
            Part::One(_) => 1,
        });
        each.fold(0, u64::saturating_add)
    }

    /// The only instance.
    pub(crate) fn one(self) -> anyhow::Result<Instance> {
        let (count, one) = (self.count(), self.kit.about().one);
        if count != 1 {
            return Err(Exit::bad_input(anyhow!("expected a single {one}, found {count}")));
        }
        self.instances().next().context("there is one")?
    }

    /// The instances one by one.
    pub(crate) fn instances(self) -> impl Iterator<Item = anyhow::Result<Instance>> + Send {
        let Self { kit, rules, parts } = self;
        parts.into_iter().flat_map(move |part| {
            let rules = rules.clone();
            let (numbers, one) = match part {
                Part::Numbers(range) => (Some(range), None),
                Part::One(instance) => (None, Some(Ok(instance))),
            };
            let dealt = numbers.into_iter().flatten().map(move |number| {
                let position = kit.deal(number, &rules).map_err(failed)?;
                Ok(Instance { name: number.to_string(), position })
            });
            dealt.chain(one)
        })
    }

    fn add_numbers(&mut self, range: RangeInclusive<u64>) -> anyhow::Result<()> {
        let known = self.kit.numbers();
        for end in [*range.start(), *range.end()] {
            if !known.as_ref().is_some_and(|known| known.contains(&end)) {
                // The kit's own error names the numbers that there are.
                self.kit.deal(end, &self.rules).map_err(failed)?;
            }
        }
        self.parts.push(Part::Numbers(range));
        Ok(())
    }

    fn add_argument(&mut self, argument: &str) -> anyhow::Result<()> {
        if self.kit.numbers().is_some()
            && let Some(range) = values::numbers(argument)
        {
            let range = range.map_err(|message| Exit::bad_input(anyhow!(message)))?;
            return self.add_numbers(range);
        }
        if let Some(named) = self.kit.named(argument, &self.rules) {
            self.parts.extend(named_after(argument, vec![(0, named.map_err(failed)?)], Vec::new()));
            return Ok(());
        }
        if argument == "-" || Path::new(argument).exists() {
            return self.add_file(argument);
        }
        let about = self.kit.about();
        let loaded = self.kit.read(argument, &self.rules).map_err(|fault| {
            let word = argument.trim();
            let is_word = !word.contains(char::is_whitespace);
            let hint = if is_word { "; there is no file of that name either" } else { "" };
            let word = values::shortened(word);
            Exit::bad_input(anyhow!(
                "{word} is not a {}: {fault}{hint}. {}",
                about.one,
                about.instance
            ))
        })?;
        // A name is one line.
        let name = argument.split_whitespace().collect::<Vec<_>>().join(" ");
        self.parts.extend(named_after(&name, vec![(0, loaded)], Vec::new()));
        Ok(())
    }

    fn add_file(&mut self, path: &str) -> anyhow::Result<()> {
        let name = input::name(path);
        let text = input::text(path)?;
        let before = self.parts.len();
        self.add_text(&text, path).with_context(|| name.clone()).map_err(Exit::bad_input)?;
        if before == self.parts.len() {
            let many = self.kit.about().many;
            return Err(Exit::bad_input(anyhow!("{name} is empty: expected {many}")));
        }
        Ok(())
    }

    /// Paragraphs of numbers are instances; what lies between them is read by the puzzle.
    fn add_text(&mut self, text: &str, path: &str) -> anyhow::Result<()> {
        let mut loaded: Vec<(usize, Vec<Loaded>)> = Vec::new();
        let mut parts = Vec::new();
        // Digits may be a position to the puzzle.
        let is_numbers = |paragraph: &str| {
            self.kit.numbers().is_some()
                && is_numbers(paragraph)
                && self.kit.read(paragraph, &self.rules).is_err()
        };
        for chunk in chunks(text, is_numbers) {
            match chunk {
                Chunk::Numbers(first, chunk) => {
                    for (offset, line) in chunk.lines().enumerate() {
                        for word in before_comment(line).split_whitespace() {
                            let range = values::numbers(word).context("looked like a number")?;
                            let place = || format!("line {}", first + offset);
                            let range =
                                range.map_err(|message| anyhow!(message)).with_context(place)?;
                            let mut one =
                                Self { parts: Vec::new(), rules: self.rules.clone(), ..*self };
                            one.add_numbers(range).with_context(place)?;
                            parts.append(&mut one.parts);
                        }
                    }
                }
                Chunk::Positions(first, chunk) => {
                    let read = self.kit.read(&chunk, &self.rules);
                    loaded.push((parts.len(), read.map_err(|fault| fault.shifted(first - 1))?));
                }
            }
        }
        self.parts.extend(named_after(path, loaded, parts));
        Ok(())
    }
}

/// Positions between other parts, each list with the number of parts before it. Those without a name are named after their origin.
fn named_after(origin: &str, lists: Vec<(usize, Vec<Loaded>)>, others: Vec<Part>) -> Vec<Part> {
    let unnamed = lists.iter().flat_map(|(_, list)| list).filter(|it| it.name.is_none()).count();
    let mut number = 0;
    let mut others = others.into_iter();
    let mut parts = Vec::new();
    let mut taken = 0;
    for (before, list) in lists {
        parts.extend(others.by_ref().take(before - taken));
        taken = before;
        for loaded in list {
            let name = loaded.name_in(origin).unwrap_or_else(|| {
                number += 1;
                if unnamed == 1 { origin.to_owned() } else { format!("{origin}#{number}") }
            });
            parts.push(Part::One(Instance { name, position: loaded.position }));
        }
    }
    parts.extend(others);
    parts
}

/// A piece of a file with the number of its first line.
enum Chunk {
    Numbers(usize, String),
    Positions(usize, String),
}

/// Neighbouring paragraphs of positions are one piece, with the blank lines between them.
fn chunks(text: &str, is_numbers: impl Fn(&str) -> bool) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut next_line = 1;
    for (first, paragraph) in input::paragraphs(text) {
        let lines = paragraph.lines().count();
        if is_numbers(&paragraph) {
            chunks.push(Chunk::Numbers(first, paragraph));
        } else if let Some(Chunk::Positions(_, chunk)) = chunks.last_mut() {
            chunk.extend(std::iter::repeat_n('\n', first - next_line));
            chunk.push_str(&paragraph);
        } else {
            chunks.push(Chunk::Positions(first, paragraph));
        }
        next_line = first + lines;
    }
    chunks
}

fn before_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or("")
}

/// Digits of the longest range of numbers.
const RANGE_DIGITS: usize = 40;

/// Whether every word before a `#` looks like a number or a range.
fn is_numbers(paragraph: &str) -> bool {
    let mut words = paragraph.lines().flat_map(|line| before_comment(line).split_whitespace());
    let is_short = |word: &str| word.bytes().filter(u8::is_ascii_digit).count() <= RANGE_DIGITS;
    words.all(|word| values::numbers(word).is_some() && is_short(word))
}
