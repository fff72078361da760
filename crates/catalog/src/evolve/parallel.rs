//! Work on several threads, with results in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use patience_core::Cancel;

/// The results of all items in their order, or nothing if it was cancelled. `done` is told of every one that ends, in whatever order
/// they do.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(&T) -> R + Sync,
    done: &mut dyn FnMut(&R),
) -> Option<Vec<R>> {
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let (sender, made) = mpsc::channel();
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some((at, item)) = take(next, items) {
                    if cancel.is_cancelled() {
                        break;
                    }
                    let result = work(item);
                    // What was cut short is no result.
                    if cancel.is_cancelled() || sender.send((at, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (at, result) in made {
            done(&result);
            results[at] = Some(result);
        }
    });
    results.into_iter().collect()
}

fn take<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, items.get(at)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [0, 1, 3, 1000] {
            let mut told = 0;
            let squares =
                in_parallel(&items, threads, &Cancel::new(), |it| it * it, &mut |_| told += 1);
            assert_eq!(squares.unwrap(), items.iter().map(|it| it * it).collect::<Vec<_>>());
            assert_eq!(told, items.len());
        }
        assert_eq!(in_parallel(&[], 2, &Cancel::new(), |it: &u8| *it, &mut |_| {}), Some(vec![]));
    }

    #[test]
    fn nothing_comes_of_work_that_was_cancelled() {
        let cancel = Cancel::new();
        let work = |&it: &u8| {
            if it == 5 {
                cancel.cancel();
            }
            it
        };
        let items: Vec<u8> = (0..10).collect();
        assert_eq!(in_parallel(&items, 2, &cancel, work, &mut |_| {}), None);
    }
}
