//! Facts about an instance that features use in all its states.

use crate::features::goal_board::{deduce, farthest};
use crate::rules::board::{Board, Vehicle};
use crate::rules::track::{Track, cell_bit};
use crate::rules::word::Word;

/// Computed once per instance, on first use.
#[derive(Clone, Debug)]
pub(crate) struct StaticFacts<W> {
    /// The offset of every vehicle in the deduced goal.
    pub(crate) goal: Vec<u8>,
    /// The most cells that all vehicles together can be away from it.
    pub(crate) farthest: u32,
    /// For each vehicle, the cells that some other one can come to, if it can at all.
    pub(crate) shared: Vec<W>,
    /// The most moves that a state can have.
    pub(crate) most_moves: u32,
}

impl<W: Word> StaticFacts<W> {
    pub(crate) fn new(board: &Board, tracks: &[Track<W>]) -> Self {
        let spans = spans(board, tracks);
        let goal = deduce(board, &spans);
        let farthest = farthest(board, &goal);
        let shared = (0..spans.len()).map(|index| shared(board, &spans, index)).collect();
        let moves = board.vehicles().iter().map(|it| u32::from(board.side(it.axis) - it.length));
        Self { goal, farthest, shared, most_moves: moves.sum() }
    }
}

/// The least and the greatest offset that each vehicle can ever have, between walls and in the order of its line.
fn spans<W>(board: &Board, tracks: &[Track<W>]) -> Vec<(u8, u8)> {
    let mut spans = vec![(0, 0); board.vehicles().len()];
    for track in tracks {
        // Arrangements go from all vehicles at the start of the track to all at its end.
        let ends = (track.arrangements.first(), track.arrangements.last());
        let (Some(first), Some(last)) = ends else { continue };
        for (seat, &vehicle) in track.vehicles.iter().enumerate() {
            spans[usize::from(vehicle)] = (first.offsets[seat], last.offsets[seat]);
        }
    }
    spans
}

/// The cells within the spans of all vehicles but one.
fn shared<W: Word>(board: &Board, spans: &[(u8, u8)], index: usize) -> W {
    let mut cells = W::default();
    for (other, (vehicle, &(first, last))) in board.vehicles().iter().zip(spans).enumerate() {
        if other != index {
            let length = last + vehicle.length - first;
            let span = Vehicle { length, ..vehicle.at(first) };
            for cell in span.cells().map(|cell| cell_bit::<W>(board, cell)) {
                if !cells.meets(cell) {
                    cells = cells.xor(cell);
                }
            }
        }
    }
    cells
}
