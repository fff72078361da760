//! The players of Klondike with hidden cards: how fast a random game is, and the tables of Bjarnason, Fern and Tadepalli (2009) again.
//!
//! ```sh
//! cargo bench -p patience-benches --bench klondike                                  # CPU time of a random and of a greedy game
//! cargo bench -p patience-benches --bench klondike -- table                         # every row of the tables, few games each
//! cargo bench -p patience-benches --bench klondike -- table --games 10000 random greedy hop-10-0
//! ```
#![allow(clippy::print_stdout, reason = "this is a program")]

use std::num::NonZeroU32;

use patience_catalog::klondike_players::{PlayerKind, PlayerSettings};
use patience_catalog::{PlaySummary, play_games};
use patience_core::{Cancel, Limits};
use patience_klondike::{Rules, SetupError};
use patience_workbench::batch;

/// A published row: win rate in per cent with half of its interval of 99 %, games, seconds a game.
struct Row {
    name: &'static str,
    player: PlayerSettings,
    theirs: (f64, f64, u64, Option<f64>),
    /// Games that take some seconds.
    games: u64,
}

fn rows() -> Vec<Row> {
    let hop = |samples, level| PlayerSettings { samples, level, ..PlayerKind::Hop.usual() };
    let trees = |kind: PlayerKind, trees, trajectories, width| PlayerSettings {
        trees,
        trajectories,
        width: NonZeroU32::new(width),
        ..kind.usual()
    };
    let uct = |trajectories| trees(PlayerKind::Uct, 1, trajectories, 0);
    let sparse = |trajectories, width| trees(PlayerKind::SparseUct, 1, trajectories, width);
    let row = |name, player, games, theirs| Row { name, player, theirs, games };
    // Of random and greedy a million games were told, and no intervals: these follow from the numbers.
    vec![
        row("random", PlayerKind::Random.usual(), 20_000, (7.135, 0.066, 1_000_000, None)),
        row("greedy", PlayerKind::Greedy.usual(), 20_000, (12.992, 0.087, 1_000_000, None)),
        row("hop-10-0", hop(10, 0), 100, (22.96, 0.34, 1_000_000, Some(43.54))),
        row("hop-100-0", hop(100, 0), 10, (27.20, 0.80, 20_614, Some(689.78))),
        row("hop-10-1", hop(10, 1), 10, (25.24, 0.78, 20_618, Some(833.26))),
        row("hop-100-1", hop(100, 1), 2, (26.13, 2.66, 1814, Some(9056.58))),
        row("uct-100", uct(100), 200, (24.64, 3.04, 1331, Some(44.50))),
        row("uct-1000", uct(1000), 20, (34.24, 4.52, 733, Some(1042.56))),
        row("uct-2000", uct(2000), 10, (34.41, 4.01, 933, Some(2980.44))),
        row(
            "hop-uct-100x20",
            trees(PlayerKind::HopUct, 20, 100, 1),
            10,
            (35.47, 4.00, 953, Some(767.57)),
        ),
        row(
            "hop-uct-1000x5",
            trees(PlayerKind::HopUct, 5, 1000, 1),
            5,
            (30.58, 4.53, 690, Some(3531.12)),
        ),
        row("sparse-uct-100-1", sparse(100, 1), 200, (22.65, 2.41, 2000, Some(40.11))),
        row("sparse-uct-1000-1", sparse(1000, 1), 20, (28.66, 4.21, 764, Some(566.65))),
        row("sparse-uct-1000-5", sparse(1000, 5), 20, (33.98, 1.63, 5583, Some(495.68))),
        row("sparse-uct-1000-10", sparse(1000, 10), 20, (33.79, 3.11, 1536, Some(747.82))),
        row("sparse-uct-2000-4", sparse(2000, 4), 10, (35.62, 2.58, 2288, Some(1485.19))),
        row(
            "ensemble-uct-200x20",
            trees(PlayerKind::EnsembleUct, 20, 200, 0),
            5,
            (36.97, 1.92, 4206, Some(2280.55)),
        ),
        row(
            "ensemble-uct-100x10",
            trees(PlayerKind::EnsembleUct, 10, 100, 0),
            20,
            (32.86, 1.57, 5986, Some(669.90)),
        ),
        row(
            "ensemble-sparse-uct-50x50-2",
            trees(PlayerKind::EnsembleSparseUct, 50, 50, 2),
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
    let rules = Rules::default();
    let mut records = Vec::new();
    let tell = |record| {
        records.push(record);
        Ok::<(), SetupError>(())
    };
    play_games(&row.player, rules, seeds, threads, &Limits::default(), &Cancel::new(), tell)
        .expect("the standard rules can be played");
    let PlaySummary { games, win_rate, interval: (low, high), cpu_seconds, .. } =
        PlaySummary::new(row.player, rules, &records);
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
