//! `patience generate rushhour`.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;

use anyhow::{Context, bail};
use patience_catalog::OutcomeKind;
use patience_catalog::rush_hour::NAME;
use patience_core::{Cancel, Cost, Limits, SplitMix};
use patience_rush_hour::{Board, Made, Metric, Recipe, picture};
use patience_workbench::batch;
use serde::Serialize;

use super::difficulty::{self, Difficulty};
use super::{in_words, is_square, word};
use crate::args::GenerateRushHour;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{grouped, say, write_file};
use crate::progress::Progress;

/// Indices in a row that may bring boards that came up before: after so many, there are hardly any others.
const MOST_REPEATS: u32 = 1000;

/// Indices in a row that may bring none, each after a long time: after so many, there is hardly any.
const MOST_MISSES: u32 = 4;

pub(crate) fn run(args: &GenerateRushHour) -> anyhow::Result<Exit> {
    let recipe = recipe(args);
    recipe.check().map_err(Exit::bad_input)?;
    if let Some(folder) = &args.svg {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let progress = Progress::new(args.count.into(), args.quiet);
    let mut harvest = Harvest::new(args, recipe.metric);
    let result = batch::in_order(
        0_u64..,
        args.threads(),
        || cancel.is_cancelled(),
        |index| grow(&recipe, args.seed, index, &cancel),
        |growth| -> anyhow::Result<()> {
            harvest.take(growth?, &progress)?;
            if harvest.end.is_some() {
                // What has been begun beyond the last board is of no use.
                cancel.cancel();
            }
            Ok(())
        },
    );
    progress.finish();
    result?;
    if let Some(path) = &args.out {
        write_file(path, &harvest.list)?;
    }
    let found = harvest.seen.len();
    let short = |why: &str| {
        if !args.quiet {
            say(format_args!("{found} of {} boards: {why}", args.count));
        }
    };
    Ok(match harvest.end {
        Some(End::Enough) => Exit::Done,
        Some(End::NothingNew) => {
            short("those that come up have come up before");
            Exit::Unsolved(OutcomeKind::Exhausted)
        }
        Some(End::Nothing) => {
            short("nothing else was found in a long time");
            Exit::Unsolved(OutcomeKind::Exhausted)
        }
        None => {
            short("interrupted");
            Exit::Interrupted
        }
    })
}

/// What the arguments ask for.
fn recipe(args: &GenerateRushHour) -> Recipe {
    let (width, height) = args.size;
    let usual = match width.min(height) {
        ..=3 => 1..=u16::MAX,
        4 => 5..=u16::MAX,
        5 => 10..=u16::MAX,
        6.. => 15..=u16::MAX,
    };
    let (metric, length) = match (&args.slides, &args.steps) {
        (_, Some(steps)) => (Metric::Steps, steps.clone()),
        (Some(slides), None) => (Metric::Slides, slides.clone()),
        (None, None) => (Metric::Slides, usual),
    };
    let (least, most) =
        args.vehicles.clone().map_or((1, u16::MAX), std::ops::RangeInclusive::into_inner);
    Recipe {
        width,
        height,
        metric,
        length,
        vehicles: least.into()..=most.into(),
        walls: args.walls.into(),
        minimal: !args.any,
    }
}

/// What the seed of one index leads to.
enum Growth {
    Board(Box<Graded>),
    /// No board in a long time.
    Nothing,
    /// It was cancelled.
    CutShort,
}

/// A board and what is known of it. Its fields are file format.
#[derive(Debug, Serialize)]
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
    /// Together they lead to this board again.
    seed: u64,
    index: u64,
    #[serde(skip)]
    board: Board,
}

/// Makes the board of an index and checks what is claimed of it.
fn grow(recipe: &Recipe, seed: u64, index: u64, cancel: &Cancel) -> anyhow::Result<Growth> {
    let made = recipe.make(seed_of(seed, index), cancel)?;
    let Some(Made { board, length, positions }) = made else {
        return Ok(if cancel.is_cancelled() { Growth::CutShort } else { Growth::Nothing });
    };
    let explored = difficulty::explore(&board, recipe.metric, &Limits::default(), cancel)?;
    let Ok((difficulty, _)) = explored else { return Ok(Growth::CutShort) };
    if difficulty.length(recipe.metric) != Some(Cost::from(length))
        || !recipe.length.contains(&length)
        || difficulty.positions != positions
    {
        bail!("{}: not as hard as it was made, at index {index}: this is a bug", board.letters());
    }
    Ok(Growth::Board(Box::new(Graded {
        puzzle: NAME,
        letters: board.letters(),
        width: board.width(),
        height: board.height(),
        metric: recipe.metric.name(),
        vehicles: board.vehicles().len(),
        difficulty,
        seed,
        index,
        board,
    })))
}

/// The seed of an index, which depends on nothing else: neighbours have nothing in common.
fn seed_of(seed: u64, index: u64) -> u64 {
    let first = SplitMix::new(seed).bits();
    SplitMix::new(first.wrapping_add(index)).bits()
}

/// What was found so far.
struct Harvest<'a> {
    args: &'a GenerateRushHour,
    metric: Metric,
    /// The letters of all boards.
    seen: HashSet<String>,
    /// The text of the file that is asked for.
    list: String,
    /// Indices in a row that brought what came up before.
    repeats: u32,
    /// Indices in a row that brought none.
    misses: u32,
    end: Option<End>,
    is_cut_short: bool,
}

/// Why no more boards are made.
enum End {
    Enough,
    NothingNew,
    Nothing,
}

impl<'a> Harvest<'a> {
    fn new(args: &'a GenerateRushHour, metric: Metric) -> Self {
        Self {
            args,
            metric,
            seen: HashSet::new(),
            list: String::new(),
            repeats: 0,
            misses: 0,
            end: None,
            is_cut_short: false,
        }
    }

    /// Takes what the next index brought.
    fn take(&mut self, growth: Growth, progress: &Progress) -> anyhow::Result<()> {
        if self.end.is_some() || self.is_cut_short {
            return Ok(());
        }
        match growth {
            // Boards of later indices would be out of turn.
            Growth::CutShort => self.is_cut_short = true,
            Growth::Nothing => {
                self.misses += 1;
                if self.misses == MOST_MISSES {
                    self.end = Some(End::Nothing);
                }
            }
            Growth::Board(graded) if !self.seen.insert(graded.letters.clone()) => {
                self.repeats += 1;
                if self.repeats == MOST_REPEATS {
                    self.end = Some(End::NothingNew);
                }
            }
            Growth::Board(graded) => {
                (self.repeats, self.misses) = (0, 0);
                progress.suspend(|| self.print(&graded))?;
                let found = self.seen.len();
                progress.advance(|| format!("{} indices", grouped(graded.index + 1)));
                if found as u64 == u64::from(self.args.count) {
                    self.end = Some(End::Enough);
                }
            }
        }
        Ok(())
    }

    fn print(&mut self, graded: &Graded) -> anyhow::Result<()> {
        let rendered = render(graded, self.metric);
        let mut out = anstream::stdout().lock();
        if self.args.json {
            writeln!(out, "{}", serde_json::to_string(graded)?)?;
        } else {
            writeln!(out, "{}: {rendered}", word(&graded.board))?;
        }
        out.flush()?;
        drop(out);
        if let Some(folder) = &self.args.svg {
            let file = format!("{}.svg", graded.name());
            write_file(&folder.join(file), &picture::svg(&graded.board))?;
        }
        self.enlist(graded);
        Ok(())
    }

    /// Adds a board to the list in a form that can be read again.
    fn enlist(&mut self, graded: &Graded) {
        let (name, Difficulty { lengths, positions, .. }) = (graded.name(), &graded.difficulty);
        let (slides, steps) = (lengths.slides.unwrap_or(0), lengths.steps.unwrap_or(0));
        // A string takes everything.
        let _ = if is_square(&graded.board) {
            if self.list.is_empty() {
                self.list += "# NAME LETTERS SLIDES STEPS POSITIONS\n";
            }
            let letters = &graded.letters;
            writeln!(self.list, "{name} {letters} {slides} {steps} {positions}")
        } else {
            let gap = if self.list.is_empty() { "" } else { "\n" };
            let rendered = format!("{slides} slides, {steps} steps, {positions} positions");
            writeln!(self.list, "{gap}# {name}: {rendered}\n{}", graded.board)
        };
    }
}

impl Graded {
    /// Its name in lists and folders.
    fn name(&self) -> String {
        format!("seed-{}-{}", self.seed, self.index)
    }
}

/// A board in words: `30 slides, 11 vehicles, 2,332 positions`.
fn render(graded: &Graded, metric: Metric) -> String {
    let length = in_words(metric, graded.difficulty.length(metric).unwrap_or(0));
    let vehicles = match graded.vehicles {
        1 => "1 vehicle".to_owned(),
        vehicles => format!("{vehicles} vehicles"),
    };
    format!("{length}, {vehicles}, {} positions", grouped(graded.difficulty.positions as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_neighbours_differ() {
        let seeds: HashSet<u64> =
            (0..10).flat_map(|seed| (0..100).map(move |index| seed_of(seed, index))).collect();
        assert_eq!(seeds.len(), 1000);
    }
}
