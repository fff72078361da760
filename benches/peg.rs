//! Peg solitaire in figures: the 35 problems of Table 1 of *Solving Peg Solitaire with Bidirectional BFIDA** (Barker and Korf, 2012), with
//! what we need beside what the paper needed.
//!
//! ```sh
//! cargo bench -p patience-benches --bench peg -- best                 # or brute, bfida, bd-bfida, bd-bfida-alone; --threads 2
//! cargo bench -p patience-benches --bench peg -- best bfida --board english
//! ```
//!
//! `bd-bfida-alone` is bidirectional BFIDA* without constraint propagation. Times are seconds of CPU, of all threads together; nodes are
//! states expanded, in millions. The paper's times are of its machine, a 3.33 GHz Xeon.

use std::time::Instant;

use cpu_time::ProcessTime;
use patience_core::{Cancel, Limits};
use patience_kit::{Kit, Setup, Solve, Values};
use patience_peg::KIT;

/// Board, empty hole, last peg; seconds of Bell's brute force (2012) and of his BFIDA* (2007); seconds and millions of nodes of the paper's
/// BFIDA*, of its bidirectional BFIDA*, and of that without constraint propagation.
const TABLE: &str = "\
english   3,3 3,3   91.4   46.6    3.0     4.07    2.9     3.9    4.0     5.55
english   0,3 3,3   85.8   49.8    3.5     4.79    5.2     6.9    7.8    10.79
english   0,3 0,3  189.0   49.3   27.6    32.83    3.2    4.41    4.5     6.44
english   0,3 6,3  196.6   51.9   27.7    32.83    3.2    4.41    4.5     6.44
english   3,3 0,3  171.8    9.2    7.0     9.57    0.3     0.5    0.4     0.59
english   0,3 3,0  156.7    4.9   12.5    16.28    1.3    1.84    1.9      2.7
english   2,3 2,3  128.3    6.8    5.0     6.78    0.3    0.38    0.3     0.38
english   0,2 3,2  133.9    8.2    6.7      9.1    0.5    0.73    0.5     0.73
english   1,3 4,3  376.2    8.1    5.4     7.21    1.4    1.65    1.4     1.66
english   1,3 1,3  355.5  452.4   39.6     45.9   52.2   62.68   55.0    68.13
english   2,3 5,3  132.3   80.2    5.0     6.78    6.4    8.78    6.3     8.93
english   0,2 3,5  139.3  107.7    6.7      9.1   12.0   16.46   13.0    18.41
english   0,2 0,2  316.0   17.5   13.3    18.06    1.9    2.73    1.9     2.74
english   2,3 2,0  368.2   29.6   19.8    26.13    1.6    2.73    1.5     2.24
english   0,2 6,2  314.5   17.8   13.3    18.06    1.9    2.73    1.9     2.75
english   1,3 4,0  319.4   31.7   20.9    27.46    1.8    2.57    1.8     2.72
english   2,2 2,2  201.0    5.0    4.0     5.54    1.4    1.98    1.4     1.98
english   1,2 4,2  188.0    2.6    2.3     3.24    1.4    1.69    1.3     1.69
english   1,2 1,2  218.1   43.5   16.1    21.05    1.1    1.54    1.0     1.54
english   2,2 2,5  326.2  128.7   49.3    59.95    3.9    5.56    3.7     5.56
english   1,2 4,5  226.8   43.2   16.1    21.05    1.1    1.54    1.0     1.54
french    0,2 0,4   9804      -    174   191.08     16    16.8     15    17.46
french    0,2 3,1   5515      -     92   100.95      7    8.11      7     8.11
french    0,2 3,4   3825      -     85    92.11      5    5.42      5     5.43
french    0,2 6,4   9908      -    173   191.08     15   16.86     16    17.49
french    2,3 4,0   7530      -   1959  1744.32    363  354.75    370    386.9
french    2,3 1,3   4033      -    562   521.45    107  109.43    105   109.62
french    2,3 4,3   2410      -    542   495.58     80    82.3     79     83.0
french    1,3 2,0   5666      -    384   396.32     22   25.32     23    27.13
french    1,3 5,3   3125      -    102   106.49      5    5.84      5     5.84
french    1,3 2,3   2031      -     96   100.49      5     5.4      5     5.41
diamond5  1,3 1,5   8855      -   3013  2445.92     63   61.57    484   469.85
diamond5  4,6 1,5   8585      -   6202  4864.44    272  250.68   1064  1009.64
diamond5  1,3 4,2   8585      -    414   356.47     74   72.23    164    151.1
diamond5  4,6 4,2   1282      -    472   395.24     73   70.59     72    70.59";

/// Where the seconds of an engine are in a row, and its nodes.
fn columns(engine: &str) -> (usize, Option<usize>) {
    match engine {
        "brute" => (3, None),
        "bfida" => (5, Some(6)),
        "bd-bfida-alone" => (9, Some(10)),
        _ => (7, Some(8)),
    }
}

fn main() {
    // The harness of `cargo bench` adds an argument of its own.
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut engines, mut threads, mut only) = (Vec::new(), 1, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--threads" => {
                threads =
                    arguments.next().and_then(|it| it.parse().ok()).expect("a number of threads");
            }
            "--board" => only = arguments.next(),
            _ => engines.push(argument),
        }
    }
    if engines.is_empty() {
        engines.push("best".to_owned());
    }
    for engine in &engines {
        table(engine, threads, only.as_deref());
    }
}

fn engine(name: &str, threads: usize) -> Box<dyn Solve> {
    let (name, settings) = match name {
        "bd-bfida-alone" => ("bd-bfida", Values::from_iter([("no_propagation", true)])),
        name => (name, Values::default()),
    };
    let setup =
        Setup { engine: Some(name), settings: Some(&settings), threads, ..Setup::default() };
    KIT.prepare(&setup).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Prints the table of an engine.
fn table(name: &str, threads: usize, only: Option<&str>) {
    let (seconds_at, nodes_at) = columns(name);
    let engine = engine(name, threads);
    println!(
        "{name}, {threads} thread(s)\n{:9} {:>5} {:>5} {:>5} {:>9} {:>9} {:>6} {:>9} {:>9}",
        "board", "start", "end", "moves", "nodes M", "seconds", "MiB", "paper M", "paper s"
    );
    let (mut nodes_of_all, mut seconds_of_all) = (0.0, 0.0);
    let begun = Instant::now();
    for row in TABLE.lines() {
        let cells: Vec<&str> = row.split_whitespace().collect();
        if only.is_some_and(|board| board != cells[0]) {
            continue;
        }
        let rules = Values::from_iter([("start", cells[1]), ("end", cells[2])]);
        let problem = KIT.named(cells[0], &rules).expect("a board of the paper");
        let problem = problem.expect("a problem of the paper").remove(0).position;
        let started = ProcessTime::now();
        let answer = engine
            .solve(&*problem, &Limits::default(), &Cancel::new(), &mut ())
            .expect("nothing is written");
        let seconds = started.elapsed().as_secs_f64();
        let stats = &answer.stats;
        let line = answer.line.expect("every problem of the paper can be solved");
        let moves = line.lengths().0[0];
        let nodes = stats.expanded as f64 / 1e6;
        println!(
            "{:9} {:>5} {:>5} {moves:>5} {nodes:>9.3} {seconds:>9.3} {:>6} {:>9} {:>9}",
            cells[0],
            cells[1],
            cells[2],
            stats.peak_bytes >> 20,
            nodes_at.map_or("", |at| cells[at]),
            cells[seconds_at]
        );
        nodes_of_all += nodes;
        seconds_of_all += seconds;
    }
    let wall = begun.elapsed().as_secs_f64();
    println!("{:27} {nodes_of_all:>9.3} {seconds_of_all:>9.3} ({wall:.1} s by the clock)", "all");
}
