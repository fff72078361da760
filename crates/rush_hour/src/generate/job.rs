//! The job `generate rushhour`: different boards of a recipe, one after the other, each checked and graded.

use std::collections::HashSet;
use std::fmt::Write as _;

use patience_core::{Cancel, Cost, Limits, Meter};
use patience_kit::{
    Choice as _, Fault, FaultKind, Finished, Gather, Grade, Graded, Item, Job, JobAbout,
    Settings as _, Taken, Values, Work, grouped, read_range, seed_of, settings,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Made, Recipe};
use crate::engines::difficulty::{Difficulty, json};
use crate::grade;
use crate::kit::KIT;
use crate::kit::about::{NAME, in_words};
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
        /// Only boards of this grade; without --slides and --steps, their lengths are those of the grade
        grade: Option<Grade> = None;
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
            unrecorded: &[],
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
            grade: wishes.grade,
            examined: 0,
            seen: HashSet::new(),
            list: String::new(),
            repeats: 0,
            misses: 0,
            end: None,
        };
        Ok((
            Box::new(Growing { recipe, seed: wishes.seed, grade: wishes.grade }),
            Box::new(harvest),
        ))
    }
}

/// The recipe of the settings.
fn recipe(wishes: &Wishes) -> Result<Recipe, Fault> {
    let wrong = |name: &'static str| {
        move |message: String| Fault::input(format_args!("--{name}: {message}"))
    };
    let range = |name: &'static str, text: &Option<String>| {
        text.as_deref().map(|text| read_range(text).map_err(wrong(name))).transpose()
    };
    let (width, height) = sides(&wishes.size).map_err(wrong("size"))?;
    let default = match (wishes.grade, width.min(height)) {
        (Some(grade), _) => grade::usual_slides(grade),
        (None, ..=3) => 1..=u16::MAX,
        (None, 4) => 5..=u16::MAX,
        (None, 5) => 10..=u16::MAX,
        (None, 6..) => 15..=u16::MAX,
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

/// A board with its difficulty. Its fields are file format.
#[derive(Serialize)]
struct Described {
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
    /// The grade and its measures, where one was asked for.
    #[serde(flatten)]
    graded: Option<Graded>,
}

/// Makes the board of every index.
struct Growing {
    recipe: Recipe,
    seed: u64,
    grade: Option<Grade>,
}

impl Work for Growing {
    fn units(&self) -> Option<u64> {
        None
    }

    /// Makes the board of an index and checks its figures; null if none was found in a long time, false if it is of another grade.
    fn work(&self, index: u64, limits: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault> {
        let Self { recipe, seed, grade } = self;
        let made =
            recipe.make_within(seed_of(*seed, index), limits.time, cancel).map_err(Fault::input)?;
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
        let graded = match grade {
            None => None,
            Some(grade) => match graded_as(*grade, &board, cancel) {
                Ok(None) => return Ok(Some(false.into())),
                Err(fault) if fault.kind == FaultKind::Limit => return Ok(None),
                graded => graded?,
            },
        };
        Ok(Some(json(&Described {
            puzzle: NAME,
            letters: board.letters(),
            width: board.width(),
            height: board.height(),
            metric: recipe.metric.name(),
            vehicles: board.vehicles().len(),
            difficulty,
            seed: *seed,
            index,
            graded,
        })))
    }
}

/// The grade of a board with its measures; `None` if it is another one.
fn graded_as(wanted: Grade, board: &Board, cancel: &Cancel) -> Result<Option<Graded>, Fault> {
    let mut observer = ();
    let mut meter = Meter::start(&Limits::default(), cancel, &mut observer);
    if grade::quickly(board, &mut meter)? != Some(wanted) {
        return Ok(None);
    }
    grade::grade(board, &mut meter)
}

/// The fields of a board that the harvest reads.
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
    #[serde(default)]
    grade: Option<Grade>,
}

/// Boards so far.
struct Harvest {
    count: u64,
    metric: Metric,
    grade: Option<Grade>,
    /// Boards of any grade.
    examined: u64,
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
        } else if result == Value::Bool(false) {
            self.misses = 0;
            self.examined += 1;
            taken.message = self.message();
        } else {
            self.examined += 1;
            let found = Found::deserialize(&result).map_err(Fault::environment)?;
            if self.seen.insert(found.letters.clone()) {
                (self.repeats, self.misses) = (0, 0);
                taken.items.push(self.item(&found, result)?);
                taken.progress = 1;
                taken.message = match self.grade {
                    None => format!("{} indices", grouped(found.index + 1)),
                    Some(_) => self.message(),
                };
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
        let examined = match self.grade {
            None => String::new(),
            Some(_) => format!("; {} examined", grouped(self.examined)),
        };
        Finished {
            list: Some(std::mem::take(&mut self.list)),
            notes: reason
                .map(|it| format!("{found} of {count} boards: {it}{examined}"))
                .into_iter()
                .collect(),
            is_complete: reason.is_none(),
            ..Finished::default()
        }
    }
}

impl Harvest {
    fn message(&self) -> String {
        format!("{} examined, {} found", grouped(self.examined), self.seen.len())
    }

    /// A board as it is printed; it joins the list in a form that can be read back.
    fn item(&mut self, found: &Found, json: Value) -> Result<Item, Fault> {
        let Found { letters, width, vehicles, slides, steps, positions, seed, index, grade } =
            found;
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
        let grade = grade.map_or_else(String::new, |grade| format!(", {}", grade.name()));
        let text = format!("{}: {length}, {vehicles}, {positions} positions{grade}", word(&board));
        Ok(Item { text, json, title: name.clone(), name, position: Some(KIT.hold(board)) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
            let _ = (read_range(&text), sides(&text));
        }
    }
}
