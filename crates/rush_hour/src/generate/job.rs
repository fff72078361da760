//! The job `generate rushhour`: different boards of a recipe, one after the other, each checked and graded.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use patience_core::{Cancel, Cost, Limits, SplitMix};
use patience_kit::{
    Fault, FaultKind, Finished, Gather, Item, Job, JobAbout, Settings as _, Taken, Values, Work,
    grouped, settings,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Made, Recipe};
use crate::engines::difficulty::{Difficulty, json};
use crate::kit::about::{NAME, in_words};
use crate::picture;
use crate::rules::board::Board;
use crate::rules::game::Metric;
use crate::text::shown::{is_square, word};

/// Units in a row that may find known boards.
const MOST_REPEATS: u32 = 1000;

/// Units in a row that may find no board, each after a long time.
const MOST_MISSES: u32 = 4;

settings! {
    /// The boards to make.
    struct Wishes {
        /// Cells a side, from 3 to 8, or columns and rows, such as 7x5
        size: String = "6".to_owned();
        /// Slides of a shortest solution, such as 30, 30.., ..=20 or 30..=40 [default: 15..; on boards of 5, 4, 3 cells a side 10.., 5.., 1..]
        slides: Option<String> = None;
        /// Steps of a shortest solution, where every cell that a vehicle moves counts one
        steps: Option<String> = None;
        /// Vehicles, the target among them [default: any number]
        vehicles: Option<String> = None;
        /// Walls
        walls: u16 = 0;
        /// Take boards with vehicles that are not needed, too [default: minimal boards: each would be easier without any vehicle but the target]
        any: bool = false;
        /// Boards to make, all of them different
        count: u32 = 1, 1..=4_294_967_295;
        /// Seed: the same seed makes the same boards
        seed: u64 = 0;
    }
}

/// The job.
pub(crate) struct Generate;

impl Job for Generate {
    fn about(&self) -> JobAbout {
        JobAbout {
            verb: "generate",
            name: NAME,
            summary: "Rush Hour: boards of a size and a length; a list for `solve rushhour --file` has a line NAME LETTERS SLIDES STEPS \
                      POSITIONS for each, or grids if they are not square",
            settings: Wishes::fields(),
            journal: None,
            list: Some("out"),
            pictures: true,
            limits: false,
        }
    }

    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault> {
        let wishes = Wishes::read(settings)?;
        let recipe = recipe(&wishes)?;
        recipe.check().map_err(Fault::input)?;
        let harvest = Harvest {
            count: wishes.count.into(),
            metric: recipe.metric,
            seen: HashSet::new(),
            list: String::new(),
            repeats: 0,
            misses: 0,
            end: None,
        };
        Ok((Box::new(Growing { recipe, seed: wishes.seed }), Box::new(harvest)))
    }
}

/// The recipe of the settings.
fn recipe(wishes: &Wishes) -> Result<Recipe, Fault> {
    let wrong = |name: &'static str| {
        move |message: String| Fault::input(format_args!("--{name}: {message}"))
    };
    let range = |name: &'static str, text: &Option<String>| {
        text.as_deref().map(|text| range(text).map_err(wrong(name))).transpose()
    };
    let (width, height) = sides(&wishes.size).map_err(wrong("size"))?;
    let default = match width.min(height) {
        ..=3 => 1..=u16::MAX,
        4 => 5..=u16::MAX,
        5 => 10..=u16::MAX,
        6.. => 15..=u16::MAX,
    };
    let (slides, steps) = (range("slides", &wishes.slides)?, range("steps", &wishes.steps)?);
    let (metric, length) = match (slides, steps) {
        (Some(_), Some(_)) => {
            return Err(Fault::input("--slides and --steps cannot be used together"));
        }
        (None, Some(steps)) => (Metric::Steps, steps),
        (slides, None) => (Metric::Slides, slides.unwrap_or(default)),
    };
    let vehicles = range("vehicles", &wishes.vehicles)?.unwrap_or(1..=u16::MAX);
    Ok(Recipe {
        width,
        height,
        metric,
        length,
        vehicles: (*vehicles.start()).into()..=(*vehicles.end()).into(),
        walls: wishes.walls.into(),
        minimal: !wishes.any,
    })
}

/// Reads the size of a board: `6` for 6×6, or columns and rows as `7x5`.
fn sides(text: &str) -> Result<(u8, u8), String> {
    let (width, height) = text.split_once(['x', '×']).unwrap_or((text, text));
    match (width.parse(), height.parse()) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err("expected a size such as 6 or, for columns and rows, 7x5".to_owned()),
    }
}

/// Reads a range of lengths or counts: `30`, `30..`, `..20`, `30..=40`, `30..40`. An end that is left out has no limit.
fn range(text: &str) -> Result<RangeInclusive<u16>, String> {
    let expected = || "expected a number or a range such as 30, 30.., ..=20 or 30..=40".to_owned();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (last, is_inclusive) = match last.strip_prefix('=') {
        Some(last) => (last, true),
        None => (last, !text.contains("..")),
    };
    if first.is_empty() && last.is_empty() || is_inclusive && last.is_empty() {
        return Err(expected());
    }
    let number = |text: &str| match text.parse() {
        _ if !text.bytes().all(|byte| byte.is_ascii_digit()) => Err(expected()),
        Ok(number) => Ok(number),
        Err(_) => Err("the number is too large".to_owned()),
    };
    let first = if first.is_empty() { 0 } else { number(first)? };
    let last = match (last.is_empty(), is_inclusive) {
        (true, _) => Some(u16::MAX),
        (false, true) => Some(number(last)?),
        (false, false) => number(last)?.checked_sub(1),
    };
    match last {
        Some(last) if first <= last => Ok(first..=last),
        _ => Err(format!("the range {text} is empty")),
    }
}

/// A graded board. Its fields are file format.
#[derive(Serialize)]
struct Graded {
    puzzle: &'static str,
    letters: String,
    width: u8,
    height: u8,
    /// The metric of its difficulty.
    metric: &'static str,
    vehicles: usize,
    #[serde(flatten)]
    difficulty: Difficulty,
    /// Together with the index it leads to this board again.
    seed: u64,
    index: u64,
}

/// Makes the board of every index.
struct Growing {
    recipe: Recipe,
    seed: u64,
}

impl Work for Growing {
    fn units(&self) -> Option<u64> {
        None
    }

    /// Makes the board of an index and checks its figures; null if none was found in a long time.
    fn work(&self, index: u64, _: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault> {
        let Self { recipe, seed } = self;
        let made = recipe.make(seed_of(*seed, index), cancel).map_err(Fault::input)?;
        let Some(Made { board, length, positions }) = made else {
            return Ok(if cancel.is_cancelled() { None } else { Some(Value::Null) });
        };
        let explored = Difficulty::explore(&board, recipe.metric, &Limits::default(), cancel);
        let difficulty = match explored {
            Ok((difficulty, _)) => difficulty,
            Err(fault) if fault.kind == FaultKind::Limit => return Ok(None),
            Err(fault) => return Err(fault),
        };
        if difficulty.length(recipe.metric) != Some(Cost::from(length))
            || !recipe.length.contains(&length)
            || difficulty.positions != positions
        {
            return Err(Fault::environment(format_args!(
                "{}: not as hard as it was made, at index {index}: this is a bug",
                board.letters()
            )));
        }
        Ok(Some(json(&Graded {
            puzzle: NAME,
            letters: board.letters(),
            width: board.width(),
            height: board.height(),
            metric: recipe.metric.name(),
            vehicles: board.vehicles().len(),
            difficulty,
            seed: *seed,
            index,
        })))
    }
}

/// The seed of an index; those of neighbours are unrelated.
fn seed_of(seed: u64, index: u64) -> u64 {
    let first = SplitMix::new(seed).bits();
    SplitMix::new(first.wrapping_add(index)).bits()
}

/// The fields of a graded board that the harvest reads.
#[derive(Deserialize)]
struct Found {
    letters: String,
    width: usize,
    vehicles: usize,
    slides: Cost,
    steps: Cost,
    positions: u64,
    seed: u64,
    index: u64,
}

/// Boards so far.
struct Harvest {
    count: u64,
    metric: Metric,
    /// The letters of all boards.
    seen: HashSet<String>,
    list: String,
    /// Units in a row that brought boards that came up before.
    repeats: u32,
    /// Units in a row that brought none.
    misses: u32,
    end: Option<End>,
}

/// Why no more boards are made.
enum End {
    Enough,
    NothingNew,
    Nothing,
}

impl Gather for Harvest {
    fn goal(&self) -> u64 {
        self.count
    }

    fn take(&mut self, _: u64, result: Value) -> Result<Taken, Fault> {
        let mut taken = Taken::default();
        if result.is_null() {
            self.misses += 1;
            if self.misses == MOST_MISSES {
                self.end = Some(End::Nothing);
            }
        } else {
            let found = Found::deserialize(&result).map_err(Fault::environment)?;
            if self.seen.insert(found.letters.clone()) {
                (self.repeats, self.misses) = (0, 0);
                taken.items.push(self.item(&found, result)?);
                taken.progress = 1;
                taken.message = format!("{} indices", grouped(found.index + 1));
                if self.seen.len() as u64 == self.count {
                    self.end = Some(End::Enough);
                }
            } else {
                self.repeats += 1;
                if self.repeats == MOST_REPEATS {
                    self.end = Some(End::NothingNew);
                }
            }
        }
        taken.is_enough = self.end.is_some();
        Ok(taken)
    }

    fn finish(&mut self) -> Finished {
        let reason = match self.end {
            Some(End::Enough) => None,
            Some(End::NothingNew) => Some("those that come up have come up before"),
            Some(End::Nothing) => Some("nothing else was found in a long time"),
            None => Some("interrupted"),
        };
        let (found, count) = (self.seen.len(), self.count);
        Finished {
            list: Some(std::mem::take(&mut self.list)),
            notes: reason
                .map(|it| format!("{found} of {count} boards: {it}"))
                .into_iter()
                .collect(),
            is_complete: reason.is_none(),
            ..Finished::default()
        }
    }
}

impl Harvest {
    /// A board as it is printed; it joins the list in a form that can be read back.
    fn item(&mut self, found: &Found, json: Value) -> Result<Item, Fault> {
        let Found { letters, width, vehicles, slides, steps, positions, seed, index } = found;
        let cells: Vec<char> = letters.chars().collect();
        let rows: Vec<String> =
            cells.chunks((*width).max(1)).map(|row| row.iter().collect()).collect();
        let board = Board::parse(&rows.join("\n"))?;
        let name = format!("seed-{seed}-{index}");
        // Writing to a string cannot fail.
        let _ = if is_square(&board) {
            if self.list.is_empty() {
                self.list += "# NAME LETTERS SLIDES STEPS POSITIONS\n";
            }
            writeln!(self.list, "{name} {letters} {slides} {steps} {positions}")
        } else {
            let gap = if self.list.is_empty() { "" } else { "\n" };
            let figures = format!("{slides} slides, {steps} steps, {positions} positions");
            writeln!(self.list, "{gap}# {name}: {figures}\n{board}")
        };
        let length =
            in_words(self.metric, if self.metric == Metric::Slides { *slides } else { *steps });
        let vehicles = match vehicles {
            1 => "1 vehicle".to_owned(),
            vehicles => format!("{vehicles} vehicles"),
        };
        let positions = grouped(*positions);
        let text = format!("{}: {length}, {vehicles}, {positions} positions", word(&board));
        Ok(Item { text, json, name, svg: Some(Box::new(move || picture::svg(&board))) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn seeds_of_neighbours_differ() {
        let seeds: HashSet<u64> =
            (0..10).flat_map(|seed| (0..100).map(move |index| seed_of(seed, index))).collect();
        assert_eq!(seeds.len(), 1000);
    }

    #[test]
    fn ranges_may_lack_an_end() {
        assert_eq!(range("30"), Ok(30..=30));
        assert_eq!(range("30.."), Ok(30..=u16::MAX));
        assert_eq!(range("..20"), Ok(0..=19));
        assert_eq!(range("..=20"), Ok(0..=20));
        assert_eq!(range("30..=40"), Ok(30..=40));
        assert_eq!(range("30..40"), Ok(30..=39));
        for bad in ["", "..", "..=", "3..=", "4..4", "5..=4", "..0", "x", "+3", "1..2..3", "70000"]
        {
            assert!(range(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sides_are_one_number_or_two() {
        assert_eq!(sides("6"), Ok((6, 6)));
        assert_eq!(sides("7x5"), Ok((7, 5)));
        assert_eq!(sides("7×5"), Ok((7, 5)));
        for bad in ["", "x", "6x", "6x5x4", "-6", "300"] {
            assert!(sides(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[0-9.=x×a-]{0,12}|.{0,24}") {
            let _ = (range(&text), sides(&text));
        }
    }
}
