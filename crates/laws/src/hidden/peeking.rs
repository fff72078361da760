//! Law of players: choices must not depend on hidden cards.

use patience_core::{Cancel, Hidden, Limits, Meter, Player, Puzzle, play_game};

/// Checks that the choices of `player` do not depend on hidden cards: it plays each of `worlds` with the same seed, and as long as the
/// views of two games are equal, so must be its moves.
///
/// A player receives no world, but it could have side channels, such as a memory of earlier games.
///
/// ```
/// use patience_core::example::Maze;
/// use patience_core::{Choice, Hidden, Meter, Player, SplitMix, Turn};
/// use patience_laws::check_no_peeking;
///
/// struct Last;
///
/// impl<H: Hidden> Player<H> for Last {
///     fn choose(&self, _: &H, turn: &Turn<'_, H>, _: &mut SplitMix, _: &mut Meter<'_>) -> Choice<H::Move> {
///         Choice::plain(turn.moves[turn.moves.len() - 1])
///     }
/// }
///
/// let maze = Maze::trap(3);
/// check_no_peeking(&maze, &Last, &maze.worlds(&maze.first_view()), 1);
/// ```
///
/// # Panics
///
/// If the player plays differently in equal views.
pub fn check_no_peeking<H: Hidden>(
    game: &H,
    player: &impl Player<H>,
    worlds: &[H::World],
    seed: u64,
) {
    let games: Vec<Record<H>> =
        worlds.iter().map(|world| record(game, player, world, seed)).collect();
    for (at, one) in games.iter().enumerate() {
        for other in &games[..at] {
            for ((view, mv), (other_view, other_mv)) in one.iter().zip(other) {
                if view != other_view {
                    break;
                }
                assert!(
                    mv == other_mv,
                    "choices must not depend on hidden cards, but in {view:?} it plays {mv:?} in one world and {other_mv:?} in another"
                );
            }
        }
    }
}

/// The views of a game and the moves played there.
type Record<H> = Vec<(<H as Hidden>::View, Option<<H as Hidden>::Move>)>;

fn record<H: Hidden>(game: &H, player: &impl Player<H>, world: &H::World, seed: u64) -> Record<H> {
    let mut watcher = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
    let moves = play_game(game, player, &(), world, seed, &mut meter).moves;
    let mut state = world.start();
    let mut record = Vec::new();
    for mv in moves {
        record.push((game.observe(world, &state), Some(mv)));
        world.apply(&mut state, mv);
    }
    record.push((game.observe(world, &state), None));
    record
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use patience_core::example::Maze;
    use patience_core::{Choice, SplitMix, Turn};

    use super::*;

    /// Counts earlier choices, and so knows which world it plays.
    struct Remembers(AtomicUsize);

    impl<H: Hidden> Player<H> for Remembers {
        fn choose(
            &self,
            _: &H,
            turn: &Turn<'_, H>,
            _: &mut SplitMix,
            _: &mut Meter<'_>,
        ) -> Choice<H::Move> {
            Choice::plain(turn.moves[self.0.fetch_add(1, Relaxed) % turn.moves.len()])
        }
    }

    #[test]
    #[should_panic(expected = "choices must not depend on hidden cards, but in")]
    fn players_with_a_side_channel_are_caught() {
        let maze = Maze::trap(3);
        let worlds = maze.worlds(&maze.first_view());
        check_no_peeking(&maze, &Remembers(AtomicUsize::new(0)), &worlds, 1);
    }
}
