//! Plays one game with hidden cards: shows the player views of a world and plays its choices there.

use crate::{
    Choice, Finish, Finisher, Hidden, Meter, Player, Puzzle, SplitMix, Stop, Turn, unrepeated_moves,
};

/// How a game ended.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first.rs"));
/// # }
/// # use doc::First;
/// use patience_core::example::Maze;
/// use patience_core::{Cancel, End, Limits, Meter, Stop, play_game};
///
/// let maze = Maze::trap(2);
/// let world = &maze.worlds(&maze.first_view())[0];
/// // `First` is defined in the example of `Player`. It wins with two moves, where the limits allow them.
/// for (nodes, end) in [(2, End::Over { payoff: 1.0 }), (1, End::Stopped(Stop::Nodes))] {
///     let limits = Limits { nodes: Some(nodes), ..Limits::default() };
///     let (cancel, mut watch) = (Cancel::new(), ());
///     let mut meter = Meter::start(&limits, &cancel, &mut watch);
///     assert_eq!(play_game(&maze, &First, &(), world, 1, &mut meter).end, end);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// The rules ended it.
    Over {
        /// The payoff; 1 is a win.
        payoff: f64,
    },
    /// Every move would repeat a view of this game: a loss.
    DeadEnd,
    /// Nothing is hidden, and the game is proven unwinnable: a loss.
    Unwinnable,
    /// A limit or a cancellation stopped it, undecided.
    Stopped(Stop),
}

/// A finished game.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/first.rs"));
/// # }
/// # use doc::First;
/// use patience_core::example::{Maze, MazeMove};
/// use patience_core::{Cancel, Limits, Meter, play_game};
///
/// # let (limits, cancel, mut watch) = (Limits::default(), Cancel::new(), ());
/// # let mut meter = Meter::start(&limits, &cancel, &mut watch);
/// let maze = Maze::trap(2);
/// let world = &maze.worlds(&maze.first_view())[0];
/// // `First` is defined in the example of `Player`.
/// let game = play_game(&maze, &First, &(), world, 1, &mut meter);
/// assert_eq!(game.moves, [MazeMove::Walk(1), MazeMove::Walk(3)]);
/// assert!(game.is_won() && game.payoff() == Some(1.0));
/// // The second move was the only one, and so no choice.
/// assert_eq!((game.decisions, game.finishing), (1, 0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Game<M> {
    /// How it ended.
    pub end: End,
    /// The moves, from the first.
    pub moves: Vec<M>,
    /// The number of choices that the player made.
    pub decisions: usize,
    /// The number of moves at the end that the finisher made.
    pub finishing: usize,
}

impl<M> Game<M> {
    /// Whether the game was won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        matches!(self.end, End::Over { payoff } if 1.0 <= payoff)
    }

    /// The payoff; `None` if the game was stopped.
    #[must_use]
    pub fn payoff(&self) -> Option<f64> {
        match self.end {
            End::Over { payoff } => Some(payoff),
            End::DeadEnd | End::Unwinnable => Some(0.0),
            End::Stopped(_) => None,
        }
    }
}

/// Plays `world` from its start; `player` sees only views.
///
/// Moves that repeat a view of this game are not offered; a single remaining move is played without asking. Once nothing is hidden,
/// `finisher` comes first. All random numbers derive from `seed`.
///
/// # Panics
///
/// If the player chooses a move that was not offered, or if the finisher's moves do not win: a bug in either, never the fault of the
/// input.
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
/// assert!(game.is_won()); // the first passage is safe
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

/// The choice of `player` at `view`, with its estimates; `None` if the game is over or at a dead end.
///
/// `before` holds the keys of the earlier views of this game since the last revealed card; it is empty for a position without a history.
/// A player that `meter` stops returns what it knows so far.
///
/// ```
/// use patience_core::example::{Maze, MazeMove};
/// use patience_core::{Cancel, Choice, Hidden, Limits, Meter, Player, SplitMix, Turn, advise};
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
/// let mut watcher = ();
/// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
/// let choice = advise(&maze, &First, &maze.first_view(), &[], 1, &mut meter);
/// assert_eq!(choice.map(|choice| choice.mv), Some(MazeMove::Walk(1)));
/// ```
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

/// A game in progress; the player does not see the world.
struct RunningGame<'a, H: Hidden> {
    game: &'a H,
    world: &'a H::World,
    state: <H::World as Puzzle>::State,
    view: H::View,
    /// The keys of the views since the last revealed card.
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

    /// Plays the choice and its planned continuation until a move reveals something.
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

    /// Plays a fixed move, offered or not.
    struct FixedMove(MazeMove);

    impl Player<Maze> for FixedMove {
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

    /// Claims that a fixed line wins.
    struct FixedLine(Vec<MazeMove>);

    impl Finisher<Maze> for FixedLine {
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
        play_game(maze, &FixedMove(mv), finisher, &world, 1, &mut meter)
    }

    #[test]
    fn forced_moves_are_played_without_asking() {
        let game = play(&Maze::trap(2), MazeMove::Walk(1), &());
        assert_eq!(game.moves, [MazeMove::Walk(1), MazeMove::Walk(3)]);
        assert_eq!((game.decisions, game.finishing, game.is_won()), (1, 0, true));
    }

    #[test]
    #[should_panic(expected = "the player chose Walk(3), which is not allowed in")]
    fn moves_not_offered_are_rejected() {
        play(&Maze::trap(2), MazeMove::Walk(3), &());
    }

    /// Plays random mazes until one is open.
    fn play_line(line: &[MazeMove]) {
        for seed in 0..1000 {
            let maze = Maze::random(seed);
            let mut moves = Vec::new();
            maze.moves(&maze.first_view(), &mut moves);
            if let [MazeMove::Turn(_)] = moves[..] {
                play(&maze, moves[0], &FixedLine(line.to_vec()));
            }
        }
    }

    #[test]
    #[should_panic(expected = "is not legal")]
    fn illegal_moves_of_a_finisher_panic() {
        play_line(&[MazeMove::Walk(99)]);
    }

    #[test]
    #[should_panic(expected = "does not win")]
    fn finisher_lines_that_do_not_win_panic() {
        play_line(&[]);
    }
}
