//! The baseline of evolution: the result of HSDH on each Microsoft deal, as a table that is computed once.
//!
//! The search is the original one, [`StagedDeepening`] with its default settings. A line of the table has ten deals: the number of the first,
//! and for each deal the expanded nodes and the moves of the solution, `593211/128`, or `20932/-` if none was found.

use std::fmt::Write as _;
use std::sync::LazyLock;

use patience_core::{ByFeature, Cancel, Limits, Puzzle, UnknownFeature, solve};
use patience_learn::{Attempt, Case};
use patience_search::StagedDeepening;

use super::{game, hsdh};
use crate::{FreeCell, MoveSet};

/// Node limit of the searches of the table; those that reach it go in circles.
pub const NODES: u64 = 20_000_000;

/// Moves of the searches of the table.
pub(super) const MOVES: MoveSet = MoveSet::Runs;

/// Deals per line.
const LINE: Case = 10;

/// The table of the 32,000 deals. Nothing evolves in a browser, where it would be a sixth of all that is loaded.
#[cfg(not(target_family = "wasm"))]
const TABLE: &str = include_str!("../../data/freecell-baselines.txt");
#[cfg(target_family = "wasm")]
const TABLE: &str = "";

/// The first lines of a table.
const HEADER: &str = "\
# FreeCell, the deals of Microsoft: HSDH under staged deepening, six moves ahead and 200,000 states, at most 20,000,000 nodes.
# The number of the first deal of the line; nodes/moves of each, - where nothing was found. Made by:
#   patience evolve freecell-baselines --out runs/baselines.jsonl --table data/freecell-baselines.txt
";

/// A table, starting with deal 1.
///
/// ```
/// use patience_core::Limits;
/// use patience_freecell::arena::baselines::Baselines;
///
/// // Two deals: one solved in 93 moves, and one for which the search found nothing.
/// let table = Baselines::parse("1 257350/93 15089/-")?;
/// let limits = Limits { nodes: Some(300_000), ..Limits::default() };
/// let [first, second] = [1, 2].map(|case| table.get(case, &limits).expect("it is in the table"));
/// assert_eq!((first.nodes, first.length), (257_350, Some(93)));
/// assert!(!second.is_solved());
/// # Ok::<(), patience_freecell::arena::baselines::BadBaselines>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baselines(Vec<Attempt>);

/// A line that does not belong to a table.
///
/// ```
/// use patience_freecell::arena::baselines::Baselines;
///
/// // The second line begins with the second deal.
/// let error = Baselines::parse("1 257350/93\n3 15089/-").expect_err("a deal is missing");
/// assert_eq!(error.to_string(), "line 2: expected the deal 2, found `3`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BadBaselines {
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub message: String,
}

impl Baselines {
    /// Reads a table.
    ///
    /// ```
    /// use patience_freecell::arena::baselines::Baselines;
    ///
    /// // Lines may be comments.
    /// let table = Baselines::parse("# three deals\n1 500/90 600/100\n3 700/-\n")?;
    /// assert_eq!(table.deals(), 3);
    /// assert!(Baselines::parse("1 500").is_err());
    /// # Ok::<(), patience_freecell::arena::baselines::BadBaselines>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, BadBaselines> {
        let mut attempts = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let read = read_line(attempts.len() + 1, line);
            attempts.extend(read.map_err(|message| BadBaselines { line: index + 1, message })?);
        }
        Ok(Self(attempts))
    }

    /// The table of the 32,000 deals.
    ///
    /// ```
    /// use patience_core::Limits;
    /// use patience_freecell::arena::baselines::{Baselines, NODES};
    ///
    /// let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    /// let is_solved = |case| Baselines::known().get(case, &limits).is_some_and(|it| it.is_solved());
    /// // Deal 11982 is the one of the 32,000 that nobody can solve.
    /// assert!(is_solved(11_981) && !is_solved(11_982));
    /// ```
    ///
    /// # Panics
    ///
    /// If the table is damaged.
    #[must_use]
    pub fn known() -> &'static Self {
        static KNOWN: LazyLock<Baselines> =
            LazyLock::new(|| Baselines::parse(TABLE).expect("the table was made by this program"));
        &KNOWN
    }

    /// The result of the search of a deal under a node limit; `None` if the table does not contain it.
    ///
    /// ```
    /// use patience_core::Limits;
    /// use patience_freecell::arena::baselines::Baselines;
    ///
    /// let table = Baselines::parse("1 500/90")?;
    /// let solved = |nodes| Some(table.get(1, &Limits { nodes, ..Limits::default() })?.is_solved());
    /// assert_eq!((solved(Some(500)), solved(Some(499))), (Some(true), Some(false)));
    /// // The searches of the table had a limit.
    /// assert_eq!(solved(None), None);
    /// # Ok::<(), patience_freecell::arena::baselines::BadBaselines>(())
    /// ```
    #[must_use]
    pub fn get(&self, case: Case, limits: &Limits) -> Option<Attempt> {
        let Limits { nodes: Some(most), time: None, memory: None } = *limits else { return None };
        let attempt = self.0.get((case as usize).checked_sub(1)?)?;
        if most < attempt.nodes {
            return Some(Attempt { nodes: most, length: None, fired: Vec::new() });
        }
        // With a higher limit, a search that gave up would continue.
        let gave_up = !attempt.is_solved() && attempt.nodes == NODES && NODES < most;
        (!gave_up).then(|| attempt.clone())
    }

    /// The rank of each deal among all, from 0 (easiest) to 1. Unsolved deals come last; ties go by number.
    ///
    /// ```
    /// use patience_freecell::arena::baselines::Baselines;
    ///
    /// // The third deal was given up early, but it is the hardest.
    /// let table = Baselines::parse("1 900/80 300/90 20/-")?;
    /// assert_eq!(table.places(), [0.5, 0.0, 1.0]);
    /// # Ok::<(), patience_freecell::arena::baselines::BadBaselines>(())
    /// ```
    #[must_use]
    pub fn places(&self) -> Vec<f64> {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by_key(|&at| (!self.0[at].is_solved(), self.0[at].nodes));
        let last = self.0.len().saturating_sub(1).max(1) as f64;
        let mut places = vec![0.0; self.0.len()];
        for (place, at) in order.into_iter().enumerate() {
            places[at] = place as f64 / last;
        }
        places
    }

    /// Deals in the table.
    ///
    /// ```
    /// use patience_freecell::arena::baselines::Baselines;
    ///
    /// // The deals that the FreeCell of Windows 95 had.
    /// let table = Baselines::known();
    /// assert_eq!(table.deals(), 32_000);
    /// assert_eq!(table.places().len(), table.deals());
    /// ```
    #[must_use]
    pub fn deals(&self) -> usize {
        self.0.len()
    }
}

/// The results of a line that begins with the deal `first`; none if it is a comment.
fn read_line(first: usize, line: &str) -> Result<Vec<Attempt>, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next().filter(|word| !word.starts_with('#')) else {
        return Ok(Vec::new());
    };
    if word != first.to_string() {
        return Err(format!("expected the deal {first}, found `{word}`"));
    }
    words
        .map(|word| read(word).ok_or_else(|| format!("expected nodes/moves, found `{word}`")))
        .collect()
}

fn read(word: &str) -> Option<Attempt> {
    let (nodes, moves) = word.split_once('/')?;
    let length = if moves == "-" { None } else { Some(moves.parse().ok()?) };
    Some(Attempt { nodes: nodes.parse().ok()?, length, fired: Vec::new() })
}

/// A table of the deals from 1 on as text.
///
/// ```
/// use patience_freecell::arena::baselines::{Baselines, table};
/// use patience_learn::Attempt;
///
/// let attempt = |nodes, length| Attempt { nodes, length, fired: Vec::new() };
/// let text = table(&[attempt(500, Some(90)), attempt(700, None)]);
/// assert!(text.ends_with("\n1 500/90 700/-\n"));
/// assert_eq!(Baselines::parse(&text)?.deals(), 2);
/// # Ok::<(), patience_freecell::arena::baselines::BadBaselines>(())
/// ```
#[must_use]
pub fn table(attempts: &[Attempt]) -> String {
    let firsts = (1..).step_by(LINE as usize);
    let lines = firsts.zip(attempts.chunks(LINE as usize));
    HEADER.to_owned() + &lines.map(|(first, attempts)| line(first, attempts)).collect::<String>()
}

/// The line of the deals from `first` on.
#[must_use]
fn line(first: usize, attempts: &[Attempt]) -> String {
    let mut line = first.to_string();
    for attempt in attempts {
        // Writing to a string cannot fail.
        let _ = match attempt.length {
            Some(moves) => write!(line, " {}/{moves}", attempt.nodes),
            None => write!(line, " {}/-", attempt.nodes),
        };
    }
    line.push('\n');
    line
}

/// The search of the table for one deal.
pub(super) fn search(case: Case, cancel: &Cancel) -> Result<Attempt, UnknownFeature> {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    Ok(with_hsdh(&StagedDeepening::new(hsdh()?), MOVES, case, &limits, cancel))
}

/// HSDH on a deal under any staged deepening and with any moves.
pub(super) fn with_hsdh(
    solver: &StagedDeepening<ByFeature<FreeCell>>,
    moves: MoveSet,
    case: Case,
    limits: &Limits,
    cancel: &Cancel,
) -> Attempt {
    let game = game(case, moves);
    let report = solve(solver, &game, &game.start(), limits, cancel, &mut ());
    Attempt::new(&report, Vec::new())
}
