//! What a player recommends in a position with hidden cards.

use patience_core::{
    Cancel, Choice, Estimate, Finisher, Hidden, Limits, Meter, Player, SplitMix, Stop, advise,
};

use super::hidden::{KnownStock, UnseenStock, UnseenStockMove, UnseenStockWorld};
use super::kind::{PlayerSettings, Use};
use super::literature::ActionSpace;
use crate::{Klondike, Move, PairedGame, PairedMove, Position, Rules, SetupError, Step};

/// What a player recommends in a position.
///
/// ```
/// use patience_core::{Cancel, Limits};
/// use patience_klondike::players::{PlayerKind, ask};
/// use patience_klondike::{Klondike, Rules, read_position};
///
/// let (player, limits) = (PlayerKind::Best.usual().cheap(), Limits::default());
/// let suggest = |rules, position| ask(&player, rules, position, 1, &limits, &Cancel::new());
/// let deal = Klondike::of_seed(1, Rules::default())?;
/// let asked = suggest(deal.rules(), deal.deal())?;
/// assert_eq!(asked.stopped, None);
/// assert!(asked.moves[1..].is_sorted_by(|one, other| other.chance <= one.chance));
/// // Here every card is home.
/// let (rules, won) = read_position("foundations: CA DA HA SA\n1: |\n2: |\nstock:\nwaste:")?;
/// assert!(suggest(&rules, &won)?.moves.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestions {
    /// The moves that it weighed, the one that it would play first, the others by their chances; none if the game is over, or if no
    /// move is useful.
    pub moves: Vec<Suggestion>,
    /// The limit that stopped it.
    pub stopped: Option<Stop>,
}

/// A move with the estimate of a player.
///
/// ```
/// use patience_core::{Cancel, Limits};
/// use patience_klondike::players::{PlayerKind, ask};
/// use patience_klondike::{Step, read_position};
///
/// // Of the moves home, the greedy player prefers the one that turns a card.
/// let (rules, position) = read_position("1: | AC\n2: ?? | AH\nstock: AS")?;
/// let player = PlayerKind::Greedy.usual();
/// let first = &ask(&player, &rules, &position, 1, &Limits::default(), &Cancel::new())?.moves[0];
/// assert_eq!((&*first.steps, first.reveals), (&[Step::Home { from: 1 }][..], true));
/// // It tries nothing, so it has no chances.
/// assert_eq!((first.visits, first.chance), (0, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The turns of the stock that it takes, and the move.
    pub steps: Vec<Step>,
    /// The steps after it, until a card is turned; known for the first suggestion only.
    pub then: Vec<Step>,
    /// Whether a card is turned.
    pub reveals: bool,
    /// How often it was tried.
    pub visits: u64,
    /// The estimate of the chance to win; `None` for moves that were not tried.
    pub chance: Option<f64>,
}

/// Asks a player for a move. It does not see face-down cards, even if the position names them.
///
/// A stock of which all cards are known is played as such.
///
/// ```
/// use patience_klondike::players::{PlayerKind, ask};
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
) -> Result<Suggestions, SetupError> {
    let mut watcher = ();
    let mut meter = Meter::start(limits, cancel, &mut watcher);
    if position.stock.iter().all(Option::is_some) {
        let table = KnownStock::new(*rules, position)?;
        let view = table.first_view();
        let (view, meter) = (&view, &mut meter);
        Ok(match player.moves {
            ActionSpace::Useful => {
                let asking = Asking { view, seed, meter, to_steps: Klondike::expand };
                player.with_known_stock(table, asking)
            }
            ActionSpace::Paired2007 => {
                let asking = Asking { view, seed, meter, to_steps: paired_steps };
                player.with_paired_moves(table, asking)
            }
        })
    } else {
        let table = UnseenStock::new(*rules, position)?;
        let view = table.first_view();
        let asking = Asking { view: &view, seed, meter: &mut meter, to_steps: unseen_stock_steps };
        player.with_unseen_stock(table, asking)
    }
}

/// The steps of actions.
pub(super) fn paired_steps(world: &PairedGame, actions: &[PairedMove]) -> Vec<Step> {
    let moves: Vec<Move> = actions.iter().flat_map(|action| action.moves()).collect();
    world.game.expand(&moves)
}

/// The steps of moves of the game with an unseen stock.
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
        // One step turns several cards; the game with an unseen stock has a move for each.
        None => vec![Step::Turn],
    }
}

/// Asks for one decision.
struct Asking<'a, 'm, V, T> {
    view: &'a V,
    seed: u64,
    meter: &'a mut Meter<'m>,
    /// The steps of moves from the start of a world.
    to_steps: T,
}

impl<H, T> Use<H> for Asking<'_, '_, H::View, T>
where
    H: Hidden,
    T: Fn(&H::World, &[H::Move]) -> Vec<Step>,
{
    type Out = Suggestions;

    fn with(self, game: &H, player: &impl Player<H>, _: &impl Finisher<H>) -> Suggestions {
        let Self { view, seed, meter, to_steps } = self;
        let Some(choice) = advise(game, player, view, &[], seed, meter) else {
            return Suggestions { moves: Vec::new(), stopped: None };
        };
        // Steps do not depend on hidden cards, so any world will do.
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
        Suggestions { moves, stopped: choice.stopped }
    }
}

/// The moves of a choice up to the first that reveals something.
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
