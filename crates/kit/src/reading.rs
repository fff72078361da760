//! Reading what is common to all puzzles: codes, JSON that we print, and moves among headlines and boards.

use std::borrow::Cow;

use serde_json::Value;

use crate::code::{Unpacker, broken, is_code};
use crate::{Fault, Game, Values};

/// Positions with names where the text gives them.
type Named<P> = Vec<(Option<String>, P)>;

/// Reads every position of a text: codes, JSON objects that we print, or the puzzle's own formats.
pub(crate) fn read<G: Game>(
    game: &G,
    text: &str,
    rules: &Values,
) -> Result<Named<G::Position>, Fault> {
    if has_codes(text) {
        return text
            .lines()
            .enumerate()
            .flat_map(|(at, line)| words(line).map(move |word| (at, word)))
            .map(|(at, word)| Ok((None, decode(game, word, rules).map_err(|it| it.shifted(at))?)))
            .collect();
    }
    if text.trim_start().starts_with(['{', '['])
        && let Some(objects) = objects(text)
    {
        let each = objects.iter().map(|value| object(game, value, rules));
        if let Some(positions) = each.collect::<Option<Vec<_>>>() {
            return positions.into_iter().collect();
        }
    }
    game.read(text, rules)
}

/// The position of a code. It has its own rules; `rules` change them as they change those of a text.
fn decode<G: Game>(game: &G, word: &str, rules: &Values) -> Result<G::Position, Fault> {
    let mut unpacker = Unpacker::of_code(word, game.about().name)?;
    let position = game.decode(&mut unpacker).map_err(|fault| Fault {
        message: format!("{}: {}", broken().message, fault.message),
        ..fault
    })?;
    unpacker.finish()?;
    if rules.0.is_empty() {
        return Ok(position);
    }
    let text = game.write(&position, game.about().exchange).unwrap_or_default();
    one(game.read(&text, rules)?)
}

/// The only position of several.
fn one<P>(mut positions: Named<P>) -> Result<P, Fault> {
    match positions.len() {
        1 => Ok(positions.remove(0).1),
        count => Err(Fault::input(format_args!("expected a single position, found {count}"))),
    }
}

/// The words of a line before a comment.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split('#').next().unwrap_or_default().split_whitespace()
}

/// Whether there are words, and all of them are meant as codes.
fn has_codes(text: &str) -> bool {
    let mut words = text.lines().flat_map(words).peekable();
    words.peek().is_some() && words.all(is_code)
}

/// The objects of a text of JSON values, or of arrays of them; `None` if there is something else.
fn objects(text: &str) -> Option<Vec<Value>> {
    let mut objects = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        match value.ok()? {
            Value::Array(values) => objects.extend(values),
            value => objects.push(value),
        }
    }
    let all = !objects.is_empty() && objects.iter().all(Value::is_object);
    all.then_some(objects)
}

/// The position of an object that we print; `None` if it is another object.
#[allow(clippy::type_complexity, reason = "an alias would hide what it returns")]
fn object<G: Game>(
    game: &G,
    value: &Value,
    rules: &Values,
) -> Option<Result<(Option<String>, G::Position), Fault>> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    if let Some(code) = text("code") {
        return Some(decode(game, code, rules).map(|position| (None, position)));
    }
    if let Some(position) = game.read_json(value, rules) {
        return Some(position.map(|position| (None, position)));
    }
    let written = text("position").or(text("board"))?;
    Some(game.read(written, rules).and_then(one).map(|position| (None, position)))
}

/// The moves of a text: those of a JSON object that we print, or a text without what we print around moves, with everything in its place.
pub(crate) fn moves(text: &str) -> Result<Cow<'_, str>, Fault> {
    if text.trim_start().starts_with('{') {
        return moves_of_json(text).map(Cow::Owned);
    }
    Ok(moves_of_report(text))
}

/// The moves of a JSON line of a solution or of a hint.
fn moves_of_json(text: &str) -> Result<String, Fault> {
    let mut lines = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let expected = |more: String| {
        Fault::input(format_args!("expected a JSON object with an array `moves`{more}"))
    };
    // A hint lists the moves of a solution as `next`, and the legal ones as `moves`; a game has its moves in `line`, and `moves` is their number.
    let moves = |line: &Value| {
        let list =
            ["next", "line", "moves"].into_iter().find_map(|name| line.get(name)?.as_array());
        let moves: Option<Vec<&str>> = list?.iter().map(Value::as_str).collect();
        Some(moves?.join(" "))
    };
    let mut found = None;
    for line in &mut lines {
        let line = line.map_err(|error| expected(format!(": {error}")))?;
        // A summary may follow the moves of a game.
        if let Some(moves) = moves(&line)
            && found.replace(moves).is_some()
        {
            return Err(Fault::input("expected the moves of one JSON object, found several"));
        }
    }
    found.ok_or_else(|| expected(String::new()))
}

/// The line of a move between boards.
const MOVE: &str = "Move:";
/// What comes before the moves of a hint.
const NEXT: &str = "next: ";

/// What we print, without what surrounds the moves: a headline, boards. Spaces and empty lines replace it, so that errors have the right place.
fn moves_of_report(text: &str) -> Cow<'_, str> {
    let is_headline = |at: usize, line: &str| at == 0 && line.contains(": solved in ");
    let hint = text.lines().next().filter(|line| line.contains(": ")).and_then(|line| {
        let (before, next) = line.split_once(NEXT)?;
        let is_first = before.ends_with("; ") || before.ends_with(": ");
        is_first.then(|| " ".repeat((before.to_owned() + NEXT).chars().count()) + next)
    });
    if let Some(moves) = hint.or_else(|| moves_of_transcript(text)) {
        return Cow::Owned(moves);
    }
    let has_boards = text.lines().any(|line| line.starts_with(MOVE));
    let is_report = has_boards || text.lines().next().is_some_and(|line| is_headline(0, line));
    if !is_report {
        return Cow::Borrowed(text);
    }
    let mut moves = String::with_capacity(text.len());
    for (at, line) in text.lines().enumerate() {
        match line.strip_prefix(MOVE) {
            Some(step) => moves.extend([" ".repeat(MOVE.len()).as_str(), step]),
            None if is_headline(at, line) || has_boards => {}
            None => moves.push_str(line),
        }
        moves.push('\n');
    }
    Cow::Owned(moves)
}

/// The moves of a transcript: a headline, then lines of a number, a move, and the move in words; `None` if it is none. Moves may have numbers
/// elsewhere too, so the headline and numbers from 1 on must be there.
fn moves_of_transcript(text: &str) -> Option<String> {
    let mut lines = text.lines();
    lines.next().filter(|headline| headline.contains(", "))?;
    let mut moves = String::from("\n");
    for (number, line) in (1_u32..).zip(lines) {
        let numbered = || {
            let (found, rest) = line.split_once(". ")?;
            let column = line.len() - rest.trim_start().len();
            let mv = rest.trim_start().split("  ").next()?.trim_end();
            (found.trim().parse() == Ok(number)).then(|| " ".repeat(column) + mv + "\n")
        };
        match numbered() {
            Some(line) => moves += &line,
            // The result follows the last move.
            None if number == 1 => return None,
            None => break,
        }
    }
    (1 < moves.len()).then_some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_keep_their_places_in_what_is_printed() {
        let notation =
            "x: solved in 2 slides, optimal (4 steps); exact: 5 nodes, 0.000 s\nB+2 A+2\n";
        assert_eq!(moves(notation).unwrap(), "\nB+2 A+2\n");
        let boards = "AA.B\n...B\n\nMove: B+2\n\nAA..\n....\n";
        assert_eq!(moves(boards).unwrap(), "\n\n\n      B+2\n\n\n\n");
        let hint = "x: 2 slides to go; next: B+2 A+2\n* B+2 1 slide to go\n";
        assert_eq!(moves(hint).unwrap(), " ".repeat(25) + "B+2 A+2");
        assert_eq!(moves("B+2 A+2").unwrap(), "B+2 A+2");
    }

    #[test]
    fn moves_of_json_are_those_of_the_line() {
        assert_eq!(moves(r#"{"moves": ["83", "2a"]}"#).unwrap(), "83 2a");
        let hint = r#"{"next": ["83"], "moves": [{"move": "2a"}]}"#;
        assert_eq!(moves(hint).unwrap(), "83");
        assert!(moves(r#"{"moves": [{"move": "2a"}]}"#).is_err());
        assert!(moves(r#"{"moves": []} {"moves": []}"#).is_err());
        let game = "{\"moves\": 2, \"line\": [\"T\", \"5-h\"]}\n{\"games\": 1}\n";
        assert_eq!(moves(game).unwrap(), "T 5-h");
        assert!(moves(r#"{"games": 1}"#).is_err());
    }

    #[test]
    fn moves_of_transcripts_keep_their_places() {
        let transcript =
            "deal 3, draw 3\n   1. T       turns the stock\n   2. 5-h\nlost after 1 move\n";
        assert_eq!(moves(transcript).unwrap(), "\n      T\n      5-h\n");
    }
}
