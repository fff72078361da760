//! Games on several threads: the same on any number of them, and none after a cancel.

use patience_core::{Cancel, Limits};
use patience_kit::{Fault, Player, PlayerSetup, Values};
use patience_workbench::farm::WorkerPool;
use patience_workbench::play::{PlaySummary, PlayedGame, play_games};

pub(crate) fn player(name: &str) -> Box<dyn Player> {
    let players = patience_workbench::find("klondike").unwrap().players().unwrap();
    let setup = PlayerSetup { player: Some(name), settings: None };
    players.prepare(&setup, &Values::default()).unwrap()
}

fn play(seeds: std::ops::Range<u64>, threads: usize, limits: &Limits) -> Vec<PlayedGame> {
    let mut games = Vec::new();
    let visit = |game| {
        games.push(PlayedGame { cpu_seconds: 0.0, ..game });
        Ok::<(), Fault>(())
    };
    let ended = play_games(
        &*player("greedy"),
        seeds,
        &WorkerPool::Threads(threads),
        limits,
        &Cancel::new(),
        visit,
    );
    assert_eq!(ended, Ok(true));
    games
}

fn sum(games: &[PlayedGame]) -> PlaySummary {
    let mut summary = PlaySummary::default();
    for game in games {
        summary.add(game);
    }
    summary
}

#[test]
fn games_are_the_same_on_any_number_of_threads() {
    let one = play(0..40, 1, &Limits::default());
    assert_eq!(one, play(0..40, 3, &Limits::default()));
    assert!(one.iter().zip(0..).all(|(game, seed)| game.record.seed == seed));
    let wins = sum(&one).wins;
    assert!(0 < wins && wins < 40, "some of each, or this proves little");
}

#[test]
fn a_run_in_two_parts_is_the_same_run() {
    let all = play(0..30, 2, &Limits::default());
    let mut parts = all[..11].to_vec();
    parts.extend(play(11..30, 2, &Limits::default()));
    assert_eq!(sum(&parts), sum(&all));
    assert_eq!(sum(&all).games, 30);
}

#[test]
fn nothing_is_visited_after_a_cancel() {
    let cancel = Cancel::new();
    cancel.cancel();
    let never = |game: PlayedGame| -> Result<(), Fault> { panic!("{game:?}") };
    let ended = play_games(
        &*player("random"),
        1..3,
        &WorkerPool::Threads(1),
        &Limits::default(),
        &cancel,
        never,
    );
    assert_eq!(ended, Ok(false));
}

#[test]
fn stopped_games_do_not_count() {
    let limits = Limits { nodes: Some(0), ..Limits::default() };
    let mut games = Vec::new();
    let visit = |game| {
        games.push(game);
        Ok::<(), Fault>(())
    };
    play_games(&*player("uct"), 1..3, &WorkerPool::Threads(1), &limits, &Cancel::new(), visit)
        .unwrap();
    let summary = sum(&games);
    assert_eq!((summary.games, summary.stopped), (0, 2));
}
