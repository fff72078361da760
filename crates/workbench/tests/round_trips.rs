//! Everything that is printed reads back, for every registered puzzle.

use std::ops::Range;

use patience_core::SplitMix;
use patience_kit::{CODE, Kit, Line, Position, Values, link};
use patience_workbench::{kits, read};
use serde_json::Value;

use crate::kit_laws::start;
use crate::parallel::in_parts;

/// Formats that leave out what the format of a peer has no room for.
const LOSSY: [(&str, &str, &str); 1] =
    [("klondike", "json", "Solvitaire has no number of the pass")];

/// Positions of a puzzle in the usual test.
const USUAL: u64 = 200;

/// Rules that differ from the standard ones, for every puzzle that has rules for its deals.
fn other_rules(kit: &dyn Kit, random: &mut SplitMix) -> Values {
    let mut rules = Values::default();
    if kit.numbers().is_none() {
        return rules;
    }
    for field in kit.rules() {
        if random.below(3) == 0
            && let Some(value) = other_value(&field, random)
        {
            rules.set(field.name, value);
        }
    }
    // Some rules do not go together.
    if kit.deal(1, &rules).is_ok() { rules } else { Values::default() }
}

fn other_value(field: &patience_kit::Field, random: &mut SplitMix) -> Option<Value> {
    use patience_kit::FieldKind::{Choice, Flag, Integer};
    match &field.kind {
        Flag => Some(true.into()),
        Integer { min, max } => {
            let most = (*max).min(12);
            let range = usize::try_from(most.checked_sub(*min)? + 1).ok()?;
            Some((*min + random.below(range) as u64).into())
        }
        Choice { choices } => Some(choices[random.below(choices.len())].name.into()),
        _ => None,
    }
}

/// A position in the middle of a game, with the moves that led there and the rules that it was dealt by.
struct Middle {
    rules: Values,
    start: Box<dyn Position>,
    moves: Vec<String>,
    end: Box<dyn Position>,
}

fn middle(kit: &dyn Kit, seed: u64) -> Middle {
    let mut random = SplitMix::new(seed);
    let rules =
        if random.below(2) == 0 { Values::default() } else { other_rules(kit, &mut random) };
    let first = || match kit.numbers() {
        Some(_) => kit.deal(seed + 1, &rules).unwrap(),
        None => start(kit, seed),
    };
    let (start, mut end, mut moves) = (first(), first(), Vec::new());
    for _ in 0..random.below(60) {
        let legal = end.moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len())].text.clone();
        end = end.play(&mv).unwrap();
        moves.push(mv);
    }
    Middle { rules, start, moves, end }
}

fn exchange(kit: &dyn Kit, position: &dyn Position) -> String {
    position.write(kit.about().exchange).unwrap()
}

/// Writes a position in every format, and reads it.
fn check_position(kit: &dyn Kit, Middle { rules, end, .. }: &Middle) {
    let name = kit.about().name;
    let written = exchange(kit, &**end);
    for format in kit.about().formats.iter().map(|it| it.name).chain([CODE.name, "as JSON"]) {
        let text = match format {
            "as JSON" => end.json().to_string(),
            // Some formats are for starts of games only.
            format => match end.write(format) {
                Ok(text) => without_colours(&text),
                Err(_) => continue,
            },
        };
        let again = read(kit, &text, rules)
            .unwrap_or_else(|fault| panic!("{name} {format}: {fault}\n{text}\n{written}"));
        assert_eq!(again.view(), end.view(), "{name} {format}:\n{text}\n{written}");
        if !LOSSY.iter().any(|lossy| (lossy.0, lossy.1) == (name, format)) {
            assert_eq!(exchange(kit, &*again), written, "{name} {format}:\n{text}");
        }
    }
    // Positions of hidden games are written too.
    let code = end.code();
    assert!(code.bytes().all(|it| it.is_ascii_alphanumeric() || b"-_.~".contains(&it)), "{code}");
    let again = read(kit, &code, &Values::default()).unwrap();
    assert_eq!((again.code(), exchange(kit, &*again)), (code, written), "{name}");
}

/// The text as a printer without colours shows it.
fn without_colours(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(|&letter| letter == 'm');
        } else {
            out.push(letter);
        }
    }
    out
}

/// Renders the moves in every format, and plays them.
fn check_line(kit: &dyn Kit, Middle { start, moves, end, .. }: &Middle) {
    let name = kit.about().name;
    let same = |what: &str, text: &str| {
        let play = start.replay(text, &Values::default());
        let play = play.unwrap_or_else(|fault| panic!("{name} {what}: {fault}\n{text}"));
        assert_eq!(play.refused, None, "{name} {what}:\n{text}");
        assert_eq!(exchange(kit, &*play.end), exchange(kit, &**end), "{name} {what}:\n{text}");
        play.line
    };
    let line: Box<dyn Line> = same("moves", &moves.join(" "));
    if moves.is_empty() {
        return;
    }
    for format in kit.about().line_formats {
        let text = line.render(format.name);
        same(format.name, &text);
        same(format.name, &format!("617: solved in 5 moves; fast: 3 nodes\n{text}"));
    }
    let json = serde_json::json!({ "puzzle": name, "moves": line.notation() });
    same("JSON", &json.to_string());
    let hint = format!("617: 12 moves to go; next: {}\n* 83 wins\n", moves.join(" "));
    same("hint", &hint);
}

/// The name of the start of a game.
fn name_of(kit: &dyn Kit, seed: u64) -> String {
    let words = kit.about().instance.split(|letter: char| !letter.is_alphanumeric());
    let mut named = words.filter(|word| kit.named(word, &Values::default()).is_some());
    match (kit.numbers(), kit.about().default_instance) {
        (Some(_), _) => (seed + 1).to_string(),
        (None, Some(name)) => name.to_owned(),
        (None, None) => named.next().unwrap().to_owned(),
    }
}

/// Writes links: the name of the start or its code, a slash, and the moves.
fn check_link(kit: &dyn Kit, seed: u64, Middle { rules, start, moves, end }: &Middle) {
    if moves.is_empty() {
        return;
    }
    for (instance, rules) in [(name_of(kit, seed), rules), (start.code(), &Values::default())] {
        let link = link(&instance, moves);
        let safe = |it: u8| it.is_ascii_alphanumeric() || b"-_.~/".contains(&it);
        assert!(link.bytes().all(safe), "{link}");
        let again = read(kit, &link, rules).unwrap_or_else(|fault| panic!("{link}: {fault}"));
        assert_eq!(exchange(kit, &*again), exchange(kit, &**end), "{link}");
    }
}

fn check(kit: &dyn Kit, seeds: Range<u64>) {
    for seed in seeds {
        let middle = middle(kit, seed);
        check_position(kit, &middle);
        check_line(kit, &middle);
        check_link(kit, seed, &middle);
    }
}

#[test]
fn everything_printed_reads_back() {
    for kit in kits() {
        check(*kit, 0..USUAL);
    }
}

/// `cargo test --release -p patience-workbench --test main -- --ignored --nocapture round_trips`
#[test]
#[ignore = "takes an hour of CPU"]
fn everything_printed_reads_back_from_a_hundred_thousand_positions() {
    for kit in kits() {
        let count: u64 = in_parts(|part| check(*kit, part.clone()))
            .into_iter()
            .map(|(part, ())| part.end - part.start)
            .sum();
        println!("{}: {count} positions read back in every format", kit.about().name);
    }
}

/// Characters that a code could have by mistake.
const TYPED: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.~";

#[test]
fn a_mistyped_code_is_an_error() {
    let mut random = SplitMix::new(1);
    for kit in kits() {
        for seed in 0..40 {
            let code = middle(*kit, seed).end.code().into_bytes();
            for _ in 0..50 {
                let mut typed = code.clone();
                typed[random.below(code.len())] = TYPED[random.below(TYPED.len())];
                let is_same = typed == code;
                let typed = String::from_utf8(typed).unwrap();
                let again = read(*kit, &typed, &Values::default());
                assert_eq!(again.is_ok(), is_same, "{} {typed}", kit.about().name);
            }
            // A code of one puzzle is not one of another.
            let code = String::from_utf8(code).unwrap();
            for other in kits().iter().filter(|other| other.about().name != kit.about().name) {
                assert!(read(*other, &code, &Values::default()).is_err(), "{code}");
            }
        }
    }
}

#[test]
fn codes_are_short() {
    let longest = |name: &str| {
        let kit = patience_workbench::find(name).unwrap();
        let standard = (0..200).map(|seed| middle(kit, seed));
        let standard = standard.filter(|middle| middle.rules == Values::default());
        standard.map(|middle| middle.end.code().len()).max().unwrap()
    };
    for (name, most) in
        [("freecell", 60), ("klondike", 60), ("rushhour", 36), ("peg", 20), ("tiles", 15)]
    {
        let longest = longest(name);
        assert!(longest <= most, "{name}: {longest}");
    }
}
