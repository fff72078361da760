//! The images of a position under the symmetries of a problem, the least of which stands for all.

use super::bytes::ByteSums;
use crate::peg::{Pegs, Problem, image};

/// The images of sets of holes.
#[derive(Clone, Debug)]
pub(super) struct Faces {
    /// The number that each hole gets, by symmetry; the identity is the first.
    symmetries: Vec<Vec<u8>>,
    tables: Vec<ByteSums<1>>,
}

impl Faces {
    pub(super) fn new(problem: &Problem) -> Self {
        Self::of(problem.symmetries())
    }

    /// With the identity alone.
    pub(super) fn single(problem: &Problem) -> Self {
        Self::of(problem.symmetries().into_iter().take(1).collect())
    }

    fn of(symmetries: Vec<Vec<u8>>) -> Self {
        let table = |symmetry: &Vec<u8>| {
            ByteSums::new(&symmetry.iter().map(|to| [1 << to]).collect::<Vec<_>>())
        };
        Self { tables: symmetries.iter().map(table).collect(), symmetries }
    }

    /// How many symmetries there are.
    pub(super) fn count(&self) -> usize {
        self.symmetries.len()
    }

    /// The images of a set that is not in a hurry, by symmetry.
    pub(super) fn images_of(&self, set: Pegs) -> impl Iterator<Item = Pegs> {
        self.symmetries.iter().map(move |symmetry| image(set, symmetry))
    }

    /// Where a hole goes, by symmetry.
    pub(super) fn holes_of(&self, hole: u8) -> impl Iterator<Item = u8> {
        self.symmetries.iter().map(move |symmetry| symmetry[usize::from(hole)])
    }

    /// The images of a set, by symmetry.
    #[inline]
    pub(super) fn images<const COUNT: usize>(&self, set: Pegs) -> [Pegs; COUNT] {
        let mut images = [0; COUNT];
        for (image, table) in images.iter_mut().zip(&self.tables) {
            *image = table.of(set)[0];
        }
        images
    }

    /// All images of a set.
    pub(super) fn all(&self, set: Pegs) -> impl Iterator<Item = Pegs> {
        self.tables.iter().map(move |table| table.of(set)[0])
    }

    /// The least image of a set.
    pub(super) fn least(&self, set: Pegs) -> Pegs {
        self.all(set).min().unwrap_or(set)
    }
}
