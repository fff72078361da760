//! Limits are exact, and improvements are reported once.

use super::*;
use crate::Solution;

fn expansions_until_stop(limits: &Limits, cancel: &Cancel) -> (u64, Stop) {
    let mut watcher = ();
    let mut meter = Meter::start(limits, cancel, &mut watcher);
    let stop = loop {
        if let Err(stop) = meter.expand() {
            break stop;
        }
    };
    (meter.finish().expanded, stop)
}

#[test]
fn node_limit_is_exact() {
    for nodes in [0, 1, POLL_INTERVAL - 1, POLL_INTERVAL, POLL_INTERVAL + 1, 3 * POLL_INTERVAL] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(expansions_until_stop(&limits, &Cancel::new()), (nodes, Stop::Nodes));
    }
}

#[test]
fn cancelling_stops_at_the_next_poll() {
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(expansions_until_stop(&Limits::default(), &cancel), (0, Stop::Cancelled));
}

#[test]
fn time_limit_stops() {
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    assert_eq!(expansions_until_stop(&limits, &Cancel::new()).1, Stop::Time);
}

#[test]
fn memory_is_charged_before_it_is_allocated() {
    let limits = Limits { memory: Some(100), ..Limits::default() };
    let mut watcher = ();
    let mut meter = Meter::start(&limits, &Cancel::new(), &mut watcher);
    assert_eq!(meter.store(1, 100), Ok(()));
    assert_eq!(meter.store(2, 101), Err(Stop::Memory));
    assert_eq!(meter.finish().peak_bytes, 100);
}

#[test]
fn a_subsearch_has_its_own_node_limit() {
    let limits = Limits { nodes: Some(3 * POLL_INTERVAL), ..Limits::default() };
    let mut watcher = ();
    let mut meter = Meter::start(&limits, &Cancel::new(), &mut watcher);
    let forever = |meter: &mut Meter<'_>| -> Result<(), Stop> {
        loop {
            meter.expand()?;
        }
    };
    let mut spent = 0;
    for nodes in [0, 1, 2, POLL_INTERVAL, 7] {
        assert_eq!(meter.within(nodes, forever), Ok(None));
        assert_eq!(meter.within(5, |_| Ok(9)), Ok(Some(9)));
        spent += nodes;
        assert_eq!(meter.stats.expanded, spent);
    }
    assert_eq!(meter.within(3 * POLL_INTERVAL, forever), Err(Stop::Nodes));
    assert_eq!(meter.finish().expanded, 3 * POLL_INTERVAL);
}

#[test]
fn subsearches_do_not_delay_cancellation() {
    let cancel = Cancel::new();
    let mut watcher = ();
    let mut meter = Meter::start(&Limits::default(), &cancel, &mut watcher);
    meter.expand().unwrap();
    cancel.cancel();
    let mut parts = 0;
    let stop = loop {
        match meter.within(10, Meter::expand) {
            Ok(_) => parts += 1,
            Err(stop) => break stop,
        }
    };
    assert_eq!((stop, parts), (Stop::Cancelled, POLL_INTERVAL - 1));
}

#[test]
fn every_poll_emits_a_tick() {
    let mut ticks = 0;
    let mut watcher = |event: Event, _: &Stats| ticks += u32::from(event == Event::Tick);
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
    for _ in 0..=3 * POLL_INTERVAL {
        meter.expand().unwrap();
    }
    drop(meter);
    assert_eq!(ticks, 3);
}

/// The improvements that a search reports.
fn improvements(search: impl FnOnce(&mut Meter<'_>) -> Search<u32>) -> Vec<f64> {
    let mut scores = Vec::new();
    let mut watcher = |event: Event, _: &Stats| {
        if let Event::Improved { score } = event {
            scores.push(score);
        }
    };
    let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut watcher);
    search(&mut meter).unwrap();
    drop(meter);
    scores
}

fn of(cost: Cost) -> Solution<u32> {
    Solution { moves: Vec::new(), cost, optimal: false }
}

#[test]
fn a_first_solution_is_reported_once_however_many_searches_improve_it() {
    let found = improvements(|meter| {
        meter.first_solution(|meter| {
            meter.first_solution(|_| Ok(Some(of(9))))?;
            meter.emit(Event::Improved { score: 7.0 });
            Ok(Some(of(7)))
        })?;
        meter.emit(Event::Improved { score: 6.0 });
        Ok(Some(of(6)))
    });
    assert_eq!(found, [9.0, 7.0, 6.0]);
}

#[test]
fn each_of_several_searches_reports_its_first_solution() {
    let found = improvements(|meter| {
        meter.first_solution(|_| Ok(Some(of(9))))?;
        meter.first_solution(|_| Ok(None::<Solution<u32>>))?;
        meter.first_solution(|_| Ok(Some(of(9))))?;
        // What is emitted is reported, whatever came before.
        meter.emit(Event::Improved { score: 9.0 });
        Ok(Some(of(9)))
    });
    assert_eq!(found, [9.0, 9.0, 9.0]);
}
