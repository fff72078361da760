//! The images of a position under symmetries; the least of them is its canonical form.

use super::{Pegs, image};

/// Symmetries, with tables that map a set of holes byte by byte.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    /// The number that each hole gets, by symmetry.
    symmetries: Vec<Vec<u8>>,
    /// The images of the bytes of a set: by byte, by its value, by symmetry.
    tables: Vec<Pegs>,
}

impl Symmetries {
    /// The tables of a group of symmetries.
    pub(crate) fn new(symmetries: Vec<Vec<u8>>) -> Self {
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

    /// The number of symmetries.
    pub(crate) fn count(&self) -> usize {
        self.symmetries.len()
    }

    /// The images of a set, by symmetry, computed without the tables.
    pub(crate) fn images_of(&self, set: Pegs) -> impl Iterator<Item = Pegs> {
        self.symmetries.iter().map(move |symmetry| image(set, symmetry))
    }

    /// The images of a hole, by symmetry.
    pub(crate) fn holes_of(&self, hole: u8) -> impl Iterator<Item = u8> {
        self.symmetries.iter().map(move |symmetry| symmetry[usize::from(hole)])
    }

    /// The images of a set, by symmetry; `COUNT` is the number of symmetries.
    #[inline]
    pub(crate) fn images<const COUNT: usize>(&self, mut set: Pegs) -> [Pegs; COUNT] {
        let mut images = [0; COUNT];
        for table in self.tables.as_chunks::<COUNT>().0.chunks_exact(256) {
            let of_byte = &table[(set & 255) as usize];
            images.iter_mut().zip(of_byte).for_each(|(image, part)| *image |= part);
            set >>= 8;
        }
        images
    }

    /// Calls `visit` with the images of a set, by symmetry.
    #[inline]
    pub(crate) fn for_each(&self, set: Pegs, visit: impl FnMut(Pegs)) {
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
    pub(crate) fn least(&self, set: Pegs) -> Pegs {
        let mut least = Pegs::MAX;
        self.for_each(set, |image| least = least.min(image));
        least
    }
}
