//! What an engine answers.

use patience_core::{Cost, Outcome, Stats, Stop};

/// A line of play that the referee has replayed.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::Takes;
/// use patience_kit::{Lengths, Line};
///
/// // Three, then two stones from a heap; lengths are moves and stones.
/// let line = Takes(vec![3, 2]);
/// assert_eq!((line.length(), line.lengths()), (2, Lengths(vec![2, 5])));
/// assert_eq!((line.render("notation"), line.render("boards")), ("3 2\n".into(), "".into()));
/// // This puzzle has no words for its moves.
/// assert_eq!(line.words(), line.notation());
/// ```
pub trait Line: Send + Sync {
    /// The moves in the puzzle's notation.
    fn notation(&self) -> Vec<String>;

    /// The number of moves in the notation.
    fn length(&self) -> usize {
        self.notation().len()
    }

    /// Its lengths, in the order of [`About::lengths`](crate::About::lengths).
    fn lengths(&self) -> Lengths;

    /// The line in one of [`About::line_formats`](crate::About::line_formats); empty for a format that the puzzle does not have.
    fn render(&self, format: &str) -> String;

    /// A sentence for every move of the notation, or the notation itself where the puzzle has no words for its moves.
    fn words(&self) -> Vec<String> {
        self.notation()
    }

    /// An animated SVG, which names the moves and marks when each position rests; `pace` is the time of a move in seconds.
    fn animate(&self, pace: f64) -> String;
}

/// Moves of a line of notation in [`rows`].
const MOVES_PER_ROW: usize = 10;

/// Moves in notation, ten a row: the usual way to render a line as notation.
///
/// ```
/// let notation: Vec<String> = ["83", "2a", "21"].map(String::from).into();
/// assert_eq!(patience_kit::rows(&notation), "83 2a 21\n");
/// ```
#[must_use]
pub fn rows(notation: &[String]) -> String {
    notation.chunks(MOVES_PER_ROW).map(|row| row.join(" ") + "\n").collect()
}

/// Lengths of a line, in the order of [`About::lengths`](crate::About::lengths).
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::{Kit, Lengths};
///
/// // The puzzle knows what is measured: here moves, then stones.
/// assert_eq!(KIT.about().describe(&Lengths(vec![1, 3])), "1 move, 3 stones");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths(pub Vec<i64>);

/// How a search ended.
///
/// ```
/// use patience_core::{Puzzle, Outcome, Solution, example::Countdown};
/// use patience_kit::End;
///
/// let puzzle = Countdown { from: 5, most: 3 };
/// let solution = Solution::new(&puzzle, &puzzle.start(), vec![3, 2]);
/// assert_eq!(End::from(&Outcome::Solved(solution)), End::Solved { cost: 2, optimal: false });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It found a solution.
    Solved {
        /// The cost in the metric of the search.
        cost: Cost,
        /// Whether no solution costs less.
        optimal: bool,
    },
    /// There is no solution, and that is proven.
    Unsolvable {
        /// The argument, where it is not an exhausted search.
        reason: Option<String>,
    },
    /// Nothing is left to try, and nothing is proven.
    Exhausted,
    /// A limit came first.
    Limit(Stop),
}

impl<M> From<&Outcome<M>> for End {
    fn from(outcome: &Outcome<M>) -> Self {
        match outcome {
            Outcome::Solved(solution) => {
                Self::Solved { cost: solution.cost, optimal: solution.optimal }
            }
            Outcome::ProvenUnsolvable => Self::Unsolvable { reason: None },
            Outcome::Exhausted => Self::Exhausted,
            Outcome::LimitReached(stop) => Self::Limit(*stop),
        }
    }
}

/// The answer of an engine.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, Takes};
/// use patience_core::{Outcome, Solution};
/// use patience_kit::{Answer, End};
///
/// // A solution is an answer once the referee has replayed it.
/// let is_empty = |moves: &[u32]| moves.iter().sum::<u32>() == 5;
/// let referee = |moves: &[u32]| is_empty(moves).then(|| Takes(moves.to_vec())).ok_or("stones are left");
/// let outcome = Outcome::Solved(Solution::new(&Heap(5), &5, vec![3, 2]));
/// let answer = Answer::refereed(&outcome, referee);
/// assert_eq!(answer.end, End::Solved { cost: 2, optimal: false });
/// assert!(answer.line.is_some_and(|line| line.notation() == ["3", "2"]));
/// ```
pub struct Answer {
    /// How the search ended.
    pub end: End,
    /// The solution, replayed.
    pub line: Option<Box<dyn Line>>,
    /// How many optimal solutions there are, where the engine was asked to count them.
    pub solutions: Option<u128>,
    /// What the search spent. The adapter fills it in from the meter.
    pub stats: Stats,
}

impl Answer {
    /// The answer of a search whose solution `replay` checks by rules that the search did not use.
    ///
    /// # Panics
    ///
    /// If the referee refuses the solution: a bug of the rules or of the engine, never the fault of the input.
    pub fn refereed<M, L: Line + 'static, E: std::fmt::Display>(
        outcome: &Outcome<M>,
        replay: impl FnOnce(&[M]) -> Result<L, E>,
    ) -> Self {
        let line = match outcome {
            Outcome::Solved(solution) => match replay(&solution.moves) {
                Ok(line) => Some(Box::new(line) as Box<dyn Line>),
                Err(error) => panic!("the referee refuses a solution: {error}"),
            },
            _ => None,
        };
        Self { end: outcome.into(), line, solutions: None, stats: Stats::default() }
    }
}
