//! Rules, players and steps in words.

use std::collections::BTreeMap;

use patience_catalog::klondike_players::PlayerSettings;
use patience_klondike::{Played, Position, Referee, Rules, Step, Stock};

use super::lines::sentence;

/// The rule set, as reports always name it.
pub(super) fn rules(rules: &Rules) -> String {
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

/// The name of a player.
pub(super) fn name(player: &PlayerSettings) -> &'static str {
    player.player.about().name
}

/// The settings that a player looks at, as they are written to files.
pub(super) fn settings(player: &PlayerSettings) -> BTreeMap<String, u64> {
    player.used().into_iter().map(|(name, value)| (name.replace('-', "_"), value)).collect()
}

/// A player with its settings: `ensemble-uct (trees 20, trajectories 200)`.
pub(super) fn player(player: &PlayerSettings) -> String {
    let used: Vec<String> =
        player.used().iter().map(|(name, value)| format!("{name} {value}")).collect();
    match used[..] {
        [] => name(player).to_owned(),
        _ => format!("{} ({})", name(player), used.join(", ")),
    }
}

/// Steps in notation.
pub(super) fn notation(steps: &[Step]) -> String {
    steps.iter().map(Step::to_string).collect::<Vec<_>>().join(" ")
}

/// The last of some steps in words, without the name of any card that nobody has seen.
pub(super) fn last_step(rules: &Rules, seen: &Position, steps: &[Step]) -> String {
    // Wherever the unseen cards lie, the steps do the same.
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
