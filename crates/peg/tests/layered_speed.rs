//! How fast the sides of peg problems make their steps: `cargo test --release -p patience-peg layered_speed -- --ignored --nocapture`.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use patience_core::{Layered, Record};
use patience_peg::engines::layered::{Bound, Options, Pagodas, Side};
use patience_peg::{Board, Hole, Problem};

/// The most records of a layer that are gone on with.
const WIDTH: usize = 100_000;

/// Positions of the middle layers, as a search has them.
fn positions(side: &Side, cutoff: u8) -> Vec<Record> {
    let mut layer: Vec<Record> =
        side.roots().into_iter().map(|key| Record { key, cost: 0, open: 0 }).collect();
    let mut positions = Vec::new();
    for step in 0..side.steps() {
        let mut next: HashMap<u64, Record> = HashMap::new();
        for record in &layer {
            side.expand(record, cutoff, |step| {
                let open = step.open.map_or(0, |open| 1 << open);
                let new = Record { key: step.key, cost: step.cost, open };
                let known = next.entry(step.key).or_insert(new);
                if new.cost < known.cost {
                    *known = new;
                } else if new.cost == known.cost {
                    known.open |= open;
                }
            });
        }
        layer = next.into_values().collect();
        // Any order will do, if only it is always the same.
        layer.sort_unstable_by_key(|record| record.key.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        layer.truncate(WIDTH);
        if side.steps() / 3 <= step && step < side.steps() * 2 / 3 {
            layer.sort_unstable_by_key(|record| record.key);
            positions.extend_from_slice(&layer);
        }
    }
    positions
}

/// Millions of steps a second, and how many steps there are.
fn speed(side: &Side, positions: &[Record], cutoff: u8) -> (f64, usize) {
    let mut best = f64::MAX;
    let mut steps = 0;
    for _ in 0..5 {
        let begin = Instant::now();
        steps = 0;
        let mut sum = 0;
        for record in positions {
            side.expand(record, cutoff, |step| {
                steps += 1;
                sum += step.key ^ u64::from(step.cost) ^ u64::from(step.open.unwrap_or(64));
            });
        }
        black_box(sum);
        best = best.min(begin.elapsed().as_secs_f64());
    }
    (steps as f64 / best / 1e6, steps)
}

#[test]
#[ignore = "slow: a minute; only measures"]
fn steps_a_second() {
    let cases = [
        ("wiegleb", (4, 4), (4, 4), 21),
        ("wiegleb", (1, 4), (4, 4), 21),
        ("french", (0, 2), (3, 4), 20),
        ("english", (3, 3), (3, 3), 18),
    ];
    for (name, empty, last, cutoff) in cases {
        let board = Board::named(name).expect("a named board");
        let hole = |(row, column)| board.number(Hole { row, column }).expect("a hole");
        let (empty, last) = (hole(empty), hole(last));
        let problem = Problem::vacancy(board, empty, last).expect("two holes");
        let begin = Instant::now();
        let (forth, back) = Side::both(&problem, Options::default());
        println!("{name} {empty}-{last}: made in {:.2?}", begin.elapsed());
        let bare = Options { bound: Bound::None, pagodas: Pagodas::None, ..Options::default() };
        let (bare_forth, bare_back) = Side::both(&problem, bare);
        for (way, side, bare) in [("forth", forth, bare_forth), ("back", back, bare_back)] {
            let positions = positions(&side, cutoff);
            let legal = speed(&bare, &positions, u8::MAX);
            let free = speed(&side, &positions, u8::MAX);
            let within = speed(&side, &positions, cutoff);
            let tried = within.0 * legal.1 as f64 / within.1 as f64;
            println!(
                "  {way}: {} positions; bare {:.1} M/s ({} steps); no cut-off {:.1} ({}); cut-off {cutoff} {:.1} ({}), \
                 jumps looked at {tried:.1} M/s",
                positions.len(),
                legal.0,
                legal.1,
                free.0,
                free.1,
                within.0,
                within.1,
            );
        }
    }
}
