//! Parse errors with line and column, and the words that they point at.

use std::fmt;

/// A parse error.
///
/// ```
/// use patience_core::text::words;
///
/// let second = words(1, "2C XH").nth(1).expect("there are two words");
/// let error = second.expected("a card such as QH");
/// assert_eq!(error.to_string(), "line 1, column 4: expected a card such as QH, found `XH`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, or what was expected and what was found.
    pub message: String,
}

impl ParseError {
    /// The same in a text that begins `lines` lines further down.
    ///
    /// ```
    /// use patience_core::text::words;
    ///
    /// # let word = words(2, "2C XH").nth(1).expect("there are two words");
    /// // The second line of a board that follows three lines of settings.
    /// let error = word.expected("a card");
    /// assert_eq!((error.line, error.column), (2, 4));
    /// let in_file = error.shifted(3);
    /// assert_eq!((in_file.line, in_file.column), (5, 4));
    /// ```
    #[must_use]
    pub fn shifted(self, lines: usize) -> Self {
        Self { line: self.line + lines, ..self }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A word of a text with its location.
///
/// ```
/// use patience_core::text::words;
///
/// let found: Vec<_> = words(3, "♠A  ♥K").map(|word| (word.text, word.line, word.column)).collect();
/// assert_eq!(found, [("♠A", 3, 1), ("♥K", 3, 5)]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Word<'t> {
    /// The characters of the word.
    pub text: &'t str,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// Maximum length of input quoted in an error, in characters.
const QUOTED: usize = 24;

impl<'t> Word<'t> {
    /// The parts of this word between separators of one character each.
    ///
    /// ```
    /// use patience_core::text::words;
    ///
    /// # let word = words(1, "move 3->5").nth(1).expect("there are two words");
    /// assert_eq!((word.text, word.column), ("3->5", 6));
    /// let parts: Vec<_> = word.split('-').map(|part| (part.text, part.column)).collect();
    /// assert_eq!(parts, [("3", 6), (">5", 8)]);
    /// ```
    pub fn split(self, separator: char) -> impl Iterator<Item = Word<'t>> {
        let mut column = self.column;
        self.text.split(separator).map(move |text| {
            let piece = Word { text, column, ..self };
            column += text.chars().count() + 1;
            piece
        })
    }

    /// A move that was read from this word.
    ///
    /// ```
    /// use patience_core::text::{Written, words_of_moves};
    ///
    /// let steps: Vec<Written<char>> = words_of_moves("up\ndown")
    ///     .filter_map(|word| Some(word.written(word.text.chars().next()?)))
    ///     .collect();
    /// assert_eq!(steps[1], Written { step: 'd', line: 2, column: 1 });
    /// ```
    pub fn written<S>(&self, step: S) -> Written<S> {
        Written { step, line: self.line, column: self.column }
    }

    /// An error at this word.
    ///
    /// ```
    /// use patience_core::text::words;
    ///
    /// # let word = words(1, "QH QH").nth(1).expect("there are two words");
    /// let error = word.error("QH is on the board twice");
    /// assert_eq!(error.to_string(), "line 1, column 4: QH is on the board twice");
    /// ```
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }

    /// An error that states what was expected instead of this word.
    ///
    /// ```
    /// use patience_core::text::{ParseError, Word, words_of_moves};
    ///
    /// fn read(word: Word<'_>) -> Result<u8, ParseError> {
    ///     word.text.parse().map_err(|_| word.expected("a number up to 255"))
    /// }
    ///
    /// assert_eq!(words_of_moves("7 12").map(read).collect::<Result<Vec<u8>, _>>()?, [7, 12]);
    /// let error = words_of_moves("7\n1x").find_map(|word| read(word).err());
    /// assert_eq!(error.map(|error| error.line), Some(2));
    /// # Ok::<(), ParseError>(())
    /// ```
    #[must_use]
    pub fn expected(&self, what: &str) -> ParseError {
        self.error(format!("expected {what}, found `{}`", quoted(self.text)))
    }
}

/// A move as it was read, with its place in the text.
///
/// ```
/// use patience_core::text::words_of_moves;
///
/// // A move that reads well may be illegal: its place is kept for that message.
/// let moves = words_of_moves("3\n 9").filter_map(|word| Some(word.written(word.text.parse::<u32>().ok()?)));
/// let illegal = moves.into_iter().find(|taken| 5 < taken.step);
/// assert_eq!(illegal.map(|taken| (taken.line, taken.column)), Some((2, 2)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written<S> {
    /// The move.
    pub step: S,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
}

/// Shortens a piece of input for use in an error message.
///
/// ```
/// use patience_core::text::quoted;
///
/// assert_eq!(quoted("tab\there"), r"tab\there");
/// assert_eq!(quoted("a line that goes on and on"), "a line that goes on and …");
/// ```
pub fn quoted(text: &str) -> String {
    let mut out: String = text.chars().take(QUOTED).flat_map(char::escape_debug).collect();
    if text.chars().nth(QUOTED).is_some() {
        out.push('…');
    }
    out
}

/// The words of one line, numbered from 1.
///
/// ```
/// use patience_core::text::words;
///
/// // Columns count characters, not bytes.
/// let columns: Vec<usize> = words(1, "♣ ♦  ♥").map(|word| word.column).collect();
/// assert_eq!(columns, [1, 3, 6]);
/// ```
pub fn words(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    // Start of the last word, in bytes and in characters.
    let (mut bytes, mut characters) = (0, 0);
    text.split_whitespace().map(move |word| {
        // `split_whitespace` yields slices of `text`, so the difference is the offset.
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        characters += text[bytes..offset].chars().count();
        bytes = offset;
        Word { text: word, line, column: characters + 1 }
    })
}

/// The words of a line, some of them joined with the next one: `joins` says whether two belong together.
///
/// ```
/// use patience_core::text::joined_words;
///
/// let words = joined_words(1, "8 3 2a", |one, other| one.len() == 1 && other.len() == 1);
/// assert_eq!(words.iter().map(|word| word.text).collect::<Vec<_>>(), ["8 3", "2a"]);
/// ```
#[must_use]
pub fn joined_words<'t>(
    number: usize,
    line: &'t str,
    joins: impl Fn(&str, &str) -> bool,
) -> Vec<Word<'t>> {
    // Words are slices of the line, so the difference is the offset.
    let offset = |word: &Word<'_>| word.text.as_ptr() as usize - line.as_ptr() as usize;
    let mut joined: Vec<Word<'t>> = Vec::new();
    for word in words(number, line) {
        match joined.last_mut() {
            Some(last) if joins(last.text, word.text) => {
                last.text = &line[offset(last)..offset(&word) + word.text.len()];
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// The pieces of a text between blank lines, each with the number of the lines before it.
///
/// ```
/// use patience_core::text::paragraphs;
///
/// let pieces = vec![(1, "a\nb\n".to_owned()), (4, "c\n".to_owned())];
/// assert_eq!(paragraphs("\na\nb\n\nc"), pieces);
/// ```
#[must_use]
pub fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let mut was_blank = true;
    for (before, line) in text.lines().enumerate() {
        let is_blank = line.trim().is_empty();
        if was_blank && !is_blank {
            paragraphs.push((before, String::new()));
        }
        if let (false, Some((_, paragraph))) = (is_blank, paragraphs.last_mut()) {
            paragraph.extend([line, "\n"]);
        }
        was_blank = is_blank;
    }
    paragraphs
}

/// The words of all lines that do not begin with `#`: the syntax of move lists.
///
/// ```
/// use patience_core::text::words_of_moves;
///
/// let words: Vec<_> = words_of_moves("# deal 617\n83 2a").map(|word| (word.text, word.line, word.column)).collect();
/// assert_eq!(words, [("83", 2, 1), ("2a", 2, 4)]);
/// ```
pub fn words_of_moves(text: &str) -> impl Iterator<Item = Word<'_>> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim_start().starts_with('#'));
    lines.flat_map(|(number, line)| words(number, line))
}

/// Whether `text` is a move number, such as `12.`.
///
/// ```
/// use patience_core::text::{is_numbering, words_of_moves};
///
/// let moves = words_of_moves("1. 83 2. 2a").filter(|word| !is_numbering(word.text));
/// assert_eq!(moves.map(|word| word.text).collect::<Vec<_>>(), ["83", "2a"]);
/// ```
pub fn is_numbering(text: &str) -> bool {
    text.strip_suffix('.').is_some_and(is_number)
}

/// Whether `text` consists of digits only.
///
/// ```
/// use patience_core::text::is_number;
///
/// assert!(is_number("617"));
/// assert!(!is_number("") && !is_number("-3") && !is_number("1.5"));
/// ```
#[must_use]
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number with its digits grouped by three.
///
/// ```
/// use patience_core::text::grouped;
///
/// assert_eq!([0_u64, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
/// ```
#[must_use]
pub fn grouped(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}
