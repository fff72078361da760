//! Animated pictures of lines: CSS keyframes without scripts, which also play as images of a page.

use std::fmt::Write as _;

use super::description;
use super::layout::Layout;
use super::shape::DEFINITIONS;
use crate::{Board, Chain, Jump, Pegs, members};
use patience_draw::film::{CAPTIONS, Clock, Film};

/// How much larger a peg is in mid-air.
const LIFT: f64 = 1.3;

/// An animated picture of jumps from the position `start` on, `pace` seconds a jump: pegs leap, those that are taken fade, and captions
/// show the notation and the number of the move.
///
/// After a pause at the end it starts again. The jumps need not be legal: jumps from empty holes are left out. Viewers that prefer
/// reduced motion show `start`. An unusable `pace` is replaced by a usable one.
///
/// ```
/// use patience_peg::Drawing;
/// use patience_peg::picture::animation;
///
/// let Drawing { board, pegs } = Drawing::parse("oo.o")?;
/// let film = animation(&board, pegs, &[board.jumps()[0], board.jumps()[3]], 0.6);
/// assert!(film.starts_with("<svg") && film.contains("@keyframes"));
/// assert!(film.contains("00-02") && film.contains("03-01"));
/// # Ok::<(), patience_core::text::ParseError>(())
/// ```
#[must_use]
pub fn animation(board: &Board, start: Pegs, jumps: &[Jump], pace: f64) -> String {
    let is_of_board = |jump: &&Jump| board.jumps().contains(jump);
    let jumps: Vec<Jump> = jumps.iter().filter(is_of_board).copied().collect();
    let moves = Chain::joined(&jumps, board).unwrap_or_default();
    animation_of_moves(board, start, &jumps, &moves, pace)
}

/// The same for jumps of the board that are joined to moves.
pub(crate) fn animation_of_moves(
    board: &Board,
    start: Pegs,
    jumps: &[Jump],
    moves: &[Chain],
    pace: f64,
) -> String {
    let (captions, counts) = subtitles(board, moves);
    let moves = counts.last().copied().unwrap_or(0);
    let film = Film::new(&(board, start, jumps), jumps.len(), &captions, pace).counting(counts);
    let layout = Layout::of_film(board);
    let actors = actors(&film.clock, &layout, start, jumps);
    let height = layout.height + CAPTIONS;
    let mut out = film.opening(layout.width, layout.height);
    out += &description(&format!("A game of peg solitaire in {moves} moves"), board, start);
    out += &film.style("pegs", ".peg", actors.iter().map(|actor| actor.keyframes.clone()));
    out += DEFINITIONS;
    out += &layout.ground(height);
    out += &layout.holes();
    out += &layout.pegs(actors.iter().enumerate().map(|(at, actor)| {
        let stands = actor.keyframes.is_empty();
        (actor.hole, if stands { String::new() } else { film.moves(at) })
    }));
    out += &film.subtitles(layout.width, layout.height);
    out + "</svg>\n"
}

/// For every jump the move so far in notation, and which move that is, from 1.
fn subtitles(board: &Board, moves: &[Chain]) -> (Vec<String>, Vec<usize>) {
    let (mut captions, mut counts) = (Vec::new(), Vec::new());
    for (number, chain) in (1..).zip(moves) {
        for end in 2..=chain.holes().len() {
            let so_far = Chain::new(chain.holes()[..end].to_vec());
            captions.push(so_far.map_or_else(String::new, |chain| chain.written(board)));
            counts.push(number);
        }
    }
    (captions, counts)
}

/// A peg of the film.
struct Actor {
    /// Where it stands at the start.
    hole: u8,
    /// Its keyframes; empty if it never moves.
    keyframes: String,
    /// The jump that takes it.
    taken: Option<usize>,
}

/// The pegs in drawing order: a peg that is taken lies below the one that leaps over it, which is taken later or never.
fn actors(clock: &Clock, layout: &Layout<'_>, start: Pegs, jumps: &[Jump]) -> Vec<Actor> {
    let board = layout.board;
    let stand = |hole| Actor { hole, keyframes: String::new(), taken: None };
    let mut actors: Vec<Actor> = members(start & board.all()).map(stand).collect();
    // Which peg is in each hole.
    let mut here: Vec<Option<usize>> = vec![None; board.holes().len()];
    for (at, actor) in actors.iter().enumerate() {
        here[usize::from(actor.hole)] = Some(at);
    }
    for (number, jump) in jumps.iter().enumerate() {
        let [from, over, to] = [jump.from, jump.over, jump.to].map(usize::from);
        let (Some(peg), None) = (here[from], here[to]) else { continue };
        here[to] = here[from].take();
        let (departs, lands) = clock.flight(number, 0, 1);
        let middle = clock.percent(f64::midpoint(departs, lands));
        let (departs, lands) = (clock.percent(departs), clock.percent(lands));
        let [(from_x, from_y), (over_x, over_y), (x, y)] =
            [jump.from, jump.over, jump.to].map(|hole| layout.place(hole));
        let _ = write!(
            actors[peg].keyframes,
            "{departs}{{transform:translate({from_x}px,{from_y}px);animation-timing-function:ease-in}}\
             {middle}{{transform:translate({over_x}px,{over_y}px) scale({LIFT});animation-timing-function:ease-out}}\
             {lands}{{transform:translate({x}px,{y}px)}}"
        );
        if let Some(taken) = here[over].take() {
            actors[taken].taken = Some(number);
            let _ = write!(
                actors[taken].keyframes,
                "{middle}{{opacity:1;animation-timing-function:linear}}{lands}{{opacity:0}}"
            );
        }
    }
    actors.sort_by_key(|actor| actor.taken.unwrap_or(usize::MAX));
    actors
}
