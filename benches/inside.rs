//! Inside a game: how long a hint, the verdicts of all moves, and the review of a game take, on one core.
//!
//! ```sh
//! cargo bench -p patience-benches --bench inside              # every puzzle, 200 positions each
//! cargo bench -p patience-benches --bench inside -- 2000      # as many positions
//! ```
//!
//! A position from the middle of a game lies on a solution, after up to five random moves that leave it. A game for a review follows a
//! solution for a while and then wanders at random, up to a hundred moves: most such games of FreeCell are lost.
#![allow(clippy::print_stdout, reason = "this is a program")]

use std::time::{Duration, Instant};

use patience_core::{Cancel, Limits, SplitMix};
use patience_kit::{Kit, Position, Setup, Values};
use patience_workbench::hint::{HintAsk, hint};
use patience_workbench::review::{GameResult, PlayedGame, ReviewAsk, review};
use patience_workbench::{kits, read};

/// Positions a puzzle.
const POSITIONS: usize = 200;

/// Random moves that leave the solution.
const ASTRAY: usize = 5;

/// The length of a game that is reviewed.
const LENGTH: usize = 100;

/// The limit of the program for an answer.
const LIMIT: Duration = Duration::from_secs(5);

fn main() {
    let count = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(POSITIONS);
    println!("{:9} {:8} {:>9} {:>9} {:>9}  undecided", "", "", "median", "90 %", "most");
    for kit in kits() {
        let name = kit.about().name;
        let mut random = SplitMix::new(1);
        let positions: Vec<Box<dyn Position>> =
            (0..count).filter_map(|_| middle(*kit, &mut random)).collect();
        for (what, all) in [("hint", false), ("hint all", true)] {
            let ask = HintAsk { all, ..HintAsk::default() };
            let times = positions.iter().map(|position| {
                time(|| {
                    let (limits, cancel) = (limits(), Cancel::new());
                    let hint = hint(*kit, name, &**position, &ask, &limits, &cancel, &mut ());
                    hint.expect("the position can be searched").stop.is_some()
                })
            });
            print(name, what, times.collect());
        }
        let games = (0..count).filter_map(|_| game(*kit, &mut random));
        let mut lost = 0;
        let times = games.map(|game| {
            time(|| {
                let (limits, cancel, ask) = (limits(), Cancel::new(), ReviewAsk::default());
                let review = review(*kit, name, &game, &ask, &limits, &cancel, &mut ());
                let review = review.expect("the game can be searched");
                lost += usize::from(review.result == GameResult::Lost);
                review.stop.is_some()
            })
        });
        let times = times.collect();
        print(name, "review", times);
        println!("{name:9} {lost} of these games are lost");
    }
}

fn limits() -> Limits {
    Limits { time: Some(LIMIT), memory: Some(1 << 30), ..Limits::default() }
}

fn time(work: impl FnOnce() -> bool) -> (Duration, bool) {
    let begin = Instant::now();
    let is_open = work();
    (begin.elapsed(), is_open)
}

fn print(name: &str, what: &str, mut times: Vec<(Duration, bool)>) {
    times.sort_unstable();
    let open = times.iter().filter(|(_, is_open)| *is_open).count();
    let at = |part: usize| {
        let index = (times.len() * part / 100).min(times.len().saturating_sub(1));
        times.get(index).map_or(0.0, |(time, _)| 1000.0 * time.as_secs_f64())
    };
    let [median, most_of, most] = [at(50), at(90), at(100)];
    println!("{name:9} {what:8} {median:6.2} ms {most_of:6.2} ms {most:6.0} ms  {open}");
}

/// An instance: a number, or one of a list.
fn start(kit: &dyn Kit, random: &mut SplitMix) -> Option<Box<dyn Position>> {
    let rules = Values::default();
    if kit.numbers().is_some() {
        return kit.deal(1 + random.below(32_000) as u64, &rules).ok();
    }
    let usual = kit.about().default_instance.map(str::to_owned);
    let name = usual.unwrap_or_else(|| format!("JAM{:02}", 1 + random.below(40)));
    read(kit, &name, &rules).ok()
}

/// An instance and a solution; `None` if the engine of hints finds none at once.
fn solved(kit: &dyn Kit, random: &mut SplitMix) -> Option<(Box<dyn Position>, Vec<String>)> {
    let start = start(kit, random)?;
    let setup = Setup { engine: Some(kit.judge_with()), ..Setup::default() };
    let engine = kit.prepare(&setup).ok()?;
    let line = engine.solve(&*start, &limits(), &Cancel::new(), &mut ()).ok()?.line?;
    Some((start, line.notation()))
}

/// A game that follows a solution for some moves and wanders for up to `astray` others.
fn stray(
    kit: &dyn Kit,
    astray: impl Fn(usize, &mut SplitMix) -> usize,
    random: &mut SplitMix,
) -> Option<PlayedGame> {
    let (start, mut moves) = solved(kit, random)?;
    moves.truncate(random.below(moves.len().max(1)));
    let mut game = PlayedGame::read(start, &moves.join(" "), &Values::default()).ok()?;
    for _ in 0..astray(game.moves.len(), random) {
        let here = game.positions.last()?;
        let moves = here.moves();
        if moves.is_empty() || here.is_solved() {
            break;
        }
        let mv = &moves[random.below(moves.len())].text;
        let next = here.play(mv).ok()?;
        game.moves.push(mv.clone());
        game.positions.push(next);
    }
    Some(game)
}

/// A position from the middle of a game.
fn middle(kit: &dyn Kit, random: &mut SplitMix) -> Option<Box<dyn Position>> {
    stray(kit, |_, random| random.below(ASTRAY + 1), random)?.positions.pop()
}

/// A game of up to a hundred moves.
fn game(kit: &dyn Kit, random: &mut SplitMix) -> Option<PlayedGame> {
    stray(kit, |length, _| LENGTH.saturating_sub(length), random)
}
