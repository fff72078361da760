//! A depth-first finisher: wins a game once nothing is hidden.

use std::cmp::Reverse;

use patience_core::{Finish, Finisher, Hidden, Meter, Stop};
use rustc_hash::FxHashSet;

use super::Preference;

/// Plays moves of the best class first, and backtracks at dead ends, until it has entered `nodes` views.
///
/// The first attempt wins most games with nothing hidden. *Complete* within its budget: if nothing is left to try, the game is lost.
///
/// ```
/// use patience_core::example::{Maze, MazeView, MazeMove};
/// use patience_core::{Cancel, Finish, Finisher, Hidden, Limits, Meter};
/// use patience_search::monte_carlo::Descent;
///
/// let maze = Maze::trap(2);
/// let any = |_: &Maze, _: &MazeView, _: MazeMove| 0;
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let mut line = Vec::new();
/// // Two cards are hidden, but none is needed.
/// let finish = Descent { preference: any, nodes: 10 }.finish(&maze, &maze.first_view(), &mut line, &mut meter);
/// assert_eq!((finish, line), (Ok(Finish::Won), vec![MazeMove::Walk(1), MazeMove::Walk(3)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descent<R> {
    /// The classes of moves; within a class, moves are tried in the game's order.
    pub preference: R,
    /// Maximum number of views.
    pub nodes: u64,
}

impl<H: Hidden, R: Preference<H>> Finisher<H> for Descent<R> {
    fn finish(
        &self,
        game: &H,
        view: &H::View,
        line: &mut Vec<H::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Finish, Stop> {
        if let Some(payoff) = game.payoff(view) {
            return Ok(if payoff < 1.0 { Finish::Lost } else { Finish::Won });
        }
        let preference = &self.preference;
        let known = FxHashSet::default();
        let mut dive = DepthFirst {
            game,
            preference,
            known,
            stack: Vec::new(),
            moves: Vec::new(),
            is_cut: false,
        };
        let found = meter.within(self.nodes, |meter| dive.search(view, meter))?;
        Ok(match found {
            Some(true) => {
                line.extend(dive.stack.iter().filter_map(|level| level.mv));
                Finish::Won
            }
            Some(false) if !dive.is_cut => Finish::Lost,
            Some(false) | None => Finish::Unknown,
        })
    }
}

struct DepthFirst<'a, H: Hidden, R> {
    game: &'a H,
    preference: &'a R,
    known: FxHashSet<H::Key>,
    stack: Vec<Level<H>>,
    /// The untried moves of all levels, concatenated, the best of each level last.
    moves: Vec<H::Move>,
    /// Whether a move was skipped because it would reveal something.
    is_cut: bool,
}

/// A view on the path, the move to it, and where its moves begin.
struct Level<H: Hidden> {
    view: H::View,
    mv: Option<H::Move>,
    first: usize,
}

impl<H: Hidden, R: Preference<H>> DepthFirst<'_, H, R> {
    /// Whether it found a winning line, which is then on the stack.
    fn search(&mut self, view: &H::View, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        self.known.insert(self.game.key(view));
        self.enter(view.clone(), None, meter)?;
        while let Some(level) = self.stack.last() {
            if self.moves.len() == level.first {
                self.stack.pop();
                continue;
            }
            let Some(mv) = self.moves.pop() else { break };
            if self.game.reveals(&level.view, mv) {
                self.is_cut = true;
                continue;
            }
            let mut next = level.view.clone();
            self.game.apply(&mut next, mv, None);
            match self.game.payoff(&next) {
                Some(payoff) if payoff < 1.0 => (),
                Some(_) => {
                    self.stack.push(Level { view: next, mv: Some(mv), first: self.moves.len() });
                    return Ok(true);
                }
                None if self.known.insert(self.game.key(&next)) => {
                    self.enter(next, Some(mv), meter)?;
                }
                None => meter.duplicate(),
            }
        }
        Ok(false)
    }

    fn enter(
        &mut self,
        view: H::View,
        mv: Option<H::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        meter.expand()?;
        let first = self.moves.len();
        self.game.moves(&view, &mut self.moves);
        let moves = &mut self.moves[first..];
        moves.reverse();
        moves.sort_by_key(|&mv| Reverse(self.preference.class(self.game, &view, mv)));
        self.stack.push(Level { view, mv, first });
        Ok(())
    }
}
