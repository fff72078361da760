//! The tables of a game as the kernels read them: the structures of `kernels/interface.h`.

// The tables of a side have some fifty kilobytes, and are made once.
#![allow(clippy::large_stack_arrays)]

use crate::error::GpuError;
use crate::game::{End, JumpGame, JumpSide};

/// The most holes of a board: an entry of a layer has room for so many bits.
pub const MOST_HOLES: usize = 52;

/// The most regions: there is a number for every set of them.
pub const MOST_REGIONS: usize = 28;

/// The cutoff that prunes nothing.
pub const NO_CUTOFF: u8 = 255;

const HOLES: usize = 64;
const JUMPS: usize = 384;
const SYMMETRIES: usize = 12;
const ENDS: usize = 64;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndTable {
    corners: u64,
    asked: u32,
    unused: u32,
    moves: [[u8; HOLES + 1]; 4],
    filling: [u8; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideTable {
    mask: [u64; JUMPS],
    pattern: [u64; JUMPS],
    drop: [[u64; 2]; JUMPS],
    lane_of_hole: [[u64; 2]; HOLES],
    lane_base: [u64; 2],
    region: [u64; MOST_REGIONS],
    type_holes: [u64; 4],
    flip: u64,
    root: [u64; ENDS],
    end: [EndTable; ENDS],
    jumps: u32,
    ends: u32,
    regions: u32,
    roots: u32,
    first: [u16; HOLES + 1],
    begin: [u8; JUMPS],
    finish: [u8; JUMPS],
    filling: [u8; 6],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameTable {
    side: [SideTable; 2],
    holes: u32,
    symmetries: u32,
    steps: u32,
    unused: u32,
    image: [[u8; HOLES]; SYMMETRIES],
}

impl GameTable {
    /// The tables of a game, if it is not too large for them.
    pub(crate) fn new(game: &JumpGame) -> Result<Box<Self>, GpuError> {
        let at_most = |what, count: usize, most: usize| {
            if count <= most { Ok(()) } else { Err(GpuError::TooLarge { what, count, most }) }
        };
        at_most("holes", game.holes, MOST_HOLES)?;
        at_most("symmetries", game.symmetries.len(), SYMMETRIES)?;
        for side in &game.sides {
            at_most("jumps", side.jumps.len(), JUMPS)?;
            at_most("regions", side.regions.len(), MOST_REGIONS)?;
            at_most("ends", side.ends.len().max(side.roots.len()), ENDS)?;
        }
        let mut image = [[0; HOLES]; SYMMETRIES];
        for (to, symmetry) in image.iter_mut().zip(&game.symmetries) {
            copy(to, symmetry);
        }
        Ok(Box::new(Self {
            side: game.sides.each_ref().map(|side| SideTable::new(side, game.continues)),
            holes: small(game.holes),
            symmetries: small(game.symmetries.len()),
            steps: small(game.steps),
            unused: 0,
            image,
        }))
    }
}

impl SideTable {
    fn new(side: &JumpSide, continues: bool) -> Self {
        let mut jumps = side.jumps.clone();
        jumps.sort_by_key(|jump| jump.begin);
        let mut table = Self {
            mask: [0; JUMPS],
            pattern: [0; JUMPS],
            drop: [[0; 2]; JUMPS],
            lane_of_hole: [[0; 2]; HOLES],
            lane_base: side.lane_base,
            region: [0; MOST_REGIONS],
            type_holes: side.types,
            flip: side.flip,
            root: [0; ENDS],
            end: [EndTable::new(None); ENDS],
            jumps: small(jumps.len()),
            ends: small(side.ends.len()),
            regions: small(side.regions.len()),
            roots: small(side.roots.len()),
            first: [0; HOLES + 1],
            begin: [0; JUMPS],
            finish: [0; JUMPS],
            filling: [0; 6],
        };
        for (at, jump) in jumps.iter().enumerate() {
            table.mask[at] = jump.mask;
            table.pattern[at] = jump.pattern;
            table.drop[at] = jump.drop;
            table.begin[at] = jump.begin;
            table.finish[at] = jump.finish;
        }
        // No hole has jumps that continue a move, if none does.
        for (hole, first) in table.first.iter_mut().enumerate().filter(|_| continues) {
            let before = jumps.iter().filter(|jump| usize::from(jump.begin) < hole).count();
            // At most 384.
            #[allow(clippy::cast_possible_truncation)]
            let before = before as u16;
            *first = before;
        }
        copy(&mut table.lane_of_hole, &side.lanes);
        copy(&mut table.region, &side.regions);
        copy(&mut table.root, &side.roots);
        for (to, end) in table.end.iter_mut().zip(&side.ends) {
            *to = EndTable::new(Some(end));
        }
        table
    }
}

impl EndTable {
    fn new(end: Option<&End>) -> Self {
        let none = End { corners: 0, asked: 0, moves: [[0; HOLES + 1]; 4] };
        let &End { corners, asked, moves } = end.unwrap_or(&none);
        Self { corners, asked, unused: 0, moves, filling: [0; 4] }
    }
}

fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
