//! Many searches or games on several threads, their results in the order of the instances.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// Results that may wait for an earlier one, a thread.
const WINDOW: u64 = 256;

/// How long to let results gather: who waits for every single one has the threads switch more than they work.
const NAP: Duration = Duration::from_millis(1);

/// As many threads as there are cores.
///
/// ```
/// use patience_workbench::batch::{all_cores, threads};
///
/// assert!(1 <= all_cores());
/// // A large batch takes them all, unless somebody says otherwise.
/// assert_eq!(threads(None, u64::MAX), all_cores());
/// ```
#[must_use]
pub fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The number of threads for a number of items: `wished` or all cores, but at most one per item.
///
/// ```
/// use patience_workbench::batch::threads;
///
/// assert_eq!(threads(Some(4), 100), 4);
/// // No thread without an item, but at least one.
/// assert_eq!((threads(Some(4), 2), threads(Some(4), 0)), (2, 1));
/// ```
#[must_use]
pub fn threads(wished: Option<usize>, items: u64) -> usize {
    let items = usize::try_from(items).unwrap_or(usize::MAX);
    wished.unwrap_or_else(all_cores).min(items).max(1)
}

/// Works on every item, on `threads` threads, and passes the results to `emit` in the order of the items, as soon as that allows.
///
/// Items are taken one by one, so there may be any number of them. Ends early, after the items begun, when `is_cancelled` says
/// so or `emit` fails. Returns whether it came to the end.
///
/// ```
/// use patience_workbench::batch::in_order;
///
/// let mut squares = Vec::new();
/// let emit = |square: u64| Ok::<(), std::convert::Infallible>(squares.push(square));
/// assert_eq!(in_order(0..5, 3, || false, |item| item * item, emit), Ok(true));
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn in_order<T: Send, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    is_cancelled: impl Fn() -> bool + Sync,
    work: impl Fn(T) -> R + Sync,
    mut emit: impl FnMut(R) -> Result<(), E>,
) -> Result<bool, E> {
    // Nothing can start a thread there.
    if cfg!(target_family = "wasm") {
        return one_by_one(items, is_cancelled, work, emit);
    }
    let queue = Mutex::new(Queue { items: items.enumerate(), emitted: 0, is_drained: false });
    let moved_on = Condvar::new();
    let is_failed = AtomicBool::new(false);
    let window = WINDOW * threads as u64;
    let is_over = || is_cancelled() || is_failed.load(Ordering::Relaxed);
    let result = thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            let (queue, moved_on, work, is_over) = (&queue, &moved_on, &work, &is_over);
            scope.spawn(move || {
                while let Some((index, item)) = next(queue, moved_on, window, is_over) {
                    if sender.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut emitted = 0;
        while let Ok((index, result)) = results.recv() {
            waiting.insert(index, result);
            waiting.extend(results.try_iter());
            while let Some(result) = waiting.remove(&emitted) {
                emit(result).inspect_err(|_| {
                    // Under the lock, or a thread that is about to wait would miss it.
                    let _queue = lock(&queue);
                    is_failed.store(true, Ordering::Relaxed);
                    moved_on.notify_all();
                })?;
                emitted += 1;
            }
            let mut guard = lock(&queue);
            guard.emitted = emitted as u64;
            moved_on.notify_all();
            let is_drained = guard.is_drained;
            drop(guard);
            if !is_drained {
                thread::sleep(NAP);
            }
        }
        Ok(())
    });
    result.map(|()| lock(&queue).is_drained)
}

/// Works on every item on this thread, like [`in_order`].
fn one_by_one<T, R, E>(
    items: impl Iterator<Item = T>,
    is_cancelled: impl Fn() -> bool,
    work: impl Fn(T) -> R,
    mut emit: impl FnMut(R) -> Result<(), E>,
) -> Result<bool, E> {
    for item in items {
        if is_cancelled() {
            return Ok(false);
        }
        emit(work(item))?;
    }
    Ok(true)
}

struct Queue<I> {
    items: I,
    emitted: u64,
    is_drained: bool,
}

/// The next item, once it is not too far ahead of what was emitted.
fn next<T, I: Iterator<Item = (usize, T)>>(
    queue: &Mutex<Queue<I>>,
    moved_on: &Condvar,
    window: u64,
    is_over: impl Fn() -> bool,
) -> Option<(usize, T)> {
    let mut guard = lock(queue);
    if is_over() {
        return None;
    }
    let Some((index, item)) = guard.items.next() else {
        guard.is_drained = true;
        return None;
    };
    while guard.emitted + window <= index as u64 && !is_over() {
        guard = moved_on.wait(guard).unwrap_or_else(PoisonError::into_inner);
    }
    Some((index, item))
}

/// A thread that panicked ends the program anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The CPU time of this thread since now.
///
/// ```
/// use std::time::Duration;
/// use patience_workbench::batch::cpu_clock;
///
/// let seconds = cpu_clock();
/// std::thread::sleep(Duration::from_millis(50));
/// // Sleep takes almost no CPU time, and work does.
/// let asleep = seconds();
/// assert!(asleep < 0.05);
/// assert!((0..).any(|_| asleep + 0.001 <= seconds()));
/// ```
#[cfg(not(target_family = "wasm"))]
pub fn cpu_clock() -> impl Fn() -> f64 {
    let started = cpu_time::ThreadTime::now();
    move || started.elapsed().as_secs_f64()
}

/// The CPU time of all threads of the program since now.
///
/// ```
/// use patience_workbench::batch::{cpu_clock, process_clock};
///
/// let seconds = process_clock();
/// let busy = || {
///     let own = cpu_clock();
///     while own() < 0.01 {}
/// };
/// std::thread::spawn(busy).join().expect("the thread does not panic");
/// assert!(0.01 <= seconds());
/// ```
#[cfg(not(target_family = "wasm"))]
pub fn process_clock() -> impl Fn() -> f64 {
    let started = cpu_time::ProcessTime::now();
    move || started.elapsed().as_secs_f64()
}

/// The time since now: WebAssembly has no CPU clock.
#[cfg(target_family = "wasm")]
pub fn cpu_clock() -> impl Fn() -> f64 {
    let started = web_time::Instant::now();
    move || started.elapsed().as_secs_f64()
}

/// The time since now: WebAssembly has no CPU clock.
#[cfg(target_family = "wasm")]
pub fn process_clock() -> impl Fn() -> f64 {
    cpu_clock()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_program_counts_other_threads() {
        let all = process_clock();
        let busy = || {
            let own = cpu_clock();
            while own() < 0.01 {
                std::hint::spin_loop();
            }
        };
        thread::scope(|scope| scope.spawn(busy).join()).expect("the thread does not panic");
        assert!(0.01 <= all());
    }

    #[test]
    fn results_come_in_order_whatever_the_threads() {
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            let slow_at_first = |item: u64| {
                thread::sleep(Duration::from_micros(if item.is_multiple_of(10) { 300 } else { 0 }));
                item * item
            };
            let collect = |square| {
                seen.push(square);
                Ok::<(), ()>(())
            };
            let ended = in_order(0..2000, threads, || false, slow_at_first, collect);
            assert_eq!(ended, Ok(true));
            assert_eq!(seen, (0..2000).map(|item| item * item).collect::<Vec<_>>());
        }
    }

    #[test]
    fn endless_batches_can_be_cancelled() {
        let stop = AtomicBool::new(false);
        let mut count = 0_u32;
        let emit = |()| {
            count += 1;
            stop.store(count >= 1000, Ordering::Relaxed);
            Ok::<(), ()>(())
        };
        let ended = in_order(0_u64.., 3, || stop.load(Ordering::Relaxed), |_| (), emit);
        assert_eq!(ended, Ok(false));
        assert!(count >= 1000);
    }

    #[test]
    fn one_thread_does_the_same_without_threads() {
        let mut seen = Vec::new();
        let collect = |item| {
            seen.push(item);
            if item < 7 { Ok(()) } else { Err("full") }
        };
        assert_eq!(one_by_one(0_u64..5, || false, |item| item, collect), Ok(true));
        assert_eq!(
            one_by_one(
                0_u64..,
                || false,
                |item| item,
                |item| { if item < 7 { Ok(()) } else { Err("full") } }
            ),
            Err("full")
        );
        assert_eq!(one_by_one(0_u64.., || true, |item| item, |_| Ok::<(), ()>(())), Ok(false));
        assert_eq!(seen, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_failing_output_ends_the_batch() {
        let emit = |item| if item < 5 { Ok(()) } else { Err("full") };
        assert_eq!(in_order(0_u64.., 3, || false, |item| item, emit), Err("full"));
    }
}
