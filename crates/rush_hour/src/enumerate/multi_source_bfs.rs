//! Breadth-first search from all solved positions of a family at once, which separates its clusters.

use crate::engines::bit_board::{BitBoard, Change, Position, Stride};
use crate::engines::bit_board_bfs::Slots;
use crate::enumerate::block::{Block, Blocks, Number};

/// A cluster of a family.
pub(crate) struct Cluster {
    pub(crate) length: u16,
    pub(crate) positions: u32,
    /// Of the positions that are farthest from the solved ones, the one whose horizontal vehicles stand highest and most to the left, and
    /// then the vertical ones.
    pub(crate) hardest: Position,
}

/// Which source has reached a position.
pub(crate) trait Sources {
    /// What is known about a position before its children are made.
    type Place: Copy;

    /// The place of a position that was reached.
    fn place(&self, position: &Position) -> Self::Place;

    /// Notes that a position is a source.
    fn add(&mut self, position: &Position, source: u32);

    /// Notes that a source reaches the child of a position; returns a source that reached it before.
    fn reach(
        &mut self,
        from: Self::Place,
        change: Change,
        child: &Position,
        source: u32,
    ) -> Option<u32>;
}

/// Sources by the numbers of positions: for families with the same rows, one after the other.
pub(crate) struct ByNumber {
    blocks: Blocks,
    /// By the number of a position: a source of its cluster plus one, or 0 if it was not reached yet.
    sources: Vec<u32>,
}

impl ByNumber {
    /// No family yet, of those with the rows of this bit board.
    pub(crate) fn new(bit_board: &BitBoard) -> Self {
        Self { blocks: Blocks::new(bit_board), sources: Vec::new() }
    }

    /// Starts another family.
    fn clear(&mut self, blocks: &[Block]) {
        self.sources.clear();
        self.sources.resize(self.blocks.replace(blocks), 0);
    }
}

impl Sources for ByNumber {
    type Place = Number;

    #[inline]
    fn place(&self, position: &Position) -> Number {
        self.blocks.number(position)
    }

    fn add(&mut self, position: &Position, source: u32) {
        self.sources[self.blocks.number(position).position] = source + 1;
    }

    #[inline]
    fn reach(
        &mut self,
        from: Number,
        change: Change,
        child: &Position,
        source: u32,
    ) -> Option<u32> {
        let known = &mut self.sources[self.blocks.number_after(from, change, child)];
        let before = known.checked_sub(1);
        if before != Some(source) {
            // The next search that comes here has likely joined this one.
            *known = source + 1;
        }
        before
    }
}

/// Sources by the keys of positions: for a single family of any size.
#[derive(Default)]
pub(crate) struct ByKey(Slots<u32>);

impl Sources for ByKey {
    type Place = ();

    fn place(&self, _: &Position) {}

    fn add(&mut self, position: &Position, source: u32) {
        self.0.find_or_enter(position.key, source);
    }

    #[inline]
    fn reach(&mut self, (): (), _: Change, child: &Position, source: u32) -> Option<u32> {
        self.0.find_or_enter(child.key, source)
    }
}

/// Breadth-first search from many positions. Its memory is reused.
pub(crate) struct MultiSourceBfs<S> {
    sources: S,
    nodes: Vec<Node>,
    /// Where the positions of each distance begin.
    levels: Vec<usize>,
    /// By source: a source of the same cluster, or itself.
    leaders: Vec<u32>,
}

struct Node {
    position: Position,
    last: Change,
    /// A source of its cluster.
    source: u32,
}

impl MultiSourceBfs<ByNumber> {
    /// Starts another family.
    pub(crate) fn clear(&mut self, blocks: &[Block]) {
        self.nodes.clear();
        self.levels.clear();
        self.leaders.clear();
        self.sources.clear(blocks);
    }
}

impl<S: Sources> MultiSourceBfs<S> {
    /// An empty search.
    pub(crate) fn new(sources: S) -> Self {
        let (nodes, levels, leaders) = Default::default();
        Self { sources, nodes, levels, leaders }
    }

    /// Adds a solved position.
    pub(crate) fn add_source(&mut self, position: Position) {
        let source = number(self.leaders.len());
        self.leaders.push(source);
        self.sources.add(&position, source);
        self.nodes.push(Node { position, last: Change::NONE, source });
    }

    /// Reaches everything that can be reached from the sources, or stops before a distance with so many positions known that it should;
    /// whether it reached everything.
    pub(crate) fn spread(
        &mut self,
        bit_board: &BitBoard,
        stride: Stride,
        should_stop: impl Fn(usize) -> bool,
    ) -> bool {
        self.levels.push(0);
        let (mut next, mut end) = (0, self.nodes.len());
        while next < end {
            if should_stop(end) {
                return false;
            }
            self.levels.push(end);
            while next < end {
                self.expand(next, bit_board, stride);
                next += 1;
            }
            end = self.nodes.len();
        }
        true
    }

    #[inline]
    fn expand(&mut self, at: usize, bit_board: &BitBoard, stride: Stride) {
        let Self { nodes, sources, leaders, .. } = self;
        let Node { position, last, source } = nodes[at];
        let source = leader(leaders, source);
        let place = sources.place(&position);
        bit_board.each_child(&position, last, stride, |child, last| {
            match sources.reach(place, last, &child, source) {
                None => nodes.push(Node { position: child, last, source }),
                Some(other) if other == source => {}
                Some(other) => join(leaders, source, other),
            }
        });
    }

    /// The number of reached positions.
    pub(crate) fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The clusters of everything that was reached.
    pub(crate) fn clusters(&mut self, bit_board: &BitBoard) -> Vec<Cluster> {
        let mut clusters: Vec<Cluster> = Vec::new();
        // By source: the number of its cluster plus one.
        let mut numbers = vec![0_u32; self.leaders.len()];
        let mut level = self.levels.len().saturating_sub(2);
        for at in (0..self.nodes.len()).rev() {
            while at < self.levels[level] {
                level -= 1;
            }
            let Node { position, source, .. } = self.nodes[at];
            let leader = leader(&mut self.leaders, source);
            let length = u16::try_from(level).unwrap_or(u16::MAX);
            if numbers[leader as usize] == 0 {
                clusters.push(Cluster { length, positions: 0, hardest: position });
                numbers[leader as usize] = number(clusters.len());
            }
            let cluster = &mut clusters[numbers[leader as usize] as usize - 1];
            cluster.positions += 1;
            if length == cluster.length
                && bit_board.covered_by_axis(&position)
                    < bit_board.covered_by_axis(&cluster.hardest)
            {
                cluster.hardest = position;
            }
        }
        clusters
    }
}

/// The leader of the cluster of a source.
fn leader(leaders: &mut [u32], source: u32) -> u32 {
    let mut at = source;
    while leaders[at as usize] != at {
        // Every other one on the way points further ahead from now on.
        leaders[at as usize] = leaders[leaders[at as usize] as usize];
        at = leaders[at as usize];
    }
    at
}

#[inline]
fn join(leaders: &mut [u32], one: u32, other: u32) {
    let (one, other) = (leader(leaders, one), leader(leaders, other));
    leaders[one.max(other) as usize] = one.min(other);
}

/// A slot: a family has far fewer than 2^32 positions.
#[inline]
fn number(number: usize) -> u32 {
    debug_assert!(u32::try_from(number).is_ok());
    #[allow(clippy::cast_possible_truncation)]
    let number = number as u32;
    number
}
