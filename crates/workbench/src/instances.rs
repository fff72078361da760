//! Which instances a request is about: numbers, ranges, names, files, text.

use std::ops::RangeInclusive;
use std::path::Path;

use patience_core::text::paragraphs;
use patience_files::MOST_TEXT;
use patience_kit::{Fault, Kit, Loaded, Position, Values};
use serde_json::{Value, json};

use crate::values;
use crate::words::{self, Word};

/// Ranges of numbers in an identity that people can read.
const MOST_RANGES: usize = 4;

/// A position with the name that results carry.
///
/// ```
/// use patience_kit::{Fault, Values};
/// use patience_workbench::{Instance, find, read};
///
/// let fingerprint = |name: &str, text: &str| -> Result<String, Fault> {
///     let position = read(find("tiles")?, text, &Values::default())?;
///     Ok(Instance { name: name.to_owned(), position }.fingerprint())
/// };
/// // Names and notations do not count.
/// assert_eq!(fingerprint("one", "1 2/. 3")?, fingerprint("other", "1 2 / 0 3")?);
/// assert_ne!(fingerprint("one", "1 2/. 3")?, fingerprint("one", "1 2/3 .")?);
/// # Ok::<(), Fault>(())
/// ```
pub struct Instance {
    /// The name: a number, a name in a text, or the name of the text.
    pub name: String,
    /// The position.
    pub position: Box<dyn Position>,
}

impl Instance {
    /// A fingerprint of the position with its rules, for kept files.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let position = &self.position;
        patience_files::fingerprint(&json!([position.json(), position.rules()]).to_string())
    }
}

/// Instances of a request. Numbers are dealt when their turn comes.
///
/// ```
/// use patience_kit::{Fault, Values};
/// use patience_workbench::{Instances, find};
///
/// let mut boards = Instances::new(find("tiles")?, Values::default());
/// boards.add("1-3,617")?;
/// let names: Vec<String> = boards.into_iter().map(|it| Ok(it?.name)).collect::<Result<_, Fault>>()?;
/// assert_eq!(names, ["1", "2", "3", "617"]);
/// # Ok::<(), Fault>(())
/// ```
pub struct Instances {
    kit: &'static dyn Kit,
    rules: Values,
    parts: Vec<Part>,
}

enum Part {
    Numbers(Option<&'static str>, RangeInclusive<u64>),
    One(Instance),
}

impl Instances {
    /// No instances yet; all of them have these rules.
    #[must_use]
    pub fn new(kit: &'static dyn Kit, rules: Values) -> Self {
        Self { kit, rules, parts: Vec::new() }
    }

    /// A single instance.
    #[must_use]
    pub fn of_one(kit: &'static dyn Kit, rules: Values, instance: Instance) -> Self {
        Self { kit, rules, parts: vec![Part::One(instance)] }
    }

    /// The rules that were chosen.
    #[must_use]
    pub fn rules(&self) -> &Values {
        &self.rules
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The number of instances.
    #[must_use]
    pub fn count(&self) -> u64 {
        let each = self.parts.iter().map(|part| match part {
            Part::Numbers(_, range) => values::count_of(range),
            Part::One(_) => 1,
        });
        each.fold(0, u64::saturating_add)
    }

    /// What the instances are, for kept files: their numbers, or a fingerprint of all positions.
    #[must_use]
    pub fn identity(&self) -> String {
        let numbers = self.parts.iter().map(|part| match part {
            Part::Numbers(None, range) => Some(format!("{}..={}", range.start(), range.end())),
            _ => None,
        });
        match numbers.collect::<Option<Vec<String>>>() {
            Some(ranges) if ranges.len() <= MOST_RANGES => ranges.join(" "),
            _ => {
                let parts = self.parts.iter().map(|part| match part {
                    Part::Numbers(numbering, range) => {
                        json!([numbering, range.start(), range.end()])
                    }
                    Part::One(instance) => json!([instance.name, instance.fingerprint()]),
                });
                patience_files::fingerprint(&parts.collect::<Value>().to_string())
            }
        }
    }

    /// The only instance.
    pub fn one(self) -> Result<Instance, Fault> {
        let (count, one) = (self.count(), self.kit.about().one);
        let wrong = || Fault::input(format_args!("expected a single {one}, found {count}"));
        if count == 1 { self.into_iter().next().ok_or_else(wrong)? } else { Err(wrong()) }
    }

    /// Adds numbers or seeds.
    pub fn add_numbers(&mut self, range: RangeInclusive<u64>) -> Result<(), Fault> {
        self.add_numbers_of(None, range)
    }

    fn add_numbers_of(
        &mut self,
        numbering: Option<&'static str>,
        range: RangeInclusive<u64>,
    ) -> Result<(), Fault> {
        let known = self.kit.numbers().filter(|_| numbering.is_none());
        for end in [*range.start(), *range.end()] {
            if !known.as_ref().is_some_and(|known| known.contains(&end)) {
                // The kit's own error names the numbers that there are.
                words::deal(self.kit, numbering, end, &self.rules)?;
            }
        }
        self.parts.push(Part::Numbers(numbering, range));
        Ok(())
    }

    fn add_word(&mut self, word: Word, origin: &str) -> Result<(), Fault> {
        match word {
            Word::Numbers(numbering, range) => self.add_numbers_of(numbering, range),
            Word::Positions(loaded) => {
                self.parts.extend(named_after(origin, vec![(0, loaded)], Vec::new()));
                Ok(())
            }
        }
    }

    /// Adds what a word or text means: a number, a range, a name, the path of a file, or a position.
    pub fn add(&mut self, argument: &str) -> Result<(), Fault> {
        // A link has a slash, and so has the path of a file.
        let is_file = argument.contains('/') && Path::new(argument).is_file();
        let named = if is_file { None } else { words::read(self.kit, argument, &self.rules) };
        if let Some(named) = named {
            return named?.into_iter().try_for_each(|word| self.add_word(word, argument));
        }
        if Path::new(argument).exists() {
            return self.add_file(argument);
        }
        let about = self.kit.about();
        let loaded = self.kit.read(argument, &self.rules).map_err(|fault| {
            let word = argument.trim();
            let is_word = !word.contains(char::is_whitespace);
            let hint = if is_word { "; there is no file of that name either" } else { "" };
            let word = values::shortened(word);
            let expected = lowered(about.instance);
            Fault::input(format_args!(
                "{word} is not a {}: {fault}{hint}. Expected: {expected}",
                about.one
            ))
        })?;
        // A name is one line.
        let name = argument.split_whitespace().collect::<Vec<_>>().join(" ");
        self.parts.extend(named_after(&name, vec![(0, loaded)], Vec::new()));
        Ok(())
    }

    /// Adds the instances of a file.
    pub fn add_file(&mut self, path: &str) -> Result<(), Fault> {
        let text = patience_files::read_text(Path::new(path), MOST_TEXT)
            .map_err(|error| Fault::input(patience_files::unreadable(path, &error)))?;
        self.add_text(&text, path, path)
    }

    /// Adds the instances of a text. Those without a name are named after its `origin`; errors call it `name`.
    pub fn add_text(&mut self, text: &str, origin: &str, name: &str) -> Result<(), Fault> {
        let before = self.parts.len();
        self.add_paragraphs(text, origin)
            .map_err(|fault| Fault::input(format_args!("{name}: {fault}")))?;
        if before == self.parts.len() {
            let many = self.kit.about().many;
            return Err(Fault::input(format_args!("{name} is empty: expected {many}")));
        }
        Ok(())
    }

    /// Paragraphs of numbers are instances; what lies between them is read by the puzzle.
    fn add_paragraphs(&mut self, text: &str, origin: &str) -> Result<(), Fault> {
        let mut loaded: Vec<(usize, Vec<Loaded>)> = Vec::new();
        let mut parts = Vec::new();
        // Digits may be a position to the puzzle.
        let is_numbers = |paragraph: &str| {
            is_numbers(self.kit, paragraph) && self.kit.read(paragraph, &self.rules).is_err()
        };
        for chunk in chunks(text, is_numbers) {
            match chunk {
                Chunk::Numbers(first, chunk) => {
                    let mut numbers = Self::new(self.kit, self.rules.clone());
                    for (line, words) in (first..).zip(chunk.lines()) {
                        for word in before_comment(words).split_whitespace() {
                            numbers.add(word).map_err(|fault| {
                                Fault::input(format_args!("line {line}: {fault}"))
                            })?;
                        }
                    }
                    parts.append(&mut numbers.parts);
                }
                Chunk::Positions(first, chunk) => {
                    let read = self.kit.read(&chunk, &self.rules);
                    loaded.push((parts.len(), read.map_err(|fault| fault.shifted(first - 1))?));
                }
            }
        }
        self.parts.extend(named_after(origin, loaded, parts));
        Ok(())
    }
}

impl IntoIterator for Instances {
    type Item = Result<Instance, Fault>;
    type IntoIter = Box<dyn Iterator<Item = Self::Item> + Send>;

    /// The instances one by one.
    fn into_iter(self) -> Self::IntoIter {
        let Self { kit, rules, parts } = self;
        Box::new(parts.into_iter().flat_map(move |part| {
            let rules = rules.clone();
            let (numbers, one) = match part {
                Part::Numbers(numbering, range) => (Some((numbering, range)), None),
                Part::One(instance) => (None, Some(Ok(instance))),
            };
            let numbers = numbers
                .into_iter()
                .flat_map(|(numbering, range)| range.map(move |number| (numbering, number)));
            let dealt = numbers.map(move |(numbering, number)| {
                let position = words::deal(kit, numbering, number, &rules)?;
                Ok(Instance { name: words::name(numbering, number), position })
            });
            dealt.chain(one)
        }))
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
    for (first, paragraph) in with_content(text) {
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

/// Whether every word before a `#` looks like numbers, of the puzzle or of another program, or begins with one and a slash.
fn is_numbers(kit: &dyn Kit, paragraph: &str) -> bool {
    let mut words = paragraph.lines().flat_map(|line| before_comment(line).split_whitespace());
    let is_short = |word: &str| word.bytes().filter(u8::is_ascii_digit).count() <= RANGE_DIGITS;
    let is_number = |word: &str| {
        let numbers = word.split_once(':').filter(|_| !kit.numberings().is_empty());
        let is_own = kit.numbers().is_some() && values::number_list(word).is_some();
        is_short(word)
            && (is_own || numbers.is_some_and(|(_, list)| values::number_list(list).is_some()))
    };
    words.all(|word| is_number(word.split('/').next().unwrap_or(word)))
}

/// Pieces of text between blank lines, with the number of their first line from 1; those of comments only are left out.
fn with_content(text: &str) -> impl Iterator<Item = (usize, String)> {
    let has_content = |text: &str| text.lines().any(|line| !line.trim_start().starts_with('#'));
    let pieces = paragraphs(text).into_iter().filter(move |(_, text)| has_content(text));
    pieces.map(|(before, text)| (before + 1, text))
}
/// A sentence as a part of another: its first letter is small.
fn lowered(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
