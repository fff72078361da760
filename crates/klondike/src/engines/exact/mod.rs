//! The exact engine: decides whether a position can be won when all cards are known.
//!
//! **Abstract states.** Runs may be moved from one card to its twin of the same rank and colour and back, so it makes no difference on which
//! of the two a run lies: what counts is how many cards of each rank and colour lie in the columns, and which of them are *rooted*,
//! that is, lie on cards face down or on the table. A state holds just that. It is told by the foundations, the number of cards
//! left in every column of those that were dealt there, and the stock: some 61 bits, which are an exact key.
//!
//! **Actions.** A card goes home, comes back, leaves the stock for a foundation or for a column, or a rooted card leaves its place with
//! what lies on it. All other moves of runs only rearrange a state; they are put in again when a solution is told.
//!
//! **What is left out**, and why nothing is lost by it. Call an action *lasting* if it cannot be taken back: a rooted card leaves, or a card
//! leaves the stock.
//! 1. *Cards that are not rooted go home at once.* They can come back the same way. (Only where cards may come back.)
//! 2. *Safe cards go home at once*: nothing can need them any more.
//! 3. *A card comes back only for something that it makes possible*, and so does a rooted card leave a column that has nothing below
//!    it: such a *link* can be put off until the action right before which it is needed, since it only takes room. The one action that can
//!    need two of them at once is a card that comes back from below another: it needs that one gone, and room. So a card may also
//!    come back and wait, if the one below it finds no room yet. Where all cards of the stock can be had at any time, as with one card
//!    at a time, playing one of them is such a link as well; the action that can need two is then also a card that goes home.
//! 4. *What may go home from the stock does not go to a column*, and what may go home from its root does not leave it for a column: it could
//!    come back from there. (Only where cards may come back.)
//! 5. *What cannot be won with one card at a time cannot be won with more*: such searches, which are far shorter by 3, cut off the
//!    others, and remember what they found.
//!
//! Each of them is tested against a search without it.
//!
//! **Cut-offs.** Of a search that is stopped, only what was decided stays in memory: another one from the same game may go on with it.

mod abstract_state;
mod actions;
mod depth_first;
mod layout;
mod links;
mod reconstruct;
mod solver;
mod stock;
mod transposition_table;

pub use depth_first::Prunings;
pub use solver::Exact;

pub(crate) use abstract_state::AbstractState;
pub(crate) use actions::Action;
pub(crate) use depth_first::DepthFirst;
pub(crate) use layout::Layout;
pub(crate) use reconstruct::reconstruct;
pub(crate) use transposition_table::KeyWord;

#[cfg(test)]
mod tests;
