//! The players of Klondike with hidden cards: how fast a random game is, and the tables of Bjarnason, Fern and Tadepalli (2009) again.
//!
//! ```sh
//! cargo bench -p patience-benches --bench klondike                                  # CPU time of a random and of a greedy game
//! cargo bench -p patience-benches --bench klondike -- table                         # every row of the tables, few games each
//! cargo bench -p patience-benches --bench klondike -- table --games 10000 random greedy hop-10-0
//! ```
#![allow(clippy::print_stdout, reason = "this is a program")]

use patience_core::{Cancel, Limits};
use patience_kit::{Fault, Kit, PlayerSetup, Values};
use patience_klondike::KIT;
use patience_workbench::batch;
use patience_workbench::farm::WorkerPool;
use patience_workbench::play::{PlaySummary, play_games};

/// A published row: win rate in per cent with half of its interval of 99 %, games, seconds a game.
struct Row {
    name: &'static str,
    player: &'static str,
    settings: Values,
    theirs: (f64, f64, u64, Option<f64>),
    /// Games that take some seconds.
    games: u64,
}

fn rows() -> Vec<Row> {
    type Player = (&'static str, Values);
    let with = |player: &'static str, values: &[(&str, u64)]| -> Player {
        (player, values.iter().copied().collect())
    };
    let hop = |samples, level| with("hop", &[("samples", samples), ("level", level)]);
    let trees = |player, trees, count| with(player, &[("trees", trees), ("trajectories", count)]);
    let uct = |count| with("uct", &[("trajectories", count)]);
    let sparse = |count, width| with("sparse-uct", &[("trajectories", count), ("width", width)]);
    let row = |name, (player, settings): Player, games, theirs| Row {
        name,
        player,
        settings,
        theirs,
        games,
    };
    // For random and greedy the paper reports a million games and no intervals: these follow from the numbers.
    vec![
        row("random", with("random", &[]), 20_000, (7.135, 0.066, 1_000_000, None)),
        row("greedy", with("greedy", &[]), 20_000, (12.992, 0.087, 1_000_000, None)),
        row("hop-10-0", hop(10, 0), 100, (22.96, 0.34, 1_000_000, Some(43.54))),
        row("hop-100-0", hop(100, 0), 10, (27.20, 0.80, 20_614, Some(689.78))),
        row("hop-10-1", hop(10, 1), 10, (25.24, 0.78, 20_618, Some(833.26))),
        row("hop-100-1", hop(100, 1), 2, (26.13, 2.66, 1814, Some(9056.58))),
        row("uct-100", uct(100), 200, (24.64, 3.04, 1331, Some(44.50))),
        row("uct-1000", uct(1000), 20, (34.24, 4.52, 733, Some(1042.56))),
        row("uct-2000", uct(2000), 10, (34.41, 4.01, 933, Some(2980.44))),
        row("hop-uct-100x20", trees("hop-uct", 20, 100), 10, (35.47, 4.00, 953, Some(767.57))),
        row("hop-uct-1000x5", trees("hop-uct", 5, 1000), 5, (30.58, 4.53, 690, Some(3531.12))),
        row("sparse-uct-100-1", sparse(100, 1), 200, (22.65, 2.41, 2000, Some(40.11))),
        row("sparse-uct-1000-1", sparse(1000, 1), 20, (28.66, 4.21, 764, Some(566.65))),
        row("sparse-uct-1000-5", sparse(1000, 5), 20, (33.98, 1.63, 5583, Some(495.68))),
        row("sparse-uct-1000-10", sparse(1000, 10), 20, (33.79, 3.11, 1536, Some(747.82))),
        row("sparse-uct-2000-4", sparse(2000, 4), 10, (35.62, 2.58, 2288, Some(1485.19))),
        row(
            "ensemble-uct-200x20",
            trees("ensemble-uct", 20, 200),
            5,
            (36.97, 1.92, 4206, Some(2280.55)),
        ),
        row(
            "ensemble-uct-100x10",
            trees("ensemble-uct", 10, 100),
            20,
            (32.86, 1.57, 5986, Some(669.90)),
        ),
        row(
            "ensemble-sparse-uct-50x50-2",
            with("ensemble-sparse-uct", &[("trees", 50), ("trajectories", 50), ("width", 2)]),
            5,
            (35.27, 2.16, 3249, Some(1302.38)),
        ),
    ]
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let is_table = arguments.next().is_some_and(|argument| argument == "table");
    let (mut games, mut from, mut names) = (None, 0, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
        match argument.as_str() {
            "--games" => games = Some(number().expect("--games needs a number")),
            "--from" => from = number().expect("--from needs a number: the first seed"),
            _ => names.push(argument),
        }
    }
    if !is_table {
        names = vec!["random".to_owned(), "greedy".to_owned()];
    }
    let rows = rows();
    let known = |name: &String| rows.iter().any(|row| row.name == name);
    if let Some(name) = names.iter().find(|name| !known(name)) {
        let known: Vec<&str> = rows.iter().map(|row| row.name).collect();
        println!("unknown row `{name}` (known: {})", known.join(", "));
        return;
    }
    println!("{:<28} {:>24} {:>28}   CPU s a game (theirs)", "", "theirs", "ours");
    for row in rows.iter().filter(|row| names.is_empty() || names.iter().any(|n| n == row.name)) {
        show(row, from, games.unwrap_or(row.games));
    }
}

fn show(row: &Row, from: u64, games: u64) {
    let (seeds, threads) = (from..from + games, batch::threads(None, games));
    let players = KIT.players().expect("Klondike has players");
    let setup = PlayerSetup { player: Some(row.player), settings: Some(&row.settings) };
    let player =
        players.prepare(&setup, &Values::default()).expect("the players have these settings");
    let mut summary = PlaySummary::default();
    let visit = |game| {
        summary.add(&game);
        Ok::<(), Fault>(())
    };
    play_games(
        &*player,
        seeds,
        &WorkerPool::Threads(threads),
        &Limits::default(),
        &Cancel::new(),
        visit,
    )
    .expect("the standard rules can be played");
    let (win_rate, (low, high)) = (summary.win_rate(), summary.interval());
    let (games, cpu_seconds) = (summary.games, summary.cpu_seconds_per_game());
    let (rate, half, of, seconds) = row.theirs;
    let agrees = (100.0 * low..=100.0 * high).contains(&rate)
        || (rate - half..=rate + half).contains(&(100.0 * win_rate));
    println!(
        "{:<28} {rate:>7.3} ± {half:<5.3} {of:>8} {:>8.3} ({:.3} to {:.3}) {games:>8} {} {cpu_seconds:.6} ({})",
        row.name,
        100.0 * win_rate,
        100.0 * low,
        100.0 * high,
        if agrees { "  " } else { "≠ " },
        seconds.map_or("–".to_owned(), |seconds| format!("{seconds}")),
    );
}
