//! A jump game as data.

/// A game in which every jump changes three holes, from a start to one of some ends.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_gpu::JumpGame;
///
/// // Three holes in a row, and their mirror image.
/// let game = JumpGame { symmetries: vec![vec![0, 1, 2], vec![2, 1, 0]], ..game() };
/// assert_eq!(game.least(0b110), 0b011);
/// assert_eq!(game.least(0b011), 0b011);
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// let [forward, backward] = game().sides; // three holes in a row, and one jump
/// // A side takes back what the other does.
/// let (jump, back) = (&forward.jumps[0], &backward.jumps[0]);
/// assert_eq!(jump.pattern ^ jump.mask, back.pattern);
/// assert_eq!(forward.roots[0] ^ jump.mask, backward.roots[0]);
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_gpu::{Device, Memory, NO_CUTOFF, SideJump};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// // The peg in hole 0 jumps over that in hole 1 to hole 2.
/// let jump = SideJump { mask: 0b111, pattern: 0b011, begin: 0, finish: 2, drop: [0; 2] };
/// // It needs both pegs, and hole 2 must be empty.
/// for (pegs, steps) in [(0b011, 1), (0b001, 0), (0b111, 0)] {
///     let mut game = game();
///     game.sides[0].roots = vec![pegs];
///     game.sides[0].jumps = vec![jump];
///     let mut layers = Device::Emulation.open(&game, &Memory::default())?;
///     assert_eq!(layers.advance(0, NO_CUTOFF, None)?.generated, steps);
/// }
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_gpu::{Device, Memory};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut game = game(); // pegs in holes 0 and 1
/// let bound = |game: &_| Ok::<_, patience_gpu::GpuError>(Device::Emulation.open(game, &Memory::default())?.estimate(0));
/// assert_eq!(bound(&game)?, 0);
/// // Hole 0 is a corner: its peg must move.
/// game.sides[0].ends[0].corners = 0b001;
/// assert_eq!(bound(&game)?, 1);
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
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
