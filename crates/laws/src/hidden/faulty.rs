//! A maze with a selectable fault, for tests that break one law at a time.

use patience_core::example::{Maze, MazeMove, MazeView, OpenMaze, OpenState};
use patience_core::{Hidden, SplitMix};

/// The fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    ForgetfulWorlds,
    MissingMove,
    EverythingWins,
    LosingCosts,
    SilentReveal,
    AlwaysOpen,
    WrongApply,
    LoadedDraw,
    LossyKey,
    KeyWithoutCards,
}

pub(super) struct Faulty {
    pub(super) maze: Maze,
    pub(super) fault: Fault,
}

impl Hidden for Faulty {
    type View = MazeView;
    type Move = MazeMove;
    type Outcome = u8;
    type Key = (u8, Option<MazeView>);
    type World = OpenMaze;

    fn moves(&self, view: &MazeView, out: &mut Vec<MazeMove>) {
        self.maze.moves(view, out);
        if self.fault == Fault::MissingMove {
            out.pop();
        }
    }

    fn payoff(&self, view: &MazeView) -> Option<f64> {
        match (self.fault, self.maze.payoff(view)) {
            (Fault::EverythingWins, Some(_)) => Some(1.0),
            (Fault::LosingCosts, Some(0.0)) => Some(-1.0),
            (_, payoff) => payoff,
        }
    }

    fn key(&self, view: &MazeView) -> (u8, Option<MazeView>) {
        match self.fault {
            Fault::LossyKey => (0, None),
            Fault::KeyWithoutCards => (view.place(), None),
            _ => (0, Some(*view)),
        }
    }

    fn is_open(&self, view: &MazeView) -> bool {
        self.fault == Fault::AlwaysOpen || self.maze.is_open(view)
    }

    fn reveals(&self, view: &MazeView, step: MazeMove) -> bool {
        self.fault != Fault::SilentReveal && self.maze.reveals(view, step)
    }

    fn apply(&self, view: &mut MazeView, step: MazeMove, outcome: Option<u8>) {
        if self.fault != Fault::WrongApply {
            self.maze.apply(view, step, outcome);
        }
    }

    fn determinise(&self, view: &MazeView, rng: &mut SplitMix) -> OpenMaze {
        let first = self.maze.first_view();
        self.maze.determinise(if self.fault == Fault::ForgetfulWorlds { &first } else { view }, rng)
    }

    fn observe(&self, world: &OpenMaze, state: &OpenState) -> MazeView {
        self.maze.observe(world, state)
    }

    fn reveal(&self, world: &OpenMaze, state: &OpenState, step: MazeMove) -> Option<u8> {
        self.maze.reveal(world, state, step)
    }

    fn draw(&self, view: &MazeView, step: MazeMove, rng: &mut SplitMix) -> Option<u8> {
        let (once, again) = (self.maze.draw(view, step, rng), self.maze.draw(view, step, rng));
        if self.fault == Fault::LoadedDraw { once.min(again) } else { once }
    }
}
