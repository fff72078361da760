//! What a player would do in a position as a person sees it.

use patience_core::{
    Cancel, Choice, Estimate, Finisher, Hidden, Limits, Meter, Player, SplitMix, Stop, advise,
};
use patience_klondike::hidden::{KnownStock, UnseenStock, UnseenStockMove, UnseenStockWorld};
use patience_klondike::{Klondike, Move, Position, Rules, SetupError, Step};

use crate::klondike_players::{PlayerSettings, Use};

/// What a player says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The moves that it weighed, the one that it would play first and the others by their chances; none if the game is over, or if no
    /// move leads on.
    pub moves: Vec<Suggestion>,
    /// Why it stopped thinking before it was done.
    pub stopped: Option<Stop>,
}

/// A move, and what a player thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// What hands do: the turns of the stock that it takes, and the move.
    pub steps: Vec<Step>,
    /// What to do after it, as long as nothing comes to light; known of the first suggestion only.
    pub then: Vec<Step>,
    /// Whether a card comes to light.
    pub reveals: bool,
    /// How often it was tried.
    pub visits: u64,
    /// The estimate of the chance to win; `None` for moves that were not tried.
    pub chance: Option<f64>,
}

/// Asks a player what to do. Cards face down are not known to it, whatever the position says of them.
///
/// A stock of which all cards are known is played as such; one of which none are known is for players that
/// [play blind](crate::klondike_players::PlayerKind::plays_blind).
///
/// ```
/// use patience_catalog::klondike_advice::ask;
/// use patience_catalog::klondike_players::PlayerKind;
/// use patience_core::{Cancel, Limits};
/// use patience_klondike::{Klondike, Rules};
///
/// let (rules, player) = (Rules::default(), PlayerKind::Best.usual());
/// let deal = Klondike::of_seed(1, rules)?;
/// let advice = ask(&player, &rules, &deal.deal().covered(&rules), 1, &Limits::default(), &Cancel::new())?;
/// assert!(!advice.moves.is_empty());
/// # Ok::<(), patience_klondike::SetupError>(())
/// ```
pub fn ask(
    player: &PlayerSettings,
    rules: &Rules,
    position: &Position,
    seed: u64,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Advice, SetupError> {
    let mut watcher = ();
    let mut meter = Meter::start(limits, cancel, &mut watcher);
    if position.stock.iter().all(Option::is_some) {
        let table = KnownStock::new(*rules, position)?;
        let view = table.first_view();
        let asking = Asking { view: &view, seed, meter: &mut meter, to_steps: Klondike::expand };
        Ok(player.with_known_stock(table, asking))
    } else {
        let table = UnseenStock::new(*rules, position)?;
        let view = table.first_view();
        let asking = Asking { view: &view, seed, meter: &mut meter, to_steps: unseen_stock_steps };
        player.with_unseen_stock(table, asking)
    }
}

/// What hands do for moves of the game with an unseen stock.
fn unseen_stock_steps(world: &UnseenStockWorld, moves: &[UnseenStockMove]) -> Vec<Step> {
    let plays: Option<Vec<Move>> = moves
        .iter()
        .map(|mv| match mv {
            UnseenStockMove::Play(mv) => Some(*mv),
            UnseenStockMove::Turn => None,
        })
        .collect();
    match plays {
        Some(plays) => world.game().expand(&plays),
        // Several cards are turned at once, whatever the number of moves that it takes.
        None => vec![Step::Turn],
    }
}

/// Asks for one decision.
struct Asking<'a, 'm, V, T> {
    view: &'a V,
    seed: u64,
    meter: &'a mut Meter<'m>,
    /// What hands do for moves from the start of a world.
    to_steps: T,
}

impl<H, T> Use<H> for Asking<'_, '_, H::View, T>
where
    H: Hidden,
    T: Fn(&H::World, &[H::Move]) -> Vec<Step>,
{
    type Out = Advice;

    fn with(self, game: &H, player: &impl Player<H>, _: &impl Finisher<H>) -> Advice {
        let Self { view, seed, meter, to_steps } = self;
        let Some(choice) = advise(game, player, view, &[], seed, meter) else {
            return Advice { moves: Vec::new(), stopped: None };
        };
        // Any world does: what hands do does not depend on what is hidden.
        let world = game.determinise(view, &mut SplitMix::new(seed));
        let suggest = |estimate: &Estimate<H::Move>| Suggestion {
            steps: to_steps(&world, &[estimate.mv]),
            then: Vec::new(),
            reveals: game.reveals(view, estimate.mv),
            visits: estimate.visits,
            chance: (0 < estimate.visits).then_some(estimate.mean),
        };
        let is_chosen = |estimate: &&Estimate<H::Move>| estimate.mv == choice.mv;
        let unweighed = Estimate { mv: choice.mv, visits: 0, mean: 0.0 };
        let mut best = suggest(choice.estimates.iter().find(is_chosen).unwrap_or(&unweighed));
        let plan = to_steps(&world, &plan(game, view, &choice));
        best.then = plan.get(best.steps.len()..).unwrap_or_default().to_vec();
        let others = choice.estimates.iter().filter(|estimate| !is_chosen(estimate));
        let mut others: Vec<Suggestion> = others.map(suggest).collect();
        let rank = |one: &Suggestion| one.chance.unwrap_or(-1.0);
        others.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
        let mut moves = vec![best];
        moves.append(&mut others);
        Advice { moves, stopped: choice.stopped }
    }
}

/// The moves of a choice up to the first that brings something to light.
fn plan<H: Hidden>(game: &H, view: &H::View, choice: &Choice<H::Move>) -> Vec<H::Move> {
    let mut view = view.clone();
    let mut plan = Vec::with_capacity(1 + choice.then.len());
    for &mv in std::iter::once(&choice.mv).chain(&choice.then) {
        plan.push(mv);
        if game.reveals(&view, mv) {
            break;
        }
        game.apply(&mut view, mv, None);
    }
    plan
}

#[cfg(test)]
mod tests {
    use patience_klondike::{Referee, Stock, read_position};

    use super::*;
    use crate::klondike_players::{PlayerKind, Setting};

    fn ask_of(kind: PlayerKind, rules: &Rules, seen: &Position) -> Result<Advice, SetupError> {
        let mut player = kind.usual();
        for (setting, value) in [(Setting::Trees, 2), (Setting::Trajectories, 20)] {
            // Those that have none stay as they are.
            let _ = player.set(setting, value);
        }
        let _ = player.set(Setting::Samples, 2);
        ask(&player, rules, seen, 1, &Limits::default(), &Cancel::new())
    }

    #[test]
    fn all_that_is_advised_is_allowed_whoever_advises() {
        for stock in [Stock::Visible, Stock::Unseen] {
            for seed in 0..5 {
                let rules = Rules { stock, ..Rules::default() };
                let deal = Klondike::of_seed(seed, rules).unwrap();
                let seen = deal.deal().covered(&rules);
                for kind in PlayerKind::ALL {
                    if stock == Stock::Unseen && !kind.plays_blind() {
                        continue;
                    }
                    let advice = ask_of(kind, &rules, &seen).unwrap();
                    assert!(!advice.moves.is_empty(), "{kind:?} has something to say");
                    for printed in &advice.moves {
                        let mut referee = Referee::new(&rules, deal.deal().clone());
                        let mut found = None;
                        for &step in printed.steps.iter().chain(&printed.then) {
                            found = Some(referee.play(step).expect("advice is allowed"));
                        }
                        let found = found.expect("every move is a step at least");
                        if printed.then.is_empty() && printed.steps != [Step::Turn] {
                            assert_eq!(found.turned.is_some(), printed.reveals, "{kind:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn advice_is_told_from_the_best_chance_on() {
        let rules = Rules::default();
        let deal = Klondike::of_seed(1, rules).unwrap();
        let advice = ask_of(PlayerKind::EnsembleUct, &rules, &deal.deal().covered(&rules)).unwrap();
        let chances: Vec<f64> =
            advice.moves.iter().map(|printed| printed.chance.unwrap_or(-1.0)).collect();
        assert!(
            1 < chances.len() && chances.is_sorted_by(|one, other| one >= other),
            "{chances:?}"
        );
    }

    #[test]
    fn the_best_player_needs_to_know_the_stock() {
        let rules = Rules { stock: Stock::Unseen, ..Rules::default() };
        let deal = Klondike::of_seed(1, rules).unwrap();
        let printed = ask_of(PlayerKind::Best, &rules, &deal.deal().covered(&rules));
        assert_eq!(printed, Err(SetupError::UnknownStock));
    }

    #[test]
    fn a_game_that_is_over_needs_no_advice() {
        let (rules, solved) = read_position("foundations: CA DA HA SA\n1: |\n2: |").unwrap();
        let advice = ask_of(PlayerKind::Best, &rules, &solved).unwrap();
        assert_eq!(advice, Advice { moves: Vec::new(), stopped: None });
    }
}
