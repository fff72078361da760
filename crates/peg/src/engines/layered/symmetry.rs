//! The images of a position under the symmetries of a problem, the least of which stands for all.

use crate::{Pegs, Problem, image};

/// The images of sets of holes.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    /// The number that each hole gets, by symmetry; the identity is the first.
    symmetries: Vec<Vec<u8>>,
    /// The images of the bytes of a set: by byte, by its value, by symmetry.
    tables: Vec<Pegs>,
}

impl Symmetries {
    pub(super) fn new(problem: &Problem) -> Self {
        Self::of(problem.symmetries())
    }

    /// With the identity alone.
    pub(super) fn single(problem: &Problem) -> Self {
        Self::of(problem.symmetries().into_iter().take(1).collect())
    }

    /// With these, the identity the first.
    pub(in crate::engines) fn of(symmetries: Vec<Vec<u8>>) -> Self {
        let holes = symmetries.first().map_or(0, Vec::len);
        let mut tables = Vec::new();
        for first in (0..holes).step_by(8) {
            let here = Pegs::MAX >> (64 - (holes - first).min(8));
            for set in 0..256 {
                tables.extend(symmetries.iter().map(|it| image((set & here) << first, it)));
            }
        }
        Self { symmetries, tables }
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

    /// The images of a set, by symmetry, of which there are so many.
    #[inline]
    pub(super) fn images<const COUNT: usize>(&self, mut set: Pegs) -> [Pegs; COUNT] {
        let mut images = [0; COUNT];
        for table in self.tables.as_chunks::<COUNT>().0.chunks_exact(256) {
            let of_byte = &table[(set & 255) as usize];
            images.iter_mut().zip(of_byte).for_each(|(image, part)| *image |= part);
            set >>= 8;
        }
        images
    }

    /// Calls `visit` with all images of a set.
    #[inline]
    pub(in crate::engines) fn for_each(&self, set: Pegs, visit: impl FnMut(Pegs)) {
        match self.count() {
            1 => self.images::<1>(set).into_iter().for_each(visit),
            2 => self.images::<2>(set).into_iter().for_each(visit),
            3 => self.images::<3>(set).into_iter().for_each(visit),
            4 => self.images::<4>(set).into_iter().for_each(visit),
            6 => self.images::<6>(set).into_iter().for_each(visit),
            8 => self.images::<8>(set).into_iter().for_each(visit),
            _ => self.images::<12>(set).into_iter().for_each(visit),
        }
    }

    /// The least image of a set.
    pub(in crate::engines) fn least(&self, set: Pegs) -> Pegs {
        let mut least = Pegs::MAX;
        self.for_each(set, |image| least = least.min(image));
        least
    }
}
