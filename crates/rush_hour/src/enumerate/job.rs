//! The job `enumerate rushhour`: every board of a size, in units of work that a file of results can continue.

use std::fmt::Write as _;

use patience_core::{Cancel, Limits};
use patience_kit::{
    Fault, Finished, Gather, Job, JobAbout, Settings as _, Taken, Values, Work, grouped, settings,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Hard, SIDES, Seen, Space};
use crate::kit::about::NAME;
use crate::rules::game::Metric;

settings! {
    /// The boards to enumerate.
    struct Wishes {
        /// Cells a side, from 3 to 6
        side: u8 = 6;
        /// The metric of the difficulty of a position, and of whether a vehicle is needed
        metric: Metric = Metric::Slides;
        /// Walls, set up on the cells in all ways
        walls: u8 = 0, 0..=3;
        /// Walls at these cells only, each as ROW:COLUMN from 1, such as 1:4 or 1:4,6:2
        walls_at: Option<String> = None;
        /// Leave boards of shorter solutions out of the list
        at_least: Option<u16> = None;
    }
}

/// The job.
pub(crate) struct Enumerate;

impl Job for Enumerate {
    fn about(&self) -> JobAbout {
        JobAbout {
            verb: "enumerate",
            name: NAME,
            summary: "Rush Hour boards, without walls or with some: every minimal board that is the hardest of its cluster. A unit of \
                      work is the boards with the same walls and the same vehicles in all rows; the list has a line NAME LETTERS SLIDES STEPS POSITIONS for each board, \
                      the hardest first",
            settings: Wishes::fields(),
            journal: Some("out"),
            list: Some("boards"),
            pictures: false,
            limits: false,
        }
    }

    fn start(&self, settings: &Values) -> Result<(Box<dyn Work>, Box<dyn Gather>), Fault> {
        let wishes = Wishes::read(settings)?;
        let Wishes { side, metric, at_least, .. } = wishes;
        let space = space(&wishes)?;
        let units = space.units() as u64;
        let walls = match &wishes.walls_at {
            Some(cells) => format!("with walls at {cells}"),
            None => match wishes.walls {
                0 => "without walls".to_owned(),
                1 => "with a wall".to_owned(),
                walls => format!("with {walls} walls"),
            },
        };
        let total = Total { side, metric, walls, at_least, units, seen: Seen::default() };
        Ok((Box::new(Exploring { space, side, metric }), Box::new(total)))
    }
}

/// The boards of the settings.
fn space(wishes: &Wishes) -> Result<Space, Fault> {
    let Wishes { side, metric, walls, .. } = *wishes;
    if !SIDES.contains(&side) {
        return Err(Fault::input(format_args!(
            "boards of 3 to 6 cells a side can be enumerated, not {side}"
        )));
    }
    let space = match &wishes.walls_at {
        None => Space::with_walls(side, metric, walls),
        Some(_) if walls != 0 => {
            return Err(Fault::input("--walls and --walls-at cannot be used together"));
        }
        Some(text) => Space::with_walls_at(side, metric, &cells(text)?),
    };
    space.ok_or_else(|| {
        Fault::input(format_args!(
            "no board of {side}×{side} cells has these walls: they must be different cells, none between the target and the exit"
        ))
    })
}

/// Reads cells, each as `ROW:COLUMN` from 1.
fn cells(text: &str) -> Result<Vec<(u8, u8)>, Fault> {
    let cell = |text: &str| {
        let (row, column) = text.trim().split_once(':')?;
        let number = |text: &str| text.trim().parse::<u8>().ok()?.checked_sub(1);
        Some((number(row)?, number(column)?))
    };
    let wrong = || {
        Fault::input(format_args!(
            "--walls-at: expected cells such as 1:4 or 1:4,6:2, a row and a column from 1, found `{}`",
            text.escape_debug()
        ))
    };
    text.split(',').map(|text| cell(text).ok_or_else(wrong)).collect()
}

/// A line of the file that an enumeration continues from. Its fields are file format.
#[derive(Serialize, Deserialize)]
struct Line {
    side: u8,
    metric: String,
    unit: usize,
    #[serde(flatten)]
    seen: Seen,
}

/// Explores the units.
struct Exploring {
    space: Space,
    side: u8,
    metric: Metric,
}

impl Work for Exploring {
    fn units(&self) -> Option<u64> {
        Some(self.space.units() as u64)
    }

    fn work(&self, unit: u64, _: &Limits, cancel: &Cancel) -> Result<Option<Value>, Fault> {
        let unit = usize::try_from(unit).map_err(Fault::input)?;
        let seen = self.space.explore(unit, cancel);
        let metric = self.metric.name().to_owned();
        let line = seen.map(|seen| Line { side: self.side, metric, unit, seen });
        line.map(serde_json::to_value).transpose().map_err(Fault::environment)
    }
}

/// All units so far.
struct Total {
    side: u8,
    metric: Metric,
    /// The walls in words.
    walls: String,
    at_least: Option<u16>,
    units: u64,
    seen: Seen,
}

impl Gather for Total {
    fn goal(&self) -> u64 {
        self.units
    }

    fn take(&mut self, unit: u64, result: Value) -> Result<Taken, Fault> {
        let Line { side, metric, unit: found, seen } =
            Line::deserialize(result).map_err(Fault::input)?;
        if (side, metric.as_str(), found as u64) != (self.side, self.metric.name(), unit) {
            return Err(Fault::input("the file belongs to another enumeration"));
        }
        self.seen.families += seen.families;
        self.seen.positions += seen.positions;
        self.seen.clusters += seen.clusters;
        self.seen.hard.extend(seen.hard);
        let message = format!("{} boards", grouped(self.seen.hard.len() as u64));
        Ok(Taken { progress: 1, message, ..Taken::default() })
    }

    fn finish(&mut self) -> Finished {
        // The hardest first, and those of few positions before those of many.
        self.seen.hard.sort_unstable_by(|one, other| {
            let by = |hard: &Hard| (u16::MAX - hard.length, hard.positions);
            by(one).cmp(&by(other)).then_with(|| one.letters.cmp(&other.letters))
        });
        Finished {
            text: self.text(),
            json: Some(self.summary()),
            list: Some(self.list()),
            is_complete: true,
            ..Finished::default()
        }
    }
}

impl Total {
    /// The boards as a file that `solve rushhour --file` reads.
    fn list(&self) -> String {
        let metric = self.metric.name();
        let mut text = format!(
            "# Minimal boards of {side}×{side} cells {walls}, each the hardest of its cluster in {metric}.\n\
             # NAME LETTERS SLIDES STEPS POSITIONS\n",
            side = self.side,
            walls = self.walls,
        );
        let is_listed = |hard: &&Hard| self.at_least.is_none_or(|least| least <= hard.length);
        for (number, hard) in (1..).zip(self.seen.hard.iter().filter(is_listed)) {
            let Hard { letters, slides, steps, positions, .. } = hard;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{metric}-{number} {letters} {slides} {steps} {positions}");
        }
        text
    }

    /// The number of boards of each length, the shortest first.
    fn histogram(&self) -> Vec<(u16, usize)> {
        let mut counts: Vec<(u16, usize)> = Vec::new();
        for hard in self.seen.hard.iter().rev() {
            match counts.last_mut() {
                Some((length, count)) if *length == hard.length => *count += 1,
                _ => counts.push((hard.length, 1)),
            }
        }
        counts
    }

    fn text(&self) -> String {
        let seen = &self.seen;
        let mut text = String::new();
        for (what, number) in [
            ("families", seen.families),
            ("positions", seen.positions),
            ("clusters", seen.clusters),
            ("minimal boards", seen.hard.len() as u64),
        ] {
            let _ = writeln!(text, "{what:14} {}", grouped(number));
        }
        for (length, count) in self.histogram() {
            let _ = writeln!(text, "{length:>3} {}", grouped(count as u64));
        }
        if let Some(hardest) = seen.hard.first() {
            let _ = writeln!(text, "hardest        {} {}", hardest.letters, hardest.length);
        }
        text
    }

    /// The summary as JSON. Its fields are file format; `lengths` are pairs of a length and the number of its boards.
    fn summary(&self) -> Value {
        json!({
            "side": self.side,
            "metric": self.metric.name(),
            "families": self.seen.families,
            "positions": self.seen.positions,
            "clusters": self.seen.clusters,
            "minimal": self.seen.hard.len(),
            "lengths": self.histogram(),
            "hardest": self.seen.hard.first(),
        })
    }
}
