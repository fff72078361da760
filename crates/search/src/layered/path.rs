//! Reconstructs a path through the layers from its end.

use patience_core::Layered;

use super::SearchError;
use super::layer_store::Meeting;
use super::side::SearchSide;

/// The keys of a side from its roots to a state of layer `number`, reached by `cost` moves, the last of them with `open`.
pub(super) fn trace<L: Layered>(
    side: &SearchSide<L>,
    number: usize,
    (key, cost, open): (u64, u8, Option<u8>),
) -> Result<Vec<u64>, SearchError> {
    let mut keys = vec![key];
    let mut wanted = (key, cost, open);
    for layer in side.layers[..number].iter().rev() {
        let mut parents = Vec::new();
        side.space.parents(wanted.0, |parent| parents.push(parent));
        parents.sort_unstable();
        parents.dedup();
        let mut found = None;
        for parent in parents {
            let Some(record) = layer.find(parent)? else { continue };
            side.space.expand(&record, u8::MAX, |step| {
                let (key, cost, open) = wanted;
                let fits =
                    step.key == key && step.cost == cost && (open.is_none() || step.open == open);
                if fits && found.is_none() {
                    found = Some((parent, record.cost, step.goes_on));
                }
            });
            if found.is_some() {
                break;
            }
        }
        let Some(found) = found else {
            // Every state of a layer was reached from the one before, unless a file was forged.
            return Err(layer.inconsistent().into());
        };
        wanted = found;
        keys.push(wanted.0);
    }
    keys.reverse();
    Ok(keys)
}

/// The keys of a whole path through a meeting in layer `number` of `here`.
pub(super) fn join<L: Layered>(
    here: &SearchSide<L>,
    there: &SearchSide<L>,
    number: usize,
    meeting: &Meeting,
) -> Result<Vec<u64>, SearchError> {
    let Meeting { key, here: cost, there: other_cost, through, .. } = *meeting;
    let mut keys = trace(here, number, (key, cost, through))?;
    let rest = trace(there, here.space.steps() - number, (key, other_cost, through))?;
    keys.extend(rest.into_iter().rev().skip(1));
    Ok(keys)
}
