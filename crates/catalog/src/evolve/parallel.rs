//! Work on several threads, all of it or nothing.

use std::convert::Infallible;

use patience_core::Cancel;

use patience_workbench::batch::{in_order, threads};

/// The results of all items in their order, or nothing if it was cancelled. `done` is told of every one, in their order.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    wished: usize,
    cancel: &Cancel,
    work: impl Fn(&T) -> R + Sync,
    done: &mut dyn FnMut(&R),
) -> Option<Vec<R>> {
    let mut results = Vec::with_capacity(items.len());
    let emit = |result: R| {
        done(&result);
        results.push(result);
        Ok::<(), Infallible>(())
    };
    let threads = threads(Some(wished), items.len() as u64);
    let is_whole = in_order(items.iter(), threads, || cancel.is_cancelled(), work, emit);
    // What was cut short is no result.
    (is_whole == Ok(true) && !cancel.is_cancelled()).then_some(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [0, 1, 3, 1000] {
            let mut printed = 0;
            let squares =
                in_parallel(&items, threads, &Cancel::new(), |it| it * it, &mut |_| printed += 1);
            assert_eq!(squares.unwrap(), items.iter().map(|it| it * it).collect::<Vec<_>>());
            assert_eq!(printed, items.len());
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
