//! Sheets to print: positions with their grades and answers.

use patience_core::{Cancel, Limits, Meter};
use patience_draw::sheet::{Entry, PerPage, Sheet};
use patience_kit::{
    CODE, Choice as _, End, Fault, FaultKind, Graded, Kit, Position, Setup, Solve, figure,
};

use crate::batch;

/// Nodes of a search for an answer without a limit of its own, after which a quicker engine is asked.
const PATIENCE: u64 = 2_000_000;

/// Letters of a position that a sheet shows beside its board.
const SHORT: usize = 80;

/// How a sheet is made.
///
/// ```
#[doc = include_str!("../doc/sheet.rs")]
/// let html = plan.html(vec![("easy".to_owned(), board)], &Cancel::new(), || {})?;
/// let html = html.expect("nobody cancels it");
/// assert!(html.contains("Two moves") && html.contains("5 6"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct SheetPlan {
    /// The puzzle.
    pub kit: &'static dyn Kit,
    /// The title of every page.
    pub title: String,
    /// Boards a page.
    pub per_page: PerPage,
    /// Whether answers follow the boards.
    pub answers: bool,
    /// What the grade and each search of a position may spend.
    pub limits: Limits,
    /// Positions at once.
    pub threads: usize,
}

impl SheetPlan {
    /// Grades and solves the positions; the sheet as HTML, or `None` if it was cancelled. `watch` is called after every position.
    ///
    /// ```
    #[doc = include_str!("../doc/sheet.rs")]
    /// let cancel = Cancel::new();
    /// cancel.cancel();
    /// assert_eq!(plan.html(vec![("easy".to_owned(), board)], &cancel, || {})?, None);
    /// // Without boards there is still a page.
    /// assert!(plan.html(Vec::new(), &Cancel::new(), || {})?.is_some());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn html(
        &self,
        positions: Vec<(String, Box<dyn Position>)>,
        cancel: &Cancel,
        mut watch: impl FnMut(),
    ) -> Result<Option<String>, Fault> {
        let (kit, count) = (self.kit, positions.len());
        let engine = kit.prepare(&Setup::default())?;
        let quick = Setup { engine: Some(kit.judge_with()), ..Setup::default() };
        let quick = kit.prepare(&quick)?;
        let mut entries = Vec::with_capacity(count);
        let work = |(name, position): (String, Box<dyn Position>)| {
            self.entry(name, &*position, [&*engine, &*quick], cancel)
        };
        let emit = |entry: Result<Entry, Fault>| -> Result<(), Fault> {
            entries.push(entry?);
            watch();
            Ok(())
        };
        let is_cancelled = || cancel.is_cancelled();
        let is_whole =
            batch::in_order(positions.into_iter(), self.threads, is_cancelled, work, emit)?;
        if !is_whole || cancel.is_cancelled() {
            return Ok(None);
        }
        let sheet = Sheet {
            title: self.title.clone(),
            about: match count {
                1 => format!("1 {}", kit.about().one),
                _ => format!("{count} {}", kit.about().many),
            },
            per_page: self.per_page,
            answers: self.answers,
            entries,
            legend: legend(kit),
        };
        Ok(Some(sheet.html()))
    }

    /// A position with its grade and answer. Where a limit comes first, the sheet says so.
    fn entry(
        &self,
        name: String,
        position: &dyn Position,
        engines: [&dyn Solve; 2],
        cancel: &Cancel,
    ) -> Result<Entry, Fault> {
        let mut observer = ();
        let mut meter = Meter::start(&self.limits, cancel, &mut observer);
        let graded = match position.grade(&mut meter) {
            Err(fault) if fault.kind == FaultKind::Limit => None,
            graded => graded?,
        };
        let (mut headline, answer) =
            if self.answers { self.answer(position, engines, cancel)? } else { Default::default() };
        if let Some(graded) = &graded {
            headline = format!("{headline}; {}", in_words(graded));
        }
        let text = position.write(self.kit.about().exchange)?.trim().to_owned();
        let is_short = text.lines().count() == 1 && text.chars().count() <= SHORT;
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        // The number of a deal, or the board itself, is enough to find it again.
        let shown = if is_number || text == name {
            String::new()
        } else if is_short {
            text
        } else {
            position.write(CODE.name)?
        };
        // A number alone says little.
        let name = if is_number { format!("{} {name}", self.kit.about().one) } else { name };
        Ok(Entry {
            grade: graded.map_or_else(String::new, |graded| graded.grade.name().to_owned()),
            svg: position.svg(),
            position: shown,
            name,
            headline,
            answer,
        })
    }

    /// The length of an answer in words, or why there is none, and the answer.
    fn answer(
        &self,
        position: &dyn Position,
        engines: [&dyn Solve; 2],
        cancel: &Cancel,
    ) -> Result<(String, String), Fault> {
        let nodes = self.limits.nodes.or(Some(PATIENCE));
        let mut limits = Limits { nodes, ..self.limits.clone() };
        let (mut headline, mut answer) = (String::new(), String::new());
        for engine in engines {
            let found = engine.solve(position, &limits, cancel, &mut ())?;
            headline = match &found.end {
                End::Solved { .. } => engine.headline(&found),
                End::Unsolvable { .. } => "cannot be solved".to_owned(),
                End::Exhausted => "no solution found".to_owned(),
                End::Limit(stop) => format!("no solution found: {stop}"),
            };
            if let Some(line) = &found.line {
                answer = line.notation().join(" ");
            }
            if !matches!(found.end, End::Limit(_)) {
                break;
            }
            limits = self.limits.clone();
        }
        Ok((headline, answer))
    }
}

/// The measure that decides a grade, such as `hard (bits 71.20)`.
fn in_words(graded: &Graded) -> String {
    let grade = graded.grade.name();
    match graded.measures().next() {
        Some((named, value)) => format!("{grade} ({} {})", named.name, figure(value)),
        None => grade.to_owned(),
    }
}

/// What the words and moves of a sheet mean.
fn legend(kit: &dyn Kit) -> Vec<(String, String)> {
    let mut legend = Vec::new();
    if let Some(notation) = kit.about().line_formats.first() {
        legend.push(("Moves".to_owned(), format!("{}.", notation.summary)));
    }
    if let Some(grading) = kit.grading() {
        let [first, second, third] = grading.quartiles.map(figure);
        let measure = grading.measures.first();
        let (name, what) = measure.map_or(("", ""), |named| (named.name, named.summary));
        legend.push(("Grades".to_owned(), format!("{}.", grading.definition)));
        legend.push((
            "Easy, medium, hard, expert".to_owned(),
            format!(
                "A quarter each of {}: {name} up to {first}, {second}, {third}, and above. {name}: {}.",
                grading.sample,
                lowercase(what)
            ),
        ));
    }
    legend
}

fn lowercase(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
