//! The transport: all messages of a round in one `MPI_Alltoallv`.
//!
//! One thread initialises MPI and makes all its calls, so the library needs no support for threads. MPI ends when the transport is dropped.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use mpi::Count;
use mpi::datatype::{Partition, PartitionMut};
use mpi::traits::{Communicator, CommunicatorCollectives};
use patience_search::layered::ranks::{Exchange, ExchangeError, Ranks};

type Messages = Vec<Vec<u8>>;

/// A rank of `mpirun`.
#[derive(Debug)]
pub struct MpiExchange {
    rank: usize,
    size: usize,
    /// `None` once MPI has ended.
    outgoing: Option<Sender<Messages>>,
    incoming: Receiver<Result<Messages, ExchangeError>>,
    thread: Option<JoinHandle<()>>,
}

/// Initialises MPI and returns the ranks; an error if there is no MPI or it was initialised before.
pub fn start() -> Result<Ranks, ExchangeError> {
    MpiExchange::start().map(Ranks::new)
}

impl MpiExchange {
    fn start() -> Result<Self, ExchangeError> {
        let (outgoing, requests) = channel::<Messages>();
        let (answers, incoming) = channel();
        let (begun, beginning) = channel();
        let thread = thread::spawn(move || {
            let Some(universe) = mpi::initialize() else { return };
            let world = universe.world();
            let whole = |number: Count| usize::try_from(number).unwrap_or(0);
            if begun.send((whole(world.rank()), whole(world.size()))).is_err() {
                return;
            }
            while let Ok(messages) = requests.recv() {
                if answers.send(all_to_all(&world, &messages)).is_err() {
                    return;
                }
            }
        });
        let cannot = |_| ExchangeError("MPI cannot be initialised".to_owned());
        let (rank, size) = beginning.recv().map_err(cannot)?;
        Ok(Self { rank, size, outgoing: Some(outgoing), incoming, thread: Some(thread) })
    }
}

impl Exchange for MpiExchange {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn all_to_all(&mut self, outgoing: Messages) -> Result<Messages, ExchangeError> {
        let ended = || ExchangeError("MPI has ended".to_owned());
        let sender = self.outgoing.as_ref().ok_or_else(ended)?;
        sender.send(outgoing).map_err(|_| ended())?;
        self.incoming.recv().map_err(|_| ended())?
    }
}

impl Drop for MpiExchange {
    fn drop(&mut self) {
        self.outgoing = None;
        if let Some(thread) = self.thread.take() {
            // MPI ends with the thread; an error there was reported there.
            let _ = thread.join();
        }
    }
}

/// Counts and offsets of blocks that follow each other, and their sum.
fn blocks(lengths: impl Iterator<Item = usize>) -> Option<(Vec<Count>, Vec<Count>, usize)> {
    let (mut counts, mut offsets, mut sum) = (Vec::new(), Vec::new(), 0_usize);
    for length in lengths {
        counts.push(Count::try_from(length).ok()?);
        offsets.push(Count::try_from(sum).ok()?);
        sum += length;
    }
    Count::try_from(sum).ok()?;
    Some((counts, offsets, sum))
}

fn all_to_all(
    world: &impl CommunicatorCollectives,
    messages: &Messages,
) -> Result<Messages, ExchangeError> {
    let too_long = || ExchangeError("the messages of a round take 2^31 bytes or more".to_owned());
    let (counts, offsets, _) = blocks(messages.iter().map(Vec::len)).ok_or_else(too_long)?;
    let mut coming: Vec<Count> = vec![0; counts.len()];
    world.all_to_all_into(&counts[..], &mut coming[..]);
    let lengths = coming.iter().map(|&count| usize::try_from(count).unwrap_or(0));
    let (in_counts, in_offsets, sum) = blocks(lengths.clone()).ok_or_else(too_long)?;
    // The address of an empty vector may be that of `MPI_IN_PLACE`: both buffers have a byte more.
    let mut send = messages.concat();
    send.push(0);
    let mut received = vec![0_u8; sum + 1];
    {
        let outgoing = Partition::new(&send[..], counts, offsets);
        let mut incoming = PartitionMut::new(&mut received[..], in_counts, in_offsets);
        world.all_to_all_varcount_into(&outgoing, &mut incoming);
    }
    let mut rest = &received[..];
    let take = |length: usize| {
        let (message, others) = rest.split_at(length);
        rest = others;
        message.to_vec()
    };
    Ok(lengths.map(take).collect())
}
