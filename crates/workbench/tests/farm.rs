//! Work that rank 0 hands out: the same results on any number of ranks, and clear errors of those that fail.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use patience_core::{Cancel, Limits};
use patience_kit::{Fault, Ranks};
use patience_learn::{Executor, RemoteError, Table};
use patience_search::layered::ranks::{Exchange as _, LocalExchange};
use patience_workbench::batch::in_order;
use patience_workbench::evolution::evolvables;
use patience_workbench::farm::{TaskFarm, WorkerPool, serve};
use patience_workbench::play::{PlayedGame, play_game, play_games};
use serde_json::{Value, json};

use super::play::player;

/// What `first` returns on rank 0, while the other ranks serve with what `make` makes for them.
fn on_ranks<R, W: Fn(&str) -> Result<String, Fault>>(
    size: usize,
    make: impl Fn(usize, &Cancel, Value) -> Result<W, Fault> + Sync,
    first: impl FnOnce(WorkerPool) -> R,
) -> R {
    thread::scope(|scope| {
        let mut group = LocalExchange::group(size).into_iter();
        let exchange = group.next().unwrap();
        for exchange in group {
            let make = &make;
            scope.spawn(move || {
                let (rank, cancel) = (exchange.rank(), Cancel::new());
                serve(&Ranks::new(exchange), &cancel, |it| make(rank, &cancel, it)).unwrap();
            });
        }
        first(WorkerPool::Ranks(TaskFarm::new(Ranks::new(exchange))))
    })
}

/// The results of all numbers below 60, in the order in which they are emitted.
fn numbers(pool: &WorkerPool, here: impl Fn(u64) -> u64 + Sync) -> Result<Vec<u64>, RemoteError> {
    let mut results = Vec::new();
    let work = |item: u64| pool.work(|| item, || Ok::<u64, RemoteError>(here(item)));
    let emit = |result: Result<Result<u64, RemoteError>, RemoteError>| {
        results.push(result??);
        Ok(())
    };
    in_order(0..60, pool.size(), || false, work, emit).map(|_| results)
}

fn parsed(item: &str) -> u64 {
    item.parse().unwrap()
}

#[test]
fn results_come_in_order_from_all_ranks() {
    let square = |item: u64| {
        thread::sleep(std::time::Duration::from_micros(500));
        item * item
    };
    let expected = numbers(&WorkerPool::Threads(2), square).unwrap();
    assert_eq!(expected, (0..60).map(|item| item * item).collect::<Vec<_>>());
    for size in [1, 2, 4] {
        let ranks = Mutex::new(BTreeSet::new());
        let note = |rank: usize| ranks.lock().unwrap().insert(rank);
        let make = |rank, _: &Cancel, description: Value| {
            assert_eq!(description, json!({ "add": 1 }));
            let note = &note;
            Ok(move |item: &str| {
                note(rank);
                Ok(square(parsed(item)).to_string())
            })
        };
        let found = on_ranks(size, make, |pool| {
            pool.begin(&json!({ "add": 1 })).unwrap();
            numbers(&pool, |item| {
                note(0);
                square(item)
            })
        });
        assert_eq!(found.unwrap(), expected, "{size} ranks");
        assert_eq!(ranks.into_inner().unwrap(), (0..size).collect(), "every rank has worked");
    }
}

#[test]
fn a_rank_that_fails_is_named() {
    for panics in [false, true] {
        let make = |rank, _: &Cancel, _| {
            Ok(move |item: &str| match rank {
                2 if panics => panic!("it cannot go on"),
                2 => Err(Fault::environment("its disk is full")),
                _ => Ok(item.to_owned()),
            })
        };
        let (error, failure) = on_ranks(3, make, |pool| {
            pool.begin(&Value::Null).unwrap();
            (numbers(&pool, |item| item).unwrap_err(), pool.failure())
        });
        let expected = if panics { "it panicked: it cannot go on" } else { "its disk is full" };
        assert_eq!(error, RemoteError::Failed(format!("rank 2: {expected}")));
        assert_eq!(failure, Some(format!("rank 2: {expected}")));
    }
}

#[test]
fn a_rank_that_cannot_begin_is_named_before_any_work() {
    let make = |rank, _: &Cancel, _| match rank {
        3 => Err(Fault::environment("it has other files")),
        _ => Ok(|_: &str| Err(Fault::environment("no work was expected"))),
    };
    let error = on_ranks(4, make, |pool| pool.begin(&Value::Null).unwrap_err());
    assert_eq!(error.to_string(), "rank 3: it has other files");
}

#[test]
fn a_rank_that_is_stopped_has_no_result() {
    let make = |_, cancel: &Cancel, _| {
        let cancel = cancel.clone();
        Ok(move |item: &str| {
            // What is made of an item after this is cut short.
            cancel.cancel();
            Ok(item.to_owned())
        })
    };
    let found = on_ranks(2, make, |pool| {
        pool.begin(&Value::Null).unwrap();
        (numbers(&pool, |item| item), pool.failure())
    });
    assert_eq!(found, (Err(RemoteError::Stopped), None));
}

#[test]
fn games_are_the_same_on_any_number_of_ranks() {
    let limits = Limits::default();
    let play = |pool: &WorkerPool| {
        let mut games = Vec::new();
        let visit = |game| {
            games.push(PlayedGame { cpu_seconds: 0.0, ..game });
            Ok::<(), Fault>(())
        };
        let player = player("greedy");
        let ended = play_games(&*player, 0..20, pool, &limits, &Cancel::new(), visit);
        assert_eq!(ended, Ok(true));
        games
    };
    let expected = play(&WorkerPool::Threads(1));
    for size in [2, 3] {
        let make = |_, cancel: &Cancel, _| {
            let (player, cancel) = (player("greedy"), cancel.clone());
            let limits = &limits;
            Ok(move |seed: &str| {
                let game = play_game(&*player, parsed(seed), limits, &cancel)?;
                Ok(serde_json::to_string(&game).unwrap())
            })
        };
        let found = on_ranks(size, make, |pool| {
            pool.begin(&Value::Null).unwrap();
            play(&pool)
        });
        assert_eq!(found, expected, "{size} ranks");
    }
}

/// Small runs of what can be evolved.
const RUNS: [(&str, &str); 2] = [
    (
        "tiles",
        "population = 3\ngenerations = 2\nnodes = 300\nbaseline_nodes = 300\ntraining = 5\nvalidation = 2\nrandom = { cases = 2 }",
    ),
    ("rushhour-boards", "population = 3\ngenerations = 2\nnodes = 300\nsize = 6"),
];

#[test]
fn a_run_is_the_same_on_any_number_of_ranks() {
    for (name, changes) in RUNS {
        let evolvable = evolvables().find(|it| it.about().name == name).unwrap();
        let settings = evolvable.settings(changes.parse::<Table>().unwrap()).unwrap();
        let evolve = |pool: &WorkerPool| {
            pool.begin(&json!(settings)).unwrap();
            let (mut run, cancel) = (evolvable.begin(&settings).unwrap(), Cancel::new());
            let mut log = Vec::new();
            while !run.is_over() {
                let mut executor = Executor { workers: pool, cancel: &cancel, watcher: &mut () };
                log.push(run.advance(&mut executor).unwrap().json);
            }
            (log, run.checkpoint(), run.results())
        };
        let expected = evolve(&WorkerPool::Threads(2));
        assert_eq!(expected.0.len(), 2);
        for size in [2, 3] {
            let remote = Mutex::new(0);
            let make = |_, cancel: &Cancel, settings: Value| {
                let evaluate = evolvable.evaluator(settings.as_str().unwrap())?;
                let (cancel, remote) = (cancel.clone(), &remote);
                Ok(move |item: &str| {
                    *remote.lock().unwrap() += 1;
                    evaluate(item, &cancel)
                })
            };
            assert_eq!(
                on_ranks(size, make, |pool| evolve(&pool)),
                expected,
                "{name}, {size} ranks"
            );
            assert!(0 < remote.into_inner().unwrap(), "{name}: other ranks have evaluated");
        }
    }
}
