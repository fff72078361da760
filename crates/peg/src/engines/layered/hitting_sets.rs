//! Least hitting sets of Merson regions: the fewest holes that have one in each of some regions.
//!
//! A region is *simple* if one of its holes is in every region that any of its holes is in: that hole is as good as the others. Simple
//! regions are hit first, by that hole; without them, more regions become simple. The rest is looked up in a table of all its sets.

use crate::{Pegs, members};

/// The most regions.
pub(super) const MOST: usize = 30;

/// The most regions that are not simple: the table has half a byte for every set of them.
const MOST_IN_TABLE: usize = 20;

/// The simple regions that are hit together, by one look into a table.
const STAGE: usize = 8;

/// The greatest number in half a byte, which stands for greater ones too.
const GREATEST: u8 = 15;

/// The sizes of the least hitting sets of all sets of some regions.
#[derive(Clone, Debug)]
pub(super) struct HittingSets {
    /// The regions in the order of their bits, simple ones first.
    regions: Vec<Pegs>,
    /// The number of simple regions.
    simple: usize,
    /// For every set of eight simple regions each.
    stages: Vec<[Taken; 1 << STAGE]>,
    /// For every set of the rest, two a byte.
    table: Vec<u8>,
}

/// The holes that hit a set of simple regions.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    holes: u32,
    /// All regions that these holes hit.
    hit: u32,
}

impl HittingSets {
    /// The hitting sets of some regions; `None` if there are too many.
    pub(super) fn new(regions: &[Pegs]) -> Option<Self> {
        if !Self::fit(regions) {
            return None;
        }
        let (regions, best) = simple_first(regions);
        let hit: Vec<u32> = best.iter().map(|&hole| having(&regions, hole)).collect();
        let stages = hit.chunks(STAGE).enumerate();
        let stages = stages.map(|(at, hit)| std::array::from_fn(|set| taken(set, STAGE * at, hit)));
        let (stages, simple) = (stages.collect(), best.len());
        Some(Self { stages, table: table(&regions[simple..]), simple, regions })
    }

    /// Whether there are not too many regions.
    pub(super) fn fit(regions: &[Pegs]) -> bool {
        regions.len() <= MOST && regions.len() - simple_first(regions).1.len() <= MOST_IN_TABLE
    }

    /// The regions in the order of their bits.
    pub(super) fn regions(&self) -> &[Pegs] {
        &self.regions
    }

    /// The least number of holes that hit all regions of a set.
    #[inline]
    pub(super) fn least(&self, mut set: u32) -> u32 {
        let mut holes = 0;
        for (at, stage) in self.stages.iter().enumerate() {
            let Taken { holes: more, hit } = stage[(set >> (STAGE * at)) as usize % (1 << STAGE)];
            holes += more;
            set &= !hit;
        }
        holes + u32::from(entry(&self.table, (set >> self.simple) as usize))
    }
}

/// The regions, simple ones first, and the best holes of these.
fn simple_first(regions: &[Pegs]) -> (Vec<Pegs>, Vec<u8>) {
    let (mut simple, mut best, mut rest) = (Vec::new(), Vec::new(), regions.to_vec());
    // Only the regions that are left count.
    while let Some((at, hole)) = rest.iter().enumerate().find_map(|(at, &region)| {
        let around = members(region).fold(0, |all, hole| all | having(&rest, hole));
        members(region).find(|&hole| having(&rest, hole) == around).map(|hole| (at, hole))
    }) {
        simple.push(rest.remove(at));
        best.push(hole);
    }
    simple.extend(rest);
    (simple, best)
}

/// The regions that have a hole, a bit each.
fn having(regions: &[Pegs], hole: u8) -> u32 {
    let bits =
        regions.iter().enumerate().map(|(at, region)| u32::from(region >> hole & 1 == 1) << at);
    bits.fold(0, |all, bit| all | bit)
}

/// What hits a set of simple regions that begin with bit `first`, each with the regions that its best hole hits.
fn taken(set: usize, first: usize, hit: &[u32]) -> Taken {
    let mut taken = Taken::default();
    for (at, &more) in hit.iter().enumerate() {
        if set >> at & 1 == 1 && taken.hit >> (first + at) & 1 == 0 {
            taken.holes += 1;
            taken.hit |= more;
        }
    }
    taken
}

/// The sizes of the least hitting sets of all sets of regions, two a byte.
fn table(regions: &[Pegs]) -> Vec<u8> {
    let mut table = vec![0; (1_usize << regions.len()).div_ceil(2)];
    for (top, &region) in regions.iter().enumerate() {
        let mut hit: Vec<usize> =
            members(region).map(|hole| having(regions, hole) as usize).collect();
        hit.sort_unstable();
        hit.dedup();
        for set in 1 << top..2 << top {
            let sizes = hit.iter().map(|hit| entry(&table, set & !hit));
            let least = sizes.min().map_or(0, |size| (size + 1).min(GREATEST));
            table[set / 2] |= least << (4 * (set % 2));
        }
    }
    table
}

#[inline]
fn entry(table: &[u8], set: usize) -> u8 {
    table[set / 2] >> (4 * (set % 2)) & 15
}
