//! Links: actions that only take room, made right before an action that they enable.

use super::abstract_state::AbstractState;
use super::actions::{Action, Options, RANKS, carriers, riders};
use super::layout::Layout;

/// Whether a link can enable anything: a quick test before the full one.
#[inline]
pub(super) fn may_help(
    layout: &Layout,
    state: &AbstractState,
    options: &Options,
    link: Action,
) -> bool {
    let movable = state.rooted | options.playable | state.next >> 4;
    // A card that comes to a column can carry new cards, or take those on its twin, which can then go home.
    let carries = |card: u8| {
        let twin = 1 << (card ^ 3);
        riders(card) & movable & !options.room != 0
            || state.visible & state.next & twin & !options.bare != 0
    };
    match link {
        // The card below it is the next that can come back.
        Action::Back(card) => carries(card) || FIRST_CARRIER <= card.saturating_sub(4),
        Action::StockColumn(card) => carries(card),
        Action::Leave(_) => !layout.has_empty_column(state) && layout.kings & movable != 0,
        Action::StockHome(card) => {
            let above = 1 << (card + 4);
            // One card is left in the whole game.
            let is_last = state.visible == 0 && state.turned.left.is_power_of_two();
            above & (state.visible | options.playable) != 0
                || options.room >> card & 1 == 1
                || is_last
        }
        Action::Home(_) => true,
    }
}

/// The lowest card that is useful in a column: a three. Aces, which lie on twos, can always go home.
const FIRST_CARRIER: u8 = 8;

/// Whether an action that a link enables may need another link too.
pub(super) fn must_wait(
    layout: &Layout,
    state: &AbstractState,
    options: &Options,
    link: Action,
) -> bool {
    match link {
        // The card below it could come back if there were room for it, to carry others.
        Action::Back(card) => {
            let below = card.saturating_sub(4);
            let mut sources = home(state);
            if layout.stock.is_relaxed() {
                sources |= layout.stock.cards(state.turned.left);
            }
            FIRST_CARRIER <= below
                && options.room >> below & 1 == 0
                && sources & carriers(below) != 0
        }
        // The card above it could go home if nothing lay on it.
        Action::StockHome(card) => {
            let above = 1 << (card + 4);
            state.visible & above != 0 && options.bare & above == 0
        }
        _ => false,
    }
}

/// The set of the cards that are home.
fn home(state: &AbstractState) -> u64 {
    let suit = |at: u8| ((1 << (4 * state.home(at))) - 1) & RANKS << at;
    suit(0) | suit(1) | suit(2) | suit(3)
}
