//! Boards made from others: put into the middle of a larger one, or changed by a vehicle (Hauptman, Elyasaf, Sipper and Karmon, 2009).

use patience_core::SplitMix;

use crate::rules::board::{Axis, Board, BoardError, Vehicle};

/// How long the vehicles are that are added.
const LENGTHS: [u8; 2] = [2, 3];

/// The letter of a vehicle that has not got its own yet: every board that is returned has letters in order.
const NEW: char = '0';

/// As many vehicles as there are letters in order. No board of up to 10×10 cells has more.
const MOST_VEHICLES: usize = 58;

/// A change of a board by a vehicle that is not the target.
///
/// ```
/// use patience_core::SplitMix;
/// use patience_rush_hour::{Board, Mutation};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// let mut random = SplitMix::new(1);
/// let more = Mutation::Add.apply(&board, &mut random).expect("there is room");
/// assert_eq!(more.vehicles().len(), 3);
/// let fewer = Mutation::Delete.apply(&board, &mut random).expect("B can go");
/// assert_eq!(fewer.letters(), "AA..............");
/// assert_eq!(Mutation::Delete.apply(&fewer, &mut random), None); // the target stays
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// Another vehicle of two or three cells, wherever there is room.
    Add,
    /// A vehicle goes, and another one comes, wherever there is room. The paper names this operator and says no more of it.
    Swap,
    /// A vehicle goes.
    Delete,
}

impl Mutation {
    /// The changed board with letters in order, or nothing if there is no vehicle to take away or no room for another.
    ///
    /// No vehicle is put into the row of the target between it and the exit to stay there for ever: such a board has no solution.
    #[must_use]
    pub fn apply(self, board: &Board, random: &mut SplitMix) -> Option<Board> {
        let changed = match self {
            Self::Add => with_another(board, random),
            Self::Delete => without_one(board, random),
            Self::Swap => with_another(&without_one(board, random)?, random),
        };
        changed.filter(|board| board.vehicles().len() <= MOST_VEHICLES).map(|it| it.relettered())
    }
}

fn without_one(board: &Board, random: &mut SplitMix) -> Option<Board> {
    let others = board.vehicles().len() - 1;
    if others == 0 {
        return None;
    }
    let at = random.below(others);
    board.without(at + usize::from(board.target_index() <= at))
}

fn with_another(board: &Board, random: &mut SplitMix) -> Option<Board> {
    let mut lengths = LENGTHS;
    random.shuffle(&mut lengths);
    let vehicle = lengths.into_iter().find_map(|length| {
        let places = places(board, length);
        (!places.is_empty()).then(|| places[random.below(places.len())])
    })?;
    // Letters may be taken: all but the new one are called as they will be, and it is called as none of them.
    let board = board.relettered();
    let letter = ('a'..='z').rev().chain('0'..='9').find(|letter| {
        !matches!(letter, 'o' | 'x') && board.vehicles().iter().all(|other| other.letter != *letter)
    })?;
    let mut vehicles = board.vehicles().to_vec();
    vehicles.push(Vehicle { letter, ..vehicle });
    let size = (board.width(), board.height());
    Board::new(size, vehicles, board.target_index(), board.walls().to_vec()).ok()
}

/// Where there is room for a vehicle of that length: rows before columns, in reading order.
fn places(board: &Board, length: u8) -> Vec<Vehicle> {
    let (width, height) = (board.width(), board.height());
    let mut is_taken = vec![false; usize::from(width) * usize::from(height)];
    let cell =
        |(row, column): (u8, u8)| usize::from(row) * usize::from(width) + usize::from(column);
    let of_vehicles = board.vehicles().iter().flat_map(|vehicle| vehicle.cells());
    for taken in of_vehicles.chain(board.walls().iter().copied()) {
        is_taken[cell(taken)] = true;
    }
    let target = board.target();
    let is_in_the_way = |vehicle: Vehicle| {
        vehicle.axis == Axis::Horizontal
            && vehicle.row == target.row
            && target.column < vehicle.column
    };
    let mut places = Vec::new();
    for axis in [Axis::Horizontal, Axis::Vertical] {
        let (rows, columns) = match axis {
            Axis::Horizontal => (height, (width + 1).saturating_sub(length)),
            Axis::Vertical => ((height + 1).saturating_sub(length), width),
        };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let vehicles = all.map(|(row, column)| Vehicle { letter: NEW, axis, row, column, length });
        places.extend(vehicles.filter(|&vehicle| {
            !is_in_the_way(vehicle) && vehicle.cells().all(|place| !is_taken[cell(place)])
        }));
    }
    places
}

impl Board {
    /// The board in the middle of a larger one, with `by` rows and columns of empty cells around it. The target leaves by its row
    /// at the new edge.
    ///
    /// ```
    /// use patience_rush_hour::Board;
    ///
    /// let board = Board::parse("AAB\n..B\n...")?;
    /// assert_eq!(board.wrapped(1)?.to_string(), ".....\n.AAB.\n...B.\n.....\n.....");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wrapped(&self, by: u8) -> Result<Self, BoardError> {
        // No side is longer than a byte holds, and what is too long is refused.
        let longer = |side: u8| side.saturating_add(by.saturating_mul(2));
        let shifted = |at: u8| at.saturating_add(by);
        let vehicles = self.vehicles().iter().map(|&vehicle| Vehicle {
            row: shifted(vehicle.row),
            column: shifted(vehicle.column),
            ..vehicle
        });
        let walls = self.walls().iter().map(|&(row, column)| (shifted(row), shifted(column)));
        let size = (longer(self.width()), longer(self.height()));
        Self::new(size, vehicles.collect(), self.target_index(), walls.collect())
    }

    /// The one of the board and its mirror image whose letters, given in order, come first: the same for both, and for boards that
    /// differ in letters only.
    ///
    /// ```
    /// use patience_rush_hour::Board;
    ///
    /// let board = Board::parse("QQ.P\nAA.P\n....\n....")?;
    /// assert_eq!(board.canonical().to_string(), "....\n....\nAA.B\nCC.B");
    /// assert_eq!(board.canonical(), board.upside_down().canonical());
    /// # Ok::<(), patience_core::text::ParseError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        let (one, other) = (self.relettered(), self.upside_down().relettered());
        if other.letters() < one.letters() { other } else { one }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::JAM;

    const ALL: [Mutation; 3] = [Mutation::Add, Mutation::Swap, Mutation::Delete];

    fn jam(at: usize) -> Board {
        Board::parse(JAM[at].letters).unwrap()
    }

    #[test]
    fn a_wrapped_board_stands_in_the_middle() {
        let wrapped = jam(0).wrapped(1).unwrap();
        assert_eq!((wrapped.width(), wrapped.height()), (8, 8));
        assert_eq!(wrapped.rows()[0], "........");
        assert_eq!(wrapped.rows()[3], ".DAAE.C.");
        assert_eq!(wrapped.target().row, jam(0).target().row + 1);
        let walled = Board::parse("AAx\n...\n..B\n..B").unwrap().wrapped(2).unwrap();
        assert_eq!(walled.rows()[2], "..AAx..");
    }

    #[test]
    fn a_board_that_would_be_too_large_is_refused() {
        assert!(jam(0).wrapped(3).is_ok());
        for by in [4, 100, 255] {
            let error = jam(0).wrapped(by).unwrap_err().to_string();
            assert!(error.starts_with("a board is 2 to 12 cells wide"), "{error}");
        }
    }

    #[test]
    fn a_full_board_gets_no_vehicle() {
        let full = Board::parse("AAB\nCCB\nDDD").unwrap();
        let mut random = SplitMix::new(1);
        assert_eq!(Mutation::Add.apply(&full, &mut random), None);
        assert!(Mutation::Swap.apply(&full, &mut random).is_some());
    }

    #[test]
    fn nothing_is_put_between_the_target_and_its_exit_for_ever() {
        let board = Board::parse("......\nAA....").unwrap();
        let places: Vec<_> = places(&board, 2).into_iter().map(|it| (it.row, it.column)).collect();
        let above = (0..5).map(|column| (0, column));
        let across = (2..6).map(|column| (0, column));
        assert_eq!(places, above.chain(across).collect::<Vec<_>>());
    }

    #[test]
    fn every_place_comes_up() {
        let board = Board::parse("AA.B\n...B\n....\n....").unwrap();
        let mut random = SplitMix::new(3);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2000 {
            seen.insert(Mutation::Add.apply(&board, &mut random).unwrap().letters());
        }
        assert_eq!(seen.len(), places(&board, 2).len() + places(&board, 3).len());
    }

    proptest! {
        #[test]
        fn mutants_are_boards_whose_target_stands_where_it_stood(
            card in 0..40_usize, by in 0..3_u8, seed: u64, choices in prop::collection::vec(0..3_usize, 1..60),
        ) {
            let mut random = SplitMix::new(seed);
            let first = jam(card).wrapped(by).unwrap();
            let mut board = first.clone();
            for choice in choices {
                let Some(next) = ALL[choice].apply(&board, &mut random) else { continue };
                // Reading what is written checks everything that a board must be.
                prop_assert_eq!(&Board::parse(&next.letters()).unwrap(), &next);
                let (was, is) = (first.target(), next.target());
                prop_assert_eq!((was.row, was.column, was.length), (is.row, is.column, is.length));
                let change = next.vehicles().len().cast_signed() - board.vehicles().len().cast_signed();
                prop_assert_eq!(change, [1, 0, -1][choice]);
                board = next;
            }
        }

        #[test]
        fn mirror_images_have_the_same_canonical_board(card in 0..40_usize, seed: u64) {
            let mut random = SplitMix::new(seed);
            let board = Mutation::Swap.apply(&jam(card), &mut random).unwrap();
            prop_assert_eq!(board.upside_down().upside_down(), board.clone());
            prop_assert_eq!(board.canonical(), board.upside_down().canonical());
            prop_assert_eq!(board.canonical().canonical(), board.canonical());
        }
    }
}
