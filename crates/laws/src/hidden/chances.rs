//! Exact values of a tiny hidden game, by enumerating all worlds and all play: slow and simple.

use patience_core::{Hidden, Puzzle};

use crate::reference;
use crate::successors::moves;

/// The exact value of each first move for a player that sees only views and plays optimally.
///
/// `worlds` are all worlds that the player considers possible, equally likely; their starts must have equal views. Only worlds are
/// played, so wrong views, keys or draws of the game have no effect. Moves that repeat a view of the same play are excluded.
///
/// ```
/// use patience_core::example::{Maze, MazeMove};
/// use patience_laws::exact_values;
///
/// let maze = Maze::trap(2);
/// let values = exact_values(&maze, &maze.worlds(&maze.first_view()));
/// assert_eq!(values, [(MazeMove::Walk(1), 1.0), (MazeMove::Walk(2), 0.5)]);
/// ```
///
/// # Panics
///
/// If there are no worlds.
pub fn exact_values<H: Hidden>(game: &H, worlds: &[H::World]) -> Vec<(H::Move, f64)> {
    let group: Group<'_, H> = worlds.iter().map(|world| (world, world.start())).collect();
    let mut seen = vec![game.observe(group[0].0, &group[0].1)];
    let legal = moves(group[0].0, &group[0].1);
    let worth = |mv| value_of(game, &group, mv, &mut seen).map(|value| (mv, value));
    legal.into_iter().filter_map(worth).collect()
}

/// The value of each first move for a player that sees everything after it: what hindsight estimates, never less than the [exact
/// value](exact_values).
///
/// ```
/// use patience_core::example::{Maze, MazeMove};
/// use patience_laws::hindsight_values;
///
/// let maze = Maze::trap(2);
/// let values = hindsight_values(&maze, &maze.worlds(&maze.first_view()));
/// assert_eq!(values, [(MazeMove::Walk(1), 1.0), (MazeMove::Walk(2), 1.0)]);
/// ```
///
/// # Panics
///
/// If there are no worlds, or if one has more than [`CAP`](reference::CAP) states.
pub fn hindsight_values<H: Hidden>(_: &H, worlds: &[H::World]) -> Vec<(H::Move, f64)> {
    let worth = |mv| {
        let wins = |world: &&H::World| {
            reference::cheapest(*world, &world.child(&world.start(), mv)).is_some()
        };
        (mv, worlds.iter().filter(wins).count() as f64 / worlds.len() as f64)
    };
    moves(&worlds[0], &worlds[0].start()).into_iter().map(worth).collect()
}

/// Indistinguishable worlds, and the state of each.
type Group<'w, H> = Vec<(&'w <H as Hidden>::World, <<H as Hidden>::World as Puzzle>::State)>;

/// The value of the view at the end of `seen`.
fn value<H: Hidden>(game: &H, group: &Group<'_, H>, seen: &mut Vec<H::View>) -> f64 {
    if let Some(payoff) = seen.last().and_then(|view| game.payoff(view)) {
        return payoff;
    }
    let legal = moves(group[0].0, &group[0].1);
    legal.into_iter().filter_map(|mv| value_of(game, group, mv, seen)).fold(0.0, f64::max)
}

/// The value of a move; `None` if it repeats a view.
fn value_of<H: Hidden>(
    game: &H,
    group: &Group<'_, H>,
    mv: H::Move,
    seen: &mut Vec<H::View>,
) -> Option<f64> {
    let mut parts: Vec<(H::View, Group<'_, H>)> = Vec::new();
    for (world, state) in group {
        let state = world.child(state, mv);
        let view = game.observe(world, &state);
        if seen.contains(&view) {
            return None;
        }
        match parts.iter_mut().find(|part| part.0 == view) {
            Some(part) => part.1.push((world, state)),
            None => parts.push((view, vec![(world, state)])),
        }
    }
    let mut sum = 0.0;
    for (view, part) in parts {
        seen.push(view);
        sum += part.len() as f64 * value(game, &part, seen);
        seen.pop();
    }
    Some(sum / group.len() as f64)
}
