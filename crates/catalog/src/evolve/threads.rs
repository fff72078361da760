//! Searches on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use patience_core::Cancel;
use patience_learn::{Arena, Attempt, Job, Workers};

/// So many threads, each of which takes the next search when it is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(pub usize);

impl Workers for Threads {
    fn run(
        &self,
        jobs: &[Job<'_>],
        arena: &dyn Arena,
        cancel: &Cancel,
        done: &mut dyn FnMut(&Attempt),
    ) -> Option<Vec<Attempt>> {
        let next = AtomicUsize::new(0);
        let mut attempts = vec![None; jobs.len()];
        thread::scope(|scope| {
            let (sender, made) = mpsc::channel();
            for _ in 0..self.0.clamp(1, jobs.len().max(1)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some((at, job)) = take(next, jobs) {
                        let attempt = job.run(arena, cancel);
                        if cancel.is_cancelled() || sender.send((at, attempt)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (at, attempt) in made {
                done(&attempt);
                attempts[at] = Some(attempt);
            }
        });
        attempts.into_iter().collect()
    }
}

fn take<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((at, items.get(at)?))
}
