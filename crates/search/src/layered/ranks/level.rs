//! One layer on all ranks: rounds of expanding and exchanging, then sorting.

use patience_core::{Cut, Layered, Meter, Record, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::SearchError;
use super::super::coding::Writer;
use super::super::key_permutation::KeyPermutation;
use super::super::layer::{Layer, Packed};
use super::super::merge_duplicates::{Child, DuplicateMerger};
use super::exchange::{Exchange, ExchangeError};

/// Bytes of a step in a message: its part, the rest of its key, its cost and its continuation.
const STEP_BYTES: usize = 11;
/// No continuation is open.
const CLOSED: u8 = u8::MAX;
/// The stops that ranks send to each other.
const STOPS: [Stop; 4] = [Stop::Nodes, Stop::Time, Stop::Memory, Stop::Cancelled];

/// What all ranks together know of a finished layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LevelSum {
    pub(super) states: u64,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The least cost of its states.
    pub(super) least: Option<u8>,
    pub(super) cut: Cut,
    /// The cost and the key of the best state among the roots of the other side.
    pub(super) meeting: Option<(u8, u64)>,
}

/// What a rank reports about its share.
#[derive(Serialize, Deserialize)]
struct Share {
    sum: LevelSum,
    stop: Option<Stop>,
}

/// The least of what is there.
pub(super) fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// The value of every rank.
pub(super) fn gather<T: Serialize + DeserializeOwned>(
    exchange: &mut dyn Exchange,
    value: &T,
) -> Result<Vec<T>, ExchangeError> {
    let wrong = |error: serde_json::Error| ExchangeError(format!("a message is damaged: {error}"));
    let message = serde_json::to_vec(value).map_err(wrong)?;
    let messages = exchange.all_to_all(vec![message; exchange.size()])?;
    messages.iter().map(|message| serde_json::from_slice(message).map_err(wrong)).collect()
}

/// The rank that owns the states of a locality.
#[inline]
pub(super) fn owner(locality: u64, size: usize) -> usize {
    let spread = KeyPermutation::new(u64::BITS).permute(locality);
    // Less than `size`.
    #[allow(clippy::cast_possible_truncation)]
    let owner = (spread % size as u64) as usize;
    owner
}

/// How a layer is made from the last one.
pub(super) struct Level<'l, L> {
    pub(super) space: &'l L,
    pub(super) permutation: KeyPermutation,
    pub(super) from: &'l Layer,
    /// The least cost of the last layer on all ranks.
    pub(super) base: u8,
    pub(super) cutoff: u8,
    /// The roots of the other side, in the last layer.
    pub(super) ends: Option<&'l [u64]>,
    /// The most bytes that a rank sends in a round.
    pub(super) round: usize,
    /// The states and bytes of the layers that this rank keeps.
    pub(super) kept: (u64, u64),
}

impl<L: Layered> Level<'_, L> {
    /// Makes this rank's share of the next layer.
    pub(super) fn make(
        &self,
        exchange: &mut dyn Exchange,
        meter: &mut Meter<'_>,
    ) -> Result<(Layer, LevelSum), SearchError> {
        let mut sum = LevelSum::default();
        let (children, stop) = self.exchange_steps(exchange, meter, &mut sum)?;
        let layer = self.sort(&children, &mut sum);
        let bytes = self.kept.1 + layer.bytes();
        let stop = stop.or(meter.store(self.kept.0 + layer.count(), bytes).err());
        let shares = gather(exchange, &Share { sum, stop })?;
        if let Some(stop) = shares.iter().find_map(|share| share.stop) {
            return Err(stop.into());
        }
        let unite = |one: LevelSum, Share { sum: other, .. }: Share| LevelSum {
            states: one.states + other.states,
            // All ranks have counted these together.
            expanded: other.expanded,
            generated: other.generated,
            least: least(one.least, other.least),
            cut: one.cut.max(other.cut),
            meeting: least(one.meeting, other.meeting),
        };
        Ok((layer, shares.into_iter().fold(LevelSum::default(), unite)))
    }

    /// Expands the layer in rounds, and returns the steps to states of this rank, by part.
    fn exchange_steps(
        &self,
        exchange: &mut dyn Exchange,
        meter: &mut Meter<'_>,
        sum: &mut LevelSum,
    ) -> Result<(Vec<Vec<Child>>, Option<Stop>), SearchError> {
        let size = exchange.size();
        let round = (self.round.min((1 << 30) / size)).max(STEP_BYTES);
        let mut records = self.records()?;
        let mut children = vec![Vec::new(); self.permutation.parts()];
        let mut stop = None;
        loop {
            let mut outgoing = vec![Vec::new(); size];
            let (mut filled, mut expanded, mut generated) = (0, 0, 0);
            let mut is_done = false;
            while filled < round {
                let Some(record) = records.next() else {
                    is_done = true;
                    break;
                };
                expanded += 1;
                let cut = self.space.expand(&record, self.cutoff, |step| {
                    generated += 1;
                    filled += STEP_BYTES;
                    let permuted = self.permutation.permute(step.key);
                    let part = self.permutation.part(permuted);
                    let message = &mut outgoing[owner(self.space.locality(step.key), size)];
                    // At most 256 parts.
                    #[allow(clippy::cast_possible_truncation)]
                    message.push(part as u8);
                    message.extend(self.permutation.rest(permuted).to_le_bytes());
                    message.extend([step.cost, step.open.unwrap_or(CLOSED)]);
                });
                if cut == Cut::Cost {
                    sum.cut = cut;
                }
            }
            let mut numbers = vec![expanded, generated, u64::from(!is_done)];
            numbers.extend(STOPS.map(|it| u64::from(stop == Some(it))));
            let numbers = exchange.all_reduce(&numbers)?;
            let &[expanded, generated, unfinished, ..] = &numbers[..] else {
                return Err(ExchangeError("a message is too short".to_owned()).into());
            };
            let stopped = STOPS.iter().zip(&numbers[3..]).find(|(_, count)| **count != 0);
            if let Some((stop, _)) = stopped {
                return Err((*stop).into());
            }
            for message in exchange.all_to_all(outgoing)? {
                receive(&message, &mut children)?;
            }
            sum.expanded += expanded;
            sum.generated += generated;
            meter.generate_many(generated);
            let steps: usize = children.iter().map(Vec::capacity).sum();
            let bytes = self.kept.1 + (steps * size_of::<Child>() + round) as u64;
            stop = meter.expand_many(expanded).and(meter.store(self.kept.0, bytes)).err();
            if unfinished == 0 {
                return Ok((children, stop));
            }
        }
    }

    /// The records of this rank.
    fn records(&self) -> Result<impl Iterator<Item = Record>, SearchError> {
        let mut parts = Vec::new();
        for part in 0..self.from.parts() {
            let packed = self.from.packed(part)?;
            parts.push((part, packed));
        }
        let from = self.from;
        Ok(parts.into_iter().flat_map(move |(part, packed)| {
            let records = from.reader(&packed).map(|entry| from.record(part, &entry));
            records.collect::<Vec<_>>()
        }))
    }

    /// Sorts steps into a layer.
    fn sort(&self, children: &[Vec<Child>], sum: &mut LevelSum) -> Layer {
        let mut merger = DuplicateMerger::default();
        let bits = self.permutation.rest_bits();
        let mut packed = Vec::new();
        for (part, children) in children.iter().enumerate() {
            let mut writer = Writer::new(self.base);
            let mut cheapest = None;
            merger.merge(&[children], &mut [], 0, bits, |entry| {
                cheapest = least(cheapest, Some(entry.cost));
                if let Some(ends) = self.ends {
                    let key = self.permutation.key(part, entry.rest);
                    let met = ends.contains(&key).then_some((entry.cost, key));
                    sum.meeting = least(sum.meeting, met);
                }
                writer.push(entry);
            });
            sum.states += writer.count;
            sum.least = least(sum.least, cheapest);
            packed.push(Packed::new(writer, cheapest));
        }
        Layer::new(self.permutation, self.base, packed)
    }
}

/// Reads the steps of a message.
fn receive(message: &[u8], children: &mut [Vec<Child>]) -> Result<(), ExchangeError> {
    let (steps, rest) = message.as_chunks::<STEP_BYTES>();
    let damaged = || ExchangeError("a message is damaged".to_owned());
    for &[part, a, b, c, d, e, f, g, h, cost, open] in steps {
        let children = children.get_mut(usize::from(part)).ok_or_else(damaged)?;
        let rest = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        children.push(Child::new(rest, cost, (open != CLOSED).then_some(open)));
    }
    if rest.is_empty() { Ok(()) } else { Err(damaged()) }
}
