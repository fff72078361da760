//! Searches of games whose stock allows more: what is lost there is lost.

use patience_core::Stop;

use super::abstract_state::AbstractState;
use super::depth_first::{Budget, DepthFirst};
use super::layout::Layout;
use super::stock::Relaxation;
use super::transposition_table::KeyWord;

/// Abstract states that a search examines before it asks whether the game is winnable with the whole stock available.
pub(super) const GRACE: usize = 100;
/// Abstract states before it asks whether a last pass is winnable if cards that are not turned yet wait until they are wanted.
const LAST_PASS_GRACE: usize = 1000;

/// The searches with a relaxed stock, with what they have decided.
pub(super) struct Relaxations<W> {
    open: Option<Box<Relaxed<W>>>,
    last_pass: Option<Box<Relaxed<W>>>,
}

/// A search in the game with a relaxed stock.
struct Relaxed<W> {
    layout: Layout,
    search: DepthFirst<W>,
}

impl<W: KeyWord> Relaxations<W> {
    pub(super) const fn new() -> Self {
        Self { open: None, last_pass: None }
    }

    /// Bytes that these searches hold.
    #[inline]
    pub(super) fn bytes(&self) -> u64 {
        bytes(self.open.as_deref()) + bytes(self.last_pass.as_deref())
    }

    /// Whether the game is lost even with a relaxed stock. `new` makes a search; the one that asks has examined so many abstract states, and
    /// holds so many bytes.
    pub(super) fn is_lost(
        &mut self,
        (layout, state): (&Layout, &AbstractState),
        new: impl Fn() -> DepthFirst<W>,
        (examined, held): (usize, u64),
        budget: &mut impl Budget,
    ) -> Result<bool, Stop> {
        let relaxed =
            |relaxation| Box::new(Relaxed { layout: layout.relaxed(relaxation), search: new() });
        let beside = held + bytes(self.last_pass.as_deref());
        let open = self.open.get_or_insert_with(|| relaxed(Relaxation::Open));
        let mut unturned = *state;
        (unturned.turned.waste, unturned.turned.passes) = (0, 0);
        if !open.search.run_beside(&open.layout, unturned, beside, budget)? {
            return Ok(true);
        }
        // Without a waste both relaxed stocks allow the same.
        let asks = LAST_PASS_GRACE < examined
            && layout.stock.is_last_pass(state.turned)
            && state.turned.waste != 0;
        if !asks {
            return Ok(false);
        }
        let beside = held + bytes(self.open.as_deref());
        let last = self.last_pass.get_or_insert_with(|| relaxed(Relaxation::LastPass));
        Ok(!last.search.run_beside(&last.layout, *state, beside, budget)?)
    }
}

/// Bytes that a search holds, if there is one.
#[inline]
fn bytes<W: KeyWord>(relaxed: Option<&Relaxed<W>>) -> u64 {
    relaxed.map_or(0, |relaxed| relaxed.search.bytes())
}
