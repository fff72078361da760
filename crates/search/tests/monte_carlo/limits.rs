//! Players stopped by a limit return what they know.

use patience_core::example::Maze;
use patience_core::{Cancel, Choice, End, Limits, Meter, Player, Stats, Stop, advise, play_game};
use patience_search::monte_carlo::{Hindsight, RandomPlay, Ties, Uct};

use super::{BREADTH_FIRST, MazeMove, SAFE};

fn ask(player: &impl Player<Maze>, limits: &Limits) -> (Choice<MazeMove>, Stats) {
    let maze = Maze::trap(4);
    let mut watcher = ();
    let mut meter = Meter::start(limits, &Cancel::new(), &mut watcher);
    let choice = advise(&maze, player, &maze.first_view(), &[], 1, &mut meter);
    (choice.expect("there is a move"), meter.finish())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn visits(choice: &Choice<MazeMove>) -> u64 {
    choice.estimates.iter().map(|estimate| estimate.visits).sum()
}

#[test]
fn a_node_limit_stops_trees_exactly_with_estimates() {
    let player = Uct { trees: 1_000_000, trajectories: 1000, ..Uct::new(()) };
    let (choice, stats) = ask(&player, &nodes(10_000));
    assert_eq!((choice.stopped, stats.expanded, choice.mv), (Some(Stop::Nodes), 10_000, SAFE));
    // A trajectory here takes two or three views.
    assert!((3000..=6000).contains(&visits(&choice)), "{}", visits(&choice));
}

#[test]
fn a_node_limit_stops_hindsight_exactly_with_estimates() {
    let player = Hindsight { samples: 1_000_000, planner: BREADTH_FIRST, ties: Ties::Random };
    let (choice, stats) = ask(&player, &nodes(10_000));
    assert_eq!((choice.stopped, stats.expanded), (Some(Stop::Nodes), 10_000));
    let [one, other] = choice.estimates[..] else { panic!("there are two moves") };
    assert!(100 < one.visits && one.visits - other.visits <= 1);
}

#[test]
fn a_player_stopped_at_once_still_chooses() {
    for player in [Uct::new(()), Uct { trees: 0, ..Uct::new(()) }] {
        let (choice, _) = ask(&player, &nodes(0));
        assert_eq!(visits(&choice), 0);
    }
}

#[test]
fn a_stopped_game_is_neither_won_nor_lost() {
    let maze = Maze::trap(4);
    let world = &maze.worlds(&maze.first_view())[0];
    let play = |player: &dyn Fn(&mut Meter<'_>) -> End, limits: &Limits| {
        let mut watcher = ();
        player(&mut Meter::start(limits, &Cancel::new(), &mut watcher))
    };
    let uct = Uct { trajectories: 1_000_000, ..Uct::new(()) };
    let by_uct = |meter: &mut Meter<'_>| {
        let game = play_game(&maze, &uct, &(), world, 1, meter);
        assert_eq!((game.is_won(), game.payoff(), game.moves.len()), (false, None, 0));
        game.end
    };
    assert_eq!(play(&by_uct, &nodes(1000)), End::Stopped(Stop::Nodes));
    let by_chance = |meter: &mut Meter<'_>| play_game(&maze, &RandomPlay, &(), world, 1, meter).end;
    assert_eq!(play(&by_chance, &nodes(1)), End::Stopped(Stop::Nodes));
    assert!(matches!(play(&by_chance, &nodes(3)), End::Over { .. }));
}
