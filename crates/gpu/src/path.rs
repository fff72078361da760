//! Reconstructs a path through the layers from a meeting.

use crate::backend::Found;
use crate::error::GpuError;
use crate::game::JumpGame;
use crate::layers::Layers;

/// A state on a path: its key, its moves, and the hole of the peg that continues its move.
#[derive(Clone, Copy)]
struct Wanted {
    key: u64,
    cost: u32,
    open: Option<u8>,
}

/// The keys of a path of `cost` moves from the start to an end, through a state that both sides have reached: in layer `number` of `side`.
///
/// This side may have dropped the state from its layer. So its moves and the peg that continues are found by trying: either the moves of
/// the sides add up, or a peg continues its move here and both sides count that move.
pub(crate) fn join(
    game: &JumpGame,
    layers: &Layers,
    side: usize,
    number: usize,
    (key, cost): (u64, u8),
) -> Result<Vec<u64>, GpuError> {
    let opposite = game.steps - number;
    let there = layers.find(1 - side, opposite, &[key])?.pop().ok_or(GpuError::Inconsistent)?;
    let here = u32::from(cost).checked_sub(there.cost).ok_or(GpuError::Inconsistent)?;
    let open =
        (0..64_u8).filter(|hole| there.open >> hole & 1 == 1).map(|hole| (here + 1, Some(hole)));
    for (moves, open) in std::iter::once((here, None)).chain(open) {
        let mut keys = match trace(game, layers, side, number, Wanted { key, cost: moves, open }) {
            Err(GpuError::Inconsistent) => continue,
            keys => keys?,
        };
        let rest = Wanted { key, cost: there.cost, open };
        let rest = trace(game, layers, 1 - side, opposite, rest)?;
        keys.extend(rest.into_iter().rev().skip(1));
        if side == 1 {
            keys.reverse();
        }
        return Ok(keys);
    }
    Err(GpuError::Inconsistent)
}

/// The keys of a side from a root to a state of layer `number`.
fn trace(
    game: &JumpGame,
    layers: &Layers,
    side: usize,
    number: usize,
    mut wanted: Wanted,
) -> Result<Vec<u64>, GpuError> {
    let mut keys = vec![wanted.key];
    for layer in (0..number).rev() {
        let mut parents: Vec<u64> = game.sides[side]
            .jumps
            .iter()
            .filter(|jump| (wanted.key ^ jump.mask) & jump.mask == jump.pattern)
            .map(|jump| game.least(wanted.key ^ jump.mask))
            .collect();
        parents.sort_unstable();
        parents.dedup();
        let found = layers.find(side, layer, &parents)?;
        let before = found.iter().find_map(|parent| step(game, side, parent, wanted));
        wanted = before.ok_or(GpuError::Inconsistent)?;
        keys.push(wanted.key);
    }
    keys.reverse();
    Ok(keys)
}

/// The parent as the path passes it, if a jump leads from it to the wanted state.
fn step(game: &JumpGame, side: usize, parent: &Found, wanted: Wanted) -> Option<Wanted> {
    let legal = game.sides[side].jumps.iter();
    let mut legal = legal.filter(|jump| parent.key & jump.mask == jump.pattern);
    legal.find_map(|jump| {
        let goes_on = parent.open >> jump.begin & 1 == 1;
        if parent.cost + u32::from(!goes_on) != wanted.cost {
            return None;
        }
        let child = parent.key ^ jump.mask;
        let mut images = game.images(child).filter(|(image, _)| *image == wanted.key);
        let mut fits = images.next().is_some();
        if let Some(open) = wanted.open {
            let images = game.images(child).filter(|(image, _)| *image == wanted.key);
            let ends = images.map(|(_, symmetry)| symmetry[usize::from(jump.finish)]);
            fits = fits && ends.min() == Some(open);
        }
        let open = goes_on.then_some(jump.begin);
        fits.then_some(Wanted { key: parent.key, cost: parent.cost, open })
    })
}
