//! Piles of numbered pieces, laid out as an observation.

use crate::Fault;

/// Piles of numbered pieces: the observation of a game whose places hold several.
///
/// ```
/// use patience_kit::ArrayPiles;
///
/// let mut piles = ArrayPiles::new(2, 3);
/// piles.fill(0, [7, 8])?;
/// piles.carry(0, 1, 1)?;
/// assert_eq!((piles.cells(), piles.top(1)), (&[7, 0, 0, 8, 0, 0][..], Some(8)));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct ArrayPiles {
    depth: usize,
    cells: Vec<u8>,
    lengths: Vec<u8>,
}

impl ArrayPiles {
    /// Empty piles; none can hold more than 255 pieces.
    #[must_use]
    pub fn new(places: usize, depth: usize) -> Self {
        Self { depth, cells: vec![0; places * depth], lengths: vec![0; places] }
    }

    /// The numbers of the pieces, pile by pile and each from the bottom up; 0 where there is none.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// How many pieces a pile holds.
    #[must_use]
    #[inline]
    pub fn len(&self, pile: usize) -> usize {
        usize::from(self.lengths[pile])
    }

    /// Whether a pile holds nothing.
    #[must_use]
    #[inline]
    pub fn is_empty(&self, pile: usize) -> bool {
        self.lengths[pile] == 0
    }

    /// The pieces of a pile, from the bottom up.
    #[must_use]
    #[inline]
    pub fn pile(&self, pile: usize) -> &[u8] {
        let first = pile * self.depth;
        &self.cells[first..first + self.len(pile)]
    }

    /// The last piece of a pile.
    #[must_use]
    #[inline]
    pub fn top(&self, pile: usize) -> Option<u8> {
        self.pile(pile).last().copied()
    }

    /// Puts a piece on a pile; an error if the pile is full.
    #[inline]
    pub fn push(&mut self, pile: usize, piece: u8) -> Result<(), Fault> {
        let length = self.len(pile);
        if length == self.depth.min(usize::from(u8::MAX)) {
            return Err(Fault::input(format_args!("the arrays have room for {length} pieces")));
        }
        self.cells[pile * self.depth + length] = piece;
        self.lengths[pile] += 1;
        Ok(())
    }

    /// Puts pieces on a pile.
    pub fn fill(&mut self, pile: usize, pieces: impl IntoIterator<Item = u8>) -> Result<(), Fault> {
        pieces.into_iter().try_for_each(|piece| self.push(pile, piece))
    }

    /// Takes the last piece of a pile.
    #[inline]
    pub fn pop(&mut self, pile: usize) -> Option<u8> {
        let piece = self.top(pile)?;
        let last = pile * self.depth + self.len(pile) - 1;
        self.cells[last] = 0;
        self.lengths[pile] -= 1;
        Some(piece)
    }

    /// Carries the last pieces of a pile to another, in their order.
    #[inline]
    pub fn carry(&mut self, from: usize, to: usize, count: usize) -> Result<(), Fault> {
        let first = from * self.depth + self.len(from).saturating_sub(count);
        for at in first..from * self.depth + self.len(from) {
            self.push(to, self.cells[at])?;
            self.cells[at] = 0;
            self.lengths[from] -= 1;
        }
        Ok(())
    }
}
