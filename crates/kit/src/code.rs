//! Positions as one short word for links and e-mails: numbers of any radix in one large number, written in letters and digits.
//!
//! A code is the prefix `p1.`, the digits of the number to base 62, and four check characters. The check is a polynomial modulo a prime, so
//! every change of one character and every exchange of two neighbours is noticed, and of other changes all but one in 14 million. It covers
//! the name of the puzzle: a code of one puzzle is not a code of another.

use crate::{Fault, Named};

/// The format of codes, which every puzzle has.
pub const CODE: Named =
    Named::new("code", "One short word for links and e-mails, with the rules and a check");

/// The beginning of a code: the letter of the format, and its version.
const PREFIX: &str = "p1.";

/// The digits of codes: no character that a link, a shell or an e-mail could change.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE: u32 = 62;

/// Characters of the check.
const CHECK: usize = 4;
/// The largest prime below 62⁴.
const PRIME: u64 = 14_776_331;
/// A number whose powers differ for longer than any code.
const POINT: u64 = 1_000_003;
/// The longest code that is read.
const LONGEST: usize = 1_000;

/// The end of a text, and all bytes.
const TEXT: u32 = 257;

/// Collects the numbers of a position.
///
/// ```
/// use patience_kit::{Packer, Unpacker};
///
/// let mut packer = Packer::default();
/// packer.push(2, 3);
/// packer.push(700, 1000);
/// let code = packer.code("toy");
/// assert!(code.starts_with("p1."));
/// let mut unpacker = Unpacker::of_code(&code, "toy")?;
/// assert_eq!((unpacker.take(3)?, unpacker.take(1000)?), (2, 700));
/// unpacker.finish()?;
/// assert!(Unpacker::of_code(&code, "other").is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Packer(Vec<(u32, u32)>);

impl Packer {
    /// Adds a number below `radix`, which the reader has to know.
    pub fn push(&mut self, value: u32, radix: u32) {
        debug_assert!(value < radix, "{value} is not below {radix}");
        self.0.push((value, radix));
    }

    /// Adds a yes or no.
    pub fn flag(&mut self, value: bool) {
        self.push(value.into(), 2);
    }

    /// Adds a 0 for the default value, or else a 1. Returns whether it is another one, which must be added then.
    pub fn flag_unusual<T: Default + PartialEq>(&mut self, value: &T) -> bool {
        let is_unusual = *value != T::default();
        self.flag(is_unusual);
        is_unusual
    }

    /// Adds a number of any size; small numbers take little room.
    pub fn number(&mut self, value: u32) {
        let bits = u32::BITS - value.leading_zeros();
        self.push(bits, u32::BITS + 1);
        (0..bits.saturating_sub(1)).for_each(|bit| self.flag(value >> bit & 1 == 1));
    }

    /// Adds a bit each for the lowest `count` bits of a set, at most 64.
    pub fn bits(&mut self, set: u64, count: usize) {
        (0..count.min(64)).for_each(|bit| self.flag(set >> bit & 1 == 1));
    }

    /// Takes an item out of those that are left, and adds which one it was. The item must be among them: otherwise nothing is added.
    pub fn choose<T: PartialEq>(&mut self, left: &mut Vec<T>, item: &T) {
        if let Some(at) = left.iter().position(|other| other == item) {
            self.index(at, left.len());
            left.remove(at);
        }
    }

    /// Adds an index of a list of `count` items.
    pub fn index(&mut self, at: usize, count: usize) {
        // Lists of positions are short.
        if let (Ok(at), Ok(count)) = (u32::try_from(at), u32::try_from(count)) {
            self.push(at, count);
        }
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        let bytes = text.bytes();
        bytes.for_each(|byte| self.push(u32::from(byte) + 1, TEXT));
        self.push(0, TEXT);
    }

    /// The code of a puzzle.
    #[must_use]
    pub fn code(&self, puzzle: &str) -> String {
        // The last number is the most significant one.
        let mut number = Vec::new();
        for &(value, radix) in self.0.iter().rev() {
            multiply_add(&mut number, radix, value);
        }
        let mut digits = Vec::new();
        while !number.is_empty() {
            digits.push(divide(&mut number, BASE));
        }
        let check = check(puzzle, &digits);
        digits.extend((0..CHECK).map(|at| check / BASE.pow(u32::try_from(at).unwrap_or(0)) % BASE));
        // Below the base.
        let letter = |digit: u32| char::from(DIGITS[digit as usize]);
        PREFIX.chars().chain(digits.into_iter().map(letter)).collect()
    }
}

/// The numbers of a code, in the order in which they were added.
///
/// ```
/// use patience_kit::{Packer, Unpacker};
///
/// # let mut packer = Packer::default();
/// # packer.flag(true);
/// # packer.text("4x4");
/// # let mut left = vec!['a', 'b', 'c'];
/// # packer.choose(&mut left, &'b');
/// // Of a flag, a text, and the item `b` of three.
/// let code = packer.code("toy");
/// let mut unpacker = Unpacker::of_code(&code, "toy")?;
/// assert_eq!((unpacker.flag()?, unpacker.text()?), (true, "4x4".to_owned()));
/// let mut left = vec!['a', 'b', 'c'];
/// assert_eq!((unpacker.choose(&mut left)?, left), ('b', vec!['a', 'c']));
/// unpacker.finish()?;
/// // Every wrong character after the prefix is noticed.
/// for at in "p1.".len()..code.len() {
///     let mut wrong = code.clone();
///     wrong.replace_range(at..=at, if code[at..].starts_with('z') { "y" } else { "z" });
///     assert!(Unpacker::of_code(&wrong, "toy").is_err());
/// }
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Unpacker(Vec<u32>);

impl Unpacker {
    /// The numbers of a code of this puzzle.
    pub fn of_code(code: &str, puzzle: &str) -> Result<Self, Fault> {
        let digits = code.strip_prefix(PREFIX).ok_or_else(|| {
            Fault::input(format_args!("codes of this version begin with `{PREFIX}`"))
        })?;
        if LONGEST < digits.len() {
            return Err(Fault::input("the code is too long"));
        }
        let mut values = Vec::with_capacity(digits.len());
        for (at, letter) in digits.chars().enumerate() {
            let digit = DIGITS.iter().position(|&digit| char::from(digit) == letter);
            let digit = digit.and_then(|digit| u32::try_from(digit).ok()).ok_or_else(|| {
                let column = PREFIX.len() + at + 1;
                let found = letter.escape_debug();
                Fault::input(format_args!("expected a letter or digit of a code, found `{found}`"))
                    .at(1, column)
            })?;
            values.push(digit);
        }
        let wrong = || {
            Fault::input(format_args!(
                "the code is mistyped or cut off, or it is not one of {puzzle}: its check characters do not fit"
            ))
        };
        let length = values.len().checked_sub(CHECK).ok_or_else(wrong)?;
        let found = values[length..].iter().rev().fold(0, |sum, &digit| sum * BASE + digit);
        values.truncate(length);
        // A number has one spelling.
        if found != check(puzzle, &values) || values.last() == Some(&0) {
            return Err(wrong());
        }
        let mut number = Vec::new();
        for &digit in values.iter().rev() {
            multiply_add(&mut number, BASE, digit);
        }
        Ok(Self(number))
    }

    /// The next number, which is below `radix`.
    pub fn take(&mut self, radix: u32) -> Result<u32, Fault> {
        if radix == 0 {
            return Err(broken());
        }
        Ok(divide(&mut self.0, radix))
    }

    /// The next number, which is below `radix`, as a byte.
    pub fn byte(&mut self, radix: u32) -> Result<u8, Fault> {
        u8::try_from(self.take(radix)?).map_err(|_| broken())
    }

    /// The next yes or no.
    pub fn flag(&mut self) -> Result<bool, Fault> {
        Ok(self.take(2)? == 1)
    }

    /// The next number of any size.
    pub fn number(&mut self) -> Result<u32, Fault> {
        let bits = self.take(u32::BITS + 1)?;
        let Some(top) = bits.checked_sub(1) else { return Ok(0) };
        let low = self.bits(top as usize)?;
        u32::try_from(low | 1 << top).map_err(|_| broken())
    }

    /// The next `count` bits of a set, at most 64.
    pub fn bits(&mut self, count: usize) -> Result<u64, Fault> {
        let mut set = 0;
        for bit in 0..count.min(64) {
            set |= u64::from(self.flag()?) << bit;
        }
        Ok(set)
    }

    /// The next item, taken out of those that are left.
    pub fn choose<T>(&mut self, left: &mut Vec<T>) -> Result<T, Fault> {
        let at = self.index(left.len())?;
        Ok(left.remove(at))
    }

    /// The next index of a list of `count` items.
    pub fn index(&mut self, count: usize) -> Result<usize, Fault> {
        let count = u32::try_from(count).map_err(|_| broken())?;
        Ok(self.take(count)? as usize)
    }

    /// The next index of a list of `count` items, at most 256.
    pub fn small(&mut self, count: usize) -> Result<u8, Fault> {
        u8::try_from(self.index(count)?).map_err(|_| broken())
    }

    /// The next text.
    pub fn text(&mut self) -> Result<String, Fault> {
        let mut bytes = Vec::new();
        while let Some(byte) = self.take(TEXT)?.checked_sub(1) {
            bytes.push(u8::try_from(byte).map_err(|_| broken())?);
        }
        String::from_utf8(bytes).map_err(|_| broken())
    }

    /// An error if something is left.
    pub fn finish(self) -> Result<(), Fault> {
        if self.0.is_empty() { Ok(()) } else { Err(broken()) }
    }
}

/// An instance with moves as one word of a link: `617/83.2a.21`. What a link cannot have in it is an underscore.
///
/// ```
/// use patience_kit::link;
///
/// assert_eq!(link("JAM01", &["B+1".to_owned(), "G-3".to_owned()]), "JAM01/B_1.G-3");
/// ```
#[must_use]
pub fn link(instance: &str, moves: &[String]) -> String {
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let safe = |mv: &String| -> String {
        mv.chars().map(|letter| if is_safe(letter) { letter } else { '_' }).collect()
    };
    format!("{instance}/{}", moves.iter().map(safe).collect::<Vec<_>>().join("."))
}

/// The error for numbers that are no position, though their check fits.
pub(crate) fn broken() -> Fault {
    Fault::input("the code is not one of a position")
}

/// Whether a word is meant as a code.
///
/// ```
/// use patience_kit::is_code;
///
/// // The beginning decides: a mistyped code is an error, not another word.
/// assert!(is_code("p1.mistyped") && !is_code("617"));
/// ```
#[must_use]
pub fn is_code(word: &str) -> bool {
    word.starts_with(PREFIX)
}

/// The value of the polynomial whose coefficients are the name of the puzzle and the digits.
fn check(puzzle: &str, digits: &[u32]) -> u32 {
    let name = puzzle.bytes().map(u64::from);
    let coefficients = name.chain(digits.iter().map(|&digit| u64::from(digit) + 1));
    let value = coefficients.fold(1, |sum, next| (sum * POINT + next) % PRIME);
    // Below the prime.
    u32::try_from(value).unwrap_or(0)
}

/// Multiplies a number, its lowest word first, and adds.
fn multiply_add(number: &mut Vec<u32>, factor: u32, summand: u32) {
    let mut carry = u64::from(summand);
    for word in number.iter_mut() {
        let product = u64::from(*word) * u64::from(factor) + carry;
        // The lower half; the upper one is carried on.
        #[allow(clippy::cast_possible_truncation)]
        let low = product as u32;
        *word = low;
        carry = product >> 32;
    }
    if let (Ok(carry), true) = (u32::try_from(carry), carry != 0) {
        number.push(carry);
    }
}

/// Divides a number, its lowest word first, and returns the remainder.
fn divide(number: &mut Vec<u32>, divisor: u32) -> u32 {
    let mut rest = 0;
    for word in number.iter_mut().rev() {
        let dividend = rest << 32 | u64::from(*word);
        // The remainder before is below the divisor, so the quotient fits.
        *word = u32::try_from(dividend / u64::from(divisor)).unwrap_or(u32::MAX);
        rest = dividend % u64::from(divisor);
    }
    while number.last() == Some(&0) {
        number.pop();
    }
    u32::try_from(rest).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use patience_core::SplitMix;

    use super::*;

    #[test]
    fn numbers_of_any_radix_come_back() {
        let mut random = SplitMix::new(1);
        for _ in 0..200 {
            let mut numbers = Vec::new();
            for _ in 0..random.below(60) {
                let radix = u32::try_from(1 + random.below(5_000)).unwrap();
                let value = u32::try_from(random.below(radix as usize)).unwrap();
                numbers.push((value, radix));
            }
            let mut packer = Packer::default();
            for &(value, radix) in &numbers {
                packer.push(value, radix);
            }
            packer.number(u32::MAX);
            packer.number(0);
            packer.bits(0b1011, 4);
            packer.text("ü\n");
            let mut unpacker = Unpacker::of_code(&packer.code("toy"), "toy").unwrap();
            for (value, radix) in numbers {
                assert_eq!(unpacker.take(radix), Ok(value));
            }
            assert_eq!(unpacker.number(), Ok(u32::MAX));
            assert_eq!(unpacker.number(), Ok(0));
            assert_eq!(unpacker.bits(4), Ok(0b1011));
            assert_eq!(unpacker.text(), Ok("ü\n".to_owned()));
            assert_eq!(unpacker.finish(), Ok(()));
        }
    }

    #[test]
    fn every_change_of_one_character_and_every_exchange_is_noticed() {
        let mut packer = Packer::default();
        (0..40).for_each(|at| packer.push(at * 7 % 52, 52));
        let code = packer.code("toy");
        let letters: Vec<char> = code.chars().collect();
        for at in PREFIX.len()..letters.len() {
            for &digit in DIGITS {
                let mut changed = letters.clone();
                changed[at] = char::from(digit);
                let changed: String = changed.into_iter().collect();
                assert_eq!(Unpacker::of_code(&changed, "toy").is_ok(), changed == code);
            }
            let mut exchanged = letters.clone();
            exchanged.swap(at, at - 1);
            let exchanged: String = exchanged.into_iter().collect();
            assert_eq!(Unpacker::of_code(&exchanged, "toy").is_ok(), exchanged == code);
        }
    }
}
