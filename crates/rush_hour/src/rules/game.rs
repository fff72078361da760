//! An instance of Rush Hour: a board, a metric, and how a search plays it.

use std::fmt;
use std::sync::OnceLock;

use patience_core::{Cost, Packed, Puzzle};

use crate::engines::bit_board::Stride;
use crate::features::cache::FeatureCache;
use crate::features::static_facts::StaticFacts;
use crate::rules::board::{Board, Vehicle};
use crate::rules::track::{Slide, Track, cell_bit, tracks};
use crate::rules::word::Word;

/// The metric of solution length.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_rush_hour::{Board, Metric, Move, RushHour};
///
/// let mut game: RushHour = RushHour::new(Board::parse("AA.B\n...B\n....\n....")?)?;
/// let costs = [Metric::Slides, Metric::Steps].map(|metric| {
///     game.metric = metric;
///     (metric.name(), game.cost(&game.start(), Move { vehicle: 1, by: 2 }))
/// });
/// assert_eq!(costs, [("slides", 1), ("steps", 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// A vehicle that moves any distance counts one.
    #[default]
    Slides,
    /// Every cell that a vehicle moves counts one.
    Steps,
}

impl Metric {
    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::Steps => "steps",
        }
    }
}

/// The moves of a search. All sets reach the same positions.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_rush_hour::{Board, MoveSet, RushHour};
///
/// // A moves right by one cell or two, B up or down by one.
/// let mut game: RushHour = RushHour::new(Board::parse("AA..\n...B\n...B\n....")?)?;
/// let numbers = [MoveSet::Slides, MoveSet::Steps, MoveSet::Macros].map(|set| {
///     game.moves = set;
///     let mut moves = Vec::new();
///     game.moves(&game.start(), &mut moves);
///     moves.len()
/// });
/// assert_eq!(numbers, [4, 3, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveSet {
    /// A vehicle moves any distance at once.
    #[default]
    Slides,
    /// A vehicle moves one cell.
    Steps,
    /// Slides; if the target can drive out, that is the only move.
    Macros,
}

/// A vehicle moves some cells.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_rush_hour::{Board, Move, RushHour};
///
/// let game: RushHour = RushHour::new(Board::parse("AA.B\n...B\n....\n....")?)?;
/// // B, the second vehicle, has two cells below it, and none above it.
/// let legal = [-1, 1, 2, 3].map(|by| game.is_legal(&game.start(), Move { vehicle: 1, by }));
/// assert_eq!(legal, [false, true, true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The place of the vehicle among those of the board.
    pub vehicle: u8,
    /// The distance: right and down are positive.
    pub by: i8,
}

/// A board to solve. `W` is `u64` for boards up to 8×8, [`Wide`](crate::Wide) for larger ones.
///
/// ```
/// use patience_core::Puzzle;
/// use patience_rush_hour::{Board, Move, RushHour};
///
/// let board = Board::parse("AA.B\n...B\n....\n....")?;
/// let game: RushHour = RushHour::new(board)?;
/// let mut moves = Vec::new();
/// game.moves(&game.start(), &mut moves);
/// assert!(moves.contains(&Move { vehicle: 1, by: 2 }));
/// let after = game.child(&game.start(), Move { vehicle: 1, by: 2 });
/// let after = game.child(&after, Move { vehicle: 0, by: 2 });
/// assert!(game.is_goal(&after));
/// assert_eq!(game.board(&after).to_string(), "..AA\n....\n...B\n...B");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RushHour<W = u64> {
    board: Board,
    tracks: Vec<Track<W>>,
    /// The track of each vehicle, and its place on it.
    seats: Vec<(u8, u8)>,
    /// The track of the target, and for each of its arrangements whether the target touches the exit.
    target_track: usize,
    is_exit: Vec<bool>,
    start: State<W>,
    /// Facts for features, computed on first use.
    facts: OnceLock<StaticFacts<W>>,
    cache: FeatureCache,
    /// The cost of a move.
    pub metric: Metric,
    /// The moves of a search.
    pub moves: MoveSet,
    /// How hard the board is among a set sorted by difficulty, from 0 (easiest) to 1; 0 for a board of no set.
    pub difficulty: f64,
}

/// A position, for searching: the arrangement of every track, and the cells that are covered by vehicles and walls.
///
/// ```
/// use patience_core::{Packed, Puzzle};
/// use patience_rush_hour::{Board, Move, RushHour};
///
/// let game: RushHour = RushHour::new(Board::parse("AA.B\n...B\n....\n....")?)?;
/// let after = game.child(&game.start(), Move { vehicle: 1, by: 1 });
/// assert_ne!(after, game.start());
/// assert_eq!(game.child(&after, Move { vehicle: 1, by: -1 }), game.start());
/// assert_eq!(game.unpack(game.key(&after)), after);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State<W = u64> {
    key: W,
    covered: W,
}

impl<W: fmt::Debug> fmt::Debug for State<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x?}", self.key)
    }
}

/// A board that is too large for the words of its instance.
///
/// ```
/// use patience_rush_hour::{Board, RushHour, Wide};
///
/// let board = Board::parse(&format!("AA{}", ".".repeat(9 * 9 - 2)))?;
/// assert!(RushHour::<Wide>::new(board.clone()).is_ok());
/// assert_eq!(
///     RushHour::<u64>::new(board).unwrap_err().to_string(),
///     "this board is larger, or has more ways to arrange its vehicles, than 64 bits can represent",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "this board is larger, or has more ways to arrange its vehicles, than {bits} bits can represent"
)]
pub struct TooLarge {
    bits: u32,
}

impl<W: Word> RushHour<W> {
    /// An instance that begins with `board`.
    pub fn new(board: Board) -> Result<Self, TooLarge> {
        let too_large = TooLarge { bits: W::BITS };
        // A side counts, not only the area: searches on small words have tables for eight cells.
        let side = u32::from(board.width().max(board.height()));
        if W::BITS < side * side {
            return Err(too_large);
        }
        let tracks: Vec<Track<W>> = tracks(&board).ok_or(too_large)?;
        let mut seats = vec![(0, 0); board.vehicles().len()];
        for (at, track) in (0..).zip(&tracks) {
            for (seat, &vehicle) in (0..).zip(&track.vehicles) {
                seats[usize::from(vehicle)] = (at, seat);
            }
        }
        let (target_track, seat) = seats[board.target_index()];
        let exit = board.width() - board.target().length;
        let arrangements = &tracks[usize::from(target_track)].arrangements;
        let is_exit = arrangements.iter().map(|it| it.offsets[usize::from(seat)] == exit).collect();
        let mut start = State { key: W::default(), covered: walls(&board) };
        for track in &tracks {
            let here = track.vehicles.iter().map(|&at| board.vehicles()[usize::from(at)].offset());
            let number = track.number(&here.collect::<Vec<_>>()).ok_or(too_large)?;
            start.key = start.key.xor(W::placed(number as u64, track.shift));
            start.covered = start.covered.xor(track.arrangements[number].cells);
        }
        Ok(Self {
            board,
            tracks,
            seats,
            target_track: target_track.into(),
            is_exit,
            start,
            facts: OnceLock::new(),
            cache: FeatureCache::default(),
            metric: Metric::default(),
            moves: MoveSet::default(),
            difficulty: 0.0,
        })
    }

    /// The board that the instance begins with.
    #[must_use]
    pub fn first_board(&self) -> &Board {
        &self.board
    }

    /// The offset of every vehicle in the deduced goal: a board on which the target has driven out and those that were in its way
    /// have made room.
    #[must_use]
    pub fn deduced_goal(&self) -> &[u8] {
        &self.facts().goal
    }

    #[inline]
    pub(crate) fn facts(&self) -> &StaticFacts<W> {
        self.facts.get_or_init(|| StaticFacts::new(&self.board, &self.tracks))
    }

    /// Measured features of states.
    #[inline]
    pub(crate) fn cache(&self) -> &FeatureCache {
        &self.cache
    }

    /// A state as people see it.
    #[must_use]
    pub fn board(&self, state: &State<W>) -> Board {
        self.board.with_offsets(&self.offsets(state))
    }

    /// The offset of every vehicle of the first board on its line.
    #[must_use]
    pub fn offsets(&self, state: &State<W>) -> Vec<u8> {
        let vehicles = 0..self.seats.len();
        vehicles.map(|vehicle| self.offset(state, vehicle)).collect()
    }

    /// The offset of a vehicle on its line.
    #[inline]
    #[must_use]
    pub fn offset(&self, state: &State<W>, vehicle: usize) -> u8 {
        let (track, seat) = self.seats[vehicle];
        let track = &self.tracks[usize::from(track)];
        track.arrangements[state.key.field(track.shift, track.bits)].offsets[usize::from(seat)]
    }

    /// A vehicle where it stands in `state`.
    #[must_use]
    pub fn vehicle(&self, state: &State<W>, index: usize) -> Vehicle {
        self.board.vehicles()[index].at(self.offset(state, index))
    }

    /// Calls `visit` with every legal slide, independent of the move set, and the state after it.
    #[inline]
    pub(crate) fn each_slide(&self, state: &State<W>, mut visit: impl FnMut(Move, State<W>)) {
        for track in &self.tracks {
            let number = state.key.field(track.shift, track.bits);
            for slide in &track.arrangements[number].slides {
                if !state.covered.meets(slide.swept) {
                    visit(Move { vehicle: slide.vehicle, by: slide.by }, slide.after(state));
                }
            }
        }
    }

    /// Calls `visit` with every legal move of the move set, and the state after it.
    #[inline]
    pub(crate) fn each_move(&self, state: &State<W>, mut visit: impl FnMut(Move, State<W>)) {
        match self.moves {
            MoveSet::Slides => self.each_slide(state, visit),
            MoveSet::Steps => self.each_slide(state, |mv, child| {
                if mv.by.abs() == 1 {
                    visit(mv, child);
                }
            }),
            MoveSet::Macros => match self.way_out(state) {
                Some(slide) => {
                    visit(Move { vehicle: slide.vehicle, by: slide.by }, slide.after(state));
                }
                None => self.each_slide(state, visit),
            },
        }
    }

    /// The slide of the target to the exit, if nothing is in its way.
    #[inline]
    fn way_out(&self, state: &State<W>) -> Option<&Slide<W>> {
        let track = &self.tracks[self.target_track];
        let number = state.key.field(track.shift, track.bits);
        let target = self.board.target_index();
        track.arrangements[number].slides.iter().find(|slide| {
            usize::from(slide.vehicle) == target
                && self.is_exit[slide.key.xor(state.key).field(track.shift, track.bits)]
                && !state.covered.meets(slide.swept)
        })
    }

    /// The same moves as the move set has them: cell by cell, or else in whole slides.
    #[must_use]
    pub fn in_move_set(&self, moves: &[Move]) -> Vec<Move> {
        if self.moves != MoveSet::Steps {
            return whole_slides(moves);
        }
        let steps = |&mv: &Move| {
            let step = Move { by: mv.by.signum(), ..mv };
            std::iter::repeat_n(step, mv.by.unsigned_abs().into())
        };
        moves.iter().flat_map(steps).collect()
    }

    /// The distance that a vehicle moves for a cost of 1.
    pub(crate) fn stride(&self) -> Stride {
        match (self.metric, self.moves) {
            (Metric::Slides, MoveSet::Slides | MoveSet::Macros) => Stride::Slide,
            (Metric::Slides, MoveSet::Steps) | (Metric::Steps, _) => Stride::Step,
        }
    }

    fn slide(&self, state: &State<W>, mv: Move) -> Option<&Slide<W>> {
        let &(track, _) = self.seats.get(usize::from(mv.vehicle))?;
        let track = &self.tracks[usize::from(track)];
        let number = state.key.field(track.shift, track.bits);
        let mut slides = track.arrangements[number].slides.iter();
        slides.find(|slide| slide.vehicle == mv.vehicle && slide.by == mv.by)
    }
}

/// The same moves, with all that a vehicle moves in a row and in one direction as one slide.
#[must_use]
pub(crate) fn whole_slides(moves: &[Move]) -> Vec<Move> {
    let mut merged: Vec<Move> = Vec::with_capacity(moves.len());
    for &mv in moves {
        match merged.last_mut() {
            Some(last) if last.vehicle == mv.vehicle && last.by.signum() == mv.by.signum() => {
                last.by += mv.by;
            }
            _ => merged.push(mv),
        }
    }
    merged
}

impl<W: Word> Slide<W> {
    #[inline]
    fn after(&self, state: &State<W>) -> State<W> {
        State { key: state.key.xor(self.key), covered: state.covered.xor(self.cells) }
    }
}

fn walls<W: Word>(board: &Board) -> W {
    board.walls().iter().fold(W::default(), |cells, &cell| cells.xor(cell_bit(board, cell)))
}

impl<W: Word> Puzzle for RushHour<W> {
    type State = State<W>;
    type Move = Move;
    type Key = W;

    fn start(&self) -> State<W> {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: &State<W>) -> bool {
        let track = &self.tracks[self.target_track];
        self.is_exit[state.key.field(track.shift, track.bits)]
    }

    #[inline]
    fn moves(&self, state: &State<W>, out: &mut Vec<Move>) {
        self.each_move(state, |mv, _| out.push(mv));
    }

    fn is_legal(&self, state: &State<W>, mv: Move) -> bool {
        let is_free = self.slide(state, mv).is_some_and(|slide| !state.covered.meets(slide.swept));
        let is_in_set = match self.moves {
            MoveSet::Slides => true,
            MoveSet::Steps => mv.by.unsigned_abs() == 1,
            MoveSet::Macros => self
                .way_out(state)
                .is_none_or(|slide| (slide.vehicle, slide.by) == (mv.vehicle, mv.by)),
        };
        is_free && is_in_set
    }

    #[inline]
    fn apply(&self, state: &mut State<W>, mv: Move) {
        let slide = self.slide(state, mv);
        debug_assert!(slide.is_some(), "{mv:?} is not legal");
        if let Some(slide) = slide {
            *state = slide.after(state);
        }
    }

    #[inline]
    fn each_child(&self, state: &State<W>, _: &mut Vec<Move>, visit: impl FnMut(Move, State<W>)) {
        self.each_move(state, visit);
    }

    #[inline]
    fn key(&self, state: &State<W>) -> W {
        state.key
    }

    #[inline]
    fn cost(&self, _: &State<W>, mv: Move) -> Cost {
        match self.metric {
            Metric::Slides => 1,
            Metric::Steps => mv.by.unsigned_abs().into(),
        }
    }
}

impl<W: Word> Packed for RushHour<W> {
    fn unpack(&self, key: W) -> State<W> {
        let covered = self.tracks.iter().fold(walls(&self.board), |covered: W, track| {
            covered.xor(track.arrangements[key.field(track.shift, track.bits)].cells)
        });
        State { key, covered }
    }
}
