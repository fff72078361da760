//! Mutations of boards, and boards in the middle of larger ones (Hauptman, Elyasaf, Sipper and Karmon, 2009).

use patience_core::SplitMix;

use crate::rules::board::{Axis, Board, BoardError, Vehicle};

/// The lengths of added vehicles.
const LENGTHS: [u8; 2] = [2, 3];

/// A letter for vehicles before they get their own.
const NEW: char = '0';

/// The number of letters. No board of up to 10×10 cells has more vehicles.
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
    /// Adds a vehicle of two or three cells where there is room.
    Add,
    /// Removes a vehicle and adds another one where there is room. The paper names this operator without a description.
    Swap,
    /// Removes a vehicle.
    Delete,
}

impl Mutation {
    /// The changed board with letters in order; `None` if there is no vehicle to remove or no room for another.
    ///
    /// No horizontal vehicle is added between the target and the exit: it would block the exit for ever.
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
    // The new vehicle needs a letter that no other has.
    let board = board.relettered();
    let letter = ('a'..='z').rev().chain('0'..='9').find(|letter| {
        !matches!(letter, 'o' | 'x') && board.vehicles().iter().all(|other| other.letter != *letter)
    })?;
    let mut vehicles = board.vehicles().to_vec();
    vehicles.push(Vehicle { letter, ..vehicle });
    let size = (board.width(), board.height());
    Board::new(size, vehicles, board.target_index(), board.walls().to_vec()).ok()
}

/// All places for a vehicle of a length: rows before columns, in reading order.
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
        // Sides that are too long are refused.
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
