//! Steps and rules in words, and reading such sentences.

use patience_core::text::{ParseError, Word};

use crate::{Played, Position, Referee, Rules, Step, Stock};

/// A step in words.
pub(crate) fn sentence(step: Step, played: Played, before: &Position) -> String {
    let Played { card, count, turned } = played;
    let name = card.map_or_else(String::new, |card| card.to_string());
    let onto = |column: u8| {
        let number = u16::from(column) + 1;
        match before.columns.get(usize::from(column)).and_then(|column| column.up.last()) {
            Some(on) => format!("onto {on} in column {number}"),
            None => format!("to the empty column {number}"),
        }
    };
    let rendered = match step {
        Step::Turn if count == 1 => format!("one card is turned: {name}"),
        Step::Turn => format!("{count} cards are turned, {name} on top"),
        Step::Redeal => "the waste is turned over".to_owned(),
        Step::WasteHome => format!("{name}, waste, home"),
        Step::WasteColumn { to } => format!("{name}, waste, {}", onto(to)),
        Step::Home { from } => format!("{name}, column {}, home", u16::from(from) + 1),
        Step::Run { from, to, .. } => {
            let cards = if count == 1 { name } else { format!("{count} cards from {name}") };
            format!("{cards}, column {}, {}", u16::from(from) + 1, onto(to))
        }
        Step::Back { to, .. } => format!("{name}, home, back {}", onto(to)),
    };
    match turned {
        Some(card) => format!("{rendered}; {card} comes to light"),
        None => rendered,
    }
}

/// The last of some steps in words; unseen cards are not named.
pub(crate) fn last_step(rules: &Rules, seen: &Position, steps: &[Step]) -> String {
    // The steps are the same in every arrangement of the unseen cards.
    let mut referee = Referee::new(rules, seen.filled(&seen.unseen(rules)));
    let mut rendered = String::new();
    for &step in steps {
        let before = referee.position().clone();
        let Ok(played) = referee.play(step) else { break };
        rendered = match (step, played.turned) {
            (Step::Turn, _) => "the stock is turned".to_owned(),
            (_, None) => sentence(step, played, &before),
            (_, Some(_)) => {
                sentence(step, Played { turned: None, ..played }, &before) + " (turns a card)"
            }
        };
    }
    rendered
}

/// Steps in notation, in one line.
pub(crate) fn notation(steps: &[Step]) -> String {
    steps.iter().map(Step::to_string).collect::<Vec<_>>().join(" ")
}

/// The rules of hidden play in words.
pub(crate) fn describe_rules(rules: &Rules) -> String {
    let passes = match rules.passes {
        None => "unlimited passes".to_owned(),
        Some(1) => "1 pass".to_owned(),
        Some(passes) => format!("{passes} passes"),
    };
    let stock = match rules.stock {
        Stock::Visible => "stock visible",
        Stock::Unseen => "stock unseen",
    };
    let back = if rules.bring_back { "" } else { ", no card comes back" };
    format!("draw {}, {passes}, {stock}{back}", rules.draw)
}

/// The step of a sentence as [`sentence`] and [`last_step`] write it, the words of one line; `None` if they are no sentence.
pub(super) fn read_sentence(
    words: &[Word<'_>],
    column: impl Fn(Word<'_>) -> Result<u8, ParseError>,
) -> Option<Result<Step, ParseError>> {
    // What comes to light is no part of the step.
    let end = words.iter().position(|word| word.text.ends_with(';') || word.text == "(turns");
    let last = words.get(end.unwrap_or(words.len())).filter(|word| word.text.ends_with(';'));
    let words = &words[..end.unwrap_or(words.len())];
    let words: Vec<Word<'_>> = words.iter().chain(last).copied().collect();
    let texts: Vec<&str> =
        words.iter().map(|word| word.text.trim_end_matches([',', ';'])).collect();
    let number = |at: usize| column(Word { text: texts[at], ..words[at] });
    let (count, rest) = match texts[..] {
        ["one", "card", "is", "turned:", _]
        | [_, "cards", "are", "turned", _, "on", "top"]
        | ["the", "stock", "is", "turned"] => return Some(Ok(Step::Turn)),
        ["the", "waste", "is", "turned", "over"] => return Some(Ok(Step::Redeal)),
        [count, "cards", "from", _, "column", ..] => (count.parse().ok(), 4),
        [_, "column" | "waste" | "home", ..] => (None, 1),
        _ => return None,
    };
    let to = match texts[rest..] {
        [.., "onto", _, "in", "column", _] | [.., "to", "the", "empty", "column", _] => {
            Some(texts.len() - 1)
        }
        _ => None,
    };
    let step = match (&texts[rest..], to) {
        (["waste", "home"], _) => Ok(Step::WasteHome),
        (["column", _, "home"], _) => number(rest + 1).map(|from| Step::Home { from }),
        (["waste", ..], Some(to)) => number(to).map(|to| Step::WasteColumn { to }),
        (["column", ..], Some(to)) => {
            number(rest + 1).and_then(|from| Ok(Step::Run { from, to: number(to)?, count }))
        }
        (["home", "back", ..], Some(to)) => {
            let card: Result<patience_cards::Card, _> = texts[0].parse();
            let card = card.map_err(|_| words[0].expected("a card such as QH"));
            card.and_then(|card| Ok(Step::Back { suit: card.suit(), to: number(to)? }))
        }
        _ => {
            let expected = "expected a sentence such as `QH, column 5, onto KC in column 3`";
            Err(words[0].error(expected))
        }
    };
    Some(step)
}
