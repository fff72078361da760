//! Moves in notation: the holes that a peg visits, `35-33` or `64-62-42`.

use std::fmt;

use crate::{Board, Hole, Jump};
use patience_core::text::{ParseError, Word, is_number, is_numbering, words_of_moves};

/// The most rows and columns for which a hole is two digits.
const DIGITS: u8 = 10;

/// What an error expects of a move.
const MOVE: &str = "a move such as 35-33 or 3,12-3,10";

/// A move in notation: the holes that a peg visits, at least two.
///
/// It is written `64-62-42`, row and column a digit each. Where that is not enough, and with `{:#}`, it is `6,12-6,10`.
///
/// ```
/// use patience_peg::{Board, Chain, Hole};
///
/// let board = Board::named("english").expect("a board of that name");
/// let hole = |row, column| Hole { row, column };
/// let chain = Chain::new(vec![hole(6, 4), hole(6, 2), hole(4, 2)]).expect("two holes or more");
/// assert_eq!((chain.to_string(), format!("{chain:#}")), ("64-62-42".to_owned(), "6,4-6,2-4,2".to_owned()));
/// let jumps = chain.jumps(&board).expect("jumps of the board");
/// assert_eq!(jumps.len(), 2);
/// assert_eq!(Chain::joined(&jumps, &board), Some(vec![chain]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain(Vec<Hole>);

impl Chain {
    /// A move through at least two holes. The referee checks whether it is legal.
    #[must_use]
    pub fn new(holes: Vec<Hole>) -> Option<Self> {
        (2 <= holes.len()).then_some(Self(holes))
    }

    /// Jumps as moves: successive jumps of one peg are one move. `None` if the board lacks one of the jumps.
    #[must_use]
    pub fn joined(jumps: &[Jump], board: &Board) -> Option<Vec<Self>> {
        let hole = |number: u8| board.holes()[usize::from(number)];
        let mut chains: Vec<Self> = Vec::new();
        for (at, jump) in jumps.iter().enumerate() {
            if !board.jumps().contains(jump) {
                return None;
            }
            let goes_on = 0 < at && jumps[at - 1].to == jump.from;
            match chains.last_mut() {
                Some(Self(holes)) if goes_on => holes.push(hole(jump.to)),
                _ => chains.push(Self(vec![hole(jump.from), hole(jump.to)])),
            }
        }
        Some(chains)
    }

    /// The jumps of the move, if the board has all of them.
    #[must_use]
    pub fn jumps(&self, board: &Board) -> Option<Vec<Jump>> {
        let jump = |pair: &[Hole]| {
            let (from, to) = (board.number(pair[0])?, board.number(pair[1])?);
            board.jumps().iter().copied().find(|jump| (jump.from, jump.to) == (from, to))
        };
        self.0.windows(2).map(jump).collect()
    }

    /// The first hole, then each hole where the peg lands.
    #[must_use]
    pub fn holes(&self) -> &[Hole] {
        &self.0
    }

    /// The notation for a board: on a large one all holes have commas.
    #[must_use]
    pub fn written(&self, board: &Board) -> String {
        let is_large = DIGITS < board.rows().max(board.columns());
        if is_large { format!("{self:#}") } else { self.to_string() }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_long = self.0.iter().any(|hole| DIGITS <= hole.row.max(hole.column));
        for (at, hole) in self.0.iter().enumerate() {
            if 0 < at {
                f.write_str("-")?;
            }
            if is_long || f.alternate() {
                write!(f, "{hole}")?;
            } else {
                write!(f, "{}{}", hole.row, hole.column)?;
            }
        }
        Ok(())
    }
}

/// A move with its place in the text.
///
/// ```
/// use patience_peg::{WrittenChain, read_chains};
///
/// let WrittenChain { chain, line, column } = read_chains("# a comment\n35-33 54-34")?.remove(1);
/// assert_eq!((chain.to_string().as_str(), line, column), ("54-34", 2, 7));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenChain {
    /// The move.
    pub chain: Chain,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

/// Reads the moves of a solution, with commas, spaces or new lines between them. Numbers such as `12.` before moves, and lines that
/// begin with `#`, are skipped.
///
/// ```
/// use patience_peg::read_chains;
///
/// let chains = read_chains("1. 35-33, 54-34\n2. 6,14-6,12-4,12")?;
/// assert_eq!(chains[1].chain.to_string(), "54-34");
/// assert_eq!((chains[2].line, chains[2].column), (2, 4));
/// assert_eq!(
///     read_chains("35-33 54").unwrap_err().to_string(),
///     "line 1, column 7: expected a move such as 35-33 or 3,12-3,10, found `54`",
/// );
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
pub fn read_chains(text: &str) -> Result<Vec<WrittenChain>, ParseError> {
    let mut chains = Vec::new();
    let text: String = text.split_inclusive(char::is_whitespace).map(spelled).collect();
    for word in words_of_moves(&text) {
        let text = word.text.trim_start_matches(',');
        let column = word.column + word.text.len() - text.len();
        let word = Word { text: text.trim_end_matches(','), column, ..word };
        if !word.text.is_empty() && !is_numbering(word.text) {
            read_word(word, &mut chains)?;
        }
    }
    Ok(chains)
}

/// A move with dashes between its holes and commas in them: links have no commas, and people write arrows. Every character keeps its place.
fn spelled(word: &str) -> String {
    let dashes: String =
        word.chars().map(|it| if matches!(it, '→' | '>' | '–' | '−') { '-' } else { it }).collect();
    if dashes.contains('-') { dashes.replace('_', ",") } else { dashes }
}

/// Reads moves separated by commas; their holes may contain commas too.
fn read_word(word: Word<'_>, chains: &mut Vec<WrittenChain>) -> Result<(), ParseError> {
    // A move has a dash behind its first hole: if there is a comma before that, it is the hole's.
    let has_commas = word.text.split('-').next().is_some_and(|hole| hole.contains(','));
    let numbers_a_hole = if has_commas { 2 } else { 1 };
    let mut begun = word;
    let mut holes = Vec::new();
    for piece in word.split('-') {
        // Between two dashes is a hole, or else the last hole of a move and the first of the next.
        let numbers: Vec<Word<'_>> = piece.split(',').take(5).collect();
        let read = |numbers: &[Word<'_>]| match *numbers {
            [hole] if !has_commas => digits(hole.text),
            [row, column] => numbered(row.text, column.text),
            _ => None,
        };
        let between: Option<Vec<Hole>> = numbers.chunks(numbers_a_hole).map(read).collect();
        match between.as_deref() {
            Some(&[hole]) => holes.push(hole),
            Some(&[last, first]) if !holes.is_empty() => {
                holes.push(last);
                let chain = Chain(std::mem::replace(&mut holes, vec![first]));
                chains.push(WrittenChain { chain, line: begun.line, column: begun.column });
                begun = numbers[numbers_a_hole];
            }
            _ if piece.text == word.text => return Err(word.expected(MOVE)),
            _ => return Err(piece.expected("a hole such as 33 or 3,12")),
        }
    }
    let chain = Chain::new(holes).ok_or_else(|| begun.expected(MOVE))?;
    chains.push(WrittenChain { chain, line: begun.line, column: begun.column });
    Ok(())
}

/// Reads a hole: `3,12`, or two digits.
pub(super) fn hole(text: &str) -> Option<Hole> {
    match text.split_once(',') {
        None => digits(text),
        Some((row, column)) => numbered(row, column),
    }
}

fn digits(text: &str) -> Option<Hole> {
    let (row, column) = text.split_at_checked(1).filter(|_| text.len() == 2)?;
    numbered(row, column)
}

fn numbered(row: &str, column: &str) -> Option<Hole> {
    let number = |text: &str| text.parse().ok().filter(|_| is_number(text));
    Some(Hole { row: number(row)?, column: number(column)? })
}
