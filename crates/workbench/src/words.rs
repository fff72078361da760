//! Instances in one word: numbers, numbers of other programs, names, codes, lists of these, and moves after a slash.

use std::ops::RangeInclusive;

use patience_kit::{Fault, Kit, Loaded, Play, Values, is_code};

use crate::review::not_allowed;
use crate::values;

/// What a word names.
pub(crate) enum Word {
    /// Numbers or seeds, of the puzzle or of one of its numberings.
    Numbers(Option<&'static str>, RangeInclusive<u64>),
    /// Positions.
    Positions(Vec<Loaded>),
}

/// What stands before the moves of a link.
const SLASH: char = '/';
/// What stands between the moves of a link.
const DOT: char = '.';
/// What stands between a numbering and a number.
const COLON: char = ':';

/// What a word names; `None` if it is no number, name, code or link.
pub(crate) fn read(kit: &dyn Kit, word: &str, rules: &Values) -> Option<Result<Vec<Word>, Fault>> {
    instance(kit, word, rules).or_else(|| {
        let end = |linked: Linked| {
            let name = Some(word.trim().to_owned());
            vec![Word::Positions(vec![Loaded { name, position: linked.play.end }])]
        };
        Some(link(kit, word, rules)?.map(end))
    })
}

/// What a word names that has no moves.
pub(crate) fn instance(
    kit: &dyn Kit,
    word: &str,
    rules: &Values,
) -> Option<Result<Vec<Word>, Fault>> {
    if let Some(one) = one(kit, word, rules) {
        return Some(one);
    }
    // A list has no blanks; a link has one instance.
    let is_list =
        word.contains(',') && !word.contains(char::is_whitespace) && !word.contains(SLASH);
    if is_list {
        let list: Option<Vec<_>> = word.split(',').map(|word| one(kit, word, rules)).collect();
        if let Some(list) = list {
            return Some(
                list.into_iter()
                    .collect::<Result<Vec<_>, _>>()
                    .map(|it| it.into_iter().flatten().collect()),
            );
        }
    }
    None
}

/// Numbers, a name or a code.
fn one(kit: &dyn Kit, word: &str, rules: &Values) -> Option<Result<Vec<Word>, Fault>> {
    let positions = |loaded: Vec<Loaded>| vec![Word::Positions(loaded)];
    if kit.numbers().is_some()
        && let Some(list) = values::number_list(word)
    {
        // Many digits may be a position.
        if let (Err(_), Ok(loaded)) = (&list, kit.read(word, rules)) {
            return Some(Ok(positions(loaded)));
        }
        let numbers = |list: Vec<_>| list.into_iter().map(|it| Word::Numbers(None, it)).collect();
        return Some(list.map(numbers).map_err(Fault::input));
    }
    if let Some((name, numbers)) = word.split_once(COLON)
        && let Some(list) = values::number_list(numbers)
    {
        let known = kit.numberings();
        return Some(match known.iter().find(|known| known.name.eq_ignore_ascii_case(name)) {
            None => Err(Fault::unknown("numbering", name, known.iter().map(|it| it.name))),
            Some(known) => {
                let of = |it| Word::Numbers(Some(known.name), it);
                list.map(|list| list.into_iter().map(of).collect()).map_err(Fault::input)
            }
        });
    }
    if is_code(word) && !word.contains(char::is_whitespace) && !word.contains(SLASH) {
        return Some(kit.read(word, rules).map(positions));
    }
    kit.named(word, rules).map(|named| named.map(positions))
}

/// An instance with moves.
pub(crate) struct Linked {
    /// The instance as it was written.
    pub(crate) instance: String,
    /// The instance.
    pub(crate) start: Loaded,
    /// The moves, all of them legal.
    pub(crate) play: Play,
}

/// An instance, a slash, and moves with dots between them: `617/83.2a.21`.
pub(crate) fn link(kit: &dyn Kit, word: &str, rules: &Values) -> Option<Result<Linked, Fault>> {
    let (instance, moves) = word.trim().rsplit_once(SLASH)?;
    if moves.contains(char::is_whitespace) || instance.contains(char::is_whitespace) {
        return None;
    }
    let start = match one(kit, instance, rules)? {
        Err(fault) => return Some(Err(fault)),
        Ok(words) => match only(kit, words, rules) {
            Err(fault) => return Some(Err(fault)),
            Ok(start) => start,
        },
    };
    // A board may have slashes between its rows, and the first row may be a name.
    let play = start.position.replay(&moves.replace(DOT, " "), &Values::default());
    let is_board = || kit.read(word, rules).is_ok();
    Some(match play {
        Err(_) if is_board() => return None,
        Err(fault) => {
            Err(Fault::input(format_args!("the moves after the slash: {}", fault.message)))
        }
        Ok(Play { refused: Some(refused), .. }) => Err(not_allowed(&refused)),
        Ok(play) => Ok(Linked { instance: instance.to_owned(), start, play }),
    })
}

/// The only position of some words.
pub(crate) fn only(kit: &dyn Kit, words: Vec<Word>, rules: &Values) -> Result<Loaded, Fault> {
    let count = |word: &Word| match word {
        Word::Numbers(_, range) => values::count_of(range),
        Word::Positions(positions) => positions.len() as u64,
    };
    let total = words.iter().map(count).fold(0, u64::saturating_add);
    let wrong = || {
        let one = kit.about().one;
        Fault::input(format_args!("expected a single {one}, found {total}"))
    };
    if total != 1 {
        return Err(wrong());
    }
    for word in words {
        match word {
            Word::Positions(positions) => {
                if let Some(position) = positions.into_iter().next() {
                    return Ok(position);
                }
            }
            Word::Numbers(numbering, range) => {
                let position = deal(kit, numbering, *range.start(), rules)?;
                let name = Some(name(numbering, *range.start()));
                return Ok(Loaded { name, position });
            }
        }
    }
    Err(wrong())
}

/// The instance of a number, of the puzzle or of a numbering.
pub(crate) fn deal(
    kit: &dyn Kit,
    numbering: Option<&str>,
    number: u64,
    rules: &Values,
) -> Result<Box<dyn patience_kit::Position>, Fault> {
    match numbering {
        None => kit.deal(number, rules),
        Some(numbering) => kit.deal_by(numbering, number, rules),
    }
}

/// The name of the instance of a number.
pub(crate) fn name(numbering: Option<&str>, number: u64) -> String {
    numbering.map_or_else(|| number.to_string(), |numbering| format!("{numbering}{COLON}{number}"))
}
