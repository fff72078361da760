use patience_core::{Choice, Hidden, Meter, Player, SplitMix, Turn};

/// Plays the first move.
pub struct First;

impl<H: Hidden> Player<H> for First {
    fn choose(&self, _: &H, turn: &Turn<'_, H>, _: &mut SplitMix, _: &mut Meter<'_>) -> Choice<H::Move> {
        Choice::plain(turn.moves[0])
    }
}
