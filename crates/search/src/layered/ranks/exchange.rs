//! How ranks talk: a small transport, and one for threads of a process.

use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why ranks cannot talk.
///
/// ```
/// use patience_search::layered::ranks::{Exchange, ExchangeError, LocalExchange};
///
/// let mut ranks = LocalExchange::group(2);
/// drop(ranks.pop());
/// assert_eq!(ranks[0].send(1, Vec::new()), Err(ExchangeError("rank 1 has ended".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ExchangeError(pub String);

/// A transport between ranks. A search, for which all ranks call the same methods in the same order, uses `all_to_all`; work that one rank
/// hands out uses `send` and `try_receive`.
///
/// ```
/// use patience_search::layered::ranks::{Exchange, LocalExchange};
///
/// // Every rank gets the sum of what all ranks have.
/// let sums: Vec<_> = std::thread::scope(|scope| {
///     let sum = |mut rank: LocalExchange| scope.spawn(move || rank.all_reduce(&[rank.rank() as u64, 1]));
///     let threads: Vec<_> = LocalExchange::group(3).into_iter().map(sum).collect();
///     threads.into_iter().map(|thread| thread.join().expect("no rank panics")).collect()
/// });
/// assert!(sums.iter().all(|sum| *sum == Ok(vec![0 + 1 + 2, 3])));
/// ```
pub trait Exchange: Send {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends a message to each rank, and returns those of all ranks to this one. All messages of a rank, and all messages to a rank, take
    /// less than 2^31 bytes.
    fn all_to_all(&mut self, outgoing: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError>;

    /// Sends a message of less than 2^31 bytes to another rank, which is or will be waiting for one.
    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError>;

    /// A message that has come from another rank, with the number of that rank; `None` if there is none yet.
    fn try_receive(&mut self) -> Result<Option<(usize, Vec<u8>)>, ExchangeError>;

    /// The sums of the numbers of all ranks.
    fn all_reduce(&mut self, numbers: &[u64]) -> Result<Vec<u64>, ExchangeError> {
        let message: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut sums = vec![0_u64; numbers.len()];
        for message in self.all_to_all(vec![message; self.size()])? {
            let (numbers, _) = message.as_chunks();
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum = sum.wrapping_add(u64::from_le_bytes(*number));
            }
        }
        Ok(sums)
    }
}

/// The transport of this process, for searches one after the other.
///
/// ```
/// use patience_search::layered::ranks::{LocalExchange, Ranks};
///
/// let mut group = LocalExchange::group(1);
/// let ranks = Ranks::new(group.remove(0));
/// assert_eq!((ranks.rank(), ranks.size()), (0, 1));
/// assert_eq!(ranks.exchange().all_reduce(&[7])?, [7]);
/// # Ok::<(), patience_search::layered::ranks::ExchangeError>(())
/// ```
#[derive(Clone)]
pub struct Ranks {
    exchange: Arc<Mutex<dyn Exchange>>,
    rank: usize,
    size: usize,
}

impl Ranks {
    /// Ranks that talk by a transport.
    #[must_use]
    pub fn new(exchange: impl Exchange + 'static) -> Self {
        let (rank, size) = (exchange.rank(), exchange.size());
        Self { exchange: Arc::new(Mutex::new(exchange)), rank, size }
    }

    /// The number of this rank, from 0.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The number of ranks.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The transport.
    pub fn exchange(&self) -> MutexGuard<'_, dyn Exchange + 'static> {
        self.exchange.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank, self.size)
    }
}

/// A rank that is a thread of this process.
///
/// ```
/// use patience_search::layered::ranks::{Exchange, LocalExchange};
///
/// let mut ranks = LocalExchange::group(2);
/// assert_eq!(ranks[1].try_receive()?, None);
/// ranks[0].send(1, b"work".to_vec())?;
/// assert_eq!(ranks[1].try_receive()?, Some((0, b"work".to_vec())));
/// # Ok::<(), patience_search::layered::ranks::ExchangeError>(())
/// ```
#[derive(Debug)]
pub struct LocalExchange {
    rank: usize,
    senders: Vec<Sender<Vec<u8>>>,
    receivers: Vec<Receiver<Vec<u8>>>,
}

impl LocalExchange {
    /// All ranks of a group.
    #[must_use]
    pub fn group(size: usize) -> Vec<Self> {
        let mut receivers: Vec<Vec<_>> = (0..size).map(|_| Vec::new()).collect();
        let mut ranks = Vec::new();
        for rank in 0..size {
            let connect = |to: &mut Vec<Receiver<Vec<u8>>>| {
                let (sender, receiver) = channel();
                to.push(receiver);
                sender
            };
            let senders = receivers.iter_mut().map(connect).collect();
            ranks.push(Self { rank, senders, receivers: Vec::new() });
        }
        for (rank, receivers) in ranks.iter_mut().zip(receivers) {
            rank.receivers = receivers;
        }
        ranks
    }
}

impl Exchange for LocalExchange {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.senders.len()
    }

    fn all_to_all(&mut self, outgoing: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let gone = |rank: usize| ExchangeError(format!("rank {rank} has ended"));
        for (rank, (sender, message)) in self.senders.iter().zip(outgoing).enumerate() {
            sender.send(message).map_err(|_| gone(rank))?;
        }
        let receive =
            |(rank, receiver): (usize, &Receiver<Vec<u8>>)| receiver.recv().map_err(|_| gone(rank));
        self.receivers.iter().enumerate().map(receive).collect()
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        let gone = || ExchangeError(format!("rank {to} has ended"));
        self.senders.get(to).ok_or_else(gone)?.send(message).map_err(|_| gone())
    }

    fn try_receive(&mut self) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        let mut receivers = self.receivers.iter().enumerate();
        // A rank that has ended sends nothing any more.
        Ok(receivers.find_map(|(from, receiver)| Some((from, receiver.try_recv().ok()?))))
    }
}
