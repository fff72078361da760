//! A task farm: rank 0 hands out items, one at a time, and the other ranks work on them. Rank 0 works too.
//!
//! Rank 0 has the loop and the files. It describes the work once to every rank; then a [`TaskFarm`] sends items to ranks that are free, and
//! [`serve`] answers on those. Items, results and descriptions are JSON. Results do not depend on which rank they come from, so the number
//! of ranks does not matter.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use patience_core::Cancel;
use patience_kit::{Fault, Ranks};
use patience_learn::{Batch, RemoteError, RemoteWorkers, Workers};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web_time::Instant;

use crate::evolution::Threads;

/// The shortest and the longest pause between two looks for a message.
const NAPS: [Duration; 2] = [Duration::from_micros(20), Duration::from_millis(1)];

/// What rank 0 sends.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// What the items will be about.
    Begin(Value),
    /// An item, as JSON.
    Work(String),
    /// There are no more items.
    Stop,
}

/// What the other ranks send.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    /// Items may come.
    Ready,
    /// A result, as JSON.
    Done(String),
    /// The rank was asked to stop.
    Stopped,
    /// There is no result, and why.
    Failed(String),
}

/// Who works on the items of a batch: threads of this process, or the ranks of `mpirun`.
///
/// ```
#[doc = include_str!("../doc/ranks.rs")]
/// pool.begin(&json!(10))?;
/// assert_eq!(pool.work(|| 7, here), Ok(Ok(70)));
/// // Threads work here.
/// assert_eq!(WorkerPool::Threads(1).work(|| 7, || Ok::<u64, Fault>(700)), Ok(Ok(700)));
/// # Ok::<(), Fault>(())
/// ```
#[derive(Debug)]
pub enum WorkerPool {
    /// So many threads.
    Threads(usize),
    /// This rank and others, one item at a time each.
    Ranks(TaskFarm),
}

impl WorkerPool {
    /// How many items are worked on at once.
    ///
    /// ```
    #[doc = include_str!("../doc/ranks.rs")]
    /// assert_eq!((pool.size(), WorkerPool::Threads(3).size()), (2, 3));
    /// # Ok::<(), Fault>(())
    /// ```
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Threads(threads) => *threads,
            Self::Ranks(farm) => farm.ranks.size(),
        }
    }

    /// The result of an item: from another rank that is free and gets `message`, or from `here`.
    ///
    /// ```
    #[doc = include_str!("../doc/ranks.rs")]
    /// pool.begin(&json!(3))?;
    /// assert_eq!(pool.work(|| 5, here), Ok(Ok(15)));
    /// // Rank 1 cannot work on an item that is no number.
    /// assert!(pool.work(|| "five", here).is_err());
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn work<M: Serialize, R: DeserializeOwned, E>(
        &self,
        message: impl Fn() -> M,
        here: impl FnOnce() -> Result<R, E>,
    ) -> Result<Result<R, E>, RemoteError> {
        match self.remote().and_then(|remote| remote.result(message)) {
            Some(result) => result.map(Ok),
            None => Ok(here()),
        }
    }

    /// Why the ranks could not go on, if they could not.
    ///
    /// ```
    #[doc = include_str!("../doc/ranks.rs")]
    /// pool.begin(&json!(3))?;
    /// assert_eq!(pool.failure(), None);
    /// let _ = pool.work(|| "five", here);
    /// assert!(pool.failure().is_some_and(|why| why.starts_with("rank 1: ")));
    /// # Ok::<(), Fault>(())
    /// ```
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        match self {
            Self::Threads(_) => None,
            Self::Ranks(farm) => lock(&farm.failure).clone(),
        }
    }

    /// Announces to the other ranks, where there are any, what the items will be about.
    ///
    /// ```
    #[doc = include_str!("../doc/ranks.rs")]
    /// let refused = pool.begin(&json!("three")).unwrap_err();
    /// assert_eq!(refused.message, "rank 1: expected a number");
    /// assert!(WorkerPool::Threads(2).begin(&json!("three")).is_ok());
    /// # Ok::<(), Fault>(())
    /// ```
    pub fn begin(&self, description: &Value) -> Result<(), Fault> {
        match self {
            Self::Threads(_) => Ok(()),
            Self::Ranks(farm) => farm.begin(description),
        }
    }
}

impl Workers for WorkerPool {
    fn run(&self, batch: Batch<'_>) {
        Threads(self.size()).run(batch);
    }

    fn remote(&self) -> Option<&dyn RemoteWorkers> {
        match self {
            Self::Threads(_) => None,
            Self::Ranks(farm) => Some(farm),
        }
    }
}

/// Rank 0's side of a farm. The other ranks end when it is dropped.
///
/// ```
#[doc = include_str!("../doc/ranks.rs")]
/// pool.begin(&json!(2))?;
/// assert_eq!(pool.work(|| 21, here), Ok(Ok(42)));
/// // Rank 1 serves until the farm is dropped.
/// assert!(!rank_1.is_finished());
/// drop(pool);
/// assert_eq!(rank_1.join().expect("it does not panic"), Ok(()));
/// # Ok::<(), Fault>(())
/// ```
#[derive(Debug)]
pub struct TaskFarm {
    ranks: Ranks,
    /// The ranks that have no item.
    free: Mutex<Vec<usize>>,
    inbox: Mutex<Inbox>,
    arrived: Condvar,
    failure: Mutex<Option<String>>,
}

/// Messages that nobody has taken yet, by rank.
#[derive(Debug, Default)]
struct Inbox {
    messages: BTreeMap<usize, Vec<u8>>,
    /// Whether a thread looks for messages: for its own and for those of others.
    is_watched: bool,
}

impl TaskFarm {
    /// The farm of rank 0. The other ranks must call [`serve`].
    ///
    /// ```
    #[doc = include_str!("../doc/ranks.rs")]
    /// // A farm without other ranks leaves the work to rank 0.
    /// let alone = Ranks::new(LocalExchange::group(1).remove(0));
    /// let alone = WorkerPool::Ranks(TaskFarm::new(alone));
    /// assert_eq!((alone.size(), alone.work(|| 7, || Ok::<u64, Fault>(700))), (1, Ok(Ok(700))));
    /// # Ok::<(), Fault>(())
    /// ```
    #[must_use]
    pub fn new(ranks: Ranks) -> Self {
        Self {
            // The lowest rank is taken first.
            free: Mutex::new((1..ranks.size()).rev().collect()),
            ranks,
            inbox: Mutex::default(),
            arrived: Condvar::new(),
            failure: Mutex::default(),
        }
    }

    fn begin(&self, description: &Value) -> Result<(), Fault> {
        let others = 1..self.ranks.size();
        for rank in others.clone() {
            let order = Order::Begin(description.clone());
            self.send(rank, &order).map_err(Fault::environment)?;
        }
        // All of them are heard, so that no answer is left over.
        let replies: Vec<_> = others.map(|rank| self.reply(rank)).collect();
        for reply in replies {
            match reply.map_err(Fault::environment)? {
                Reply::Ready => {}
                _ => return Err(Fault::environment("a rank sent what was not asked for")),
            }
        }
        Ok(())
    }

    fn send(&self, rank: usize, order: &Order) -> Result<(), RemoteError> {
        let message = serde_json::to_vec(order).map_err(|error| failed(rank, error))?;
        self.ranks.exchange().send(rank, message).map_err(|error| failed(rank, error))
    }

    /// The reply of a rank; what it says about failure becomes an error.
    fn reply(&self, rank: usize) -> Result<Reply, RemoteError> {
        let message = self.wait(rank)?;
        match serde_json::from_slice(&message).map_err(|error| failed(rank, error))? {
            Reply::Failed(why) => Err(failed(rank, why)),
            Reply::Stopped => Err(RemoteError::Stopped),
            reply => Ok(reply),
        }
    }

    /// Waits for a message of a rank. Of several threads that wait, one looks for messages.
    fn wait(&self, rank: usize) -> Result<Vec<u8>, RemoteError> {
        let mut inbox = lock(&self.inbox);
        loop {
            if let Some(message) = inbox.messages.remove(&rank) {
                return Ok(message);
            }
            if inbox.is_watched {
                inbox = self.arrived.wait(inbox).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            inbox.is_watched = true;
            drop(inbox);
            let received = receive(&self.ranks);
            inbox = lock(&self.inbox);
            inbox.is_watched = false;
            self.arrived.notify_all();
            let (from, message) = received.map_err(|error| failed(rank, error))?;
            inbox.messages.insert(from, message);
        }
    }

    fn try_work(&self, rank: usize, item: String) -> Result<String, RemoteError> {
        self.send(rank, &Order::Work(item))?;
        match self.reply(rank)? {
            Reply::Done(result) => Ok(result),
            _ => Err(failed(rank, "it sent what was not asked for")),
        }
    }
}

impl RemoteWorkers for TaskFarm {
    fn delegate(&self, item: &dyn Fn() -> String) -> Option<Result<String, RemoteError>> {
        let rank = lock(&self.free).pop()?;
        let result = self.try_work(rank, item());
        lock(&self.free).push(rank);
        if let Err(RemoteError::Failed(why)) = &result {
            lock(&self.failure).get_or_insert_with(|| why.clone());
        }
        Some(result)
    }
}

impl Drop for TaskFarm {
    fn drop(&mut self) {
        for rank in 1..self.ranks.size() {
            // A rank that cannot be reached needs no order.
            let _ = self.send(rank, &Order::Stop);
        }
    }
}

/// Works on what rank 0 sends until there is no more. `make` gets the description of the work, and makes what works on items.
///
/// ```
#[doc = include_str!("../doc/ranks.rs")]
/// pool.begin(&json!(10))?;
/// let results = [1, 2, 3].map(|item| pool.work(|| item, here));
/// assert_eq!(results, [Ok(Ok(10)), Ok(Ok(20)), Ok(Ok(30))]);
/// drop(pool);
/// assert_eq!(rank_1.join().expect("it does not panic"), Ok(()));
/// # Ok::<(), Fault>(())
/// ```
pub fn serve<W: Fn(&str) -> Result<String, Fault>>(
    ranks: &Ranks,
    cancel: &Cancel,
    make: impl FnOnce(Value) -> Result<W, Fault>,
) -> Result<(), Fault> {
    let (mut make, mut work) = (Some(make), None);
    loop {
        let (from, message) = receive(ranks).map_err(Fault::environment)?;
        let reply = match serde_json::from_slice(&message).map_err(Fault::environment)? {
            Order::Begin(description) => match prepare(&mut make, description) {
                Ok(ready) => {
                    work = Some(ready);
                    Reply::Ready
                }
                Err(why) => Reply::Failed(why),
            },
            Order::Work(_) if cancel.is_cancelled() => Reply::Stopped,
            Order::Work(item) => match try_item(work.as_ref(), &item) {
                // The result of work that was cut short is no result.
                _ if cancel.is_cancelled() => Reply::Stopped,
                Ok(result) => Reply::Done(result),
                Err(why) => Reply::Failed(why),
            },
            Order::Stop => return Ok(()),
        };
        let reply = serde_json::to_vec(&reply).map_err(Fault::environment)?;
        ranks.exchange().send(from, reply).map_err(Fault::environment)?;
    }
}

fn prepare<W>(
    make: &mut Option<impl FnOnce(Value) -> Result<W, Fault>>,
    description: Value,
) -> Result<W, String> {
    let make = make.take().ok_or("the work was described twice")?;
    guarded(|| make(description))
}

fn try_item(
    work: Option<&impl Fn(&str) -> Result<String, Fault>>,
    item: &str,
) -> Result<String, String> {
    let work = work.ok_or("an item came before the description of the work")?;
    guarded(|| work(item))
}

/// The result of some work; a panic is an error, which rank 0 must learn of.
fn guarded<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, String> {
    let said = |panic: &(dyn Any + Send)| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
    };
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|fault| fault.to_string()),
        Err(panic) => Err(format!("it panicked: {}", said(&*panic))),
    }
}

/// Waits for a message. The pauses grow with the wait, so that short work is not delayed and long work not disturbed.
fn receive(ranks: &Ranks) -> Result<(usize, Vec<u8>), String> {
    let begun = Instant::now();
    let [shortest, longest] = NAPS;
    loop {
        let received = ranks.exchange().try_receive();
        if let Some(received) = received.map_err(|error| error.to_string())? {
            return Ok(received);
        }
        thread::sleep((begun.elapsed() / 16).clamp(shortest, longest));
    }
}

fn failed(rank: usize, why: impl std::fmt::Display) -> RemoteError {
    RemoteError::Failed(format!("rank {rank}: {why}"))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
