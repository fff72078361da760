//! Plays a game with hidden cards: shows a player what can be seen of a world, and plays there what it chooses.

use crate::{
    Choice, Finish, Finisher, Hidden, Meter, Player, Puzzle, SplitMix, Stop, Turn, unrepeated_moves,
};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// By its rules.
    Over {
        /// What it was worth; 1 is a win.
        payoff: f64,
    },
    /// With no move left that would not lead back to a view of this game: a loss.
    DeadEnd,
    /// With nothing hidden and the proof that it cannot be won: a loss.
    Unwinnable,
    /// By a limit or from outside, undecided.
    Stopped(Stop),
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<M> {
    /// How it ended.
    pub end: End,
    /// The moves, from the first.
    pub moves: Vec<M>,
    /// How often the player was asked.
    pub decisions: usize,
    /// How many of the moves, at the end, are the finisher's.
    pub finishing: usize,
}

impl<M> Game<M> {
    /// Whether the game was won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        matches!(self.end, End::Over { payoff } if 1.0 <= payoff)
    }

    /// What the game was worth; `None` if it was stopped.
    #[must_use]
    pub fn payoff(&self) -> Option<f64> {
        match self.end {
            End::Over { payoff } => Some(payoff),
            End::DeadEnd | End::Unwinnable => Some(0.0),
            End::Stopped(_) => None,
        }
    }
}

/// Plays `world` from its start, of which `player` sees the views alone.
///
/// No move that is chosen may lead back to a view of this game; where that leaves a single move, it is played without asking. When
/// nothing is hidden, `finisher` is asked first. All random numbers come from `seed`.
///
/// # Panics
///
/// If the player chooses a move that it was not offered, or if the finisher's moves do not win: a bug of theirs, never the fault
/// of the input.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_core::{Cancel, Choice, Hidden, Limits, Meter, Player, SplitMix, Turn, play_game};
///
/// struct First;
///
/// impl<H: Hidden> Player<H> for First {
///     fn choose(&self, _: &H, turn: &Turn<'_, H>, _: &mut SplitMix, _: &mut Meter<'_>) -> Choice<H::Move> {
///         Choice::plain(turn.moves[0])
///     }
/// }
///
/// let maze = Maze::trap(2);
/// let world = maze.determinise(&maze.first_view(), &mut SplitMix::new(1));
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let game = play_game(&maze, &First, &(), &world, 1, &mut meter);
/// assert!(game.is_won()); // the first way is the safe one
/// ```
pub fn play_game<H: Hidden>(
    game: &H,
    player: &impl Player<H>,
    finisher: &impl Finisher<H>,
    world: &H::World,
    seed: u64,
    meter: &mut Meter<'_>,
) -> Game<H::Move> {
    let mut table = RunningGame::new(game, world, seed);
    table.played.end = table.play(player, finisher, meter).unwrap_or_else(End::Stopped);
    table.played
}

/// What `player` would do at `view`, with its estimates; `None` if the game is over or at a dead end.
///
/// `before` are the keys of the earlier views of this game since something was last revealed: none for a position without a
/// history, as a person shows it. A player stopped by `meter` tells what it knows so far.
pub fn advise<H: Hidden>(
    game: &H,
    player: &impl Player<H>,
    view: &H::View,
    before: &[H::Key],
    seed: u64,
    meter: &mut Meter<'_>,
) -> Option<Choice<H::Move>> {
    if game.payoff(view).is_some() {
        return None;
    }
    let keys: Vec<H::Key> = before.iter().copied().chain([game.key(view)]).collect();
    let mut moves = Vec::new();
    unrepeated_moves(game, view, &keys, &mut moves);
    let turn = Turn { view, moves: &moves, seen: &keys };
    (!moves.is_empty()).then(|| player.choose(game, &turn, &mut SplitMix::new(seed), meter))
}

/// A game on the table: the world lies face down.
struct RunningGame<'a, H: Hidden> {
    game: &'a H,
    world: &'a H::World,
    state: <H::World as Puzzle>::State,
    view: H::View,
    /// The keys of the views since something was last revealed.
    seen: Vec<H::Key>,
    rng: SplitMix,
    played: Game<H::Move>,
}

impl<'a, H: Hidden> RunningGame<'a, H> {
    fn new(game: &'a H, world: &'a H::World, seed: u64) -> Self {
        let state = world.start();
        let view = game.observe(world, &state);
        Self {
            game,
            world,
            state,
            seen: vec![game.key(&view)],
            view,
            rng: SplitMix::new(seed),
            played: Game { end: End::DeadEnd, moves: Vec::new(), decisions: 0, finishing: 0 },
        }
    }

    fn play(
        &mut self,
        player: &impl Player<H>,
        finisher: &impl Finisher<H>,
        meter: &mut Meter<'_>,
    ) -> Result<End, Stop> {
        let (mut moves, mut line) = (Vec::new(), Vec::new());
        loop {
            if let Some(payoff) = self.game.payoff(&self.view) {
                return Ok(End::Over { payoff });
            }
            if self.game.is_open(&self.view) {
                line.clear();
                match finisher.finish(self.game, &self.view, &mut line, meter)? {
                    Finish::Won => return Ok(self.finish(&line)),
                    Finish::Lost => return Ok(End::Unwinnable),
                    Finish::Unknown => (),
                }
            }
            moves.clear();
            unrepeated_moves(self.game, &self.view, &self.seen, &mut moves);
            meter.expand()?;
            match moves[..] {
                [] => return Ok(End::DeadEnd),
                [only] => self.make(only),
                _ => {
                    let choice = self.ask(player, &moves, meter)?;
                    self.follow(&choice);
                }
            }
        }
    }

    /// Plays what was chosen, and what was planned after it until something is brought to light.
    fn follow(&mut self, choice: &Choice<H::Move>) {
        for &mv in std::iter::once(&choice.mv).chain(&choice.then) {
            assert!(
                self.world.is_legal(&self.state, mv),
                "the player planned {mv:?}, which is not allowed in {:?}",
                self.view
            );
            let reveals = self.game.reveals(&self.view, mv);
            self.make(mv);
            if reveals {
                return;
            }
        }
    }

    fn ask(
        &mut self,
        player: &impl Player<H>,
        moves: &[H::Move],
        meter: &mut Meter<'_>,
    ) -> Result<Choice<H::Move>, Stop> {
        let turn = Turn { view: &self.view, moves, seen: &self.seen };
        let choice = player.choose(self.game, &turn, &mut self.rng, meter);
        if let Some(stop) = choice.stopped {
            return Err(stop);
        }
        let (mv, view) = (choice.mv, &self.view);
        assert!(moves.contains(&mv), "the player chose {mv:?}, which is not allowed in {view:?}");
        self.played.decisions += 1;
        Ok(choice)
    }

    /// Plays what a finisher found.
    fn finish(&mut self, line: &[H::Move]) -> End {
        let from = self.view.clone();
        for &mv in line {
            assert!(
                self.world.is_legal(&self.state, mv),
                "the finisher's {line:?} from {from:?} is not legal"
            );
            self.make(mv);
        }
        let payoff = self.game.payoff(&self.view);
        assert!(payoff == Some(1.0), "the finisher's {line:?} from {from:?} does not win");
        self.played.finishing = line.len();
        End::Over { payoff: 1.0 }
    }

    fn make(&mut self, mv: H::Move) {
        let has_revealed = self.game.reveals(&self.view, mv);
        self.world.apply(&mut self.state, mv);
        self.view = self.game.observe(self.world, &self.state);
        if has_revealed {
            self.seen.clear();
        }
        self.seen.push(self.game.key(&self.view));
        self.played.moves.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{Maze, MazeMove, MazeView};
    use crate::{Cancel, Limits};

    /// Plays a move, whether offered or not.
    struct Stubborn(MazeMove);

    impl Player<Maze> for Stubborn {
        fn choose(
            &self,
            _: &Maze,
            _: &Turn<'_, Maze>,
            _: &mut SplitMix,
            _: &mut Meter<'_>,
        ) -> Choice<MazeMove> {
            Choice::plain(self.0)
        }
    }

    /// Claims to win by a line.
    struct Boaster(Vec<MazeMove>);

    impl Finisher<Maze> for Boaster {
        fn finish(
            &self,
            _: &Maze,
            _: &MazeView,
            line: &mut Vec<MazeMove>,
            _: &mut Meter<'_>,
        ) -> Result<Finish, Stop> {
            line.extend(&self.0);
            Ok(Finish::Won)
        }
    }

    fn play(maze: &Maze, mv: MazeMove, finisher: &impl Finisher<Maze>) -> Game<MazeMove> {
        let world = maze.determinise(&maze.first_view(), &mut SplitMix::new(1));
        let mut watcher = ();
        let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
        play_game(maze, &Stubborn(mv), finisher, &world, 1, &mut meter)
    }

    #[test]
    fn players_are_not_asked_where_there_is_no_choice() {
        let game = play(&Maze::trap(2), MazeMove::Walk(1), &());
        assert_eq!(game.moves, [MazeMove::Walk(1), MazeMove::Walk(3)]);
        assert_eq!((game.decisions, game.finishing, game.is_won()), (1, 0, true));
    }

    #[test]
    #[should_panic(expected = "the player chose Walk(3), which is not allowed in")]
    fn moves_that_were_not_offered_are_refused() {
        play(&Maze::trap(2), MazeMove::Walk(3), &());
    }

    /// Plays mazes until one is open.
    fn boast(line: &[MazeMove]) {
        for seed in 0..1000 {
            let maze = Maze::random(seed);
            let mut moves = Vec::new();
            maze.moves(&maze.first_view(), &mut moves);
            if let [MazeMove::Turn(_)] = moves[..] {
                play(&maze, moves[0], &Boaster(line.to_vec()));
            }
        }
    }

    #[test]
    #[should_panic(expected = "is not legal")]
    fn finishers_that_make_up_moves_are_found_out() {
        boast(&[MazeMove::Walk(99)]);
    }

    #[test]
    #[should_panic(expected = "does not win")]
    fn finishers_that_do_not_win_are_found_out() {
        boast(&[]);
    }
}
