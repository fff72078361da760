//! Finishers win, prove a loss, or report that they do not know.

use patience_core::example::{Maze, MazeMove, MazeView};
use patience_core::{Cancel, End, Finish, Finisher, Hidden, Limits, Meter, Puzzle, SplitMix};
use patience_laws::reference;
use patience_search::monte_carlo::{Descent, RandomPlay};

use super::{BREADTH_FIRST, play};

fn any(_: &Maze, _: &MazeView, _: MazeMove) -> u32 {
    0
}

fn finish(maze: &Maze, view: &MazeView, finisher: &impl Finisher<Maze>) -> (Finish, Vec<MazeMove>) {
    let mut watcher = ();
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
    let mut line = Vec::new();
    let finish = finisher.finish(maze, view, &mut line, &mut meter).expect("there is no limit");
    (finish, line)
}

/// Open views with their worlds.
fn open_views() -> Vec<(Maze, MazeView, <Maze as Hidden>::World)> {
    let mut found = Vec::new();
    for seed in 0..1500 {
        let maze = Maze::random(seed);
        let (mut view, mut rng) = (maze.first_view(), SplitMix::new(seed));
        for _ in 0..10 {
            if maze.is_open(&view) {
                let world = maze.determinise(&view, &mut rng);
                found.push((maze, view, world));
                break;
            }
            let mut moves = Vec::new();
            maze.moves(&view, &mut moves);
            if moves.is_empty() {
                break;
            }
            view = maze.sample(&view, moves[rng.below(moves.len())], &mut rng);
        }
    }
    found
}

#[test]
fn finishers_agree_with_the_reference_and_their_lines_win() {
    let descent = Descent { preference: any, nodes: 1000 };
    let (mut won, mut lost) = (0, 0);
    for (maze, view, world) in open_views() {
        let can_win = reference::cheapest(&world, &world.start()).is_some();
        for (answer, line) in [finish(&maze, &view, &descent), finish(&maze, &view, &BREADTH_FIRST)]
        {
            assert_eq!(answer, if can_win { Finish::Won } else { Finish::Lost });
            let mut state = world.start();
            for mv in line {
                assert!(world.is_legal(&state, mv));
                world.apply(&mut state, mv);
            }
            assert_eq!(world.is_goal(&state), can_win);
        }
        won += u32::from(can_win);
        lost += u32::from(!can_win);
    }
    assert!(50 < won && 50 < lost, "{won} and {lost}");
}

#[test]
fn a_finisher_over_budget_does_not_know() {
    let mut unknown = 0;
    for (maze, view, _) in open_views() {
        let (whole, _) = finish(&maze, &view, &Descent { preference: any, nodes: 1000 });
        let (part, line) = finish(&maze, &view, &Descent { preference: any, nodes: 1 });
        assert!(part == whole || (part == Finish::Unknown && line.is_empty()));
        unknown += u32::from(part == Finish::Unknown);
    }
    assert!(50 < unknown, "{unknown}");
}

#[test]
fn the_best_class_is_tried_first() {
    // Both lines are open to a search that may turn no card; only the first one wins.
    let maze = Maze::trap(2);
    let last = |_: &Maze, _: &MazeView, mv: MazeMove| match mv {
        MazeMove::Walk(to) => 9 - u32::from(to),
        MazeMove::Turn(_) => 0,
    };
    let view = maze.first_view();
    assert_eq!(finish(&maze, &view, &Descent { preference: any, nodes: 2 }).0, Finish::Won);
    assert_eq!(finish(&maze, &view, &Descent { preference: last, nodes: 2 }).0, Finish::Unknown);
    assert_eq!(finish(&maze, &view, &Descent { preference: last, nodes: 3 }).0, Finish::Won);
}

#[test]
fn finishers_win_exactly_the_winnable_open_games() {
    let descent = Descent { preference: any, nodes: 1000 };
    let (mut finished, mut given_up) = (0, 0);
    for seed in 0..1500 {
        let maze = Maze::random(seed);
        let world = &maze.worlds(&maze.first_view())[0];
        let one = play(&maze, &RandomPlay, &descent, world, seed);
        let other = play(&maze, &RandomPlay, &BREADTH_FIRST, world, seed);
        assert_eq!((one.end, one.finishing > 0), (other.end, other.finishing > 0));
        assert!(one.finishing <= one.moves.len() && other.finishing <= one.finishing);
        assert!(one.finishing == 0 || one.is_won());
        finished += u32::from(0 < one.finishing);
        given_up += u32::from(one.end == End::Unwinnable);
    }
    assert!(50 < finished && 50 < given_up, "{finished} and {given_up}");
}
