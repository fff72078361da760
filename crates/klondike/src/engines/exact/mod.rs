//! The exact engine: decides whether a position is winnable with all cards known.
//!
//! **Abstract states.** A run may move from a card to its twin of the same rank and colour, and back, so it makes no difference on which twin it
//! lies. If both twins are covered, they cannot be swapped at once; but as soon as one of the runs leaves, the other may take either place,
//! and until then neither twin is of use. What matters is how many cards of each rank and colour lie in columns, and which of them are
//! *rooted*: lie on face-down cards, or on the table where they were dealt. All of that follows from the foundations (16 bits), the number
//! of dealt cards left in each column (at most 40,320 combinations) and the stock (24 bits for what is left, 5 for how far it is turned): an
//! exact key of at most 61 bits. Other decks and pass limits may need 128.
//!
//! **Actions.** A card goes home, comes back, leaves the stock for its foundation or for a column, or a rooted card leaves with everything on
//! it. A few set operations find them. Moves of runs that only rearrange are inserted when a solution is reconstructed.
//!
//! **What the search prunes.** An action is *permanent* if it cannot be undone: a rooted card leaves, or a card leaves the stock. There are at
//! most 52 of them.
//! 1. *Cards that are not rooted go home at once.* They can come back the same way. (Only where cards may come back.)
//! 2. *Safe cards go home at once*: both foundations of the other colour are at most two below, and the twin's at most three.
//! 3. *Links wait for their use.* Bringing a card back, or clearing a column that has nothing face down, only takes and gives room. Such an
//!    action can be postponed past any other that it does not enable, so it is made right before an action that it enables. One action can
//!    need two links: a card that comes back from below another needs that one gone, and room. So a card that comes back may also wait if the
//!    one below it finds no room and could be given some. Where the whole stock is available (draw 1, unlimited passes), playing a stock card
//!    is a link too; then a card that goes home and has another on it can also need two.
//! 4. *A card that may go home from the stock or from its root does not go to a column.* It can come back from there. (Only where cards may
//!    come back, and for the stock only where playing from it is no link: a card that goes home and comes back would take two.)
//! 5. *A position that is lost with the whole stock available is lost.* After a hundred abstract states, the search asks this of every one.
//!    Such searches are short by rule 3, and share memory: when one ends without a win, everything that it met is lost; when it wins,
//!    everything still open is won, because only permanent actions lead away for good.
//! 6. *In a last pass, a position that is lost although cards wait in the stock is lost.* After a thousand abstract states, the search asks
//!    this too: cards that are not turned yet are available until they are wanted, and playing them is a link; the waste gives one card after
//!    the other.
//!
//! Each rule is tested against a search without it.
//!
//! **Order.** Where passes are limited, children that have begun fewer passes come first, and among these those with fewer cards in the waste:
//! what is passed over lies under what is turned later, or waits for another pass.
//!
//! **Cut-offs.** When a search is cut off, only what it has decided stays in memory; another search of the same game may continue with that.

mod abstract_state;
mod actions;
mod depth_first;
mod layout;
mod links;
mod prunings;
mod reconstruct;
mod relaxations;
mod solver;
mod stock;
mod transposition_table;

pub use prunings::Prunings;
pub use solver::Exact;

pub(crate) use abstract_state::AbstractState;
pub(crate) use actions::Action;
pub(crate) use depth_first::DepthFirst;
pub(crate) use layout::Layout;
pub(crate) use reconstruct::reconstruct;
pub(crate) use transposition_table::KeyWord;

#[cfg(test)]
mod tests;
