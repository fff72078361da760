//! A solution as an animation: CSS keyframes without a script, so that it also plays as an image in a page.

use std::fmt::Write as _;

use super::description;
use super::layout::Layout;
use super::shape::definitions;
use crate::{Board, Move, Step, Vehicle};
use patience_draw::film::{CAPTIONS, Clock, Film};

/// An animation of moves from `start` on, `pace` seconds a move, with the notation as captions.
///
/// After a pause at the end it begins anew. The moves need not be legal: a vehicle stops at the edge of the board, and one that
/// is not there does not move. With reduced motion, the picture shows `start`. A `pace` out of range is replaced by one in range.
///
/// ```
/// use patience_rush_hour::picture::animation;
/// use patience_rush_hour::{Board, Move};
///
/// let start = Board::parse("AA.B\n...B\n....\n....")?;
/// let moves = [Move { vehicle: 1, by: 2 }, Move { vehicle: 0, by: 2 }];
/// let film = animation(&start, &moves, 0.6);
/// assert!(film.starts_with("<svg") && film.contains("@keyframes"));
/// assert!(film.contains("B+2") && film.contains("A+2"));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn animation(start: &Board, moves: &[Move], pace: f64) -> String {
    let step = |&mv| Step::of(mv, start).map_or_else(String::new, |step| step.to_string());
    let captions: Vec<String> = moves.iter().map(step).collect();
    let film = Film::new(&(start, moves), moves.len(), &captions, pace);
    let keyframes = keyframes(&film.clock, start, moves);
    let layout = Layout::of(start);
    let height = layout.height + CAPTIONS;
    let mut out = film.opening(layout.width, layout.height);
    out += &description(&format!("A Rush Hour game in {} moves", moves.len()), start);
    out += &film.style("vehicles", ".vehicle", keyframes.iter().cloned());
    out += &definitions(start);
    out += &layout.lot(height);
    out += &layout.vehicles(|index| {
        if keyframes[index].is_empty() { String::new() } else { film.moves(index) }
    });
    out += &film.subtitles(layout.width, layout.height);
    out + "</svg>\n"
}

/// The keyframes of every vehicle, none for one that never moves. Between two of them nothing changes, but for the time of a move.
fn keyframes(clock: &Clock, start: &Board, moves: &[Move]) -> Vec<String> {
    let mut vehicles = start.vehicles().to_vec();
    let mut keyframes = vec![String::new(); vehicles.len()];
    for (number, mv) in moves.iter().enumerate() {
        let index = usize::from(mv.vehicle);
        let Some(vehicle) = vehicles.get_mut(index) else { continue };
        let after = slid(start, *vehicle, mv.by);
        if after == *vehicle {
            continue;
        }
        let (departs, lands) = clock.flight(number, 0, 1);
        let (departs, lands) = (clock.percent(departs), clock.percent(lands));
        let ((from_x, from_y), (x, y)) = (Layout::corner(*vehicle), Layout::corner(after));
        let _ = write!(
            keyframes[index],
            "{departs}{{transform:translate({from_x}px,{from_y}px);animation-timing-function:ease-in-out}}\
             {lands}{{transform:translate({x}px,{y}px)}}"
        );
        *vehicle = after;
    }
    keyframes
}

/// The vehicle after a move; it stays on the board.
fn slid(board: &Board, vehicle: Vehicle, by: i8) -> Vehicle {
    let offset = vehicle.offset().saturating_add_signed(by);
    vehicle.at(offset.min(board.side(vehicle.axis) - vehicle.length))
}
