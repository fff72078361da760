//! A jump game as data.

/// A game in which every jump changes three holes, from a start to one of some ends.
#[derive(Clone, Debug)]
pub struct JumpGame {
    /// The number of holes.
    pub holes: usize,
    /// The symmetries that keep start and ends, as the number that each hole gets; the identity is the first.
    pub symmetries: Vec<Vec<u8>>,
    /// The number of jumps from the start to an end.
    pub steps: usize,
    /// Whether a peg may continue its move; otherwise every jump is a move.
    pub continues: bool,
    /// The side that plays from the start, and the side that takes jumps back from the ends.
    pub sides: [JumpSide; 2],
}

/// One side of a game. Sets of holes are bits.
#[derive(Clone, Debug)]
pub struct JumpSide {
    /// Where it begins; each the least of its images.
    pub roots: Vec<u64>,
    /// The jumps as it makes them.
    pub jumps: Vec<SideJump>,
    /// Sixteen invariants, a byte each: the part of each hole.
    pub lanes: Vec<[u64; 2]>,
    /// What to add; a position is refuted if the highest bit of a byte of the sum is 0.
    pub lane_base: [u64; 2],
    /// All ones if corners need a move while empty, and regions while not full.
    pub flip: u64,
    /// Sets of holes that need a move that starts in them.
    pub regions: Vec<u64>,
    /// The holes of each type that counts.
    pub types: [u64; 4],
    /// The ends of the side; without any its bound is 0.
    pub ends: Vec<End>,
}

/// A jump as a side makes it.
#[derive(Clone, Copy, Debug)]
pub struct SideJump {
    /// The holes that change.
    pub mask: u64,
    /// Those of them that have a peg before.
    pub pattern: u64,
    /// The hole of the peg before.
    pub begin: u8,
    /// The hole of the peg after.
    pub finish: u8,
    /// By how much it lowers each invariant.
    pub drop: [u64; 2],
}

/// What the bound of an end requires.
#[derive(Clone, Debug)]
pub struct End {
    /// Corners that need a move each.
    pub corners: u64,
    /// The regions that count, a bit each.
    pub asked: u32,
    /// The moves for every type and number of its pegs.
    pub moves: [[u8; 65]; 4],
}

impl JumpGame {
    /// The least image of a set of holes.
    #[must_use]
    pub fn least(&self, set: u64) -> u64 {
        self.images(set).map(|(image, _)| image).min().unwrap_or(set)
    }

    /// The images of a set of holes, with their symmetries.
    pub(crate) fn images(&self, set: u64) -> impl Iterator<Item = (u64, &[u8])> {
        self.symmetries.iter().map(move |symmetry| {
            let image = symmetry.iter().enumerate().map(|(hole, to)| (set >> hole & 1) << to).sum();
            (image, &symmetry[..])
        })
    }
}
